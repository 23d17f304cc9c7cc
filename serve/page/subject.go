package page

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/work/library"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// subject is the body of the page of a puzzle: everything known about it. The template calls its methods for the parts
// that it shows.
type subject struct {
	ID       int64
	Puzzle   *sudoku.Puzzle
	Notation string
	Record   *library.ListRecord // nil for a puzzle that is not from the library
	Several  []string            // puzzles that were read with it, and it
	Read     int                 // how many there are

	desk.Finding
	Step    int      // from 1, 0 for the puzzle as it is given
	Without []string // techniques that are left out
	Marks   bool
	Views   []*view
	Uses    []string // techniques of the explanation, as a grade has them
	Other   string   // a level or a technique with which the library has no puzzle
	From    string   // where this puzzle is from instead, "" if it was not asked for in this way

	query   url.Values // of the address
	path    func(string) string
	compute bool
	writes  bool     // puzzles can be kept in the library
	plays   bool     // the server takes reports of plays
	level   string   // of the series, "" if it has none
	playing *playing // once somebody has asked for it
}

// origins say where puzzles are from that are not in the library.
var origins = map[string]string{"new": "it is new", "sample": "it comes with the program",
	"lesson": "it is from the lesson"}

// view is a table of the library with rows of a puzzle.
type view struct {
	Name    string
	Table   *desk.Table
	Grades  []grade // of the view of grades
	Formats [][2]string
}

// take takes from an address which step is shown, and whether marks are.
func (b *subject) take(v url.Values) {
	b.query = v
	b.Step, _ = strconv.Atoi(v.Get("step"))
	b.Marks = v.Get("marks") != "off" && (b.Plan != nil && b.Step > 0 || v.Get("marks") == "on")
	if b.Plan != nil {
		b.Step = min(max(b.Step, 0), len(b.Plan.Steps)+1)
	}
}

// Open is the table that is shown without being opened, "" for none.
func (b *subject) Open() string { return b.query.Get("open") }

// command is the equal command, "" if it depends on the settings of the explainer.
func (b *subject) command() string {
	if b.Without != nil {
		return ""
	}
	return "sudokuctl explain " + shell(b.Notation)
}

// address is the page of a puzzle.
func (b *subject) address(v url.Values) string {
	if b.ID != 0 {
		if len(v) == 0 {
			return fmt.Sprintf("/p/%d", b.ID)
		}
		return fmt.Sprintf("/p/%d?%s", b.ID, v.Encode())
	}
	v.Set("puzzle", b.Notation)
	return "/p?" + v.Encode()
}

// toStep is the query of a step of the explanation.
func (b *subject) toStep(n int) url.Values {
	v := maps.Clone(b.query)
	v.Set("step", strconv.Itoa(n))
	if n <= 0 {
		v.Del("step")
	}
	return v
}

// At is the address of a step of the explanation: 0 is the puzzle as it is given, and the end is behind the last.
func (b *subject) At(n int) string { return b.path(b.address(b.toStep(n))) }

// MarksURL is the address of the same with marks, or without.
func (b *subject) MarksURL() string {
	v := b.toStep(b.Step)
	v.Set("marks", map[bool]string{true: "off", false: "on"}[b.Marks])
	return b.path(b.address(v))
}

// current is the step that is shown, nil if there is none.
func (b *subject) current() *sudoku.Step {
	if b.Plan == nil || b.Step < 1 || b.Step > len(b.Plan.Steps) {
		return nil
	}
	return &b.Plan.Steps[b.Step-1]
}

// Playing is what the scripts know.
func (b *subject) Playing() *playing {
	if b.playing == nil {
		b.playing = newPlaying(b.Puzzle, b.Plan, b.Step)
		b.playing.API, b.playing.Compute, b.playing.Import, b.playing.Without = b.path(desk.APIPath), b.compute,
			b.writes, b.Without
		b.playing.Plays = b.plays
		b.playing.Level, b.playing.Random = b.Level(), b.path(fmt.Sprintf("/random?not=%d", b.ID))
	}
	return b.playing
}

// Grid is the puzzle after the steps before the one that is shown, nil if there is no puzzle.
func (b *subject) Grid() *grid {
	if b.Puzzle == nil {
		return nil
	}
	state := record.NewReplay(b.Puzzle)
	if b.Plan != nil {
		for _, step := range b.Plan.Steps[:max(0, b.Step-1)] {
			state.Apply(step)
		}
	}
	return newGrid(state, b.Playing().Board.Beyond, b.current(), b.Marks)
}

// Level is that of the library or the series, "" if there is none.
func (b *subject) Level() string {
	if b.Record == nil {
		return b.level
	}
	return b.Record.Level
}

// Links lead to the same puzzle elsewhere, as far as it can be said there; nothing is sent there before somebody
// follows one.
func (b *subject) Links() (all [][2]string) {
	for _, to := range [][2]string{{"sudokuwiki", "link"}, {"SudokuPad", "sudokupad"}} {
		var address strings.Builder
		w, err := formats.NewWriter(&address, to[1])
		if cmp.Or(err, w.Write(formats.Record{Puzzle: b.Puzzle}), w.Close()) == nil {
			all = append(all, [2]string{to[0], strings.TrimSpace(address.String())})
		}
	}
	return all
}

// Words returns the current step in words, with its number and technique, "" if there is none.
func (b *subject) Words() string {
	step := b.current()
	if step == nil {
		return ""
	}
	return fmt.Sprintf("%d. %s: %s", b.Step, record.TechniqueText(step.Technique), step.Text)
}

// technique is one that an explanation uses, or leaves out.
type technique struct {
	Name, Text string
	Out        bool
}

// Techniques are those of the explanation, in the order in which they are first needed, behind those that it does
// without.
func (b *subject) Techniques() (all []technique) {
	add := func(name string, out bool) {
		if !slices.ContainsFunc(all, func(t technique) bool { return t.Name == name }) {
			all = append(all, technique{name, record.TechniqueText(name), out})
		}
	}
	for _, name := range b.Without {
		add(name, true)
	}
	if b.Plan != nil {
		for _, step := range b.Plan.Steps {
			add(step.Technique, false)
		}
	}
	return all
}

// playing is what the scripts of the page of a puzzle know, as JSON in the page.
type playing struct {
	Board   *record.Board `json:"board"`
	Plan    *planning     `json:"plan,omitempty"`
	Step    int           `json:"step"`
	API     string        `json:"api"`
	Compute bool          `json:"compute"`
	Import  bool          `json:"import,omitempty"`  // whether puzzles can be kept in the library
	Without []string      `json:"without,omitempty"` // techniques that are left out
	Level   string        `json:"level,omitempty"`   // as the library has it
	Random  string        `json:"random,omitempty"`  // address of another puzzle
	Plays   bool          `json:"plays,omitempty"`   // whether the server takes reports of plays
	Link    string        `json:"link,omitempty"`    // where the puzzle stays, if the page will show another one some day
}

// planning is an explanation in the records of the API.
type planning struct {
	Steps   []record.Step   `json:"steps"`
	Outcome *record.Outcome `json:"outcome,omitempty"`
}

// newPlaying returns the data that the script of the board reads.
func newPlaying(p *sudoku.Puzzle, plan *desk.Plan, step int) *playing {
	out := &playing{Board: record.NewBoard(p), Step: step}
	if plan != nil {
		out.Plan = &planning{Steps: []record.Step{}, Outcome: plan.Outcome}
		for i, s := range plan.Steps {
			out.Plan.Steps = append(out.Plan.Steps, record.NewStep(p, s, i+1))
		}
	}
	return out
}
