package store

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
)

// Claim takes a task's work on a selection for this process. While another process has the same work, Claim
// waits for it, after calling wait once. A claim ends with release, and with its process.
func (t *Task) Claim(ctx context.Context, sel Selection, wait func()) (release func(), err error) {
	return t.claim(ctx, sel, func(path string) (func(), error) { return file.Claim(ctx, path, wait) })
}

// TryClaim is Claim, but does not wait: release is nil while another process has the same work.
func (t *Task) TryClaim(ctx context.Context, sel Selection) (release func(), err error) {
	return t.claim(ctx, sel, file.TryClaim)
}

// claim locks the file of the task's work.
func (t *Task) claim(ctx context.Context, sel Selection, take func(path string) (func(), error)) (release func(), err error) {
	path, err := claimFile(t.store.file.Path, t, sel)
	if err != nil {
		return nil, fmt.Errorf("claiming the work of plugin %q: %w", t.Plugin.Info.ID, err)
	}
	file.SweepClaims(t.store.file.Path)
	if release, err = take(path); err != nil && ctx.Err() == nil {
		return nil, fmt.Errorf("claiming the work of plugin %q: %w", t.Plugin.Info.ID, err)
	}
	return release, err
}

// claimFile returns the lock file of a task: its name stands for the plugin, the work and the puzzles.
func claimFile(library string, t *Task, sel Selection) (string, error) {
	selection, err := json.Marshal(slices.Sorted(slices.Values(sel.Sources)))
	if err != nil {
		return "", err
	}
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s %d %v %s %d", t.plugin, t.kind(), t.Limit, sel.Sources == nil, selection, sel.Puzzles)
	return fmt.Sprintf("%s%s%016x", library, file.ClaimInfix, h.Sum64()), nil
}
