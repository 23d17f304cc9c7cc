//go:build !unix

package accept

import "os"

// Own returns an error if there is no such file; this system does not tell who may write it.
func Own(path string) error {
	_, err := os.Stat(path)
	return err
}
