// Package plugin makes a plugin of sudokuctl out of an algorithm.
//
// An author fills in a [Spec] and calls [Serve] in main. The algorithm itself is an ordinary package that
// implements one of the small interfaces of core/sudoku, and imports core/spec instead of this package:
//
//	func main() { plugin.Serve(search.Spec()) }
package plugin

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/spec"
)

// Spec is what an author says of an algorithm, see core/spec.
type Spec = spec.Spec

// Proto returns algorithm.proto, the definition of the service that plugins serve.
func Proto() string { return wire.Proto }

// Serve runs the plugin; main does nothing else. It returns when the host has ended the connection, and ends the
// process when a person has started it by hand, when the Spec is wrong or when the host is gone.
func Serve(spec Spec) {
	if os.Getenv(wire.Handshake.MagicCookieKey) != wire.Handshake.MagicCookieValue {
		fmt.Fprintf(os.Stderr, "%s is a plugin of sudokuctl and is started by it.\n"+
			"Try: sudokuctl plugin test %s\n", spec.Info.ID, os.Args[0])
		os.Exit(1)
	}
	config, err := ServeConfig(spec)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	logTo(os.Stderr)
	if null, err := os.Open(os.DevNull); err == nil {
		os.Stdin = null // what the plugin inherits may be the puzzles that its host reads
	}
	go leaveWithParent(parent(), os.Exit)
	goplugin.Serve(config)
}

// ServeConfig returns what go-plugin needs to serve spec, for tests that serve it within their own process.
// A setting whose default breaks its own declaration is an error.
func ServeConfig(spec Spec) (*goplugin.ServeConfig, error) {
	s, err := newSession(spec)
	if err != nil {
		return nil, fmt.Errorf("serving %q: %w", spec.Info.ID, err)
	}
	return &goplugin.ServeConfig{
		HandshakeConfig:  wire.Handshake,
		VersionedPlugins: wire.Plugins(s.handlers()),
		GRPCServer:       wire.NewServer,
		Logger: hclog.New(&hclog.LoggerOptions{
			Name: spec.Info.ID, Level: hclog.Info, Output: os.Stderr, JSONFormat: true,
		}),
	}, nil
}

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

// parentEvery is how often a plugin looks after its parent.
const parentEvery = 500 * time.Millisecond

// parent returns the process that must live as long as the plugin: the host, whose number is in the environment, else
// whoever started the plugin.
func parent() int {
	if pid, err := strconv.Atoi(os.Getenv(wire.ParentEnv)); err == nil && pid > 0 {
		return pid
	}
	return os.Getppid()
}

// leaveWithParent calls exit when the process pid has died. A child of pid is handed to another parent
// then; a plugin that was started through a wrapper asks whether pid is still there.
func leaveWithParent(pid int, exit func(int)) {
	began := os.Getppid()
	for range time.Tick(parentEvery) {
		if os.Getppid() != began || !alive(pid) {
			exit(0)
			return
		}
	}
}
