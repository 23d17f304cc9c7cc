package index

import (
	"archive/tar"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// FuzzUnpack unpacks whatever bytes: nothing comes to lie outside the folder, and what lies in it is a file or a folder of
// the user's own.
func FuzzUnpack(f *testing.F) {
	f.Add(archiveOf(f, member{name: "plugin.yaml", kind: tar.TypeReg, text: "id: x"}, member{name: "lib/", kind: tar.TypeDir},
		member{name: "lib/x", kind: tar.TypeReg, text: "x"}))
	f.Add(archiveOf(f, member{name: "../x", kind: tar.TypeReg}))
	f.Add(archiveOf(f, member{name: "x", kind: tar.TypeSymlink, link: "/etc"}, member{name: "x/y", kind: tar.TypeReg}))
	f.Fuzz(func(t *testing.T, archive []byte) {
		outer := t.TempDir()
		dir := filepath.Join(outer, "inner")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := unpack(bytes.NewReader(archive), dir); err != nil {
			t.Skip()
		}
		err := filepath.WalkDir(outer, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err == nil && path != outer && info.Mode() != 0o600 && info.Mode() != 0o700 && info.Mode() != fs.ModeDir|0o700 {
				t.Errorf("%s has mode %v", path, info.Mode())
			}
			if rel, relErr := filepath.Rel(dir, path); path != outer && (relErr != nil || !filepath.IsLocal(rel)) {
				t.Errorf("%s is outside", path)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// FuzzEntry reads whatever bytes as an entry: what is accepted names files in the index and absolute paths alone.
func FuzzEntry(f *testing.F) {
	f.Add([]byte("id: tally\nname: Tally\nkey: RWRuC26nYnnGZ6WDe0ZsebUMrUjFlpREpEGD0CcZAAKOwTvRYOhQX8R7\nreleases:\n- version: 1.0.0\n" +
		"  run: [sh, x]\n  archives:\n  - {platform: any, file: archives/x, size: 1, sha256: " +
		"0000000000000000000000000000000000000000000000000000000000000000, signature: x}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var e Entry
		if decodeEntry(text, "tally", &e) != nil {
			t.Skip()
		}
		for _, r := range e.Releases {
			for _, a := range r.Archives {
				if !filepath.IsLocal(a.File) || a.Size < 1 || a.Size > maxArchive {
					t.Errorf("%+v", a)
				}
			}
			for _, path := range r.Rights.Reads {
				if !filepath.IsAbs(path) {
					t.Errorf("reads %q", path)
				}
			}
		}
	})
}
