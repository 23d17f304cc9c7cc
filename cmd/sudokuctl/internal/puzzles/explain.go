package puzzles

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/ask"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// explainOptions are the flags of explain.
type explainOptions struct {
	app   *app.App
	req   ask.ExplainRequest
	marks bool
	grids bool
	step  bool
	json  bool
	title bool // several puzzles may come: name each

	write   func(page string) error
	heading string // of each page
	worst   int    // exit code
}

// Explain is the command that solves puzzles step by step.
func Explain(a *app.App) *cobra.Command {
	o := &explainOptions{app: a}
	c := app.Command("explain", o.run)
	c.Args = cobra.MinimumNArgs(1)
	c.Flags().StringVar(&o.req.Explainer, "solver", "", "`ID` of the plugin (default: the first that explains)")
	c.Flags().BoolVar(&o.marks, "marks", false, "show pencil marks")
	c.Flags().BoolVar(&o.step, "step", false, "show one step at a time, forwards and backwards by key")
	c.Flags().DurationVar(&o.req.Timeout, "timeout", 0, "time limit for each puzzle, 0 = no limit")
	return c
}

// run explains the puzzles of the arguments.
func (o *explainOptions) run(ctx context.Context, args []string) (err error) {
	if o.req.Inputs, err = o.app.Inputs(args); err != nil {
		return err
	}
	format := o.app.Format("grid", "line")
	if format != "grid" && format != "line" && format != "jsonl" {
		return app.UsageErrorf("--output %s does not fit an explanation: grid, line or jsonl", format)
	}
	o.json, o.grids = format == "jsonl", format == "grid" || o.step || o.marks && format == "line"
	o.title = len(o.req.Inputs) > 1 || !o.req.Inputs[0].IsText()
	if o.req.Explainer, err = o.app.ChosenPlugin(o.req.Explainer); err != nil {
		return err
	}
	if o.step {
		return o.walk(ctx, args)
	}
	whole, end := ctx, func() {}
	if o.grids && args[0] != "-" {
		ctx, end = o.app.Page(ctx)
	}
	o.write = func(page string) error {
		_, err := io.WriteString(o.app.Stdout, page)
		return err
	}
	err = o.explain(ctx)
	left := ctx.Err() != nil && whole.Err() == nil // somebody has seen enough
	end()
	if left {
		return nil
	}
	if err != nil || o.worst == app.ExitDone {
		return err
	}
	return &app.Failure{Code: o.worst}
}

// explain writes a page for each step, and one for how each puzzle ends.
func (o *explainOptions) explain(ctx context.Context) error {
	events := record.Events{Puzzle: o.begin, Step: o.show, End: o.end}
	return o.app.Over(ctx, nil, func(report work.Progress) (int, error) {
		return ask.Explain(ctx, o.app.Env(nil), o.req, report, events)
	}, func() error { return nil })
}

// begin names the puzzle if several may come, and writes what its pictures do not show: once, or on each page of --step.
func (o *explainOptions) begin(p *sudoku.Puzzle) error {
	switch {
	case o.json || !o.title && !o.grids:
		return nil
	case o.step:
		o.heading = screen.NotationOf(p)
		if o.title {
			o.heading = plain.Line(p.Name) + "\n" + o.heading
		}
		return nil
	case !o.title:
		return o.write(screen.NotationOf(p))
	}
	return o.write(plain.Line(p.Name) + "  " + p.String() + "\n")
}

// show prints step n.
func (o *explainOptions) show(state *record.Replay, s sudoku.Step, n int) error {
	if o.json {
		return o.app.Encode("jsonl", record.NewStep(state.Puzzle, s, n))
	}
	page := o.heading
	if o.grids {
		page += screen.PictureOfStep(o.app.Streams, state, s, o.marks)
	}
	return o.write(page + fmt.Sprintf("%d. %s\n%s", n, stepText(s), chainText(o.app, state.Puzzle.Geometry(), s)))
}

// stepText returns a step as a line.
func stepText(s sudoku.Step) string {
	name := record.TechniqueText(s.Technique)
	if s.Rating > 0 {
		name += fmt.Sprintf(" (%.1f)", s.Rating)
	}
	return plain.Text(name + ": " + s.Text)
}

// end prints how an explanation ended.
func (o *explainOptions) end(state *record.Replay, sum *record.Outcome) error {
	o.worst = max(o.worst, codeOf(sum.Ended))
	if o.json {
		return o.app.Encode("jsonl", sum)
	}
	page := o.heading
	if o.grids {
		page += screen.PictureOf(o.app.Streams, state.Puzzle, state.Values)
	}
	return o.write(page + outcomeText(state.Puzzle, sum) + "\n")
}

// outcomeText is the last line of an explanation of a puzzle.
func outcomeText(p *sudoku.Puzzle, o *record.Outcome) string {
	switch o.Ended {
	case record.EndedFull:
		return "already solved, with no mistakes: there is nothing to explain"
	case record.EndedSolved:
		return fmt.Sprintf("solved in %d %s%s", o.Steps, screen.Plural(o.Steps, "step"),
			ratingText(p, o, ""))
	}
	why := map[string]string{
		record.EndedBeyond:      "beyond these techniques: none helps, though the puzzle has one solution",
		record.EndedMultiple:    "not decided: the puzzle has several solutions",
		record.EndedImpossible:  "impossible: the puzzle has no solution",
		record.EndedTimeout:     "not finished: timed out",
		record.EndedInterrupted: "not finished: interrupted",
		record.EndedUnknown:     "not solved: none of these techniques helps",
	}[o.Ended]
	if o.Reason != "" {
		why += ", " + o.Reason
	}
	if o.Steps == 0 {
		return why
	}
	return fmt.Sprintf("%s; reached in %d %s: %d of %d cells filled%s", why, o.Steps, screen.Plural(o.Steps, "step"),
		o.Filled, o.Cells, ratingText(p, o, "up to here "))
}

// ratingText is the end of the text: ratings and the hardest technique, as far as there are any. Puzzles with
// constraints have no ratings of Sudoku Explainer, only steps on its scale, and neither has another order of techniques
// than its own.
func ratingText(p *sudoku.Puzzle, o *record.Outcome, until string) string {
	text := ""
	switch {
	case o.Ordered:
	case o.Ratings.ER > 0 && p.Clauses() != nil:
		return fmt.Sprintf("; %shardest step %.1f (%s)", until, o.Ratings.ER, record.TechniqueText(o.Hardest))
	case o.Ratings.ER > 0:
		text = fmt.Sprintf("; %sER %.1f, EP %.1f, ED %.1f", until, o.Ratings.ER, o.Ratings.EP, o.Ratings.ED)
	}
	if o.Hardest != "" {
		text += "; hardest: " + record.TechniqueText(o.Hardest)
	}
	return text
}

// codeOf returns the exit code that an ending asks for.
func codeOf(ended string) int {
	switch ended {
	case record.EndedImpossible:
		return app.ExitImpossible
	case record.EndedMultiple:
		return app.ExitMultiple
	case record.EndedBeyond, record.EndedTimeout, record.EndedUnknown:
		return app.ExitUnknown
	}
	return app.ExitDone
}

const (
	fewLinks  = 5   // as many links a sentence says well enough
	wideChain = 100 // columns of a line of a chain, unless the terminal has fewer
)

// chainText writes the links of a step whose sentence does not have them, as chains: r1c2=3 → r1c5≠3 → r4c5=3. A chain
// goes on as long as one link leads to the next.
func chainText(a *app.App, g *sudoku.Geometry, s sudoku.Step) string {
	if len(s.Links) <= fewLinks || strings.Contains(s.Text, "→") {
		return ""
	}
	width := wideChain
	if w := a.Width(); w > 0 {
		width = min(w, wideChain)
	}
	var b strings.Builder
	left := slices.Clone(s.Links)
	for len(left) > 0 {
		from, to := linkTexts(g, left[0])
		line := "   " + from
		for at := 0; at >= 0; {
			last := left[at]
			if utf8.RuneCountInString(line+" → "+to) > width && strings.Contains(line, "→") {
				b.WriteString(line + "\n")
				line = "     "
			}
			line += " → " + to
			left = slices.Delete(left, at, at+1)
			if at = slices.IndexFunc(left, func(l sudoku.Link) bool { return leadsTo(last, l) }); at >= 0 {
				_, to = linkTexts(g, left[at])
			}
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// leadsTo reports whether a link ends where another begins.
func leadsTo(a, b sudoku.Link) bool {
	return (a.Kind == sudoku.StrongLink) == (b.Kind == sudoku.WeakLink) && slices.Equal(a.To, b.From)
}

// linkTexts writes the ends of a link: r1c2=3 for what is true, r1c2≠3 for what is not.
func linkTexts(g *sudoku.Geometry, l sudoku.Link) (from, to string) {
	return endText(g, l.From, l.Kind == sudoku.WeakLink), endText(g, l.To, l.Kind == sudoku.StrongLink)
}

// endText writes candidates, those of a digit together: r1c2,r1c3≠3.
func endText(g *sudoku.Geometry, end []sudoku.Candidate, isTrue bool) string {
	sign, or := "≠", ", "
	if isTrue {
		sign, or = "=", " or "
	}
	var parts []string
	for i, c := range end {
		if i > 0 && end[i-1].Digit == c.Digit {
			last := &parts[len(parts)-1]
			cells, _, _ := strings.Cut(*last, sign)
			*last = cells + "," + g.CellName(c.Cell) + sign + g.Alphabet().Symbol(c.Digit)
			continue
		}
		parts = append(parts, g.CellName(c.Cell)+sign+g.Alphabet().Symbol(c.Digit))
	}
	return strings.Join(parts, or)
}

// ahead is how many steps are written before somebody looks at them: more than any puzzle takes, so that a time limit
// is not one for the reader.
const ahead = 4096

// walk is "explain --step". It shows one page at a time; further ones are written while the first are looked at.
func (o *explainOptions) walk(ctx context.Context, args []string) error {
	file, isFile := o.app.Stdin.(*os.File)
	if !isFile || !screen.IsTerminal(file) || !screen.IsTerminal(o.app.Stdout) || o.json {
		return app.UsageErrorf("--step needs a terminal for keys and for pictures; without it all steps are shown")
	}
	if slices.Contains(args, "-") {
		return app.UsageErrorf("--step reads keys from standard input, so that no puzzle can come from there")
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	written := make(chan string, ahead)
	o.write = func(page string) error {
		select {
		case written <- page:
		case <-ctx.Done():
		}
		return ctx.Err()
	}
	var failed error
	go func() {
		defer close(written)
		failed = o.explain(ctx)
	}()
	var pages []string
	keys := &keyboard{file: file}
	for i := 0; ; {
		for i >= len(pages) {
			page, more := <-written
			if !more {
				break
			}
			pages = append(pages, page)
		}
		if len(pages) == 0 {
			return failed
		}
		i = min(i, len(pages)-1)
		fmt.Fprint(o.app.Stdout, o.app.Own("\x1b[H\x1b[2J\x1b[3J"), pages[i],
			"\nspace: next · b: back · g: first · q: quit\n")
		switch key, err := keys.key(); {
		case err != nil:
			return fmt.Errorf("reading keys: %w", err)
		case key == quitKey || ctx.Err() != nil:
			return ctx.Err()
		case key == backKey:
			i = max(0, i-1)
		case key == firstKey:
			i = 0
		default:
			i++
		}
	}
}

// The keys of --step; any other goes on.
type stepKey int

const (
	nextKey stepKey = iota
	backKey
	firstKey
	quitKey
)

// escape is a key if nothing follows it; the sequences of other keys begin with it.
const escape = "\x1b"

// stepKeys are what keys send: letters, space, arrows, page up and down, ^C.
var stepKeys = [][]string{
	nextKey:  {" ", "\r", "n", "j", "\x1b[B", "\x1b[C", "\x1b[6~"},
	backKey:  {"b", "k", "p", "\x7f", "\x1b[A", "\x1b[D", "\x1b[5~"},
	firstKey: {"g", "\x1b[H"},
	quitKey:  {"q", "\x03", "\x04", escape},
}

// keyboard reads keys. The terminal is as usual before and after each.
type keyboard struct {
	file    *os.File
	pending string
}

// key waits for a key.
func (k *keyboard) key() (stepKey, error) {
	if k.pending == "" {
		before, err := term.MakeRaw(int(k.file.Fd()))
		if err != nil {
			return quitKey, err
		}
		defer term.Restore(int(k.file.Fd()), before)
		var b [64]byte
		n, err := k.file.Read(b[:])
		if err != nil {
			return quitKey, err
		}
		k.pending = string(b[:n])
	}
	for key, texts := range stepKeys {
		for _, text := range texts {
			if rest, ok := strings.CutPrefix(k.pending, text); ok && (text != escape || rest == "") {
				k.pending = rest
				return stepKey(key), nil
			}
		}
	}
	k.pending = "" // an unknown key may have sent several characters
	return nextKey, nil
}

// hintOptions are the flags of hint.
type hintOptions struct {
	app *app.App
	req ask.HintRequest
	say string
}

// Hint is the command that gives the next step.
func Hint(a *app.App) *cobra.Command {
	o := &hintOptions{app: a}
	c := app.Command("hint", func(ctx context.Context, args []string) error { return o.run(ctx, args[0]) })
	app.Renamed(c, map[string]string{"level": "say"})
	app.OneOf(c.Flags(), &o.say, "say", "where", []string{"where", "what", "why"}, "how much to reveal")
	c.Flags().StringVar(&o.req.Explainer, "solver", "", "`ID` of the plugin (default: the first that explains)")
	c.Flags().DurationVar(&o.req.Timeout, "timeout", 0, "time limit for finding a hint, 0 = no limit")
	return c
}

// run finds the hint for a puzzle.
func (o *hintOptions) run(ctx context.Context, arg string) error {
	p, err := o.first(ctx, arg)
	if err != nil {
		return err
	}
	o.req.Puzzle = p
	if o.req.Explainer, err = o.app.ChosenPlugin(o.req.Explainer); err != nil {
		return err
	}
	h, err := ask.Hint(ctx, o.app.Env(nil), o.req)
	switch {
	case err != nil:
		return err
	case h.Full:
		o.app.Remark("already solved, with no mistakes")
		return nil
	case h.Step == nil:
		return o.noHint(p, h)
	case h.Verdict == sudoku.Multiple:
		o.app.Remark("the puzzle has several solutions: %s", h.TwoWays)
	}
	return o.show(p, h)
}

// first returns the first puzzle of an argument.
func (o *hintOptions) first(ctx context.Context, arg string) (*sudoku.Puzzle, error) {
	in, err := o.app.Inputs([]string{arg})
	if err != nil {
		return nil, err
	}
	talk := o.app.Screen()
	defer talk.End()
	for r, err := range input.Walk(ctx, in, talk.Report) {
		return r.Puzzle, err
	}
	return nil, app.UsageErrorf("no puzzle in %s", in[0].Name)
}

// noHint says why there is none.
func (o *hintOptions) noHint(p *sudoku.Puzzle, h *record.Hinted) error {
	failure := &app.Failure{Code: app.ExitUnknown, Cause: errors.New(h.Missing())}
	switch h.Verdict {
	case sudoku.Invalid:
		failure.Code, failure.Cause = app.ExitImpossible, sudoku.CheckGivens(p)
	case sudoku.Impossible:
		failure.Code = app.ExitImpossible
	case sudoku.Multiple:
		failure.Code = app.ExitMultiple
	}
	return failure
}

// show prints the hint.
func (o *hintOptions) show(p *sudoku.Puzzle, h *record.Hinted) error {
	if format := o.app.Format("grid", "grid"); format == "json" || format == "jsonl" {
		return o.app.Encode("jsonl", h.Record(p, o.say))
	}
	_, err := fmt.Fprint(o.app.Stdout, o.text(p, *h.Step))
	return err
}

// text returns as much of a step as --say asks for.
func (o *hintOptions) text(p *sudoku.Puzzle, s sudoku.Step) string {
	switch o.say {
	case "where":
		_, place, _ := strings.Cut(record.PlaceText(p.Geometry(), s), " ")
		return "look at " + place + "\n"
	case "what":
		return record.TechniqueText(s.Technique) + " " + record.PlaceText(p.Geometry(), s) + "\n"
	}
	return screen.PictureOfStep(o.app.Streams, record.NewReplay(p), s, true) + stepText(s) + "\n" +
		chainText(o.app, p.Geometry(), s)
}
