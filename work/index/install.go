package index

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/confine"
	"github.com/sudokuctl/sudokuctl/core/confine/accept"
	"github.com/sudokuctl/sudokuctl/core/manifest"
)

// Offer is what a person decides about before anything is downloaded.
type Offer struct {
	Index   string
	Entry   *Entry
	Release *Release
	Archive Archive
	Before  string   // the version that is installed, "" if none is
	More    []string // what it asks for besides what that version, or else every plugin, has: a phrase each
}

// Installer installs plugins.
type Installer struct {
	Records  accept.Records
	Reserved []string // ids that nobody may take: the bundled plugins

	// Beside keeps the version that is installed. The one that Install installs is recorded under accept.Beside of its id.
	Beside bool

	// Ask asks a person. It is not asked about an upgrade to a version that asks for nothing more.
	Ask func(Offer) (bool, error)
	// Try starts the plugin in a folder and tests it, in the sandbox, and returns its record.
	Try func(ctx context.Context, dir string) (accept.Plugin, error)
}

// errDeclined is for a plugin that a person does not want.
var errDeclined = errors.New("declined; nothing has changed")

// Install installs a plugin, or a version of it, that is not installed yet. version is "" for the newest.
func (i *Installer) Install(ctx context.Context, x *Index, id, version string) error {
	installed, found, err := i.installed(id)
	if i.Beside && version == "" {
		err = errors.New("which version is to stand beside the installed one? Name it as ID@VERSION")
	}
	if err == nil && found {
		switch from := installed.Installed; {
		case from == nil:
			err = fmt.Errorf("a plugin of this name was added from %s: remove it first", installed.Path)
		case from.Index != x.Name:
			err = fmt.Errorf("it is installed from the index %s: remove it first", from.Index)
		case version == "" || version == from.Version:
			err = fmt.Errorf("version %s is installed; \"sudokuctl plugin upgrade %s\" looks for a newer one", from.Version, id)
		}
	}
	if err == nil && i.Beside {
		err = i.beside(ctx, x, id, version)
	} else if err == nil {
		err = i.install(ctx, x, id, version, installed.Installed)
	}
	if err != nil {
		return fmt.Errorf("installing %q: %w", id, err)
	}
	return nil
}

// beside installs a version of a plugin that stays beside the installed one, whatever that is.
func (i *Installer) beside(ctx context.Context, x *Index, id, version string) error {
	if _, found, err := i.installed(accept.Beside(id, version)); err != nil || found {
		return cmp.Or(err, fmt.Errorf("version %s is installed", version))
	}
	return i.install(ctx, x, id, version, nil)
}

// Upgrade replaces an installed plugin by a newer version, and returns that version, "" if there is none.
func (i *Installer) Upgrade(ctx context.Context, x *Index, id string) (version string, err error) {
	installed, found, err := i.installed(id)
	if err == nil && (!found || installed.Installed == nil) {
		err = errors.New("it was not installed from an index")
	}
	if s, listed := x.summary(id); err == nil && listed && s.Version != installed.Installed.Version {
		version = s.Version
		err = i.install(ctx, x, id, version, installed.Installed)
	} else if err == nil && !listed {
		err = fmt.Errorf("the index %s no longer has it", x.Name)
	}
	if err != nil {
		return "", fmt.Errorf("upgrading %q: %w", id, err)
	}
	return version, nil
}

func (i *Installer) installed(id string) (accept.Plugin, bool, error) {
	all, err := i.Records.Plugins()
	at := slices.IndexFunc(all, func(p accept.Plugin) bool { return p.ID == id })
	if err != nil || at < 0 {
		return accept.Plugin{}, false, err
	}
	return all[at], true, nil
}

func (i *Installer) install(ctx context.Context, x *Index, id, version string, before *accept.Installed) error {
	offer, err := i.offer(ctx, x, id, version, before)
	if err != nil {
		return err
	}
	if before == nil || len(offer.More) > 0 {
		if wanted, err := i.Ask(*offer); err != nil || !wanted {
			return errors.Join(err, errDeclined)
		}
	}
	parent := filepath.Join(i.Records.Dir, "plugins", id)
	dir := filepath.Join(parent, offer.Release.Version)
	if err := i.place(ctx, x, offer, dir); err != nil {
		_ = os.Remove(parent) // it stays if it holds another version
		return err
	}
	if i.Beside || before == nil {
		return nil
	}
	if err := i.Records.RemovePlugin(accept.Beside(id, offer.Release.Version)); err != nil && !errors.Is(err, accept.ErrNotAdded) {
		return err
	}
	return os.RemoveAll(filepath.Join(parent, before.Version))
}

// usual are the limits of a plugin whose manifest says none.
func usual() accept.Rights {
	return accept.Rights{MemoryMB: confine.DefaultMemoryMB, Processes: confine.DefaultTasks(),
		CPUSeconds: int(confine.DefaultCPU().Seconds())}
}

// offer finds out what would be installed, and refuses what must not be.
func (i *Installer) offer(ctx context.Context, x *Index, id, version string, before *accept.Installed) (*Offer, error) {
	e, err := x.entry(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := checkTaken(id, Key(e.Key), nil, i.Reserved); err != nil {
		return nil, err
	}
	r, err := e.release(version)
	if err != nil {
		return nil, err
	}
	o := &Offer{Index: x.Name, Entry: e, Release: r}
	var had accept.Rights
	if before != nil {
		o.Before, had = before.Version, before.Rights
		if e.Key != before.Key {
			return nil, fmt.Errorf("it is signed by the key %s, and the installed version by %s: somebody may have "+
				"taken over the name; \"sudokuctl plugin remove %s\" first if you know better",
				e.Key, before.Key, id)
		}
		if newer(before.Version, r.Version) {
			return nil, fmt.Errorf("version %s is older than %s, which is installed: remove that first", r.Version, before.Version)
		}
	}
	var found bool
	if o.Archive, found = r.For(); !found {
		return nil, fmt.Errorf("version %s is not there for this system, only for %v", r.Version, r.platforms())
	}
	if err := manifest.CheckPrograms(r.Needs); err != nil {
		return nil, err
	}
	for _, path := range r.Rights.Reads {
		if confine.TooWide(path) {
			return nil, fmt.Errorf("it asks to read %s, which holds more than its own files", path)
		}
	}
	now := r.Rights
	now.Reads, had.Reads = realNames(now.Reads), realNames(had.Reads)
	o.More = now.Beyond(had, usual())
	return o, nil
}

// realNames returns where paths lead, as far as they exist here: what was granted once does not cover what a link in it leads to.
func realNames(paths []string) []string {
	all := slices.Clone(paths)
	for i, path := range paths {
		if place, err := confine.Find(path); err == nil {
			all[i] = place.Path
		}
	}
	return all
}

// place downloads, verifies, unpacks, tries and records a plugin. If any of that fails the folder is gone.
func (i *Installer) place(ctx context.Context, x *Index, o *Offer, dir string) (err error) {
	if err := manifest.CheckVersions(ctx, o.Release.Needs); err != nil {
		return err
	}
	archive, err := fetch(ctx, x.place, o.Archive, Key(o.Entry.Key))
	if err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil { // of an installation that was cut off
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	if err := unpack(bytes.NewReader(archive), dir); err != nil {
		return err
	}
	if err := sameAsOffered(dir, o); err != nil {
		return err
	}
	record, err := i.Try(ctx, dir)
	if err != nil {
		return err
	}
	if i.Beside {
		record.ID = accept.Beside(record.ID, o.Release.Version)
	}
	record.Installed = &accept.Installed{Index: o.Index, Key: o.Entry.Key, Version: o.Release.Version, Rights: o.Release.Rights}
	return i.Records.AddPlugin(record)
}

// sameAsOffered compares the manifest of what was unpacked with what a person was shown.
func sameAsOffered(dir string, o *Offer) error {
	m, err := manifest.Read(dir)
	if err != nil {
		return err
	}
	switch {
	case m.ID != o.Entry.ID || m.Version != o.Release.Version:
		return fmt.Errorf("the archive holds %s %s instead of %s %s", m.ID, m.Version, o.Entry.ID, o.Release.Version)
	case m.Dev || !slices.Equal(m.Run, o.Release.Run) || !rightsOf(m).Equal(o.Release.Rights),
		!slices.Equal(m.Needs, o.Release.Needs):
		return errors.New("its plugin.yaml runs or asks for something else than the index says")
	}
	return checkStrays(dir, m)
}

// checkStrays refuses a plugin whose own files name interpreters or folders for libraries elsewhere that its manifest does not
// ask for: it could not read them.
func checkStrays(dir string, m *manifest.Manifest) error {
	asked := confine.FindAll(rightsOf(m).Reads)
	_, strays := confine.Command{Words: m.Run, Folder: dir}.Needs()
	for _, path := range strays {
		place, err := confine.Find(path)
		if err != nil || !slices.ContainsFunc(asked, func(p confine.Place) bool { return p.Holds(place) }) {
			return fmt.Errorf("its files look for an interpreter or libraries in %s, which \"reads\" of its "+
				"plugin.yaml does not ask for", path)
		}
	}
	return nil
}
