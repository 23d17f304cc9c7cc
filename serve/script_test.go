package serve_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"io/fs"
	"os"
	"regexp"
	"strings"
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

// The dialog of keys has every key that the grid answers.
func TestKeysAreListed(t *testing.T) {
	source, err := os.ReadFile("script/keys.ts")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{"ArrowUp": "↑", "ArrowDown": "↓", "ArrowLeft": "←", "ArrowRight": "→", "PageUp": "Page up", "PageDown": "Page down",
		"Escape": "Esc", " ": "Space"}
	keys := regexp.MustCompile(`(?m)^  ([A-Za-z]+): (?:\{ do|")|case "(.+)":|\{ (z): .*(y): .*(a): `).FindAllStringSubmatch(string(source), -1)
	if len(keys) < 29 {
		t.Fatalf("only %d keys: %q", len(keys), keys)
	}
	body := newServed(t, nil).get("/p/1").Body.String()
	_, dialog, _ := strings.Cut(body, `<dialog id="keys"`)
	dialog, _, _ = strings.Cut(dialog, "</dialog>")
	for _, found := range keys {
		for _, key := range found[1:] {
			name := cmp.Or(names[key], key)
			if len(name) == 1 {
				name = strings.ToUpper(name)
			}
			if key != "" && !strings.Contains(dialog, "<kbd>"+name+"</kbd>") {
				t.Errorf("the dialog has no %s", name)
			}
		}
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
