package serve_test

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/serve"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// browser is a tab of a headless Chromium that notes what it should not do.
type browser struct {
	t    *testing.T
	ctx  context.Context
	base string
	axe  string // axe-core, "" if there is none
	web  *httptest.Server

	mu    sync.Mutex
	wrong []string
}

// chromium is a Chromium for all tests, started by the first that needs it. Each has a context of its own in it, and so
// neither cookies nor storage of the others.
var chromium = sync.OnceValues(func() (context.Context, error) {
	path := ""
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} { // the first has no windows to keep
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" {
		return nil, exec.ErrNotFound
	}
	folder, err := os.MkdirTemp("", "chromium")
	if err != nil {
		return nil, err
	}
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.Flag("headless", true), chromedp.NoSandbox,
		chromedp.Flag("user-data-dir", folder), chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")}
	for _, flag := range []string{"disable-gpu", "disable-quic", "no-first-run", "disable-background-networking", "disable-component-update", "disable-sync",
		"disable-dev-shm-usage", "hide-scrollbars"} {
		options = append(options, chromedp.Flag(flag, true))
	}
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ := chromedp.NewContext(allocator)
	endChromium = func() {
		end()
		chromedp.FromContext(ctx).Allocator.Wait()
		_ = os.RemoveAll(folder)
	}
	return ctx, chromedp.Do(ctx, chromedp.Navigate("about:blank"))
})

var endChromium = func() {}

// newBrowser opens a browser on a server. Without a Chromium the test is skipped, unless SUDOKUCTL_BROWSER=required. It runs
// beside others, for each waits most of its time: for plugins, pages and events.
func newBrowser(t *testing.T, change func(*serve.Options)) (*browser, *served) {
	t.Helper()
	t.Parallel()
	return anotherBrowser(t, change)
}

// anotherBrowser opens a browser in a test that has one.
func anotherBrowser(t *testing.T, change func(*serve.Options)) (*browser, *served) {
	t.Helper()
	shared, err := chromium()
	if errors.Is(err, exec.ErrNotFound) && os.Getenv("SUDOKUCTL_BROWSER") != "required" {
		t.Skip("no Chromium")
	}
	if err != nil {
		t.Fatalf("starting Chromium: %v", err)
	}
	server := httptest.NewUnstartedServer(nil)
	host := server.Listener.Addr().(*net.TCPAddr).String()
	s := newServed(t, func(o *serve.Options) {
		o.Hosts, o.Desk.Time = []string{host}, time.Minute // on a machine that does much else
		if change != nil {
			change(o)
		}
	})
	server.Config.Handler = s
	server.Start()
	bounded, stop := context.WithTimeout(shared, 9*time.Minute)
	t.Cleanup(stop)
	ctx, cancelTab := chromedp.NewContext(bounded, chromedp.WithNewBrowserContext())
	t.Cleanup(cancelTab)
	b := &browser{t: t, ctx: ctx, base: server.URL, web: server}
	t.Cleanup(func() {
		b.web.CloseClientConnections()
		b.web.Close()
	})
	if tools := os.Getenv("SUDOKUCTL_TEST_NPM"); tools != "" {
		axe, err := os.ReadFile(filepath.Join(tools, "node_modules", "axe-core", "axe.min.js"))
		if err != nil {
			t.Fatal(err)
		}
		b.axe = string(axe)
	}
	b.do(chromedp.Navigate("about:blank"))
	if err := chromedp.Listen(ctx, b.listen); err != nil {
		t.Fatal(err)
	}
	return b, s
}

func (b *browser) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// follow clicks on what leads to another page, again if the page moved under the first click.
func (b *browser) follow(selector string) {
	b.t.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](`window.left = true`))
	for try := 1; ; try++ {
		ctx, cancel := context.WithTimeout(b.ctx, 30*time.Second)
		_, err := chromedp.RunResponse(ctx, chromedp.Click(selector))
		cancel()
		if err == nil { // the page that is left may have changed its own address meanwhile
			b.wait(`!window.left && document.readyState === "complete"`)
			return
		}
		if try == 3 || b.ctx.Err() != nil {
			b.t.Fatalf("following %s: %v", selector, err)
		}
	}
}

func (b *browser) text(selector string) string {
	b.t.Helper()
	found := `document.querySelector(` + strconv.Quote(selector) + `)`
	b.wait(found + `?.checkVisibility()`)
	return value[string](b, found+`.innerText`)
}

func (b *browser) address() string {
	b.t.Helper()
	address, err := chromedp.Run(b.ctx, chromedp.Location())
	if err != nil {
		b.t.Fatal(err)
	}
	return address
}

// listen notes what the console says, which has reports of the content security policy, and requests to other hosts.
func (b *browser) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		thrown := "exception: " + e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			thrown += " " + e.ExceptionDetails.Exception.Description
		}
		b.wrong = append(b.wrong, thrown)
	case *log.EventEntryAdded:
		b.wrong = append(b.wrong, "console: "+e.Entry.Text+" "+e.Entry.URL)
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, b.base+"/") && !strings.HasPrefix(e.Request.URL, "data:") {
			b.wrong = append(b.wrong, "request to "+e.Request.URL)
		}
	}
}

// restart ends the server and starts another one with the same library at the same address.
func (b *browser) restart(s *served) {
	b.t.Helper()
	s.Close()
	b.web.CloseClientConnections()
	b.web.Close()
	s.Server = serve.New(s.options)
	b.t.Cleanup(s.Close)
	listener, err := net.Listen("tcp", strings.TrimPrefix(b.base, "http://"))
	if err != nil {
		b.t.Fatal(err)
	}
	b.web = httptest.NewUnstartedServer(s)
	b.web.Listener.Close()
	b.web.Listener = listener
	b.web.Start()
}

// sound fails the test if the page has a fault that axe-core finds, or a chart without marks.
func (b *browser) sound() {
	b.t.Helper()
	empty, err := chromedp.Run(b.ctx, chromedp.Evaluate[int](`[...document.querySelectorAll("figure")].filter(f => f.querySelectorAll("svg :is(rect, path, circle, polygon)").length < 2).length`))
	if err != nil || empty > 0 {
		b.t.Errorf("%s: %d charts are empty (%v)", b.address(), empty, err)
	}
	for _, fault := range b.faults() {
		b.t.Errorf("%s: %s", b.address(), fault)
	}
}

// faults are what axe-core finds on the page.
func (b *browser) faults() []string {
	b.t.Helper()
	if b.axe == "" {
		return nil
	}
	if loaded, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`!!window.axe`)); err != nil {
		b.t.Fatal(err)
	} else if !loaded {
		b.do(chromedp.Evaluate[chromedp.Void](b.axe))
	}
	faults, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]string](`axe.run().then(r => r.violations.map(v =>
		v.id + ": " + v.help + " " + v.nodes.slice(0, 3).map(n => n.target + " " + n.any.map(a => a.message)).join(" | ")))`, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatal(err)
	}
	return faults
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

// Somebody new opens the address that was printed, pastes a puzzle, has it explained and takes steps to the end; the link
// to a step shows the same in another session.
func TestNewcomer(t *testing.T) {
	b, s := newBrowser(t, func(o *serve.Options) { o.Secret = "secret" })
	b.do(chromedp.Navigate(b.base + "/?ticket=" + s.Ticket()))
	if at := b.address(); at != b.base+"/" {
		t.Errorf("the ticket is still in the address %s", at)
	}
	b.paste("2.14........4..2")
	b.wait(`location.search.startsWith("?puzzle=")`)
	b.follow(`[data-do="start"]`)
	b.do(chromedp.Click(`[data-do="first"]`))
	b.wait(`document.querySelector("#step").textContent.startsWith("1. ")`)
	b.do(chromedp.Click(`[data-do="next"]`))
	b.wait(`location.search.endsWith("&step=2")`)
	step, at := b.text("#step"), b.address()
	if !strings.HasPrefix(step, "2. ") {
		t.Errorf("the second step is %q at %s", step, at)
	}
	b.do(chromedp.Click(`[data-do="last"]`))
	b.wait(`document.querySelector("#step").textContent.startsWith("Solved in ")`)
	empty, err := chromedp.Run(b.ctx, chromedp.Evaluate[int](`[...document.querySelectorAll("td")].filter(c => !c.textContent.trim()).length`))
	if err != nil || empty != 0 {
		t.Errorf("%d cells are empty at the end, %v", empty, err)
	}
	b.do(chromedp.Navigate(b.base + "/p/1?ticket=" + s.Ticket()))
	b.do(chromedp.Navigate(at))
	b.wait(`document.querySelector("#step").textContent.startsWith("2. ")`)
	if again := b.text("#step"); again != step {
		t.Errorf("the link shows %q instead of %q", again, step)
	}
	for _, page := range []string{"/library?view=cards", "/p/1", "/compare", "/runs/1", "/plugins", "/generate", "/query?sql=SELECT+1"} {
		b.do(chromedp.Navigate(b.base + page))
		wide, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`document.documentElement.scrollWidth > innerWidth`))
		if err != nil || wide {
			t.Errorf("%s is wider than the window, %v", page, err)
		}
	}
	b.check()
}

// Somebody who keeps a library imports a file, narrows the list by a chart and a count, tags what is left and saves it: the
// file is the one that the command line writes.
func TestMaintainer(t *testing.T) {
	b, s := newBrowser(t, nil)
	file := t.TempDir() + "/new.txt"
	if err := os.WriteFile(file, []byte(strings.Join(variants(t), "\n")+"\n"+easy+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Navigate(b.base+"/library"), chromedp.Evaluate[chromedp.Void](`document.querySelector('form[action="/import"]').parentElement.open = true`),
		chromedp.SetUploadFiles("#file", []string{file}), chromedp.SetValue("#tags", "new"), chromedp.SetValue("#licence", "CC0-1.0"))
	b.sound()
	b.do(chromedp.Click(`form[action="/import"] button`))
	b.wait(`/^1 files? read: /m.test(document.querySelector("main").innerText)`)
	b.sound()
	b.do(chromedp.Navigate(b.base + "/library"))
	b.follow(`.facet a[href*="tag+"]`)
	b.follow(`[aria-label="clues"] a`)
	b.sound()
	where, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`document.querySelector("#where").value`))
	if err != nil || !strings.HasPrefix(where, `tag == "new" && clues >= `) {
		t.Fatalf("the condition is %q, %v", where, err)
	}
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('form[action="/tag"]').parentElement.open = true`), chromedp.SetValue("#tag", "chosen"))
	b.follow(`form[action="/tag"] button`)
	b.do(chromedp.Navigate(b.base + "/library?where=" + url.QueryEscape(`tag == "chosen"`)))
	got, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`fetch([...document.querySelectorAll("a[download]")].find(a => a.textContent === "jsonl").href).then(r => r.text())`, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	out, err := formats.NewWriter(&want, "jsonl")
	if err != nil {
		t.Fatal(err)
	}
	err = library.Export(t.Context(), s.env, s.env.Filter(where), out.Write)
	if err := cmp.Or(err, out.Close()); err != nil {
		t.Fatal(err)
	}
	exported := func(text string) string { return strings.ReplaceAll(text, `"new","chosen"`, `"new"`) }
	if got == "" || exported(got) != exported(want.String()) {
		t.Errorf("the page saved\n%s\nthe command line\n%s", got, &want)
	}
	b.check()
}

// Somebody who compares solvers starts a run, whose plugin is ended with each puzzle; the page says so while it goes on. The
// comparison opens its puzzles, and is saved as a page that asks nobody for anything.
func TestResearcher(t *testing.T) {
	b, _ := newBrowser(t, nil)
	b.do(chromedp.Navigate(b.base+"/runs"), chromedp.Click("summary"), chromedp.SetValue("#sample", "famous"), chromedp.Click(`input[name="solver"][value="victim"]`))
	b.follow(`form[action="/runs"] button`)
	b.wait(`!!document.querySelector("[data-state=done], [data-state=failed]")`)
	b.wait(`!!document.querySelector(".failure") || document.querySelector("main").textContent.includes("crashed")`)
	b.sound()
	b.do(chromedp.Navigate(b.base + "/compare?runs=1&ref=dlx"))
	b.sound()
	saved, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`fetch(document.querySelector(".acts > a[download]").href).then(r => r.text())`, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	b.follow(`figure svg a[href="/p/1"]`)
	if at := b.address(); at != b.base+"/p/1" {
		t.Errorf("a mark leads to %s", at)
	}
	b.check()
	file := t.TempDir() + "/compare.html"
	if err := os.WriteFile(file, []byte(saved), 0o600); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Navigate("about:blank")) // the page before may still be asking for its icon
	b.base = "file://" + filepath.Dir(file)
	b.do(chromedp.Navigate("file://" + file))
	b.sound()
	if rows, err := chromedp.Run(b.ctx, chromedp.Evaluate[int](`document.querySelectorAll("th[scope=row]").length`)); err != nil || rows != 2 {
		t.Errorf("the saved page has %d solvers, %v", rows, err)
	}
	b.check()
}

// Somebody who writes a paper runs two solvers, follows the run to its comparison, chooses a pair and a title, and takes the
// chart and the table along.
func TestChartForAPaper(t *testing.T) {
	b, _ := newBrowser(t, nil)
	b.do(chromedp.Navigate(b.base+"/runs"), chromedp.Click("summary"), chromedp.SetValue("#sample", "famous"),
		chromedp.Click(`input[name="solver"][value="dlx"]`), chromedp.Click(`input[name="solver"][value="entropybt"]`), chromedp.SetValue("#limit", "1"))
	b.follow(`form[action="/runs"] button`)
	b.wait(`!!document.querySelector("[data-state=done]")`)
	b.wait(`document.querySelector("main").textContent.includes("dlx 0.1.0 tried 6 puzzles, at most 1 solution and at most 10s for each")`)
	b.follow(`a[href="/compare?runs=2"]`)
	b.do(chromedp.SetValue("#ref", "entropybt"), chromedp.SetValue("#against", "dlx"), chromedp.SetValue("#title", "Figure 3"))
	b.follow(`form[action="/compare"] button`)
	b.sound()
	for _, want := range []struct{ expression, text string }{
		{`fetch(document.querySelector('figcaption a[href*="scatter.svg"]').href).then(r => r.text())`, "<title>Figure 3</title>"},
		{`fetch(document.querySelector('figcaption a[href*="scatter.svg"]').href).then(r => r.text())`, "solver time for a puzzle: dlx</text>"},
		{`fetch([...document.querySelectorAll("footer a")].find(a => a.textContent === "LaTeX").href).then(r => r.text())`, "entropybt & 6 & 6 "},
		{`Promise.resolve([...document.querySelectorAll("figcaption code")].map(e => e.textContent).join("\n"))`,
			"sudokuctl compare 2 --reference entropybt --chart scatter --svg scatter.svg --y dlx --title 'Figure 3'"},
	} {
		got, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](want.expression, chromedp.EvalAwaitPromise))
		if err != nil || !strings.Contains(got, want.text) {
			t.Errorf("without %q: %.900s (%v)", want.text, got, err)
		}
	}
	b.check()
}

// Eight tabs with a run under way share one stream, so that there are connections left for pages; each sees the run end.
func TestEightTabs(t *testing.T) {
	b, s := newBrowser(t, nil)
	b.do(chromedp.Navigate(b.base+"/runs"), chromedp.Click("summary"), chromedp.SetValue("#sample", "famous"), chromedp.Click(`input[name="solver"][value="waiter"]`))
	b.follow(`form[action="/runs"] button`)
	b.sound()
	tabs := []*browser{b}
	for len(tabs) < 8 {
		ctx, cancel := chromedp.NewContext(b.ctx)
		t.Cleanup(cancel)
		tab := &browser{t: t, ctx: ctx, base: b.base}
		tab.do(chromedp.Navigate("about:blank"))
		if err := chromedp.Listen(ctx, tab.listen); err != nil {
			t.Fatal(err)
		}
		tab.do(chromedp.Navigate(b.base + "/runs/2"))
		tabs = append(tabs, tab)
	}
	body := s.get("/metrics", "Host", strings.TrimPrefix(b.base, "http://")).Body.String()
	if streams := regexp.MustCompile(`(?m)^sudokuctl_streams (\d+)$`).FindStringSubmatch(body); streams == nil || streams[1] != "0" && streams[1] != "1" {
		t.Errorf("streams: %q", streams)
	}
	last := tabs[7]
	last.do(chromedp.Navigate(b.base + "/p/1"))
	if got := last.text("h1"); got != "Puzzle 1" {
		t.Errorf("the eighth tab shows %q", got)
	}
	last.do(chromedp.Navigate(b.base + "/runs/2"))
	if w := s.do("POST", "/api/v1/runs/2/cancel", "", "Host", strings.TrimPrefix(b.base, "http://")); w.Code >= 500 {
		t.Errorf("cancelling: %d %s", w.Code, w.Body)
	}
	for _, tab := range tabs {
		if _, err := chromedp.Call(tab.ctx, page.BringToFront, cdp.Empty{}); err != nil {
			t.Fatal(err)
		}
		tab.wait(`!!document.querySelector("[data-state]:not([data-state=running])")`)
		tab.check()
	}
}

// A server that goes away and comes back finds its pages as they were: a puzzle is played on, and a run that it had to
// stop is resumed.
func TestRestartedServer(t *testing.T) {
	b, s := newBrowser(t, nil)
	b.do(chromedp.Navigate(b.base + "/p?step=1&puzzle=" + chains))
	b.wait(`document.querySelector("#step").textContent.startsWith("1. ")`)
	b.restart(s)
	b.do(chromedp.Click(`[data-do="next"]`))
	b.wait(`document.querySelector("#step").textContent.startsWith("2. ")`)
	b.choose("possible")
	b.wait(`document.querySelectorAll("#possible li").length > 0`)
	b.sound()
	b.do(chromedp.Navigate(b.base+"/runs"), chromedp.Click("summary"), chromedp.SetValue("#sample", "famous"), chromedp.Click(`input[name="solver"][value="rules"]`))
	b.follow(`form[action="/runs"] button`)
	b.restart(s)
	b.wait(`!!document.querySelector('form[action$="/resume"]') || !!document.querySelector("[data-state=done]")`)
	b.sound()
	b.mu.Lock()
	b.wrong = slices.DeleteFunc(b.wrong, func(s string) bool { return strings.HasPrefix(s, "console: Failed to load resource") }) // there was no server
	b.mu.Unlock()
	b.check()
}

// Pages of a large library come soon, and their charts filter. SUDOKUCTL_TEST_MILLION names a library to look at; without it
// there are a few thousand puzzles.
func TestLargeLibrary(t *testing.T) {
	b, s := newBrowser(t, func(o *serve.Options) {
		o.Desk.Env.Levels = []store.Level{{Name: "easy", Metric: "information_entropy", Below: 0.4}, {Name: "hard", Metric: "information_entropy", Below: 1.1}}
		path := os.Getenv("SUDOKUCTL_TEST_MILLION")
		if path == "" {
			text := manyPuzzles(3_000)
			if _, err := input.Import(t.Context(), o.Desk.Env.Store, input.ImportRequest{Input: input.Reader("many", strings.NewReader(text))}, nil); err != nil {
				t.Fatal(err)
			}
			return
		}
		large, err := store.OpenReadOnly(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { large.Close() })
		env := *o.Desk.Env
		env.Store, o.Desk.Env, o.Desk.ReadOnly = large, &env, true
	})
	see := func(what string) {
		t.Helper()
		b.sound()
		b.wait(`performance.getEntriesByName("first-contentful-paint").length > 0`)
		took, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]float64](`(() => {
			const page = performance.getEntriesByType("navigation")[0];
			const paint = performance.getEntriesByName("first-contentful-paint")[0];
			return [page.responseStart - page.requestStart, page.encodedBodySize / 1000, paint ? paint.startTime : NaN];
		})()`))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %.0f ms, %.0f kB, first paint after %.0f ms", what, took[0], took[1], took[2])
	}
	if w := s.get("/library?after=1", "Host", strings.TrimPrefix(b.base, "http://")); w.Code != http.StatusOK { // as Serve begins
		t.Fatal(w.Code, w.Body)
	}
	b.do(chromedp.Navigate(b.base + "/library"))
	see("the library")
	if n := value[int](b, `[...document.querySelectorAll(".facet li")].filter(e => e.querySelector("a") && !e.querySelector(".count")).length`); n > 0 {
		t.Errorf("%d facets have no number", n)
	}
	if about := value[bool](b, `document.querySelector(".acts strong").textContent.startsWith("about") !== !!document.querySelector("aside > .count")`); about {
		t.Error("the page does not say whether its numbers are of a sample")
	}
	b.follow(`a[rel="next"]`)
	see("its second page")
	b.do(chromedp.Navigate(b.base + "/library?view=charts"))
	see("charts")
	b.follow("section.charts svg a")
	see("what a bar leads to")
	b.do(chromedp.Navigate(b.base + "/library?sort=-clues"))
	see("sorted by clues")
	b.do(chromedp.Navigate(b.base + "/library?sort=-information_entropy"))
	see("sorted by a metric")
	b.follow(".cards a")
	see("a puzzle")
	b.do(chromedp.Navigate(b.base + "/runs"))
	see("runs")
	b.do(chromedp.Navigate(b.base + "/query?sql=" + url.QueryEscape("SELECT * FROM runs")))
	see("a query")
	b.check()
}

// manyPuzzles are images of a puzzle under other names of its digits.
func manyPuzzles(n int) string {
	var b strings.Builder
	r := rand.New(rand.NewPCG(1, 1))
	for range n {
		var pairs []string
		for i, d := range r.Perm(9) {
			pairs = append(pairs, strconv.Itoa(i+1), strconv.Itoa(d+1))
		}
		b.WriteString(strings.NewReplacer(pairs...).Replace(easy) + "\n")
	}
	return b.String()
}
