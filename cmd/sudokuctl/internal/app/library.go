package app

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/sudokuctl/sudokuctl/store"
)

// OpenStore opens the database for writing; it is made where there is none.
func (a *App) OpenStore(ctx context.Context) (*store.Store, error) {
	return store.Open(ctx, a.Config.Database)
}

// OpenExisting opens the database for writing, but makes none.
func (a *App) OpenExisting(ctx context.Context) (*store.Store, error) {
	if _, err := os.Stat(a.Config.Database); errors.Is(err, fs.ErrNotExist) {
		return nil, a.noLibrary()
	}
	return a.OpenStore(ctx)
}

func (a *App) noLibrary() error {
	return UsageErrorf("there is no database %q here yet; \"sudokuctl run\" or \"sudokuctl import\" makes one", a.Config.Database)
}

// OpenLibrary opens the database for reading only.
func (a *App) OpenLibrary(ctx context.Context) (*store.Store, error) {
	s, err := store.OpenReadOnly(ctx, a.Config.Database)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, a.noLibrary()
	}
	return s, err
}

func (a *App) WithLibrary(ctx context.Context, fn func(*store.Store) error) error {
	s, err := a.OpenLibrary(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	return fn(s)
}
