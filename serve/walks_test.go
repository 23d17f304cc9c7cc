package serve_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/emulation"
	inputs "github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sketch"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// media makes the browser draw for paper ("print") or screens (""), and say that somebody wants something, such as dark pages.
func (b *browser) media(kind string, features ...*emulation.MediaFeature) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: kind, Features: features})
		return err
	})
}

// wait returns as soon as an expression is true in the page, or in the one that it becomes meanwhile.
func (b *browser) wait(expression string) {
	b.t.Helper()
	for {
		_, err := chromedp.Run(b.ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(5*time.Minute)))
		if err == nil {
			return
		}
		if errors.Is(err, chromedp.ErrPollingTimeout) {
			says, _ := chromedp.Run(b.ctx, chromedp.Evaluate[string](`(document.querySelector("#say") ?? document.querySelector("main")).textContent`))
			b.check()
			b.t.Fatalf("waiting for %s: %v; the page says %.500q", expression, err, says)
		}
		gone := slices.ContainsFunc([]string{"context with specified id", "context was destroyed", "navigated"}, func(s string) bool {
			return strings.Contains(err.Error(), s)
		})
		if !gone || b.ctx.Err() != nil {
			b.t.Fatalf("waiting for %s: %v", expression, err)
		}
	}
}

// takeHints presses the keys for a hint and for taking it until the puzzle is solved, but not while an answer is awaited.
func (b *browser) takeHints() {
	b.t.Helper()
	b.wait(`(() => {
		const said = () => document.querySelector("#say").textContent;
		for (const key of said().endsWith("…") ? "" : "ht")
			document.querySelector("[data-cell]").dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
		return said().startsWith("Solved in ");
	})()`)
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
	b.wait(`!!document.getElementById("` + cell + `")`)
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
	b.wait(`document.querySelector("#say").textContent.startsWith("Look for: ")`)
	b.press("hhht")
	b.takeHints()
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
	b, _ := newBrowser(t, nil)
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

	fresh, _ := anotherBrowser(t, nil) // another server too
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
}

// variants are puzzles of every geometry, from 4×4 to 49×49.
func variants(t *testing.T) (puzzles []string) {
	t.Helper()
	in, err := input.Parse("sample:variants", nil)
	if err != nil {
		t.Fatal(err)
	}
	for r, err := range in.Records(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		puzzles = append(puzzles, r.Puzzle.String())
	}
	return append(puzzles, "{12}..............4", "36:"+strings.Repeat("A.", 18)+strings.Repeat(".", 35*36), "49:"+strings.Repeat(".", 49*49))
}

// A grid of every geometry can be filled, and knows its candidates and conflicts.
func TestGeometries(t *testing.T) {
	b, _ := newBrowser(t, nil)
	for _, p := range variants(t) {
		b.do(chromedp.Navigate(b.base + "/p?puzzle=" + url.QueryEscape(p)))
		b.wait(`document.readyState === "complete"`)
		type outcome struct {
			Cells, Wide int
			Candidates  string
			Entered     string
			Undone      string
		}
		// The first empty cell gets its first candidate, which is then taken back.
		got, err := chromedp.Run(b.ctx, chromedp.Evaluate[outcome](`(() => {
			const data = JSON.parse(document.getElementById("puzzle-data").textContent).board;
			const cells = [...document.querySelectorAll("[data-cell]")];
			const cell = cells.find(c => c.ariaLabel.includes("empty"));
			const key = (key, more) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, ...more}));
			cell.focus();
			document.querySelector("#auto").click();
			const candidates = cell.ariaLabel;
			const first = /candidates (\S+)/.exec(candidates)[1];
			for (const c of first) key(c);
			const entered = cell.ariaLabel;
			for (let i = 0; i < first.length; i++) key("z", {ctrlKey: true});
			const wide = document.documentElement.scrollWidth - innerWidth;
			return {Cells: cells.length - data.rows * data.cols * data.layers, Wide: wide, Candidates: candidates, Entered: entered, Undone: cell.ariaLabel};
		})()`))
		if err != nil {
			t.Fatalf("%.60s: %v", p, err)
		}
		_, list, _ := strings.Cut(got.Candidates, "candidates ")
		first, _, _ := strings.Cut(list, " ")
		if !strings.HasSuffix(got.Entered, ", "+first) || got.Undone != got.Candidates || got.Cells != 0 || got.Wide > 0 {
			t.Errorf("%.60s: %+v", p, got)
		}
	}
	b.check()
}

// pages are all pages, with something on them.
func (b *browser) pages(s *served) []string {
	b.t.Helper()
	s.do("POST", "/generate", "number=2&seed=3&geometry=4", "Host", strings.TrimPrefix(b.base, "http://"))
	return []string{"/", "/library", "/library?view=charts", "/library?view=cards&cols=information_entropy", "/library?where=clues+%3C%3C", "/p", "/p/1", "/learn", "/learn/xy_wing", "/daily", "/daily/daily", small + "&marks=on", small + "&step=3", "/p?puzzle=" + constrained + "&marks=on",
		"/compare", "/runs", "/runs/1", "/plugins", "/plugins/dlx", "/generate?geometry=4&number=2&seed=3", "/query?sql=SELECT+*+FROM+runs", "/nowhere"}
}

// No page has a fault that axe-core finds, light or dark; nor is any wider than the narrowest window.
func TestAccessible(t *testing.T) {
	b, s := newBrowser(t, nil)
	looks := []struct {
		name  string
		width int64
		axe   bool
		media []*emulation.MediaFeature
	}{
		{"light", 1280, true, []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "light"}}},
		{"dark", 1280, true, []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}},
		{"forced colours", 1280, false, []*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}}},
		{"more contrast", 1280, false, []*emulation.MediaFeature{{Name: "prefers-contrast", Value: "more"}}},
		{"narrow", 320, false, nil},
	}
	for _, page := range b.pages(s) {
		b.do(chromedp.Navigate(b.base + page))
		b.wait(`document.readyState === "complete" && (!location.search.includes("step=") || document.querySelector("#step").textContent !== "")`)
		for _, look := range looks {
			b.do(chromedp.EmulateViewport(look.width, 900), b.media("", look.media...))
			if look.axe {
				for _, fault := range b.faults() {
					t.Errorf("%s, %s: %s", page, look.name, fault)
				}
			}
			wide, err := chromedp.Run(b.ctx, chromedp.Evaluate[int](`document.documentElement.scrollWidth - innerWidth`))
			if err != nil || wide > 0 {
				t.Errorf("%s, %s: %d pixels wider than the window (%v)", page, look.name, wide, err)
			}
		}
	}
}

// A bar of a chart leads to its puzzles, by mouse and by keyboard, and so do the fields below.
func TestFilteringCharts(t *testing.T) {
	b, _ := newBrowser(t, nil)
	where := func(want string, rows int) {
		t.Helper()
		got, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`document.querySelector("#where").value + " " + document.querySelectorAll("ul.cards li").length`))
		if want := fmt.Sprint(want, " ", rows); err != nil || got != want {
			t.Errorf("the condition and its rows are %q, want %q (%v)", got, want, err)
		}
	}
	b.do(chromedp.Navigate(b.base + "/library"))
	b.follow(`[aria-label="clues"] a:last-child`)
	where("clues >= 23 && clues < 24", 2)
	b.do(chromedp.Navigate(b.base+"/library?cols=information_entropy"), chromedp.Focus(`[aria-label="clues"] a`))
	if _, err := chromedp.RunResponse(b.ctx, chromedp.KeyEvent(kb.Enter)); err != nil {
		t.Fatal(err)
	}
	where("clues >= 21 && clues < 22", 4)
	b.do(chromedp.Navigate(b.base+"/library?view=charts"), chromedp.SetValue("#from", "22.5"))
	b.follow("section.charts button")
	b.wait(`document.querySelector("#where").value === "clues >= 22.5"`)
	b.follow("section.charts svg a")
	where("clues >= 22.5 && clues >= 23 && clues < 24", 2)
	b.check()
}

// A run that is started on the page is followed to its end, without asking again.
func TestLiveRun(t *testing.T) {
	b, _ := newBrowser(t, nil)
	b.do(chromedp.Navigate(b.base+"/runs"), chromedp.Click("summary"), chromedp.SetValue("#puzzles", variantsText(t)),
		chromedp.Click(`input[name="solver"][value="dlx"]`))
	b.follow(`form[action="/runs"] button`)
	b.wait(`!!document.querySelector("[data-state=done]")`)
	b.wait(`[...document.querySelectorAll("section.lanes li")].some(e => e.textContent.includes("dlx has tried 20 puzzles"))`)
	b.check()
}

func variantsText(t *testing.T) string { return strings.Join(variants(t)[:20], "\n") }

// Puzzles appear as they are made, and those that are chosen are kept.
func TestLiveGenerate(t *testing.T) {
	b, s := newBrowser(t, nil)
	b.do(chromedp.Navigate(b.base+"/generate"), chromedp.SetValue("#geometry", "4"), chromedp.SetValue("#number", "3"),
		chromedp.Click("form[data-api] button"))
	b.wait(`document.querySelectorAll("#made li svg").length === 3 && !document.querySelector("form[data-api] button").disabled`)
	if at := b.address(); !strings.Contains(at, "number=3") {
		t.Errorf("the order is not in the address %s", at)
	}
	b.follow("#made li:nth-child(2) a")
	b.wait(`!document.querySelector("#play").hidden && document.querySelectorAll("[data-cell]").length === 16`)
	b.do(chromedp.NavigateBack())
	b.wait(`document.querySelectorAll("#made li svg").length === 3 && !document.querySelector(".empty")`)
	b.do(chromedp.Reload())
	b.wait(`document.querySelectorAll("#made li svg").length === 3 && !document.querySelector(".empty")`)
	b.sound()
	b.do(chromedp.Click("form[data-api] button"))
	b.wait(`document.querySelectorAll("#made li svg").length === 3 && !document.querySelector("form[data-api] button").disabled`)
	b.do(chromedp.Click("#made li input"))
	b.follow(`form[action="/import"] button`)
	if got := s.get("/api/v1/puzzles?where="+url.QueryEscape(`tag == "generated"`), "Host", strings.TrimPrefix(b.base, "http://")).Body.String(); strings.Count(got, `"geometry":"4"`) != 2 {
		t.Errorf("kept: %s", got)
	}
	b.do(chromedp.Navigate(b.base+"/generate"), chromedp.SetValue("#geometry", "4"), chromedp.SetValue("#constraints", "cage"),
		chromedp.Click("form[data-api] button"))
	b.wait(`document.querySelector("#made li img")?.naturalWidth > 0 && document.querySelector("#made textarea").value.includes("~cage")`)
	b.do(chromedp.Navigate(b.base+"/generate"), chromedp.SetValue("#geometry", "5x"), chromedp.Click("form[data-api] button"))
	b.wait(`document.querySelector("form[data-api] + p").textContent.includes("5x")`)
}

// firstDigit types a digit as soon as the board takes it, and notes how long after the beginning of the load it is drawn.
const firstDigit = `(function type() {
	const cell = document.querySelector("[data-cell]:not(.given)");
	if (cell && !document.querySelector("#play")?.hidden) {
		cell.dispatchEvent(new KeyboardEvent("keydown", {key: "5", bubbles: true}));
		if (cell.textContent.includes("5")) return requestAnimationFrame(() => setTimeout(() => (window.firstDigit = performance.now())));
	}
	setTimeout(type);
})()`

// How soon the first digit is drawn after a cold load of the board, how long a key of the step player takes until the page is
// laid out again, and how soon the page is painted: figures for whoever reads the log, as nothing here can fail on a slow machine.
func TestKeyTime(t *testing.T) {
	b, _ := newBrowser(t, nil)
	if _, err := chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument,
		page.AddScriptToEvaluateOnNewDocumentParams{Source: firstDigit}); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Navigate(b.base + "/"))
	b.wait(`window.firstDigit > 0`)
	t.Logf("the first digit after a cold load: %.0f ms", value[float64](b, `window.firstDigit`))
	b.do(chromedp.Navigate(b.base + "/p?step=1&puzzle=" + chains))
	b.wait(`document.querySelector("#step").textContent.startsWith("1. ")`)
	times, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]float64](`(() => {
		const cell = document.querySelector("[data-cell]");
		const times = [];
		for (const key of "j".repeat(69) + "k".repeat(69)) {
			const begun = performance.now();
			cell.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
			document.body.getBoundingClientRect();
			times.push(performance.now() - begun);
		}
		return times.sort((a, b) => a - b);
	})()`))
	if err != nil || len(times) != 138 {
		t.Fatalf("%d keys, %v", len(times), err)
	}
	t.Logf("a key: median %.1f ms, 95th percentile %.1f ms, longest %.1f ms", times[69], times[131], times[137])
	for _, page := range []string{"/p?step=1&puzzle=" + chains, "/p/1", "/"} {
		b.do(chromedp.Navigate(b.base + page))
		b.wait(`performance.getEntriesByName("first-contentful-paint").length > 0`)
		paint, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]float64](`(() => {
			const page = performance.getEntriesByType("navigation")[0];
			return [page.requestStart, page.responseEnd, page.domContentLoadedEventEnd, performance.getEntriesByName("first-contentful-paint")[0].startTime];
		})()`))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: asked after %.0f ms, read after %.0f, its scripts have run after %.0f, first paint after %.0f", page[:min(len(page), 8)], paint[0], paint[1], paint[2], paint[3])
	}
	b.check()
}

// Techniques that somebody leaves out are not in the explanation, nor in that of the link in another browser, which has it
// made anew.
func TestWithoutTechniques(t *testing.T) {
	b, s := newBrowser(t, nil)
	b.do(chromedp.Navigate(b.base + "/p?puzzle=" + chains))
	b.do(chromedp.Click(`[data-do="first"]`))
	b.wait(`!!document.querySelector("details.without:not([hidden]) input[type=checkbox]")`)
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("details.without").open = true`))
	last, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`(() => { const box = [...document.querySelectorAll('details.without input[type="checkbox"]')].at(-1); box.click(); return box.value; })()`))
	if err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Click("details.without button"))
	b.wait(`location.search.includes("without=")`)
	uses := func() bool {
		t.Helper()
		b.wait(`document.querySelectorAll("#steps li").length > 0`)
		found, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`[...document.querySelectorAll("#steps li a")].some(a => a.textContent.startsWith(`+strconv.Quote(strings.ReplaceAll(last, "_", " "))+`))`))
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	at := b.address()
	if !strings.Contains(at, "without="+last) || uses() {
		t.Errorf("%s is used at %s", last, at)
	}
	b.sound()
	b.restart(s)
	b.do(chromedp.Navigate(at))
	if b.do(chromedp.Click(`[data-do="next"]`)); uses() {
		t.Errorf("%s is used by who opens %s", last, at)
	}
	b.check()
}

// All steps that are possible in the person's grid are listed, and the one that is chosen is drawn.
func TestPossible(t *testing.T) {
	b, _ := newBrowser(t, nil)
	b.do(chromedp.Navigate(b.base + "/p?puzzle=" + chains))
	b.choose("possible")
	b.wait(`document.querySelectorAll("#possible li").length > 1`)
	b.do(chromedp.Click("#possible li:last-child button"))
	b.wait(`document.querySelector(".puzzle .place, .puzzle .struck") && document.querySelector("#say").textContent !== ""`)
	b.do(chromedp.Click(`[data-do="next"]`))
	b.wait(`document.querySelector("#step").textContent.startsWith("1. ") && document.querySelector("#possible").hidden`)
	b.check()
}

const constrained = "4:~cage=3:r1c12~sandwich=2:r2~thermo:r3c123"

// A constraint is drawn and said in words; when it is broken its drawing, its sentence and a message say so until that is
// undone.
func TestConstraints(t *testing.T) {
	b, s := newBrowser(t, nil)
	address := "/p?puzzle=" + url.QueryEscape(constrained)
	b.do(chromedp.Navigate(b.base + address))
	type outcome struct {
		Shapes, Broken, Sentences, Wide int
		Words                           string
	}
	look := `(() => {
		const count = (s) => document.querySelectorAll(s).length;
		return {Shapes: count(".sketch > *"), Broken: count(".sketch .broken"), Sentences: count("#constraints li.broken"),
			Wide: document.documentElement.scrollWidth - innerWidth, Words: document.querySelector("#say").textContent};
	})()`
	typed := func(keys string) outcome {
		t.Helper()
		got, err := chromedp.Run(b.ctx, chromedp.Evaluate[outcome](`(() => {
			document.querySelector("#r1c1").focus();
			for (const key of `+keys+`) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, ctrlKey: key === "z"}));
			return `+look+`;
		})()`))
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := typed(`["1"]`); got.Shapes < 6 || got.Broken+got.Sentences+got.Wide != 0 {
		t.Errorf("a digit that the cage allows: %+v", got)
	}
	if got := typed(`["4"]`); got.Broken == 0 || got.Sentences != 1 || !strings.Contains(got.Words, "Broken: ") || !strings.Contains(got.Words, "r1c12") {
		t.Errorf("4 in a cage of 3: %+v", got)
	}
	if got := typed(`["z"]`); got.Broken+got.Sentences != 0 {
		t.Errorf("undone: %+v", got)
	}
	b.check()
	body := s.get(address, "Host", strings.TrimPrefix(b.base, "http://")).Body.String()
	for _, part := range []string{`class="puzzle n4 beyond top0 right0 bottom0 left1"`, `aria-describedby="rules"`, "<li>Dashed cages", "<li>Digits increase along the thermometer"} {
		if !strings.Contains(body, part) {
			t.Errorf("the page has no %s", part)
		}
	}
}

// Each colour of a drawing is one of the page, in light and in dark.
func TestColoursOfDrawings(t *testing.T) {
	css, err := os.ReadFile("static/style.css")
	if err != nil {
		t.Fatal(err)
	}
	for name := range sketch.OnPaper {
		if !strings.Contains(string(css), "--k-"+string(name)+": ") {
			t.Errorf("the page has no colour %s", name)
		}
	}
}

// pastes are forms in which people have a puzzle.
func pastes(t *testing.T) map[string]string {
	t.Helper()
	cells := strings.Split(easy, "")
	rows := func(gap string, empty string) string {
		var b strings.Builder
		for i, c := range cells {
			b.WriteString(strings.ReplaceAll(c, ".", empty))
			if i%9 == 8 {
				b.WriteString("\n")
			} else {
				b.WriteString(gap)
			}
		}
		return b.String()
	}
	forum := func(bar, rule, empty string) (text string) {
		for r := range 9 {
			for c := range 9 {
				text += strings.ReplaceAll(cells[9*r+c], ".", empty) + map[bool]string{true: " " + bar + " ", false: " "}[c%3 == 2]
			}
			text += "\n"
			if r%3 == 2 {
				text += rule + "\n"
			}
		}
		return text
	}
	zeros := strings.ReplaceAll(easy, ".", "0")
	all := map[string]string{
		"dots": easy, "zeros": zeros, "stars": strings.ReplaceAll(easy, ".", "*"), "lines": strings.ReplaceAll(easy, ".", "_"),
		"question marks": strings.ReplaceAll(easy, ".", "?"), "with a head": "9:" + easy, "rows": rows("", "."), "rows with blanks": rows(" ", "0"),
		"a spreadsheet": rows("\t", ""), "Markdown": "| " + strings.ReplaceAll(strings.TrimSpace(rows(" | ", " ")), "\n", " |\n| ") + " |\n",
		"a forum": forum("|", "------+-------+------", "."), "a box": forum("│", "───────┼───────┼───────", "·"),
		"a list of lists": "[[" + strings.ReplaceAll(strings.TrimSpace(rows(",", "0")), "\n", "],[") + "]]",
		"JSON":            `{"name": "Monday", "puzzle": "` + zeros + `"}`, "CSV": "id,puzzle\n1," + zeros + "\n",
		"Windows": "\ufeff" + strings.ReplaceAll(rows("", "."), "\n", "\r\n"), "sudokuwiki": "https://www.sudokuwiki.org/sudoku.htm?bd=" + zeros,
		"a comment": easy + " # of a friend",
	}
	for _, name := range []string{"sdk", "ss", "jsonl", "opensudoku", "f-puzzles", "sudokupad", "link"} {
		all[name] = written(t, name, easy)
	}
	return all
}

// written is a puzzle in a format.
func written(t *testing.T, format, puzzle string) string {
	t.Helper()
	p, err := sudoku.ParsePuzzle(puzzle)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	w, err := formats.NewWriter(&b, format)
	if err == nil {
		err = cmp.Or(w.Write(formats.Record{Puzzle: p}), w.Close())
	}
	if err != nil {
		t.Fatalf("%s: %v", format, err)
	}
	return b.String()
}

// paste is Ctrl+V with a text.
func (b *browser) paste(text string) {
	b.t.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](`(() => {
		const clipboardData = new DataTransfer();
		clipboardData.setData("text/plain", ` + strconv.Quote(text) + `);
		document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}));
	})()`))
}

// Whatever somebody pastes arrives on the board; of what is no puzzle the page marks the place that is to blame.
func TestPastes(t *testing.T) {
	b, _ := newBrowser(t, nil)
	given := `[...document.querySelectorAll("[data-cell]")].map(c => c.classList.contains("given") ? c.textContent : ".").join("")`
	for name, text := range pastes(t) {
		b.do(chromedp.Navigate(b.base + "/?shape=9"))
		b.paste(text)
		b.wait(`location.search.startsWith("?puzzle=") || document.querySelector("#say").textContent.includes(" found; a ")`)
		b.wait(`document.readyState === "complete" && !!document.querySelector("#say")`)
		if got, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](given)); err != nil || got != easy {
			t.Errorf("%s: %s arrives, %v", name, got, err)
		}
	}
	b.paste("1.3.....!......4")
	b.wait(`document.querySelector("#mark mark")?.textContent === "!"`)
	b.is("#say", `"!" is not one of 1234 (line 1, column 9).`)
	if box, err := chromedp.Run(b.ctx, chromedp.Value("#puzzle")); err != nil || box != "1.3.....!......4" {
		t.Errorf("the text is gone: %q, %v", box, err)
	}
	b.do(chromedp.Navigate(b.base + small))
	b.paste("1.3.....!......4")
	b.wait(`document.querySelector("#say + #mark mark")?.textContent === "!"`)
	b.mu.Lock()
	b.wrong = slices.DeleteFunc(b.wrong, func(s string) bool { return strings.Contains(s, "400 (Bad Request)") })
	b.mu.Unlock()
	b.check()
}

// Of several puzzles that are pasted at once the page says how many it has understood, and what it has not; one can be opened, and
// all can be kept. Without scripts the board lists them.
func TestSeveralPastes(t *testing.T) {
	b, s := newBrowser(t, nil)
	two := "12..............\n..34............\n"
	b.do(chromedp.Navigate(b.base + small))
	b.paste(two + "1.3.....!......4\n")
	b.wait(`!!document.querySelector("dialog.several")?.open`)
	b.is("dialog.several p", `2 puzzles found. Not read: line 3, column 9, "!" is not one of 1234. Open which?`)
	b.sound()
	b.do(chromedp.Click(".several .row button"))
	b.wait(`document.querySelector(".several [role=status]").textContent === "2 new puzzles are kept, 0 were known."`)
	host := strings.TrimPrefix(b.base, "http://")
	where := url.QueryEscape(`source == "pasted"`)
	if got := s.get("/api/v1/puzzles?where="+where, "Host", host).Body.String(); strings.Count(got, `"id"`) != 2 {
		t.Errorf("kept: %s", got)
	}
	b.follow(".several li:nth-child(2) a")
	if got := b.label("r1c3"); got != "row 1 column 3, given 3" {
		t.Errorf("the second puzzle is opened with %q", got)
	}
	b.check()
	body := s.get("/?puzzle="+url.QueryEscape(two), "Host", host).Body.String()
	if !strings.Contains(body, "<h2>2 puzzles</h2>") || !strings.Contains(body, `href="/?puzzle=..34............"`) {
		t.Errorf("the board lists: %s", body)
	}
}

// Somebody who has a puzzle from a newspaper types it, asks for a hint that says no more each time than it must, checks and
// grades it, and plays it.
func TestSetting(t *testing.T) {
	b, _ := newBrowser(t, nil)
	b.do(chromedp.Navigate(b.base + "/?shape=4"))
	b.do(chromedp.Click("#r1c1"))
	b.press("2")
	b.do(chromedp.Click("#r1c3"), chromedp.Click("#pad button:nth-child(1)"))
	b.press(kb.ArrowRight + "4")
	b.do(chromedp.Click("#r4c1"))
	b.press("4" + kb.ArrowRight + kb.ArrowRight + kb.ArrowRight + "2")
	if got := b.label("r1c3"); got != "row 1 column 3, given 1" {
		t.Errorf("a typed digit is %q", got)
	}
	says := func(beginning string) string {
		t.Helper()
		b.wait(`document.querySelector("#say").textContent.startsWith(` + strconv.Quote(beginning) + `)`)
		return b.text("#say")
	}
	b.do(chromedp.Click(`[data-do="check"]`))
	says("It has one solution. No given can be left out.")
	b.do(chromedp.Click(`[data-do="grade"]`))
	b.wait(`/entropy|Level|Rating|No grader/.test(document.querySelector("#say").textContent)`)
	b.do(chromedp.Click(`[data-do="hint"]`))
	if got := says("Look at "); strings.Contains(got, "single") {
		t.Errorf("the first hint says %q", got)
	}
	b.do(chromedp.Click("#more button"))
	says("Look for: ")
	b.do(chromedp.Click("#more button"))
	b.wait(`!!document.querySelector(".puzzle .place")`)
	b.do(chromedp.Click(`[data-do="solve"]`))
	says("It has one solution. Escape")
	b.do(chromedp.Navigate(b.base + "/"))
	b.follow(`.tabs a[href="/set"]`) // what was being set is there again
	b.wait(`document.querySelector("#r4c4").ariaLabel === "row 4 column 4, given 2"`)
	b.follow(`[data-do="start"]`)
	if got := b.label("r4c1"); got != "row 4 column 1, given 4" {
		t.Errorf("played is %q", got)
	}
	b.check()
}

// Somebody builds a puzzle of constraints: selects cells, adds a white dot, sees it drawn, how many solutions are left and which
// digits they have, reads why something cannot be added, and removes the dot.
func TestBench(t *testing.T) {
	b, _ := newBrowser(t, nil)
	b.do(chromedp.Navigate(b.base+"/?shape=4"), chromedp.Click(`[data-do="constraints"]`), chromedp.Click("#truth"), chromedp.Click("#r1c1"))
	count := func(want string) {
		t.Helper()
		b.wait(`document.querySelector("#count").textContent === ` + strconv.Quote(want))
	}
	count("It has several solutions, 288.")
	b.press(kb.ArrowRight, shift)
	value[int](b, `(window.same = 1)`) // until the page is left
	b.do(chromedp.SetValue("#constraint", "white"), chromedp.Click("#bench form button"))
	b.wait(`document.querySelectorAll("#constraints li").length === 1`)
	if at, want := b.address(), "/?puzzle="+url.QueryEscape("4:~white:r1c12"); at != b.base+want {
		t.Errorf("the dot leads to %s, want %s", at, want)
	}
	count("It has several solutions, 144.")
	b.is("#say", "white:r1c1r1c2 is added.")
	b.wait(`document.querySelectorAll(".sketch circle").length === 1 && document.querySelector("#r1c1").ariaLabel.includes("candidates 1 2 3 4")`)
	b.sound()
	b.press("2") // where the keyboard was: r1c2
	b.wait(`document.querySelector("#r1c1").ariaLabel.includes("candidates 1 3")`)
	count("It has several solutions, 48.")

	b.do(chromedp.SetValue("#constraint", "cage"), chromedp.Evaluate[chromedp.Void](`document.querySelector("#constraint").dispatchEvent(new Event("change"))`),
		chromedp.SetValue("#value", "much"), chromedp.Click("#bench form button"))
	b.wait(`document.querySelector("#say").textContent.includes('"much" is not a whole number')`)
	b.mu.Lock()
	b.wrong = slices.DeleteFunc(b.wrong, func(s string) bool { return strings.Contains(s, "400 (Bad Request)") })
	b.mu.Unlock()

	// One of two dots is to hold, then both again, and Back undoes it.
	b.do(chromedp.SetValue("#constraint", "black"), chromedp.Evaluate[chromedp.Void](`document.querySelector("#constraint").dispatchEvent(new Event("change"))`),
		chromedp.Click("#r3c1"))
	b.press(kb.ArrowRight, shift)
	b.do(chromedp.Click("#bench form button"))
	b.wait(`document.querySelectorAll("#constraints li").length === 2`)
	both := b.address()
	b.do(chromedp.Click("#constraints li:nth-child(1) input"), chromedp.Click("#constraints li:nth-child(2) input"))
	b.sound()
	b.do(chromedp.Click("#constraints p button"))
	b.wait(`document.querySelectorAll("#constraints li").length === 1`)
	b.is("#say", "One of them has to hold now.")
	if at := b.address(); !strings.HasSuffix(at, url.QueryEscape("~or~black:r3c12~white:r1c12~end")) {
		t.Errorf("the group is at %s", at)
	}
	b.do(chromedp.Click("#constraints li button:last-child"))
	b.wait(`document.querySelectorAll("#constraints li").length === 2`)
	if at := b.address(); at != both {
		t.Errorf("taken apart it is at %s, and was at %s", at, both)
	}
	for range 3 {
		before := b.address()
		b.do(chromedp.Evaluate[chromedp.Void](`history.back()`))
		b.wait(`location.href !== ` + strconv.Quote(before))
	}
	b.wait(`document.querySelectorAll("#constraints li").length === 1 && document.querySelector("#r1c2").ariaLabel.endsWith("given 2") &&
		!document.querySelector("#constraints li").textContent.includes("r3c")`) // and no group any more
	b.do(chromedp.Click("#constraints button"))
	b.wait(`!document.querySelector(".sketch") && document.querySelector("#r1c2").ariaLabel.endsWith("given 2")`)
	count("It has several solutions, 72.")
	if !value[bool](b, `window.same === 1`) {
		t.Error("the page was left")
	}
	b.do(chromedp.Navigate(b.base + "/?puzzle=" + url.QueryEscape("9:~white:r1c12")))
	b.wait(`document.querySelector("#count").textContent.startsWith("It has several solutions, at least 1\u2009000.")`)
	b.check()
}

// Somebody who sets puzzles pastes the link of a draft, sees that a second solution is left, adds a dot, sees that there is one,
// and takes the puzzle to SudokuPad.
func TestSetter(t *testing.T) {
	const draft = ".1.....4.....3....................3.~thermo:r4c345r3c54~thermo:r6c456r5c6~white:r4c56"
	b, _ := newBrowser(t, nil)
	b.do(chromedp.Navigate(b.base + "/set"))
	b.paste(written(t, "f-puzzles", draft))
	b.wait(`document.querySelectorAll("#constraints li").length === 3`)
	b.do(chromedp.Click(`[data-do="constraints"]`))
	b.wait(`document.querySelector("#count").textContent === "It has several solutions, 2."`)
	b.do(chromedp.SetValue("#constraint", "white"), chromedp.Click("#r5c3"))
	b.press(kb.ArrowDown, shift)
	b.do(chromedp.Click("#bench form button"))
	b.wait(`document.querySelectorAll("#constraints li").length === 4`)
	b.wait(`document.querySelector("#count").textContent.startsWith("It has one solution.")`)
	b.sound()
	b.follow(`[data-do="start"]`)
	link := value[string](b, `[...document.querySelectorAll("a[rel~=external]")].find(a => a.textContent === "SudokuPad").href`)
	in, err := input.Parse(link, nil)
	if err != nil {
		t.Fatal(err)
	}
	for r, err := range in.Records(t.Context()) {
		if want := draft + "~white:r56c3"; err != nil || r.Puzzle.String() != want {
			t.Errorf("%s is %s, want %s (%v)", link, r.Puzzle, want, err)
		}
	}
	b.check()
}

// A publisher's reader opens the puzzle of the day, plays it without being told anything, and finds the days before.
func TestPublisher(t *testing.T) {
	b, s := newBrowser(t, func(o *serve.Options) { o.Desk.ReadOnly = true })
	yesterday := time.Now().UTC().AddDate(0, 0, -1)
	if _, err := library.Daily(t.Context(), s.env, library.DailyRequest{Geometry: "9", First: yesterday, Days: 1}); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Navigate(b.base + "/daily"))
	b.follow(`a[href="/daily/daily"]`)
	b.wait(`document.querySelector("#play") && !document.querySelector("#play").hidden`)
	b.sound()
	solution := s.get("/api/v1/daily", "Host", strings.TrimPrefix(b.base, "http://")).Body.String()
	_, solution, _ = strings.Cut(solution, `"solution":"`)
	free, err := chromedp.Run(b.ctx, chromedp.Evaluate[int](`+document.querySelector(".cell:not(.given)").dataset.cell`))
	if err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Click(fmt.Sprintf(`[data-cell="%d"]`, free)))
	b.press(solution[free : free+1])
	cell := fmt.Sprintf("r%dc%d", free/9+1, free%9+1)
	if label := b.label(cell); !strings.HasSuffix(label, ", "+solution[free:free+1]) {
		t.Errorf("the cell is %q; %s", label, b.text("#say"))
	}
	if told, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`document.documentElement.innerHTML.includes("`+solution[:81]+`")`)); err != nil || told {
		t.Errorf("the page gives the solution away: %v", err)
	}
	b.follow(`ul.days a[href$="` + yesterday.Format(time.DateOnly) + `"]`)
	if title := b.text("h1"); title != "Sudoku for "+yesterday.Format("2 January 2006") {
		t.Errorf("the day before: %q", title)
	}
	b.check()
}

// Somebody who makes an app has the frame of the guide on a page, in which its readers play, asks the API from there, and has a
// client generated that logs in to a server with a token.
func TestAppMaker(t *testing.T) {
	guide, err := os.ReadFile("../docs/serve.md")
	if err != nil {
		t.Fatal(err)
	}
	_, frame, _ := strings.Cut(string(guide), "```html\n")
	frame, _, _ = strings.Cut(frame, "```")
	var base string
	app := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		framed := strings.NewReplacer("https://sudoku.example.org", base, "/hard", "/daily").Replace(frame)
		fmt.Fprintf(w, `<!doctype html><title>app</title><link rel="icon" href="data:,"><body style="margin: 0">%[2]s<script>
			addEventListener("load", () => fetch("%[1]s/api/v1/daily").then(r => r.json()).then(d =>
				fetch("%[1]s/api/v1/solve", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({puzzle: d.puzzle})}))
				.then(r => r.json()).then(d => document.title = d[0].verdict))</script>`, base, framed)
	}))
	defer app.Close()
	b, _ := newBrowser(t, func(o *serve.Options) {
		o.Desk.ReadOnly, o.Origins, o.Framers = true, []string{app.URL}, []string{app.URL}
	})
	base = b.base
	b.do(chromedp.EmulateViewport(900, 700), chromedp.Navigate(b.base+"/embed/daily/daily"))
	b.wait(`!document.querySelector("#play").hidden`)
	b.sound()
	const empty = `[...document.querySelectorAll("[data-cell]:not(.given)")][0]`
	at := value[[]float64](b, `(() => { const r = `+empty+`.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`)
	b.do(chromedp.Navigate(app.URL))
	b.wait(`document.title == "unique"`)
	b.do(chromedp.MouseClickXY(at[0], at[1]))
	b.press("5")
	b.do(chromedp.Navigate(b.base + "/embed/daily/daily"))
	b.wait(empty + `.ariaLabel.endsWith(", 5") || ` + empty + `.ariaLabel.endsWith(", 5, in conflict")`)
	b.mu.Lock()
	b.wrong = slices.DeleteFunc(b.wrong, func(fault string) bool { return fault == "request to "+app.URL+"/" })
	b.mu.Unlock()
	b.check()

	t.Run("client", func(t *testing.T) {
		server := httptest.NewUnstartedServer(nil)
		s := newServed(t, func(o *serve.Options) { o.Hosts, o.Secret = []string{server.Listener.Addr().String()}, "s3cret" })
		server.Config.Handler = s
		server.Start()
		defer server.Close()
		const want = "unique 534678912672195348198342567859761423426853791713924856961537284287419635345286179\n" +
			"2 drawn\nnot a puzzle: found 7 cells"
		if out := client(t, server.URL, "s3cret"); !strings.HasPrefix(out, want) || !strings.HasSuffix(out, "\n401\n") {
			t.Errorf("the client says:\n%s", out)
		}
	})
}

// A maintainer drops files on the library, sees what came of them, grades what is not graded, and prints a sheet.
func TestMaintainerDrops(t *testing.T) {
	b, _ := newBrowser(t, nil)
	b.do(chromedp.Navigate(b.base + "/library"))
	if n, err := chromedp.Run(b.ctx, chromedp.Evaluate[int](`[...document.querySelectorAll(".cards svg text")].map(e => e.textContent).join("").length`)); err != nil || n < 100 {
		t.Errorf("%d givens are drawn, %v", n, err)
	}
	// Folders cannot be dropped by a test; files come the same way.
	b.do(chromedp.Evaluate[chromedp.Void](`(() => {
		const drop = new DataTransfer();
		drop.items.add(new File(["` + easy + `\n2.14........4..2\nnot a puzzle\n"], "a.txt"));
		drop.items.add(new File(["` + easy + `\n"], "b.txt"));
		document.dispatchEvent(new DragEvent("drop", {dataTransfer: drop, bubbles: true, cancelable: true}));
	})()`))
	b.wait(`document.body.textContent.includes("2 files read: 2 new puzzles, 1 that were known.")`)
	b.wait(`document.body.textContent.includes("a.txt: 1 line left out, the first is line 3")`)
	b.wait(`document.querySelector(".acts p, details p[role=status]").getBoundingClientRect().top < innerHeight`)
	b.do(chromedp.Navigate(b.base + "/library?where=" + url.QueryEscape(`source == "a.txt"`)))
	b.sound()
	b.follow(`.acts > form button`)
	b.wait(`!!document.querySelector("[data-state=done]")`)
	b.do(chromedp.Navigate(b.base + "/library?view=table&cols=information_entropy&where=" + url.QueryEscape(`source == "a.txt" && information_entropy >= 0`)))
	if n, err := chromedp.Run(b.ctx, chromedp.Evaluate[int](`document.querySelectorAll("table.data tbody tr").length`)); err != nil || n != 2 {
		t.Errorf("%d puzzles are graded, want 2 (%v)", n, err)
	}
	b.check()
}

// value is what an expression is in the page.
func value[T any](b *browser, expression string) (v T) {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// tab opens another tab of the same browser.
func (b *browser) tab() *browser {
	b.t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx)
	b.t.Cleanup(cancel)
	tab := &browser{t: b.t, ctx: ctx, base: b.base}
	tab.do(chromedp.Navigate("about:blank"))
	if err := chromedp.Listen(ctx, tab.listen); err != nil {
		b.t.Fatal(err)
	}
	return tab
}

// Somebody begins a puzzle, is told of a mistake only as much as was asked, and comes back another day: digits, marks and time
// are there, the board lists the puzzle, and at the end it says how long it took and leads on.
func TestPlay(t *testing.T) {
	b, _ := newBrowser(t, nil)
	b.do(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(b.base+small), chromedp.Click("#r1c2"))
	b.press("2")
	b.is("#say", "In conflict: r1c1, r1c2.")
	b.press(kb.Delete)
	b.do(chromedp.Click("#r2c2"))
	b.press("3" + kb.ArrowRight + "x23")
	says := func(want string) {
		t.Helper()
		b.wait(`document.querySelector("#say").textContent === ` + strconv.Quote(want))
	}
	b.do(chromedp.Click(`[data-do="check"]`))
	says("1 cell is wrong. Ask again to see which it is.")
	if n := value[int](b, `document.querySelectorAll(".wrong").length`); n != 0 {
		t.Errorf("%d cells are marked before that was asked for", n)
	}
	b.do(chromedp.Click(`[data-do="check"]`))
	says("Wrong: r2c2.")
	b.do(chromedp.Click(`[data-do="hint"]`))
	b.wait(`document.querySelector("#say").textContent.startsWith("Wrong: ")`)
	b.do(chromedp.Click("#r2c2"))
	b.press("z4")
	if text := value[string](b, `document.body.innerText`); strings.Contains(text, "hidden single") {
		t.Error("the page says a step that nobody has asked for")
	}
	value[int](b, `(() => {
		const key = Object.keys(localStorage).find(k => k.startsWith("sudokuctl:play:"));
		localStorage.setItem(key, JSON.stringify({...JSON.parse(localStorage.getItem(key)), ms: 372000}));
		return 1;
	})()`)
	later := b.tab()
	later.do(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(b.base+"/"))
	later.wait(`!document.querySelector("#begun").hidden`)
	later.follow("#begun a")
	if got := later.label("r2c2") + "; " + later.label("r2c3"); got != "row 2 column 2, 4; row 2 column 3, empty, candidates 2 3" {
		t.Errorf("what was kept is %q", got)
	}
	later.do(chromedp.Click("#r1c2"))
	later.takeHints()
	later.wait(`/^Solved in 6:\d\d/.test(document.querySelector("#say").textContent)`)
	later.wait(`/hardest step: /.test(document.querySelector("#say").textContent)`)
	if links := value[string](later, `document.querySelector("#more a")?.getAttribute("href") ?? ""`); links != "/random?not=0" {
		t.Errorf("the next puzzle is at %q", links)
	}
	later.choose("again")
	later.wait(`document.querySelector("#clock").textContent.startsWith("0:0")`)
	if got := later.label("r2c2"); got != "row 2 column 2, empty" {
		t.Errorf("begun anew: %q", got)
	}
	later.do(chromedp.Click(`[data-do="undo"]`))
	if got := later.label("r2c2"); got != "row 2 column 2, 4" {
		t.Errorf("undone: %q", got)
	}
	later.check()
	b.check()
}

// Somebody begins the puzzle of a day and goes to bed. On the next day the board has it, with digits and marks and without the hours
// between; it is finished, and the puzzle of the new day is another one.
func TestTwoDays(t *testing.T) {
	b, s := newBrowser(t, nil)
	yesterday := time.Now().UTC().AddDate(0, 0, -1)
	if _, err := library.Daily(t.Context(), s.env, library.DailyRequest{Geometry: "9", First: yesterday, Days: 2}); err != nil {
		t.Fatal(err)
	}
	day := "/daily/daily?date=" + yesterday.Format(time.DateOnly)
	answer := s.get("/api/v1/daily?date="+yesterday.Format(time.DateOnly), "Host", strings.TrimPrefix(b.base, "http://")).Body.String()
	_, solution, _ := strings.Cut(answer, `"solution":"`)
	b.do(chromedp.Navigate(b.base+small+"&marks=on"), chromedp.Navigate(b.base+"/"))
	if !value[bool](b, `document.querySelector("#begun").hidden`) {
		t.Error("a puzzle that was only looked at was begun")
	}
	b.do(chromedp.Navigate(b.base + day))
	enter := func(b *browser, most int) {
		t.Helper()
		value[int](b, `(() => {
			const open = [...document.querySelectorAll("[data-cell]:not(.given)")].filter(c => !c.querySelector(".digit")).slice(0, `+strconv.Itoa(most)+`);
			for (const cell of open) {
				cell.focus();
				cell.dispatchEvent(new KeyboardEvent("keydown", {key: "`+solution[:81]+`"[cell.dataset.cell], bubbles: true}));
			}
			return open.length;
		})()`)
	}
	enter(b, 10)
	b.do(chromedp.Navigate("about:blank"))

	later := b.tab()
	const night = `{ const now = Date.now; Date.now = () => now() + 15 * 3600 * 1000; }`
	if _, err := chromedp.Call(later.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: night}); err != nil {
		t.Fatal(err)
	}
	later.do(chromedp.Navigate(b.base + "/"))
	later.wait(`!document.querySelector("#begun").hidden`)
	if texts := value[int](later, `document.querySelectorAll("#begun .mini text").length`); texts < 17 {
		t.Errorf("the picture of what was begun has %d digits", texts)
	}
	later.follow("#begun a")
	later.wait(`[...document.querySelectorAll("[data-cell]:not(.given) .digit")].length === 10`)
	enter(later, 81)
	later.wait(`/^Solved in \d?\d:\d\d/.test(document.querySelector("#say").textContent)`)
	later.do(chromedp.Navigate(b.base + "/"))
	later.wait(`document.querySelector("#begun a").textContent.includes("solved in ")`)
	later.do(chromedp.Navigate(b.base + "/daily/daily"))
	if open := value[int](later, `document.querySelectorAll("[data-cell]:not(.given) .digit").length`); open != 0 {
		t.Errorf("%d cells of the next day are filled", open)
	}
	later.check()
	b.check()
}

// Somebody who likes a Sudoku now and then pastes one from a forum, learns how hard it is, plays it with hints that say no more than
// was asked for, and is led to the next.
func TestCasual(t *testing.T) {
	b, _ := newBrowser(t, nil)
	b.do(chromedp.Navigate(b.base + "/"))
	b.paste("2 . | 1 4\n. . | . .\n----+----\n. . | . .\n4 . | . 2\n")
	b.wait(`location.search.startsWith("?puzzle=")`)
	b.do(chromedp.Click(`[data-do="grade"]`))
	b.wait(`document.querySelector("#say").textContent.length > 3`)
	b.follow(`[data-do="start"]`)
	b.do(chromedp.Click("#r1c2"))
	for _, says := range []string{"Look at ", "Look for: ", ""} {
		b.do(chromedp.Click(`[data-do="hint"]`))
		b.wait(`document.querySelector("#say").textContent.startsWith(` + strconv.Quote(says) + `)`)
		if told := value[int](b, `document.querySelectorAll(".place, ol.steps li").length`); says != "" && told > 0 && value[bool](b, `document.querySelector("#steps").open`) {
			t.Errorf("after %q the page shows %d steps", says, told)
		}
	}
	b.wait(`!!document.querySelector(".place")`)
	b.do(chromedp.Click("#more button")) // take it
	b.wait(`document.querySelectorAll(".found").length === 1`)
	b.do(chromedp.Focus("#r1c2"))
	b.takeHints()
	b.wait(`/^Solved in \d+:\d\d/.test(document.querySelector("#say").textContent)`)
	b.wait(`document.querySelector("#more a")?.textContent.startsWith("Next ")`)
	b.do(chromedp.Navigate(b.base + "/?puzzle=11............32"))
	b.is("#say", "In conflict: r1c1, r1c2.")
	for _, ask := range []string{"hint", "grade", "solve"} {
		b.do(chromedp.Click(`[data-do="` + ask + `"]`))
		b.is("#say", "In conflict: r1c1, r1c2. It has no solution.")
	}
	b.check()
}

// heard returns what a screen reader finds on the page: names by role, those of messages with what they say.
func (b *browser) heard() map[string][]string {
	b.t.Helper()
	tree, err := chromedp.Call(b.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		b.t.Fatal(err)
	}
	text := func(v *accessibility.Value) (s string) {
		if v != nil {
			_ = json.Unmarshal(v.Value, &s) // numbers are none
		}
		return s
	}
	nodes := map[accessibility.NodeID]*accessibility.Node{}
	for _, n := range tree.Nodes {
		nodes[n.NodeID] = n
	}
	var within func(n *accessibility.Node) string
	within = func(n *accessibility.Node) (all string) {
		if text(n.Role) == "StaticText" {
			return text(n.Name)
		}
		for _, child := range n.ChildIDs {
			if c := nodes[child]; c != nil {
				all += within(c)
			}
		}
		return all
	}
	all := map[string][]string{}
	for _, n := range tree.Nodes {
		if role := text(n.Role); !n.Ignored && role != "" {
			all[role] = append(all[role], cmp.Or(text(n.Name), within(n)))
		}
	}
	return all
}

// A screen reader hears each cell with its value and marks, the digits and modes of the buttons, and what each level of a hint says.
func TestHeard(t *testing.T) {
	b, _ := newBrowser(t, nil)
	b.do(chromedp.Navigate(b.base+small), chromedp.Click("#r1c2"))
	hears := func(role, want string) {
		t.Helper()
		all := b.heard()
		if !slices.ContainsFunc(all[role], func(name string) bool { return strings.HasPrefix(name, want) }) {
			t.Errorf("no %s is heard as %q, but %q", role, want, all[role])
		}
	}
	if cells := b.heard()["gridcell"]; len(cells) != 16 {
		t.Errorf("%d cells are heard", len(cells))
	}
	hears("grid", "puzzle, 4 rows and 4 columns")
	hears("gridcell", "row 1 column 1, given 2")
	b.press("3")
	hears("gridcell", "row 1 column 2, 3")
	b.press(kb.Delete + "x34c4v2")
	hears("gridcell", "row 1 column 2, empty, candidates 3 4, centre marks 4, coloured sky")
	hears("button", "Colour")
	b.press("z")
	hears("button", "3 4 left")
	hears("status", "digit mode")
	b.press("1")
	hears("status", "In conflict: r1c2, r1c3.")
	b.press(kb.Delete)
	for _, says := range []string{"Look at ", "Look for: "} {
		before := b.text("#say")
		b.press("h")
		b.wait(`document.querySelector("#say").textContent.startsWith(` + strconv.Quote(says) + `) || document.querySelector("#say").textContent === "…"`)
		b.wait(`document.querySelector("#say").textContent !== ` + strconv.Quote(before) + ` && !/…$/.test(document.querySelector("#say").textContent)`)
		hears("status", says)
	}
	b.press("h")
	b.wait(`!!document.querySelector(".place")`)
	hears("status", b.text("#say"))
	hears("gridcell", value[string](b, `document.querySelector(".place").ariaLabel`))
	if label := value[string](b, `document.querySelector(".place").ariaLabel`); !strings.Contains(label, "empty, becomes ") {
		t.Errorf("what the hint enters is heard as %q", label)
	}
	b.check()
}

// Two tabs with one puzzle do not lose each other's digits, and each shows what the other enters.
func TestTwoTabs(t *testing.T) {
	one, _ := newBrowser(t, nil)
	one.do(chromedp.Navigate(one.base + small))
	two := one.tab()
	two.do(chromedp.Navigate(one.base+small), chromedp.Click("#r1c2"))
	two.press("3")
	one.wait(`document.querySelector("#r1c2").ariaLabel === "row 1 column 2, 3"`)
	one.do(chromedp.Click("#r4c2"))
	one.press("1")
	two.wait(`document.querySelector("#r4c2").ariaLabel === "row 4 column 2, 1"`)
	if got := two.label("r1c2"); got != "row 1 column 2, 3" {
		t.Errorf("the second tab lost its digit: %q", got)
	}
	one.do(chromedp.Reload())
	one.wait(`document.querySelector("#play")?.hidden === false`)
	if got := one.label("r1c2") + one.label("r4c2"); got != "row 1 column 2, 3row 4 column 2, 1" {
		t.Errorf("kept is %q", got)
	}
	one.check()
	two.check()
}

// Two tabs in which one puzzle is being set do not lose each other's digits; a third, with another puzzle, is left alone, and finds
// its digits again if it is loaded again.
func TestTwoTabsSetting(t *testing.T) {
	one, _ := newBrowser(t, nil)
	one.do(chromedp.Navigate(one.base+"/?shape=4"), chromedp.Click("#r1c1"))
	one.press("1")
	two, other := one.tab(), one.tab()
	two.do(chromedp.Navigate(one.base + "/set"))
	if got := two.label("r1c1"); got != "row 1 column 1, given 1" {
		t.Errorf("the second tab begins with %q", got)
	}
	other.do(chromedp.Navigate(one.base+"/?puzzle=..3............."), chromedp.Click("#r4c4"))
	other.press("2")
	two.do(chromedp.Click("#r2c2"))
	two.press("3")
	one.wait(`document.querySelector("#r2c2").ariaLabel === "row 2 column 2, given 3"`)
	one.do(chromedp.Click("#r3c3"))
	one.press("42") // the second digit goes into the next cell
	one.do(chromedp.Click("#r3c4"))
	one.press(kb.Delete)
	two.wait(`document.querySelector("#r3c3").ariaLabel === "row 3 column 3, given 4"`)
	for _, tab := range []*browser{one, two} {
		tab.wait(`location.search === "?puzzle=" + encodeURIComponent("4:1....3....4.....")`)
	}
	other.do(chromedp.Reload())
	other.wait(`document.querySelector("#play")?.hidden === false`)
	if got := other.label("r1c1") + "; " + other.label("r4c4"); got != "row 1 column 1, empty; row 4 column 4, given 2" {
		t.Errorf("the tab with another puzzle shows %q", got)
	}
	two.do(chromedp.Reload())
	two.wait(`document.querySelector("#play")?.hidden === false`)
	two.do(chromedp.Click("#r4c1"))
	two.press("2")
	one.wait(`document.querySelector("#r4c1").ariaLabel === "row 4 column 1, given 2"`)
	one.check()
	two.check()
	other.check()
}

// Play goes on if the browser keeps nothing, and if the server is gone; the page says so.
func TestNothingKept(t *testing.T) {
	b, _ := newBrowser(t, nil)
	b.do(chromedp.Navigate(b.base+small), chromedp.Click("#r1c2"))
	value[int](b, `(Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }, 1)`)
	b.press("3")
	if got := b.label("r1c2"); got != "row 1 column 2, 3" {
		t.Errorf("the digit is %q", got)
	}
	if say := b.text("#say"); !strings.HasPrefix(say, "This browser keeps nothing here") {
		t.Errorf("the page says %q", say)
	}
	b.web.CloseClientConnections()
	b.web.Close()
	b.do(chromedp.Click(`[data-do="hint"]`))
	b.wait(`document.querySelector("#say").textContent.startsWith("The server does not answer")`)
	if got := b.label("r1c2"); got != "row 1 column 2, 3" {
		t.Errorf("without a server the digit is %q", got)
	}
	b.paste("1.3............4")
	b.wait(`document.querySelector("#say").textContent.startsWith("The server does not answer. What you pasted")`)
}

// What is being set stays if the browser keeps nothing, if the server is gone and if it is there again.
func TestNothingKeptSetting(t *testing.T) {
	b, s := newBrowser(t, nil)
	b.do(chromedp.Navigate(b.base+"/?shape=4"), chromedp.Click("#r1c2"))
	value[int](b, `(Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }, 1)`)
	b.press("3")
	if say := b.text("#say"); !strings.HasPrefix(say, "This browser keeps nothing here") {
		t.Errorf("the page says %q", say)
	}
	b.web.CloseClientConnections()
	b.web.Close()
	for _, button := range []string{"start", "check"} {
		b.do(chromedp.Click(`[data-do="` + button + `"]`))
		b.wait(`document.querySelector("#say").textContent.startsWith("The server does not answer.")`)
		b.press(kb.ArrowRight) // a key that says nothing
		value[int](b, `(document.querySelector("#say").textContent = "", 1)`)
	}
	b.restart(s)
	b.do(chromedp.Reload())
	b.wait(`document.querySelector("#play")?.hidden === false`)
	if got := b.label("r1c2"); got != "row 1 column 2, given 3" {
		t.Errorf("loaded again the digit is %q", got)
	}
}

// A browser that forbids to keep anything lets people set and play a puzzle, and says that it will be lost.
func TestNothingMayBeKept(t *testing.T) {
	b, _ := newBrowser(t, nil)
	const forbidden = `for (const name of ["localStorage", "sessionStorage"])
		Object.defineProperty(window, name, {get() { throw new DOMException("forbidden", "SecurityError"); }});`
	if _, err := chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: forbidden}); err != nil {
		t.Fatal(err)
	}
	for address, label := range map[string]string{"/?shape=4": "row 1 column 2, given 3", small: "row 1 column 2, 3"} {
		b.do(chromedp.Navigate(b.base+address), chromedp.Click("#r1c2"))
		b.press("3")
		if got := b.label("r1c2"); got != label {
			t.Errorf("%s: the digit is %q", address, got)
		}
		if say := b.text("#say"); !strings.HasPrefix(say, "This browser keeps nothing here") {
			t.Errorf("%s says %q", address, say)
		}
	}
	b.check()
}

// choose does what the menu behind the dots has.
func (b *browser) choose(name string) {
	b.t.Helper()
	b.do(chromedp.Click(`[popovertarget="acts"]`), chromedp.Click(`[data-do="`+name+`"]`))
}

// tap is a finger on the middle of an element.
func (b *browser) tap(selector string) {
	b.t.Helper()
	at := value[[]float64](b, `(() => {
		const e = document.querySelector(`+strconv.Quote(selector)+`);
		e.scrollIntoView({block: "nearest"});
		const r = e.getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	})()`)
	for _, touch := range []inputs.DispatchTouchEventParams{
		{Type: inputs.DispatchTouchEventTypeTouchStart, TouchPoints: []*inputs.TouchPoint{{X: at[0], Y: at[1]}}},
		{Type: inputs.DispatchTouchEventTypeTouchEnd, TouchPoints: []*inputs.TouchPoint{}},
	} {
		if _, err := chromedp.Call(b.ctx, inputs.DispatchTouchEvent, touch); err != nil {
			b.t.Fatal(err)
		}
	}
}

// Somebody with one thumb plays on a small screen: everything that is needed lies on it, large enough for a finger, nothing is
// wider than it, and nothing waits for a pointer that hovers. Nine cells side by side are as wide as the screen lets them be.
func TestThumb(t *testing.T) {
	b, _ := newBrowser(t, nil)
	b.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	for _, page := range []string{"/", "/library", "/daily", "/learn", "/generate", "/p/1"} {
		b.do(chromedp.Navigate(b.base + page))
		if wide := value[int](b, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
			t.Errorf("%s is %d pixels wider than the window", page, wide)
		}
		small := value[[]string](b, `[...document.querySelectorAll("button, summary, select, nav a, a.button, .cards li")].filter(e => e.checkVisibility())
			.map(e => [e.textContent, e.getBoundingClientRect().height]).filter(([, h]) => h > 0 && h < 44).map(String)`)
		if len(small) > 0 {
			t.Errorf("%s: too low for a thumb: %q", page, small)
		}
	}
	low := value[float64](b, `Math.max(...[...document.querySelectorAll(".puzzle td, #pad button:not([hidden]), [data-do=undo], [data-do=hint]")].map(e => e.getBoundingClientRect().bottom))`)
	if low > 844 {
		t.Errorf("the buttons end %.0f pixels below the top", low)
	}
	if side := value[float64](b, `Math.min(...[...document.querySelectorAll(".puzzle td")].map(e => e.getBoundingClientRect().height))`); side < 36 {
		t.Errorf("a cell is %.0f pixels high", side)
	}
	empty := value[string](b, `[...document.querySelectorAll("[data-cell]")].find(c => c.ariaLabel.endsWith("empty")).id`)
	label := func(what string) {
		t.Helper()
		b.wait(`document.getElementById(` + strconv.Quote(empty) + `).ariaLabel.includes(` + strconv.Quote(what) + `)`)
	}
	b.tap("#" + empty)
	b.tap("#pad button:nth-child(5)")
	label(", 5")
	b.tap("[data-do=undo]")
	label(", empty")
	b.tap("[data-mode=corner]")
	b.tap("#pad button:nth-child(7)")
	label("candidates 7")
	b.tap("[data-do=hint]")
	b.wait(`/^(Explaining|Look at)/.test(document.querySelector("#say").textContent)`)
	b.do(chromedp.Navigate(b.base + "/library"))
	b.wait(`!!document.querySelector(".cards svg")`)
	b.tap(".cards svg") // a card is its link
	b.wait(`location.pathname === "/p/1"`)
	b.check()
}

// A teacher shows a step on a wall: the grid fills the window, with numbers of rows and columns, and the sentence is large.
func TestProjector(t *testing.T) {
	b, _ := newBrowser(t, nil)
	b.do(chromedp.EmulateViewport(1920, 1080), chromedp.Navigate(b.base+"/p?step=19&puzzle="+chains))
	b.wait(`document.querySelector("#step").textContent.startsWith("19. ")`)
	side := func() float64 {
		return value[float64](b, `document.querySelector(".sheet").getBoundingClientRect().width`)
	}
	if got := side(); got < 800 {
		t.Errorf("the board is %.0f pixels wide", got)
	}
	b.choose("projector")
	b.wait(`document.body.classList.contains("projector") && getComputedStyle(document.querySelector("header")).display === "none"`)
	if got := value[string](b, `[...document.querySelectorAll(".labels.across span")].map(e => e.textContent).join("")`); got != "123456789" {
		t.Errorf("the columns are %q", got)
	}
	if got := value[float64](b, `parseFloat(getComputedStyle(document.querySelector("#step")).fontSize)`); got < 20 {
		t.Errorf("the sentence is %.0f pixels high", got)
	}
	b.do(chromedp.Focus("#r1c1"))
	b.press("j")
	b.wait(`document.querySelector("#step").textContent.startsWith("20. ")`)
	b.press(kb.Escape)
	b.wait(`!document.body.classList.contains("projector")`)
	b.check()
}

// A double click selects all cells with the digit of one.
func TestEqualDigits(t *testing.T) {
	b, _ := newBrowser(t, nil)
	b.do(chromedp.Navigate(b.base + "/p/1"))
	if got := value[bool](b, `(() => {
		const digit = document.querySelector(".given").textContent;
		for (let i = 0; i < 2; i++) document.querySelector(".given").dispatchEvent(new PointerEvent("pointerdown", {bubbles: true, pointerType: "mouse"}));
		const same = [...document.querySelectorAll("[data-cell]")].filter(c => c.textContent === digit);
		return same.length > 1 && same.every(c => c.ariaSelected === "true") && document.querySelectorAll("[data-cell][aria-selected=true]").length === same.length;
	})()`); !got {
		t.Error("selected are", value[string](b, `[...document.querySelectorAll("[data-cell][aria-selected=true]")].map(c => c.id + c.textContent).join()`))
	}
	b.check()
}

// Somebody opens the address on a first day, with nothing in the library: there is a puzzle to play, keys work wherever one has
// clicked, a new puzzle of each level is one click away, and the end is a success that leads on.
func TestFirstMinute(t *testing.T) {
	b, s := newBrowser(t, func(o *serve.Options) {
		empty, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "empty.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { empty.Close() })
		o.Desk.Env.Store, o.Desk.Env.Graders = empty, []string{"rules"}
		o.Desk.Env.Levels = []store.Level{{Name: "easy", Metric: "se", Below: 1.5}, {Name: "hard", Metric: "se", Below: 20}}
	})
	b.do(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(b.base+"/"))
	b.wait(`!document.querySelector("#play").hidden && document.querySelectorAll(".given").length > 16`)
	b.is("h1", "Today’s puzzle")
	b.sound()
	b.do(chromedp.Click("#pad button:nth-child(1)"), chromedp.Click(`[data-do="hint"]`))
	b.wait(`document.querySelector("#say").textContent.startsWith("Look at ")`)
	puzzle := value[string](b, `document.querySelector(".puzzle").dataset.puzzle`)
	answer := s.do("POST", "/api/v1/solve", `{"puzzle":`+strconv.Quote(puzzle)+`}`, "Host", strings.TrimPrefix(b.base, "http://"), "Accept", "application/json").Body.String()
	_, solution, _ := strings.Cut(answer, `"solutions":["`)
	value[int](b, `(document.activeElement.blur(), 1)`)
	b.press(kb.ArrowUp) // from a place that is no cell
	for range 9 {
		b.press(kb.Home)
		for range 9 {
			at := value[int](b, `Number(document.querySelector("[data-cell][tabindex='0']").dataset.cell)`)
			b.press(solution[at:at+1] + kb.ArrowRight)
		}
		b.press(kb.ArrowDown)
	}
	b.wait(`document.body.classList.contains("solved") && /^Solved in \d+:\d\d\. easy; hardest step: /.test(document.querySelector("#say").textContent)`)
	b.is("#more .next", "Next easy puzzle →")
	b.sound()
	b.follow("#more .next")
	b.wait(`location.pathname === "/p" && document.querySelector(".note").textContent.startsWith("The library has no other easy puzzle")`)
	b.do(chromedp.Navigate(b.base + "/"))
	b.wait(`document.body.classList.contains("solved") && document.querySelector("#say").textContent.startsWith("Solved in ")`)
	b.follow(`.new a[href$="level=hard"]`)
	b.wait(`location.pathname === "/p"`)
	b.check()
}

// From an empty folder each list says what comes next, and that leads from a puzzle that is made to solvers that are compared.
func TestEmptyFolder(t *testing.T) {
	b, _ := newBrowser(t, func(o *serve.Options) {
		empty, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "empty.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { empty.Close() })
		o.Desk.Env.Store = empty
	})
	for page, next := range map[string]string{"/library": `.blank details[open] form[data-import]`, "/library?where=clues>80": `.blank a.button[href="/library"]`,
		"/compare": `.blank a.button[href="/runs"]`, "/runs": `.acts details[open] form[action="/runs"]`} {
		b.do(chromedp.Navigate(b.base + page))
		if !value[bool](b, `document.querySelector(`+strconv.Quote(next)+`)?.checkVisibility() ?? false`) {
			t.Errorf("%s does not lead on: %s", page, b.text("main"))
		}
		b.sound()
	}
	b.do(chromedp.Navigate(b.base+"/generate"), chromedp.SetValue("#number", "3"), chromedp.Click("form[data-api] button"))
	b.wait(`document.querySelectorAll("#made li").length === 3`)
	b.follow(`#made form button`)
	b.do(chromedp.Navigate(b.base + "/library"))
	b.wait(`document.querySelector(".acts strong").textContent === "3 puzzles"`)
	b.sound()
	b.follow(`.acts > form:nth-of-type(2) button`) // Solve
	b.wait(`!!document.querySelector("[data-state=done]")`)
	b.do(chromedp.Navigate(b.base+"/runs"), chromedp.Click(`input[name="runs"]`))
	b.follow(`#comparing button`)
	b.wait(`location.pathname === "/compare" && /^\d+ solvers?, 1 run$/.test(document.querySelector(".acts strong").textContent)`)
	b.sound()
	b.check()
}

// Somebody is asked once whether their plays may be reported, sees what was sent and their rating, and takes it back.
func TestHelpGrade(t *testing.T) {
	b, s := newBrowser(t, nil)
	const notation = "2.14........4..2"
	plays := func() (n string) {
		t.Helper()
		err := s.env.Store.SQL(t.Context(), "SELECT count(*) || ' ' || coalesce(max(seconds) || ' ' || max(solved) || ' ' || max(checks), '') FROM plays",
			func(_ []string, v []any) error { n = v[0].(string); return nil })
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	solve := func() {
		t.Helper()
		b.do(chromedp.Navigate(b.base + small))
		b.wait(`!document.querySelector("#play").hidden`)
		b.do(chromedp.Click(`[data-do="check"]`))
		b.wait(`document.querySelector("#say").textContent.startsWith("No mistake")`)
		for cell, digit := range "2314142332414132" {
			if notation[cell] == '.' {
				b.do(chromedp.Click(fmt.Sprintf(`[data-cell="%d"]`, cell)))
				b.press(string(digit))
			}
		}
		b.wait(`document.querySelector("#say").textContent.startsWith("Solved in ")`)
	}
	b.do(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(b.base+small))
	const forget = `(localStorage.setItem("sudokuctl:play:` + notation + `", JSON.stringify({state: "", ms: 60000, at: 1, filled: 0})), 1)`
	value[int](b, forget)
	solve()
	b.wait(`!!document.querySelector("#help")`)
	b.sound()
	if got := plays(); got != "0 " {
		t.Errorf("plays before anything was agreed: %s", got)
	}
	b.do(chromedp.Click("#help button:first-child"))
	b.wait(`JSON.parse(localStorage.getItem("sudokuctl:ratings"))?.length === 1`)
	if got := plays(); !regexp.MustCompile(`^1 [0-9]{2,3} 1 1$`).MatchString(got) { // a minute, and what the browser took
		t.Errorf("plays: %s", got)
	}
	b.choose("settings")
	b.wait(`document.querySelectorAll("#helping p").length === 3`)
	b.sound()
	value[int](b, `(document.querySelector("#helping button").click(), 1)`)
	b.wait(`/^puzzle \d+, 20.*Z: \d+:\d\d, solved, 0 hints, 1 checks$/.test(document.querySelector("#helping li")?.textContent)`)
	if got := value[string](b, `document.querySelector("#helping p:nth-of-type(2)").textContent`); !regexp.MustCompile(`^Your rating: 1500 ± \d+, after 1 play.$`).MatchString(got) {
		t.Errorf("the settings say %q", got)
	}
	value[int](b, `(document.querySelector("#helping button:last-child").click(), 1)`)
	b.wait(`document.querySelector("#say").textContent === "1 play deleted from the server." && document.querySelectorAll("#helping p").length === 2`)
	if got := plays(); got != "0 " {
		t.Errorf("plays after they were deleted: %s", got)
	}
	value[int](b, `(localStorage.clear(), localStorage.setItem("sudokuctl:help-grade", '{"on":false,"player":""}'),
		localStorage.setItem("sudokuctl:ratings", JSON.stringify([[1500, 290], [1580, 210], [1543, 150]].map(([rating, rd]) => ({at: 1, rating, rd})))), 1)`)
	b.do(chromedp.Navigate(b.base + "/library"))
	value[int](b, forget)
	solve()
	b.wait(`/hardest step: /.test(document.querySelector("#say").textContent)`)
	if asked := value[bool](b, `!!document.querySelector("#help")`); asked || plays() != "0 " {
		t.Errorf("who refused is asked again: %v; plays: %s", asked, plays())
	}
	b.is("#more .next", "Next puzzle near your rating →")
	if next := value[string](b, `document.querySelector("#more .next").getAttribute("href")`); !strings.HasSuffix(next, "&near=1543") {
		t.Errorf("the next puzzle is at %s", next)
	}
	if label := value[string](b, `document.querySelector("#helping .curve").ariaLabel`); label != "your rating over 3 plays, now 1543 ± 150" {
		t.Errorf("the curve is %q", label)
	}
	b.follow("#more .next") // no puzzle was rated, so it is any
	b.wait(`location.pathname.startsWith("/p")`)
	b.check()
}

// On a small phone a hint, the board and the digits are seen at once, as far as the hint goes.
func TestSmallPhone(t *testing.T) {
	b, _ := newBrowser(t, nil)
	b.do(chromedp.EmulateViewport(390, 664, chromedp.EmulateMobile, chromedp.EmulateTouch), chromedp.Navigate(b.base+"/"))
	b.wait(`!document.querySelector("#play").hidden`)
	above := func(when string) {
		t.Helper()
		value[int](b, `(scrollTo(0, 0), 1)`)
		last := 0.0
		for _, part := range []string{"#r9c9", "#say", "#pad"} {
			at := value[[]float64](b, `(r => [r.top, r.bottom])(document.querySelector(`+strconv.Quote(part)+`).getBoundingClientRect())`)
			if at[0] < last || at[1] > 664 {
				t.Errorf("%s: %s reaches from %.0f to %.0f, want below %.0f and above 664", when, part, at[0], at[1], last)
			}
			last = at[1]
		}
	}
	above("at first")
	for _, dots := range []string{"●○○", "●●○", "●●●"} {
		b.tap("[data-do=hint]")
		b.wait(`document.querySelector("#dots").textContent === "` + dots + `"`)
		above(value[string](b, `document.querySelector("#say").textContent`))
	}
	b.check()
}

// A puzzle of 25×25 on a small phone: cells are large enough for a finger, the board is moved in its frame and no farther than to
// the digits, and what is too small to be drawn is said below.
func TestLargePuzzleOnAPhone(t *testing.T) {
	b, _ := newBrowser(t, nil)
	b.do(chromedp.EmulateViewport(390, 664, chromedp.EmulateMobile, chromedp.EmulateTouch), chromedp.Navigate(b.base+"/p?puzzle=25:"+strings.Repeat(".", 625)))
	b.wait(`!document.querySelector("#play").hidden`)
	if wide := value[int](b, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
		t.Errorf("the page is %d pixels wider than the window", wide)
	}
	if side := value[float64](b, `document.querySelector("#r1c1").getBoundingClientRect().width`); side < 24 {
		t.Errorf("a cell is %.0f pixels wide", side)
	}
	b.tap("#r25c25")
	b.tap("#pad button:nth-child(3)")
	b.wait(`document.querySelector("#r25c25").ariaLabel.endsWith(", 3") && document.querySelector("#cell").textContent.includes("row 25 column 25")`)
	if top := value[float64](b, `(scrollTo(0, 0), document.querySelector("#pad").getBoundingClientRect().top)`); top > 664 {
		t.Errorf("the digits begin %.0f pixels below the top", top)
	}
	b.check()
}

// The server ends while somebody plays: play goes on, and the page says that hints come back. A page that is not there leads on.
func TestServerEnds(t *testing.T) {
	b, _ := newBrowser(t, nil)
	b.do(chromedp.Navigate(b.base + "/runs/99"))
	b.is(".problem p", "no run 99")
	b.is("main a.button", "All runs")
	b.mu.Lock()
	b.wrong = nil // the browser notes the status
	b.mu.Unlock()
	b.do(chromedp.Navigate(b.base + "/p?puzzle=" + easy))
	b.wait(`!document.querySelector("#play").hidden`)
	b.web.CloseClientConnections()
	b.web.Close()
	b.do(chromedp.Click(`[data-do="hint"]`))
	b.wait(`document.querySelector("#say").textContent === "The server does not answer. Play goes on; ask again when it is back."`)
	cell := value[string](b, `document.querySelector("[data-cell]:not(.given)").id`)
	b.do(chromedp.Click("#"+cell), chromedp.Click("#pad button:nth-child(4)"))
	b.wait(`document.querySelector("#` + cell + `").ariaLabel.includes(", 4")`)
}

// Somebody types a puzzle from a newspaper as it is read, in one go; blanks, dots and zeros are empty cells.
func TestNewspaper(t *testing.T) {
	b, _ := newBrowser(t, nil)
	b.do(chromedp.Navigate(b.base + "/set?shape=4"))
	b.wait(`!document.querySelector("#play").hidden`)
	b.press("2.14    00004..2")
	b.wait(`location.search === "?puzzle=" + encodeURIComponent("4:2.14........4..2")`)
	b.check()
}

// Somebody draws constraints on the board: a thermometer with the mouse, a cage whose sum is typed, a dot; Undo takes back digits and
// constraints in their order, and Clear empties the board of all of them. The board is beside its tools all the time.
func TestDrawing(t *testing.T) {
	b, _ := newBrowser(t, nil)
	b.do(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(b.base+"/set"), chromedp.Click(`[data-do="constraints"]`))
	drag := func(cells ...string) {
		t.Helper()
		for i, cell := range cells {
			at := value[[]float64](b, `(() => { const r = document.querySelector("#`+cell+`").getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`)
			for _, kind := range []inputs.DispatchMouseEventType{inputs.DispatchMouseEventTypeMouseMoved, inputs.DispatchMouseEventTypeMousePressed} {
				if kind == inputs.DispatchMouseEventTypeMousePressed && i > 0 {
					continue
				}
				b.mouse(kind, at)
			}
			if i == len(cells)-1 {
				b.mouse(inputs.DispatchMouseEventTypeMouseReleased, at)
			}
		}
	}
	constraints := func(n int, last string) {
		t.Helper()
		b.wait(fmt.Sprintf(`document.querySelectorAll("#constraints li").length === %d && decodeURIComponent(location.search).includes(%q)`, n, last))
	}
	b.do(chromedp.Click(`[data-tool="thermo"]`))
	drag("r1c1", "r1c2", "r2c3")
	constraints(1, "~thermo:r1c12r2c3")
	b.do(chromedp.Click(`[data-tool="cage"]`))
	drag("r5c5", "r5c6")
	b.wait(`document.activeElement.id === "value"`)
	b.press("8\r")
	constraints(2, "~cage=8:r5c56")
	b.sound()
	b.do(chromedp.Click("#r9c1"))
	b.press("7")
	b.wait(`location.search.includes("7")`)
	if top := value[float64](b, `document.querySelector(".sheet").getBoundingClientRect().top`); top < 0 {
		t.Errorf("the board is %.0f pixels above the window", -top)
	}
	click := func(what string) { // where it is: the count of solutions moves it meanwhile
		value[int](b, `(document.querySelector('[data-do="`+what+`"]').click(), 1)`)
	}
	click("undo")
	constraints(2, "~cage=8:r5c56")
	click("undo")
	constraints(1, "~thermo:r1c12r2c3")
	click("clear")
	b.wait(`!document.querySelector("#constraints") && !location.search.includes("~")`)
	click("undo")
	constraints(1, "~thermo:r1c12r2c3")
	b.check()
}

// mouse does something with the left button of the mouse.
func (b *browser) mouse(kind inputs.DispatchMouseEventType, at []float64) {
	b.t.Helper()
	p := inputs.DispatchMouseEventParams{Type: kind, X: at[0], Y: at[1], Button: inputs.MouseButtonLeft, Buttons: 1, ClickCount: 1}
	if _, err := chromedp.Call(b.ctx, inputs.DispatchMouseEvent, p); err != nil {
		b.t.Fatal(err)
	}
}

// A teacher looks a technique up among its family, sees its step, and goes from the play of a puzzle to its steps and to what is
// known of it by the tabs beside the grid, by keys too.
func TestTeacher(t *testing.T) {
	b, _ := newBrowser(t, nil)
	b.do(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(b.base+"/learn"))
	if n := value[int](b, `[...document.querySelectorAll("section")].filter(s => s.querySelector("h2")?.textContent === "Fish" && s.querySelectorAll(".mini .cells, .mini").length > 2).length`); n != 1 {
		t.Errorf("%d families of fish with pictures", n)
	}
	b.sound()
	b.follow(`a[href="/learn/x_wing"]`)
	b.is("h1", "X-wing")
	b.do(chromedp.Navigate(b.base + "/p/1"))
	tab := func(name string) {
		t.Helper()
		b.wait(`document.querySelector("[role=tab][aria-selected=true]").textContent === ` + strconv.Quote(name))
	}
	tab("Play")
	b.do(chromedp.Click(`[data-do="first"]`))
	b.wait(`document.querySelector("ol.steps")?.checkVisibility()`)
	tab("Steps")
	b.sound()
	b.do(chromedp.Focus("[role=tab][aria-selected=true]"))
	b.press(kb.ArrowRight)
	tab("Info")
	if !value[bool](b, `document.querySelector(".info").checkVisibility() && !document.querySelector("#pad").checkVisibility()`) {
		t.Error("the tab Info does not show what is known")
	}
	b.sound()
	b.check()
}

// A player with a rating is sent to a puzzle that people have rated so.
func TestNearRating(t *testing.T) {
	s := newServed(t, nil)
	for i, puzzle := range []int64{3, 4} {
		for player := range 40 {
			play := store.Play{ID: store.NewPlayID(fmt.Sprint(i, player)), Puzzle: puzzle, Player: store.NewPlayID(fmt.Sprint(player)),
				Seconds: int64(100 + 900*i + player), Solved: true, At: time.Unix(int64(1000*player), 0)}
			if _, err := s.env.Store.AddPlays(t.Context(), play); err != nil {
				t.Fatal(err)
			}
		}
	}
	ratings, err := library.RatePlays(t.Context(), s.env.Store)
	if err != nil {
		t.Fatal(err)
	}
	for _, puzzle := range []int64{3, 4} {
		at, _ := ratings.Puzzle(puzzle)
		if to := s.get(fmt.Sprintf("/random?level=evil&near=%.0f", at.Value+80)).Header().Get("Location"); to != fmt.Sprintf("/p/%d", puzzle) {
			t.Errorf("near %.0f: %s, want puzzle %d", at.Value+80, to, puzzle)
		}
	}
}
