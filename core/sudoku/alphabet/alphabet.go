// Package alphabet writes the digits 1 … N of a puzzle as symbols, and reads them.
package alphabet

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Alphabet names the digits 1 … N of a geometry by symbols.
type Alphabet struct {
	name    string // as written after @ in a head; "" for the default
	symbols []rune // symbol of digit d at d-1; nil when digits are written as numbers separated by blanks
	n       int
	fold    bool // case is ignored
	index   map[rune]uint8
	bytes   string // "." and the symbols if each is one byte, else ""
}

// Default are the symbols of digits that nothing else is said of.
const Default = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn"

const (
	numberSymbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	hexSymbols    = "0123456789ABCDEF"
	alphaSymbols  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	emptySymbols  = ".0-*_xX?·•∙⋅□▢"
)

// New makes the alphabet of n digits called name: "" (1-9, A-Z, a-n), "num" (numbers separated by
// blanks where n > 9), "hex", "alpha", or the n symbols in order.
func New(name string, n int) (*Alphabet, error) {
	switch {
	case name == "" || name == "num" && n <= 9:
		return builtin("", Default, n)
	case name == "num":
		return &Alphabet{name: "num", n: n}, nil
	case name == "hex":
		return builtin("hex", hexSymbols, n)
	case name == "alpha":
		return builtin("alpha", alphaSymbols, n)
	}
	return custom(name, n)
}

// builtin returns the first n symbols of an alphabet that the program knows by name.
func builtin(name, symbols string, n int) (*Alphabet, error) {
	if n > len(symbols) {
		return nil, fmt.Errorf("alphabet %q has %d symbols, size %d needs more", name, len(symbols), n)
	}
	s := []rune(symbols[:n])
	return &Alphabet{name: name, symbols: s, n: n, fold: n <= 35, index: indexSymbols(s, n <= 35),
		bytes: "." + symbols[:n]}, nil
}

// custom returns the alphabet whose symbols are its own name, as in 9@ACHIMNORY.
func custom(name string, n int) (*Alphabet, error) {
	symbols := []rune(name)
	if len(symbols) != n {
		return nil, fmt.Errorf("alphabet %q has %d symbols, size %d needs %d", name, len(symbols), n, n)
	}
	for i, r := range symbols {
		if r == utf8.RuneError || unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune(".:+/@{},;#", r) {
			return nil, fmt.Errorf("alphabet %q: %q cannot be a symbol", name, r)
		}
		if strings.ContainsRune(string(symbols[:i]), r) {
			return nil, fmt.Errorf("alphabet %q has %q twice", name, r)
		}
	}
	if d, err := New("", n); err == nil && name == string(d.symbols) {
		return d, nil
	}
	a := &Alphabet{name: name, symbols: symbols, n: n, index: indexSymbols(symbols, false)}
	if len(name) == n {
		a.bytes = "." + name
	}
	return a, nil
}

// indexSymbols returns the digit of each symbol, of both cases if fold is set.
func indexSymbols(symbols []rune, fold bool) map[rune]uint8 {
	index := make(map[rune]uint8, 2*len(symbols))
	for i, r := range symbols {
		index[r] = uint8(i + 1)
		if fold {
			index[unicode.ToLower(r)] = uint8(i + 1)
		}
	}
	return index
}

// Spaced reports whether digits are written as numbers separated by blanks.
func (a *Alphabet) Spaced() bool { return a.symbols == nil }

// Symbol returns the text of digit d, "." for 0. It may have several letters: with "num" the digit 12 is "12".
func (a *Alphabet) Symbol(d int) string {
	switch {
	case d == 0:
		return "."
	case a.Spaced():
		return strconv.Itoa(d)
	}
	return string(a.symbols[d-1])
}

// Name returns what follows "@" in the head of a geometry, "" for the default.
func (a *Alphabet) Name() string { return a.name }

// Symbols returns the symbols of all digits in order, "" if they are numbers separated by blanks.
func (a *Alphabet) Symbols() string { return string(a.symbols) }

// Append appends the symbols of digits, "." for 0. Numbers are separated by blanks.
func (a *Alphabet) Append(to []byte, digits []uint8) []byte {
	if a.bytes != "" {
		for _, d := range digits {
			to = append(to, a.bytes[d])
		}
		return to
	}
	for i, d := range digits {
		if a.Spaced() && i > 0 {
			to = append(to, ' ')
		}
		to = append(to, a.Symbol(int(d))...)
	}
	return to
}

// Worth returns what digit 1 counts as a number, each further one being worth one more; and whether digits are letters,
// which are no numbers. Beyond nine, letters go on behind numbers.
func (a *Alphabet) Worth() (least int, letters bool) {
	if a.Spaced() {
		return 1, false
	}
	least = strings.IndexRune(numberSymbols, a.symbols[0])
	if last := strings.ToUpper(string(a.symbols)); least == 0 || least == 1 && a.n <= 35 {
		return least, !strings.HasPrefix(numberSymbols[least:], last)
	}
	return 1, a.name != ""
}

// digit returns the digit that r stands for, 0 if r means an empty cell; ok is false for a foreign symbol.
func (a *Alphabet) digit(r rune) (d uint8, ok bool) {
	if d, ok = a.index[r]; ok {
		return d, true
	}
	return 0, strings.ContainsRune(emptySymbols, r)
}

// Value returns the digit written as token: a number, a symbol, or one of the signs of an empty cell.
func (a *Alphabet) Value(token string) (d uint8, ok bool) {
	if r, size := utf8.DecodeRuneInString(token); size == len(token) && (!a.Spaced() || !unicode.IsDigit(r)) {
		return a.digit(r)
	}
	v, err := strconv.Atoi(token)
	return uint8(v), err == nil && v >= 0 && v <= a.n
}

// Guess names the alphabet of more than nine digits that the symbols of a puzzle without head show:
// hex when 0 stands beside '.', alpha when there are only letters from A, else the default.
func Guess(cells string, n int) string {
	zero := strings.ContainsRune(cells, '0') && strings.ContainsRune(cells, '.')
	beyond := strings.ContainsFunc(cells, func(r rune) bool { return unicode.ToUpper(r) > 'F' })
	if n == 16 && zero && !beyond {
		return "hex"
	}
	digits := strings.ContainsFunc(cells, func(r rune) bool { return r >= '1' && r <= '9' })
	letters := strings.ContainsFunc(cells, unicode.IsLetter)
	if n <= len(alphaSymbols) && letters && !digits {
		return "alpha"
	}
	return ""
}
