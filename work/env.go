// Package work is what the program does, without a terminal: each function takes a request and returns a typed result,
// or hands over records one by one, and tells through a Progress how far it is. The command line, the web page and a
// worker on another machine call it, and so may any Go program. It knows no flags and prints nothing. Here is what all
// of it needs:
//
//	Env        what work is done with: how to open a plugin, the store, the levels
//	…Record    what a line of JSON holds, for every door the same; package record has those of one puzzle
//	Progress   called with an Event for every step; the end of ctx ends the work
//
// The rooms: work/input reads and imports puzzles, work/ask answers questions about them, work/run answers them for a
// whole library and measures solvers, work/library is about what is stored. work/catalog reads the list of contributed plugins and unpacks archives; it needs nothing of the rest.
package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// Env is what work is done with. A function that neither stores nor reads puzzles needs no Store.
type Env struct {
	// Open opens the plugin with an id. The settings are added to its own, and count more.
	Open func(ctx context.Context, id string, settings map[string]any) (Plugin, error)

	// Plugins yields the ids of plugins that may be asked if a request names none, the preferred ones first; nil if
	// every request has to name one.
	Plugins iter.Seq[string]

	// Shared says that Open may return a plugin that others use too: it may have worked for them before, and stays open.
	Shared bool

	Graders []string // asked for the words that conditions on techniques may use

	Store    *store.Store
	Database string        // the name of the store, as runs record it
	Levels   []store.Level // what conditions and listings call levels
	Version  string        // of the program, as runs record it
}

// Plugin is an algorithm that is open, and where it comes from: a *host.Plugin, which is a process, or one of a test,
// which needs none.
type Plugin interface {
	runner.Runner
	ID() string                     // under which it was opened
	Settings() string               // all of them, as JSON with sorted keys
	Candidate() find.Candidate      // where it was found
	Sum() (string, error)           // checksum of the program
	FileSum() (string, error)       // what sha256sum prints of the program, "" if it is several files
	Usage() (lifecycle.Usage, bool) // of the machine so far; false if that is not known
	State() lifecycle.State
	Close() error
}

// Hosted returns what is needed to work with the plugins of a host, none of them configured, on a library, nil for
// none. A program of one's own that runs or solves puzzles as the command line does begins here.
func Hosted(h *host.Host, s *store.Store) *Env {
	return &Env{
		Open: func(ctx context.Context, id string, settings map[string]any) (Plugin, error) {
			p, err := h.Open(ctx, host.Config{ID: id, Settings: settings})
			if err != nil {
				return nil, err // and no interface of a nil pointer
			}
			return p, nil
		},
		Plugins: func(yield func(string) bool) {
			for _, c := range h.Find() {
				if c.Rejected == "" && !yield(c.ID) {
					return
				}
			}
		},
		Store: s,
	}
}

// Filter is a condition on puzzles of the library, with the words that it may use.
func (e *Env) Filter(where string) store.Filter {
	return store.Filter{Where: where, Levels: e.Levels, Techniques: e.Techniques, Measured: e.Metrics}
}

// Techniques returns the words that labels of the metric "techniques" are made of, as the graders declare them. A
// grader that cannot be opened is left out: a condition can do without.
func (e *Env) Techniques(ctx context.Context) []string {
	var all []string
	for m := range e.declared(ctx) {
		if m.Name == store.TechniquesMetric {
			all = append(all, m.Labels...)
		}
	}
	return all
}

// Metrics returns the names of what the graders measure, as they declare it.
func (e *Env) Metrics(ctx context.Context) []string {
	var all []string
	for m := range e.declared(ctx) {
		all = append(all, m.Name)
	}
	return all
}

// declared yields the metrics of the graders that can be opened.
func (e *Env) declared(ctx context.Context) iter.Seq[sudoku.Metric] {
	return func(yield func(sudoku.Metric) bool) {
		for _, id := range e.Graders {
			p, err := e.Open(ctx, id, nil)
			if err != nil {
				continue
			}
			for _, m := range p.Info().Metrics {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// LevelAt returns the first level whose band holds the value of its metric, or of the one that puzzles with constraints
// have instead; "" if there is none.
func LevelAt(levels []store.Level, grades map[string]float64) string {
	for _, l := range levels {
		for _, metric := range [...]string{l.Metric, store.BesideConstraints(l.Metric)} {
			if v, ok := grades[metric]; ok && v < l.Below {
				return l.Name
			}
		}
	}
	return ""
}

// LevelOf returns the name of the level that the stored grades of a puzzle give it, "" if they have none of the
// metrics that levels go by.
func LevelOf(levels []store.Level, grades []store.NamedGrade) string {
	if len(levels) == 0 {
		return ""
	}
	values := make(map[string]float64, 2)
	metric, beside := levels[0].Metric, store.BesideConstraints(levels[0].Metric) // all levels are of one metric
	for _, g := range grades {
		if g.Metric == metric || g.Metric == beside {
			values[g.Metric] = g.Value
		}
	}
	return LevelAt(levels, values)
}

// LevelMetrics returns the metrics that levels go by: the config names one, and puzzles with constraints have its
// counterpart.
func LevelMetrics(levels []store.Level) []string {
	if len(levels) == 0 {
		return []string{}
	}
	return []string{levels[0].Metric, store.BesideConstraints(levels[0].Metric)}
}

// A RequestError says that a request makes no sense as it is: the caller has to ask for something else.
type RequestError struct {
	Err   error
	Word  string   // the name in the request that nothing has, if that is the fault
	Known []string // the names that would have been understood
}

func (e *RequestError) Error() string { return e.Err.Error() }

func (e *RequestError) Unwrap() error { return e.Err }

// RequestErrorf returns a RequestError, which says that the request is at fault and not the work.
func RequestErrorf(format string, args ...any) error {
	return &RequestError{Err: fmt.Errorf(format, args...)}
}

// UnknownWord returns a RequestError about a name that is not known.
func UnknownWord(word string, known []string, format string, args ...any) error {
	return &RequestError{Err: fmt.Errorf(format, args...), Word: word, Known: known}
}

// A TimeoutError says that the time for a puzzle was over. It is a context.DeadlineExceeded.
type TimeoutError struct {
	After  time.Duration
	Detail string // what else is known, such as "; there were 40 processes"
}

func (e *TimeoutError) Error() string { return "timed out after " + e.After.String() + e.Detail }

func (e *TimeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

// TimedOut says of an error that came of a limit how long that was.
func TimedOut(err error, after time.Duration) error {
	if after <= 0 || !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	_, detail, _ := strings.Cut(err.Error(), context.DeadlineExceeded.Error())
	return &TimeoutError{after, detail}
}

// A MissingError says that a plugin owes answers because it crashed. The next run tries the puzzles again.
type MissingError struct {
	Plugin  string
	Answers int
}

func (e *MissingError) Error() string {
	answers := "answers"
	if e.Answers == 1 {
		answers = "answer"
	}
	return fmt.Sprintf("%d %s missing: plugin %q crashed; the next run tries again", e.Answers, answers, e.Plugin)
}

// IsPluginError reports whether err says that a plugin failed, and not that the request was wrong.
func IsPluginError(err error) bool {
	var start *lifecycle.StartError
	var exit *lifecycle.ExitError
	var missing *MissingError
	for _, known := range []error{find.ErrNotFound, lifecycle.ErrExited, lifecycle.ErrHung, lifecycle.ErrProtocol,
		lifecycle.ErrQuarantined, find.ErrChecksum} {
		if errors.Is(err, known) {
			return true
		}
	}
	return errors.As(err, &start) || errors.As(err, &exit) || errors.As(err, &missing)
}

// Progress is called with each event of the work, one after the other. It is nil if the caller wants none. It must not
// keep its caller waiting.
type Progress func(Event)

// An Event is a Started, Begun, Turn, Waiting, Changed, Judged, Advanced, Ended, BadRecord, Recognised or Imported.
type Event any

// Started says that a run is recorded, and under which number.
type Started struct{ Run int64 }

// Begun reports that a stage of the work begins, with how many steps it has if that is known.
type Begun struct {
	Stage  string // "importing", "solving", "grading", …
	Plugin string // "" if the stage has none
	Total  int64  // steps to come, 0 if that is not known

	PerPuzzle int64 // steps that each puzzle of the inputs takes, 0 if they are not puzzles

	Tasks []Begun // what the stage consists of, if it is several tasks that take turns
}

// Turn says which of the tasks of the stage the events that follow are about.
type Turn int

// Waiting says that another process does the same work. This one does the rest when that process ends.
type Waiting struct{ Stage, Plugin string }

// Changed says that a plugin's program is another one than the newest that answered as the same version of it, with the
// same settings: it is asked anew, unless the run is to keep the answers that are there.
type Changed struct {
	Stage, Plugin, Version string
	Run                    int64  // in which the other program answered
	Was, Now               string // checksums, "" of what is bundled
	Keep                   bool
}

// Advanced says how many more steps of the stage are done.
type Advanced int

// Judged says what the stage has found out about a puzzle of a run; an Advanced follows. A puzzle that was graded is
// Unknown.
type Judged sudoku.Verdict

// Ended reports that the stage that Begun opened is over.
type Ended struct{}

// BadRecord is a record of the input that was left out.
type BadRecord struct{ Err *sudoku.ParseError }

// Recognised says in which format a record and those after it are written.
type Recognised struct{ Record, Format string }

// Report calls p, if there is one.
func (p Progress) Report(e Event) {
	if p != nil {
		p(e)
	}
}

// Step reports that one more step of the stage is done.
func (p Progress) Step() { p.Report(Advanced(1)) }

// Stage opens a stage and returns what closes it.
func (p Progress) Stage(b Begun) (end func()) {
	p.Report(b)
	return func() { p.Report(Ended{}) }
}

// Counting returns a Progress that several goroutines may call, and how many bad records it has seen.
func (p Progress) Counting() (progress Progress, bad func() int) {
	var mu sync.Mutex
	n := 0
	progress = func(e Event) {
		mu.Lock()
		defer mu.Unlock()
		if _, ok := e.(BadRecord); ok {
			n++
		}
		p.Report(e)
	}
	return progress, func() int {
		mu.Lock()
		defer mu.Unlock()
		return n
	}
}

// PluginRecord is what a plugin declares. Its keys are stable.
type PluginRecord struct {
	ID            string          `json:"id"`
	Name          string          `json:"name"`
	Version       string          `json:"version"`
	Summary       string          `json:"summary"`
	Licence       string          `json:"licence"`
	Homepage      string          `json:"homepage"`
	Reference     string          `json:"reference"`
	Origin        string          `json:"origin"`
	Path          string          `json:"path"`
	SHA256        string          `json:"sha256"`   // what sha256sum prints of the program, "" if it has several files
	Checksum      string          `json:"checksum"` // tells programs of one version apart
	Powers        []sudoku.Power  `json:"powers"`
	Tags          []string        `json:"tags"` // by which it can be chosen
	Complete      bool            `json:"complete"`
	Deterministic bool            `json:"deterministic"`
	SoftClues     bool            `json:"soft_clues"`
	Clauses       []string        `json:"clauses"` // kinds that it takes
	Fast          bool            `json:"fast"`
	Shapes        []string        `json:"shapes"` // none: every geometry
	Metrics       []MetricRecord  `json:"metrics"`
	Aims          []AimRecord     `json:"aims"`
	Settings      []SettingRecord `json:"settings"`
}

// MetricRecord is a metric that a plugin declares. Its keys are stable.
type MetricRecord struct {
	Name           string   `json:"name"`
	Unit           string   `json:"unit"`
	Min            *float64 `json:"minimum"` // null: no limit
	Max            *float64 `json:"maximum"`
	HigherIsHarder bool     `json:"higher_is_harder"`
	Source         string   `json:"source"`
	Summary        string   `json:"summary"`
	Labels         []string `json:"labels"`
}

// AimRecord is a metric of which a generator takes a range. Its keys are stable.
type AimRecord struct {
	Metric string `json:"metric"`
	Exact  bool   `json:"exact"`
}

// SettingRecord is a setting that a plugin declares, and its value. Its keys are stable.
type SettingRecord struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"`
	Default any      `json:"default"`
	Value   any      `json:"value"`
	Enum    []string `json:"enum"`
	Min     *float64 `json:"minimum"`
	Max     *float64 `json:"maximum"`
	Summary string   `json:"summary"`
}

// NewPluginRecord returns the record of an open plugin under which answers are stored: its version, settings and
// checksums.
func NewPluginRecord(p Plugin) (*PluginRecord, error) {
	info := p.Info()
	sum, err := p.Sum()
	if err != nil {
		return nil, err
	}
	file, err := p.FileSum()
	if err != nil {
		return nil, err
	}
	r := &PluginRecord{ID: p.ID(), Name: info.Name, Version: info.Version, Summary: info.Summary, Licence: info.Licence,
		Homepage: info.Homepage, Reference: info.Reference, Origin: string(p.Candidate().Origin),
		Path: p.Candidate().Path, SHA256: file, Checksum: sum,
		Powers: list(info.Powers), Tags: TagsOf(p), Complete: info.Complete, Deterministic: info.Deterministic,
		SoftClues: info.SoftClues, Clauses: list(info.Clauses),
		Fast: info.Fast, Shapes: list(info.Shapes), Metrics: []MetricRecord{}, Aims: []AimRecord{},
		Settings: []SettingRecord{}}
	for _, m := range info.Metrics {
		r.Metrics = append(r.Metrics, MetricRecord{Name: m.Name, Unit: m.Unit, Min: finite(m.Min), Max: finite(m.Max),
			HigherIsHarder: m.HigherIsHarder, Source: m.Source, Summary: m.Summary, Labels: list(m.Labels)})
	}
	for _, a := range info.Aims {
		r.Aims = append(r.Aims, AimRecord{a.Metric, a.Exact})
	}
	var values sudoku.Settings
	if err := json.Unmarshal([]byte(p.Settings()), &values); err != nil {
		return nil, fmt.Errorf("reading settings of plugin %q: %w", p.ID(), err)
	}
	for _, s := range info.Settings {
		setting := SettingRecord{Name: s.Name, Type: s.Type(), Default: s.Default, Value: values[s.Name],
			Enum: list(s.Enum), Summary: s.Summary}
		if s.Min < s.Max {
			setting.Min, setting.Max = finite(s.Min), finite(s.Max)
		}
		r.Settings = append(r.Settings, setting)
	}
	return r, nil
}

// list returns a list that JSON writes as one, even if it is empty.
func list[T ~string](texts []T) []T {
	if texts == nil {
		return []T{}
	}
	return texts
}

// finite returns a number that JSON can hold, nil for no limit.
func finite(v float64) *float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return nil
	}
	return &v
}
