package league

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/work/input"
)

func write(t *testing.T, file, text string) string {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestReadSeason(t *testing.T) {
	dir := t.TempDir()
	s, err := ReadSeason("", "1.2.3")
	if err != nil || len(s.Collections) != len(input.SampleNames()) || s.Collections[0].Version != "1.2.3" || s.Budget != time.Second {
		t.Errorf("%+v, %v", s, err)
	}
	file := write(t, filepath.Join(dir, "season.yaml"), "budget: 100ms\nsolvers: [a]\ncollections:\n- {name: hard, version: v1, from: puzzles.txt}\n- {name: few, version: v1, from: sample:quick}\n")
	s, err = ReadSeason(file, "")
	if err != nil || s.Budget != 100*time.Millisecond || s.Collections[0].From != filepath.Join(dir, "puzzles.txt") || s.Collections[1].From != "sample:quick" {
		t.Errorf("%+v, %v", s, err)
	}
	for text, want := range map[string]string{
		"budget: 1":   "into time.Duration",
		"budget: 1us": "budget 1µs: want a millisecond or more",
		"most: 0":     "most 0",
		"name: ''":    "it has no name",
		"rounds: 3":   "field rounds not found",
		"collections: [{name: A, version: x, from: y}]":                                 `id "A"`,
		"collections: [{name: a, version: ../x, from: y}]":                              `version "../x"`,
		"collections: [{name: a, version: '', from: y}]":                                `version ""`,
		"collections: [{name: a, version: x, from: y}, {name: a, version: z, from: y}]": `collection "a" appears twice`,
	} {
		if _, err := ReadSeason(write(t, file, text), ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := ReadSeason(filepath.Join(dir, "none.yaml"), ""); err == nil {
		t.Error("a season that is not there was read")
	}
}

// A collection stays what it was when it was first played, and takes puzzles from all of its source.
func TestGather(t *testing.T) {
	dir := t.TempDir()
	first, middle, last := "1...............", "..2.............", "...............4"
	from := write(t, filepath.Join(dir, "some.txt"), strings.Join([]string{first, first, middle, middle, last, last}, "\n")+"\n")
	s := &Season{Most: 3}
	c := &Collection{Name: "some", Version: "1", From: from}
	for range 2 {
		if err := s.gather(t.Context(), dir, c); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(dir, "collections", "some-1.txt"))
		if err != nil || string(text) != strings.Join([]string{first, middle, last}, "\n")+"\n" {
			t.Errorf("%q, %v", text, err)
		}
		write(t, from, first+"\n")
	}
	for _, bad := range []string{"", "nonsense\n"} {
		c := &Collection{Name: "bad", Version: "1", From: write(t, from, bad)}
		if err := s.gather(t.Context(), dir, c); err == nil {
			t.Errorf("%q was gathered", bad)
		}
	}
}
