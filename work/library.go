package work

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/store"
)

// Filter is a condition on puzzles of the library, with the words that it may use.
func (e *Env) Filter(where string) store.Filter {
	return store.Filter{Where: where, Levels: e.Levels, Techniques: e.Techniques}
}

// Techniques returns the words that labels of the metric "techniques" are made of, as the graders declare them. A
// grader that cannot be opened is left out: a condition can do without.
func (e *Env) Techniques(ctx context.Context) []string {
	var all []string
	for _, id := range e.Graders {
		p, err := e.Open(ctx, id, nil)
		if err != nil {
			continue
		}
		info := p.Info()
		if m := info.Metric(store.TechniquesMetric); m != nil {
			all = append(all, m.Labels...)
		}
	}
	return all
}

// List yields what the library knows of the puzzles that a filter lets through.
func List(ctx context.Context, env *Env, f store.Filter) iter.Seq2[*ListRecord, error] {
	return func(yield func(*ListRecord, error) bool) {
		for listed, err := range env.Store.List(ctx, f) {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(NewListRecord(listed, env.Levels), nil) {
				return
			}
		}
	}
}

// Tag gives a tag to puzzles, or takes it away.
func Tag(ctx context.Context, env *Env, name string, ids []int64, remove bool) error {
	if remove {
		return env.Store.Untag(ctx, name, ids...)
	}
	if err := CheckTag(name); err != nil {
		return err
	}
	return env.Store.Tag(ctx, name, ids...)
}

// CheckTag refuses tags that lists of tags, which are separated by blanks, commas and semicolons, could not hold.
func CheckTag(name string) error {
	if name == "" || strings.ContainsFunc(name, unicode.IsSpace) || strings.ContainsAny(name, ",;") {
		return RequestErrorf("tag %q: a tag has no blanks, commas or semicolons, and at least one character; try %q", name,
			strings.Join(strings.FieldsFunc(name, func(c rune) bool { return unicode.IsSpace(c) || c == ',' || c == ';' }), "-"))
	}
	return nil
}

// RenameTag gives a tag another name and returns how many puzzles have it. If there is a tag of that name already, the
// two become one.
func RenameTag(ctx context.Context, env *Env, from, to string) (int64, error) {
	if err := CheckTag(to); err != nil {
		return 0, err
	}
	n, err := env.Store.RenameTag(ctx, from, to)
	if errors.Is(err, store.ErrNotFound) {
		return 0, RequestErrorf("no puzzle has a tag %q", from)
	}
	return n, err
}

// Export calls write with what files can hold of each puzzle that a filter lets through: its grades or, for paper,
// its number and level.
func Export(ctx context.Context, env *Env, f store.Filter, paper bool, write func(formats.Record) error) error {
	for listed, err := range env.Store.List(ctx, f) {
		if err != nil {
			return err
		}
		r := ExportRecord(listed, env.Levels)
		if paper {
			r.Fields = paperFields(listed, env.Levels)
		}
		if err := write(r); err != nil {
			return err
		}
	}
	return nil
}

// MetricNames returns the names of all metrics of the library, by plugin and name: what was stored first does not count.
func MetricNames(ctx context.Context, env *Env) (names []string, err error) {
	err = env.Store.SQL(ctx, "SELECT m.name FROM metric m JOIN algorithm a ON a.id = m.algorithm_id ORDER BY a.name, m.name",
		func(_ []string, v []any) error {
			if name := v[0].(string); !slices.Contains(names, name) {
				names = append(names, name)
			}
			return nil
		})
	return names, err
}

// maxLabel is how much of what a metric is fits on an axis, in characters.
const maxLabel = 60

// MetricLabels returns what an axis says of each metric of the library: its name, its unit, and what it is.
func MetricLabels(ctx context.Context, env *Env) (map[string]string, error) {
	labels := map[string]string{}
	err := env.Store.SQL(ctx, "SELECT name, unit, summary FROM metric ORDER BY id", func(_ []string, v []any) error {
		name, unit := v[0].(string), v[1].(string)
		what, _, _ := strings.Cut(v[2].(string), ";")
		label := name
		if unit != "" {
			label += " in " + unit
		}
		if what != "" && utf8.RuneCountInString(what) <= maxLabel {
			label += ": " + what
		}
		labels[name] = label
		return nil
	})
	return labels, err
}

// ExportRecord returns what files can hold of a puzzle, with its grades, and its level among those given.
func ExportRecord(l *store.Listed, levels []store.Level) formats.Record {
	return formats.Record{Puzzle: l.Puzzle, Name: l.Name, Level: LevelOf(levels, l.Grades), Solution: l.Solution, Tags: l.Tags, Fields: gradeFields(l.Grades),
		Origin: formats.NewOrigin(l.Place, l.Source.SHA256, l.Source.Licence)}
}

func gradeFields(grades []store.NamedGrade) (fields []formats.Field) {
	for _, g := range grades {
		fields = append(fields, formats.Field{Name: g.Metric, Text: strconv.FormatFloat(g.Value, 'g', -1, 64)})
	}
	return fields
}

func paperFields(l *store.Listed, levels []store.Level) []formats.Field {
	fields := []formats.Field{{Name: "id", Text: strconv.FormatInt(l.ID, 10)}}
	if level := LevelOf(levels, l.Grades); level != "" {
		fields = append(fields, formats.Field{Name: "level", Text: level})
	}
	return fields
}

// Convert calls write with all that inputs say of their puzzles; an error of write ends the work. It returns how
// many records of the inputs were bad.
func Convert(ctx context.Context, inputs []*Input, progress Progress, write func(formats.Record) error) (bad int, err error) {
	progress, count := progress.Counting()
	for r, err := range Walk(ctx, inputs, progress) {
		if err == nil {
			err = write(r)
		}
		if err != nil {
			return count(), err
		}
	}
	return count(), nil
}

// LevelAt returns the first level whose band holds the value of its metric, "" if there is none.
func LevelAt(levels []store.Level, grades map[string]float64) string {
	for _, l := range levels {
		if v, ok := grades[l.Metric]; ok && v < l.Below {
			return l.Name
		}
	}
	return ""
}

// LevelOf returns the first level whose band holds the grade of its metric, "" if there is none.
func LevelOf(levels []store.Level, grades []store.NamedGrade) string {
	for _, l := range levels {
		for _, g := range grades {
			if g.Metric == l.Metric && g.Value < l.Below {
				return l.Name
			}
		}
	}
	return ""
}
