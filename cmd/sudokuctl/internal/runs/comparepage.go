package runs

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/serve/page"
	"github.com/sudokuctl/sudokuctl/work"
)

// checkPage refuses flags that the page of --html cannot honour.
func (o *compareOptions) checkPage(f *pflag.FlagSet) error {
	if !f.Changed("html") {
		return nil
	}
	if !slices.Contains([]string{".html", ".htm"}, strings.ToLower(filepath.Ext(o.html))) {
		return app.UsageErrorf("--html %q: the name of a page ends in .html or .htm", o.html)
	}
	if len(o.metrics) > 0 {
		return app.UsageErrorf("--html is for solvers, --metric draws grades: leave one of them out")
	}
	for _, name := range []string{"chart", "x", "y"} {
		if o.svg == "" && f.Changed(name) {
			return app.UsageErrorf("--%s is for the chart of --svg; the page of --html has charts of its own", name)
		}
	}
	return nil
}

// savePage writes the page, if one is wanted.
func (o *compareOptions) savePage(c *work.Comparison) error {
	if o.html == "" {
		return nil
	}
	var text bytes.Buffer
	err := page.WriteComparison(&text, c)
	if err == nil {
		err = replaceFile(o.html, text.Bytes())
	}
	if err != nil {
		return fmt.Errorf("saving the page %q: %w", o.html, err)
	}
	o.app.Remark("%s written", o.html)
	return nil
}

// replaceFile writes a file, whole or not at all: what was there stays until the new one is complete.
func replaceFile(file string, data []byte) error {
	if to, err := filepath.EvalSymlinks(file); err == nil {
		file = to // a link stays one
	}
	if at, err := os.Stat(file); err == nil && !at.Mode().IsRegular() {
		return errors.New("it is not a file")
	}
	part := filepath.Join(filepath.Dir(file), ".sudokuctl-"+rand.Text())
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return withoutPart(err)
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(part, file)
	}
	if err != nil {
		os.Remove(part)
	}
	return withoutPart(err)
}

// withoutPart leaves the name of the incomplete file out of an error.
func withoutPart(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}
