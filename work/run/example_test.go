package run_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/run"
)

func TestMain(m *testing.M) {
	if bundled.Serve() || serveMortal() {
		return // a test has started this program again as a plugin
	}
	os.Exit(m.Run())
}

// A run into a database, with a solver and a grader that are bundled.
func ExampleRun() {
	dir, err := os.MkdirTemp("", "work")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	s, err := store.Open(ctx, filepath.Join(dir, "puzzles.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	h := host.New(host.Options{Bundled: bundled.Command, BundledIDs: bundled.IDs()})
	defer h.Close()

	puzzles := input.Text("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n1.3.............")
	r, err := run.Run(ctx, work.Hosted(h, s), run.Request{Inputs: []*input.Input{puzzles},
		Solvers: []string{"dlx"}, Graders: []string{"entropybt"}, Ask: runner.Ask{Limit: 2}}, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, t := range r.Tasks {
		fmt.Println(t.Plugin, t.Task, t.Done, t.Verdicts)
	}
	n, err := s.Count(ctx, store.Filter{Where: `verdict == "unique"`})
	fmt.Println(n, err)
	// Output:
	// dlx solve 2 map[multiple:1 unique:1]
	// entropybt grade 2 map[]
	// 1 <nil>
}
