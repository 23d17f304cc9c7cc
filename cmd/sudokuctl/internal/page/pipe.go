package page

import (
	"context"
	"log/slog"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/serve/pipe"
)

// answer is "serve --pipe", which programs in other languages start.
func answer(ctx context.Context, a *app.App) error {
	if screen.IsTerminal(a.Stdin) {
		a.Remark("waiting for requests of a program on standard input")
	}
	a.Unwatched = true
	app.CollectLess() // a third less work, for 25 MB
	return pipe.Serve(ctx, pipe.Options{Env: a.Env(nil), Find: finder(a), Granted: a.Granted, Log: logger(a)}, a.Stdin, a.Stdout)
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
