package constraint

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// Limits of regular expressions: length of the text, and places of the machine made of it.
const (
	mostExpression = 4096
	mostPlaces     = 1024
)

// regex is a machine that reads digits and may be at several places at once. It begins at place 0 and accepts at place
// 1.
type regex struct {
	steps  []regexStep
	places int
	err    error // it has too many places
}

// regexStep leads from one place to another: by a digit of a set, or by itself if the set is empty.
type regexStep struct {
	from, to int
	digits   clause.Digits
}

// part is a part of an expression: it adds what reads it behind a place, and returns the place behind that.
type part func(r *regex, at int) int

// regexParser reads an expression of literals, ".", "[…]", "[^…]", "|", "*", "+", "?", "{n,m}" and groups.
type regexParser struct {
	board *Board
	text  string // that is left
	err   error  // the first; nothing that is read behind it counts
}

// parseRegex reads a regular expression over digits.
func parseRegex(b *Board, text string) (*regex, error) {
	if len(text) > mostExpression {
		return nil, fmt.Errorf("an expression of more than %d bytes", mostExpression)
	}
	p := regexParser{board: b, text: text}
	whole := p.choices()
	if p.text != "" {
		p.fail("%q without a group", p.text[:1])
	}
	if p.err != nil {
		return nil, p.err
	}
	r := &regex{places: 2}
	r.step(whole(r, 0), 1, 0)
	return r, r.err
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

// choices reads sequences parted by "|", one of which has to match.
func (p *regexParser) choices() part {
	all := []part{p.sequence()}
	for p.skip("|") {
		all = append(all, p.sequence())
	}
	return func(r *regex, at int) int {
		begin := r.behind(at)
		end := r.place()
		for _, choice := range all {
			r.step(choice(r, begin), end, 0)
		}
		return end
	}
}

// sequence reads repeated atoms that match one after the other.
func (p *regexParser) sequence() part {
	var all []part
	for p.text != "" && p.text[0] != '|' && p.text[0] != ')' {
		all = append(all, p.repeated(p.atom()))
	}
	return func(r *regex, at int) int {
		for _, one := range all {
			at = one(r, at)
		}
		return at
	}
}

// atom reads a group, a set of digits or a single digit.
func (p *regexParser) atom() part {
	switch {
	case p.skip("("):
		p.skip("?:")
		inside := p.choices()
		if !p.skip(")") {
			p.fail("a group is not closed")
		}
		return inside
	case p.skip("["):
		return oneOf(p.class())
	case p.skip("."):
		return oneOf(clause.All(p.board.N))
	}
	return oneOf(clause.Digits(0).With(p.digit()))
}

// oneOf reads one digit of a set.
func oneOf(digits clause.Digits) part {
	return func(r *regex, at int) int {
		to := r.place()
		if digits != 0 {
			r.step(at, to, digits)
		}
		return to
	}
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

// repeated reads how often a part comes.
func (p *regexParser) repeated(one part) part {
	least, most := 1, 1 // most -1 is any number
	switch {
	case p.skip("*"):
		least, most = 0, -1
	case p.skip("+"):
		most = -1
	case p.skip("?"):
		least = 0
	case p.skip("{"):
		least, most = p.times()
	}
	return func(r *regex, at int) int {
		for i := 0; i < least && r.err == nil; i++ {
			at = one(r, at)
		}
		switch {
		case most < 0: // a place of its own, from which the part leads back to it
			loop := r.behind(at)
			r.step(one(r, loop), loop, 0)
			return loop
		case most == least:
			return at
		}
		last := r.place()
		for i := least; i < most && r.err == nil; i++ {
			r.step(at, last, 0)
			at = one(r, at)
		}
		r.step(at, last, 0)
		return last
	}
}

// times reads what stands behind "{": n}, n,} or n,m}.
func (p *regexParser) times() (least, most int) {
	inside, rest, closed := strings.Cut(p.text, "}")
	low, high, two := strings.Cut(inside, ",")
	least, err := strconv.Atoi(low)
	most = least
	if two && high == "" {
		most = -1
	} else if two && err == nil {
		most, err = strconv.Atoi(high)
	}
	if p.text = rest; !closed || err != nil || least < 0 || most >= 0 && most < least || max(least, most) > mostPlaces {
		p.fail("%q is not a number of times", "{"+inside+"}")
	}
	return least, most
}

// place returns a new one.
func (r *regex) place() int {
	if r.places == mostPlaces {
		r.err = errPlaces
		return 0
	}
	r.places++
	return r.places - 1
}

var errPlaces = fmt.Errorf("an expression of more than %d places", mostPlaces)

// behind returns a new place to which another one leads by itself.
func (r *regex) behind(at int) int {
	to := r.place()
	r.step(at, to, 0)
	return to
}

// step adds a transition between two places for some digits.
func (r *regex) step(from, to int, digits clause.Digits) {
	r.steps = append(r.steps, regexStep{from, to, digits})
}

// automaton returns the automaton of the texts that the expression matches as a whole.
func (r *regex) automaton(m *maker) (*clause.Automaton, error) {
	from := make([][]regexStep, r.places)
	for _, s := range r.steps {
		from[s.from] = append(from[s.from], s)
	}
	var closed func(places []byte, at int)
	closed = func(places []byte, at int) {
		if places[at/8]>>(at%8)&1 == 1 {
			return
		}
		places[at/8] |= 1 << (at % 8)
		for _, s := range from[at] {
			if s.digits == 0 {
				closed(places, s.to)
			}
		}
	}
	start := make([]byte, len(from)/8+1)
	closed(start, 0)
	return build(m, string(start), func(state string, d int) (string, bool) {
		next, any := make([]byte, len(state)), false
		for at := range from {
			if state[at/8]>>(at%8)&1 == 0 {
				continue
			}
			for _, s := range from[at] {
				if s.digits.Has(d) && s.digits != 0 {
					closed(next, s.to)
					any = true
				}
			}
		}
		return string(next), any
	}, func(state string) bool { return state[0]>>1&1 == 1 })
}
