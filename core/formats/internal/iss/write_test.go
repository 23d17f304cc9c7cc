package iss

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestWrite writes puzzles, and reads back what was written.
func TestWrite(t *testing.T) {
	for notation, want := range map[string]string{
		"4:1..............." + "~cage=3:r1c12~cage:r2c12":          ".Shape~4x4.~R1C1_1.Cage~~R2C1~R2C2.Cage~3~R1C1~R1C2",
		"9:" + dots(80) + "{12}":                                   ".Shape~9x9.~R9C9_1_2",
		"9:" + dots(81):                                            ".Shape~9x9",
		"9@012345678:" + dots(80) + "0":                            ".Shape~9x9~0-8.~R9C9_0",
		"6/3x2+n:" + dots(36):                                      ".Shape~6x6.NoBoxes.Jigsaw~112233112233112233445566445566445566.AntiKnight",
		"9/l:" + dots(81):                                          ".Shape~9x9.NoBoxes",
		"9+x+g:" + dots(81):                                        ".Diagonal~1.Diagonal~-1.DisjointSets",
		"9:~white=3:r1c12~white:r1c23":                             ".WhiteDot~R1C2~R1C3.Pair~IACgIICigIACgA~_~R1C1~R1C2",
		"9:~sandwich=5:r1c1234":                                    "",
		"9:~x-sum=5:r1c987654321":                                  ".Shape~9x9.XSum~R1~~5",
		"9:~less:r1c12~less:r5c123":                                "",
		"9:~odd:r1c1":                                              ".Shape~9x9.~R1C1_1_3_5_7_9",
		"9:~product=12:r1c12":                                      "",
		"9:~cage=7.9:r1c12":                                        "",
		"9:~or~cage=7:r1c12~thermo:r1c12~end":                      ".Shape~9x9.Or.Cage~7~R1C1~R1C2.Thermo~R1C1~R1C2.End",
		"9:~or~and~odd:r1c1~x:r1c12~end~slow-thermo:r1c12r2c3~end": ".Shape~9x9.Or.Pair~_3_8H_wH8AHwAE~_~R1C1~R1C2~~R1C2~R2C3.And.~R1C1_1_3_5_7_9.X~R1C1~R1C2.End.End",
		"9@ABCDEFGHI:A" + dots(80):                                 "unfit",
		"9:{1:.5,2:.5}" + dots(80):                                 "unfit",
		"9^3:" + dots(729):                                         "unfit",
		"25:" + dots(625):                                          "unfit",
	} {
		p, err := sudoku.ParsePuzzle(notation)
		if err != nil {
			t.Fatal(notation, err)
		}
		got, ok := Write(p)
		switch {
		case !ok:
			got = "unfit"
		case readText(got) == "" || !Is(got):
			t.Errorf("%s is not read", got)
		}
		if want != "" && got != want {
			t.Errorf("%s\n got %s\nwant %s", notation, got, want)
		}
	}
}
