package index

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"aead.dev/minisign"
)

// Key is a public key of minisign, as one line.
type Key string

// ParseKey reads a public key: the line alone, or the two lines of a file of minisign.
func ParseKey(text string) (Key, error) {
	key, err := parsePublic(text)
	return Key(key.String()), err
}

func parsePublic(text string) (key minisign.PublicKey, err error) {
	if err = key.UnmarshalText([]byte(strings.TrimSpace(text))); err != nil {
		err = fmt.Errorf("%q is not a public key of minisign", text)
	}
	return key, err
}

// SecretKey signs archives and indexes.
type SecretKey struct{ key minisign.PrivateKey }

// Public returns the key that others verify with.
func (k SecretKey) Public() Key {
	public, _ := k.key.Public().(minisign.PublicKey) // it is always one
	return Key(public.String())
}

// errPassword is for a secret key that needs a password, or another one.
var errPassword = errors.New("it is encrypted, and the password is missing or wrong")

// ReadSecretKey reads a secret key of minisign. password is asked for if it is encrypted.
func ReadSecretKey(file string, password func() (string, error)) (SecretKey, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return SecretKey{}, fmt.Errorf("reading a secret key: %w", err)
	}
	var key minisign.PrivateKey
	if minisign.IsEncrypted(text) {
		word, err := password()
		if err != nil {
			return SecretKey{}, err
		}
		if key, err = minisign.DecryptKey(word, text); err != nil {
			return SecretKey{}, fmt.Errorf("reading secret key %q: %w", file, errPassword)
		}
		return SecretKey{key}, nil
	}
	if err := key.UnmarshalText(text); err != nil {
		return SecretKey{}, fmt.Errorf("reading %q: it is not a secret key of minisign", file)
	}
	return SecretKey{key}, nil
}

// MakeSecretKey makes a secret key in a new file that only its user can read. It is not encrypted.
func MakeSecretKey(file string) (SecretKey, error) {
	_, key, err := minisign.GenerateKey(nil)
	if err != nil {
		return SecretKey{}, fmt.Errorf("making a secret key: %w", err)
	}
	text, err := key.MarshalText()
	if err == nil {
		err = os.MkdirAll(filepath.Dir(file), 0o700)
	}
	var f *os.File
	if err == nil {
		f, err = os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	}
	if err == nil {
		_, err = f.Write(append(text, '\n'))
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return SecretKey{}, fmt.Errorf("making a secret key: %w", err)
	}
	return SecretKey{key}, nil
}

// holdsSecretKey reports whether a file is a secret key of minisign.
func holdsSecretKey(root fs.FS, name string) bool {
	const longest = 1 << 10
	info, err := fs.Stat(root, name)
	if err != nil || info.Size() > longest {
		return false
	}
	text, err := fs.ReadFile(root, name)
	var key minisign.PrivateKey
	return err == nil && (minisign.IsEncrypted(text) || key.UnmarshalText(text) == nil)
}
