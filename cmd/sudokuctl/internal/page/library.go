package page

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/input"
)

// library opens the database, or the samples in a folder of their own if there is none yet.
func library(ctx context.Context, a *app.App, readOnly bool) (s *store.Store, note string, done func(), err error) {
	_, statErr := os.Stat(a.Config.Database)
	missing := errors.Is(statErr, fs.ErrNotExist)
	switch {
	case missing:
		return samples(ctx, a)
	case readOnly:
		s, err = a.OpenLibrary(ctx)
	default:
		s, err = a.OpenStore(ctx)
	}
	if err != nil {
		return nil, "", nil, err
	}
	return s, "", func() { s.Close() }, nil
}

func samples(ctx context.Context, a *app.App) (*store.Store, string, func(), error) {
	dir, err := os.MkdirTemp("", "sudokuctl-samples-")
	if err != nil {
		return nil, "", nil, err
	}
	s, err := store.Open(ctx, filepath.Join(dir, "samples.db"))
	for _, name := range input.SampleNames() {
		if err != nil {
			break
		}
		var in *input.Input
		if in, err = input.Parse(input.SamplePrefix+name, nil); err == nil {
			_, err = input.Import(ctx, s, input.ImportRequest{Input: in}, nil)
		}
	}
	if err != nil {
		os.RemoveAll(dir)
		return nil, "", nil, fmt.Errorf("opening the samples: %w", err)
	}
	note := fmt.Sprintf("There is no database %q yet, so these are the samples; what is written here is lost when the server ends. "+
		"\"sudokuctl import\" or \"sudokuctl run\" makes a database.", a.Config.Database)
	return s, note, func() { s.Close(); os.RemoveAll(dir) }, nil
}
