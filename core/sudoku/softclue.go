package sudoku

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// fill sets cell i of p to what its token says.
func (s *scanner) fill(p *Puzzle, i int, t token) error {
	s.errorAt = t.at
	if t.text[0] != '{' {
		d, ok := p.Geometry.alphabet.number(t.text)
		if !ok {
			return illegal(t.text, p.Geometry)
		}
		p.Givens[i] = d
		return nil
	}
	clue, err := s.softClue(p.Geometry, t.text[1:len(t.text)-1])
	if err != nil {
		return fmt.Errorf("soft clue in %s: %w", p.Geometry.CellName(i), err)
	}
	clue.Cell = i
	p.Soft = append(p.Soft, clue)
	return nil
}

// softClue reads what stands between braces: digits, or digit:probability pairs separated by commas.
func (s *scanner) softClue(g *Geometry, text string) (SoftClue, error) {
	var clue SoftClue
	for _, part := range softParts(g.alphabet, text) {
		symbol, probability, weighted := strings.Cut(part, ":")
		d, ok := g.alphabet.number(strings.TrimSpace(symbol))
		if !ok || d == 0 {
			return clue, illegal(symbol, g)
		}
		if clue.Allowed.Has(int(d)) {
			return clue, fmt.Errorf("%q appears twice", symbol)
		}
		if weighted != (clue.Prob != nil) && clue.Allowed != 0 {
			return clue, errors.New("either all digits have a probability or none")
		}
		if weighted {
			if err := clue.weigh(int(d), g.n, probability); err != nil {
				return clue, err
			}
		}
		clue.Allowed = clue.Allowed.With(int(d))
	}
	return clue, clue.check(g.n)
}

// softParts cuts at commas, or into single symbols if there is none and the alphabet has symbols.
func softParts(a *Alphabet, text string) []string {
	if a.Spaced() || strings.ContainsAny(text, ",:") {
		return strings.Split(text, ",")
	}
	return strings.Split(text, "")
}

func (c *SoftClue) weigh(digit, n int, probability string) error {
	if c.Prob == nil {
		c.Prob = make([]float64, n)
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(probability), 64)
	if err != nil {
		return fmt.Errorf("%q is not a probability", probability)
	}
	c.Prob[digit-1] = v
	return nil
}

// check refuses an empty support and probabilities that are negative or do not sum to 1 (within 1e-6). Digits
// of probability 0 leave the support.
func (c *SoftClue) check(n int) error {
	if c.Prob != nil {
		sum := 0.0
		for d, v := range c.Prob {
			switch {
			case v < 0 || math.IsNaN(v) || math.IsInf(v, 0):
				return fmt.Errorf("probability %v of digit %d is not in [0,1]", v, d+1)
			case v == 0:
				c.Allowed = c.Allowed.Without(d + 1)
			}
			sum += v
		}
		if math.Abs(sum-1) > 1e-6 {
			return fmt.Errorf("the probabilities sum to %v instead of 1", sum)
		}
	}
	if c.Allowed&AllDigits(n) == 0 {
		return errors.New("no digit is allowed")
	}
	return nil
}

// sukaku reads 729 pencil marks of a classic puzzle: nine for each cell, digit d at place d, or an empty sign.
func (s *scanner) sukaku() (*Puzzle, error) {
	g := Classic()
	p := &Puzzle{Geometry: g, Givens: make(Grid, 81)}
	for cell := range g.cells {
		clue := SoftClue{Cell: cell}
		for k, t := range s.cells[9*cell : 9*cell+9] {
			s.errorAt = t.at
			d, ok := g.alphabet.number(t.text)
			if !ok || d != 0 && int(d) != k+1 {
				return nil, fmt.Errorf("pencil mark %q of %s should be %d or empty", t.text, g.CellName(cell), k+1)
			}
			if d != 0 {
				clue.Allowed = clue.Allowed.With(k + 1)
			}
		}
		if clue.Allowed == 0 {
			return nil, fmt.Errorf("%s has no pencil mark", g.CellName(cell))
		}
		if clue.Allowed != AllDigits(9) {
			p.Soft = append(p.Soft, clue)
		}
	}
	p.Comment = comment(s.text[s.pos:])
	return p, nil
}
