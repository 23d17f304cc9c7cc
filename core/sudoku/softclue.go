package sudoku

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku/alphabet"
)

// fill sets cell i of p by its token.
func (s *scanner) fill(p *Puzzle, i int, t token) error {
	s.errorAt = t.at
	if t.text[0] != '{' {
		d, ok := p.geometry.alphabet.Value(t.text)
		if !ok {
			return illegal(t.text, p.geometry)
		}
		p.givens[i] = d
		return nil
	}
	clue, err := s.softClue(p.geometry, t.text[1:len(t.text)-1])
	if err != nil {
		return fmt.Errorf("soft clue in %s: %w", p.geometry.CellName(i), err)
	}
	clue.Cell = i
	p.soft = append(p.soft, clue)
	return nil
}

// softClue reads what stands between braces: digits, or digit:probability pairs separated by commas.
func (s *scanner) softClue(g *Geometry, text string) (SoftClue, error) {
	var clue SoftClue
	for _, part := range softParts(g.alphabet, text) {
		symbol, probability, weighted := strings.Cut(part, ":")
		d, ok := g.alphabet.Value(strings.TrimSpace(symbol))
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
	for i, v := range clue.Prob {
		if v == 0 {
			clue.Allowed = clue.Allowed.Without(i + 1)
		}
	}
	return clue, clue.Check(g.n)
}

// softParts cuts at commas, or into single symbols if there is none and the alphabet has symbols.
func softParts(a *alphabet.Alphabet, text string) []string {
	if a.Spaced() || strings.ContainsAny(text, ",:") {
		return strings.Split(text, ",")
	}
	return strings.Split(text, "")
}

// weigh sets the probability of a digit.
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

// Check returns why a puzzle of n digits cannot have a soft clue: it allows no digit, or its probabilities are out of
// range, do not sum to 1 (within 1e-6) or contradict the digits allowed.
func (s SoftClue) Check(n int) error {
	switch {
	case s.Allowed == 0:
		return errors.New("no digit is allowed")
	case s.Allowed&^AllDigits(n) != 0:
		return fmt.Errorf("a digit beyond %d is allowed", n)
	case s.Prob == nil:
		return nil
	case len(s.Prob) != n:
		return fmt.Errorf("%d probabilities for %d digits", len(s.Prob), n)
	}
	sum := 0.0
	for i, v := range s.Prob {
		switch {
		case math.IsNaN(v) || v < 0 || math.IsInf(v, 0):
			return fmt.Errorf("probability %v of digit %d is not in [0,1]", v, i+1)
		case (v > 0) != s.Allowed.Has(i+1):
			return fmt.Errorf("probability %v of digit %d contradicts the allowed digits", v, i+1)
		}
		sum += v
	}
	if math.Abs(sum-1) > 1e-6 {
		return fmt.Errorf("the probabilities sum to %v instead of 1", sum)
	}
	return nil
}

// sukaku reads 729 pencil marks of a classic puzzle: nine for each cell, digit d at place d, or an empty sign.
func (s *scanner) sukaku() (*Puzzle, error) {
	g := Classic()
	p := MustPuzzle(g, make(Grid, 81))
	for cell := range g.cells {
		clue := SoftClue{Cell: cell}
		for k, t := range s.cells[9*cell : 9*cell+9] {
			s.errorAt = t.at
			d, ok := g.alphabet.Value(t.text)
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
			p.soft = append(p.soft, clue)
		}
	}
	return p, nil
}
