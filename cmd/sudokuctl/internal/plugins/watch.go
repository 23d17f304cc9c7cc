package plugins

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/plugintest"
)

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

// stampsOf returns another text whenever one of the files has changed, and "" while one is missing: it is being replaced.
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
