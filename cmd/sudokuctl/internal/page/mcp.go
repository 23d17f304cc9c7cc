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
	h := a.Host() // before calls come
	return mcp.Serve(ctx, mcp.Options{
		Env: a.Env(s), Find: func() []find.Candidate { return h.Find(a.Config.HostConfigs()...) }, Note: note,
		Log: slog.New(slog.NewTextHandler(a.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
	}, io.NopCloser(a.Stdin), unclosed{a.Stdout})
}

// unclosed is a stream that the program goes on to use.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
