package ladder

import (
	"bufio"
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/als"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/chain"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/loop"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/uniqueness"
)

// A case of the library: the technique's code, a board, and the candidates that the technique must strike
// from it, or the digit that it must place; neither if it must find nothing.
type regression struct {
	code, line string
	p          *sudoku.Puzzle
	values     sudoku.Grid // the givens and what has been placed
	deleted    []board.Mark
	want       []board.Mark
	place      bool
}

// filled is a digit that is not given.
var filled = regexp.MustCompile(`\+.`)

func readRegressions(t *testing.T) []regression {
	var all []regression
	lines := bufio.NewScanner(rulestest.Open(t, "techniques/reglib-1.3.txt"))
	for lines.Scan() {
		f := strings.Split(lines.Text(), ":")
		if len(f) < 7 || !strings.HasPrefix(lines.Text(), ":") {
			continue
		}
		r := regression{code: f[1], line: lines.Text(), p: rulestest.Puzzle(t, filled.ReplaceAllString(f[3], "."))}
		r.values = rulestest.Puzzle(t, strings.ReplaceAll(f[3], "+", "")).Givens()
		r.deleted, r.want = marks(f[4]), marks(f[5])
		if f[6] != "" {
			r.want, r.place = marks(f[6]), true
		}
		all = append(all, r)
	}
	return all
}

// marks reads candidates written as digit, row, column.
func marks(text string) []board.Mark {
	var all []board.Mark
	for _, w := range strings.Fields(text) {
		all = append(all, board.Mark{Cell: int(w[1]-'1')*9 + int(w[2]-'1'), V: int(w[0] - '1')})
	}
	return all
}

// repeated lists the uses of a technique that finds one at a time by applying each.
type repeated struct {
	*board.Position
	board.Technique
}

func (r repeated) Each(done func() bool) bool {
	for range 60 {
		if !r.Technique.Each(takeFirst) || done() {
			return true
		}
		r.Hint.Apply(r.Board)
	}
	return false
}

// makerOf names, for a code, the technique, in a form that lists all its hints.
func makerOf(code string) board.Maker {
	fins := pattern.FinnedFish
	repeat := func(make board.Maker) board.Maker {
		return func(p *board.Position) board.Technique { return repeated{p, make(p)} }
	}
	switch code {
	case "03111", "03121", "03211", "03221":
		return pattern.SiameseFish(int(code[3]-'0') + 2)
	case "03411", "03421", "03621":
		kind := pattern.FishKind{K: int(code[3]-'0') + 2, Mutant: code[2] == '6', Fins: true}
		return pattern.SiameseComplexFish(kind)
	case "0404":
		return pattern.DualKite
	case "0405":
		return pattern.DualRectangle
	}
	switch strings.TrimSuffix(code, "-x")[:min(4, len(code))] {
	case "0000":
		return repeat(pattern.LastCell)
	case "0002":
		return repeat(pattern.HiddenSingle)
	case "0003":
		return repeat(pattern.NakedSingle)
	case "0100", "0101":
		return repeat(pattern.Locked)
	case "0110":
		return pattern.LockedSet(2)
	case "0111":
		return pattern.LockedSet(3)
	case "0200", "0201", "0202":
		k := int(code[3]-'0') + 2
		return pattern.NakedSet(k)
	case "0210", "0211", "0212":
		k := int(code[3]-'0') + 2
		return pattern.HiddenSet(k)
	case "0300", "0301", "0302":
		k := int(code[3]-'0') + 2
		return repeat(pattern.Fish(k))
	case "0310":
		return fins(2, false)
	case "0311":
		return fins(3, false)
	case "0312":
		return fins(4, false)
	case "0320":
		return fins(2, true)
	case "0321":
		return fins(3, true)
	case "0322":
		return fins(4, true)
	case "0331", "0332", "0340", "0341", "0342", "0361", "0362", "0363", "0364":
		kind := pattern.FishKind{K: int(code[3]-'0') + 2, Mutant: code[2] > '4', Fins: code[2] == '4' || code[2] == '6'}
		return pattern.ComplexFish(kind)
	case "0400":
		return pattern.Skyscraper
	case "0401":
		return pattern.Kite
	case "0402":
		return pattern.EmptyRectangle
	case "0403":
		return pattern.TurbotFish
	case "0500", "0501":
		return pattern.SimpleColors
	case "0502", "0503":
		return pattern.MultiColors
	case "0600", "0601", "0602", "0603", "0604", "0605":
		return uniqueness.Uniqueness(int(code[3]-'0') + 1)
	case "0606":
		return uniqueness.HiddenRectangle
	case "0607":
		return uniqueness.Avoidable(1)
	case "0608":
		return uniqueness.Avoidable(2)
	case "0610":
		return repeat(uniqueness.BUG1)
	case "0701":
		return chain.XChain
	case "0702":
		return chain.XYChain
	case "0706", "0707", "0708":
		return loop.NiceLoop
	case "0709", "0710", "0711":
		if ch := code[len(code)-1]; ch >= '3' || code == "0709-2" {
			return loop.ALSLoop
		}
		return loop.GroupedLoop
	case "0703":
		return pattern.RemotePair
	case "0800":
		return pattern.XYWing
	case "0801":
		return pattern.XYZWing
	case "0803":
		return pattern.WWing
	case "0901":
		return als.XZ
	case "0902":
		return als.Wing
	case "0903":
		return als.Chain
	case "0904":
		return als.DeathBlossom
	case "1201":
		return pattern.TemplateSet
	case "1202":
		return pattern.TemplateDelete
	case "1101":
		return pattern.SueDeCoq
	}
	return nil
}

// missing says how many cases of a code are not found.
var missing = map[string]int{"0709-2": 1}

// wider says for how many the strikes are found together with others: HoDoKu's loops strike nothing in their
// own cells, and its templates are not thinned out to the end.
var wider = map[string]int{"0706": 3, "0709-1": 1, "0901-2": 1, "1202": 3}

// TestRegressionLibrary looks for HoDoKu's one-technique cases: a hint with exactly the strikes of each, and
// none in the cases that have none.
func TestRegressionLibrary(t *testing.T) {
	failed, more, tried, skipped := map[string]int{}, map[string]int{}, 0, 0
	position := board.NewPosition(board.NewFrame(sudoku.MustGeometry("9")))
	position.Wide = true
	for _, r := range readRegressions(t) {
		make := makerOf(r.code)
		if make == nil {
			skipped++
			continue
		}
		tried++
		switch met, within := r.found(position, make(position)); {
		case met:
		case within:
			more[r.code]++
		default:
			failed[r.code]++
			t.Logf("not met: %s", r.line)
		}
	}
	t.Logf("%d cases tried, %d of techniques that are not implemented", tried, skipped)
	if !maps.Equal(failed, missing) || !maps.Equal(more, wider) {
		t.Errorf("failures by code %v, want %v; with more strikes %v, want %v", failed, missing, more, wider)
	}
}

// found reports whether the technique does on the case's board what it must, or else whether a hint holds its
// strikes among others.
func (r *regression) found(p *board.Position, technique board.Technique) (met, within bool) {
	r.begin(p)
	hints := 0
	technique.Each(func() bool {
		hints++
		met = met || r.isMet(&p.Hint)
		within = within || !slices.ContainsFunc(r.want, func(m board.Mark) bool {
			return !slices.Contains(p.Hint.Strikes, m)
		})
		return met
	})
	if strings.HasSuffix(r.code, "-x") {
		return hints == 0, false
	}
	return met, within
}

// begin sets a position to the case's board.
func (r *regression) begin(p *board.Position) {
	p.Set(context.Background(), r.p)
	p.Load(r.p)
	for c, v := range r.values {
		if p.Cand[c] != 0 && v != 0 {
			p.Place(c, int(v)-1)
		}
	}
	for _, m := range r.deleted {
		p.Strike(m.Cell, m.V)
	}
}

func (r *regression) isMet(h *board.Hint) bool {
	if r.place && len(r.want) > 1 {
		return !slices.ContainsFunc(r.want, func(m board.Mark) bool { return !slices.Contains(h.Cells, m.Cell) }) &&
			len(h.Cells) == len(r.want) && h.Strikes[0].V != r.want[0].V
	}
	if r.place && h.Cell < 0 {
		return !slices.ContainsFunc(h.Strikes, func(m board.Mark) bool {
			return m.Cell != r.want[0].Cell || m.V == r.want[0].V
		})
	}
	if r.place {
		return r.want[0] == board.Mark{Cell: h.Cell, V: h.Digit}
	}
	return sameMarks(h.Strikes, r.want)
}

func sameMarks(a, b []board.Mark) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(m board.Mark) bool { return !slices.Contains(b, m) })
}
