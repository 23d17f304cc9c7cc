// Package worktest has the bundled algorithms as plugins for tests, without processes.
package worktest

import (
	"context"
	"encoding/json"
	"slices"
	"sync/atomic"

	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/plugins/convex/relax"
	"github.com/sudokuctl/sudokuctl/plugins/dlx/cover"
	"github.com/sudokuctl/sudokuctl/plugins/entropybt/entropy"
	"github.com/sudokuctl/sudokuctl/plugins/ga/evolve"
	"github.com/sudokuctl/sudokuctl/plugins/generate/create"
	"github.com/sudokuctl/sudokuctl/plugins/redundancy/metric"
	"github.com/sudokuctl/sudokuctl/plugins/rules/logic"
	"github.com/sudokuctl/sudokuctl/work"
)

var specs = map[string]func() spec.Spec{"convex": relax.Spec, "dlx": cover.Spec,
	"entropybt": entropy.Spec, "ga": evolve.Spec, "generate": create.Spec, "redundancy": metric.Spec, "rules": logic.Spec}

// Env returns an Env without a store that opens every bundled algorithm in this process. Requests that name none choose
// among those with the ids.
func Env(ids ...string) *work.Env {
	return &work.Env{Open: Open, Plugins: slices.Values(ids)}
}

// Open opens a bundled algorithm in this process, so that tests of work need no plugin processes.
func Open(_ context.Context, id string, settings map[string]any) (work.Plugin, error) {
	of := specs[id]
	if of == nil {
		return nil, &find.UnknownError{ID: id}
	}
	local, err := runner.Here(of(), settings)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(local.Settings())
	return &plugin{Local: local, settings: string(text)}, err
}

// plugin is a bundled algorithm that is open in this process.
type plugin struct {
	*runner.Local
	settings string
	closed   atomic.Bool
}

func (p *plugin) ID() string { return p.Info().ID }

func (p *plugin) Settings() string { return p.settings }

func (p *plugin) Candidate() find.Candidate {
	return find.Candidate{ID: p.ID(), Kind: "builtin", Origin: find.FromBundled}
}

func (p *plugin) Sum() (string, error) { return "", nil }

func (p *plugin) FileSum() (string, error) { return "", nil }

func (p *plugin) Usage() (lifecycle.Usage, bool) { return lifecycle.Usage{}, false }

func (p *plugin) State() lifecycle.State {
	if p.closed.Load() {
		return lifecycle.Closed
	}
	return lifecycle.Ready
}

func (p *plugin) Close() error {
	p.closed.Store(true)
	return nil
}
