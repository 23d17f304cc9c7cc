package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// hostileTexts are what strangers could write to steer a terminal: a sequence each, in three encodings, between
// letters that show where it was.
func hostileTexts() []string {
	var texts []string
	sequences := []string{"[2J", "[H", "[31m", "[8m", "[0m", "[6n", "[c", "[?1049h", "[?25l", "[200~", "[1A", "[K", "[20t",
		"[5i", "]0;owned\a", "]52;c;cm0=\a", "]8;;http://example.invalid\a", "]50;x\x1b\\", "P+q544e\x1b\\", "_x\x1b\\", "^x\x1b\\",
		"c", "7", "8", "(0", "#8", "=", ">", "Z", "D", "M", "E"}
	for _, sequence := range sequences {
		texts = append(texts, "\x1b"+sequence, "\u009b"+strings.TrimPrefix(sequence, "["), "\xc2\x9b"+sequence+"\x1b")
	}
	for c := rune(0); c < 0xa0; c++ {
		if (c < ' ' || c >= 0x7f) && c != '\n' && c != '\t' {
			texts = append(texts, string(c))
		}
	}
	for _, mark := range []rune{0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
		0x2028, 0x2029, 0xfeff, 0x206a, 0xe0001, 0xe0041, 0x200b, 0x2060, 0x2061} {
		texts = append(texts, string(mark), "a"+string(mark)+"b")
	}
	for i, text := range texts {
		texts[i] = fmt.Sprintf("<%d:%s>", i, text)
	}
	return texts
}

// loud is all hostile texts in one.
func loud() string { return strings.Join(hostileTexts(), " ") }

// serveLoud is a plugin that says nothing but hostile texts wherever a plugin can say something.
func serveLoud() {
	plugin.Serve(plugin.Spec{
		Info: sudoku.Info{ID: "loud", Name: loud(), Version: "1.0.0" + loud(), Summary: loud(), Licence: loud(),
			Reference: loud(), Homepage: loud(),
			Metrics:  []sudoku.Metric{{Name: "loudness", Unit: loud(), Max: 10, Source: loud(), Summary: loud()}},
			Settings: []sudoku.Setting{{Name: "volume", Default: loud(), Summary: loud()}}},
		Solver:    func(sudoku.Settings) (sudoku.Solver, error) { return shouter{}, nil },
		Grader:    func(sudoku.Settings) (sudoku.Grader, error) { return shouter{}, nil },
		Explainer: func(sudoku.Settings) (sudoku.Explainer, error) { return shouter{}, nil },
	})
}

type shouter struct{}

func (shouter) Solve(context.Context, *sudoku.Puzzle, func(sudoku.Grid) bool) (sudoku.Stats, error) {
	return sudoku.Stats{}, errors.New(loud())
}

func (shouter) Grade(context.Context, *sudoku.Puzzle) ([]sudoku.Grade, error) {
	return []sudoku.Grade{{Metric: "loudness", Value: 1, Label: loud()}}, nil
}

func (shouter) Explain(_ context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	emit(sudoku.Step{Technique: loud(), Rating: 1, Place: []sudoku.Candidate{{Cell: 2, Digit: 4}}, Why: []string{loud()},
		Text: loud()})
	return errors.New(loud())
}
