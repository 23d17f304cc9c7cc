package plugins

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/plugintest"
)

// settle is how long files must have been left alone before the checks run again: editors and compilers write in steps.
const settle = 300 * time.Millisecond

// watchOver runs the checks, and again whenever a file of the plugin changes, until ctx is done.
func (o *testOptions) watchOver(ctx context.Context, arg string, checks []plugintest.Check) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watching files: %w", err)
	}
	defer w.Close()
	for {
		files := o.watched(arg)
		for _, file := range files { // folders: editors put a new file in the place of the old
			if err := w.Add(filepath.Dir(file)); err != nil {
				return fmt.Errorf("watching the folder of %s: %w", file, err)
			}
		}
		if err := o.summarise(ctx, arg, checks); err != nil {
			return err
		}
		o.app.Remark("waiting for a change of %s; ^C ends", baseNames(files))
		err := o.awaitChange(ctx, w, files)
		if ctx.Err() != nil {
			return nil // ^C is how a watch ends
		}
		if err != nil {
			return fmt.Errorf("watching files: %w", err)
		}
	}
}

// watched returns the files that the plugin is started from, and the modules beside them: files with the same ending.
func (o *testOptions) watched(arg string) []string {
	config := named(o.app, arg)
	var files []string
	for _, c := range o.app.Host().Find(config) {
		if c.ID != config.ID && config.Path == "" || len(c.Files) == 0 {
			continue
		}
		for _, file := range c.Files {
			if c.Dir != "" && !strings.HasPrefix(file, c.Dir+string(filepath.Separator)) {
				continue // an interpreter
			}
			files = append(files, file)
			if ext := filepath.Ext(file); ext != "" {
				more, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*"+ext))
				files = append(files, more...)
			}
		}
		break
	}
	slices.Sort(files)
	return slices.Compact(files)
}

func baseNames(files []string) string {
	var names []string
	for _, f := range files {
		names = append(names, filepath.Base(f))
	}
	return strings.Join(names, ", ")
}

// summarise runs the checks in a host of their own and prints those that failed and how many passed.
func (o *testOptions) summarise(ctx context.Context, arg string, checks []plugintest.Check) error {
	if screen.IsTerminal(o.app.Stdout) {
		fmt.Fprint(o.app.Stdout, o.app.Own("\x1b[H\x1b[2J")) // the screen empty, the cursor at its top
	}
	h := host.New(o.app.HostOptions())
	defer h.Close()
	count := map[string]int{}
	failures := &checkReport{out: o.app.Stdout, count: map[string]int{}}
	_, err := o.round(ctx, h, arg, checks, func(v verdictOfCheck) error {
		count[v.Status]++
		if v.Status != "failed" {
			return nil
		}
		return failures.add(v)
	})
	if ctx.Err() != nil {
		return nil
	}
	if err != nil && count["failed"] == 0 { // it was not found; the next version may be
		fmt.Fprintln(o.app.Stdout, err)
		return nil
	}
	_, err = fmt.Fprintf(o.app.Stdout, "%s: %s\n", time.Now().Format(time.TimeOnly), summary(count))
	return err
}

// awaitChange returns when one of the files has changed and was left alone since.
func (o *testOptions) awaitChange(ctx context.Context, w *fsnotify.Watcher, files []string) error {
	var quiet <-chan time.Time
	for {
		select {
		case e := <-w.Events:
			if slices.Contains(files, e.Name) && !e.Has(fsnotify.Chmod) {
				quiet = time.After(settle)
			}
		case err := <-w.Errors:
			return err
		case <-quiet:
			if missing := slices.IndexFunc(files, func(f string) bool {
				_, err := os.Stat(f)
				return err != nil
			}); missing < 0 {
				return nil
			}
			quiet = time.After(settle) // it is being replaced
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
