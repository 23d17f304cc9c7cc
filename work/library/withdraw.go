package library

import (
	"context"
	"errors"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// Withdraw removes what a version of a plugin has found from the library. A version that the library has nothing of is
// a RequestError that names those it has.
func Withdraw(ctx context.Context, env *work.Env, plugin, version string) (store.Withdrawn, error) {
	done, err := env.Store.Withdraw(ctx, plugin, version)
	if !errors.Is(err, store.ErrNotFound) {
		return done, err
	}
	var known []string
	sqlErr := env.Store.SQL(ctx, "SELECT DISTINCT plugin || ' ' || version FROM plugins ORDER BY 1", func(_ []string, v []any) error {
		known = append(known, v[0].(string))
		return nil
	})
	if sqlErr != nil {
		return done, sqlErr
	}
	return done, work.UnknownWord(plugin+" "+version, known, "the library has nothing of %s %s", plugin, version)
}
