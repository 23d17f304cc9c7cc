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
	"fmt"
	"strings"
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
