package index

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestKeys(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sub", "key")
	key, err := MakeSecretKey(file)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	again, err := ReadSecretKey(file, nil)
	if err != nil || again.Public() != key.Public() {
		t.Errorf("%s instead of %s, %v", again.Public(), key.Public(), err)
	}
	if _, err := MakeSecretKey(file); err == nil {
		t.Error("it replaced a key")
	}
	public := "untrusted comment: minisign public key\n" + string(key.Public()) + "\n"
	if got, err := ParseKey(public); err != nil || got != key.Public() {
		t.Errorf("%s, %v", got, err)
	}
	_, err = ParseKey("RWQ")
	refused(t, err, `"RWQ" is not a public key of minisign`)
	other := filepath.Join(t.TempDir(), "no.key")
	if err := os.WriteFile(other, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = ReadSecretKey(other, nil)
	refused(t, err, "it is not a secret key of minisign")
}

// The password of an encrypted key is asked for. The one in testdata takes 16 MiB to decrypt; those that minisign makes
// take a GiB.
func TestEncryptedKeys(t *testing.T) {
	file := filepath.Join("testdata", "encrypted.key")
	key, err := ReadSecretKey(file, func() (string, error) { return "open sesame", nil })
	if want := Key("RWRuC26nYnnGZ6WDe0ZsebUMrUjFlpREpEGD0CcZAAKOwTvRYOhQX8R7"); err != nil || key.Public() != want {
		t.Errorf("%s, %v", key.Public(), err)
	}
	if _, err := ReadSecretKey(file, func() (string, error) { return "sesame", nil }); !errors.Is(err, errPassword) {
		t.Errorf("another password: %v", err)
	}
	gone := errors.New("nobody to ask")
	if _, err := ReadSecretKey(file, func() (string, error) { return "", gone }); !errors.Is(err, gone) {
		t.Errorf("no password: %v", err)
	}
}
