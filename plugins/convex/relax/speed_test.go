package relax

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// BenchmarkFirstSolution solves with auto, one puzzle an operation.
func BenchmarkFirstSolution(b *testing.B) {
	for _, name := range []string{"minimal_20k", "17_clue_half", "top1465", "hardest_1106"} {
		b.Run(name, func(b *testing.B) {
			s, puzzles := solverWith(b), corpus(b, "speed/"+name+".txt", 1000)
			for i := 0; b.Loop(); i++ {
				if _, err := s.Solve(b.Context(), puzzles[i%len(puzzles)],
					func(sudoku.Grid) bool { return false }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkProgram builds the model of a puzzle after clue elimination and finds an interior point.
func BenchmarkProgram(b *testing.B) {
	puzzles := corpus(b, "speed/hardest_1106.txt", 100)
	f := newFrame(sudoku.Classic())
	board, p := newBoard(f), program{model: newModel(f)}
	p.reset(func() bool { return false })
	for i := 0; b.Loop(); i++ {
		board.start(puzzles[i%len(puzzles)])
		p.open(board)
		p.minimize(nil, nil, nil)
	}
	b.ReportMetric(float64(p.steps)/float64(p.solves), "iterations/op")
}
