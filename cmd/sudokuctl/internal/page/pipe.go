package page

import (
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/serve/pipe"
)

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
			a.Unwatched = true
			app.CollectLess() // a third less work, for 25 MB
			return pipe.Serve(c.Context(), pipe.Options{Env: a.Env(nil), Find: finder(a), Granted: a.Granted, Log: logger(a)}, a.Stdin, a.Stdout)
		},
	}
}

// finder returns what finds all plugins that there are now. The host is made at once: requests come at the same time.
func finder(a *app.App) func() []find.Candidate {
	a.Host()
	return func() []find.Candidate {
		a.Renew()
		return a.Find()
	}
}

func logger(a *app.App) *slog.Logger {
	return slog.New(slog.NewTextHandler(a.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
}
