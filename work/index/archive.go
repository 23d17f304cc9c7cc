package index

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/sudokuctl/sudokuctl/core/manifest"
)

// What an archive may hold at most.
const (
	mostFiles    = 4096
	mostUnpacked = 1 << 30
)

// unpack unpacks an archive into an empty folder. Only regular files and folders are taken, with names that stay inside,
// and of their modes only whether a file can be executed.
func unpack(archive io.Reader, dir string) error {
	packed, err := gzip.NewReader(archive)
	if err != nil {
		return fmt.Errorf("unpacking: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("unpacking: %w", err)
	}
	defer root.Close()
	u := unpacking{root: root, seen: map[string]bool{}}
	for files := tar.NewReader(packed); ; {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = u.take(header, files)
		}
		if err != nil {
			return fmt.Errorf("unpacking: %w", err)
		}
	}
}

type unpacking struct {
	root *os.Root
	seen map[string]bool // names in lower case: some systems have no other
	size int64
}

func (u *unpacking) take(header *tar.Header, content io.Reader) error {
	name := strings.TrimSuffix(header.Name, "/")
	if err := checkPath(name); err != nil {
		return err
	}
	if u.size += header.Size; header.Size < 0 || u.size > mostUnpacked {
		return fmt.Errorf("its files have more than %d MiB", mostUnpacked>>20)
	}
	folded := strings.ToLower(name)
	if u.seen[folded] {
		return fmt.Errorf("it has %q twice", name)
	}
	if u.seen[folded] = true; len(u.seen) > mostFiles {
		return fmt.Errorf("it has more than %d files", mostFiles)
	}
	switch header.Typeflag {
	case tar.TypeDir:
		return u.root.MkdirAll(filepath.FromSlash(name), 0o700)
	case tar.TypeReg:
		return u.write(filepath.FromSlash(name), header, content)
	case tar.TypeSymlink, tar.TypeLink:
		return fmt.Errorf("%q is a link, to %q", name, header.Linkname)
	}
	return fmt.Errorf("%q is neither a file nor a folder", name)
}

func (u *unpacking) write(name string, header *tar.Header, content io.Reader) error {
	if err := u.root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	mode := fs.FileMode(0o600)
	if header.Mode&0o111 != 0 {
		mode = 0o700
	}
	f, err := u.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, content)
	return errors.Join(err, f.Close())
}

// checkPath refuses names that lead out of a folder, or that mean something else on another system.
func checkPath(name string) error {
	odd := func(r rune) bool {
		return r == '\\' || r == ':' || r == unicode.ReplacementChar || unicode.IsControl(r)
	}
	if !filepath.IsLocal(name) || path.Clean(name) != strings.TrimPrefix(name, "./") && name != "." || strings.ContainsFunc(name, odd) {
		return fmt.Errorf("the name %q leads elsewhere, or is none", name)
	}
	return nil
}

// pack writes the files of a folder as an archive, the same bytes for the same files. What begins with a dot is left
// out, and so is a workspace of Go, which names folders of its author.
func pack(dir string, to io.Writer) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("packing: %w", err)
	}
	defer root.Close()
	packed, err := gzip.NewWriterLevel(to, gzip.BestCompression)
	if err != nil {
		return fmt.Errorf("packing: %w", err)
	}
	files := tar.NewWriter(packed)
	var names []string
	err = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name != "." && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case name == "go.work" || name == "go.work.sum":
			return nil
		case !entry.IsDir() && !entry.Type().IsRegular():
			return fmt.Errorf("%q is a link or no regular file, and only files can be published", name)
		case !entry.IsDir() && holdsSecretKey(root.FS(), name):
			return fmt.Errorf("%q is a secret key: move it out of the folder", name)
		case !entry.IsDir():
			names = append(names, name)
		}
		return checkPath(name)
	})
	slices.Sort(names)
	if err == nil && !slices.Contains(names, manifest.FileName) {
		err = errors.New("it has no " + manifest.FileName)
	}
	for _, name := range names {
		if err == nil {
			err = packFile(files, root, name)
		}
	}
	if err = errors.Join(err, files.Close(), packed.Close()); err != nil {
		return fmt.Errorf("packing %q: %w", dir, err)
	}
	return nil
}

func packFile(to *tar.Writer, root *os.Root, name string) error {
	f, err := root.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	header := &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: info.Size(), Mode: 0o644, ModTime: time.Unix(0, 0),
		Format: tar.FormatPAX}
	if info.Mode()&0o111 != 0 {
		header.Mode = 0o755
	}
	if err := to.WriteHeader(header); err != nil {
		return err
	}
	_, err = io.Copy(to, f)
	return err
}
