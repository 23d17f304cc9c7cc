package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// OpenStore opens the database for writing; it is made if there is none.
// An older schema is brought up to date, and said so.
func (a *App) OpenStore(ctx context.Context) (*store.Store, error) {
	s, err := store.Open(ctx, a.Config.Database)
	if err != nil {
		return nil, err
	}
	if m := s.Migrated(); m.From > 0 {
		fmt.Fprintf(a.Stderr, "%s was upgraded from schema %d to %d; a copy of it as it was is %s\n",
			a.Config.Database, m.From, m.To, m.Copy)
	}
	a.sayNetwork(s)
	return s, nil
}

// sayNetwork remarks that a library is on a network file system.
func (a *App) sayNetwork(s *store.Store) {
	if on := s.Network(); on != "" {
		a.Remark("%s is on %s, where one process at a time can use it, and slowly: a local disk is better", a.Config.Database, on)
	}
}

// OpenExisting opens the database for writing, but makes none.
func (a *App) OpenExisting(ctx context.Context) (*store.Store, error) {
	if _, err := os.Stat(a.Config.Database); errors.Is(err, fs.ErrNotExist) {
		return nil, noLibrary(a.Config.Database)
	}
	return a.OpenStore(ctx)
}

func noLibrary(database string) error {
	return UsageErrorf("there is no database %q here yet; \"sudokuctl run\" or \"sudokuctl import\" makes one", database)
}

// OpenStock opens the database, for writing too if writes is set. If there is none yet, it makes a temporary library of the
// puzzles inside the program, which done removes.
func (a *App) OpenStock(ctx context.Context, writes bool) (s *store.Store, done func(), err error) {
	if _, statErr := os.Stat(a.Config.Database); errors.Is(statErr, fs.ErrNotExist) {
		a.Remark("There is no database %q yet: these are puzzles inside the program.", a.Config.Database)
		return run.Samples(ctx, a.Env(nil))
	}
	open := a.OpenLibrary
	if writes {
		open = a.OpenStore
	}
	s, err = open(ctx)
	return s, func() { s.Close() }, err
}

// OpenLibrary opens the database for reading only.
func (a *App) OpenLibrary(ctx context.Context) (*store.Store, error) {
	s, err := store.OpenReadOnly(ctx, a.Config.Database)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, noLibrary(a.Config.Database)
	}
	if errors.Is(err, store.ErrOlder) {
		err = fmt.Errorf("%w; \"sudokuctl db upgrade\" brings it up to date and keeps a copy", err)
	}
	if err == nil {
		a.sayNetwork(s)
	}
	return s, err
}

// WithExisting calls fn with the database, which it opens for writing, but makes none.
func (a *App) WithExisting(ctx context.Context, fn func(*store.Store) error) error {
	s, err := a.OpenExisting(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	return fn(s)
}

// WithLibrary calls fn with the database, which it opens for reading only.
func (a *App) WithLibrary(ctx context.Context, fn func(*store.Store) error) error {
	s, err := a.OpenLibrary(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	return fn(s)
}
