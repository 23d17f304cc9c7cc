package runs

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/wholefile"
	"github.com/sudokuctl/sudokuctl/serve/page"
	"github.com/sudokuctl/sudokuctl/work/library"
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
	for _, name := range []string{"chart", "title", "x", "y"} {
		if o.svg == "" && f.Changed(name) {
			return app.UsageErrorf("--%s is for the chart of --svg; the page of --html has charts of its own", name)
		}
	}
	return nil
}

// savePage writes the page, if one is wanted.
func (o *compareOptions) savePage(c *library.Comparison) error {
	if o.html == "" {
		return nil
	}
	var text bytes.Buffer
	err := page.WriteComparison(&text, c)
	if err == nil {
		err = wholefile.Replace(o.html, text.Bytes(), 0o644)
	}
	if err != nil {
		return fmt.Errorf("saving the page %q: %w", o.html, err)
	}
	o.app.Remark("%s written", o.html)
	return nil
}
