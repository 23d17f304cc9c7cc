package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/spf13/cobra"
)

// maxLog is how large the log of plugins grows before it begins anew; the one before is kept.
const maxLog = 1 << 20

// pluginLog is a file in the data folder for what plugins log and how they end. It is made with its first
// line.
type pluginLog struct {
	once sync.Once
	file *os.File
}

func pluginLogPath() (string, error) {
	dir, err := dataFolder()
	return filepath.Join(dir, "plugins.log"), err
}

// Write never fails: what cannot be logged is not worth stopping for.
func (l *pluginLog) Write(line []byte) (int, error) {
	l.once.Do(func() {
		path, err := pluginLogPath()
		if err != nil {
			return
		}
		if info, err := os.Stat(path); err == nil && info.Size() > maxLog {
			_ = os.Rename(path, path+".1") // if it fails the log grows on
		}
		_ = os.MkdirAll(filepath.Dir(path), 0o700) // opening tells
		l.file, _ = os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	})
	if l.file != nil {
		_, _ = l.file.Write(line)
	}
	return len(line), nil
}

// logger returns the host's logger: errors, or everything with --verbose, for standard error, and what is of
// note for "plugin log".
func (a *app) logger() *slog.Logger {
	level := slog.LevelError
	if a.verbose {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewMultiHandler(
		slog.NewTextHandler(a.stderr, &slog.HandlerOptions{Level: level}),
		slog.NewJSONHandler(&pluginLog{}, &slog.HandlerOptions{Level: slog.LevelInfo}),
	))
}

// logEntry is a line of the log.
type logEntry struct {
	Time   string `json:"time"`
	Level  string `json:"level"`
	Plugin string `json:"plugin"`
	Msg    string `json:"msg"`
	Error  string `json:"error,omitempty"`
}

func (a *app) pluginLogCommand() *cobra.Command {
	most := 0
	c := &cobra.Command{
		Use:     "log [ID]",
		Short:   "show what plugins logged lately, and how they ended",
		Example: "  sudokuctl plugin log qqwing --last 20",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			entries, err := readPluginLog(args)
			if err != nil {
				return err
			}
			l, err := a.listing("time", "level", "plugin", "message", "error")
			if err != nil {
				return err
			}
			for _, e := range entries[max(0, len(entries)-most):] {
				if err := l.row(e, e.Time, e.Level, e.Plugin, e.Msg, e.Error); err != nil {
					return err
				}
			}
			return l.end()
		},
	}
	c.Flags().IntVar(&most, "last", 50, "show the last `N` lines")
	return c
}

// readPluginLog returns the entries of the log, of the named plugins where there are any.
func readPluginLog(ids []string) ([]logEntry, error) {
	path, err := pluginLogPath()
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
