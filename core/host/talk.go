package host

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
)

const (
	maxTalkLine    = 4 << 10 // longer lines are logged in pieces
	maxLoudPerLife = 100     // warnings and errors of one process that are logged at their own level
)

// talk is a writer for what a process says on its standard error: the end of it is kept in a tail, the lines
// go to the log. Lines in the JSON of hclog, which the SDK writes, keep their level; all others are for
// debugging. A process that floods its standard error is drained as fast as it writes and cannot fill memory.
type talk struct {
	tail   *tail
	logger *slog.Logger

	mu      sync.Mutex
	partial []byte
	loud    int
}

// Write keeps p and logs the lines that it completes.
func (t *talk) Write(p []byte) (int, error) {
	n, _ := t.tail.Write(p)
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(p) > 0 {
		line, rest, complete := bytes.Cut(p, []byte{'\n'})
		if room := maxTalkLine - len(t.partial); len(line) > room {
			line, rest, complete = p[:room], p[room:], true
		}
		t.partial = append(t.partial, line...)
		if complete {
			t.log(t.partial)
			t.partial = t.partial[:0]
		}
		p = rest
	}
	return n, nil
}

func (t *talk) log(line []byte) {
	level, text := slog.LevelDebug, ""
	if bytes.HasPrefix(line, []byte(`{"@`)) {
		level, text = parseHclog(line)
	}
	if level > slog.LevelInfo {
		if t.loud++; t.loud > maxLoudPerLife {
			level = slog.LevelDebug
		}
	}
	ctx := context.Background()
	if len(line) == 0 || !t.logger.Enabled(ctx, level) {
		return
	}
	if text == "" {
		text = printable(strings.ToValidUTF8(string(line), "?"))
	}
	t.logger.Log(ctx, level, text)
}

// parseHclog returns level and message of a line of hclog's JSON, LevelDebug and "" if it is none.
func parseHclog(line []byte) (slog.Level, string) {
	var entry struct {
		Level   string `json:"@level"`
		Message string `json:"@message"`
	}
	if json.Unmarshal(line, &entry) != nil {
		return slog.LevelDebug, ""
	}
	text := printable(entry.Message)
	switch entry.Level {
	case "error":
		return slog.LevelError, text
	case "warn":
		return slog.LevelWarn, text
	case "info":
		return slog.LevelInfo, text
	}
	return slog.LevelDebug, text
}
