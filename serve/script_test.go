package serve_test

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/evanw/esbuild/pkg/api"
)

// The tests that are written beside the scripts, in a browser.
func TestScripts(t *testing.T) {
	r := api.Build(api.BuildOptions{EntryPoints: []string{"script/tests.ts"}, Bundle: true, Target: api.ES2022, LogLevel: api.LogLevelSilent})
	if len(r.Errors) > 0 {
		t.Fatal(api.FormatMessages(r.Errors, api.FormatMessagesOptions{}))
	}
	b, _ := newBrowser(t, nil)
	if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[chromedp.Void](string(r.OutputFiles[0].Contents))); err != nil {
		t.Fatal(err)
	}
	type outcome struct{ Name, Error string }
	outcomes, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]outcome](`run()`))
	if err != nil || len(outcomes) < 10 {
		t.Fatalf("%d tests, %v", len(outcomes), err)
	}
	for _, o := range outcomes {
		t.Run(o.Name, func(t *testing.T) {
			if o.Error != "" {
				t.Error(o.Error)
			}
		})
	}
}

// What a browser loads beside a page stays small.
func TestStaticSize(t *testing.T) {
	const most = 60_000
	sum := 0
	files := os.DirFS("static")
	for _, pattern := range []string{"*.js", "*.css", "*.svg"} {
		names, err := fs.Glob(files, pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %v, %v", pattern, names, err)
		}
		for _, name := range names {
			content, err := fs.ReadFile(files, name)
			if err != nil {
				t.Fatal(err)
			}
			var small bytes.Buffer
			w := gzip.NewWriter(&small)
			w.Write(content)
			w.Close()
			t.Logf("%s: %d bytes, %d compressed", name, len(content), small.Len())
			sum += small.Len()
		}
	}
	if sum > most {
		t.Errorf("%d bytes compressed, want at most %d", sum, most)
	}
}
