package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// rogues are go-plugin processes that do one bad thing with each puzzle that has an empty cell; a solved
// grid they answer. Their programs are named rogue-liar and so on.
var rogues = map[string]func(emit func(sudoku.Grid) bool) error{
	"liar": func(emit func(sudoku.Grid) bool) error {
		emit(make(sudoku.Grid, 81))
		return nil
	},
	"sleeper": func(func(sudoku.Grid) bool) error { time.Sleep(time.Hour); return nil },
	"crasher": func(func(sudoku.Grid) bool) error {
		fmt.Fprintln(os.NewFile(2, "stderr"), "boom, says it")
		os.Exit(3)
		return nil
	},
	"thief": func(func(sudoku.Grid) bool) error {
		stolen, err := io.ReadAll(os.NewFile(0, "stdin"))
		return fmt.Errorf("stole %d bytes: %w", len(stolen), errors.Join(sudoku.ErrGaveUp, err))
	},
	"forker": func(func(sudoku.Grid) bool) error {
		return errors.Join(exec.Command("setsid", "sh", "-c", "(sleep 1000 &) ; sleep 1000 &").Run(),
			sudoku.ErrGaveUp)
	},
	"hog": func(func(sudoku.Grid) bool) error {
		var held [][]byte
		for len(held) < 1<<10 {
			held = append(held, make([]byte, 64<<20))
		}
		runtime.KeepAlive(held)
		return sudoku.ErrGaveUp
	},
	"endless": func(emit func(sudoku.Grid) bool) error {
		for {
			emit(make(sudoku.Grid, 81))
		}
	},
	"caller": func(func(sudoku.Grid) bool) error {
		_, err := net.Dial("tcp", "127.0.0.1:9")
		return fmt.Errorf("calling: %w", err)
	},
	"writer": func(func(sudoku.Grid) bool) error {
		return fmt.Errorf("writing: %w", os.WriteFile(filepath.Join(os.Getenv("HOME"), "written"), []byte("x"),
			0o600))
	},
	"reader": func(func(sudoku.Grid) bool) error {
		text, err := os.ReadFile(filepath.Join(os.Getenv("HOME"), "secret"))
		return fmt.Errorf("reading %q: %w", text, err)
	},
	"killed": func(func(sudoku.Grid) bool) error {
		p, err := os.FindProcess(os.Getpid())
		return errors.Join(err, p.Kill())
	},
	"panicker": func(func(sudoku.Grid) bool) error {
		slog.Warn("starting", "clues", 17, "plugin", "another")
		panic("seven at r1c1")
	},
	"printer": nil, "foreign": nil,
}

// serveRogue returns the program of a rogue.
func serveRogue(name string) func() {
	return func() {
		switch name {
		case "printer":
			fmt.Println("hello, I am a plugin")
		case "foreign":
			fmt.Println("1|99|unix|/none|grpc|")
			time.Sleep(time.Hour)
		}
		plugin.Serve(plugin.Spec{
			Info:   sudoku.Info{ID: "rogue-" + name, Name: name, Version: "1.0.0"},
			Solver: func(sudoku.Settings) (sudoku.Solver, error) { return rogue{rogues[name]}, nil },
		})
	}
}

type rogue struct {
	misdeed func(emit func(sudoku.Grid) bool) error
}

// Solve emits the givens of a solved grid.
func (r rogue) Solve(_ context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	if p.Clues() < len(p.Givens()) {
		return sudoku.Stats{}, r.misdeed(emit)
	}
	emit(p.Givens())
	return sudoku.Stats{}, sudoku.ErrGaveUp
}
