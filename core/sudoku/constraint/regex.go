package constraint

import (
	"errors"
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

// regex is a machine that reads digits and may be at several places at once. It begins at place 0 and accepts at place 1.
type regex struct {
	steps  []regexStep
	places int
}

// regexStep leads from one place to another: by a digit of a set, or by itself if the set is empty.
type regexStep struct {
	from, to int
	digits   clause.Digits
}

// regexParser reads an expression of literals, ".", "[…]", "[^…]", "|", "*", "+", "?", "{n,m}" and groups.
type regexParser struct {
	board *Board
	text  string
	pos   int
}

// node is a part of an expression.
type node struct {
	digits      clause.Digits // of one digit, if there are neither parts nor choices
	parts       []*node       // one after the other
	choices     []*node
	least, most int // how often; most -1 is any number
	isSet       bool
}

func parseRegex(b *Board, text string) (*regex, error) {
	if len(text) > mostExpression {
		return nil, fmt.Errorf("an expression of more than %d bytes", mostExpression)
	}
	p := regexParser{board: b, text: text}
	tree, err := p.choices()
	if err == nil && p.pos < len(text) {
		err = fmt.Errorf("%q without a group", p.text[p.pos:p.pos+1])
	}
	if err != nil {
		return nil, err
	}
	r := &regex{places: 2}
	at, err := r.add(tree, 0)
	r.step(at, 1, 0)
	return r, err
}

func (p *regexParser) peek() byte {
	if p.pos == len(p.text) {
		return 0
	}
	return p.text[p.pos]
}

func (p *regexParser) choices() (*node, error) {
	n := &node{least: 1, most: 1}
	for {
		sequence, err := p.sequence()
		if err != nil {
			return nil, err
		}
		n.choices = append(n.choices, sequence)
		if p.peek() != '|' {
			return n, nil
		}
		p.pos++
	}
}

func (p *regexParser) sequence() (*node, error) {
	n := &node{least: 1, most: 1}
	for c := p.peek(); c != 0 && c != '|' && c != ')'; c = p.peek() {
		part, err := p.atom()
		if err == nil {
			err = p.repetition(part)
		}
		if err != nil {
			return nil, err
		}
		n.parts = append(n.parts, part)
	}
	return n, nil
}

func (p *regexParser) atom() (*node, error) {
	switch p.peek() {
	case '(':
		p.pos++
		if strings.HasPrefix(p.text[p.pos:], "?:") {
			p.pos += len("?:")
		}
		n, err := p.choices()
		if err == nil && p.peek() != ')' {
			err = errors.New("a group is not closed")
		}
		p.pos++
		return n, err
	case '[':
		p.pos++
		return p.class()
	case '.':
		p.pos++
		return &node{isSet: true, digits: clause.All(p.board.N), least: 1, most: 1}, nil
	}
	d, err := p.digit()
	return &node{isSet: true, digits: clause.Digits(0).With(max(d, 1)), least: 1, most: 1}, err
}

func (p *regexParser) digit() (int, error) {
	_, size := utf8.DecodeRuneInString(p.text[p.pos:])
	symbol := p.text[p.pos : p.pos+size]
	p.pos += size
	d, ok := p.board.Digit(symbol)
	if !ok {
		return 0, fmt.Errorf("%q is not a digit", symbol)
	}
	return d, nil
}

// class reads what stands behind "[".
func (p *regexParser) class() (*node, error) {
	n := &node{isSet: true, least: 1, most: 1}
	not := p.peek() == '^'
	if not {
		p.pos++
	}
	for p.peek() != ']' {
		if p.peek() == 0 {
			return nil, errors.New("a class is not closed")
		}
		first, err := p.digit()
		last := first
		if err == nil && p.peek() == '-' {
			p.pos++
			last, err = p.digit()
		}
		if err != nil {
			return nil, err
		}
		for d := first; d <= last; d++ {
			n.digits = n.digits.With(d)
		}
	}
	p.pos++
	if not {
		n.digits = clause.All(p.board.N) &^ n.digits
	}
	return n, nil
}

// repetition reads how often a part comes.
func (p *regexParser) repetition(n *node) error {
	switch p.peek() {
	case '*':
		n.least, n.most = 0, -1
	case '+':
		n.least, n.most = 1, -1
	case '?':
		n.least, n.most = 0, 1
	case '{':
		return p.times(n)
	default:
		return nil
	}
	p.pos++
	return nil
}

// times reads {n}, {n,} or {n,m}.
func (p *regexParser) times(n *node) error {
	inside, _, closed := strings.Cut(p.text[p.pos+1:], "}")
	low, high, two := strings.Cut(inside, ",")
	least, err := strconv.Atoi(low)
	most := least
	if two && high == "" {
		most = -1
	} else if two && err == nil {
		most, err = strconv.Atoi(high)
	}
	if !closed || err != nil || least < 0 || most >= 0 && most < least || max(least, most) > mostPlaces {
		return fmt.Errorf("%q is not a number of times", "{"+inside+"}")
	}
	n.least, n.most = least, most
	p.pos += len(inside) + 2
	return nil
}

// place returns a new one.
func (r *regex) place() (int, error) {
	if r.places++; r.places > mostPlaces {
		return 0, fmt.Errorf("an expression of more than %d places", mostPlaces)
	}
	return r.places - 1, nil
}

func (r *regex) step(from, to int, digits clause.Digits) {
	r.steps = append(r.steps, regexStep{from, to, digits})
}

// add appends what reads a part as often as it says, and returns the place behind it.
func (r *regex) add(n *node, at int) (int, error) {
	var err error
	for range n.least {
		if at, err = r.once(n, at); err != nil {
			return 0, err
		}
	}
	if n.most < 0 {
		// A place of its own, from which the part leads back to it.
		loop, err := r.place()
		if err != nil {
			return 0, err
		}
		r.step(at, loop, 0)
		end, err := r.once(n, loop)
		r.step(end, loop, 0)
		return loop, err
	}
	if n.most == n.least {
		return at, nil
	}
	last, err := r.place()
	for range n.most - n.least {
		if err != nil {
			return 0, err
		}
		r.step(at, last, 0)
		at, err = r.once(n, at)
	}
	r.step(at, last, 0)
	return last, err
}

// once appends what reads a part one time.
func (r *regex) once(n *node, at int) (int, error) {
	if n.isSet {
		to, err := r.place()
		if n.digits != 0 {
			r.step(at, to, n.digits)
		}
		return to, err
	}
	var err error
	for _, part := range n.parts {
		if at, err = r.add(part, at); err != nil {
			return 0, err
		}
	}
	if n.choices == nil {
		return at, nil
	}
	begin, err := r.place()
	if err != nil {
		return 0, err
	}
	r.step(at, begin, 0)
	end, err := r.place()
	for _, choice := range n.choices {
		if err != nil {
			return 0, err
		}
		var last int
		last, err = r.add(choice, begin)
		r.step(last, end, 0)
	}
	return end, err
}

// automaton returns the automaton of what the expression matches as a whole.
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
