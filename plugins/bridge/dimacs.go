package bridge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/cnf"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Words in the command of a SAT solver that stand for files: the formula, which is its input otherwise, and the model,
// which it prints otherwise.
const (
	formulaFile = "{cnf}"
	modelFile   = "{model}"
)

// satCodes are the exit codes of SAT solvers that have found a model, or that there is none.
var satCodes = []int{10, 20}

var errUndecided = fmt.Errorf("%w: the program has neither found a model nor that there is none", sudoku.ErrGaveUp)

// models emits the grids of all models of a puzzle's formula: a process for each, the models before being excluded. Nil
// is a proof that there are no others.
func (s *solver) models(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) error {
	f, err := cnf.Encode(p, func() bool { return ctx.Err() != nil })
	if err != nil {
		return cmp.Or(ctx.Err(), err)
	}
	for {
		model, err := s.model(ctx, f)
		switch {
		case err != nil:
			return err
		case model == nil && !s.bridge.program.Complete:
			return sudoku.ErrGaveUp
		case model == nil:
			return nil
		}
		grid := f.Grid(func(v int) bool { return model[v] })
		if !emit(grid) {
			return nil
		}
		if grid.Filled() < len(grid) {
			return errors.New("its model leaves a cell empty")
		}
		f.Add(f.Without(grid)...)
	}
}

// model runs the program on a formula and returns the variables that are true, nil if there is no model.
func (s *solver) model(ctx context.Context, f *cnf.Formula) (map[int]bool, error) {
	var text strings.Builder
	_ = f.Write(&text) // a Builder takes everything
	argv, input := s.command(ctx), text.String()
	in, err := inFile(argv, formulaFile, input)
	if err != nil {
		return nil, err
	}
	defer os.Remove(in)
	if in != "" {
		input = ""
	}
	out, err := inFile(argv, modelFile, "")
	if err != nil {
		return nil, err
	}
	defer os.Remove(out)
	lines, err := s.bridge.runThrough(ctx, argv, input)
	if err != nil {
		return nil, err
	}
	if out != "" {
		written, err := os.ReadFile(out)
		if err != nil {
			return nil, fmt.Errorf("reading a model: %w", err)
		}
		lines = append(lines, strings.Split(string(written), "\n")...)
	}
	return readModel(lines)
}

// inFile makes a temporary file of a text and puts its name in place of a word of a command. Without that word in it
// there is no file, and no name.
func inFile(argv []string, word, text string) (name string, err error) {
	for i, arg := range argv {
		if !strings.Contains(arg, word) {
			continue
		}
		if name == "" {
			file, err := os.CreateTemp("", "*.cnf")
			if err != nil {
				return "", fmt.Errorf("making a file for %s: %w", word, err)
			}
			name = file.Name()
			_, err = file.WriteString(text)
			if err = errors.Join(err, file.Close()); err != nil {
				return name, fmt.Errorf("writing the file for %s: %w", word, err)
			}
		}
		argv[i] = strings.ReplaceAll(arg, word, name)
	}
	return name, nil
}

// readModel reads what a SAT solver prints: "s SATISFIABLE", and the literals of the model behind "v". Lines may lack
// these letters, as minisat's do. Other lines say nothing.
func readModel(lines []string) (map[int]bool, error) {
	model, satisfiable := map[int]bool{}, false
	for _, line := range lines {
		words := strings.Fields(line)
		if len(words) > 0 && (words[0] == "s" || words[0] == "v") {
			words = words[1:]
		}
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "SATISFIABLE", "SAT":
			satisfiable = true
		case "UNSATISFIABLE", "UNSAT":
			return nil, nil
		}
		for _, word := range words {
			lit, err := strconv.Atoi(word)
			if err != nil {
				break
			}
			if lit > 0 {
				model[lit] = true
			}
		}
	}
	if !satisfiable {
		return nil, errUndecided
	}
	return model, nil
}
