package penpa

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"strings"
	"testing"
)

// address makes an address of lines.
func address(lines ...string) string {
	var data bytes.Buffer
	w, _ := flate.NewWriter(&data, 9)
	w.Write([]byte(strings.Join(lines, "\n")))
	w.Close()
	return "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + base64.StdEncoding.EncodeToString(data.Bytes())
}

// drawn is the address of a 4×4 with boxes and what else is drawn.
func drawn(head, drawn string) string {
	return address(head, "[0,0,0,0]", "{}", `{zE:{"75,83":2,"83,91":2,"91,99":2,"99,107":2,"89,90":2,"90,91":2,"91,92":2,"92,93":2},`+drawn+`}`)
}

// TestRead reads addresses; the puzzle is written in short notation, or the error, or what is not understood. The frame of a 4×4 has
// eight columns: r1c1 is at 18, its corner at 82, its lower side at 146, its right side at 210, its first small number at 328.
func TestRead(t *testing.T) {
	plain := "square,4,4,38"
	for line, want := range map[string]string{
		drawn(plain, `zN:{"18":["1",1,"1"]}`):                                     "1...............",
		drawn("sudoku,4,4,38,0,1,1,0,0,0,0,1,0,0,1", `zT:[[18,19,27]],zL:{}`):     "4+x:~thermo:r1c12r2c2",
		drawn(plain, `z3:[[18,19]],z6:[[26,27,19]],z1:{"332":[" 9",1]}`):          "~arrow:r1c1-r1c2~cage=9:r1c2r2c12",
		drawn(plain, `zY:{"146":[8,"circle_SS",2],"210":[2,"circle_SS",2]}`):      "~black:r1c12~white:r12c1",
		address(plain, "[0,0,0,0]", "{}", `{}`):                                   "4/l:",
		address("square,5,5,38", "[1,0,1,0]", "{}", `{zN:{"30":["3",1,"1"]}}`):    "4/l:3",
		drawn(plain, `zS:{"18":1},zC:{"1,2":3}`):                                  "not understood: cage, surface",
		drawn(plain, `zN:{"18":["x",1,"1"],"17":["5",1,"1"]},z1:{"328":["3",1]}`): "not understood: numbers outside the grid, small numbers, texts in cells",
		drawn(plain, `zY:{"18":[3,"circle_L",2],"19":[[1],"x",1]}`):               "not understood: symbols",
		drawn(plain, `zT:[[0,18]]`):                                               "column 51: thermo: a point outside the grid",
		drawn("hex,4,4,38", `zT:[]`):                                              `a grid of type "hex" is not square`,
		drawn("square,4,5,38", `zT:[]`):                                           "a grid of 5 rows and 4 columns",
		drawn(plain, `zT:1`):                                                      "thermo: json",
		drawn(plain, `zT`):                                                        "reading what is drawn",
		address("x"):                                                              "is not square",
		"https://x.de/penpa-edit/#m=solve&p=AAAA":                                 "not the text of a puzzle",
		"https://x.de/penpa-edit/#m=solve&p=A":                                    "column 36: illegal base64",
	} {
		if !Is(line) {
			t.Errorf("%s is not recognised", line)
		}
		if got := read(line); !strings.Contains(got, want) {
			t.Errorf("%s\n got %s\nwant %s", line, got, want)
		}
	}
}

func read(line string) string {
	d, err := Read(line)
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

// FuzzRead reads anything that may be in an address.
func FuzzRead(f *testing.F) {
	f.Add("sudoku,4,4,38,0,1,1,0,0,0,0,1,0,0,1", "[0,0,0,0]", `{zE:{"81,89":2},zT:[[18,19,27]],z6:[[26,27]],z1:{"332":[" 9",1]},zN:{"18":["1",1,"1"]},zY:{"146":[8,"circle_SS",2]}}`)
	f.Fuzz(func(_ *testing.T, head, space, question string) {
		read(address(head, space, "{}", question))
	})
}
