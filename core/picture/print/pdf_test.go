package print_test

import (
	"bytes"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/picture/print"
)

func TestDocument(t *testing.T) {
	write := func() []byte {
		d := print.NewDocument("Sample <1>")
		d.Add(sample())
		d.Add(sample())
		var b bytes.Buffer
		if err := d.Write(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	one := write()
	if !bytes.HasPrefix(one, []byte("%PDF-1.")) || bytes.Count(one, []byte("/Type /Page\n")) != 2 {
		t.Errorf("no PDF of two pages: %.40q", one)
	}
	if !bytes.Contains(one, []byte("[0 0 141.73 113.39]")) {
		t.Error("a page is not 50 × 40 mm")
	}
	if !bytes.Equal(one, write()) {
		t.Error("the same pages give other bytes")
	}
}
