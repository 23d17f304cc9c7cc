package host

import (
	"bytes"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestTailKeepsTheEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tail, all := &tail{}, ""
		for i, n := range rapid.SliceOf(rapid.IntRange(0, 3*tailBytes)).Draw(t, "writes") {
			text := strings.Repeat(fmt.Sprintf("%d-", i), n/2) + "\n"
			all += text
			if m, err := tail.Write([]byte(text)); m != len(text) || err != nil {
				t.Fatal(m, err)
			}
		}
		end := all[max(0, len(all)-tailBytes):]
		var want []string
		for _, line := range strings.Split(end, "\n") {
			if line != "" {
				want = append(want, line)
			}
		}
		got := tail.lines()
		if i := slices.Index(got, "…"); i >= 0 { // the first lines stand before it
			if !strings.HasPrefix(strings.TrimLeft(all, "\n"), got[0]) {
				t.Fatalf("begins with %q", got[0])
			}
			got = got[i+1:]
		}
		if want = want[max(0, len(want)-len(got)):]; strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("%d lines, want %d", len(got), len(want))
		}
	})
}

func TestTalk(t *testing.T) {
	var log bytes.Buffer
	talk := &talk{tail: &tail{}, logger: slog.New(slog.NewTextHandler(&log,
		&slog.HandlerOptions{Level: slog.LevelInfo}))}
	for _, text := range []string{
		"plain\n", `{"@level":"warn","@mess`, `age":"half and half"}` + "\n", `{"@message":5}` + "\n",
		`{"@level":"debug","@message":"unheard"}` + "\n", strings.Repeat("long", 20) + "\n\n",
		`{"@level":"warn","@message":"starting","@module":"m","clues":17,"plugin":"another","g":{"a":[1,"\u202e"]}}` + "\n",
		`{"@level":"error","@message":"panic","panic":"four","stack":"goroutine 1\n\tsolve.go:7"}` + "\n",
	} {
		talk.Write([]byte(text))
	}
	for _, want := range []string{"level=INFO msg=plain\n", `level=WARN msg="half and half"` + "\n", "longlong",
		`level=WARN msg=starting clues=17 plugin_=another g="{\"a\":[1,\"\\u202e\"]}"` + "\n",
		`level=ERROR msg=panic panic=four stack="goroutine 1\n\tsolve.go:7"` + "\n"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%s not in %.2000s", want, &log)
		}
	}
	if strings.Contains(log.String(), "unheard") {
		t.Errorf("log %q", log.String())
	}
	for range 2 * maxLoudPerLife {
		talk.Write([]byte(`{"@level":"error","@message":"again"}` + "\n"))
	}
	if n := strings.Count(log.String(), "again"); n > maxLoudPerLife {
		t.Errorf("%d errors logged", n)
	}
}

func TestDeaths(t *testing.T) {
	var d deaths
	now := time.Now()
	var delays []time.Duration
	for range maxDeaths {
		d.record(now, false)
		delays = append(delays, d.delay(time.Second))
	}
	if got := fmt.Sprint(delays); got != "[0s 1s 2s 4s 8s]" || !d.tooMany() {
		t.Errorf("delays %s, too many %v", got, d.tooMany())
	}
	if d.record(now.Add(2*deathWindow), false); d.tooMany() || d.delay(time.Second) != 0 {
		t.Error("old deaths count")
	}
	d.record(now.Add(2*deathWindow), false)
	if d.record(now.Add(2*deathWindow), true); d.delay(time.Second) != 0 {
		t.Error("a process that answered does not clear the count")
	}
}

func TestArena(t *testing.T) {
	var a arena
	one, two := a.copy([]byte{1, 2}), a.copy(bytes.Repeat([]byte{3}, 2*arenaBytes))
	if one = append(one, 9); one[0] != 1 || two[0] != 3 || len(two) != 2*arenaBytes {
		t.Error("grids overlap")
	}
	if list := append(a.list(1), one); len(a.list(2)) != 0 || len(list) != 1 {
		t.Error("lists overlap")
	}
}

func TestEnvAllowed(t *testing.T) {
	for name, want := range map[string]bool{"PATH": true, "LC_ALL": true, "LC": false, "AWS_SECRET_KEY": false,
		"PATHS": false} {
		if envAllowed(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}

func TestStates(t *testing.T) {
	if Found.String() != "found" || Closed.String() != "closed" || State(99).String() != "invalid" {
		t.Error("names of states")
	}
}

// However large a puzzle is, a message stays far below the 4 MiB that gRPC takes.
func TestMessagesAreBounded(t *testing.T) {
	for _, text := range []string{"4", "9", "25", "49", "9^3", "25^3"} {
		g := sudoku.MustGeometry(text)
		f := newFlow(SolveOptions{batch: DefaultBatch})
		f.size = DefaultBatch
		b := &batch{}
		b.add(entry{puzzle: &sudoku.Puzzle{Geometry: g}})
		if bytes := f.sizeFor(b) * g.Cells(); bytes > 32<<10 {
			t.Errorf("%s: %d bytes", text, bytes)
		}
	}
}
