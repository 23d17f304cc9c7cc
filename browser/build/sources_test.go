package main

import (
	"bytes"
	"compress/gzip"
	"testing"
)

// A browser loads the program quickly.
// The algorithms and what is said of puzzles have 1.5 MB, constraints beyond houses 0.2, and what asks algorithms, as the command line
// asks plugins, 0.02; drawings of constraints 0.04; what explains, grades and makes puzzles that have some 0.16.
func TestSizeOfTheProgram(t *testing.T) {
	const most = 2_000_000
	var b bytes.Buffer
	zip, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	program := newSources(t).program
	zip.Write(program)
	zip.Close()
	if b.Len() > most {
		t.Errorf("%d bytes compressed, want at most %d", b.Len(), most)
	}
	t.Logf("%d bytes, %d compressed", len(program), b.Len())
}
