package bridge

import (
	"bytes"
	"log/slog"
	"strings"
)

// An echo logs the lines that a process writes to its standard error, the first of them.
type echo struct {
	line  []byte // that has not ended
	lines int
}

const (
	maxEcho     = 100     // lines of a process that are logged
	maxEchoLine = 3 << 10 // bytes of one of them
)

// Write never fails.
func (e *echo) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0 && e.lines < maxEcho; {
		line, more, ended := bytes.Cut(rest, []byte{'\n'})
		e.line = append(e.line, line[:min(len(line), maxEchoLine-len(e.line))]...)
		if rest = more; ended {
			e.end()
		}
	}
	return len(p), nil
}

// end logs the line that has been read.
func (e *echo) end() {
	if text := strings.TrimSpace(string(e.line)); text != "" {
		slog.Info(strings.ToValidUTF8(text, "?"), "stream", "stderr")
		e.lines++
	}
	e.line = e.line[:0]
}
