package plugin

import (
	"io"
	"log/slog"
	"strings"
)

// logTo makes slog and log write the JSON lines that a go-plugin host understands, so that an author logs
// with the standard library.
func logTo(w io.Writer) {
	slog.SetDefault(slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{ReplaceAttr: hostKeys})))
}

// hostKeys renames the built-in keys to those of hclog.
func hostKeys(groups []string, a slog.Attr) slog.Attr {
	if len(groups) > 0 {
		return a
	}
	switch a.Key {
	case slog.TimeKey:
		a.Key = "@timestamp"
	case slog.MessageKey:
		a.Key = "@message"
	case slog.LevelKey:
		a = slog.String("@level", strings.ToLower(a.Value.String()))
	}
	return a
}
