//go:build unix

package host_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func Example() {
	ctx := context.Background()
	h := host.New(host.Options{Dirs: []string{"bin/plugins"}, StartTimeout: 5 * time.Second})
	defer h.Close()

	self, _ := os.Executable() // this test serves as the plugin; a user writes host.Config{ID: "dlx"}
	p, err := h.Open(ctx, host.Config{ID: "fake", Run: []string{self}, Env: []string{"HOST_TEST_FAKE=honest"}})
	if err != nil {
		log.Fatal(err)
	}
	puzzle, err := sudoku.ParsePuzzle("4:12..............")
	if err != nil {
		log.Fatal(err)
	}
	r, err := runner.SolveOne(ctx, p, puzzle, runner.Ask{Limit: 2})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Verdict, r.Count)
	// Output: multiple 2
}
