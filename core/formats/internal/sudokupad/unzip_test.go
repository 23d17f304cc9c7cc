package sudokupad

import "testing"

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
