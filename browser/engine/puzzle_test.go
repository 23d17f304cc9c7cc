package engine

import (
	"strings"
	"testing"
)

func TestReadPuzzle(t *testing.T) {
	rows := strings.Split(classic, "")
	picture, plain := "+---+---+---+\n", ""
	for i, cell := range rows {
		if i%3 == 0 {
			picture += "|"
		}
		picture, plain = picture+" "+cell, plain+cell
		if i%9 == 8 {
			picture, plain = picture+"|\r\n", plain+"\n"
		}
		if i%27 == 26 {
			picture += "+---+---+---+\n"
		}
	}
	for _, text := range []string{classic, "\n" + classic + "\n", picture, plain, classic + "\n" + strings.Repeat(".", 81), strings.ReplaceAll(classic, ".", "0")} {
		p, err := ReadPuzzle(text)
		if err != nil || p.String() != classic {
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
	if p, err := ReadPuzzle("2.14\n....\n....\n4..2"); err != nil || p.String() != "2.14........4..2" {
		t.Errorf("%v, %v", p, err)
	}
	for _, text := range []string{"", "\n \n", "+---+\n", "12345"} {
		if p, err := ReadPuzzle(text); err == nil {
			t.Errorf("%q: %v", text, p)
		}
	}
}
