// Package spec describes an algorithm to sudokuctl. It needs the standard library alone, so that
// another program can import an algorithm without gRPC and go-plugin.
package spec

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Spec says what an algorithm is and how to make one. A nil function means that it does not have that power. Each
// function is called once for each worker, with checked settings, defaults filled in; its algorithm is used by one
// goroutine at a time.
type Spec struct {
	Info      sudoku.Info
	Solver    func(sudoku.Settings) (sudoku.Solver, error)
	Grader    func(sudoku.Settings) (sudoku.Grader, error)
	Explainer func(sudoku.Settings) (sudoku.Explainer, error)
	Generator func(sudoku.Settings) (sudoku.Generator, error)
	// Metrics returns what a grader measures beside Info.Metrics because its settings ask for it. It may be nil.
	Metrics func(sudoku.Settings) []sudoku.Metric
}

// Describe returns the Info with the powers that the Spec's functions give.
func (s Spec) Describe() sudoku.Info {
	info := s.Info
	info.Powers = nil
	for _, p := range []struct {
		power sudoku.Power
		has   bool
	}{
		{sudoku.PowerSolve, s.Solver != nil}, {sudoku.PowerGrade, s.Grader != nil},
		{sudoku.PowerExplain, s.Explainer != nil}, {sudoku.PowerGenerate, s.Generator != nil},
	} {
		if p.has {
			info.Powers = append(info.Powers, p.power)
		}
	}
	return info
}

// DescribeWith returns what Describe does and what settings bring: their metrics, and the powers that only a made
// solver or explainer shows.
func (s Spec) DescribeWith(settings sudoku.Settings) sudoku.Info {
	info := s.Describe()
	if s.Metrics != nil {
		info.Metrics = slices.Concat(info.Metrics, s.Metrics(settings))
	}
	if s.Explainer != nil {
		if explainer, err := s.Explainer(settings); err == nil {
			if _, ok := explainer.(sudoku.StepLister); ok {
				info.Powers = append(info.Powers, sudoku.PowerSteps)
			}
		}
	}
	if s.Solver == nil {
		return info
	}
	if solver, err := s.Solver(settings); err == nil {
		if _, ok := solver.(sudoku.Tracer); ok {
			info.Powers = append(info.Powers, sudoku.PowerTrace)
		}
	}
	return info
}

// A BatchSolver is a sudoku.Solver that is cheaper when it knows several puzzles at once.
type BatchSolver interface {
	sudoku.Solver
	// Begin is called before Solve is called with each of the puzzles, in this order unless one is left out. It
	// may work on them until ctx is done; the time that it takes is shared among them.
	Begin(ctx context.Context, puzzles []*sudoku.Puzzle)
}

// A Limiter is a sudoku.Solver that uses the number of solutions that emit is going to take, 0 for all. Limit is called
// once, before the first puzzle.
type Limiter interface {
	Limit(n int)
}

// SeedOf derives the seed of a puzzle from the seed of the run and the content of the puzzle, never from where it
// stands: the same seed and puzzle give the same answer, whatever was asked before. It is FNV-1a, finished as in
// splitmix64.
func SeedOf(run uint64, p *sudoku.Puzzle) uint64 {
	h := mix(14695981039346656037, run)
	for _, c := range p.Geometry().Shape() {
		h = mix(h, uint64(c))
	}
	for _, v := range p.Givens() {
		h = mix(h, uint64(v))
	}
	for _, s := range p.Soft() {
		h = mix(mix(h, uint64(s.Cell)), uint64(s.Allowed))
		for _, q := range s.Prob {
			h = mix(h, math.Float64bits(q))
		}
	}
	for _, text := range p.ConstraintTexts() {
		for _, c := range []byte(text) {
			h = mix(h, uint64(c))
		}
	}
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// mix adds a number to a hash (FNV).
func mix(h, v uint64) uint64 { return (h ^ v) * 1099511628211 }

// Declare returns the settings that a struct stands for: one for each field, in their order, with the field's value
// as default. Tags say the rest:
//
//	type options struct {
//		Variant string  `setting:"variant" enum:"paper,memetic" summary:"the algorithm as printed, or improved"`
//		Elite   int     `setting:"elite" min:"0" max:"1000" summary:"how many outlive their generation"`
//		Share   float64 `setting:"share" max:"1" summary:"of the population that is renewed"`
//	}
//
// A field is a string, an integer, a float64 or a bool. It panics if it is not, or if a tag cannot be read: a Spec
// calls it once, so that the first start of the plugin shows a mistake.
func Declare(defaults any) []sudoku.Setting {
	v := reflect.ValueOf(defaults)
	var settings []sudoku.Setting
	for _, f := range reflect.VisibleFields(v.Type()) {
		if f.Anonymous {
			continue
		}
		s := sudoku.Setting{Name: f.Tag.Get("setting"), Min: bound(f, "min"), Max: bound(f, "max"),
			Summary: f.Tag.Get("summary")}
		if s.Name == "" {
			panic(fmt.Sprintf("declaring settings: field %s of %T has no tag setting", f.Name, defaults))
		}
		if enum := f.Tag.Get("enum"); enum != "" {
			s.Enum = strings.Split(enum, ",")
		}
		switch value := v.FieldByIndex(f.Index); value.Kind() {
		case reflect.String:
			s.Default = value.String()
		case reflect.Bool:
			s.Default = value.Bool()
		case reflect.Int, reflect.Int64:
			s.Default = int(value.Int())
		case reflect.Float64:
			s.Default = value.Float()
		default:
			panic(fmt.Sprintf("declaring settings: field %s of %T is a %s", f.Name, defaults, value.Kind()))
		}
		settings = append(settings, s)
	}
	return settings
}

// bound returns the number of a tag, 0 without one.
func bound(f reflect.StructField, tag string) float64 {
	text, ok := f.Tag.Lookup(tag)
	if !ok {
		return 0
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(fmt.Sprintf("declaring settings: field %s: tag %s: %v", f.Name, tag, err))
	}
	return v
}

// Decode is the inverse of Declare for checked settings: it fills in the fields of a struct. Settings without a
// field, and fields without a setting, are errors.
func Decode[T any](given sudoku.Settings) (T, error) {
	var to T
	err := fill(reflect.ValueOf(&to).Elem(), given)
	return to, err
}

// fill is Decode without a type parameter, compiled once for all structs.
func fill(to reflect.Value, given sudoku.Settings) error {
	var names []string
	for _, f := range reflect.VisibleFields(to.Type()) {
		if f.Anonymous {
			continue
		}
		name := f.Tag.Get("setting")
		value, ok := given[name]
		if !ok {
			return fmt.Errorf("field %s of %s: no setting %q", f.Name, to.Type(), name)
		}
		names = append(names, name)
		switch field := to.FieldByIndex(f.Index); value := value.(type) {
		case int:
			if !field.CanInt() {
				return fmt.Errorf("setting %q: a whole number for field %s of %s", name, f.Name, to.Type())
			}
			field.SetInt(int64(value))
		default:
			if value == nil || reflect.TypeOf(value) != field.Type() {
				return fmt.Errorf("setting %q: %T for field %s of %s", name, value, f.Name, to.Type())
			}
			field.Set(reflect.ValueOf(value))
		}
	}
	for name := range given {
		if !slices.Contains(names, name) {
			return fmt.Errorf("setting %q: %s has no field for it", name, to.Type())
		}
	}
	return nil
}

// With makes a function of a Spec out of one that takes its settings as a struct, see Decode.
func With[T, P any](make func(T) (P, error)) func(sudoku.Settings) (P, error) {
	return func(given sudoku.Settings) (P, error) {
		settings, err := Decode[T](given)
		if err != nil {
			var none P
			return none, err
		}
		return make(settings)
	}
}
