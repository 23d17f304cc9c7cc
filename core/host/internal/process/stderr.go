package process

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"sync"

	"github.com/sudokuctl/sudokuctl/core/child"
	"github.com/sudokuctl/sudokuctl/core/plain"
)

const (
	maxLogLine   = 64 << 10 // longer lines are logged in pieces; a stack is a few KiB
	maxLoudLines = 100      // lines of one process and level that are logged at their own level
)

// stderrLog is a writer for what a process says on its standard error: the end of it is kept in a tail, the lines
// go to the log. Lines in the JSON of hclog, which the SDK writes, keep their level and attributes; all others
// are information. A process that floods its standard error is drained as fast as it writes and cannot fill memory.
type stderrLog struct {
	tail   *child.Tail
	logger *slog.Logger

	mu      sync.Mutex
	partial []byte
	loud    map[slog.Level]int
}

// Write keeps p and logs the lines that it completes.
func (t *stderrLog) Write(p []byte) (int, error) {
	n, _ := t.tail.Write(p)
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(p) > 0 {
		line, rest, complete := bytes.Cut(p, []byte{'\n'})
		if room := maxLogLine - len(t.partial); len(line) > room {
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

// log passes a line of standard error to the host's log, with the level and attributes of hclog if it has that form.
func (t *stderrLog) log(line []byte) {
	level, text, attrs := slog.LevelInfo, "", []slog.Attr(nil)
	if bytes.HasPrefix(line, []byte(`{"@`)) {
		level, text, attrs = parseHclog(line)
	}
	if level >= slog.LevelInfo {
		if t.loud == nil {
			t.loud = map[slog.Level]int{}
		}
		if t.loud[level]++; t.loud[level] > maxLoudLines {
			level = slog.LevelDebug
		}
	}
	ctx := context.Background()
	if len(line) == 0 || !t.logger.Enabled(ctx, level) {
		return
	}
	if text == "" {
		text = child.Printable(strings.ToValidUTF8(string(line), "?"))
	}
	t.logger.LogAttrs(ctx, level, text, attrs...)
}

// parseHclog returns level, message and attributes of a line of hclog's JSON, LevelInfo and "" if it is none.
func parseHclog(line []byte) (level slog.Level, text string, attrs []slog.Attr) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	if _, err := d.Token(); err != nil { // the brace
		return slog.LevelInfo, "", nil
	}
	level = slog.LevelDebug
	for d.More() {
		key, _ := d.Token()
		name, _ := key.(string)
		var value any
		if d.Decode(&value) != nil {
			return slog.LevelInfo, "", nil
		}
		switch said, isText := value.(string); {
		case name == "@message" && isText:
			text = child.Printable(said)
		case name == "@level" && isText:
			level = levelNamed(said)
		case !strings.HasPrefix(name, "@"):
			attrs = append(attrs, slog.Any(attributeName(name), harmless(value)))
		}
	}
	return level, text, attrs
}

// harmless returns the value of an attribute with its control characters shown; lists and objects become JSON.
func harmless(value any) any {
	switch v := value.(type) {
	case string:
		return plain.Text(v)
	case []any, map[string]any:
		text, _ := json.Marshal(v) // it was JSON
		return plain.Line(string(text))
	}
	return value
}

// levelNamed returns the level with hclog's name.
func levelNamed(name string) slog.Level {
	switch name {
	case "error":
		return slog.LevelError
	case "warn":
		return slog.LevelWarn
	case "info":
		return slog.LevelInfo
	}
	return slog.LevelDebug
}

// attributeName returns the name under which an attribute of a plugin is logged: never a name that the log has itself,
// so that no plugin writes in the name of another.
func attributeName(name string) string {
	switch name = child.Printable(name); name {
	case slog.TimeKey, slog.LevelKey, slog.MessageKey, "plugin":
		return name + "_"
	}
	return name
}

const maxFirstLine = 16 << 10 // a handshake with a certificate takes about 1 KiB

var handshakePattern = regexp.MustCompile(`^\d+\|\d+\|[a-z]+\|`)

// handshakeOutput passes the first line of a process's standard output to go-plugin, which expects its
// handshake there, and remembers it. Later lines go to rest: go-plugin stops reading at a line over 64 KiB,
// and the process would block forever.
type handshakeOutput struct {
	from *bufio.Reader
	file io.Closer
	rest io.Writer

	mu      sync.Mutex
	first   []byte // the first line with its newline
	pending []byte // what go-plugin has not read of it
	over    bool   // the first line is complete
}

// newHandshakeOutput returns the standard output of a plugin. The lines behind the handshake go to rest.
func newHandshakeOutput(from io.ReadCloser, rest io.Writer) *handshakeOutput {
	return &handshakeOutput{from: bufio.NewReaderSize(from, maxFirstLine), file: from, rest: rest}
}

// Read returns the first line, then blocks until the process closes its standard output.
func (o *handshakeOutput) Read(p []byte) (int, error) {
	if !o.over {
		line, _ := o.from.ReadSlice('\n') // a longer line is no handshake, its beginning is enough
		o.mu.Lock()
		o.first, o.pending, o.over = bytes.Clone(line), bytes.Clone(line), true
		o.mu.Unlock()
	}
	if len(o.pending) > 0 {
		n := copy(p, o.pending)
		o.pending = o.pending[n:]
		return n, nil
	}
	if _, err := io.Copy(o.rest, o.from); err != nil {
		return 0, err
	}
	return 0, io.EOF
}

// Close closes the host's end of the pipe.
func (o *handshakeOutput) Close() error { return o.file.Close() }

// handshake returns the numbers of the core protocol and of the application protocol that the process offered.
func (o *handshakeOutput) handshake() (core, version string, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !handshakePattern.Match(o.first) {
		return "", "", false
	}
	parts := bytes.SplitN(o.first, []byte{'|'}, 3)
	return string(parts[0]), string(parts[1]), true
}

// stray returns the first line if it is not a handshake, shortened so that an error can quote it.
func (o *handshakeOutput) stray() (string, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	line := bytes.TrimRight(o.first, "\r\n")
	if len(o.first) == 0 || handshakePattern.Match(line) {
		return "", false
	}
	return string(line[:min(len(line), 200)]), true
}
