package where

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Error says what is wrong with a condition, and at which place.
type Error struct {
	Where  string // the whole condition
	Column int    // in characters, from 1
	Reason string
	Name   string   // an unknown name or word, "" for another reason
	Known  []string // the names that could have stood there
}

// Error returns the condition, the column and the reason.
func (e *Error) Error() string {
	return fmt.Sprintf("condition %q, column %d: %s", e.Where, e.Column, e.Reason)
}

// tokenKind is the kind of a token.
type tokenKind uint8

const (
	endToken tokenKind = iota
	nameToken
	numberToken
	durationToken // a number with a unit of time: 5ms
	textToken
	signToken // an operator, parenthesis
)

// token is a word, a text, a number or a sign.
type token struct {
	kind tokenKind
	text string // of a text without its quotes
	at   int    // byte offset
}

// scanner cuts a condition into tokens.
type scanner struct {
	where string
	pos   int
}

var signs = []string{"&&", "||", "==", "!=", "<=", ">=", "<", ">", "!", "(", ")", "~", "="}

// next returns the next token.
func (s *scanner) next() (token, error) {
	rest := strings.TrimLeftFunc(s.where[s.pos:], unicode.IsSpace)
	s.pos = len(s.where) - len(rest)
	t := token{at: s.pos}
	if rest == "" {
		return t, nil
	}
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case r == '"' || r == '\'':
		end := strings.IndexRune(rest[1:], r)
		if end < 0 {
			return t, s.wrong(t.at, "the text that begins here has no end")
		}
		t.kind, t.text = textToken, rest[1:1+end]
		s.pos += end + 2
		return t, nil
	case unicode.IsLetter(r) || r == '_':
		t.kind, t.text = nameToken, prefix(rest, func(r rune) bool {
			return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_'
		})
	case unicode.IsDigit(r) || r == '.' || r == '-':
		t.kind, t.text = numberToken, prefix(rest, func(r rune) bool {
			return strings.ContainsRune("0123456789.eE-+", r)
		})
	default:
		for _, sign := range signs {
			if strings.HasPrefix(rest, sign) {
				s.pos += len(sign)
				t.kind, t.text = signToken, sign
				return t, nil
			}
		}
		return t, s.wrong(t.at, fmt.Sprintf("%q has no meaning in a condition", rest[:size]))
	}
	s.pos += len(t.text)
	if unit := prefix(rest[len(t.text):], unicode.IsLetter); t.kind == numberToken && unit != "" {
		t.kind, t.text = durationToken, t.text+unit
		s.pos += len(unit)
	}
	return t, nil
}

// prefix returns the beginning of a text that keep lets through.
func prefix(text string, keep func(rune) bool) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !keep(r) })
	if end < 0 {
		return text
	}
	return text[:end]
}

// wrong returns an error at a place.
func (s *scanner) wrong(at int, reason string) error {
	return &Error{Where: s.where, Column: s.column(at), Reason: reason}
}

// column is the number of a byte's character, from 1.
func (s *scanner) column(at int) int { return utf8.RuneCountInString(s.where[:at]) + 1 }
