package catalog

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/sudokuctl/sudokuctl/core/manifest"
)

// Types of the archives that Unpack knows.
const (
	tarType = "a .tar.gz"
	zipType = "a .zip"
)

const headLength = 512 // bytes that typeOf looks at

// typeOf says what a file is by its first bytes.
func typeOf(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		return tarType
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return zipType
	case strings.HasPrefix(http.DetectContentType(head), "text/html"):
		return "a web page"
	case len(head) == 0:
		return "an empty file"
	}
	return "something else"
}

// IsArchive reports whether a file is one that Unpack can unpack.
func IsArchive(file string) bool {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	kind := typeOfFile(f)
	return kind == tarType || kind == zipType
}

// Copy copies the archive in a file into a new one, which nobody else changes, and returns its SHA-256.
func Copy(file, to string) (sum string, err error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if sum, err = save(f, to); err != nil {
		return "", fmt.Errorf("reading %s: %w", file, err)
	}
	return sum, nil
}

// limits are what the files of an archive may have at most.
type limits struct {
	files int
	bytes int64
}

var usualLimits = limits{files: 4096, bytes: 512 << 20}

// Unpack unpacks an archive into a new folder. It returns the folder that has a plugin.yaml: the new one, or the only
// one in it, as archives of a repository have. It accepts regular files and folders with names that stay inside, and
// keeps of their modes only whether a file can be executed.
func Unpack(archive, dir string) (folder string, err error) {
	if folder, err = unpack(archive, dir, usualLimits); err != nil {
		return "", fmt.Errorf("unpacking: %w", err)
	}
	return folder, nil
}

func unpack(archive, dir string, most limits) (folder string, err error) {
	f, err := os.Open(archive)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	u := &unpacking{root: root, seen: map[string]bool{}, most: most, left: most.bytes}
	switch kind := typeOfFile(f); kind {
	case zipType:
		err = u.zip(f)
	case tarType:
		err = u.tar(f)
	default:
		err = notArchive(kind)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = errors.New("it ends too soon")
	}
	if err != nil {
		return "", err
	}
	return pluginFolder(root, dir)
}

// typeOfFile says what a file is. It does not move the place from which the next bytes are read.
func typeOfFile(f *os.File) string {
	head := make([]byte, headLength)
	n, _ := f.ReadAt(head, 0)
	return typeOf(head[:n])
}

func notArchive(kind string) error {
	return fmt.Errorf("it is %s, and neither %s nor %s", kind, tarType, zipType)
}

// pluginFolder returns the folder that has a manifest.
func pluginFolder(root *os.Root, dir string) (string, error) {
	if _, err := root.Stat(manifest.FileName); err == nil {
		return dir, nil
	}
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return "", err
	}
	if len(entries) == 1 && entries[0].IsDir() {
		if _, err := root.Stat(filepath.Join(entries[0].Name(), manifest.FileName)); err == nil {
			return filepath.Join(dir, entries[0].Name()), nil
		}
	}
	return "", errors.New("it has no " + manifest.FileName)
}

type unpacking struct {
	root *os.Root
	seen map[string]bool // names in lower case: some systems have no other
	most limits
	left int64 // bytes that the next files may have
}

func (u *unpacking) tar(f io.Reader) error {
	packed, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	for files := tar.NewReader(packed); ; {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch header.Typeflag {
		case tar.TypeXGlobalHeader: // "git archive" writes the commit into it
			continue
		case tar.TypeLink:
			err = fmt.Errorf("%q is a link, to %q", header.Name, header.Linkname)
		case tar.TypeReg, tar.TypeDir, tar.TypeSymlink:
			err = u.add(header.Name, header.FileInfo().Mode(), header.Size, files)
		default:
			err = fmt.Errorf("%q is neither a file nor a folder", header.Name)
		}
		if err != nil {
			return err
		}
	}
}

func (u *unpacking) zip(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	files, err := zip.NewReader(f, info.Size())
	if err != nil {
		return err
	}
	for _, file := range files.File {
		if err := u.member(file); err != nil {
			return err
		}
	}
	return nil
}

func (u *unpacking) member(file *zip.File) error {
	if file.UncompressedSize64 > uint64(u.most.bytes) {
		return u.tooLong()
	}
	content, err := file.Open()
	if err != nil {
		return err
	}
	defer content.Close()
	return u.add(file.Name, file.Mode(), int64(file.UncompressedSize64), content)
}

func (u *unpacking) tooLong() error {
	return fmt.Errorf("its files have more than %d MiB", u.most.bytes>>20)
}

// add writes a file or makes a folder.
func (u *unpacking) add(name string, mode fs.FileMode, size int64, content io.Reader) error {
	name = strings.TrimSuffix(name, "/")
	if err := checkPath(name); err != nil {
		return err
	}
	folded := strings.ToLower(path.Clean(name))
	if u.seen[folded] {
		return fmt.Errorf("it has %q twice", name)
	}
	if u.seen[folded] = true; len(u.seen) > u.most.files {
		return fmt.Errorf("it has more than %d files", u.most.files)
	}
	switch {
	case size < 0 || size > u.left:
		return u.tooLong()
	case mode.IsDir():
		return u.root.MkdirAll(filepath.FromSlash(name), 0o700)
	case mode.IsRegular():
		return u.write(filepath.FromSlash(name), mode, content)
	case mode.Type() == fs.ModeSymlink:
		return fmt.Errorf("%q is a link", name)
	}
	return fmt.Errorf("%q is neither a file nor a folder", name)
}

func (u *unpacking) write(name string, mode fs.FileMode, content io.Reader) error {
	if err := u.root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	own := fs.FileMode(0o600)
	if mode&0o111 != 0 {
		own = 0o700
	}
	f, err := u.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, own)
	if err != nil {
		return err
	}
	n, err := io.Copy(f, io.LimitReader(content, u.left+1)) // a header may lie about the size
	if err = errors.Join(err, f.Close()); err == nil && n > u.left {
		err = u.tooLong()
	}
	u.left -= n
	return err
}

// checkPath refuses names that lead out of a folder, or that mean something else on another system.
func checkPath(name string) error {
	odd := func(r rune) bool {
		return r == '\\' || r == ':' || r == unicode.ReplacementChar || unicode.IsControl(r)
	}
	outside := !filepath.IsLocal(name) || path.Clean(name) != strings.TrimPrefix(name, "./") && name != "."
	if outside || strings.ContainsFunc(name, odd) {
		return fmt.Errorf("the file name %q is not allowed", name)
	}
	return nil
}
