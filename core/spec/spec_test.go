package spec_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestSeedsOfDifferentPuzzles has all that a puzzle asks for count, and nothing else.
func TestSeedsOfDifferentPuzzles(t *testing.T) {
	seeds := map[uint64]string{}
	for _, line := range []string{"4:................", "4:1...............", "4:{12}...............", "4+x:................",
		"4:~cage=3:r1c12", "4:~cage=4:r1c12", "4:~cage=3:r1c12~thermo:r2c12"} {
		p, err := sudoku.ParsePuzzle(line + " a comment")
		if err != nil {
			t.Fatal(err)
		}
		seed := spec.SeedOf(1, p)
		if other := seeds[seed]; other != "" {
			t.Errorf("%s has the seed of %s", line, other)
		}
		seeds[seed] = line
		p.Name, p.Comment = "named", ""
		if spec.SeedOf(1, p) != seed || spec.SeedOf(2, p) == seed {
			t.Errorf("%s: the name counts, or the seed of the run does not", line)
		}
	}
}

type limits struct {
	Steps int64 `setting:"steps" min:"1" max:"1e6" summary:"mutations in a generation"`
}

type options struct {
	Variant string  `setting:"variant" enum:"paper,memetic" summary:"as printed, or improved"`
	Share   float64 `setting:"share" max:"1"`
	Twins   bool    `setting:"twins"`
	limits
}

var defaults = options{Variant: "memetic", Share: 0.5}

func TestDeclare(t *testing.T) {
	want := []sudoku.Setting{
		{Name: "variant", Default: "memetic", Enum: []string{"paper", "memetic"}, Summary: "as printed, or improved"},
		{Name: "share", Default: 0.5, Max: 1},
		{Name: "twins", Default: false},
		{Name: "steps", Default: 200, Min: 1, Max: 1e6, Summary: "mutations in a generation"},
	}
	d := defaults
	d.Steps = 200
	if got := spec.Declare(d); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

func TestDeclareShowsMistakes(t *testing.T) {
	for want, declare := range map[string]func(){
		"has no tag setting": func() { spec.Declare(struct{ Steps int }{}) },
		"is a slice": func() {
			spec.Declare(struct {
				Steps []int `setting:"steps"`
			}{})
		},
		"tag min": func() {
			spec.Declare(struct {
				Steps int `setting:"steps" min:"few"`
			}{})
		},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.Contains(got, want) {
					t.Errorf("%q instead of %q", got, want)
				}
			}()
			declare()
		}()
	}
}

func TestDecode(t *testing.T) {
	given, err := sudoku.Info{Settings: spec.Declare(defaults)}.Resolve(map[string]any{"steps": 7, "twins": true, "share": 1})
	if err != nil {
		t.Fatal(err)
	}
	want := options{"memetic", 1, true, limits{7}}
	if got, err := spec.Decode[options](given); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestDecodeReportsWhatDoesNotFit(t *testing.T) {
	for want, given := range map[string]sudoku.Settings{
		`no setting "steps"`:            {},
		`setting "speed"`:               {"steps": 1, "speed": 2},
		`setting "steps": string`:       {"steps": "many"},
		`setting "steps": float64 for `: {"steps": 1.5},
		`setting "steps": <nil> for fi`: {"steps": nil},
	} {
		if _, err := spec.Decode[limits](given); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v instead of %q", given, err, want)
		}
	}
}

func ExampleWith() {
	type options struct {
		Depth int `setting:"depth" min:"1" max:"9" summary:"how far to look ahead"`
	}
	s := spec.Spec{
		Info: sudoku.Info{ID: "deep", Settings: spec.Declare(options{Depth: 3})},
		Solver: spec.With(func(o options) (sudoku.Solver, error) {
			fmt.Println("depth", o.Depth)
			return nil, nil
		}),
	}
	settings, err := s.Info.Resolve(map[string]any{"depth": 5})
	if err != nil {
		fmt.Println(err)
		return
	}
	s.Solver(settings)
	// Output: depth 5
}
