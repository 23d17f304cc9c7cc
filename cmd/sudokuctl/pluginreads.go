package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/confine"
	"github.com/sudokuctl/sudokuctl/core/host"
)

// granted returns what a person lets a plugin read with --read, and the folders of the interpreter that its
// command names.
func (o *pluginAddOptions) granted(ctx context.Context, command []string) ([]string, error) {
	var all []string
	for _, path := range o.reads {
		abs, err := filepath.Abs(path)
		if err == nil {
			_, err = os.Stat(abs)
		}
		if err != nil {
			return nil, usageErrorf("--read %s: %w", path, err)
		}
		all = append(all, abs)
	}
	all = append(all, pythonFolders(ctx, command)...)
	slices.Sort(all)
	return slices.Compact(all), nil
}

var pythonName = regexp.MustCompile(`^(python|pypy)[0-9.]*$`)

// pythonFolders asks a Python that a command begins with where its modules are: its prefixes, and the folder
// for those that a person installed for all of their programs. Folders of the system are left out.
func pythonFolders(ctx context.Context, command []string) []string {
	const ask = `import sys, site
print(sys.prefix, sys.base_prefix, sys.exec_prefix, site.getusersitepackages() if site.ENABLE_USER_SITE else "", sep="\n")`
	if len(command) == 0 || !pythonName.MatchString(filepath.Base(command[0])) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], "-c", ask)
	cmd.Dir, cmd.Env = "/", host.Environ()
	out, err := cmd.Output()
	if err != nil {
		return nil // it will fail again, with more to show
	}
	var all []string
	for dir := range strings.Lines(string(out)) {
		dir = strings.TrimSpace(dir)
		info, err := os.Stat(dir)
		if err == nil && info.IsDir() && dir != "/usr" && !confine.TooWide(dir) {
			all = append(all, dir)
		}
	}
	return all
}

// tellReads shows what a plugin may read besides what every program may.
func (a *app) tellReads(c host.Candidate) {
	r := a.rights(c)
	if !confine.Available() || c.Origin == host.FromBundled {
		return
	}
	if r.Trusted {
		a.remark("it is trusted: it runs without a sandbox")
		return
	}
	a.remark("it may read %s and what every program needs", strings.Join(outsideSystem(r.Reads), ", "))
	for _, path := range r.Reads {
		if confine.TooWide(path) {
			a.remark("CAUTION: it asks to read %s, which holds more than its own files", path)
		}
	}
}
