package spec

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

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
		s := sudoku.Setting{Name: f.Tag.Get("setting"), Min: bound(f, "min"), Max: bound(f, "max"), Summary: f.Tag.Get("summary")}
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
