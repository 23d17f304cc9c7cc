package plain_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"

	"github.com/sudokuctl/sudokuctl/core/plain"
)

func TestLine(t *testing.T) {
	for text, want := range map[string]string{
		"plain":               "plain",
		"Grün 数独 🧩":           "Grün 数独 🧩",
		"\x1b[2Jgone":         `\u001b[2Jgone`,
		"\u009b31m":           `\u009b31m`,
		"a\u202eb":            `a\u202eb`,
		"\x7f\x00\r":          `\u007f\u0000\u000d`,
		"two\nlines\tand":     `two\u000alines\u0009and`,
		"\xff\x9b":            "��",
		"👩\u200d💻":            "👩\u200d💻",
		"\U000e0041":          `\udb40\udc41`,
		"\u2066x\u2069\u200f": `\u2066x\u2069\u200f`,
		"\u2028":              `\u2028`,
	} {
		if got := plain.Line(text); got != want {
			t.Errorf("Line(%q) = %q, want %q", text, got, want)
		}
	}
	if got := plain.Text("two\nlines\tand\r"); got != "two\nlines\tand\\u000d" {
		t.Errorf("Text = %q", got)
	}
}

func ExampleLine() {
	fmt.Println(plain.Line("tally\x1b]0;owned\a"))
	// Output: tally\u001b]0;owned\u0007
}

func TestScreen(t *testing.T) {
	var b bytes.Buffer
	s := plain.NewScreen(&b)
	text := s.Own("\x1b[1mbold\x1b[0m") + " \x1b[31mstranger\x1b[0m\n\tзд 数\u202e"
	want := "\x1b[1mbold\x1b[0m" + ` \u001b[31mstranger\u001b[0m` + "\n\tзд 数" + `\u202e`
	if n, err := s.Write([]byte(text)); n != len(text) || err != nil || b.String() != want {
		t.Errorf("Write = %d, %v: %q, want %q", n, err, b.String(), want)
	}
	b.Reset()
	one := iotest.OneByteReader(strings.NewReader(text)) // characters and keys are divided
	var buffer [1]byte
	for {
		n, err := one.Read(buffer[:])
		if err != nil {
			break
		}
		if _, err := s.Write(buffer[:n]); err != nil {
			t.Fatal(err)
		}
	}
	if b.String() != want {
		t.Errorf("written byte by byte: %q, want %q", b.String(), want)
	}
}

func TestScreenFailure(t *testing.T) {
	s := plain.NewScreen(brokenWriter{})
	if n, err := s.Write([]byte("x")); n != 0 || err == nil {
		t.Errorf("Write to a broken terminal = %d, %v", n, err)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, fmt.Errorf("gone") }

// FuzzScreen sends anything to a terminal: nothing that steers it arrives, and JSON keeps its value.
func FuzzScreen(f *testing.F) {
	f.Add("\x1b[2J", "\u009b1m")
	f.Add("\xc2", "\x9b")
	f.Add("\u202e", "\u2066\x7f")
	f.Fuzz(func(t *testing.T, first, second string) {
		var b bytes.Buffer
		s := plain.NewScreen(&b)
		for _, text := range []string{first, second, "\n"} {
			if _, err := s.Write([]byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		for _, r := range b.String() {
			if r != '\n' && r != '\t' && unicode.IsControl(r) || r == '\u202e' || r == '\u2066' {
				t.Errorf("%q, %q: %q arrives", first, second, r)
			}
		}
		text, err := json.Marshal(first)
		if err != nil {
			t.Skip(err)
		}
		b.Reset()
		if _, err := s.Write(text); err != nil {
			t.Fatal(err)
		}
		var back, want string
		if err := json.Unmarshal(b.Bytes(), &back); err != nil {
			t.Fatalf("%s is no JSON any more: %v", b.String(), err)
		}
		if err := json.Unmarshal(text, &want); err != nil || back != want {
			t.Errorf("JSON of %q became %q", want, back)
		}
	})
}

func TestNearest(t *testing.T) {
	known := []string{"x_wing", "xy_wing", "w_wing", "se", "serve", "solve"}
	for word, want := range map[string]string{"xwing": "x_wing", "XY-WING": "xy_wing", "w_wng": "w_wing", "swordfish": "", "": "",
		"s": "se", "q": "", "xy_iwng": "xy_wing", "slove": "solve"} {
		if got := plain.Nearest(word, known); got != want {
			t.Errorf("%q is nearest to %q instead of %q", word, got, want)
		}
	}
}
