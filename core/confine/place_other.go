//go:build !linux

package confine

import (
	"os"
	"path/filepath"
)

// find returns the place of an absolute path.
func find(path string) (p Place, err error) {
	if p.Path, err = filepath.EvalSymlinks(path); err != nil {
		return Place{}, err
	}
	p.info, err = os.Stat(p.Path)
	return p, err
}
