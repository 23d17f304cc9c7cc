// Command summary solves the puzzles of a file with two plugins, keeps all answers and prints how many were solved.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/run"
)

func main() {
	if bundled.Serve() {
		return
	}
	h := host.New(host.Options{Bundled: bundled.Command, BundledIDs: bundled.IDs()})
	defer h.Close()
	s, err := store.Open(context.Background(), "summary.db")
	check(err)
	defer s.Close()
	in, err := input.Parse(os.Args[1], os.Stdin)
	check(err)
	r, err := run.Run(context.Background(), work.Hosted(h, s), run.Request{Inputs: []*input.Input{in},
		Solvers: []string{"entropybt", "dlx"}, Ask: runner.Ask{Limit: 2}}, nil)
	check(err)
	for _, t := range r.Tasks {
		fmt.Printf("%s: %d of %d have one solution\n", t.Plugin, t.Verdicts["unique"], t.Done)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
