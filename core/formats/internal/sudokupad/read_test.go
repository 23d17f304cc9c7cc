package sudokupad

import (
	"encoding/json"
	"strings"
	"testing"
)

// sample is a puzzle of size 4 with some keys.
func sample(keys string) string {
	row := `[{"value":1},{},{},{}]`
	return `{"cells":[` + row + strings.Repeat(`,[{},{},{},{}]`, 3) + `],"regions":[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],` +
		`[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]]` + keys + `}`
}

const start = "1..............."

// TestRead reads what is drawn; the puzzle is written in short notation, or the error, or what is not understood.
func TestRead(t *testing.T) {
	for keys, want := range map[string]string{
		``: start,
		`,"cages":[{"cells":[[0,0],[0,1]],"value":"3","unique":true},{"cells":[[1,1]],"sum":2},{"value":"title: T"},{"cells":[[1,0],[1,1]],"unique":true}]`: start + "~cage:r2c12~cage=2:r2c2~cage=3:r1c12",
		`,"metadata":{"antiknight":true,"title":"T"}`:                                               "4+n:" + start,
		`,"lines":[{"color":"#cfcfcf","thickness":16,"wayPoints":[[0.5,0.5],[0.5,2.5],[1.5,3.5]]}]`: start + "~palindrome:r1c123r2c4",
		`,"lines":[{"color":"#CFCFCF","thickness":21,"wayPoints":[[0.5,0.5],[0.5,1.5]]}],"underlays":[{"center":[0.5,0.5],"rounded":true,"width":0.85,"backgroundColor":"#CFCFCF"}]`:          start + "~thermo:r1c12",
		`,"lines":[{"color":"#34BBE6","thickness":2,"wayPoints":[[0,0],[4,4]]}]`:                                                                                                              start + "~extra:r1c1r2c2r3c3r4c4",
		`,"overlays":[{"center":[1,0.5],"rounded":true,"width":0.3,"height":0.3,"borderColor":"#000000","backgroundColor":"#FFFFFF","text":2}]`:                                               start + "~white=2:r12c1",
		`,"overlays":[{"center":[0.5,1],"rounded":true,"width":0.3,"height":0.3,"borderColor":"#000000","backgroundColor":"#000000"}]`:                                                        start + "~black:r1c12",
		`,"overlays":[{"center":[0.5,1],"width":0.25,"fontSize":21,"text":"V"},{"center":[1,1],"rounded":true,"width":0.7,"fontSize":14,"text":"1 2\n3"}]`:                                    start + "~quad=1.2.3:r1c12r2c12~v:r1c12",
		`,"overlays":[{"center":[0.5,-0.5],"fontSize":32,"text":"5"}],"underlays":[{"center":[1.5,1.5],"width":0.7,"height":0.7,"backgroundColor":"#CFCFCF"}]`:                                start + "~even:r2c2~sandwich=5:r1",
		`,"arrows":[{"color":"#a1a1a1","thickness":5,"wayPoints":[[0.5,0.8],[0.5,1.5]]}],"overlays":[{"center":[0.5,0.5],"rounded":true,"width":0.75,"height":0.75,"borderColor":"#a1a1a1"}]`: start + "~arrow:r1c1-r1c2",
		`,"arrows":[{"thickness":2,"wayPoints":[[-0.2,0.8],[-0.02,0.98]]}],"overlays":[{"center":[-0.5,0.5],"fontSize":28,"text":"9"}]`:                                                       start + "~little-killer=9:r1c2r2c3r3c4",

		`,"lines":[{"color":"#FF0000","wayPoints":[[0.5,0.5],[0.5,1.5]]}]`:                "not understood: lines of colour #FF0000",
		`,"lines":[{"color":"#CFCFCF","thickness":21,"wayPoints":[[0.5,0.5],[0.5,1.5]]}]`: "not understood: lines of colour #CFCFCF",
		`,"overlays":[{"center":[0.5,0.5],"text":"A B"}]`:                                 "not understood: marks A B",
		`,"cages":[{"cells":[[0,0]]}]`:                                                    "not understood: cages without a sum",
		`,"cages":[{"cells":[[0,0]],"value":"x"}]`:                                        `not understood: cages with "x"`,
		`,"cages":[{"cells":[[0,9]],"value":"3"}]`:                                        "no cell at [0 9]",
		`,"cells":[[{}]]`: "a grid of size 1",
		`,"lines":3`:      "cannot unmarshal",
	} {
		if got := read(sample(keys)); !strings.Contains(got, want) {
			t.Errorf("%s\n got %s\nwant %s", keys, got, want)
		}
	}
}

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

// FuzzRead reads anything, shortened or not.
func FuzzRead(f *testing.F) {
	f.Add(sample(`,"lines":[{"color":"#cfcfcf","thickness":16,"wayPoints":[[0.5,0.5],[0.5,2.5]]}],"arrows":[{"thickness":2,"wayPoints":[[-0.2,0.8],[-0.02,0.98]]}]`))
	f.Add(`{ce:[[{v:1},,,],[,,,],[,,,],[,,,]],re:[[[0,0]]],ca:[{ce:[[0,0],[0,1]],v:'3',r:t}],o:[{ct:[1,0.5],c2:#F,c1:#0,r:t,w:0.3,h:0.3}]}`)
	f.Fuzz(func(_ *testing.T, text string) {
		data := Unzip(text)
		var fields map[string]json.RawMessage
		if json.Unmarshal([]byte(data), &fields) == nil && Is(fields) {
			read(data)
		}
	})
}

func TestUnzip(t *testing.T) {
	for text, want := range map[string]string{
		`{ce:[[{v:1},,],[,,]],c1:#0,c2:#F,c:CFCFCF,r:t,h:f,te:'a\'b'}`: `{"ce":[[{"v":1},{},{}],[{},{},{}]],"c1":"#000000","c2":"#FFFFFF","c":"#CFCFCF","r":true,"h":false,"te":"a'b"}`,
		`{"cells":[]}`: `{"cells":[]}`,
	} {
		if got := Unzip(text); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}
