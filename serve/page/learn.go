package page

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work/library"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// lessonText has a line for each technique: its puzzle, the steps of its explanation up to the one that uses the
// technique, and puzzles that need it. A test holds the steps against what the explainer says.
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

// lessonOn returns the lesson on a technique, nil if there is none.
func lessonOn(technique string) *lesson {
	i := slices.IndexFunc(lessons(), func(l lesson) bool { return l.Technique == technique })
	if i < 0 {
		return nil
	}
	return &lessons()[i]
}

// family is a kind of techniques. The first whose words are in the name of a technique has it.
type family struct {
	Name    string
	Lessons []*lesson
	words   []string
}

// families returns the lessons by family, the easiest family first.
var families = sync.OnceValue(func() []family {
	all := []family{{Name: "Singles", words: []string{"single", "last_cell"}},
		{Name: "Locked candidates", words: []string{"pointing", "claiming"}},
		{Name: "Exclusion", words: []string{"aligned"}},
		{Name: "Constraints", words: []string{"cage", "sum", "bounds", "innie", "outie", "line_digits",
			"constraint", "across"}},
		{Name: "Pairs, triplets, quads", words: []string{"pair", "triplet", "quad"}},
		{Name: "Fish", words: []string{"x_wing", "fish"}},
		{Name: "Wings", words: []string{"wing"}}, {Name: "Uniqueness", words: []string{"unique", "bug"}},
		{Name: "Chains", words: []string{""}}}
	for i := range lessons() {
		l := &lessons()[i]
		at := slices.IndexFunc(all, func(f family) bool {
			return l.Technique != "turbot_fish" && slices.ContainsFunc(f.words,
				func(w string) bool { return strings.Contains(l.Technique, w) })
		})
		if at < 0 {
			at = len(all) - 1
		}
		all[at].Lessons = append(all[at].Lessons, l)
	}
	slices.SortStableFunc(all, func(a, b family) int { return cmp.Compare(a.Lessons[0].Rating(), b.Lessons[0].Rating()) })
	return all
})

// Picture draws the puzzle of the lesson, with the cells of its step marked.
func (l *lesson) Picture() template.HTML {
	p, err := sudoku.ParsePuzzle(l.Puzzle)
	if err != nil {
		panic(err) // of a lesson of our own
	}
	if len(p.Constraints()) > 0 {
		return newLibraryRow(&library.ListRecord{Puzzle: l.Puzzle}, nil).Mini()
	}
	var marked strings.Builder
	step, cols := &l.Steps[len(l.Steps)-1], p.Geometry().Cols()
	for _, cell := range step.Cells {
		fmt.Fprintf(&marked, "M%d %dh14v14h-14z", 14*(cell%cols), 14*(cell/cols))
	}
	open, rest, _ := strings.Cut(thumbnail(p), "><path")
	return template.HTML(fmt.Sprintf(`%s><path class="cells" d="%s"/><path%s`, open, marked.String(), rest))
}

// Rating is that of the step, on Sudoku Explainer's scale.
func (l *lesson) Rating() float64 { return l.Steps[len(l.Steps)-1].Rating }

// Name is the technique in words, others for each.
func (l *lesson) Name() string {
	name := record.TechniqueText(l.Technique)
	if l.Technique == "hidden_single_box" {
		name += " in a box"
	}
	return name
}

// learnBody is the body of the page of a technique.
type learnBody struct {
	*subject
	*lesson
	Words   string
	Puzzles []libraryRow // of the library, and of our own, which have no ID
	Library bool         // some are of the library
}

// fewNeeded is how many puzzles that need a technique are shown, and neededTime for how long the library is searched
// for them.
const (
	fewNeeded  = 5
	neededTime = 300 * time.Millisecond
)

// learnPage says what a technique is: in words, as a step, and as puzzles that need it.
func (s *site) learnPage(r *http.Request) (*layout, error) {
	name := r.PathValue("technique")
	if name == "" {
		return &layout{Title: "Techniques", Tab: "lessons", Body: families(), Command: "sudokuctl explain PUZZLE"}, nil
	}
	l := lessonOn(name)
	if l == nil {
		return nil, problem.Newf(http.StatusNotFound, "there is no lesson on %q; /learn lists them", name)
	}
	p, err := sudoku.ParsePuzzle(l.Puzzle)
	if err != nil {
		return nil, fmt.Errorf("reading the lesson on %s: %w", name, err)
	}
	b := &learnBody{lesson: l, Words: techniqueWords(name)}
	b.subject = &subject{Puzzle: p, Notation: l.Puzzle, path: s.desk.Path,
		compute: !s.desk.Options.NoCompute, query: url.Values{},
		Step: len(l.Steps), Marks: true}
	b.Plan = &desk.Plan{Steps: l.Steps, Outcome: &record.Outcome{Ended: "this is as far as the lesson goes",
		Steps: len(l.Steps)}}
	b.needed(r.Context(), s)
	return &layout{Title: strings.ToUpper(l.Name()[:1]) + l.Name()[1:], Tab: "learn", Body: b,
		Command: "sudokuctl explain " + shell(l.Puzzle)}, nil
}

// needed finds puzzles that need the technique: some of the library if that is quickly done, and if they are few some
// of our own.
func (b *learnBody) needed(ctx context.Context, s *site) {
	bounded, cancel := context.WithTimeout(ctx, neededTime)
	defer cancel()
	q := &desk.ListQuery{Where: fmt.Sprintf("uses(%q)", b.Technique), Sort: "id", Limit: fewNeeded}
	records, _, err := s.desk.Page(bounded, q) // the library may be large, or have no techniques
	if err != nil {
		records = nil
	}
	b.Library = len(records) > 0
	for _, text := range b.Needs {
		known := slices.ContainsFunc(records, func(r *library.ListRecord) bool { return r.Puzzle == text })
		if p, err := sudoku.ParsePuzzle(text); err == nil && !known && len(records) < fewNeeded {
			records = append(records, &library.ListRecord{Puzzle: text, Clues: p.Clues()})
		}
	}
	for _, r := range records {
		b.Puzzles = append(b.Puzzles, newLibraryRow(r, nil))
	}
}

// Says returns the sentence of the last step, the one that the page teaches.
func (b *learnBody) Says() string { return b.Steps[len(b.Steps)-1].Text }

// sentences has a line for each technique, or for several whose names begin alike: three sentences on its pattern, its
// proof and its conclusion. Of two beginnings the longer one comes first.
//
//go:embed learn.txt
var sentences string

// techniqueWords are the sentences on a technique.
func techniqueWords(name string) string {
	for line := range strings.Lines(sentences) {
		if beginning, words, _ := strings.Cut(strings.TrimSpace(line), ": "); strings.HasPrefix(name, beginning) {
			return words
		}
	}
	return ""
}
