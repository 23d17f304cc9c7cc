package catalog

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// member is a file of an archive.
type member struct {
	name string
	kind byte // of tar; 0 is a file
	link string
	text string
	size int64 // in the header; 0 is the size of the text
	mode int64
}

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// tarOf returns a .tar.gz.
func tarOf(t testing.TB, members ...member) []byte {
	t.Helper()
	var text bytes.Buffer
	packed := gzip.NewWriter(&text)
	files := tar.NewWriter(packed)
	for _, m := range members {
		size := max(m.size, int64(len(m.text)))
		h := &tar.Header{Name: m.name, Typeflag: m.kind, Linkname: m.link, Size: size, Mode: m.mode}
		if m.kind == 0 {
			h.Typeflag = tar.TypeReg
		}
		if m.kind == tar.TypeXGlobalHeader {
			h = &tar.Header{Typeflag: m.kind, PAXRecords: map[string]string{"comment": "a commit"}}
		}
		if err := files.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		must[int](t)(io.WriteString(files, m.text))
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// zipOf returns a .zip. A size of a member is a lie about it.
func zipOf(t testing.TB, members ...member) []byte {
	t.Helper()
	var text bytes.Buffer
	files := zip.NewWriter(&text)
	for _, m := range members {
		h := &zip.FileHeader{Name: m.name, Method: zip.Deflate}
		switch m.kind {
		case tar.TypeSymlink:
			h.SetMode(fs.ModeSymlink | 0o777)
		case tar.TypeFifo:
			h.SetMode(fs.ModeNamedPipe | 0o777)
		default:
			h.SetMode(fs.FileMode(m.mode))
		}
		if m.size == 0 {
			must[int](t)(io.WriteString(must[io.Writer](t)(files.CreateHeader(h)), m.text))
			continue
		}
		var packed bytes.Buffer
		deflate := must[*flate.Writer](t)(flate.NewWriter(&packed, flate.BestSpeed))
		must[int](t)(io.WriteString(deflate, m.text))
		if err := deflate.Close(); err != nil {
			t.Fatal(err)
		}
		h.UncompressedSize64, h.CompressedSize64 = uint64(m.size), uint64(packed.Len())
		must[int](t)(must[io.Writer](t)(files.CreateRaw(h)).Write(packed.Bytes()))
	}
	if err := files.Close(); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

func refused(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
	if err != nil && strings.Contains(err.Error(), "\n") {
		t.Errorf("more than one line: %v", err)
	}
}

// unpackText unpacks an archive within small limits, and returns the folder in which it did.
func unpackText(t *testing.T, text []byte) (outer, folder string, err error) {
	t.Helper()
	outer = t.TempDir()
	archive := filepath.Join(outer, "archive")
	if err := os.WriteFile(archive, text, 0o600); err != nil {
		t.Fatal(err)
	}
	folder, err = unpack(archive, filepath.Join(outer, "new"), limits{files: 8, bytes: 1 << 20})
	return outer, folder, err
}

var manifestFile = member{name: "plugin.yaml", text: "id: tally\n"}

func TestBadArchives(t *testing.T) {
	var many []member
	for i := range 9 {
		many = append(many, member{name: fmt.Sprint(i)})
	}
	whole := tarOf(t, manifestFile, member{name: "big", text: strings.Repeat("text", 1<<16)})
	wholeZip := zipOf(t, manifestFile)
	zeros := strings.Repeat("\x00", 3<<20)
	both := func(members ...member) [][]byte { return [][]byte{tarOf(t, members...), zipOf(t, members...)} }
	for _, c := range []struct {
		name     string
		archives [][]byte
		want     string
	}{
		{"a folder above", both(member{name: "../x"}), `the file name "../x" is not allowed`},
		{"a folder above, later", both(member{name: "a/../../x"}), "is not allowed"},
		{"a folder within, and back", both(member{name: "a/../x"}), "is not allowed"},
		{"an absolute name", both(member{name: "/etc/x"}), `the file name "/etc/x" is not allowed`},
		{"a name of another system", both(member{name: `..\x`}), "is not allowed"},
		{"a drive of another system", both(member{name: `c:x`}), "is not allowed"},
		{"a name that steers terminals", both(member{name: "a\x1b[2J"}), "is not allowed"},
		{"no name", [][]byte{tarOf(t, member{name: ""})}, "is not allowed"},
		{"a folder above, as a folder", [][]byte{tarOf(t, member{name: "../x/", kind: tar.TypeDir})}, "is not allowed"},
		{"a symbolic link", both(member{name: "a", kind: tar.TypeSymlink, link: "/etc"}, member{name: "a/x"}),
			`"a" is a link`},
		{"a hard link", [][]byte{tarOf(t, member{name: "a", kind: tar.TypeLink, link: "../../x"})},
			`"a" is a link, to "../../x"`},
		{"a pipe", both(member{name: "a", kind: tar.TypeFifo}), "neither a file nor a folder"},
		{"a device", [][]byte{tarOf(t, member{name: "a", kind: tar.TypeBlock})}, "neither a file nor a folder"},
		{"a file twice", both(member{name: "a"}, member{name: "A"}), `it has "A" twice`},
		{"a file twice, under two names", both(member{name: "a"}, member{name: "./a"}), `it has "./a" twice`},
		{"a file as a folder", both(member{name: "a"}, member{name: "a/b"}), "a"},
		{"10 GB of zeros", [][]byte{tarOf(t, member{name: "a", size: 10e9})}, "its files have more than 1 MiB"},
		{"10 GB of zeros", [][]byte{zipOf(t, member{name: "a", text: zeros, size: 10e9})},
			"its files have more than 1 MiB"},
		{"more than the header says", [][]byte{zipOf(t, member{name: "a", text: zeros, size: 10})}, "a"},
		{"a size below zero", [][]byte{zipOf(t, member{name: "a", text: zeros, size: -1})},
			"its files have more than 1 MiB"},
		{"large files together", both(member{name: "a", text: zeros[:1<<19]}, member{name: "b", text: zeros[:1<<19+1]}),
			"its files have more than 1 MiB"},
		{"many files", both(many...), "it has more than 8 files"},
		{"no manifest", both(member{name: "a"}), "it has no plugin.yaml"},
		{"two folders", both(member{name: "a/plugin.yaml"}, member{name: "b/plugin.yaml"}), "it has no plugin.yaml"},
		{"a web page", [][]byte{[]byte("\n<!DOCTYPE html><html>")},
			"it is a web page, and neither a .tar.gz nor a .zip"},
		{"nothing", both(), "it "},
		{"cut off", [][]byte{whole[:len(whole)/2], whole[:12], whole[:3]}, "it ends too soon"},
		{"an empty file", [][]byte{nil}, "it is an empty file, and neither"},
		{"cut off", [][]byte{wholeZip[:len(wholeZip)/2]}, "not a valid zip file"},
		{"no archive", [][]byte{[]byte("text")}, "it is something else, and neither a .tar.gz nor a .zip"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, text := range c.archives {
				outer, _, err := unpackText(t, text)
				refused(t, err, c.want)
				if _, err := os.Stat(filepath.Join(outer, "x")); err == nil {
					t.Error("it wrote a file above")
				}
				if size := sizeOf(t, filepath.Join(outer, "new")); size > 1<<20+1 {
					t.Errorf("it wrote %d bytes", size)
				}
			}
		})
	}
}

func sizeOf(t *testing.T, dir string) (size int64) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		size += info.Size()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return size
}

// Modes become plain, and a plugin in the only folder of an archive is found there.
func TestUnpack(t *testing.T) {
	run := member{name: "./lib/run", text: "x", mode: 0o755}
	inner := []member{{name: "top/plugin.yaml", text: "id: tally\n"}, {name: "top/lib/run", text: "x", mode: 0o4777}}
	for name, text := range map[string][]byte{
		"tar":               tarOf(t, manifestFile, member{name: "lib/run", text: "x", mode: 0o4777}),
		"tar of the folder": tarOf(t, member{name: "./", kind: tar.TypeDir}, manifestFile, run),
		"zip":               zipOf(t, manifestFile, member{name: "lib/run", text: "x", mode: 0o755}),
		"tar of a repository": tarOf(t, member{kind: tar.TypeXGlobalHeader}, member{name: "top/", kind: tar.TypeDir},
			inner[0], inner[1]),
		"zip of a repository": zipOf(t, inner...),
	} {
		_, folder, err := unpackText(t, text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for file, mode := range map[string]fs.FileMode{"plugin.yaml": 0o600, "lib/run": 0o700} {
			if info, err := os.Stat(filepath.Join(folder, file)); err != nil || info.Mode() != mode {
				t.Errorf("%s: %s: %v, %v", name, file, info, err)
			}
		}
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add(tarOf(f, manifestFile))
	f.Add(zipOf(f, manifestFile))
	f.Add(tarOf(f, member{name: "a", kind: tar.TypeSymlink, link: ".."}, member{name: "a/b", text: "x"}))
	f.Fuzz(func(t *testing.T, text []byte) {
		outer, _, _ := unpackText(t, text)
		entries, err := os.ReadDir(outer)
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) != 2 {
			t.Errorf("%v", entries)
		}
		if size := sizeOf(t, outer); size > int64(len(text))+1<<20+1 {
			t.Errorf("%d bytes", size)
		}
	})
}

func TestIsArchive(t *testing.T) {
	dir := t.TempDir()
	files := map[string][]byte{"tar": tarOf(t), "zip": zipOf(t, manifestFile), "text": []byte("#!/bin/sh"), "empty": nil}
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, want := IsArchive(file), name == "tar" || name == "zip"; got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if IsArchive(dir) || IsArchive(filepath.Join(dir, "none")) {
		t.Error("a folder or nothing is an archive")
	}
}
