package app

import (
	"log/slog"
	"os"
	"path/filepath"
	"sync"
)

// maxLog is how large the log of plugins grows before it begins anew; the one before is kept.
const maxLog = 1 << 20

// pluginLog is a file in the data folder for what plugins log and how they end. It is made with its first
// line.
type pluginLog struct {
	once sync.Once
	file *os.File
}

func PluginLogPath() (string, error) {
	dir, err := DataFolder()
	return filepath.Join(dir, "plugins.log"), err
}

// Write never fails: what cannot be logged is not worth stopping for.
func (l *pluginLog) Write(line []byte) (int, error) {
	l.once.Do(func() {
		path, err := PluginLogPath()
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
func (a *App) logger() *slog.Logger {
	level := slog.LevelError
	if a.verbose {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewMultiHandler(
		slog.NewTextHandler(a.Stderr, &slog.HandlerOptions{Level: level}),
		slog.NewJSONHandler(&pluginLog{}, &slog.HandlerOptions{Level: slog.LevelInfo}),
	))
}
