package sudokupad

import (
	"testing"

	"pgregory.net/rapid"
)

// TestLZString holds Compress against what the library of the sites makes of the same texts.
func TestLZString(t *testing.T) {
	for text, want := range map[string]string{
		"":                  "Q===",
		"a":                 "IZA=",
		"aa":                "IbI=",
		"aaaa":              "IY5A",
		"abcabcabc":         "IYIwxqHkA===",
		"hello é € 😀 hello": "BYUwNmD2AECX2BqCaheDcAB71QUkA===",
		"{\"size\":9,\"grid\":[[{\"value\":5,\"given\":true},{},{}]]}": "N4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc54BWVNCImAOwQBcMqBfZYHvgLoCuQA=",
	} {
		if got := Compress(text); got != want {
			t.Errorf("%q becomes %q instead of %q", text, got, want)
		}
	}
}

func TestLZStringBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text") + rapid.StringMatching(`[ab]{0,200}`).Draw(t, "more")
		back, err := Decompress(Compress(text), len(text))
		if err != nil || back != text {
			t.Fatalf("%q comes back as %q: %v", text, back, err)
		}
	})
}

func FuzzUnLZ(f *testing.F) {
	f.Add(Compress(`{"size":9}`))
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		if out, err := Decompress(text, 1<<12); err == nil && len(out) > 4<<12 {
			t.Errorf("%d bytes", len(out))
		}
	})
}
