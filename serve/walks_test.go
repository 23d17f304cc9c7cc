package serve_test

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// media makes the browser say that somebody wants something, such as dark pages.
func (b *browser) media(features ...*emulation.MediaFeature) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
		return err
	})
}

// wait returns as soon as an expression is true in the page, or in the one that it becomes meanwhile.
func (b *browser) wait(expression string) {
	b.t.Helper()
	for {
		_, err := chromedp.Run(b.ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(0)))
		if err == nil {
			return
		}
		if gone := strings.Contains(err.Error(), "context with specified id") || strings.Contains(err.Error(), "context was destroyed"); !gone || b.ctx.Err() != nil {
			b.t.Fatalf("waiting for %s: %v; the page says %q", expression, err, b.text("#say"))
		}
	}
}

// is fails the test if a text on the page is another one.
func (b *browser) is(selector, want string) {
	b.t.Helper()
	got, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`document.querySelector(`+"`"+selector+"`"+`).textContent`))
	if err != nil || got != want {
		b.t.Errorf("%s is %q, want %q (%v)", selector, got, want, err)
	}
}

// label is what a screen reader says of a cell.
func (b *browser) label(cell string) string {
	b.t.Helper()
	label, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`document.getElementById("`+cell+`").ariaLabel`))
	if err != nil {
		b.t.Fatal(err)
	}
	return label
}

func (b *browser) press(keys string, options ...chromedp.KeyOption) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(keys, options...))
}

var (
	control = chromedp.KeyModifiers(chromedp.ModifierCtrl)
	shift   = chromedp.KeyModifiers(chromedp.ModifierShift)
)

const small = "/p?puzzle=2.14........4..2"

// Somebody without a mouse and without eyes fills a grid: every key has an answer in words.
func TestKeyboard(t *testing.T) {
	b, _ := newBrowser(t, nil)
	b.do(chromedp.Navigate(b.base + small))
	for range 40 { // the grid is one stop
		in, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`document.activeElement.matches("[role=gridcell]")`))
		if err != nil {
			t.Fatal(err)
		}
		if in {
			break
		}
		b.press(kb.Tab)
	}
	focus := func() string {
		id, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`document.activeElement.id`))
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	for _, c := range []struct{ keys, at string }{{"", "r1c1"}, {kb.ArrowRight, "r1c2"}, {kb.ArrowDown, "r2c2"}, {kb.ArrowLeft, "r2c1"},
		{kb.ArrowLeft, "r2c1"}, {kb.End, "r2c4"}, {kb.ArrowRight, "r2c4"}, {kb.Home, "r2c1"}, {"d", "r2c2"}, {"w", "r1c2"}} {
		if c.keys != "" {
			b.press(c.keys)
		}
		if at := focus(); at != c.at {
			t.Fatalf("%q leads to %s, want %s", c.keys, at, c.at)
		}
	}
	b.press(kb.End, control)
	if at := focus(); at != "r4c4" {
		t.Errorf("Ctrl+End leads to %s", at)
	}
	b.press(kb.Home, control)
	b.press("3") // on a given
	b.is("#say", "A given cannot be changed.")
	b.press(kb.ArrowRight + "3")
	says := func(want string) {
		t.Helper()
		if got := b.label("r1c2"); got != want {
			t.Errorf("the cell is %q, want %q", got, want)
		}
	}
	says("row 1 column 2, 3")
	b.press("1")
	says("row 1 column 2, 1, in conflict")
	b.is("#say", "In conflict: r1c2, r1c3.")
	b.press(kb.Delete)
	says("row 1 column 2, empty")
	b.press("x34")
	says("row 1 column 2, empty, candidates 3 4")
	b.press("c4")
	says("row 1 column 2, empty, candidates 3 4, centre marks 4")
	b.press("v2")
	says("row 1 column 2, empty, candidates 3 4, centre marks 4, coloured sky")
	b.press("3", shift)
	b.press("5")
	says("row 1 column 2, empty, candidates 3 4, centre marks 4, 3 blue, coloured sky")
	b.press("zm")
	says("row 1 column 2, empty, candidates 3, centre marks 4, 3 blue, coloured sky")
	for range 9 {
		b.press("z", control)
	}
	says("row 1 column 2, empty")
	b.press("z", control)
	b.is("#say", "Nothing to undo.")
	for range 9 {
		b.press("y", control)
	}
	says("row 1 column 2, empty, candidates 3, centre marks 4, 3 blue, coloured sky")

	b.press("h")
	b.wait(`document.querySelector("#say").textContent.startsWith("Look at ")`)
	b.press("h")
	b.wait(`document.querySelector("#say").textContent.startsWith("Look for a ")`)
	b.press("hhht")
	for range 20 {
		b.press("ht")
	}
	b.wait(`document.querySelector("#say").textContent.startsWith("The puzzle is solved") || document.querySelector("#say").textContent.startsWith("The grid is full")`)
	b.press("j")
	b.wait(`document.querySelector("#step").textContent.startsWith("1. ")`)
	b.press("4")
	if say := b.text("#say"); !strings.HasPrefix(say, "This is a step of the explanation.") {
		t.Errorf("a digit at a step: %q", say)
	}
	b.press("jk" + kb.Escape)
	b.is("#step", "")
	b.press("?")
	b.wait(`document.querySelector("#keys").open`)
	b.press(kb.Escape)
	b.wait(`!document.querySelector("#keys").open`)
	b.check()
}

// A link shows the same grid, marks and step in a browser that has never been here.
func TestLink(t *testing.T) {
	b, s := newBrowser(t, nil)
	b.do(chromedp.Navigate(b.base+small), chromedp.Click("#r1c2"))
	b.press("3")
	b.press(kb.ArrowDown)
	b.press("x34v2")
	b.press(kb.ArrowDown)
	b.press("zm")
	b.wait(`location.hash.includes("auto=1")`)
	grid := func(b *browser) string {
		text, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`[...document.querySelectorAll("[data-cell]")].map(c => c.ariaLabel + c.innerHTML).join("\n")`))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	b.press(kb.Escape)
	link, own := b.address(), grid(b)
	b.press("jj")
	b.wait(`location.search.includes("step=2")`)
	stepLink, step, words := b.address(), grid(b), b.text("#step")
	b.check()

	fresh, _ := newBrowser(t, nil) // another server too
	elsewhere := func(address string) string { return strings.Replace(address, b.base, fresh.base, 1) }
	fresh.do(chromedp.Navigate(elsewhere(link)), chromedp.Click("#r3c2"))
	if got := grid(fresh); got != own {
		t.Errorf("%s shows\n%s\ninstead of\n%s", link, got, own)
	}
	fresh.do(chromedp.Navigate("about:blank"), chromedp.Navigate(elsewhere(stepLink)))
	fresh.wait(`document.querySelector("#step").textContent.startsWith("2. ")`)
	if got := grid(fresh); got != step {
		t.Errorf("%s shows\n%s\ninstead of\n%s", stepLink, got, step)
	}
	if got := fresh.text("#step"); got != words {
		t.Errorf("the step is %q instead of %q", got, words)
	}
	fresh.press("k")
	fresh.check()
	_ = s
}
