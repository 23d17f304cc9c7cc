package main

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/sudokuctl/sudokuctl/store"
)

// openStore opens the database for writing; it is made where there is none.
func (a *app) openStore(ctx context.Context) (*store.Store, error) {
	return store.Open(ctx, a.config.Database)
}

// openLibrary opens the database for reading only.
func (a *app) openLibrary(ctx context.Context) (*store.Store, error) {
	if _, err := os.Stat(a.config.Database); errors.Is(err, fs.ErrNotExist) {
		return nil, usageErrorf("there is no database %q here yet; \"sudokuctl run\" or \"sudokuctl import\" "+
			"makes one",
			a.config.Database)
	}
	return store.OpenReadOnly(ctx, a.config.Database)
}

func (a *app) withLibrary(ctx context.Context, fn func(*store.Store) error) error {
	s, err := a.openLibrary(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	return fn(s)
}
