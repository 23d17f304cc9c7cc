package league

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/stats"
)

//go:embed html
var files embed.FS

// Site writes the pages of a league into a folder: HTML and SVG that need no server and no script. style is the style sheet
// that they have in common with other pages, command the arguments of the command that plays on. It returns how many pages it wrote.
func Site(st *Standing, dir, style, command string) (pages int, err error) {
	extra, err := files.ReadFile("html/league.css")
	if err != nil {
		return 0, err
	}
	s := &site{Standing: st, dir: dir, Command: command}
	s.parsed, err = template.New("").Funcs(s.functions()).ParseFS(files, "html/*.html")
	if err != nil {
		return 0, err
	}
	err = os.WriteFile(filepath.Join(dir, "style.css"), append([]byte(style), extra...), 0o644)
	s.page("index.html", "index", st.Name, nil, err)
	for i := range st.Played {
		c := st.Played[i]
		s.page(collectionPage(&c.Collection), "collection", c.Title(), c, nil)
	}
	for _, score := range st.Scores {
		s.page(solverPage(score.Solver), "solver", score.Solver, s.record(score), nil)
	}
	for i, a := range st.Scores {
		for _, b := range st.Scores[i+1:] {
			s.page(s.duelPage(a.Solver, b.Solver), "duel", a.Solver+" and "+b.Solver, s.meeting(a.Solver, b.Solver), nil)
		}
	}
	if s.err != nil {
		return 0, fmt.Errorf("writing the pages of league %q: %w", st.Name, s.err)
	}
	return s.pages, nil
}

// site is the pages under way.
type site struct {
	*Standing
	dir     string
	Command string // the arguments that play on
	parsed  *template.Template
	pages   int
	err     error // the first
}

// sheet is what a page is made of.
type sheet struct {
	*site
	Root  string // the way from the page to the folder of the site
	Title string
	Body  any
}

// page writes a page, unless something has failed before.
func (s *site) page(name, kind, title string, body any, err error) {
	var text bytes.Buffer
	if err == nil {
		err = s.parsed.ExecuteTemplate(&text, kind, &sheet{site: s, Title: title, Body: body,
			Root: strings.Repeat("../", strings.Count(name, "/"))})
	}
	file := filepath.Join(s.dir, filepath.FromSlash(name))
	if err == nil {
		err = os.MkdirAll(filepath.Dir(file), 0o755)
	}
	if err == nil {
		err = os.WriteFile(file, text.Bytes(), 0o644) // the same command makes it again
	}
	if s.err == nil {
		s.err = err
	}
	s.pages++
}

func collectionPage(c *Collection) string { return path.Join("collections", c.base()+".html") }

func solverPage(id string) string { return path.Join("solvers", id+".html") }

// duelPage is the page of two solvers, whichever is named first.
func (s *site) duelPage(a, b string) string {
	if s.rankOf(b) < s.rankOf(a) {
		a, b = b, a
	}
	return path.Join("duels", a+"--"+b+".html")
}

func (s *site) rankOf(solver string) int {
	return slices.IndexFunc(s.Scores, func(x Score) bool { return x.Solver == solver })
}

func (s *site) functions() template.FuncMap {
	return template.FuncMap{
		"collectionPage": func(c *Played) string { return collectionPage(&c.Collection) },
		"collectionFile": func(c *Played) string { return path.Join("collections", c.base()+".txt") },
		"solverPage":     solverPage,
		"duelPage":       s.duelPage,
		"whisker":        whisker,
		"percent":        func(v float64) string { return fmt.Sprintf("%.1f %%", 100*v) },
		"ranks": func(s Score) string {
			if s.RankLow == s.RankHigh {
				return fmt.Sprint(s.Rank)
			}
			return fmt.Sprintf("%d (%d–%d)", s.Rank, s.RankLow, s.RankHigh)
		},
		"took": took,
		"cell": func(c stats.Cell) string {
			if c.Repeats == 0 {
				return "not played"
			}
			if !c.Decided() {
				return c.Verdict.String()
			}
			return c.Verdict.String() + ", " + took(c.Self)
		},
		"bench": s.bench,
		"list":  func(ids ...string) []string { return ids },
		"day": func(t string) string {
			day, _, _ := strings.Cut(t, " ")
			return day
		},
	}
}

// took writes a time with three digits.
func took(t time.Duration) string {
	switch {
	case t < time.Microsecond:
		return fmt.Sprintf("%d ns", t)
	case t < time.Millisecond:
		return fmt.Sprintf("%.3g µs", float64(t)/1e3)
	case t < time.Second:
		return fmt.Sprintf("%.3g ms", float64(t)/1e6)
	}
	return fmt.Sprintf("%.3g s", t.Seconds())
}

// bench is the command that repeats what some solvers did with a collection, in the folder of the pages.
func (s *site) bench(c *Played, solvers []string) string {
	return fmt.Sprintf("sudokuctl bench collections/%s.txt --solver %s --limit %d --timeout %v "+
		"--repeat 1 --warmup 0 --permute=false --seed %d",
		c.base(), strings.Join(solvers, ","), limit, s.Budget, s.Seed)
}

// whisker draws a score on a line from 0 to 1, with its interval.
func whisker(s Score) template.HTML {
	const width, height = 220, 18
	x := func(v float64) string { return fmt.Sprintf("%.1f", 6+v*(width-12)) }
	return template.HTML(fmt.Sprintf(`<svg class="whisker" viewBox="0 0 %d %d" width="%d" height="%d" `+
		`role="img" aria-label="%.1f %%, between %.1f and %.1f %%">`+
		`<path class="axis" d="M%s 9H%s M%s 5V13"/><path class="range" d="M%s 9H%s"/><circle cx="%s" cy="9" r="4.5"/></svg>`,
		width, height, width, height, 100*s.Value, 100*s.Low, 100*s.High, x(0), x(1), x(0.5), x(s.Low), x(s.High), x(s.Value)))
}

// Solvers are the ids of all solvers, the best first.
func (s *site) Solvers() (ids []string) {
	for _, score := range s.Scores {
		ids = append(ids, score.Solver)
	}
	return ids
}

// Newest returns the version of a solver that the ranking is about.
func (s *site) Newest(solver string) Version {
	i := slices.IndexFunc(s.Versions, func(v Version) bool { return v.Newest && v.Solver == solver })
	return s.Versions[i]
}

// Against returns the share of duels that a solver wins against another, over all collections.
func (s *site) Against(a, b string) float64 {
	total, n := 0.0, 0
	for _, c := range s.Played {
		if len(c.Puzzles) == 0 {
			continue
		}
		sum, i, j := 0.0, c.Table.Index(a), c.Table.Index(b)
		for p := range c.Puzzles {
			sum += duel(c.Table.Cells[i][p], c.Table.Cells[j][p])
		}
		total += sum / float64(len(c.Puzzles))
		n++
	}
	return total / float64(n)
}

// Percent is a share as a whole number, for a shade.
func (s *site) Percent(share float64) int { return int(100*share + 0.5) }

// part is what a solver did with some of the puzzles.
type part struct {
	Solver  string
	Decided stats.Share
	Faults  int           // wrong answers and crashes
	Median  time.Duration // of those that it decided
}

// parts returns what a solver did with some of the puzzles.
func (s *site) parts(solver string, in func(Puzzle) bool) part {
	var decided, puzzles int64
	var times []time.Duration
	faults := 0
	for _, c := range s.Played {
		row := c.Table.Cells[c.Table.Index(solver)]
		for i, p := range c.Puzzles {
			if !in(p) {
				continue
			}
			if puzzles++; row[i].Decided() {
				decided++
				times = append(times, row[i].Self)
			}
			if class(row[i]) == 0 {
				faults++
			}
		}
	}
	return part{Solver: solver, Decided: stats.ShareOf(decided, puzzles), Faults: faults, Median: stats.MedianTime(times)}
}

// Overall is what a solver did with all puzzles.
func (s *site) Overall(solver string) part { return s.parts(solver, func(Puzzle) bool { return true }) }

// InBand is what a solver did with the puzzles of a band.
func (s *site) InBand(solver, band string) part {
	return s.parts(solver, func(p Puzzle) bool { return p.Band == band })
}

// InShape is what a solver did with the puzzles of a shape.
func (s *site) InShape(solver, shape string) part {
	return s.parts(solver, func(p Puzzle) bool { return p.Shape() == shape })
}

// Shapes lists the shapes of all puzzles, the most frequent first.
func (s *site) Shapes() (all []string) {
	count := map[string]int{}
	for _, c := range s.Played {
		for _, p := range c.Puzzles {
			if count[p.Shape()]++; count[p.Shape()] == 1 {
				all = append(all, p.Shape())
			}
		}
	}
	slices.SortStableFunc(all, func(a, b string) int { return count[b] - count[a] })
	return all
}

// record is the body of the page of a solver.
type record struct {
	Score
	Versions []Version
	Groups   []group
}

// group is what a solver did with a group of puzzles, and the puzzles themselves.
type group struct {
	ID, Name string
	part
	Puzzles []answered
}

// answered is a puzzle of a collection with a solver's answer.
type answered struct {
	Collection *Played
	Puzzle     Puzzle
	Cell       stats.Cell
}

func (s *site) record(score Score) *record {
	r := &record{Score: score}
	for _, v := range s.Versions {
		if v.Solver == score.Solver {
			r.Versions = append(r.Versions, v)
		}
	}
	add := func(id, name string, in func(Puzzle) bool) {
		r.Groups = append(r.Groups, group{id, name, s.parts(score.Solver, in), s.answersTo(score.Solver, in)})
	}
	for i, level := range s.Levels {
		add(fmt.Sprintf("b%d", i), "band "+level, func(p Puzzle) bool { return p.Band == level })
	}
	for i, shape := range s.Shapes() {
		add(fmt.Sprintf("g%d", i), "geometry "+shape, func(p Puzzle) bool { return p.Shape() == shape })
	}
	return r
}

// answersTo lists some puzzles with a solver's answers: first what it has not decided, then the slowest.
func (s *site) answersTo(solver string, in func(Puzzle) bool) (all []answered) {
	for _, c := range s.Played {
		row := c.Table.Cells[c.Table.Index(solver)]
		for i, p := range c.Puzzles {
			if in(p) {
				all = append(all, answered{c, p, row[i]})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b answered) int {
		return cmp.Or(cmp.Compare(class(a.Cell), class(b.Cell)), cmp.Compare(b.Cell.Self, a.Cell.Self))
	})
	return all
}

// meeting is the body of the page of two solvers.
type meeting struct {
	A, B   string
	Rounds []round
	Chart  template.HTML
}

// round is what two solvers did with a collection.
type round struct {
	Collection       *Played
	Wins, Loss, Draw int
	Ratio            string
	Rows             []bout
}

// bout is a puzzle that two solvers met on.
type bout struct {
	Puzzle Puzzle
	A, B   stats.Cell
	Who    string // won, "" for a draw
}

func (s *site) meeting(a, b string) *meeting {
	m := &meeting{A: a, B: b}
	series := chart.Series{Name: a + " and " + b}
	var marks []chart.Mark
	for _, c := range s.Played {
		i, j := c.Table.Index(a), c.Table.Index(b)
		r := round{Collection: c, Ratio: c.Table.Compare(i, j).String()}
		for p, puzzle := range c.Puzzles {
			x := bout{Puzzle: puzzle, A: c.Table.Cells[i][p], B: c.Table.Cells[j][p]}
			switch duel(x.A, x.B) {
			case 1:
				x.Who, r.Wins = a, r.Wins+1
			case 0:
				x.Who, r.Loss = b, r.Loss+1
			default:
				r.Draw++
			}
			r.Rows = append(r.Rows, x)
			if x.A.Decided() && x.B.Decided() {
				series.X, series.Y = append(series.X, x.A.Self.Seconds()), append(series.Y, x.B.Self.Seconds())
				marks = append(marks, markOf(&c.Collection, puzzle.ID))
			}
		}
		m.Rounds = append(m.Rounds, r)
	}
	if len(series.X) > 0 {
		series.Mark = func(i int) chart.Mark { return marks[i] }
		p := chart.TimeScatter(chart.Chart{Title: "Times of " + a + " and " + b, XLabel: a, YLabel: b,
			XLog: true, YLog: true, Seconds: true}, series)
		m.Chart = template.HTML(p.SVG()) // picture escapes every text in it
	}
	return m
}

// markOf leads from a chart of a page in a folder to a puzzle.
func markOf(c *Collection, puzzle int64) chart.Mark {
	return chart.Mark{Title: fmt.Sprintf("%s, puzzle %d", c.Title(), puzzle), Link: fmt.Sprintf("../%s#p%d", collectionPage(c), puzzle)}
}

// OverTime draws the scores of all solvers day by day, nothing if there is but one day.
func (s *site) OverTime() template.HTML {
	if len(s.Days) < 2 {
		return ""
	}
	first, err := time.Parse(time.DateOnly, s.Days[0].Date)
	if err != nil {
		return ""
	}
	var all []chart.Series
	for _, solver := range s.Solvers() {
		series := chart.Series{Name: solver}
		for _, day := range s.Days {
			date, err := time.Parse(time.DateOnly, day.Date)
			if score, played := day.Scores[solver]; played && err == nil {
				series.X, series.Y = append(series.X, date.Sub(first).Hours()/24), append(series.Y, 100*score.Value)
			}
		}
		all = append(all, series)
	}
	c := chart.Chart{Title: "Duels won over time", XLabel: "days since " + s.Days[0].Date, YLabel: "duels won, %"}
	return template.HTML(chart.Line(c, all...).SVG()) // picture escapes every text in it
}

// Cactus draws how many puzzles of a collection each solver decides within a time.
func (s *site) Cactus(c *Played) template.HTML {
	mark := func(id int64) chart.Mark { return markOf(&c.Collection, id) }
	p := chart.Cactus(chart.Chart{Title: c.Title()}, c.Table, mark)
	return template.HTML(p.SVG()) // picture escapes every text in it
}
