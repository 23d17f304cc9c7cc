package formats

import (
	"bufio"
	"compress/gzip"
	"fmt"
)

// A PackedError says that a file holds other files, or a compressed one, in a way that Read does not undo.
type PackedError struct {
	File string
	Kind string // "a zip archive"
	Tool string // a program that writes the content to standard output: "unzip -p"
}

func (e *PackedError) Error() string { return fmt.Sprintf("reading %s: it is %s", e.File, e.Kind) }

const gzipMagic = "\x1f\x8b"

// packings are the first bytes of what Read refuses.
var packings = []struct{ magic, kind, tool string }{
	{"PK\x03\x04", "a zip archive", "unzip -p"},
	{"PK\x05\x06", "a zip archive", "unzip -p"},
	{"\xfd7zXZ\x00", "an xz file", "xz -dc"},
	{"\x28\xb5\x2f\xfd", "a zstd file", "zstd -dc"},
	{"BZh", "a bzip2 file", "bzip2 -dc"},
	{"\xff\xfe", "text in UTF-16", "iconv -f UTF-16 -t UTF-8"},
	{"\xfe\xff", "text in UTF-16", "iconv -f UTF-16 -t UTF-8"},
	{"7z\xbc\xaf\x27\x1c", "a 7z archive", "7z e -so"},
}

// unpack returns the text of a gzip file, of other files what they are. A line or an element of it is bounded
// as ever, so that memory is constant whatever the text grows to.
func unpack(in *bufio.Reader, file string) (*bufio.Reader, error) {
	if begins(in, gzipMagic) {
		text, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", file, err)
		}
		in = bufio.NewReaderSize(text, 64<<10)
	}
	for _, p := range packings {
		if begins(in, p.magic) {
			return nil, &PackedError{file, p.kind, p.tool}
		}
	}
	return in, nil
}

// begins reports whether the first bytes are magic. It waits for no more of them than it takes to see that
// they are not.
func begins(in *bufio.Reader, magic string) bool {
	for n := range len(magic) {
		first, err := in.Peek(n + 1)
		if err != nil || first[n] != magic[n] {
			return false
		}
	}
	return true
}
