package page

import (
	"context"
	"io"
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/serve/mcp"
	"github.com/sudokuctl/sudokuctl/serve/pipe"
)

// MCP is the command that assistants start.
func MCP(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:   "mcp",
		Short: "Answer an assistant by the Model Context Protocol",
		Long: `Answer a program that speaks the Model Context Protocol on standard input and output, such as an
assistant: it gets tools that solve, check, grade, explain and generate puzzles, give hints and search
the library. None of them writes. The assistant starts this command; docs/mcp.md shows how to
configure it. Without a database the library is the samples.`,
		Example: "  sudokuctl mcp --db ~/puzzles.db",
		Args:    cobra.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return answer(c.Context(), a) },
	}
}

func answer(ctx context.Context, a *app.App) error {
	if screen.IsTerminal(a.Stdin) {
		a.Remark("waiting for messages of a client on standard input; docs/mcp.md shows how a client starts this command")
	}
	s, note, done, err := library(ctx, a, true)
	if err != nil {
		return err
	}
	defer done()
	return mcp.Serve(ctx, mcp.Options{Env: a.Env(s), Find: finder(a), Note: note, Log: logger(a)},
		io.NopCloser(a.Stdin), unclosed{a.Stdout})
}

// finder returns what finds all plugins. The host is made at once: requests come at the same time.
func finder(a *app.App) func() []find.Candidate {
	h := a.Host()
	return func() []find.Candidate { return h.Find(a.Config.HostConfigs()...) }
}

func logger(a *app.App) *slog.Logger {
	return slog.New(slog.NewTextHandler(a.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// unclosed is a stream that the program goes on to use.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// Pipe is the command that programs in other languages start.
func Pipe(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:   "pipe",
		Short: "Answer requests of a program, one a line of JSON",
		Long: `Answer a program that has started this command and writes requests to its standard input, one a
line, as the Python package does: {"id":1,"do":"solve","puzzles":["2.14........4..2"]} is answered by
{"id":1,"records":[…]} or {"id":1,"problem":{…}}. Requests are those of the HTTP API, and so are the
verbs that "do" can be (docs/serve.md). The end of the input is the end.`,
		Example: `  echo '{"id":1,"do":"solve","puzzle":"2.14........4..2"}' | sudokuctl pipe`,
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if screen.IsTerminal(a.Stdin) {
				a.Remark("waiting for requests of a program on standard input")
			}
			app.CollectLess() // a third less work, for 25 MB
			return pipe.Serve(c.Context(), pipe.Options{Env: a.Env(nil), Find: finder(a), Log: logger(a)}, a.Stdin, a.Stdout)
		},
	}
}
