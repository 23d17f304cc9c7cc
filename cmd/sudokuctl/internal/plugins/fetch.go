package plugins

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/confine"
	"github.com/sudokuctl/sudokuctl/core/confine/accept"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/manifest"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
	"github.com/sudokuctl/sudokuctl/work/catalog"
)

// fetch adds the plugin that an argument names: by an address, by its name in the list, or by a path. A name of the
// list counts before a file of that name in the current folder.
func (o *addOptions) fetch(ctx context.Context, arg string) error {
	if o.sha256 != "" {
		if err := catalog.CheckSum(o.sha256); err != nil {
			return app.UsageErrorf("--%w", err)
		}
	}
	switch {
	case catalog.IsAddress(arg):
		return o.addAddress(ctx, arg)
	case catalog.IsArchive(arg):
		return o.addArchive(ctx, arg)
	case o.sha256 != "":
		return o.refuseSum()
	case manifest.CheckID(arg) == nil:
		return o.addNamed(ctx, arg)
	}
	return o.accept(ctx, arg)
}

// refuseSum returns the error of --sha256 beside something else than an archive.
func (o *addOptions) refuseSum() error {
	return app.UsageErrorf("--sha256 is for an archive: a file or an address")
}

// addNamed adds a plugin of the list, or what has its name in the current folder if the list does not have it.
func (o *addOptions) addNamed(ctx context.Context, id string) error {
	list, err := pluginList(ctx, o.app)
	if err != nil {
		return err
	}
	e, listed := list.Find(id)
	_, err = os.Stat(id)
	here := err == nil
	switch {
	case listed && here:
		o.app.Remark("%s is the plugin of the list; \"sudokuctl plugin add %s\" adds what is in this folder", id,
			"."+string(filepath.Separator)+id)
	case here:
		return o.accept(ctx, id)
	case !listed:
		return o.unknown(id, list)
	}
	if err := o.refuseTaken(id); err != nil {
		return err
	}
	p := parcel{name: id, place: list.Place(e), listed: &e}
	p.fetch = func(file string) error { return list.Fetch(ctx, e, file, catalog.Client{}) }
	return o.addParcel(ctx, p)
}

// unknown says that no plugin has a name.
func (o *addOptions) unknown(id string, list *catalog.List) error {
	if bundled.Has(id) {
		return app.UsageErrorf("%s is bundled with this program: there is nothing to add", id)
	}
	var known []string
	for _, e := range list.Plugins {
		known = append(known, e.ID)
	}
	return app.UsageErrorf("no plugin %q is in the list, and no file or folder here; see \"sudokuctl plugin search\"%s",
		id, screen.DidYouMean(id, known))
}

// addAddress adds the plugin in an archive on the web. Without --sha256 it adds nothing and prints the sum.
func (o *addOptions) addAddress(ctx context.Context, address string) error {
	return o.addParcel(ctx, parcel{name: address, place: address, fetch: func(file string) error {
		sum, err := catalog.Client{}.Download(ctx, address, file)
		if err == nil && o.sha256 == "" {
			err = app.UsageErrorf("its SHA-256 is %s: compare that with what its author says, then run: "+
				"sudokuctl plugin add %s --sha256 %s", sum, app.Quoted(address), sum)
		}
		return cmp.Or(err, o.checkSum(sum))
	}})
}

// addArchive adds the plugin in an archive that is here.
func (o *addOptions) addArchive(ctx context.Context, archive string) error {
	return o.addParcel(ctx, parcel{name: archive, place: archive, fetch: func(file string) error {
		sum, err := catalog.Copy(archive, file)
		return cmp.Or(err, o.checkSum(sum))
	}})
}

// checkSum compares the checksum of an archive with the typed one.
func (o *addOptions) checkSum(sum string) error {
	if o.sha256 != "" && sum != o.sha256 {
		return fmt.Errorf("its SHA-256 is %s instead of %s", sum, o.sha256)
	}
	return nil
}

// refuseTaken returns an error if a plugin of that id is bundled or was added.
func (o *addOptions) refuseTaken(id string) error {
	if bundled.Has(id) {
		return fmt.Errorf("the name %s is taken: a bundled plugin has it", id)
	}
	added, err := app.Records().Plugins()
	if err != nil {
		return err
	}
	at := slices.IndexFunc(added, func(p accept.Plugin) bool { return p.ID == id })
	if at < 0 {
		return nil
	}
	return fmt.Errorf("the name %s is taken: it was added from %s; \"sudokuctl plugin remove %s\" first", id,
		added[at].Path, id)
}

// parcel is an archive that a person asked to add.
type parcel struct {
	name   string                  // as the person wrote it
	place  string                  // where it is
	listed *catalog.Entry          // nil if it is in no list
	fetch  func(file string) error // writes the archive into a new file and compares its checksum
}

// addParcel adds the plugin in an archive. If anything fails, it leaves nothing behind.
func (o *addOptions) addParcel(ctx context.Context, p parcel) (err error) {
	data, err := app.DataFolder()
	if err != nil {
		return err
	}
	plugins := filepath.Join(data, "plugins")
	defer func() {
		if err != nil {
			err = fmt.Errorf("adding %s: %w", plain.Line(p.name), err)
			_ = os.Remove(plugins) // they stay if they hold anything
			_ = os.Remove(data)
		}
	}()
	if err := os.MkdirAll(plugins, 0o700); err != nil {
		return err
	}
	removeOld(plugins)
	stage, err := os.MkdirTemp(plugins, stagePrefix)
	if err != nil {
		return err
	}
	defer os.RemoveAll(stage)
	if catalog.IsAddress(p.place) {
		o.app.Remark("fetching %s", p.place)
	}
	archive := filepath.Join(stage, "archive")
	if err := p.fetch(archive); err != nil {
		return err
	}
	unpacked, err := catalog.Unpack(archive, filepath.Join(stage, "content"))
	if err != nil {
		return err
	}
	m, err := manifest.Read(unpacked)
	if err != nil {
		return err
	}
	if err := cmp.Or(checkManifest(m, p.listed), o.refuseTaken(m.ID)); err != nil {
		return err
	}
	// The folder of the id alone would mean that a person has typed the command of the plugin.
	dir := filepath.Join(plugins, m.ID, m.Version)
	if err := cmp.Or(os.RemoveAll(dir), os.MkdirAll(filepath.Dir(dir), 0o700), os.Rename(unpacked, dir)); err != nil {
		return err
	}
	o.consider = func(ctx context.Context, c find.Candidate) error { return o.decide(ctx, c, p.place) }
	if err = o.accept(ctx, dir); err != nil {
		err = errors.Join(err, os.RemoveAll(dir))
		_ = os.Remove(filepath.Dir(dir))
	}
	return err
}

const stagePrefix = ".adding-"

// removeOld removes what additions left that were killed.
func removeOld(plugins string) {
	entries, _ := os.ReadDir(plugins)
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), stagePrefix) && time.Since(info.ModTime()) > time.Hour {
			_ = os.RemoveAll(filepath.Join(plugins, e.Name()))
		}
	}
}

// checkManifest compares the manifest of an unpacked archive with the entry of the list.
func checkManifest(m *manifest.Manifest, listed *catalog.Entry) error {
	switch {
	case listed != nil && (m.ID != listed.ID || m.Version != listed.Version):
		return fmt.Errorf("the archive holds %s %s instead of %s %s", m.ID, m.Version, listed.ID, listed.Version)
	case !catalog.IsVersion(m.Version):
		return fmt.Errorf("version %q of its plugin.yaml: want one such as 1.2.0", m.Version)
	case m.Dev:
		return errors.New("its plugin.yaml says dev: true, so that its files would not be verified")
	}
	return nil
}

// decide shows what a plugin runs and asks for, asks the person, and runs the first checks on it.
func (o *addOptions) decide(ctx context.Context, c find.Candidate, from string) error {
	if _, err := io.WriteString(o.app.Stdout, plain.Text(offerText(c.Manifest, from))); err != nil {
		return err
	}
	tellReads(o.app, c)
	if !o.yes {
		if err := o.ask(ctx); err != nil {
			return err
		}
	}
	return o.tryOut(ctx, c)
}

// ask asks the person. An interrupt ends the wait for an answer.
func (o *addOptions) ask(ctx context.Context) error {
	answer := make(chan bool, 1)
	go func() { answer <- confirmed(o.app, "add it?") }()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case yes := <-answer:
		switch {
		case yes:
			return nil
		case !screen.IsTerminal(o.app.Stdin):
			return errors.New("declined, nothing has changed; --yes adds it without a question")
		}
		return errors.New("declined, nothing has changed")
	}
}

// offerText says what a plugin is, and what it asks for beyond its own files and the usual limits.
func offerText(m *manifest.Manifest, from string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n", m.ID, m.Version)
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "  %-9s %s\n", name, plain.Line(text))
		}
	}
	line("from", from)
	line("name", m.Name)
	line("summary", m.Summary)
	line("homepage", m.Homepage)
	line("licence", m.Licence)
	line("runs", app.QuotedAll(m.Run))
	line("needs", strings.Join(m.Needs, ", "))
	line("reads", strings.Join(m.Reads, ", "))
	for _, limit := range []struct {
		value, usual int
		unit         string
	}{
		{m.MemoryMB, confine.DefaultMemoryMB, "MiB of memory for each process"},
		{m.Processes, confine.DefaultTasks(), "processes and threads"},
		{m.CPUSeconds, int(confine.DefaultCPU().Seconds()), "seconds of CPU time for each process"},
	} {
		if limit.value != 0 && limit.value != limit.usual {
			line("uses", fmt.Sprintf("up to %d %s, usually %d", limit.value, limit.unit, limit.usual))
		}
	}
	return b.String()
}

// firstChecks are those of "plugin test" that find a program which does not work at all.
var firstChecks = []string{"process/start", "describe", "configure", "solve/easy",
	"solve/solved-grid", "grade/declared", "explain/sound", "generate/one-solution"}

// firstBudget is the time for each puzzle of the first checks: the machine may be busy.
const firstBudget = 10 * time.Second

// tryOut runs the first checks on a plugin, in the sandbox.
func (o *addOptions) tryOut(ctx context.Context, c find.Candidate) error {
	test := testOptions{app: o.app, only: firstChecks, budget: firstBudget}
	checks, err := test.chosen()
	if err != nil {
		return err
	}
	count, failed := map[string]int{}, []string(nil)
	_, err = test.round(ctx, o.app.Host(), host.Config{Path: c.Path}, c.Path, checks, func(v verdictOfCheck) error {
		if count[v.Status]++; v.Status == "failed" {
			failed = append(failed, fmt.Sprintf("%s (sent %s; came %s)", v.Check, v.Sent, v.Came))
		}
		return nil
	})
	if start := (*notStarted)(nil); errors.As(err, &start) {
		return fmt.Errorf("it does not start: %w", start.why)
	}
	if err != nil {
		return err
	}
	if failed != nil {
		return &app.Failure{Code: app.ExitPlugin, Cause: fmt.Errorf("%d of %d checks failed, the first of them %s",
			len(failed), len(checks), failed[0])}
	}
	o.app.Remark("tested it: %s", summary(count))
	return nil
}
