package plugins

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
)

// logEntry is a line of the log.
type logEntry struct {
	Time       string         `json:"time"`
	Level      string         `json:"level"`
	Plugin     string         `json:"plugin"`
	Msg        string         `json:"msg"`
	Error      string         `json:"error,omitempty"`
	Attributes map[string]any `json:"attributes,omitempty"` // what else was logged
}

// UnmarshalJSON takes what the log has beside the fields of its own as attributes.
func (e *logEntry) UnmarshalJSON(line []byte) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber() // whole numbers stay as they were written
	if err := d.Decode(&e.Attributes); err != nil {
		return err
	}
	for name, field := range map[string]*string{"time": &e.Time, "level": &e.Level, "plugin": &e.Plugin, "msg": &e.Msg,
		"error": &e.Error} {
		if value, ok := e.Attributes[name]; ok {
			*field = fmt.Sprint(value)
			delete(e.Attributes, name)
		}
	}
	return nil
}

// stack is the attribute with the functions that were running when a plugin panicked.
const stack = "stack"

// message returns the message with the attributes behind it, but without the stack.
func (e *logEntry) message() string {
	text := e.Msg
	for _, name := range slices.Sorted(maps.Keys(e.Attributes)) {
		if name == stack {
			continue
		}
		value := fmt.Sprint(e.Attributes[name])
		if value == "" || strings.ContainsAny(value, " \"=\n") {
			value = strconv.Quote(value)
		}
		text += " " + name + "=" + value
	}
	return text
}

func logCommand(a *app.App) *cobra.Command {
	most := 0
	c := app.Command("plugin log", func(_ context.Context, args []string) error {
		if most < 1 {
			return app.UsageErrorf("--last must be at least 1")
		}
		entries, err := readLog(args)
		if err != nil {
			return err
		}
		if len(entries) == 0 && len(args) > 0 {
			a.Remark("the log has nothing of %q", args[0])
		}
		return screen.Columns[logEntry]{Cells: func(e logEntry) []any {
			return []any{"time", e.Time, "level", e.Level, "plugin", e.Plugin, "message", e.message(), "error", e.Error}
		}}.Write(a.Streams, entries[max(0, len(entries)-most):]...)
	})
	c.ValidArgsFunction = a.PluginIDs
	c.Flags().IntVar(&most, "last", 50, "show the last `N` lines")
	return c
}

// readLog returns the entries of the log, of the named plugins if there are any.
func readLog(ids []string) ([]logEntry, error) {
	path, err := app.PluginLogPath()
	if err != nil {
		return nil, err
	}
	var entries []logEntry
	for _, path := range []string{path + ".1", path} {
		f, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("reading the log of plugins: %w", err)
		}
		more, err := entriesOf(f, ids)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("reading the log of plugins %s: %w", path, err)
		}
		entries = append(entries, more...)
	}
	return entries, nil
}

func entriesOf(r io.Reader, ids []string) (entries []logEntry, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e logEntry
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			continue // two programs may have written at once
		}
		if len(ids) == 0 || slices.Contains(ids, e.Plugin) {
			entries = append(entries, e)
		}
	}
	return entries, lines.Err()
}
