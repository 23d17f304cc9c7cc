package fpuzzles

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// puzzle is a puzzle of size 4 with some keys.
func puzzle(keys string) string {
	row := `[{},{"value":2},{"givenPencilMarks":[1,2]},{"value":4,"given":true}]`
	return `{"size":4,"grid":[` + row + strings.Repeat(`,[{},{},{},{}]`, 3) + `]` + keys + `}`
}

const start = "..{12}4............"

// TestRead reads keys; the puzzle is written in short notation, or the error, or what is not understood.
func TestRead(t *testing.T) {
	for keys, want := range map[string]string{
		``:                  start,
		`,"diagonal+":true`: start + "~extra:r1c4r2c3r3c2r4c1",
		`,"diagonal+":true,"diagonal-":true,"antiking":true,"disjointgroups":false`:                   "4+x+k:",
		`,"extraregion":[{"cells":["R2C2","R3C3","R2C3","R3C2"]}]`:                                    "4+w:",
		`,"thermometer":[{"lines":[["R1C1","R1C2"],["R1C1","R2C1"]]}]`:                                "~thermo:r1c12~thermo:r12c1",
		`,"whispers":[{"lines":[["R1C1","R1C2"]]},{"lines":[["R2C1","R2C2"]],"value":"1"}]`:           "~whisper=1:r2c12~whisper=2:r1c12",
		`,"modularline":[{"lines":[["R1C1","R1C2"]]}]`:                                                "~modular=3:r1c12",
		`,"killercage":[{"cells":["R1C1","R1C2"],"value":5},{"cells":["R2C1","R2C2"]}]`:               "~cage:r2c12~cage=5:r1c12",
		`,"arrow":[{"cells":["R1C2","R1C1"],"lines":[["R1C1","R2C1"],["R1C2","R2C2"]]}]`:              "~arrow:r1c12-r2c1~arrow:r1c12-r2c2",
		`,"difference":[{"cells":["R1C1","R1C2"],"value":"1"},{"cells":["R2C1","R2C2"],"value":"2"}]`: "~white:r1c12~white=2:r2c12",
		`,"nonconsecutive":true`: "~nonconsecutive",
		`,"nonconsecutive":true,"difference":[{"cells":["R1C1","R1C2"]}]`:                                                "~all-white~white:r1c12",
		`,"negative":["xv","ratio"],"xv":[{"cells":["R1C1","R1C2"],"value":"V"}]`:                                        "~all-black~all-xv~v:r1c12",
		`,"odd":[{"cell":"R1C1"},{"cell":"R2C1"}],"rowindexer":[{"cells":["R1C1"]}]`:                                     "~odd:r12c1~row-index:r1c1",
		`,"sandwichsum":[{"cell":"R0C2","value":"3"}],"xsum":[{"cell":"R1C5","value":3}]`:                                "~sandwich=3:c2~x-sum=3:r1c4321",
		`,"littlekillersum":[{"cell":"R2C0","direction":"UR","value":"3"},{"cell":"R5C5","direction":"UL","value":"9"}]`: "~little-killer=3:r1c1~little-killer=9:r4c4r3c3r2c2r1c1",
		`,"quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[1,"2"]}]`:                                        "~quad=1.2:r1c12r2c12",
		`,"clone":[{"cells":["R1C1","R1C2"],"cloneCells":["R2C2","R1C2"]}]`:                                              "~clone:r1c1-r2c2",
		`,"cage":[{"cells":["R1C1"],"fromConstraint":"Row Indexer"},{"cells":[],"value":"author: X"}]`:                   start,

		`,"chevron":[1],"line":[{"lines":[["R1C1","R1C2"]]}]`:                         "not understood: chevron, line",
		`,"thermometer":[{"lines":[["R1C1","R1C2"]],"slow":true}]`:                    "not understood: thermometer with slow",
		`,"killercage":[{"cells":["R1C1","R1C2"],"value":"odd"}]`:                     `not understood: killercage with value "odd"`,
		`,"sandwichsum":[{"cell":"R0C2"}]`:                                            "not understood: sandwichsum without value",
		`,"negative":["quadruple"]`:                                                   "not understood: negative quadruple",
		`,"nonconsecutive":true,"difference":[{"cells":["R1C1","R1C2"],"value":"2"}]`: "not understood: nonconsecutive beside a difference of 2",

		`,"thermometer":[{"lines":[["R1C1","R5C2"]]}]`:                   `thermometer: 1: "R5C2" is no cell of the grid`,
		`,"thermometer":{"lines":1}`:                                     "thermometer: json: cannot unmarshal object",
		`,"killercage":[{"value":"3"}]`:                                  "killercage: 1: cells are missing",
		`,"sandwichsum":[{"cell":"R1C1","value":3}]`:                     `sandwichsum: 1: "R1C1" is not beside the grid`,
		`,"littlekillersum":[{"cell":"R0C0","direction":"X","value":3}]`: `no diagonal begins at "R0C0" in direction "X"`,
		`,"quadruple":[{"cells":["R1C1"],"values":[5]}]`:                 "quadruple: 1: 5 is not a digit",
		`,"size":9`:   "a puzzle of size 9 with 4 rows",
		`,"size":"x"`: "size: a number is missing",
		`,`:           "invalid character",
	} {
		if got := read(puzzle(keys)); !strings.Contains(got, want) {
			t.Errorf("%s\n got %s\nwant %s", keys, got, want)
		}
	}
}

// TestDefaultRegions states no region where the cell is in its default one: a box, or the row if the size is prime.
func TestDefaultRegions(t *testing.T) {
	rows := func(n int, stated map[int]string) string {
		var all []string
		for row := range n {
			var cells []string
			for col := range n {
				cells = append(cells, "{"+stated[row*n+col]+"}")
			}
			all = append(all, "["+strings.Join(cells, ",")+"]")
		}
		return fmt.Sprintf(`{"size":%d,"grid":[%s]}`, n, strings.Join(all, ","))
	}
	for _, test := range []struct {
		n      int
		stated map[int]string
		want   string
	}{
		{5, nil, "5/l:" + dots(25)},
		{5, map[int]string{0: `"region":1`, 5: `"region":0`}, "5/j:" + dots(25) + ":1222221111333334444455555"},
		{6, nil, dots(36)},
		{15, nil, "15:" + dots(225)},
	} {
		if got := read(rows(test.n, test.stated)); got != test.want {
			t.Errorf("size %d: %s instead of %s", test.n, got, test.want)
		}
	}
}

func dots(n int) string { return strings.Repeat(".", n) }

func read(data string) string {
	d, err := Read([]byte(data))
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

// FuzzRead reads anything: no crash, and what has been written is read again.
func FuzzRead(f *testing.F) {
	for _, keys := range []string{"", `,"arrow":[{"cells":["R1C2"],"lines":[["R1C1","R2C1"]]}],"antiknight":true,"solution":[1,2,99]`,
		`,"killercage":[{"cells":["R1C1","R1C2"],"value":5}],"clone":[{"cells":["R1C1"],"cloneCells":["R2C2"]}]`,
		`,"xsum":[{"cell":"R1C5","value":3}],"littlekillersum":[{"cell":"R2C0","direction":"UR","value":"3"}],"negative":["xv"]`} {
		f.Add(puzzle(keys))
	}
	f.Fuzz(func(t *testing.T, data string) {
		var fields map[string]json.RawMessage
		if json.Unmarshal([]byte(data), &fields) != nil || !Is(fields) {
			return
		}
		d, err := Read([]byte(data))
		if err != nil {
			return
		}
		p, err := d.Puzzle()
		if err != nil {
			return
		}
		written, err := Write(p, "", "", nil)
		if err != nil {
			return
		}
		if again := read(string(written)); again != p.String() && d.Incomplete() == nil && !strings.Contains(data, "extraregion") {
			t.Errorf("%s became %s by %s", p, again, written)
		}
	})
}
