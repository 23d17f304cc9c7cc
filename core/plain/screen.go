package plain

import (
	"bytes"
	"crypto/rand"
	"io"
	"strings"
	"sync"
	"unicode/utf8"
)

const escape = "\x1b"

// Screen is a writer to a terminal. It shows what would steer the terminal instead of sending it, but for the
// sequences that come from Own. It is safe for concurrent use.
type Screen struct {
	out io.Writer
	key string // stands behind each escape character of the program's own sequences; no stranger can know it

	mu   sync.Mutex
	held []byte // the beginning of a character or of a key whose end is still to come
}

// NewScreen returns a Screen that writes to out.
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
