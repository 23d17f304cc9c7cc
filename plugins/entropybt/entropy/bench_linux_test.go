//go:build linux

package entropy

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/dlx/cover"
	"github.com/sudokuctl/sudokuctl/plugins/generate/create"
)

// BenchmarkLarge finds one solution of generated puzzles of 16×16 and 25×25 cells, and proves with a second search that
// there is no other. It compares dancing links and those of the SAT solvers cadical, kissat and minisat that are installed,
// which find one solution of a textbook encoding. It reports medians and worst deciles of CPU time; -benchtime 300x takes 300
// puzzles. A SAT solver's time includes reading the formula, but not writing it.
func BenchmarkLarge(b *testing.B) {
	for _, order := range []struct {
		geometry string
		clues    int
		multiple bool
	}{
		{"16", 130, false}, {"16", 110, false}, {"16", 95, false}, {"25", 380, false}, {"25", 330, false}, {"25", 290, false},
		{"25", 240, true}, {"25", 200, true}, {"25", 150, true},
	} {
		name := fmt.Sprintf("%s/%d", order.geometry, order.clues)
		if order.multiple {
			name += "/multiple"
		}
		b.Run(name, func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			puzzles := large(b, sudoku.Order{Geometry: sudoku.MustGeometry(order.geometry), CluesMin: order.clues,
				CluesMax: order.clues, AllowMultiple: order.multiple, Count: b.N, Seed: 2})
			dancing, err := cover.Spec().Solver(nil)
			if err != nil {
				b.Fatal(err)
			}
			own := newFast("auto")
			race := map[string]func(p *sudoku.Puzzle) time.Duration{
				"first": func(p *sudoku.Puzzle) time.Duration { return solveFor(b, own, p, 1) },
				"proof": func(p *sudoku.Puzzle) time.Duration { return solveFor(b, own, p, 2) },
			}
			if !order.multiple { // dancing links can take hours without a proof that they are lost
				race["dlx"] = func(p *sudoku.Puzzle) time.Duration { return solveFor(b, dancing, p, 1) }
			}
			for _, program := range []string{"cadical", "kissat", "minisat"} {
				if path, err := exec.LookPath(program); err == nil {
					race[program] = func(p *sudoku.Puzzle) time.Duration { return satisfy(b, path, p) }
				}
			}
			own.Solve(context.Background(), puzzles[0], func(sudoku.Grid) bool { return false }) // makes its tables
			times := map[string][]time.Duration{}
			for _, p := range puzzles {
				for name, solve := range race {
					times[name] = append(times[name], solve(p))
				}
			}
			for name, all := range times {
				slices.Sort(all)
				b.ReportMetric(all[len(all)/2].Seconds()*1000, name+"-median-ms")
				b.ReportMetric(all[len(all)*9/10].Seconds()*1000, name+"-p90-ms")
			}
		})
	}
}

func large(b *testing.B, o sudoku.Order) (puzzles []*sudoku.Puzzle) {
	b.Helper()
	spec := create.Spec()
	settings, err := spec.Info.Resolve(nil)
	if err != nil {
		b.Fatal(err)
	}
	generator, err := spec.Generator(settings)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := generator.Generate(context.Background(), o, func(p *sudoku.Puzzle) bool {
		puzzles = append(puzzles, p)
		return true
	}); err != nil {
		b.Fatal(err)
	}
	return puzzles
}

// solveFor returns the CPU time of this thread for the first solutions of a puzzle.
func solveFor(b *testing.B, s sudoku.Solver, p *sudoku.Puzzle, limit int) time.Duration {
	b.Helper()
	begun, found := threadTime(b), 0
	if _, err := s.Solve(context.Background(), p, func(sudoku.Grid) bool { found++; return found < limit }); err != nil || found == 0 {
		b.Fatalf("%s: %d solutions, %v", p, found, err)
	}
	return threadTime(b) - begun
}

func threadTime(b *testing.B) time.Duration {
	b.Helper()
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now); err != nil {
		b.Fatal(err)
	}
	return time.Duration(now.Nano())
}

// satisfy returns the CPU time of a SAT solver that reads a puzzle as a formula.
func satisfy(b *testing.B, program string, p *sudoku.Puzzle) time.Duration {
	b.Helper()
	const satisfiable = 10 // exit status
	c := exec.Command(program, "/dev/stdin")
	c.Stdin = bytes.NewReader(formula(p))
	out, err := c.CombinedOutput()
	if c.ProcessState == nil || c.ProcessState.ExitCode() != satisfiable {
		b.Fatalf("%s: %v\n%s", program, err, out)
	}
	return c.ProcessState.UserTime() + c.ProcessState.SystemTime()
}

// formula writes a puzzle in DIMACS: a variable for each candidate that the givens leave, for each cell and for each
// digit in each house a clause that one of them is true, and for each two of them a clause that not both are.
func formula(p *sudoku.Puzzle) []byte {
	g, n := p.Geometry(), p.Geometry().N()
	candidates, variables, clauses := p.Candidates(), map[[2]int]int{}, 0
	variable := func(cell, digit int) int {
		key := [2]int{cell, digit}
		if variables[key] == 0 {
			variables[key] = len(variables) + 1
		}
		return variables[key]
	}
	may := func(cell, digit int) bool {
		if v := p.Givens()[cell]; v != 0 {
			return int(v) == digit
		}
		return candidates[cell].Has(digit)
	}
	var text []byte
	clause := func(literals ...int) {
		for _, l := range literals {
			text = append(strconv.AppendInt(text, int64(l), 10), ' ')
		}
		text = append(text, "0\n"...)
		clauses++
	}
	oneOf := func(of []int) {
		clause(of...)
		for i, one := range of {
			for _, other := range of[i+1:] {
				clause(-one, -other)
			}
		}
	}
	for cell := range g.Cells() {
		var of []int
		for digit := 1; digit <= n; digit++ {
			if may(cell, digit) {
				of = append(of, variable(cell, digit))
			}
		}
		oneOf(of)
	}
	for _, house := range g.Houses() {
		for digit := 1; digit <= n; digit++ {
			var of []int
			for _, cell := range house.Cells {
				if may(cell, digit) {
					of = append(of, variable(cell, digit))
				}
			}
			oneOf(of)
		}
	}
	return append(fmt.Appendf(nil, "p cnf %d %d\n", len(variables), clauses), text...)
}
