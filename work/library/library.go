package library

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
	"github.com/sudokuctl/sudokuctl/work"
)

// List yields what the library knows of the puzzles that a filter lets through.
func List(ctx context.Context, env *work.Env, f store.Filter) iter.Seq2[*ListRecord, error] {
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
func Tag(ctx context.Context, env *work.Env, name string, ids []int64, remove bool) error {
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
		return work.RequestErrorf("tag %q: a tag has no blanks, commas or semicolons, and at least one character; try %q", name,
			strings.Join(strings.FieldsFunc(name, func(c rune) bool { return unicode.IsSpace(c) || c == ',' || c == ';' }), "-"))
	}
	return nil
}

// RenameTag gives a tag another name and returns how many puzzles have it. If there is a tag of that name already, the
// two become one.
func RenameTag(ctx context.Context, env *work.Env, from, to string) (int64, error) {
	if err := CheckTag(to); err != nil {
		return 0, err
	}
	n, err := env.Store.RenameTag(ctx, from, to)
	if errors.Is(err, store.ErrNotFound) {
		return 0, work.RequestErrorf("no puzzle has a tag %q", from)
	}
	return n, err
}

// Export calls write with what files can hold of each puzzle that a filter lets through: its grades or, for paper,
// its number and level.
func Export(ctx context.Context, env *work.Env, f store.Filter, paper bool, write func(formats.Record) error) error {
	for listed, err := range env.Store.List(ctx, f) {
		if err != nil {
			return err
		}
		if err := write(ExportRecord(listed, env.Levels, paper)); err != nil {
			return err
		}
	}
	return nil
}

// MetricNames returns the names of all metrics of the library, by plugin and name: what was stored first does not count.
func MetricNames(ctx context.Context, env *work.Env) (names []string, err error) {
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
func MetricLabels(ctx context.Context, env *work.Env) (map[string]string, error) {
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

// ExportRecord returns what files can hold of a puzzle, its level among those given with it, and its grades or, for paper,
// its number.
func ExportRecord(l *store.Listed, levels []store.Level, paper bool) formats.Record {
	r := formats.Record{Puzzle: l.Puzzle, Name: l.Name, Level: work.LevelOf(levels, l.Grades), Solution: l.Solution,
		Tags: l.Tags, Origin: formats.NewOrigin(l.Place, l.Source.SHA256, l.Source.Licence)}
	if paper {
		r.Fields = paperFields(l.ID, r.Level)
	} else {
		r.Fields = gradeFields(l.Grades)
	}
	return r
}

func gradeFields(grades []store.NamedGrade) (fields []formats.Field) {
	for _, g := range grades {
		fields = append(fields, formats.Field{Name: g.Metric, Text: strconv.FormatFloat(g.Value, 'g', -1, 64)})
	}
	return fields
}

func paperFields(id int64, level string) []formats.Field {
	fields := []formats.Field{{Name: "id", Text: strconv.FormatInt(id, 10)}}
	if level != "" {
		fields = append(fields, formats.Field{Name: "level", Text: level})
	}
	return fields
}
