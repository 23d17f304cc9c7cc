package papers

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/lock"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
)

// reproduction is the reproduction of a paper under way. It keeps its first error: after that nothing is computed or
// shown, and what its methods return is blank, but of the size that was asked for.
type reproduction struct {
	Request
	progress work.Progress
	show     func(any) error
	journal  *journal // nil: nothing is kept
	opened   map[string]work.Plugin
	err      error
}

// failed keeps an error unless there was one before, and reports whether there is one.
func (s *reproduction) failed(err error) bool {
	s.err = cmp.Or(s.err, err)
	return s.err != nil
}

// steps takes steps until one fails.
func (s *reproduction) steps(ctx context.Context, steps ...func(context.Context)) {
	for _, step := range steps {
		if s.err == nil {
			step(ctx)
		}
	}
}

// stage opens a stage of some steps, if there are any, and returns what closes it.
func (s *reproduction) stage(name string, plugin work.Plugin, steps int) (end func()) {
	if steps == 0 {
		return func() {}
	}
	return s.progress.Stage(work.Begun{Stage: name, Plugin: plugin.ID(), Total: int64(steps)})
}

// open opens a plugin with a setting "name=value", "" for none, and those of the request.
func (s *reproduction) open(ctx context.Context, id, setting string) work.Plugin {
	chosen := map[string]any{}
	if name, value, found := strings.Cut(setting, "="); found {
		chosen[name] = value
	}
	return s.openWith(ctx, id, chosen)
}

// openWith opens a plugin with the settings that the study chooses and those of the request, once.
func (s *reproduction) openWith(ctx context.Context, id string, chosen map[string]any) work.Plugin {
	settings := map[string]any{}
	maps.Copy(settings, s.Settings[id])
	maps.Copy(settings, chosen)
	key := id + fmt.Sprint(settings)
	if s.opened[key] == nil && s.err == nil {
		plugin, err := s.Open(ctx, id, settings)
		if s.failed(err) {
			return nil
		}
		s.opened[key] = plugin
	}
	return s.opened[key]
}

// blank is a puzzle for those that an error keeps from being made or found.
var blank = sudoku.MustPuzzle(sudoku.Classic(), nil)

// parse reads a puzzle that the study states.
func (s *reproduction) parse(text string) *sudoku.Puzzle {
	p, err := sudoku.ParsePuzzle(text)
	if s.failed(err) {
		return blank
	}
	return p
}

// sample returns the puzzles of a sample whose comments contain a text: one or more.
func (s *reproduction) sample(ctx context.Context, name, part string) (found []*sudoku.Puzzle) {
	in, err := input.Parse(input.SamplePrefix+name, nil)
	if s.failed(err) {
		return []*sudoku.Puzzle{blank}
	}
	for r, err := range in.Records(ctx) {
		if s.failed(err) {
			break
		}
		if strings.Contains(r.Puzzle.Comment, part) {
			found = append(found, r.Puzzle)
		}
	}
	if len(found) == 0 {
		s.failed(fmt.Errorf("no puzzle of sample:%s has %q in its comment", name, part))
		return []*sudoku.Puzzle{blank}
	}
	return found
}

// carved are the settings of plugin generate for puzzles as people know them.
var carved = map[string]any{"method": "carve"}

// generate makes puzzles by plugin generate with settings, of 9×9 cells unless the order says otherwise.
func (s *reproduction) generate(ctx context.Context, settings map[string]any, o sudoku.Order) []*sudoku.Puzzle {
	made, err := s.make(ctx, settings, o)
	for s.failed(err) && len(made) < o.Count {
		made = append(made, blank)
	}
	return made
}

// make is generate for puzzles of which there may be fewer: with an error come those that were made before it.
func (s *reproduction) make(ctx context.Context, settings map[string]any,
	o sudoku.Order) (made []*sudoku.Puzzle, err error) {
	plugin := s.openWith(ctx, "generate", settings)
	if s.err != nil {
		return nil, s.err
	}
	o.Geometry = cmp.Or(o.Geometry, sudoku.Classic())
	plain := o
	plain.Geometry = nil
	key := keyOf("generate", identity(plugin), o.Geometry.String(), plain)
	var texts []string
	if s.journal.get(key, &texts) {
		for _, text := range texts {
			made = append(made, s.parse(text))
		}
		return made, s.err
	}
	defer s.stage("generating", plugin, o.Count)()
	if made, err = runner.GenerateAll(ctx, plugin, o, s.progress.Step); err != nil {
		return made, fmt.Errorf("generating puzzles of %s: %w", o.Geometry, err)
	}
	for _, p := range made {
		texts = append(texts, p.String())
	}
	return made, s.journal.put(key, texts)
}

// level is a set of puzzles of equal difficulty in the eyes of a paper.
type level struct {
	name    string
	puzzles []*sudoku.Puzzle
}

// clueLevel says how many clues the puzzles of a level have.
type clueLevel struct {
	name     string
	min, max int
}

// levels generates count puzzles for each level; the order says what they have in common.
func (s *reproduction) levels(ctx context.Context, o sudoku.Order, clues []clueLevel) (all []level) {
	for i, c := range clues {
		o.CluesMin, o.CluesMax = c.min, c.max
		o.Seed = s.Seed + uint64(i)<<32
		all = append(all, level{c.name, s.generate(ctx, carved, o)})
	}
	return all
}

// solve returns the results of one plugin for puzzles, one after the other, in their order. The stage may have a title.
func (s *reproduction) solve(ctx context.Context, p work.Plugin, title string, puzzles []*sudoku.Puzzle,
	o runner.Options) []sudoku.Result {
	if s.err != nil {
		return make([]sudoku.Result, len(puzzles))
	}
	o.Workers, o.Seed = 1, cmp.Or(o.Seed, s.Seed)
	defer s.stage(cmp.Or(title, "solving with "+p.ID()), p, len(puzzles))()
	results, err := runner.SolveAll(ctx, p, puzzles, o, s.progress.Step)
	s.failed(err)
	return results
}

// one are options for a search that ends with the first solution.
var one = runner.Options{Ask: runner.Ask{Limit: 1}}

// answer is what a journal keeps of a result.
type answer struct {
	Verdict   sudoku.Verdict
	Count     int64
	Solutions []sudoku.Grid
	Stats     sudoku.Stats
}

// solveOnce is solve for what takes long: answers that the journal holds are not computed again, and new ones are kept,
// unless they say nothing of the algorithm, as they were broken off or are faults.
func (s *reproduction) solveOnce(ctx context.Context, p work.Plugin, title string, puzzles []*sudoku.Puzzle,
	o runner.Options) []sudoku.Result {
	results := make([]sudoku.Result, len(puzzles))
	if s.err != nil {
		return results
	}
	o.Workers, o.Seed = 1, cmp.Or(o.Seed, s.Seed)
	program, keys := identity(p), make([]string, len(puzzles))
	var missing []runner.Item
	for i, puzzle := range puzzles {
		var a answer
		keys[i] = keyOf("solve", program, puzzle.String(), o.Limit, o.Seed, o.Timeout, o.CountOnly)
		if s.journal.get(keys[i], &a) {
			results[i] = sudoku.Result{Puzzle: puzzle, Verdict: a.Verdict, Count: a.Count, Solutions: a.Solutions,
				Stats: a.Stats}
		} else {
			missing = append(missing, runner.Item{Number: uint64(i), Puzzle: puzzle})
		}
	}
	defer s.stage(title, p, len(missing))()
	asked := func(yield func(runner.Item, error) bool) {
		for _, item := range missing {
			if !yield(item, nil) {
				return
			}
		}
	}
	s.failed(p.Solve(ctx, asked, o, func(i uint64, r sudoku.Result) error {
		results[i] = r
		s.progress.Step()
		if errors.Is(r.Err, context.Canceled) || r.Verdict > sudoku.Unsupported {
			return nil
		}
		return s.journal.put(keys[i], answer{r.Verdict, r.Count, r.Solutions, r.Stats})
	}))
	return results
}

// steadyRounds is how often a puzzle is solved to find its median time.
const steadyRounds = 5

// steadySolve solves puzzles several times over and keeps for each the result of median time. Once will do if no time
// is wanted.
func (s *reproduction) steadySolve(ctx context.Context, p work.Plugin, puzzles []*sudoku.Puzzle,
	o runner.Options) (steady []sudoku.Result) {
	rounds, wanted := make([][]sudoku.Result, len(puzzles)), steadyRounds
	if s.Untimed {
		wanted = 1
	}
	for range wanted {
		for i, r := range s.solve(ctx, p, "", puzzles, o) {
			rounds[i] = append(rounds[i], r)
		}
	}
	for _, round := range rounds {
		slices.SortFunc(round, func(a, b sudoku.Result) int { return cmp.Compare(a.Stats.Elapsed, b.Stats.Elapsed) })
		steady = append(steady, round[len(round)/2])
	}
	return steady
}

// grade returns the grades of one plugin for puzzles by the names of the metrics.
func (s *reproduction) grade(ctx context.Context, p work.Plugin, puzzles []*sudoku.Puzzle) []map[string]float64 {
	grades := make([]map[string]float64, len(puzzles))
	if s.err != nil {
		return grades
	}
	defer s.stage("grading", p, len(puzzles))()
	o := runner.Options{Ask: runner.Ask{Seed: s.Seed}}
	results, err := runner.GradeAll(ctx, p, puzzles, o, s.progress.Step)
	for i, r := range results {
		if s.failed(cmp.Or(err, r.Err)) {
			break
		}
		grades[i] = map[string]float64{}
		for _, g := range r.Grades {
			grades[i][g.Metric] = g.Value
		}
	}
	return grades
}

// unique says of each puzzle whether it has one solution.
func (s *reproduction) unique(ctx context.Context, title string, puzzles []*sudoku.Puzzle) []bool {
	o := runner.Options{CountOnly: true, Ask: runner.Ask{Limit: 2}}
	unique := make([]bool, len(puzzles))
	for i, r := range s.solve(ctx, s.open(ctx, "entropybt", ""), title, puzzles, o) {
		unique[i] = r.Count == 1
	}
	return unique
}

// count returns the number of generated puzzles in a level: the request's, or that of the paper.
func (s *reproduction) count(paper int) int { return cmp.Or(s.PerLevel, paper) }

// table shows a table.
func (s *reproduction) table(t *Table) {
	if s.Untimed {
		t = t.withoutTimes()
	}
	if !s.failed(t.check()) {
		s.failed(s.show(t))
	}
}

// draw shows a picture if pictures are wanted.
func (s *reproduction) draw(name string, p *picture.Picture) {
	if s.Drawings && s.err == nil {
		s.failed(s.show(&Drawing{Name: name, Picture: p}))
	}
}

// each returns a number of each of some things.
func each[T any](all []T, number func(T) float64) []float64 {
	numbers := make([]float64, len(all))
	for i, one := range all {
		numbers[i] = number(one)
	}
	return numbers
}

// number counts the things that are so.
func number[T any](all []T, is func(T) bool) (n int) {
	for _, one := range all {
		if is(one) {
			n++
		}
	}
	return n
}

// curveOf returns the curve of a search's course.
func curveOf(name string, course []sudoku.Trace) chart.Series {
	return chart.Series{Name: name, X: each(course, func(t sudoku.Trace) float64 { return t.X }),
		Y: each(course, func(t sudoku.Trace) float64 { return t.Y })}
}

// milliseconds returns the times inside the algorithm.
func milliseconds(results []sudoku.Result) []float64 {
	return each(results, func(r sudoku.Result) float64 { return float64(r.Stats.Elapsed) / float64(time.Millisecond) })
}

// guesses returns the guesses of all results.
func guesses(results []sudoku.Result) []float64 {
	return each(results, func(r sudoku.Result) float64 { return float64(r.Stats.Guesses) })
}

// measure returns one measure of all results; an algorithm that does not report it counts as 0.
func measure(results []sudoku.Result, name string) []float64 {
	return each(results, func(r sudoku.Result) (value float64) {
		for _, m := range r.Stats.Extra {
			if m.Name == name {
				value = m.Value
			}
		}
		return value
	})
}

// solved returns how many results hold a solution.
func solved(results []sudoku.Result) int {
	return number(results, func(r sudoku.Result) bool { return r.Count > 0 })
}

// trues returns how many of some things are so.
func trues(all []bool) int { return number(all, func(is bool) bool { return is }) }

// span writes least, greatest and mean value: "3.02-4.52 (3.22)".
func span(values []float64) string {
	return fmt.Sprintf("%s-%s (%s)", stats.Figure(slices.Min(values)), stats.Figure(slices.Max(values)),
		stats.Figure(stats.Mean(values)))
}

// A journal keeps what a long study has computed in a file of one JSON record a line, written as it comes, so that the
// same study goes on after it was interrupted or killed. The study's end removes the file. A nil journal keeps nothing.
type journal struct {
	lock *lock.File                 // so that no equal study writes to it too
	held map[string]json.RawMessage // by key, what the file held when it was opened
}

// kept is a line of a journal: something computed, and a key that says what was asked of which program.
type kept struct {
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value"`
}

// openJournal opens the journal of a study with these options in a folder; fresh forgets what it holds. It is nil
// if another study has it.
func openJournal(dir, name string, options any, fresh bool) (*journal, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("making the folder for journals: %w", err)
	}
	path := filepath.Join(dir, fmt.Sprintf("%s-%.8s.jsonl", name, keyOf(options)))
	held, err := lock.Take(path)
	if errors.Is(err, lock.ErrHeld) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("opening journal: %w", err)
	}
	j := &journal{lock: held, held: map[string]json.RawMessage{}}
	if fresh {
		err = held.File().Truncate(0)
	}
	if err == nil {
		err = j.read()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("reading journal %q: %w", path, err), held.Close())
	}
	return j, nil
}

// keyOf returns a digest of values that say what was asked.
func keyOf(asked ...any) string {
	text, err := json.Marshal(asked)
	if err != nil {
		panic(err) // they are plain values
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:12])
}

// identity says which program with which settings a plugin is.
func identity(p work.Plugin) string {
	sum, err := p.Sum()
	if err != nil {
		sum = ""
	}
	return fmt.Sprintf("%s %s %s %s", p.ID(), p.Info().Version, p.Settings(), sum)
}

// read takes the records of the file up to the first that a kill has cut, and cuts the file there.
func (j *journal) read() error {
	file := j.lock.File()
	text, err := io.ReadAll(file)
	good := int64(0)
	for line := range bytes.Lines(text) {
		var k kept
		if !bytes.HasSuffix(line, []byte{'\n'}) || json.Unmarshal(line, &k) != nil {
			break
		}
		j.held[k.Key] = k.Value
		good += int64(len(line))
	}
	if err == nil {
		err = file.Truncate(good)
	}
	if err == nil {
		_, err = file.Seek(good, io.SeekStart)
	}
	return err
}

// get finds what an interrupted study has put under a key.
func (j *journal) get(key string, to any) bool {
	return j != nil && json.Unmarshal(j.held[key], to) == nil
}

func (j *journal) put(key string, value any) error {
	if j == nil {
		return nil
	}
	text, err := json.Marshal(value)
	if err == nil {
		err = json.NewEncoder(j.lock.File()).Encode(kept{key, text})
	}
	if err != nil {
		return fmt.Errorf("writing journal: %w", err)
	}
	return nil
}

// end closes the journal and removes it if the study is done.
func (j *journal) end(done bool) error {
	switch {
	case j == nil:
		return nil
	case done:
		return j.lock.Remove()
	}
	return j.lock.Close()
}

// drawPuzzle draws a puzzle without candidates.
func drawPuzzle(title string, p *sudoku.Puzzle) *picture.Picture {
	return drawState(title, &sudoku.State{Puzzle: p, Values: p.Givens().Clone()}, nil)
}

// drawMarked draws a puzzle with the candidates of its cells.
func drawMarked(title string, p *sudoku.Puzzle) *picture.Picture {
	return drawState(title, &sudoku.State{Puzzle: p, Values: p.Givens().Clone(), Candidates: p.Candidates()}, nil)
}

// drawState draws a state with its candidates, if it has some. Of a step, unless it is nil, the cells that it argues
// with are shaded, the values that it finds are green and the candidates that it strikes are red.
func drawState(title string, state *sudoku.State, step *sudoku.Step) *picture.Picture {
	const side, left, top = 52.0, 24.0, 48.0
	g := state.Puzzle.Geometry()
	p := &picture.Picture{Unit: picture.Pixel, Title: title, Width: 2*left + side*float64(g.Cols()),
		Height: top + side*float64(g.Rows()) + 20}
	p.Write(left, 28, title, picture.Font{Size: 15, Bold: true})
	for cell := range g.Cells() {
		x, y := left+side*float64(cell%g.Cols()), top+side*float64(cell/g.Cols())
		style := picture.Style{Stroke: "#999999"}
		if step != nil && slices.Contains(step.Cells, cell) {
			style.Fill = "#fff2b3"
		}
		p.Rect(x, y, side, side, style)
		if digit := int(state.Values[cell]); digit != 0 {
			font := picture.Font{Size: 26, Anchor: picture.Middle, Bold: state.Puzzle.Givens()[cell] != 0}
			p.Write(x+side/2, y+side*0.68, g.Alphabet().Symbol(digit), font)
		} else if state.Candidates != nil {
			drawCandidates(p, x, y, side, state, step, cell)
		}
	}
	rows, columns := g.BoxSize()
	for row := 0; row <= g.Rows(); row += rows {
		p.Line(left, top+side*float64(row), left+side*float64(g.Cols()), top+side*float64(row),
			picture.Style{Stroke: "#000000", Width: 2})
	}
	for column := 0; column <= g.Cols(); column += columns {
		p.Line(left+side*float64(column), top, left+side*float64(column), top+side*float64(g.Rows()),
			picture.Style{Stroke: "#000000", Width: 2})
	}
	return p
}

// drawCandidates writes the candidates of a cell in three columns.
func drawCandidates(p *picture.Picture, x, y, side float64, state *sudoku.State, step *sudoku.Step, cell int) {
	for digit := range state.Candidates[cell].All {
		font := picture.Font{Size: 12, Anchor: picture.Middle, Colour: "#555555"}
		here := sudoku.Candidate{Cell: cell, Digit: digit}
		if step != nil && slices.Contains(step.Strike, here) {
			font.Colour, font.Bold = "#d62728", true
		}
		if step != nil && slices.Contains(step.Place, here) {
			font.Colour, font.Bold = "#2ca02c", true
		}
		third := side / 3
		p.Write(x+third*(float64((digit-1)%3)+0.5), y+third*(float64((digit-1)/3)+0.8), fmt.Sprint(digit), font)
	}
}
