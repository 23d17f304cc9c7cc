package store_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// A library is made, filled and asked.
func Example() {
	dir, err := os.MkdirTemp("", "store")
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

	var entries []store.Entry
	for _, text := range []string{"4:1.3.............", "4:12..............", "4:1.3............."} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			log.Fatal(err)
		}
		entries = append(entries, store.Entry{Puzzle: p, Tags: []string{"small"}})
	}
	sum, err := s.Import(ctx, store.Source{Name: "by hand"}, slices.Values(entries))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%+v\n", sum)

	for l, err := range s.List(ctx, store.Filter{Where: `clues == 2 && tag == "small"`, Sort: "-id", Limit: 10}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(l.ID, l.Puzzle)
	}
	// Output:
	// {Source:1 Read:3 New:2 Duplicates:1 Refuted:0}
	// 2 12..............
	// 1 1.3.............
}
