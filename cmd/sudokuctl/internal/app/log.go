package app

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
)

// maxLog is how large the log of plugins grows before it begins anew; the one before is kept.
const maxLog = 1 << 20

// pluginLog is a file in the data folder for what plugins log and how they end. It is made with its first line.
type pluginLog struct {
	mu   sync.Mutex
	file *os.File
	size int64
	gone bool // it cannot be opened
}

func PluginLogPath() (string, error) {
	dir, err := DataFolder()
	return filepath.Join(dir, "plugins.log"), err
}

// Write never fails: what cannot be logged is not worth stopping for.
func (l *pluginLog) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if (l.file == nil || l.size > maxLog) && !l.gone {
		l.begin()
	}
	if l.file != nil {
		n, _ := l.file.Write(line)
		l.size += int64(n)
	}
	return len(line), nil
}

// begin opens the file, anew if it has grown too large.
func (l *pluginLog) begin() {
	if l.file != nil {
		l.file.Close()
	}
	l.file, l.gone = nil, true
	path, err := PluginLogPath()
	if err != nil {
		return
	}
	l.size = 0
	if info, err := os.Stat(path); err == nil && info.Size() > maxLog {
		_ = os.Rename(path, path+".1") // if it fails the log grows on
	} else if err == nil {
		l.size = info.Size()
	}
	_ = os.MkdirAll(filepath.Dir(path), 0o700) // opening tells
	if l.file, err = os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err != nil {
		l.file = nil
		return
	}
	l.gone = false
}

// newLogger returns the host's logger: errors, or everything with --verbose, for w, and what is of
// note for "plugin log".
func newLogger(w io.Writer, verbose bool) *slog.Logger {
	options := &slog.HandlerOptions{Level: slog.LevelError, ReplaceAttr: withoutStack}
	if verbose {
		options = &slog.HandlerOptions{Level: slog.LevelDebug}
	}
	return slog.New(slog.NewMultiHandler(
		slog.NewTextHandler(w, options),
		slog.NewJSONHandler(&pluginLog{}, &slog.HandlerOptions{Level: slog.LevelInfo}),
	))
}

// withoutStack leaves out the stack of a panic, which is in "plugin log".
func withoutStack(_ []string, attr slog.Attr) slog.Attr {
	if attr.Key == "stack" {
		return slog.Attr{}
	}
	return attr
}
