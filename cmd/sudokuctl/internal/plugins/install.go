package plugins

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/confine"
	"github.com/sudokuctl/sudokuctl/core/confine/accept"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/plugintest"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
	"github.com/sudokuctl/sudokuctl/work/index"
)

type installOptions struct {
	indexFlags
	yes, beside bool
}

func installCommand(a *app.App) *cobra.Command {
	o := &installOptions{indexFlags: indexFlags{app: a}}
	c := &cobra.Command{
		Use:   "install ID[@VERSION]",
		Short: "Install a plugin from an index",
		Long: `Show what a plugin of an index asks for, and ask you. Then download it, verify the checksum and the
author's signature, and run the conformance checks on it in the sandbox. It is installed if it passes
them; otherwise, or if you decline, nothing of it is left. Checks that judge how soon something
happens are left out, because they also depend on how busy this machine is.

--beside keeps the version that is installed: the other one goes by ID@VERSION until "plugin remove
ID@VERSION", and is used only if it is named so.`,
		Example: "  sudokuctl plugin install tally\n  sudokuctl plugin install tally@1.2.0 --index commons\n" +
			"  sudokuctl plugin install tally@1.1.0 --beside && sudokuctl bench --solver tally@1.1.0,tally puzzles.txt",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return o.install(c.Context(), args[0]) },
	}
	o.defineIndex(c.Flags())
	c.Flags().BoolVarP(&o.yes, "yes", "y", false, "do not ask")
	c.Flags().BoolVar(&o.beside, "beside", false, "keep the installed version as well")
	return c
}

func upgradeCommand(a *app.App) *cobra.Command {
	o := &installOptions{indexFlags: indexFlags{app: a}}
	c := &cobra.Command{
		Use:   "upgrade [ID…]",
		Short: "Upgrade plugins that were installed from an index",
		Long: `Replace installed plugins by their newest versions, all of them unless some are named. A new version is
verified and tested as "plugin install" does, has to be signed by the same author, and is asked about if it
asks for more than the installed one.`,
		Example: "  sudokuctl plugin upgrade\n  sudokuctl plugin upgrade tally",
		RunE:    func(c *cobra.Command, args []string) error { return o.upgrade(c.Context(), args) },
	}
	o.define(c.Flags())
	c.Flags().BoolVarP(&o.yes, "yes", "y", false, "do not ask, even if a plugin asks for more than before")
	return c
}

// installer returns an installer that asks the person and tests in the sandbox.
func (o *installOptions) installer() (*index.Installer, error) {
	if o.app.Trust {
		return nil, app.UsageErrorf("what comes from an index is tested in the sandbox: leave out --trust")
	}
	return &index.Installer{Records: app.Records(), Reserved: bundled.IDs(), Beside: o.beside, Ask: o.ask, Try: o.try}, nil
}

func (o *installOptions) install(ctx context.Context, arg string) error {
	id, version, _ := strings.Cut(arg, "@")
	i, err := o.installer()
	if err != nil {
		return err
	}
	indexes, err := o.all(ctx)
	if err != nil {
		return err
	}
	all := len(indexes)
	var known []string
	for _, x := range indexes {
		for _, p := range x.Plugins {
			known = append(known, p.ID)
		}
	}
	indexes = slices.DeleteFunc(indexes, func(x *index.Index) bool { return !x.Has(id) })
	switch len(indexes) {
	case 0:
		return app.UsageErrorf("no plugin %q in %d %s; see \"sudokuctl plugin search\"%s", id, all,
			pluralOf(all, "index", "indexes"), screen.DidYouMean(id, known))
	case 1:
	default:
		var names []string
		for _, x := range indexes {
			names = append(names, x.Name)
		}
		return app.UsageErrorf("the indexes %s each have a plugin %q: name one with --index", strings.Join(names, ", "), id)
	}
	if err := i.Install(ctx, indexes[0], id, version); err != nil {
		return err
	}
	if o.beside {
		id = arg
	}
	o.app.Remark("installed %s", id)
	return nil
}

func pluralOf(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

func (o *installOptions) upgrade(ctx context.Context, ids []string) error {
	i, err := o.installer()
	if err != nil {
		return err
	}
	plugins, err := app.Records().Plugins()
	if err != nil {
		return err
	}
	plugins = slices.DeleteFunc(plugins, func(p accept.Plugin) bool { return p.Installed == nil || accept.IsBeside(p.ID) })
	for _, id := range ids {
		if !slices.ContainsFunc(plugins, func(p accept.Plugin) bool { return p.ID == id }) {
			return app.UsageErrorf("plugin %q was not installed from an index; see \"sudokuctl plugin list\"", id)
		}
	}
	opened, failed := map[string]*index.Index{}, 0
	for _, p := range plugins {
		if len(ids) > 0 && !slices.Contains(ids, p.ID) {
			continue
		}
		if err := o.upgradeOne(ctx, i, p, opened); err != nil {
			failed++
			fmt.Fprintln(o.app.Stderr, err)
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d %s not upgraded", failed, pluralOf(failed, "plugin was", "plugins were"))
	}
	return nil
}

func (o *installOptions) upgradeOne(ctx context.Context, i *index.Installer, p accept.Plugin, opened map[string]*index.Index) error {
	from := p.Installed.Index
	if opened[from] == nil {
		known, err := app.Records().Indexes()
		if err != nil {
			return err
		}
		at := slices.IndexFunc(known, func(x accept.Index) bool { return x.Name == from })
		if at < 0 {
			return fmt.Errorf("upgrading %q: its index %s was removed", p.ID, from)
		}
		if opened[from], err = o.open(ctx, known[at]); err != nil {
			return err
		}
	}
	version, err := i.Upgrade(ctx, opened[from], p.ID)
	switch {
	case err != nil:
		return err
	case version == "":
		o.app.Remark("%s %s is the newest", p.ID, p.Installed.Version)
	default:
		o.app.Remark("upgraded %s from %s to %s", p.ID, p.Installed.Version, version)
	}
	return nil
}

// ask shows what a plugin asks for, and asks the person.
func (o *installOptions) ask(offer index.Offer) (bool, error) {
	if _, err := io.WriteString(o.app.Stdout, plain.Text(offerText(offer))); err != nil || o.yes {
		return o.yes, err
	}
	return confirmed(o.app, "install it?"), nil
}

func offerText(offer index.Offer) string {
	var b strings.Builder
	e, r := offer.Entry, offer.Release
	fmt.Fprintf(&b, "%s %s of the index %s\n", e.ID, r.Version, offer.Index)
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "  %-9s %s\n", name, plain.Line(text))
		}
	}
	line("name", e.Name)
	line("summary", e.Summary)
	line("homepage", e.Homepage)
	line("licence", e.Licence)
	line("author", e.Key)
	if r.Answered > 0 {
		line("in tests", solvedText(r.Solved, r.Answered))
	}
	line("archive", fmt.Sprintf("%s, %.1f KiB", offer.Archive.File, float64(offer.Archive.Size)/(1<<10)))
	line("runs", strings.Join(r.Run, " "))
	line("needs", strings.Join(r.Needs, ", "))
	switch {
	case len(offer.More) == 0:
		line("asks for", "no more than every plugin: to read its own files, and to compute")
	case offer.Before != "":
		line("asks for", "more than version "+offer.Before+":")
	default:
		line("asks for", "more than every plugin:")
	}
	for _, more := range offer.More {
		line("", "to "+more)
	}
	for _, gap := range app.Gaps() {
		line("CAUTION", gap)
	}
	return b.String()
}

// The time for each puzzle of the checks before an installation, and of those that have failed once: the machine may be busy.
const (
	briefBudget = 100 * time.Millisecond
	busyBudget  = time.Minute
)

// try tests the plugin in a folder, in the sandbox, and returns its record.
func (o *installOptions) try(ctx context.Context, dir string) (accept.Plugin, error) {
	c := o.app.Host().Find(host.Config{Path: dir})[0]
	if c.Rejected != "" {
		return accept.Plugin{}, errors.New(c.Rejected)
	}
	sums, err := c.Sums()
	if err != nil {
		return accept.Plugin{}, err
	}
	record := accept.Plugin{ID: c.ID, Path: c.Path, Reads: readsOf(ctx, o.app, c), Sums: sums}
	_, err = conforms(ctx, o.app, c, record)
	return record, err
}

// readsOf returns what a plugin reads that asks for no more than its own files and what a person has seen of its manifest.
func readsOf(ctx context.Context, a *app.App, c find.Candidate) []string {
	asked := slices.DeleteFunc(a.Config.Reads(c, false).Refused, confine.TooWide)
	return append(pythonFolders(ctx, a.Config.Command(c)), asked...)
}

// conforms runs those conformance checks on a plugin that do not judge times, and returns what they found out. What fails is tried
// once more with a minute for each puzzle.
func conforms(ctx context.Context, a *app.App, c find.Candidate, record accept.Plugin) (*plugintest.Subject, error) {
	a.Config.Grant(c, record.Reads)
	checks := slices.DeleteFunc(plugintest.Checks(), plugintest.Check.Timed)
	config := host.Config{Path: c.Path, Sums: record.Sums, StartTimeout: busyBudget}
	count := map[string]int{}
	var again []plugintest.Check
	test := testOptions{app: a, budget: briefBudget}
	_, err := test.round(ctx, a.Host(), config, c.Path, checks, func(v verdictOfCheck) error {
		if v.Status == "failed" {
			again = append(again, checks[slices.IndexFunc(checks, func(c plugintest.Check) bool { return c.Name == v.Check })])
			return nil
		}
		count[v.Status]++
		return nil
	})
	subject := test.subject
	var failed []string
	if err == nil && len(again) > 0 {
		test.budget = busyBudget
		_, err = test.round(ctx, a.Host(), config, c.Path, again, func(v verdictOfCheck) error {
			if count[v.Status]++; v.Status == "failed" {
				failed = append(failed, fmt.Sprintf("%s (sent %s; came %s)", v.Check, v.Sent, v.Came))
			}
			return nil
		})
	}
	if start := (*notStarted)(nil); errors.As(err, &start) {
		return nil, fmt.Errorf("it does not start: %w", start.why)
	}
	if err != nil {
		return nil, err
	}
	if len(failed) > 0 {
		return nil, &app.Failure{Code: app.ExitPlugin, Cause: fmt.Errorf("%d of %d %s failed, the first of them %s",
			len(failed), len(checks),
			screen.Plural(len(checks), "check"), failed[0])}
	}
	a.Remark("tested it: %s", summary(count))
	if subject.Answered > 0 {
		a.Remark("it %s that it answered in time", solvedText(subject.Solved, subject.Answered))
	}
	return subject, nil
}
