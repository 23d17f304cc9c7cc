package process

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/child"
)

func TestStderrLog(t *testing.T) {
	var log bytes.Buffer
	w := &stderrLog{tail: &child.Tail{}, logger: slog.New(slog.NewTextHandler(&log,
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
