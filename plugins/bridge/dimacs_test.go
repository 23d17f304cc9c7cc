package bridge

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	satsolver "github.com/crillab/gophersat/solver"

	"github.com/sudokuctl/sudokuctl/core/plugintest"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// satisfy is a SAT solver. With two files it does as minisat: it reads one, and writes the model into the other.
func satisfy(args []string) {
	in, out, begin := os.Stdin, os.Stdout, "v "
	if len(args) == 2 {
		var err error
		if in, err = os.Open(args[0]); err != nil {
			panic(err)
		}
		if out, err = os.Create(args[1]); err != nil {
			panic(err)
		}
		fmt.Println("WARNING: 1 2 3")
		begin = "SAT\n"
	}
	problem, err := satsolver.ParseCNF(in)
	if err != nil {
		panic(err)
	}
	s := satsolver.New(problem)
	if s.Solve() != satsolver.Sat {
		fmt.Fprintln(out, "s UNSATISFIABLE")
		os.Exit(20)
	}
	fmt.Println("s SATISFIABLE")
	fmt.Fprint(out, begin)
	for i, value := range s.Model() {
		if !value {
			fmt.Fprint(out, "-")
		}
		fmt.Fprint(out, i+1, " ")
	}
	fmt.Fprintln(out, "0")
	os.Exit(10)
}

func TestSATSolverKeepsThePromises(t *testing.T) {
	t.Parallel()
	s, stop, err := plugintest.Across(t.Context(), lines(fake(t, "satisfy", Dimacs)))
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	clauses := 0
	for _, check := range plugintest.Checks() {
		if !strings.HasPrefix(check.Name, "solve/") || check.Name == "solve/many" {
			continue // a process each
		}
		var skip *plugintest.Skip
		err := check.Run(t.Context(), s, plugintest.Setup{Timeout: time.Minute})
		if err != nil && !errors.As(err, &skip) {
			t.Errorf("%s: %v", check.Name, err)
		}
		if err == nil && strings.HasPrefix(check.Name, "solve/clauses") {
			clauses++
		}
	}
	if clauses == 0 {
		t.Error("no clauses were tried")
	}
}

func TestSATSolverOfFiles(t *testing.T) {
	t.Parallel()
	p := fake(t, "satisfy", Dimacs, formulaFile, modelFile)
	got := ask(t, p, time.Minute, puzzle(t, uniqueText), puzzle(t, severalTxt+"~or~cage=6:r2c12~thermo:r2c12~end"), puzzle(t, noneText))
	for i, want := range []sudoku.Verdict{sudoku.Unique, sudoku.Multiple, sudoku.Impossible} {
		if got[i].Verdict != want {
			t.Errorf("puzzle %d: %v, %v", i, got[i].Verdict, got[i].Err)
		}
	}
}

func TestSATSolverThatFails(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		id     string
		budget time.Duration
		want   string
	}{
		{"crasher", time.Minute, "exit status 3"},
		{"mumble", time.Minute, "neither found a model"},
		{"sleeper", 300 * time.Millisecond, "deadline"},
	} {
		got := ask(t, fake(t, c.id, Dimacs), c.budget, puzzle(t, uniqueText))[0]
		if !strings.Contains(fmt.Sprint(got.Err), c.want) {
			t.Errorf("%s: %v, %v", c.id, got.Verdict, got.Err)
		}
	}
}
