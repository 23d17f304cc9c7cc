package sudoku

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// A head is what a regular expression says.
func TestHeadGrammar(t *testing.T) {
	head := regexp.MustCompile(`^(\d{1,2})(\^3)?(?:/([0-9]{1,2}x[0-9]{1,2}|j|l))?((?:\+[xwgnk])*)(?:@([^:\s]+))?$`)
	meant := regexp.MustCompile(`^\d{1,2}(\^3)?[/+][0-9a-zA-Z+]+$`)
	rng := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"1", "9", "16", "^3", "/", "j", "l", "2x3", "x", "+", "+x", "+k", "+w", "@", "hex", "@num", ":", " ", "\t", "é", "Z", "."}
	heads := 0
	for range 200_000 {
		text := ""
		for range 1 + rng.IntN(6) {
			text += pieces[rng.IntN(len(pieces))]
		}
		want := headText{}
		m := head.FindStringSubmatch(text)
		if m != nil {
			heads++
			want = headText{size: m[1], cube: m[2] != "", box: m[3], flags: strings.ReplaceAll(m[4], "+", ""), alphabet: m[5]}
		}
		got, rest := cutHead(text)
		if is := got.size != "" && rest == ""; is != (m != nil) || is && got != want {
			t.Errorf("%q: %+v, and %q is left; want %+v", text, got, rest, want)
		}
		if got := looksLikeHead(text); got != (m != nil || meant.MatchString(text)) {
			t.Errorf("%q looks like a head: %v", text, got)
		}
	}
	if heads < 1000 {
		t.Errorf("only %d of the texts were heads", heads)
	}
}
