package page

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work/library"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// lessonText has a line for each technique: its puzzle, the steps of its explanation up to the one that uses the technique,
// and puzzles that need it. A test holds the steps against what the explainer says.
//
//go:embed learn.jsonl
var lessonText []byte

// lesson is a step that uses a technique.
type lesson struct {
	Technique string        `json:"technique"`
	Puzzle    string        `json:"puzzle"` // a puzzle that was begun
	Steps     []sudoku.Step `json:"steps"`  // the last of which uses the technique
	Needs     []string      `json:"needs"`  // puzzles that need it, those to which it is hardest first
}

// lessons are in the order in which techniques are rated.
var lessons = sync.OnceValue(func() (all []lesson) {
	for d := json.NewDecoder(bytes.NewReader(lessonText)); d.More(); {
		var l lesson
		if err := d.Decode(&l); err != nil {
			panic(err) // of a file of our own
		}
		all = append(all, l)
	}
	return all
})

// Rating is that of the step, on Sudoku Explainer's scale.
func (l *lesson) Rating() float64 { return l.Steps[len(l.Steps)-1].Rating }

// Name is the technique in words.
func (l *lesson) Name() string { return record.TechniqueText(l.Technique) }

// learnBody is the body of the page of a technique.
type learnBody struct {
	*subject
	*lesson
	Words   string
	Puzzles []libraryRow // of the library, or else of our own
	Library bool
}

// fewNeeded is how many puzzles that need a technique are shown, and neededTime for how long the library is searched for them.
const (
	fewNeeded  = 5
	neededTime = 300 * time.Millisecond
)

// learnPage says what a technique is: in words, as a step, and as puzzles that need it.
func (s *site) learnPage(r *http.Request) (*layout, error) {
	name := r.PathValue("technique")
	if name == "" {
		return &layout{Title: "Techniques", Tab: "lessons", Body: lessons(), Command: "sudokuctl explain PUZZLE"}, nil
	}
	for i := range lessons() {
		l := &lessons()[i]
		if l.Technique != name {
			continue
		}
		p, err := sudoku.ParsePuzzle(l.Puzzle)
		if err != nil {
			return nil, fmt.Errorf("reading the lesson on %s: %w", name, err)
		}
		b := &learnBody{lesson: l, Words: techniqueWords(name)}
		b.subject = &subject{Puzzle: p, Notation: l.Puzzle, path: s.desk.Path, compute: !s.desk.Options.NoCompute, query: url.Values{},
			Step: len(l.Steps), Marks: true}
		b.Plan = &desk.Plan{Steps: l.Steps, Outcome: &record.Outcome{Ended: "this is as far as the lesson goes", Steps: len(l.Steps)}}
		b.needed(r.Context(), s)
		return &layout{Title: strings.ToUpper(l.Name()[:1]) + l.Name()[1:], Tab: "learn", Body: b,
			Command: "sudokuctl explain " + shell(l.Puzzle)}, nil
	}
	return nil, problem.New(http.StatusNotFound, fmt.Sprintf("there is no lesson on %q; /learn lists them", name))
}

// needed finds puzzles that need the technique: some of the library if that is quickly done, or else of our own.
func (b *learnBody) needed(ctx context.Context, s *site) {
	bounded, cancel := context.WithTimeout(ctx, neededTime)
	defer cancel()
	q := &desk.ListQuery{Where: fmt.Sprintf("uses(%q)", b.Technique), Sort: "id", Limit: fewNeeded}
	records, _, err := s.desk.Page(bounded, q) // the library may be large, or have no techniques
	if b.Library = err == nil && len(records) > 0; b.Library {
		for _, r := range records {
			b.Puzzles = append(b.Puzzles, newLibraryRow(r, nil))
		}
		return
	}
	for _, text := range b.Needs {
		if p, err := sudoku.ParsePuzzle(text); err == nil {
			b.Puzzles = append(b.Puzzles, newLibraryRow(&library.ListRecord{Puzzle: text, Clues: p.Clues()}, nil))
		}
	}
}

// Says is the step in words.
func (b *learnBody) Says() string { return b.Steps[len(b.Steps)-1].Text }

// techniqueWords are three sentences on a technique: what to look for, what it shows, and what follows.
func techniqueWords(name string) string {
	for _, w := range wordsOnTechniques {
		if strings.HasPrefix(name, w.prefix) {
			return w.words
		}
	}
	return ""
}

// wordsOnTechniques are by the beginning of names, the longer ones first.
var wordsOnTechniques = []struct{ prefix, words string }{
	{"last_cell", "Look for a row, column or box with one empty cell. It has all digits but one. That digit goes there."},
	{"hidden_single_box", "Choose a digit and a box that lacks it. Rows and columns that have the digit already rule cells of the box out. If one cell is left, the digit goes there."},
	{"hidden_single", "Choose a digit and a row or column that lacks it. Boxes and crossing lines that have the digit already rule cells out. If one cell is left, the digit goes there, even if other digits would still fit."},
	{"naked_single", "Count the digits that a cell sees in its row, its column and its box. If eight different ones are there, one is left. It goes into the cell."},
	{"direct_pointing", "In a box the places of a digit lie in one row or column. The digit is then in no other cell of that line. That leaves one place for it in another house, where it goes at once."},
	{"direct_claiming", "In a row or column the places of a digit lie in one box. The digit is then in no other cell of that box. That leaves one place for it in another house, where it goes at once."},
	{"direct_hidden", "A few digits have as many places in a house, the same for all of them. No other digit can be in these cells. That leaves one place for another digit, which goes there at once."},
	{"pointing", "In a box all candidates of a digit lie in one row or column. Wherever the digit of the box goes, it is on that line. So it can be struck from the rest of the line."},
	{"claiming", "In a row or column all candidates of a digit lie in one box. Wherever the digit of the line goes, it is in that box. So it can be struck from the rest of the box."},
	{"naked", "Some cells of a house have no more different candidates together than there are cells. Each of these digits is in one of these cells. So they can be struck from all other cells of the house."},
	{"hidden", "Some digits have no more places in a house together than there are digits. Each of these cells holds one of these digits. So all other candidates of these cells can be struck."},
	{"x_wing", "In two rows the candidates of a digit lie in the same two columns. One of the rows has it in the first column, the other in the second. So it can be struck from the rest of both columns, and likewise with rows and columns exchanged."},
	{"swordfish", "In three rows the candidates of a digit lie in the same three columns. Each of the columns gets the digit from one of these rows. So it can be struck from the rest of the columns, and likewise with rows and columns exchanged."},
	{"xy_wing", "A cell with two candidates sees two others, each of which shares one of them and has the same third digit. Whichever digit the cell gets, one of the two gets the third digit. So that digit can be struck from every cell that sees both."},
	{"xyz_wing", "A cell with three candidates sees two cells with two of them each, and all three have one digit in common. One of the three gets that digit. So it can be struck from every cell that sees all three."},
	{"unique_rectangle", "Four cells in two rows, two columns and two boxes have the same two candidates. Were these all that they have, the two digits could be exchanged, and the puzzle would have two solutions. So one of the further candidates is true, which places or strikes something."},
	{"unique_loop", "A loop of cells has the same two candidates, two cells in each house that it passes. Were these all that they have, the two digits could be exchanged along the loop, and the puzzle would have two solutions. So one of the further candidates is true, which places or strikes something."},
	{"bug", "Almost all empty cells have two candidates, and each digit two places in each house. Were it all of them, the puzzle would have no solution or two. So one of the candidates that are too many is true."},
	{"aligned", "Some cells are seen by the same other cells. Each combination of their candidates that leaves another cell or set of cells without a digit is impossible. A candidate that is in no combination that is left can be struck."},
	{"turbot_fish", "Two houses have two places each for a digit, and one place of the first sees one of the second. The two that see each other are not both true, so one of the other two is. So the digit can be struck from every cell that sees both of these."},
	{"x_cycle", "The candidates of one digit form a loop in which links are in turn strong (one of the two is true) and weak (one at most is). Then the strong ones or the weak ones alternate all round. So every candidate that a weak link of the loop sees can be struck."},
	{"y_cycle", "Cells with two candidates each form a loop, neighbours of which share a digit and see each other. Going round in either direction each shared digit is in one of the two. So it can be struck from other cells that see both."},
	{"xy_cycle", "A loop of candidates, of several digits, has strong and weak links in turn. Whichever is true, one end of each weak link is true. So other candidates that see both ends can be struck."},
	{"forcing_x_chain", "Suppose a candidate of a digit, and follow the places of that digit alone. Strong and weak links lead to the opposite of what was supposed, or from both suppositions to the same. So what they lead to is so."},
	{"forcing_chain", "Suppose that a candidate is true, and follow strong and weak links from one candidate to the next. They lead to a contradiction with what was supposed. So the opposite is so."},
	{"nishio", "Suppose that a candidate is true, and follow where its digit can then go. One house is left without a place for it, or a cell without a digit. So the candidate can be struck."},
	{"cell_forcing", "Choose a cell, and suppose each of its candidates in turn. Chains lead from each of them to the same conclusion. One of the candidates is true, so the conclusion is."},
	{"region_forcing", "Choose a house and a digit, and suppose each of its places in turn. Chains lead from each of them to the same conclusion. One of the places is true, so the conclusion is."},
	{"dynamic_contradiction", "Suppose that a candidate is true or false, and follow all that it leads to, where several results together may lead further. Two results contradict each other. So the opposite is so."},
	{"dynamic_double", "Suppose that a candidate is true, then that it is false, and follow all that each leads to, several results together too. Both lead to the same conclusion. So it is so either way."},
	{"dynamic", "Choose a cell or a digit in a house, and suppose each possibility in turn, following all that it leads to, several results together too. All of them lead to the same conclusion. One of the possibilities is true, so the conclusion is."},
}
