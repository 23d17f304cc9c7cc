// Package plain makes untrusted text safe to show and to store.
//
// A plugin, a puzzle file or a database can hold texts that steer a terminal: escape sequences move the cursor, rename
// the window or type for the reader, and marks of direction make a line read as another. Such characters are shown as
// \u001b or \u202e, as JSON writes them, so that JSON on a terminal stays JSON.
//
// [Line] and [Text] make a text safe, and [Screen] is the way to a terminal that lets nothing else through. [Nearest]
// finds the name that a misspelt word means.
package plain

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Line returns a text that is to stand in one line, such as a name or a cell of a table, with every control
// and format character shown.
func Line(text string) string { return shown(text, "") }

// Text returns a text that may have lines and tabs, with every other control and format character shown.
func Text(text string) string { return shown(text, "\n\t") }

// shown returns the text with its unsafe characters shown, but those that are kept.
func shown(text, kept string) string {
	if !suspect(text) {
		return text
	}
	var b strings.Builder
	for _, r := range text { // a byte that is no UTF-8 becomes U+FFFD
		if unsafe(r) && !strings.ContainsRune(kept, r) {
			show(&b, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// suspect reports whether a text has a byte that is not printable ASCII.
func suspect[T string | []byte](text T) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] >= unicode.MaxASCII {
			return true
		}
	}
	return false
}

// unsafe reports whether a character acts on a terminal instead of being printed. The joiners and the soft
// hyphen are parts of words.
func unsafe(r rune) bool {
	switch r {
	case '\u00ad', '\u200c', '\u200d':
		return false
	case '\u2028', '\u2029':
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf)
}

// show writes a character as JSON does.
func show(b *strings.Builder, r rune) {
	if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
		fmt.Fprintf(b, `\u%04x\u%04x`, high, low)
		return
	}
	fmt.Fprintf(b, `\u%04x`, r)
}

// latexSigns are the characters that have a meaning in LaTeX or are not in every font of it, and how to write them.
var latexSigns = strings.NewReplacer(`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`,
	"{", `\{`, "}", `\}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "\n", " ", "×", `$\times$`,
	"±", `$\pm$`, "σ", `$\sigma$`, "µ", `$\mu$`, "–", "--")

// LaTeXRow writes a row of a tabular, with the characters escaped that mean something to LaTeX.
func LaTeXRow(cells []string) string {
	escaped := make([]string, len(cells))
	for i, text := range cells {
		escaped[i] = latexSigns.Replace(text)
	}
	return strings.Join(escaped, " & ") + ` \\`
}

// Nearest returns the known name that a misspelt word probably means, two letters off at most, or "" where
// none is near. Of equally near names the first wins.
func Nearest(word string, known []string) string {
	best, least := "", 3
	for _, name := range known {
		if d := editDistance(strings.ToLower(word), name); d < least && d < max(len(name), 2) {
			best, least = name, d
		}
	}
	return best
}

// editDistance is the least number of letters to insert, delete, replace, or exchange with the next that turns a into
// b.
func editDistance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
			case a[i-1] == b[j-1]:
				rows[i][j] = rows[i-1][j-1]
			default:
				rows[i][j] = 1 + min(rows[i-1][j-1], rows[i-1][j], rows[i][j-1])
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					rows[i][j] = min(rows[i][j], 1+rows[i-2][j-2])
				}
			}
		}
	}
	return rows[len(a)][len(b)]
}

const escape = "\x1b"

// Screen is a writer to a terminal. It shows what would steer the terminal instead of sending it, but for the
// sequences that come from Own. It is safe for concurrent use.
type Screen struct {
	out io.Writer
	key string // stands behind each escape character of the program's own sequences; no stranger can know it

	mu   sync.Mutex
	held []byte // the beginning of a character or of a key whose end is still to come
}

// NewScreen returns a Screen that writes to out and lets only the program's own colours through. Their key is random
// for each Screen.
func NewScreen(out io.Writer) *Screen { return &Screen{out: out, key: rand.Text()} }

// Own marks the escape sequences in a text as the program's own, so that Write sends them.
func (s *Screen) Own(text string) string { return strings.ReplaceAll(text, escape, escape+s.key) }

// Unwrap returns the writer below, for what the program draws by itself.
func (s *Screen) Unwrap() io.Writer { return s.out }

// Write writes p with all unsafe characters shown.
func (s *Screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(p)
	if len(s.held) > 0 {
		p, s.held = append(s.held, p...), nil
	}
	var b strings.Builder
	for len(p) > 0 {
		switch rest, own := bytes.CutPrefix(p, []byte(escape+s.key)); {
		case own:
			b.WriteString(escape)
			p = rest
			continue
		case !utf8.FullRune(p), p[0] == escape[0] && strings.HasPrefix(escape+s.key, string(p)):
			s.held = bytes.Clone(p)
			p = nil
			continue
		}
		r, size := utf8.DecodeRune(p)
		if unsafe(r) && r != '\n' && r != '\t' {
			show(&b, r)
		} else {
			b.WriteRune(r)
		}
		p = p[size:]
	}
	if _, err := io.WriteString(s.out, b.String()); err != nil {
		return 0, err
	}
	return n, nil
}
