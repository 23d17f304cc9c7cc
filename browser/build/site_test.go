package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// built is everything, made once for all tests.
var built = sync.OnceValues(func() (*sources, error) {
	s, err := findSources()
	if err == nil {
		s.program, err = s.compile()
	}
	return s, err
})

func newSources(t *testing.T) *sources {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles a program")
	}
	s, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// need returns the path of the first program that is installed. Without any the test is skipped, unless
// SUDOKUCTL_BROWSER=required.
func need(t *testing.T, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("SUDOKUCTL_BROWSER") == "required" {
		t.Fatalf("no %s, and SUDOKUCTL_BROWSER=required", names[0])
	}
	t.Skipf("no %s", names[0])
	return ""
}

// browser is a tab of a headless Chromium that notes what it should not do.
type browser struct {
	t   *testing.T
	ctx context.Context

	mu    sync.Mutex
	wrong []string
}

func newBrowser(t *testing.T) *browser {
	t.Helper()
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(need(t, "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")), chromedp.Flag("headless", true),
		chromedp.NoSandbox, chromedp.Flag("user-data-dir", filepath.Join(t.TempDir(), "profile")),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")}
	for _, flag := range []string{"disable-gpu", "disable-quic", "no-first-run", "disable-background-networking", "disable-component-update",
		"disable-sync", "disable-dev-shm-usage", "hide-scrollbars"} {
		options = append(options, chromedp.Flag(flag, true))
	}
	bounded, stop := context.WithTimeout(t.Context(), 9*time.Minute)
	t.Cleanup(stop)
	allocator, cancel := chromedp.NewExecAllocator(bounded, options...)
	t.Cleanup(cancel)
	ctx, cancelTab := chromedp.NewContext(allocator)
	t.Cleanup(cancelTab)
	b := &browser{t: t, ctx: ctx}
	b.do(chromedp.Navigate("about:blank"))
	if err := chromedp.Listen(ctx, b.listen); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *browser) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// wait returns as soon as an expression is true in the page, or in the one that it becomes meanwhile.
func (b *browser) wait(expression string) {
	b.t.Helper()
	for {
		_, err := chromedp.Run(b.ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(0)))
		if err == nil {
			return
		}
		gone := slices.ContainsFunc([]string{"context with specified id", "context was destroyed", "navigated"}, func(s string) bool {
			return strings.Contains(err.Error(), s)
		})
		if !gone || b.ctx.Err() != nil {
			b.t.Fatalf("waiting for %s: %v", expression, err)
		}
	}
}

func (b *browser) text(expression string) string {
	b.t.Helper()
	text, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](expression))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return text
}

// listen notes exceptions and what the console says, which has reports of the content security policy. That the browser does
// not reach the server is what the test is about.
func (b *browser) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.wrong = append(b.wrong, "exception: "+e.ExceptionDetails.Text)
	case *log.EventEntryAdded:
		if e.Entry.Source != log.EntrySourceNetwork {
			b.wrong = append(b.wrong, "console: "+e.Entry.Text)
		}
	}
}

// check fails the test if anything was noted.
func (b *browser) check() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, wrong := range b.wrong {
		b.t.Error(wrong)
	}
}

// Somebody opens the page once, loses the network, and goes on: another puzzle, hints, steps, grades, new puzzles, a link.
func TestSiteOffline(t *testing.T) {
	b := newBrowser(t)
	files, err := newSources(t).site()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := writeFiles(folder, files); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(folder)))
	defer server.Close()
	b.do(chromedp.Navigate(server.URL + "/?puzzle=" + classic))
	b.wait(`document.querySelectorAll("[data-cell]").length === 81 && document.querySelector("#r1c1").textContent.trim() === "5"`)
	b.text(`navigator.serviceWorker.ready.then(() => { window.kept = true; }), ""`)
	b.wait(`window.kept === true`)
	b.pictures(server.URL)
	server.Close()

	b.do(chromedp.Navigate(server.URL + "/"))
	b.wait(`document.querySelectorAll("[data-cell]").length === 81 && document.querySelector("#puzzle").value === ""`)
	b.do(chromedp.SendKeys("#puzzle", "2.14........4..2"), chromedp.Click("form.search button"))
	b.wait(`document.querySelectorAll("[data-cell]").length === 16`)
	b.do(chromedp.Click(`[data-do="hint"]`))
	b.wait(`document.querySelector("#say").textContent.startsWith("Look at ")`)
	b.do(chromedp.Click(`[data-do="possible"]`))
	b.wait(`document.querySelectorAll("#possible li").length > 3`)
	b.do(chromedp.Click(`[data-do="next"]`))
	b.wait(`location.search.endsWith("&step=1")`)
	b.do(chromedp.Click(`[data-do="next"]`))
	b.wait(`location.search.endsWith("&step=2")`)
	step, link := b.text(`document.querySelector("#step").textContent`), b.text(`location.href`)
	b.do(chromedp.Click(`[data-do="last"]`))
	b.wait(`document.querySelector("#step").textContent.startsWith("Solved in ")`)
	for ask, want := range map[string]string{"solve": "unique, found 1", "check": "canonical", "grade": "information_entropy"} {
		b.do(chromedp.Click(`[data-ask="` + ask + `"]`))
		b.wait(`document.querySelector("#answer").textContent.includes("` + want + `")`)
	}
	b.do(chromedp.Click(`#order button`))
	b.wait(`document.querySelectorAll("#made a").length === 1 && document.querySelector("#making").textContent.startsWith("1 made")`)

	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(link))
	b.wait(`document.querySelector("#step").textContent.startsWith("2. ")`)
	if again := b.text(`document.querySelector("#step").textContent`); again != step {
		t.Errorf("the link shows %q instead of %q", again, step)
	}
	b.do(chromedp.Navigate(server.URL + "/?puzzle=4:~cage=3:r1c12~sandwich=2:r2"))
	b.wait(`document.querySelectorAll(".puzzle.beyond.left1 .sketch > *").length > 3 && document.querySelectorAll("#rules li").length === 2`)
	b.do(chromedp.Navigate(server.URL + "/?puzzle=xyz"))
	b.wait(`document.querySelector("#problem").textContent.includes("not a puzzle")`)
	b.check()
}

const classic = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// pictures keeps how the page looks, in the folder SUDOKUCTL_TEST_SCREENS.
func (b *browser) pictures(address string) {
	b.t.Helper()
	folder := os.Getenv("SUDOKUCTL_TEST_SCREENS")
	if folder == "" {
		return
	}
	for _, look := range []struct {
		name, scheme string
		width        int64
	}{{"light", "light", 1280}, {"dark", "dark", 1280}, {"narrow", "light", 320}} {
		scheme := chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
			_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
				{Name: "prefers-color-scheme", Value: look.scheme}}})
			return err
		})
		b.do(chromedp.EmulateViewport(look.width, 900), scheme)
		for name, query := range map[string]string{"step": "?step=9&puzzle=.7..8.6...832......6.............3.1..6..........45.9....8.3.....14..2.5.........",
			"empty": "", "variant": "?step=3&puzzle=9%2Bx:.7..8.6...832......6.............3.1..6..........45.9....8.3.....14..2.5........."} {
			b.do(chromedp.Navigate(address + "/" + query))
			b.wait(`document.readyState === "complete" && (!location.search || document.querySelectorAll("[data-cell]").length > 0 && (document.querySelector("#step").textContent !== "" || document.querySelector("#say").textContent.length > 20))`)
			wide, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`document.documentElement.scrollWidth > innerWidth`))
			if err != nil || wide {
				b.t.Errorf("%s is wider than the window (%s), %v", name, look.name, err)
			}
			picture, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
			if err != nil {
				b.t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(folder, name+"-"+look.name+".png"), picture, 0o644); err != nil {
				b.t.Fatal(err)
			}
		}
	}
	b.do(chromedp.EmulateViewport(1280, 900))
}
