package plugins

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/confine"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
)

// granted returns what a person lets a plugin read with --read, and the folders of the interpreter that its
// command names.
func (o *addOptions) granted(ctx context.Context, command confine.Command) ([]string, error) {
	var all []string
	for _, path := range o.reads {
		place, err := confine.Find(path)
		if err != nil {
			return nil, app.UsageErrorf("--read %s: %w", path, err)
		}
		all = append(all, place.Path)
	}
	all = append(all, pythonFolders(ctx, command)...)
	slices.Sort(all)
	return slices.Compact(all), nil
}

var pythonName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(python|pypy)[0-9.]*$`)
})

// pythonFolders asks a Python that a command begins with where its modules are: its prefixes, and the folder
// for those that a person installed for all of their programs. Folders of the system are left out. A Python that nobody
// chose is not asked, for it could say anything, and whatever is asked runs in the sandbox.
func pythonFolders(ctx context.Context, command confine.Command) []string {
	const ask = `import sys, site
print(sys.prefix, sys.base_prefix, sys.exec_prefix, site.getusersitepackages() if site.ENABLE_USER_SITE else "", sep="\n")`
	if !pythonName().MatchString(filepath.Base(command.Words[0])) || !command.Chosen() {
		return nil
	}
	python, err := exec.LookPath(command.Words[0])
	if err != nil || !filepath.IsAbs(python) {
		return nil
	}
	folder, remove, err := host.PrivateFolder()
	if err != nil {
		return nil // starting it will fail again, with more to show
	}
	defer remove()
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	runtime.LockOSThread() // the warden's life is tied to it
	defer runtime.UnlockOSThread()
	needs, _ := confine.Command{Words: []string{python}, Typed: command.Typed}.Needs()
	rights := confine.Rights{Reads: slices.Concat(confine.EnvironNeeds(), needs)}
	cmd, err := wardedCommand(ctx, rights, folder, []string{python, "-c", ask})
	if err != nil {
		return nil
	}
	cmd.Dir = "/"
	out, err := cmd.Output()
	if err != nil {
		return nil // it will fail again, with more to show
	}
	var all []string
	for dir := range strings.Lines(string(out)) {
		place, err := confine.Find(strings.TrimSpace(dir))
		if err == nil && !place.OfSystem() && !place.TooWide() && holdsPython(place.Path) {
			all = append(all, place.Path)
		}
	}
	return all
}

// holdsPython reports whether a folder is a prefix of a Python or holds modules of one, as a Python lays them out.
func holdsPython(dir string) bool {
	if filepath.Base(dir) == "site-packages" {
		info, err := os.Stat(dir)
		return err == nil && info.IsDir()
	}
	for _, lib := range []string{"lib/python[0-9]*", "lib/pypy[0-9]*", "lib-python", "Lib"} {
		if found, _ := filepath.Glob(filepath.Join(dir, lib)); len(found) > 0 {
			return true
		}
	}
	return false
}

// tellReads shows what a plugin may read besides what every program may, once it is granted what it asks for.
func tellReads(a *app.App, c find.Candidate) {
	if c.Origin == find.FromBundled {
		return
	}
	for _, gap := range app.Gaps() {
		a.Remark("CAUTION: %s", gap)
	}
	if !confine.Available() {
		return
	}
	if a.Sandbox().Rights(c).Trusted {
		a.Remark("CAUTION: it runs without a sandbox, with your rights")
		return
	}
	reads := a.Config.Reads(c, true)
	if len(app.Gaps()) == 0 {
		a.Remark("it may read %s and what every program needs", strings.Join(app.OutsideSystem(reads.May), ", "))
	}
	for _, place := range reads.May {
		if place.TooWide() {
			a.Remark("CAUTION: it asks to read %s, which holds more than its own files", place.Path)
		}
	}
	if len(reads.Strays) > 0 {
		a.Remark("it may not read %s", reads.StrayText())
	}
}

// quotedAll returns a command as a shell takes it.
func quotedAll(command []string) string {
	words := make([]string, len(command))
	for i, word := range command {
		words[i] = app.Quoted(word)
	}
	return strings.Join(words, " ")
}
