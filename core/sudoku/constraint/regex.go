package constraint

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// Limits of regular expressions: length of the text, and instructions of the program made of it.
const (
	mostExpression = 4096
	mostPlaces     = 1024
)

// firstRune stands before the rune of digit 1 in the expressions that package syntax compiles. These runes are private
// ones, so that no symbol of an alphabet has a meaning of its own there.
const firstRune = 0xe000

// regexParser reads an expression of literals, ".", "[…]", "[^…]", "|", "*", "+", "?", "{n,m}" and groups.
type regexParser struct {
	board *Board
	text  string // that is left
	to    strings.Builder
	err   error // the first; nothing that is read behind it counts
}

// parseRegex reads a regular expression over digits.
func parseRegex(b *Board, text string) (*syntax.Prog, error) {
	if len(text) > mostExpression {
		return nil, fmt.Errorf("an expression of more than %d bytes", mostExpression)
	}
	p := regexParser{board: b, text: text}
	if p.translate(); p.err != nil {
		return nil, p.err
	}
	if tree, err := syntax.Parse(p.to.String(), syntax.PerlX); err == nil { // else it is too large
		if program, err := syntax.Compile(tree.Simplify()); err == nil && len(program.Inst) <= mostPlaces {
			return program, nil
		}
	}
	return nil, fmt.Errorf("an expression of more than %d places", mostPlaces)
}

// fail keeps the first error and ends the reading.
func (p *regexParser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
	p.text = ""
}

// skip steps over a text if it comes next.
func (p *regexParser) skip(text string) (found bool) {
	p.text, found = strings.CutPrefix(p.text, text)
	return found
}

// translate writes the expression with a rune for each digit.
func (p *regexParser) translate() {
	groups, atom := 0, false // that are open; whether an atom stands before, which may be repeated
	for p.text != "" {
		c := p.text[:1]
		switch {
		case p.skip("("):
			p.skip("?:")
			p.to.WriteString("(?:")
			groups, atom = groups+1, false
		case c == ")" && groups == 0:
			p.fail("%q without a group", c)
		case p.skip(")"):
			p.to.WriteString(c)
			groups, atom = groups-1, true
		case p.skip("|"):
			p.to.WriteString(c)
			atom = false
		case atom && (p.skip("*") || p.skip("+") || p.skip("?")):
			p.to.WriteString(c)
			atom = false
		case atom && p.skip("{"):
			p.times()
			atom = false
		case p.skip("["):
			p.oneOf(p.class())
			atom = true
		case p.skip("."):
			p.oneOf(clause.All(p.board.N))
			atom = true
		default:
			p.to.WriteRune(rune(firstRune + p.digit()))
			atom = true
		}
	}
	if groups > 0 {
		p.fail("a group is not closed")
	}
}

// oneOf writes a class of digits, which may be none.
func (p *regexParser) oneOf(digits clause.Digits) {
	if digits == 0 {
		p.to.WriteString(`[^\x{0}-\x{10ffff}]`)
		return
	}
	p.to.WriteByte('[')
	for d := range digits.All {
		p.to.WriteRune(rune(firstRune + d))
	}
	p.to.WriteByte(']')
}

// digit reads a digit; a wrong one is taken for the first.
func (p *regexParser) digit() int {
	_, size := utf8.DecodeRuneInString(p.text)
	symbol := p.text[:size]
	p.text = p.text[size:]
	d, ok := p.board.Digit(symbol)
	if !ok {
		p.fail("%q is not a digit", symbol)
		return 1
	}
	return d
}

// class reads what stands behind "[".
func (p *regexParser) class() (digits clause.Digits) {
	not := p.skip("^")
	for !p.skip("]") {
		if p.text == "" {
			p.fail("a class is not closed")
			return 0
		}
		first := p.digit()
		last := first
		if p.skip("-") {
			last = p.digit()
		}
		for d := first; d <= last; d++ {
			digits = digits.With(d)
		}
	}
	if not {
		return clause.All(p.board.N) &^ digits
	}
	return digits
}

// times reads what stands behind "{": n}, n,} or n,m}.
func (p *regexParser) times() {
	inside, rest, closed := strings.Cut(p.text, "}")
	low, high, two := strings.Cut(inside, ",")
	least, err := strconv.Atoi(low)
	most, text := least, fmt.Sprintf("{%d}", least)
	if two && high == "" {
		text = fmt.Sprintf("{%d,}", least)
	} else if two && err == nil {
		most, err = strconv.Atoi(high)
		text = fmt.Sprintf("{%d,%d}", least, most)
	}
	if p.text = rest; !closed || err != nil || least < 0 || most < least || most > mostPlaces {
		p.fail("%q is not a number of times", "{"+inside+"}")
	}
	p.to.WriteString(text)
}

// regex returns the automaton of the texts that the expression of the value matches as a whole.
func (m *maker) regex() (*clause.Automaton, error) {
	program, err := parseRegex(m.board, m.Value)
	if err != nil {
		return nil, err
	}
	var closed func(places []byte, at uint32)
	closed = func(places []byte, at uint32) {
		if places[at] != 0 {
			return
		}
		places[at] = 1
		switch i := &program.Inst[at]; i.Op {
		case syntax.InstAlt:
			closed(places, i.Out)
			closed(places, i.Arg)
		case syntax.InstNop:
			closed(places, i.Out)
		}
	}
	start := make([]byte, len(program.Inst))
	closed(start, uint32(program.Start))
	return build(m, string(start), func(state string, d int) (string, bool) {
		next := make([]byte, len(state))
		for at := range program.Inst {
			i := &program.Inst[at]
			if state[at] != 0 && i.Op >= syntax.InstRune && i.MatchRune(rune(firstRune+d)) {
				closed(next, i.Out)
			}
		}
		return string(next), slices.Contains(next, 1)
	}, func(state string) bool {
		for at := range program.Inst {
			if state[at] != 0 && program.Inst[at].Op == syntax.InstMatch {
				return true
			}
		}
		return false
	})
}
