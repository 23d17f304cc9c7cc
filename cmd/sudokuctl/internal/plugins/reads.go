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
)

// granted returns what a person lets a plugin read with --read, and the folders of the interpreter that its
// command names. dir is the folder of its manifest, if it has one.
func (o *addOptions) granted(ctx context.Context, dir string, command []string) ([]string, error) {
	var all []string
	for _, path := range o.reads {
		abs, err := filepath.Abs(path)
		if err == nil {
			_, err = os.Stat(abs)
		}
		if err != nil {
			return nil, app.UsageErrorf("--read %s: %w", path, err)
		}
		all = append(all, abs)
	}
	all = append(all, pythonFolders(ctx, dir, command)...)
	slices.Sort(all)
	return slices.Compact(all), nil
}

var pythonName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(python|pypy)[0-9.]*$`)
})

// pythonFolders asks a Python that a command begins with where its modules are: its prefixes, and the folder
// for those that a person installed for all of their programs. Folders of the system are left out. A Python
// in the plugin's own folder is not asked, for it could say anything, and whatever is asked runs in the sandbox.
func pythonFolders(ctx context.Context, dir string, command []string) []string {
	const ask = `import sys, site
print(sys.prefix, sys.base_prefix, sys.exec_prefix, site.getusersitepackages() if site.ENABLE_USER_SITE else "", sep="\n")`
	if len(command) == 0 || !pythonName().MatchString(filepath.Base(command[0])) {
		return nil
	}
	python, err := exec.LookPath(command[0])
	if err != nil || !filepath.IsAbs(python) || dir != "" && isIn(dir, python) {
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
	rights := confine.Rights{Reads: slices.Concat(confine.EnvironNeeds(), confine.Needs(command[:1]))}
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
		dir = filepath.Clean(strings.TrimSpace(dir))
		if filepath.IsAbs(dir) && dir != "/usr" && !confine.TooWide(dir) && holdsPython(dir) {
			all = append(all, dir)
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

// isIn reports whether a path is in a folder, as it is named or where links lead.
func isIn(dir, path string) bool {
	for _, resolve := range []func(string) (string, error){filepath.Abs, filepath.EvalSymlinks} {
		inner, err1 := resolve(path)
		outer, err2 := resolve(dir)
		rel, err3 := filepath.Rel(outer, inner)
		if err1 == nil && err2 == nil && err3 == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}

// tellReads shows what a plugin may read besides what every program may.
func tellReads(a *app.App, c host.Candidate) {
	r := a.Sandbox().RightsIf(c, true)
	if !confine.Available() || c.Origin == host.FromBundled {
		return
	}
	if r.Trusted {
		a.Remark("it is trusted: it runs without a sandbox")
		return
	}
	a.Remark("it may read %s and what every program needs", strings.Join(app.OutsideSystem(r.Reads), ", "))
	for _, path := range r.Reads {
		if confine.TooWide(path) {
			a.Remark("CAUTION: it asks to read %s, which holds more than its own files", path)
		}
	}
}
