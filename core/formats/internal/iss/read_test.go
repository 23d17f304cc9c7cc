package iss

import (
	"errors"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestRead reads texts; the puzzle is written in short notation, or the error, or what is not understood.
func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		".~R1C1_5~r9c9_1_2":                                        "5" + dots(79) + "{12}",
		".~R1C1_1_2~R1C1_2_3":                                      "2" + dots(80),
		"http://x.de/?q=.Shape~4x4.~R1C1_1&a=b#c":                  "1" + dots(15),
		".Shape~4x4~1-4.AntiKnight.~R1C1_1":                        "4+n:1" + dots(15),
		".Shape~4x4~0-3.~R4C4_0":                                   "4@0123:" + dots(15) + "0",
		".Shape~4x4.NoBoxes.Diagonal~1.Diagonal~-1":                "4/l+x:" + dots(16),
		".Shape~5x5.Jigsaw~0011200112331223342244444.Diagonal~1":   ".Jigsaw: pieces",
		".Shape~4x4.Jigsaw~1122112233443344":                       "4:~extra:r1c12r2c12~extra:r1c34r2c34~",
		".Cage~15~R1C1~R1C2~R1C1":                                  "9:~cage:r1c12~sum=15:r1c112",
		".Cage~~R1C1~R1C2.Cage~0~R2C1~R2C2":                        "9:~cage:r1c12~cage:r2c12",
		".Sum~0_=_1_-10_1~R1C1~R1C2~R1C3":                          "9:~sum=0:r1c13-r1c2222222222",
		".Sum~-3_=_-1_-1~R1C1~R1C2":                                "9:~sum=3:r1c12",
		".Whisper~R1C1~R1C2~R1C3.Whisper~4~R2C1~R2C2":              "9:~whisper=4:r2c12~whisper=5:r1c123",
		".WhiteDot~R1C1~R1C2~R1C3.GreaterThan~R5C5~R5C6":           "9:~less:r5c65~white:r1c12~white:r1c23",
		".PillArrow~2~R1C3~R1C2~R1C1~R2C1":                         "9:~arrow:r1c23-r12c1",
		".XSum~C2~27~5.Skyscraper~R1~~3.Sandwich~18~C1":            "9:~sandwich=18:c1~skyscraper=3:r1c987654321~x-sum=5:r987654321c2~x-sum=27:c2",
		".LittleKiller~12~R9C2.LittleKiller~9~R1C1":                "~little-killer=12:r9c2r8c3r7c4r6c5r5c6r4c7r3c8r2c9",
		".Quad~R1C1~1~2.LookAndSay~1203~R5C1~R5C2":                 "9:~look-and-say=1.2:r5c12~quad=1.2:r1c12r2c12~sum=1.2.4.5.6.7.8.9:r5c1~sum=1.2.4.5.6.7.8.9:r5c2",
		".SameValues~2~R1C1~R2C2.SameValues~2~R3C3~R3C4~R4C3~R4C4": "9:~equal:r1c1r2c2~same-digits:r3c34-r4c34",
		".Or.~R1C1_1_2.And.~R1C1_3.X~R2C2~R2C3.End.End":            "9:~or~sum=1.2:r1c1~and~sum=3:r1c1~x:r2c23~end~end",
		".Or.And.End.Thermo~R1C1~R1C2.End":                         dots(81),
		".Replicate~AwD~R1C1.Thermo~R1C1~R2C1.End":                 "",
		".Shape~4x4.Replicate~F.Thermo~R1C1~R2C1.End":              "4:~thermo:r12c1~thermo:r12c3",
		".Shape~16x16.~RgCf_16~RaC1_10.Cage~20~RgC1~RgC2":          "16:" + dots(144) + "A" + dots(109) + "G.~cage=20:r16c1.2",
		".Regex~WzEtNV0q~R1C1~R1C2~~R2C1~R2C2":                     "9:~regex=%5B1%2D5%5D%2A:r1c12~regex=%5B1%2D5%5D%2A:r2c12",
		".Shape~4x4.Pair~AA~_~R1C1~R1C2":                           "4:~pair=AAA:r1c12",

		".Foo~R1C1":                            "column 1: .Foo: no such type",
		".~R1C1_5.Cage~3~R1C1~R10C2":           `column 9: .Cage: "R10C2" is not a cell`,
		".Cage~3~R1C1~R1Ca":                    "column 1: .Cage: cell R1Ca is outside the grid",
		".Cage~x~R1C1~R1C2":                    `constraint "cage": value "x": "x" is not a whole number`,
		".Or.~R1C1_5":                          "column 1: .Or without .End",
		".~R1C1_5.End":                         "column 9: .End without a group",
		".~R1C1_0":                             `column 1: .: "0" is not a digit of the grid`,
		".Shape~4x7.Cage~3~R1C1":               `column 1: grid "4x7" is not N×N`,
		".Shape~6x6~9":                         `grid "6x6~9" is not N×N with N digits`,
		".Replicate~__.Thermo~R9C1~R9C2.End":   "moved out of the grid",
		".NFA~AAAA~R1C1":                       "word=_:r1c1",
		".NFA~!~R1C1":                          "column 1: .NFA: not an automaton",
		strings.Repeat(".Or", 99) + ".~R1C1_1": "groups more than 64 deep",
		".PairX~A~_" + strings.Repeat("~R1C1~R1C2", 500): "fewer cells is meant",
		".FullRank~R1~3~.Var~A~x~3.~R1C1_5":              "not understood: FullRank, Var",
		".Arrow~VA1~R1C1.Or.~VA1_2.End":                  "not understood: cells outside the grid",
		".ConnectedValues~~1_2.Thermo~R1~R2C":            `column 22: .Thermo: "R1" is not a cell`,
	} {
		if got := readText(text); want == "" && !strings.Contains(got, "~thermo") || !strings.Contains(got, want) {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}

func dots(n int) string { return strings.Repeat(".", n) }

func readText(text string) string {
	if !Is(text) {
		return "not recognised"
	}
	d, err := Read(text)
	if err != nil {
		return err.Error()
	}
	if err := d.Incomplete(); err != nil {
		return err.Error()
	}
	p, err := d.Puzzle()
	if err != nil {
		return err.Error()
	}
	return p.String()
}

// TestIs tells texts from what looks like them.
func TestIs(t *testing.T) {
	for text, want := range map[string]bool{
		".": false, "..~R1": false, ".1.3": false, ".A.B" + dots(12): false, ".X.V" + dots(12): false, ".V~R1C1~R1C2": true,
		".NoBoxes": true, ".StrictXV.~R1C1_5": true, "https://a.b/?q=.Cage": true, "https://a.b/?q=x": false, "": false,
	} {
		if Is(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

// FuzzRead reads anything: errors have no place but columns within the text, and what is read is a puzzle that can be written and
// read again, or is refused.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{".Shape~4x4.~R1C1_1.Or.Cage~3~R1C1~R1C2.And.Thermo~R1C1~R2C1.End.End", ".Replicate~AwD.WhiteDot~R1C1~R1C2.End",
		".NFA~TgRf8iM0RVaqiIiP_ISEhIS_50dHR0f_SUlJSU_6wsLCwv_Z2dnZ2_7q6urq__hISEhI_8nJycnP_oqKioqA~_a~R7C2~R7C1~-~R6C3~~R1C1",
		".Sum~0_=_1_-1~R1C1~R1C2.PillArrow~2~R1C3~R1C2~R1C1~R2C1", ".Regex~WzEtNV0q~R7C3", ".Jigsaw~0001111000011122223332223333445556644555664445666.Shape~7x7",
		".Pair~gH8gH8A4BP4BP~_~R9C8~R9C9", ".LookAndSay~12~R1C2~R2C2.XSum~C2~27~27.LittleKiller~22~R1C1.Quad~R1C1~1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !Is(text) || len(text) > 2000 {
			return
		}
		d, err := Read(text)
		var placed *sudoku.ParseError
		if err != nil {
			if errors.As(err, &placed) && (placed.Column < 1 || placed.Column > len(text)+1) {
				t.Errorf("column %d of %d", placed.Column, len(text))
			}
			return
		}
		p, err := d.Puzzle()
		if err != nil {
			return
		}
		if written, ok := Write(p); ok {
			if again := readText(written); strings.HasPrefix(again, "column") || again == "not recognised" {
				t.Errorf("%s became %s: %s", text, written, again)
			}
		}
	})
}
