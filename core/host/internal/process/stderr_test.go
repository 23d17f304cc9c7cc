package process

import (
	"bytes"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
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

func TestStderrLog(t *testing.T) {
	var log bytes.Buffer
	w := &stderrLog{tail: &tail{}, logger: slog.New(slog.NewTextHandler(&log,
		&slog.HandlerOptions{Level: slog.LevelInfo}))}
	for _, text := range []string{
		"plain\n", `{"@level":"warn","@mess`, `age":"half and half"}` + "\n", `{"@message":5}` + "\n",
		`{"@level":"debug","@message":"unheard"}` + "\n", strings.Repeat("long", 20) + "\n\n",
		`{"@level":"warn","@message":"starting","@module":"m","clues":17,"plugin":"another","g":{"a":[1,"\u202e"]}}` + "\n",
		`{"@level":"error","@message":"panic","panic":"four","stack":"goroutine 1\n\tsolve.go:7"}` + "\n",
	} {
		w.Write([]byte(text))
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
	for range 2 * maxLoudLines {
		w.Write([]byte(`{"@level":"error","@message":"again"}` + "\n"))
	}
	if n := strings.Count(log.String(), "again"); n > maxLoudLines {
		t.Errorf("%d errors logged", n)
	}
}
