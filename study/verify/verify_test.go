package verify

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/explain"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/job"
	"github.com/sudokuctl/sudokuctl/work/record"
	"github.com/sudokuctl/sudokuctl/work/worktest"
)

const wikipedia = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

func puzzle(t *testing.T, text string) *sudoku.Puzzle {
	t.Helper()
	p, err := sudoku.ParsePuzzle(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func testEnv() *work.Env { return worktest.Env("entropybt", "rules") }

// judge returns what is said of each line, and the sums.
func judge(t *testing.T, p *sudoku.Puzzle, claims ...string) (lines []string, sums []*SumRecord) {
	t.Helper()
	err := Claims(t.Context(), testEnv(), Request{Puzzle: p, Claims: strings.NewReader(strings.Join(claims, "\n"))}, func(r *Record) error {
		lines = append(lines, strings.TrimSuffix(r.Judgement+" "+strings.Join(r.Technique, "+")+" "+r.Reason, " "))
		return nil
	}, func(s *SumRecord) error {
		sums = append(sums, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines, sums
}

func TestJudgements(t *testing.T) {
	claims := []struct{ line, want string }{
		{`{"place":[["r1c6",8]],"technique":"hidden single"}`, "proved hidden_single_box"},
		{`{"place":["R1C4 = 6"]}`, "proved hidden_single_box"},
		{`{"place":[["r1c6",8]]}`, "known  it says nothing new"},
		{`{"strike":[["r1c3",5]]}`, "known  it says nothing new"}, // 5 is given in the row
		{`{"place":[["r1c3",1]]}`, "false  r1c3 is not 1"},
		{`{"strike":["r1c3<>4"]}`, "false  r1c3 is 4, which is struck"},
		{`{"place":["r5c5=5"],"technique":"Naked-Single"}`, "proved naked_single"},
		{`{"place":["r3c7=5"],"technique":"X-wing"}`, `other technique hidden_single_box it follows, but not by "X-wing"`},
		{`{"place":["r7c6=7"],"technique":"intuition"}`, `other technique naked_single it follows, but rules knows no technique "intuition"`},
		{`{"place":["r9c9=0"]}`, `unreadable  the puzzle has no candidate 0 in cell "r9c9"`},
		{`{"place":["r10c1=1"]}`, `unreadable  the puzzle has no candidate 1 in cell "r10c1"`},
		{`{"place":["r9c9"]}`, `unreadable  "r9c9" is not of the form "r1c6=8"`},
		{`{"strike":[["r9c9"]]}`, `unreadable  ["r9c9"] is not of the form ["r1c6", 8]`},
		{`{}`, "unreadable  a claim that neither places nor strikes anything"},
		{`r1c1=5`, "unreadable  reading a claim: invalid character 'r' looking for beginning of value"},
	}
	var input, want []string
	for _, c := range claims {
		input, want = append(input, c.line), append(want, c.want)
	}
	got, sums := judge(t, puzzle(t, wikipedia), input...)
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Errorf("%s: %q, want %q", input[i], slices.Concat(got, make([]string, len(want)))[i], want[i])
		}
	}
	if s := sums[0]; len(sums) != 1 || s.Claims != len(claims) || s.First != 5 || s.Reason != "r1c3 is not 1" || s.Solved || s.Sound() ||
		s.Counts[False] != 2 || s.Counts[Proved] != 3 || s.Counts[Unreadable] != 6 {
		t.Errorf("%+v", s)
	}
}

// Claims about a puzzle with constraints are true or false by these, even if nobody explains such puzzles.
func TestClaimsHeedConstraints(t *testing.T) {
	got, sums := judge(t, puzzle(t, "..343412..434321~or~cage=3:r1c1r2c4~cage=8:r1c12~end"), `{"strike":["r1c1<>2"]}`, `{"strike":["r1c1<>1"]}`,
		`{"place":["r1c1=1","r1c2=2","r3c1=2","r3c2=1"]}`)
	for i, wrong := range []bool{false, true, false} {
		if i >= len(got) || strings.HasPrefix(got[i], False) != wrong {
			t.Errorf("claim %d: %q", i+1, got)
		}
	}
	if len(sums) != 1 || !sums[0].Solved {
		t.Errorf("%+v", sums)
	}
}

// What is true and no technique gives is entered all the same, so that what follows from it is proved.
func TestALeapCountsOnce(t *testing.T) {
	hard := "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
	solution := "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
	p := puzzle(t, hard)
	line := func(cells ...int) string {
		var place []string
		for _, c := range cells {
			place = append(place, `"`+p.Geometry().CellName(c)+"="+solution[c:c+1]+`"`)
		}
		return `{"place":[` + strings.Join(place, ",") + `]}`
	}
	var most []int
	for c := range 80 {
		if p.Givens()[c] == 0 && c != 79 {
			most = append(most, c)
		}
	}
	env := testEnv()
	open := env.Open
	env.Open = func(ctx context.Context, id string, settings map[string]any) (job.Plugin, error) {
		if id == "rules" { // chains are not needed here and take their time
			settings = map[string]any{"up_to": 3}
		}
		return open(ctx, id, settings)
	}
	var got []string
	err := Claims(t.Context(), env, Request{Puzzle: p, Claims: strings.NewReader(line(most...) + "\n" + line(79) + "\n" + line(80))},
		func(r *Record) error { got = append(got, r.Judgement); return nil },
		func(s *SumRecord) error {
			if !s.Solved || s.Sound() || s.First != 1 {
				t.Errorf("%+v", s)
			}
			return nil
		})
	if want := []string{Unproved, Proved, Proved}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}

// What an explainer says is proved, step by step, up to the solution.
func TestExplanationsAreProved(t *testing.T) {
	env := testEnv()
	for _, text := range []string{wikipedia, "....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6...."} {
		p := puzzle(t, text)
		var out strings.Builder
		_, err := explain.Puzzles(t.Context(), env, explain.Request{Inputs: []*input.Input{input.Text(text)}}, nil, record.Events{
			Puzzle: func(*sudoku.Puzzle) error { return nil },
			Step: func(_ *record.Replay, s sudoku.Step, n int) error {
				return work.WriteLine(&out, record.NewStep(p, s, n))
			},
			End: func(_ *record.Replay, o *record.Outcome) error { return work.WriteLine(&out, o) },
		})
		if err != nil {
			t.Fatal(err)
		}
		lines, sums := judge(t, nil, `{"puzzle":"`+text+`"}`, out.String())
		if len(sums) != 1 || !sums[0].Sound() || !sums[0].Solved {
			t.Errorf("%s: %+v\n%s", text, sums, strings.Join(lines, "\n"))
		}
	}
}

func TestPuzzlesThatNothingIsTrueOf(t *testing.T) {
	for text, want := range map[string]sudoku.Verdict{"1.3............4": sudoku.Multiple, "11..............": sudoku.Impossible, "12....34........": sudoku.Impossible} {
		var e *NotUniqueError
		err := Claims(t.Context(), testEnv(), Request{Puzzle: puzzle(t, text)}, nil, nil)
		if !errors.As(err, &e) || e.Verdict != want && !(want == sudoku.Impossible && e.Verdict == sudoku.Invalid) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
	var request *work.RequestError
	err := Claims(t.Context(), testEnv(), Request{Claims: strings.NewReader(`{"place":["r1c1=1"]}`)}, nil, nil)
	if !errors.As(err, &request) || err.Error() != "line 1: a claim before any puzzle" {
		t.Errorf("no puzzle: %v", err)
	}
}

// Claims that follow a puzzle that cannot be read are not judged by the puzzle before it, whose sum is shown.
func TestAPuzzleThatCannotBeRead(t *testing.T) {
	var judged []string
	var sums []*SumRecord
	claims := `{"place":["r1c6=8"]}` + "\n" + `{"puzzle":"53..7"}` + "\n" + `{"place":["r1c4=6"]}`
	err := Claims(t.Context(), testEnv(), Request{Puzzle: puzzle(t, wikipedia), Claims: strings.NewReader(claims)},
		func(r *Record) error { judged = append(judged, r.Judgement); return nil },
		func(s *SumRecord) error { sums = append(sums, s); return nil })
	var request *work.RequestError
	if !errors.As(err, &request) || !strings.HasPrefix(err.Error(), "line 2: ") {
		t.Errorf("%v", err)
	}
	if !slices.Equal(judged, []string{Proved}) || len(sums) != 1 || sums[0].Claims != 1 {
		t.Errorf("judged %q, sums %+v", judged, sums)
	}
}
