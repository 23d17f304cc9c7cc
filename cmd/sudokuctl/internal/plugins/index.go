package plugins

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/confine/accept"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/work/index"
)

func indexCommand(a *app.App) *cobra.Command {
	c := &cobra.Command{
		Use:   "index",
		Short: "Choose the indexes that plugins are installed from",
		Long: `An index is a folder of YAML files, in a Git repository, on a web server or on a disk, that lists
plugins and is signed by its keeper. You add it once, with the keeper's key. Whatever it serves later
has to be signed with that key, and must not be older than what you have seen of it.`,
		Example: "  sudokuctl plugin index add https://example.org/commons --key RWQ…\n  sudokuctl plugin index list",
	}
	c.AddCommand(indexAddCommand(a), indexListCommand(a), indexRemoveCommand(a))
	return c
}

// indexFlags are those of all commands that read indexes.
type indexFlags struct {
	app      *app.App
	name     string
	patience time.Duration
}

func (o *indexFlags) define(f *pflag.FlagSet) {
	f.DurationVar(&o.patience, "timeout", 10*time.Minute, "time limit for each download")
}

func indexAddCommand(a *app.App) *cobra.Command {
	o := &indexFlags{app: a}
	var key string
	c := &cobra.Command{
		Use:   "add PLACE",
		Short: "Add an index",
		Long: `Add the index at a web address or in a folder. --key is the public key of its keeper, or a file that
holds it: take it from a page that others vouch for, not from the index. Without it you are shown the
key that the index itself names, and asked.`,
		Example: "  sudokuctl plugin index add https://example.org/commons --key RWQ…\n  sudokuctl plugin index add ./commons",
		Args:    cobra.ExactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return o.add(c.Context(), args[0], key) },
	}
	c.Flags().StringVar(&key, "key", "", "public `KEY` of the index's keeper, or the file that holds it")
	o.define(c.Flags())
	return c
}

func (o *indexFlags) add(ctx context.Context, where, key string) error {
	if !strings.Contains(where, "://") {
		abs, err := filepath.Abs(where)
		if err != nil {
			return fmt.Errorf("adding an index: %w", err)
		}
		where = abs
	}
	known, err := app.Records().Indexes()
	if err != nil {
		return err
	}
	name, named, err := index.KeyOf(ctx, where, o.patience)
	if err != nil {
		return err
	}
	chosen := named
	if key != "" {
		if chosen, err = readKey(key); err != nil {
			return app.UsageErrorf("--key: %w", err)
		}
	}
	x, err := index.Open(ctx, accept.Index{Name: name, Place: where, Key: string(chosen)}, o.patience)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(known, func(other accept.Index) bool { return other.Name == name }) {
		return app.UsageErrorf("an index named %s is added already; \"sudokuctl plugin index remove %s\" takes it away", name, name)
	}
	if key == "" {
		o.app.Remark("%s names the key %s: compare it with what its keeper says elsewhere", plain.Line(where), chosen)
		if !confirmed(o.app, "add it?") {
			return errors.New("not added")
		}
	}
	if err := app.Records().AddIndex(x.Seen(accept.Index{Name: name, Place: where, Key: string(chosen)})); err != nil {
		return err
	}
	o.app.Remark("added the index %s with %d %s; see \"sudokuctl plugin search\"", name, len(x.Plugins),
		screen.Plural(len(x.Plugins), "plugin"))
	return nil
}

// readKey reads a public key, or the file that holds it.
func readKey(text string) (index.Key, error) {
	key, err := index.ParseKey(text)
	if err == nil {
		return key, nil
	}
	content, fileErr := os.ReadFile(text)
	if fileErr != nil {
		return "", err
	}
	return index.ParseKey(string(content))
}

func indexListCommand(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the indexes that were added",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			known, err := app.Records().Indexes()
			if err != nil {
				return err
			}
			l := a.Listing()
			for _, x := range known {
				l.Row(x, "index", x.Name, "place", x.Place, "key", x.Key)
			}
			return l.End()
		},
	}
}

func indexRemoveCommand(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:   "remove INDEX",
		Short: "Forget an index; what was installed from it stays",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			err := app.Records().RemoveIndex(args[0])
			if errors.Is(err, accept.ErrNotAdded) {
				return app.UsageErrorf("there is no index %q; see \"sudokuctl plugin index list\"", args[0])
			}
			if err == nil {
				a.Remark("removed the index %s", args[0])
			}
			return err
		},
	}
}

// open opens the index that a record describes, and records what was seen of it.
func (o *indexFlags) open(ctx context.Context, known accept.Index) (*index.Index, error) {
	x, err := index.Open(ctx, known, o.patience)
	if err != nil {
		return nil, err
	}
	if seen := x.Seen(known); seen != known {
		err = app.Records().AddIndex(seen)
	}
	return x, err
}

// all opens the indexes that were added, or the one that --index names.
func (o *indexFlags) all(ctx context.Context) ([]*index.Index, error) {
	known, err := app.Records().Indexes()
	if err != nil {
		return nil, err
	}
	var all []*index.Index
	for _, record := range known {
		if o.name != "" && record.Name != o.name {
			continue
		}
		x, err := o.open(ctx, record)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	if len(all) == 0 && o.name != "" {
		return nil, app.UsageErrorf("there is no index %q; see \"sudokuctl plugin index list\"", o.name)
	}
	if len(all) == 0 {
		return nil, app.UsageErrorf("no index was added; \"sudokuctl plugin index add PLACE\" adds one")
	}
	return all, nil
}

func (o *indexFlags) defineIndex(f *pflag.FlagSet) {
	o.define(f)
	f.StringVar(&o.name, "index", "", "look in this `INDEX` alone")
}

func searchCommand(a *app.App) *cobra.Command {
	o := &indexFlags{app: a}
	c := &cobra.Command{
		Use:     "search [WORD…]",
		Short:   "Search the indexes for plugins",
		Long:    "List the plugins of the indexes that were added, or those in whose id, name or summary all words occur.",
		Example: "  sudokuctl plugin search\n  sudokuctl plugin search genetic solver",
		RunE:    func(c *cobra.Command, args []string) error { return o.search(c.Context(), args) },
	}
	o.defineIndex(c.Flags())
	return c
}

// foundPlugin is a line of "plugin search".
type foundPlugin struct {
	ID        string   `json:"id"`
	Version   string   `json:"version"`
	Installed string   `json:"installed,omitempty"` // the version that is
	Name      string   `json:"name"`
	Summary   string   `json:"summary,omitempty"`
	Platforms []string `json:"platforms"`
	Solved    int      `json:"solved"`   // puzzles in the tests when it was published
	Answered  int      `json:"answered"` // of these, in time
	Index     string   `json:"index"`
	Key       string   `json:"key"`
}

func (o *indexFlags) search(ctx context.Context, words []string) error {
	indexes, err := o.all(ctx)
	if err != nil {
		return err
	}
	plugins, err := app.Records().Plugins()
	if err != nil {
		return err
	}
	l := o.app.Listing()
	for _, x := range indexes {
		for _, s := range x.Search(words...) {
			row := foundPlugin{s.ID, s.Version, "", s.Name, s.Summary, s.Platforms, s.Solved, s.Answered, x.Name, s.Key}
			for _, p := range plugins {
				if p.ID == s.ID && p.Installed != nil && p.Installed.Index == x.Name {
					row.Installed = p.Installed.Version
				}
			}
			solved := ""
			if row.Answered > 0 {
				solved = fmt.Sprintf("%d of %d", row.Solved, row.Answered)
			}
			l.Row(row, "id", row.ID, "version", row.Version, "installed", row.Installed, "index", row.Index,
				"summary", cmp.Or(row.Summary, row.Name), "solved", solved)
		}
	}
	return l.End()
}
