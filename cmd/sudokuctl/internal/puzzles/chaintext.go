package puzzles

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

const (
	fewLinks  = 5   // as many links a sentence says well enough
	wideChain = 100 // columns of a line of a chain, unless the terminal has fewer
)

// chainText writes the links of a step whose sentence does not have them, as chains: r1c2=3 → r1c5≠3 → r4c5=3. A chain
// goes on as long as one link leads to the next.
func chainText(a *app.App, g *sudoku.Geometry, s sudoku.Step) string {
	if len(s.Links) <= fewLinks || strings.Contains(s.Text, "→") {
		return ""
	}
	width := wideChain
	if w := a.Width(); w > 0 {
		width = min(w, wideChain)
	}
	var b strings.Builder
	left := slices.Clone(s.Links)
	for len(left) > 0 {
		from, to := linkTexts(g, left[0])
		line := "   " + from
		for at := 0; at >= 0; {
			last := left[at]
			if utf8.RuneCountInString(line+" → "+to) > width && strings.Contains(line, "→") {
				b.WriteString(line + "\n")
				line = "     "
			}
			line += " → " + to
			left = slices.Delete(left, at, at+1)
			if at = slices.IndexFunc(left, func(l sudoku.Link) bool { return leadsTo(last, l) }); at >= 0 {
				_, to = linkTexts(g, left[at])
			}
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// leadsTo reports whether a link ends with what another begins with.
func leadsTo(a, b sudoku.Link) bool {
	return (a.Kind == sudoku.StrongLink) == (b.Kind == sudoku.WeakLink) && slices.Equal(a.To, b.From)
}

// linkTexts writes the ends of a link: r1c2=3 for what is true, r1c2≠3 for what is not.
func linkTexts(g *sudoku.Geometry, l sudoku.Link) (from, to string) {
	return endText(g, l.From, l.Kind == sudoku.WeakLink), endText(g, l.To, l.Kind == sudoku.StrongLink)
}

// endText writes candidates, those of a digit together: r1c2,r1c3≠3.
func endText(g *sudoku.Geometry, end []sudoku.Candidate, isTrue bool) string {
	sign, or := "≠", ", "
	if isTrue {
		sign, or = "=", " or "
	}
	var parts []string
	for i, c := range end {
		if i > 0 && end[i-1].Digit == c.Digit {
			last := &parts[len(parts)-1]
			cells, _, _ := strings.Cut(*last, sign)
			*last = cells + "," + g.CellName(c.Cell) + sign + g.Alphabet().Symbol(c.Digit)
			continue
		}
		parts = append(parts, g.CellName(c.Cell)+sign+g.Alphabet().Symbol(c.Digit))
	}
	return strings.Join(parts, or)
}
