package serve_test

import (
	"context"
	"net"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/sudokuctl/sudokuctl/serve"
)

// browser is a tab of a headless Chromium that notes what it should not do.
type browser struct {
	t    *testing.T
	ctx  context.Context
	base string

	mu    sync.Mutex
	wrong []string
}

// newBrowser opens a browser on a server. Without a Chromium the test is skipped, unless SUDOKUCTL_BROWSER=required.
func newBrowser(t *testing.T, change func(*serve.Options)) (*browser, *served) {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" && os.Getenv("SUDOKUCTL_BROWSER") == "required" {
		t.Fatal("no Chromium, and SUDOKUCTL_BROWSER=required")
	}
	if path == "" {
		t.Skip("no Chromium")
	}
	server := httptest.NewUnstartedServer(nil)
	host := server.Listener.Addr().(*net.TCPAddr).String()
	s := newServed(t, func(o *serve.Options) {
		o.Hosts = []string{host}
		if change != nil {
			change(o)
		}
	})
	server.Config.Handler = s
	server.Start()
	t.Cleanup(server.Close)
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.Flag("headless", true), chromedp.NoSandbox,
		chromedp.Flag("user-data-dir", t.TempDir()), chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")}
	for _, flag := range []string{"disable-gpu", "disable-quic", "no-first-run", "disable-background-networking", "disable-component-update", "disable-sync",
		"disable-dev-shm-usage", "hide-scrollbars"} {
		options = append(options, chromedp.Flag(flag, true))
	}
	bounded, stop := context.WithTimeout(t.Context(), 9*time.Minute)
	t.Cleanup(stop)
	allocator, cancel := chromedp.NewExecAllocator(bounded, options...)
	t.Cleanup(cancel)
	ctx, cancelTab := chromedp.NewContext(allocator)
	t.Cleanup(cancelTab)
	b := &browser{t: t, ctx: ctx, base: server.URL}
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

// follow clicks on what leads to another page.
func (b *browser) follow(selector string) {
	b.t.Helper()
	if _, err := chromedp.RunResponse(b.ctx, chromedp.Click(selector)); err != nil {
		b.t.Fatalf("following %s: %v", selector, err)
	}
}

func (b *browser) text(selector string) string {
	b.t.Helper()
	text, err := chromedp.Run(b.ctx, chromedp.Text(selector))
	if err != nil {
		b.t.Fatalf("reading %s: %v", selector, err)
	}
	return text
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
		b.wrong = append(b.wrong, "exception: "+e.ExceptionDetails.Text)
	case *log.EventEntryAdded:
		b.wrong = append(b.wrong, "console: "+e.Entry.Text)
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, b.base+"/") && !strings.HasPrefix(e.Request.URL, "data:") {
			b.wrong = append(b.wrong, "request to "+e.Request.URL)
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

// Somebody new opens the address that was printed, pastes a puzzle, has it explained and takes steps to the end; the link
// to a step shows the same in another session.
func TestNewcomer(t *testing.T) {
	b, s := newBrowser(t, func(o *serve.Options) { o.Secret = "secret" })
	b.do(chromedp.Navigate(b.base + "/?ticket=" + s.Ticket()))
	if at := b.address(); at != b.base+"/" {
		t.Errorf("the ticket is still in the address %s", at)
	}
	b.follow(`nav a[href="/p"]`)
	b.do(chromedp.SendKeys("#puzzle", "2.14........4..2"))
	b.follow("form.search button")
	b.do(chromedp.Click(`button[value="steps"]`))
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
	for _, page := range []string{"/?view=cards", "/p/1", "/compare", "/runs/1", "/plugins", "/generate", "/query?sql=SELECT+1"} {
		b.do(chromedp.Navigate(b.base + page))
		wide, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`document.documentElement.scrollWidth > innerWidth`))
		if err != nil || wide {
			t.Errorf("%s is wider than the window, %v", page, err)
		}
	}
	b.check()
}
