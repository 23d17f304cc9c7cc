package formats_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// The format is recognised; a line that cannot be read does not end the reading.
func ExampleRead() {
	text := "puzzle,rating\n4:1.3.............,1.2\n4:1.3............,1.5\n4:..............12,\n"
	for r, err := range formats.Read(strings.NewReader(text), "some.csv") {
		if err != nil {
			fmt.Println("bad:", err)
			continue
		}
		fmt.Println(r.Format, r.Puzzle.Name, r.Puzzle, formats.FieldsText(r.Fields))
	}
	// Output:
	// csv some.csv:2 1.3............. rating=1.2
	// bad: some.csv:3:18: 15 cells instead of 16
	// csv some.csv:4 ..............12
}

func ExampleNewWriter() {
	p, err := sudoku.ParsePuzzle("4:1.3.............")
	if err != nil {
		fmt.Println(err)
		return
	}
	w, err := formats.NewWriter(os.Stdout, "jsonl")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := w.Write(formats.Record{Puzzle: p, Name: "small", Tags: []string{"mine"}}); err != nil {
		fmt.Println(err)
	}
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	// Output: {"puzzle":"1.3.............","geometry":"4","tags":["mine"],"name":"small"}
}
