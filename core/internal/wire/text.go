package wire

import (
	"strings"
	"unicode/utf8"
)

// maxText is the largest text in bytes that a plugin sends; the rest of a longer one is cut off.
const maxText = 64 << 10

// Text makes a text fit for a message, which takes UTF-8 alone: an invalid byte becomes "\uFFFD".
func Text(s string) string {
	if len(s) > maxText {
		s = s[:maxText] + "…"
	}
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// texts makes each of several texts fit.
func texts(all []string) []string {
	if all == nil {
		return nil
	}
	fit := make([]string, len(all))
	for i, s := range all {
		fit[i] = Text(s)
	}
	return fit
}
