package run

import (
	"context"
	"strings"

	"github.com/sudokuctl/sudokuctl/work"
)

// Record is a run of the library. Its keys are stable.
type Record struct {
	Run       int64    `json:"run"`
	Command   string   `json:"command"`
	State     string   `json:"state"`
	Started   string   `json:"started"`
	Seconds   float64  `json:"seconds"` // 0 until it ends
	Puzzles   int64    `json:"puzzles"` // answers of the plugin that answered most
	Plugins   []string `json:"plugins"`
	PerSecond float64  `json:"per_second_wall"` // answers of all plugins per second at work
}

// List returns all runs, the newest first.
func List(ctx context.Context, env *work.Env) (runs []Record, err error) {
	return runs, env.Store.SQL(ctx, `SELECT r.id, r.command, r.state, r.started, coalesce(r.seconds, 0.0), coalesce(max(t.puzzles), 0),
		coalesce(group_concat(DISTINCT t.plugin), ''), coalesce(sum(t.puzzles) * 1e9 / nullif(sum(t.wall_ns), 0), 0.0)
		FROM runs r LEFT JOIN tasks t ON t.run = r.id GROUP BY r.id ORDER BY r.id DESC`, func(_ []string, v []any) error {
		r := Record{Run: v[0].(int64), Command: v[1].(string), State: v[2].(string), Started: v[3].(string),
			Seconds: v[4].(float64), Puzzles: v[5].(int64), Plugins: []string{}, PerSecond: v[7].(float64)}
		if names := v[6].(string); names != "" {
			r.Plugins = strings.Split(names, ",")
		}
		runs = append(runs, r)
		return nil
	})
}
