package plugins

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/manifest"
	"github.com/sudokuctl/sudokuctl/core/plugintest"
	"github.com/sudokuctl/sudokuctl/work"
)

// testOptions are the flags of plugin test.
type testOptions struct {
	app    *app.App
	only   []string
	budget time.Duration
	list   bool
	watch  bool

	subject *plugintest.Subject // of the latest round
}

// testCommand is the command that checks a plugin.
func testCommand(a *app.App) *cobra.Command {
	o := &testOptions{app: a}
	c := app.Command("plugin test", o.run)
	c.Args = cobra.MaximumNArgs(1)
	f := c.Flags()
	f.StringSliceVar(&o.only, "only", nil, "`NAMES` of checks to run, * allowed (default all)")
	f.DurationVar(&o.budget, "budget", plugintest.DefaultTimeout,
		"time for each puzzle; a slower plugin times out")
	f.BoolVar(&o.watch, "watch", false, "run them again whenever a file of the plugin changes, until ^C")
	f.BoolVar(&o.list, "list", false, "list the checks instead")
	return c
}

// verdictOfCheck is what became of one check.
type verdictOfCheck struct {
	Check   string `json:"check"`
	Promise string `json:"promise"`
	Status  string `json:"status"` // passed, failed or skipped
	Why     string `json:"why,omitempty"`
	Sent    string `json:"sent,omitempty"`
	Came    string `json:"came,omitempty"`
	Fix     string `json:"fix,omitempty"`
	Rerun   string `json:"rerun,omitempty"`
}

// run runs the chosen checks on a plugin.
func (o *testOptions) run(ctx context.Context, args []string) error {
	checks, err := o.chosen()
	if err != nil {
		return err
	}
	switch {
	case o.list:
		return o.listChecks(checks)
	case len(args) == 0:
		return app.UsageErrorf("want the id or the path of a plugin")
	case o.watch:
		return o.watchOver(ctx, args[0], checks)
	}
	report, err := newCheckReport(o.app, len(checks))
	if err != nil {
		return err
	}
	failed, err := o.round(ctx, o.app.Host(), named(o.app, args[0]), args[0], checks, report.add)
	if start := (*notStarted)(nil); errors.As(err, &start) {
		return cmp.Or[error](report.bail("it does not start"), report.end(), start)
	}
	if err == nil {
		err = cmp.Or(report.sum(o.app, o.subject), report.end())
	}
	if err == nil && failed > 0 {
		err = &app.Failure{Code: app.ExitPlugin, Cause: fmt.Errorf("%d of %d checks failed", failed, len(checks))}
	}
	return err
}

// round runs the checks on the plugin that a config selects and hands on what becomes of each; arg is what a person
// calls it.
func (o *testOptions) round(ctx context.Context, h *host.Host, config host.Config, arg string,
	checks []plugintest.Check, tell func(verdictOfCheck) error) (failed int, err error) {
	p, err := h.Open(ctx, config)
	if err != nil && work.IsPluginError(err) && !errors.Is(err, find.ErrNotFound) {
		return 1, cmp.Or[error](tell(startFailed(err, arg)), &notStarted{err})
	}
	if err != nil {
		return 0, o.app.ListingAdded(err)
	}
	defer p.Close()
	o.app.TellOtherName(p)
	subject, closed := subjectOf(h, p, config)
	defer closed()
	addProcesses(subject.Process, o.app, p, config)
	o.subject = subject
	for _, c := range checks {
		v := o.check(ctx, c, subject, arg)
		if v.Status == "failed" {
			failed++
		}
		if err := cmp.Or(ctx.Err(), tell(v)); err != nil {
			return failed, err
		}
	}
	return failed, nil
}

// notStarted is the error of a plugin under test that did not become ready.
type notStarted struct{ why error }

func (*notStarted) Error() string   { return "the plugin does not start" }
func (e *notStarted) Unwrap() error { return e.why }

// startFailed returns the verdict on a plugin that does not start.
func startFailed(err error, arg string) verdictOfCheck {
	c := plugintest.StartCheck
	return verdictOfCheck{Check: c.Name, Promise: c.Summary, Status: "failed",
		Sent: "the command of its manifest", Came: err.Error(),
		Fix:   "fix what its standard error reports; nothing may be printed before the handshake",
		Rerun: fmt.Sprintf("sudokuctl plugin test %s --only %s", app.Quoted(arg), c.Name)}
}

// chosen returns the checks that --only names.
func (o *testOptions) chosen() ([]plugintest.Check, error) {
	if len(o.only) == 0 {
		return plugintest.Checks(), nil
	}
	var chosen []plugintest.Check
	for _, c := range plugintest.Checks() {
		for _, pattern := range o.only {
			if ok, err := path.Match(pattern, c.Name); ok || err == nil && strings.HasPrefix(c.Name, pattern+"/") {
				chosen = append(chosen, c)
				break
			}
		}
	}
	if len(chosen) == 0 {
		return nil, app.UsageErrorf("--only %s fits no check; see \"sudokuctl plugin test --list\"",
			strings.Join(o.only, ","))
	}
	return chosen, nil
}

// listChecks prints the checks and their promises.
func (o *testOptions) listChecks(checks []plugintest.Check) error {
	return screen.Columns[plugintest.Check]{
		Cells: func(c plugintest.Check) []any { return []any{"check", c.Name, "promise", c.Summary} },
		JSON:  func(c plugintest.Check) any { return map[string]string{"check": c.Name, "promise": c.Summary} },
	}.Write(o.app.Streams, checks...)
}

// check runs one check.
func (o *testOptions) check(ctx context.Context, c plugintest.Check, s *plugintest.Subject,
	arg string) verdictOfCheck {
	v := verdictOfCheck{Check: c.Name, Promise: c.Summary, Status: "passed"}
	err := c.Run(ctx, s, plugintest.Setup{Timeout: o.budget})
	var skip *plugintest.Skip
	var fault *plugintest.Fault
	switch {
	case err == nil:
		return v
	case errors.As(err, &skip):
		v.Status, v.Why = "skipped", skip.Why
		return v
	case errors.As(err, &fault):
		v.Sent, v.Came, v.Fix = fault.Sent, fault.Came, fault.Fix
	default:
		v.Came, v.Fix = err.Error(), "the plugin broke down: run the check alone and read what it writes to standard error"
	}
	v.Status, v.Rerun = "failed", fmt.Sprintf("sudokuctl plugin test %s --only %s", app.Quoted(arg), c.Name)
	return v
}

// named returns the config of a plugin that an argument names by id or path. A folder here counts where no
// plugin has its name as id.
func named(a *app.App, arg string) host.Config {
	if strings.ContainsAny(arg, "/\\.") {
		return host.Config{Path: arg}
	}
	config := a.Config.Plugin(arg)
	if _, err := os.Stat(filepath.Join(arg, manifest.FileName)); err == nil && config.Path == "" {
		isIt := func(c find.Candidate) bool { return c.ID == arg && c.Rejected == "" }
		if !slices.ContainsFunc(a.Host().Find(config), isIt) {
			return host.Config{Path: "." + string(filepath.Separator) + arg}
		}
	}
	return config
}

// checkReport is where verdicts go: TAP, or a listing where --output asks for one.
type checkReport struct {
	out   io.Writer
	list  *screen.Rows[verdictOfCheck] // nil for TAP
	total int                          // checks that there are, 0 for no head of TAP
	n     int
	count map[string]int // of checks by status
}

// newCheckReport returns a report as TAP, or in the format of --output.
func newCheckReport(a *app.App, checks int) (*checkReport, error) {
	if a.Output == "" {
		return &checkReport{out: a.Stdout, total: checks, count: map[string]int{}}, nil
	}
	l, err := (&screen.Columns[verdictOfCheck]{Cells: func(v verdictOfCheck) []any {
		return []any{"check", v.Check, "status", v.Status, "why", v.Why, "sent", v.Sent, "came", v.Came, "fix",
			v.Fix, "rerun", v.Rerun}
	}}).On(a.Streams)
	return &checkReport{list: l, count: map[string]int{}}, err
}

// sum sums up the checks: as a comment of TAP, else as a remark.
func (r *checkReport) sum(a *app.App, s *plugintest.Subject) error {
	texts := append(s.Notes, summary(r.count))
	if s.Answered+s.Late > 0 {
		text := fmt.Sprintf("solved %d of %d puzzles", s.Solved, s.Answered)
		if s.Late > 0 {
			text += fmt.Sprintf("; %d not answered in time", s.Late)
		}
		texts = append(texts, text)
	}
	if s.Made+s.Graded+s.Explained > 0 {
		texts = append(texts, fmt.Sprintf("made %d, graded %d, explained %d", s.Made, s.Graded, s.Explained))
	}
	for _, text := range texts {
		if r.list != nil {
			a.Remark("%s", text)
		} else if _, err := fmt.Fprintf(r.out, "# %s\n", text); err != nil {
			return err
		}
	}
	return nil
}

// summary says how many checks passed, failed and were skipped.
func summary(count map[string]int) string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped", count["passed"], count["failed"], count["skipped"])
}

// add prints the verdict of a check.
func (r *checkReport) add(v verdictOfCheck) error {
	r.count[v.Status]++
	if r.list != nil {
		return r.list.Show(v)
	}
	head := ""
	if r.n++; r.n == 1 && r.total > 0 {
		head = fmt.Sprintf("TAP version 14\n1..%d\n", r.total)
	}
	var err error
	switch v.Status {
	case "passed":
		_, err = fmt.Fprintf(r.out, "%sok %d - %s\n", head, r.n, v.Check)
	case "skipped":
		_, err = fmt.Fprintf(r.out, "%sok %d - %s # SKIP %s\n", head, r.n, v.Check, v.Why)
	default:
		_, err = fmt.Fprintf(r.out,
			"%snot ok %d - %s\n  ---\n  promise: %q\n  sent: %q\n  came: %q\n  fix: %q\n  rerun: %q\n  ...\n",
			head, r.n, v.Check, v.Promise, v.Sent, v.Came, v.Fix, v.Rerun)
	}
	return err
}

// bail says in TAP that the checks that are missing were not run.
func (r *checkReport) bail(why string) error {
	if r.list != nil {
		return nil
	}
	_, err := fmt.Fprintf(r.out, "Bail out! %s\n", why)
	return err
}

// end prints the end of the report.
func (r *checkReport) end() error {
	if r.list != nil {
		return r.list.End()
	}
	return nil
}

// settle is how long files must have been left alone before the checks run again: editors and compilers write in steps.
const settle = 300 * time.Millisecond

// watchOver runs the checks, and again whenever a file of the plugin changes, until ctx is done.
func (o *testOptions) watchOver(ctx context.Context, arg string, checks []plugintest.Check) error {
	for {
		files := o.watched(arg)
		tested := stampsOf(files)
		if err := o.summarise(ctx, arg, checks); err != nil {
			return err
		}
		var names []string
		for _, file := range files {
			names = append(names, filepath.Base(file))
		}
		o.app.Remark("waiting for a change of %s; ^C ends", strings.Join(names, ", "))
		for before, now := "", tested; now == "" || now == tested || now != before; {
			select {
			case <-time.After(settle):
				before, now = now, stampsOf(files)
			case <-ctx.Done():
				return nil // ^C is how a watch ends
			}
		}
	}
}

// watched returns the files that the plugin is started from, and the modules beside them: files with the same ending.
func (o *testOptions) watched(arg string) (files []string) {
	config := named(o.app, arg)
	candidates := o.app.Host().Find(config)
	i := slices.IndexFunc(candidates, func(c find.Candidate) bool {
		return (c.ID == config.ID || config.Path != "") && len(c.Files) > 0
	})
	if i < 0 {
		return nil
	}
	for _, file := range candidates[i].Files {
		if dir := candidates[i].Dir; dir != "" && !strings.HasPrefix(file, dir+string(filepath.Separator)) {
			continue // an interpreter
		}
		files = append(files, file)
		if ext := filepath.Ext(file); ext != "" {
			more, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*"+ext))
			files = append(files, more...)
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// stampsOf returns another text whenever one of the files has changed, and "" while one is missing: it is being
// replaced.
func stampsOf(files []string) (stamps string) {
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			return ""
		}
		stamps += fmt.Sprintln(info.ModTime().UnixNano(), info.Size())
	}
	return stamps
}

// summarise runs the checks in a host of their own and prints those that failed and how many passed.
func (o *testOptions) summarise(ctx context.Context, arg string, checks []plugintest.Check) error {
	if screen.IsTerminal(o.app.Stdout) {
		fmt.Fprint(o.app.Stdout, o.app.Own("\x1b[H\x1b[2J")) // the screen empty, the cursor at its top
	}
	h := host.New(o.app.HostOptions())
	defer h.Close()
	report := &checkReport{out: o.app.Stdout, count: map[string]int{}}
	_, err := o.round(ctx, h, named(o.app, arg), arg, checks, func(v verdictOfCheck) error {
		if v.Status == "failed" {
			return report.add(v)
		}
		report.count[v.Status]++
		return nil
	})
	if ctx.Err() != nil {
		return nil
	}
	if err != nil && report.count["failed"] == 0 { // it was not found; the next version may be
		fmt.Fprintln(o.app.Stdout, err)
		return nil
	}
	_, err = fmt.Fprintf(o.app.Stdout, "%s: %s\n", time.Now().Format(time.TimeOnly), summary(report.count))
	return err
}
