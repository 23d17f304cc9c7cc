package plugins

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
)

// logEntry is a line of the log.
type logEntry struct {
	Time   string `json:"time"`
	Level  string `json:"level"`
	Plugin string `json:"plugin"`
	Msg    string `json:"msg"`
	Error  string `json:"error,omitempty"`
}

func logCommand(a *app.App) *cobra.Command {
	most := 0
	c := &cobra.Command{
		Use:     "log [ID]",
		Short:   "show what plugins logged lately, and how they ended",
		Example: "  sudokuctl plugin log qqwing --last 20",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			entries, err := readLog(args)
			if err != nil {
				return err
			}
			l, err := a.Listing("time", "level", "plugin", "message", "error")
			if err != nil {
				return err
			}
			for _, e := range entries[max(0, len(entries)-most):] {
				if err := l.Row(e, e.Time, e.Level, e.Plugin, e.Msg, e.Error); err != nil {
					return err
				}
			}
			return l.End()
		},
	}
	c.Flags().IntVar(&most, "last", 50, "show the last `N` lines")
	return c
}

// readLog returns the entries of the log, of the named plugins where there are any.
func readLog(ids []string) ([]logEntry, error) {
	path, err := app.PluginLogPath()
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the log of plugins: %w", err)
	}
	defer f.Close()
	var entries []logEntry
	lines := bufio.NewScanner(f)
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
