package index

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/confine/accept"
)

func TestInstallAndUpgrade(t *testing.T) {
	m := newMarket(t)
	m.serve(nil)
	m.must(m.install("tally", ""))
	want := []string{"accepted", "accepted/tally.json", "plugins", "plugins/tally", "plugins/tally/1.0.0", "plugins/tally/1.0.0/lib",
		"plugins/tally/1.0.0/lib/data", "plugins/tally/1.0.0/plugin.yaml", "plugins/tally/1.0.0/solver.sh"}
	if got := m.left(); !slices.Equal(got, want) {
		t.Errorf("installed: %q", got)
	}
	if len(m.offers) != 1 || m.offers[0].Before != "" || len(m.offers[0].More) != 0 {
		t.Errorf("offered: %+v", m.offers)
	}
	refused(t, m.install("tally", ""), `installing "tally": version 1.0.0 is installed`)
	if to, err := m.upgrade("tally"); to != "" || err != nil {
		t.Errorf("upgraded to %q, %v", to, err)
	}

	// one that asks for nothing more is not asked about
	m.publish(m.author, "tally", "1.1.0")
	m.sign()
	if to, err := m.upgrade("tally"); to != "1.1.0" || err != nil || len(m.offers) != 1 {
		t.Errorf("upgraded to %q, %v, %d offers", to, err, len(m.offers))
	}
	if got := strings.Join(m.left(), " "); strings.Contains(got, "1.0.0") || !strings.Contains(got, "plugins/tally/1.1.0/plugin.yaml") {
		t.Errorf("after the upgrade: %q", got)
	}

	// one that asks for more is
	data := t.TempDir()
	m.publish(m.author, "tally", "1.2.0", "reads: ["+data+", lib]", "memory_mb: 4096")
	m.sign()
	m.no = true
	if _, err := m.upgrade("tally"); !errors.Is(err, errDeclined) {
		t.Errorf("declined: %v", err)
	}
	more := []string{"read " + data, "use 4096 MiB of memory for each process instead of 2048"}
	if got := m.offers[len(m.offers)-1]; !slices.Equal(got.More, more) || got.Before != "1.1.0" {
		t.Errorf("offered %q after %s", got.More, got.Before)
	}
	if got := strings.Join(m.left(), " "); !strings.Contains(got, "plugins/tally/1.1.0/") || strings.Contains(got, "1.2.0") {
		t.Errorf("declined: %q", got)
	}
	m.no = false
	if to, err := m.upgrade("tally"); to != "1.2.0" || err != nil {
		t.Errorf("upgraded to %q, %v", to, err)
	}
	plugins, err := accept.Records{Dir: m.data}.Plugins()
	if err != nil || len(plugins) != 1 || plugins[0].Installed.Rights.MemoryMB != 4096 || plugins[0].Installed.Version != "1.2.0" {
		t.Errorf("%+v, %v", plugins, err)
	}
}

// TestVersionsStandSideBySide installs an old version beside a newer one. An upgrade to a version that stands there takes its place.
func TestVersionsStandSideBySide(t *testing.T) {
	m := newMarket(t)
	m.publish(m.author, "tally", "1.1.0")
	m.sign()
	m.must(m.install("tally", "1.0.0"))
	m.beside = true
	refused(t, m.install("tally", ""), "Name it as ID@VERSION")
	refused(t, m.install("tally", "1.0.0"), "version 1.0.0 is installed")
	m.must(m.install("tally", "1.1.0"))
	refused(t, m.install("tally", "1.1.0"), "version 1.1.0 is installed")
	known := func() (ids []string) {
		plugins, err := accept.Records{Dir: m.data}.Plugins()
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range plugins {
			if _, err := os.Stat(p.Path); err != nil {
				t.Errorf("%s: %v", p.ID, err)
			}
			ids = append(ids, p.ID+" "+p.Installed.Version)
		}
		return ids
	}
	if got := known(); !slices.Equal(got, []string{"tally 1.0.0", "tally@1.1.0 1.1.0"}) {
		t.Errorf("%q", got)
	}
	m.beside = false
	if to, err := m.upgrade("tally"); to != "1.1.0" || err != nil {
		t.Errorf("upgraded to %q, %v", to, err)
	}
	if got := known(); !slices.Equal(got, []string{"tally 1.1.0"}) {
		t.Errorf("after the upgrade: %q", got)
	}
}

// What a plugin needs is looked for before anybody is asked and anything is downloaded.
func TestNeeds(t *testing.T) {
	m := newMarket(t)
	m.publish(m.author, "tally", "1.1.0", "needs: [no-such-program >= 2]")
	m.sign()
	refused(t, m.install("tally", ""), "it needs no-such-program >= 2, not found in the folders of PATH")
	if got := m.left(); len(got) > 0 || len(m.offers) > 0 {
		t.Errorf("left: %q, %d offers", got, len(m.offers))
	}
	m.publish(m.author, "tally", "1.2.0", "needs: [sh]")
	m.sign()
	m.must(m.install("tally", ""))
}

func TestDecliningLeavesNothing(t *testing.T) {
	m := newMarket(t)
	m.no = true
	if err := m.install("tally", ""); !errors.Is(err, errDeclined) {
		t.Error(err)
	}
	if got := m.left(); len(got) > 0 {
		t.Errorf("left: %q", got)
	}
}

func TestAPluginThatFailsItsTestLeavesNothing(t *testing.T) {
	m := newMarket(t)
	m.try = errors.New("2 of 65 checks failed")
	refused(t, m.install("tally", ""), "2 of 65 checks failed")
	if got := strings.Join(m.left(), " "); got != "plugins" {
		t.Errorf("left: %q", got)
	}
	m.try = nil
	m.must(m.install("tally", ""))
	m.publish(m.author, "tally", "1.1.0")
	m.sign()
	m.try = errors.New("2 of 65 checks failed")
	_, err := m.upgrade("tally")
	refused(t, err, "2 of 65 checks failed")
	if got := strings.Join(m.left(), " "); !strings.Contains(got, "plugins/tally/1.0.0/solver.sh") || strings.Contains(got, "1.1.0") {
		t.Errorf("left: %q", got)
	}
}

// An installation that was cut off is begun anew.
func TestInstallAfterOneThatWasCutOff(t *testing.T) {
	m := newMarket(t)
	m.write(filepath.Join(m.data, "plugins", "tally", "1.0.0", "solver.sh"), "half", 0o700)
	m.must(m.install("tally", ""))
	text, err := os.ReadFile(filepath.Join(m.data, "plugins", "tally", "1.0.0", "solver.sh"))
	if err != nil || string(text) == "half" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestWhatIsNotInstalled(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for _, c := range []struct {
		name string
		do   func(m *market) error
		want string
	}{
		{"a plugin that is not there", func(m *market) error { return m.install("count", "") }, `has no plugin "count"`},
		{"a version that is not there", func(m *market) error { return m.install("tally", "3.0.0") },
			`there is no version 3.0.0 of "tally", only 1.0.0`},
		{"an older version over a newer one", func(m *market) error {
			m.publish(m.author, "tally", "1.1.0")
			m.sign()
			m.must(m.install("tally", ""))
			return m.install("tally", "1.0.0")
		}, "version 1.0.0 is older than 1.1.0, which is installed"},
		{"an upgrade to an older version", func(m *market) error {
			older := m.index
			m.must(m.install("tally", ""))
			m.index = filepath.Join(m.t.TempDir(), "index") // the keeper begins again
			m.publish(m.author, "tally", "0.9.0")
			m.sign()
			m.known.Place, m.known.Serial, m.known.Sum = m.index, 0, ""
			_, err := m.upgrade("tally")
			m.index = older
			return err
		}, "version 0.9.0 is older than 1.0.0, which is installed"},
		{"a name that somebody else took over", func(m *market) error {
			m.must(m.install("tally", ""))
			m.index = filepath.Join(m.t.TempDir(), "index")
			m.publish(m.key(), "tally", "2.0.0")
			m.sign()
			m.known.Place, m.known.Serial, m.known.Sum = m.index, 0, ""
			_, err := m.upgrade("tally")
			return err
		}, "somebody may have taken over the name"},
		{"the name of a plugin that was added by hand", func(m *market) error {
			m.must(accept.Records{Dir: m.data}.AddPlugin(accept.Plugin{ID: "tally", Path: "/srv/tally", Dev: true}))
			return m.install("tally", "")
		}, "a plugin of this name was added from /srv/tally"},
		{"the name of a plugin of another index", func(m *market) error {
			m.must(accept.Records{Dir: m.data}.AddPlugin(accept.Plugin{ID: "tally", Path: "/srv/tally",
				Installed: &accept.Installed{Index: "elsewhere", Version: "1.0.0"}}))
			return m.install("tally", "")
		}, "it is installed from the index elsewhere"},
		{"the home folder", func(m *market) error {
			m.reviseEntry("tally", func(e *Entry) { e.newest().Rights.Reads = []string{home} })
			return m.install("tally", "")
		}, "which holds more than its own files"},
		{"the root folder by another name", func(m *market) error {
			m.reviseEntry("tally", func(e *Entry) { e.newest().Rights.Reads = []string{"/proc/self/root"} })
			return m.install("tally", "")
		}, "which holds more than its own files"},
		{"a link to the home folder", func(m *market) error {
			link := filepath.Join(m.t.TempDir(), "link")
			m.must(os.Symlink(home, link))
			m.reviseEntry("tally", func(e *Entry) { e.newest().Rights.Reads = []string{link} })
			return m.install("tally", "")
		}, "which holds more than its own files"},
		{"a script with an interpreter elsewhere", func(m *market) error {
			m.reviseEntry("tally", func(e *Entry) { e.newest().Archives[0] = m.archived(m.stray("1.0.0")) })
			return m.install("tally", "")
		}, "elsewhere/bin/tool, which \"reads\" of its plugin.yaml does not ask for"},
		{"an upgrade to a script with an interpreter elsewhere", func(m *market) error {
			m.must(m.install("tally", ""))
			m.publish(m.author, "tally", "1.1.0")
			m.reviseEntry("tally", func(e *Entry) { e.newest().Archives[0] = m.archived(m.stray("1.1.0")) })
			m.sign()
			_, err := m.upgrade("tally")
			return err
		}, "elsewhere/bin/tool, which \"reads\" of its plugin.yaml does not ask for"},
		{"another system's", func(m *market) error {
			m.reviseEntry("tally", func(e *Entry) { e.newest().Archives[0].Platform = "plan9" })
			return m.install("tally", "")
		}, "is not there for this system, only for [plan9]"},
		{"the name of a bundled plugin", func(m *market) error {
			x, err := Open(m.t.Context(), m.known, long)
			m.must(err)
			i := m.installer()
			i.Reserved = []string{"tally"}
			return i.Install(m.t.Context(), x, "tally", "")
		}, `"tally" is a bundled plugin`},
		{"a name like that of a bundled plugin", func(m *market) error {
			x, err := Open(m.t.Context(), m.known, long)
			m.must(err)
			i := m.installer()
			i.Reserved = []string{"ta1ly"}
			return i.Install(m.t.Context(), x, "tally", "")
		}, `"tally" could be taken for the bundled "ta1ly"`},
		{"an archive with another plugin", func(m *market) error {
			m.reviseEntry("tally", func(e *Entry) { e.newest().Archives[0] = m.archived(m.plugin("count", "1.0.0")) })
			return m.install("tally", "")
		}, "the archive holds count 1.0.0 instead of tally 1.0.0"},
		{"an archive with another version", func(m *market) error {
			m.reviseEntry("tally", func(e *Entry) { e.newest().Archives[0] = m.archived(m.plugin("tally", "0.1.0")) })
			return m.install("tally", "")
		}, "the archive holds tally 0.1.0 instead of tally 1.0.0"},
		{"an archive that asks for more than was shown", func(m *market) error {
			m.reviseEntry("tally", func(e *Entry) { e.newest().Archives[0] = m.archived(m.plugin("tally", "1.0.0", "reads: [/srv]")) })
			return m.install("tally", "")
		}, "its plugin.yaml runs or asks for something else than the index says"},
		{"an archive whose files are not to be verified", func(m *market) error {
			m.reviseEntry("tally", func(e *Entry) { e.newest().Archives[0] = m.archived(m.plugin("tally", "1.0.0", "dev: true")) })
			return m.install("tally", "")
		}, "its plugin.yaml runs or asks for something else than the index says"},
		{"an upgrade of what was not installed", func(m *market) error {
			_, err := m.upgrade("tally")
			return err
		}, "it was not installed from an index"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMarket(t)
			before := func() (all []string) {
				return slices.DeleteFunc(m.left(), func(name string) bool { return !strings.HasSuffix(name, ".sh") })
			}
			err := c.do(m)
			refused(t, err, c.want)
			if after := before(); len(after) > 1 {
				t.Errorf("left: %q", after)
			}
		})
	}
}

// stray writes the folder of a plugin whose script names an interpreter outside.
func (m *market) stray(version string) string {
	m.t.Helper()
	dir, tool := m.plugin("tally", version), filepath.Join(m.t.TempDir(), "elsewhere/bin/tool")
	m.write(tool, "program", 0o700)
	m.write(filepath.Join(dir, "solver.sh"), "#!"+tool+"\n", 0o700)
	return dir
}

// reviseEntry changes the entry of a plugin as a keeper could who is deceived or means harm, and signs the index.
func (m *market) reviseEntry(id string, change func(*Entry)) {
	m.t.Helper()
	entries, err := entriesIn(m.t.Context(), m.index)
	m.must(err)
	i := slices.IndexFunc(entries, func(e Entry) bool { return e.ID == id })
	change(&entries[i])
	m.writeYAML(entryFile(id), entries[i])
	text, err := os.ReadFile(filepath.Join(m.index, entryFile(id)))
	m.must(err)
	m.reviseContents(func(c *Contents) {
		for i := range c.Plugins {
			if c.Plugins[i].ID == id {
				c.Plugins[i].SHA256 = sumOf(text)
			}
		}
	})
}

// archived packs and signs a folder, as its author could with other tools.
func (m *market) archived(folder string) Archive {
	m.t.Helper()
	a, err := m.publishing(m.author, folder).pack(filepath.Join(m.index, "archives", "other.tar.gz"))
	m.must(err)
	a.File = "archives/other.tar.gz"
	return a
}

func TestAnArchiveForThisSystemIsPreferred(t *testing.T) {
	here := runtime.GOOS + "/" + runtime.GOARCH
	r := Release{Archives: []Archive{{Platform: anyPlatform}, {Platform: "plan9/mips"}, {Platform: here}, {Platform: runtime.GOOS}}}
	for _, want := range []string{here, runtime.GOOS, anyPlatform} {
		a, found := r.For()
		if !found || a.Platform != want {
			t.Errorf("%+v, want %s", a, want)
		}
		r.Archives = slices.DeleteFunc(r.Archives, func(a Archive) bool { return a.Platform == want })
	}
	if _, found := r.For(); found {
		t.Error("an archive for another system")
	}
}

// The caller's context ends an installation, which leaves nothing.
func TestAnInstallationThatIsCancelled(t *testing.T) {
	m := newMarket(t)
	x, err := Open(t.Context(), m.known, long)
	m.must(err)
	ctx, cancel := context.WithCancel(t.Context())
	i := m.installer()
	i.Try = func(ctx context.Context, _ string) (accept.Plugin, error) {
		cancel()
		return accept.Plugin{}, ctx.Err()
	}
	if err := i.Install(ctx, x, "tally", ""); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if got := strings.Join(m.left(), " "); got != "plugins" {
		t.Errorf("left: %q", got)
	}
}
