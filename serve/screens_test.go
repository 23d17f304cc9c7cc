package serve_test

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"image/png"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// chains is a puzzle that needs sets and chains.
const chains = "....53...4..9..5...7..26.4.8.......9.1....73.6..2...8...97...6.3.6.4...2.....83.."

// changedPixels is which share of the pixels of two pictures differ, 1 if they are not equally large.
func changedPixels(before, after []byte) (float64, error) {
	a, err := png.Decode(bytes.NewReader(before))
	b, err2 := png.Decode(bytes.NewReader(after))
	if err := errors.Join(err, err2); err != nil || a.Bounds() != b.Bounds() {
		return 1, err
	}
	changed, size := 0, a.Bounds().Size()
	for y := range size.Y {
		for x := range size.X {
			if a.At(x, y) != b.At(x, y) {
				changed++
			}
		}
	}
	return float64(changed) / float64(size.X*size.Y), nil
}

// Screenshots of every page, light and dark, into the folder SUDOKUCTL_TEST_SCREENS, for somebody to look at. Of those that the
// folder SUDOKUCTL_TEST_SCREENS_BEFORE has, too, the log says how much has changed: a difference is not forbidden.
func TestScreens(t *testing.T) {
	folder := os.Getenv("SUDOKUCTL_TEST_SCREENS")
	if folder == "" {
		t.Skip("SUDOKUCTL_TEST_SCREENS names no folder")
	}
	b, s := newBrowser(t, nil)
	s.do("POST", "/generate", "number=5&seed=3&geometry=9", "Host", strings.TrimPrefix(b.base, "http://"))
	pages := []struct{ name, address string }{{"board", "/"}, {"library", "/library"}, {"table", "/library?view=table"},
		{"daily", "/daily"}, {"learn", "/learn/xy_wing"}, {"puzzle", "/p/1"}, {"set", "/p?step=13&puzzle=" + chains},
		{"chain", "/p?step=19&puzzle=" + chains}, {"compare", "/compare"}, {"runs", "/runs"}, {"run", "/runs/1"}, {"plugins", "/plugins"},
		{"generate", "/generate?geometry=9&number=5&seed=3"}, {"query", "/query?y=clues&x=verdict&sql=SELECT+id,clues,verdict+FROM+puzzles"}, {"lessons", "/learn"}, {"day", "/daily/daily"},
		{"charts", "/library?view=charts"}}
	for i, p := range append(variants(t), constrained) {
		pages = append(pages, struct{ name, address string }{fmt.Sprintf("variant-%02d", i+1), "/p?marks=on&puzzle=" + url.QueryEscape(p)})
	}
	for _, look := range []struct {
		name  string
		width int64
		media []*emulation.MediaFeature
	}{
		{"light", 1280, []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "light"}}},
		{"dark", 1280, []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}},
		{"middle", 768, []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "light"}}},
		{"narrow", 390, []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "light"}}},
		{"forced", 1280, []*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}, {Name: "prefers-color-scheme", Value: "dark"}}},
		{"print", 794, nil}, // A4
	} {
		b.do(chromedp.EmulateViewport(look.width, 900), b.media(map[bool]string{true: "print"}[look.name == "print"], look.media...))
		for _, p := range pages {
			if strings.HasPrefix(p.name, "variant") && look.width != 1280 {
				continue
			}
			b.do(chromedp.Navigate(b.base + p.address))
			b.wait(`document.readyState === "complete" && document.querySelector("#say")?.textContent !== "…"`)
			picture, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
			if err != nil {
				t.Fatal(err)
			}
			name := p.name + "-" + look.name + ".png"
			if err := os.WriteFile(filepath.Join(folder, name), picture, 0o644); err != nil {
				t.Fatal(err)
			}
			before, err := os.ReadFile(filepath.Join(os.Getenv("SUDOKUCTL_TEST_SCREENS_BEFORE"), name))
			if err != nil {
				continue // it was not kept
			}
			if share, err := changedPixels(before, picture); err != nil {
				t.Error(err)
			} else if share > 0 {
				t.Logf("%s: %.2f %% have changed", name, 100*share)
			}
		}
	}
	b.check()
}

// Pictures of the documents, into the folder SUDOKUCTL_TEST_PICTURES: SUDOKUCTL_TEST_PICTURES=../docs go test -run TestPicturesOfDocuments .
func TestPicturesOfDocuments(t *testing.T) {
	folder := os.Getenv("SUDOKUCTL_TEST_PICTURES")
	if folder == "" {
		t.Skip("SUDOKUCTL_TEST_PICTURES names no folder")
	}
	b, _ := newBrowser(t, nil)
	keep := func(name string) {
		t.Helper()
		picture, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), picture, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	const puzzle = "...75.....3..48.2.1.......6.4......879.....312......7.5.......7.8.32..4.....69..."
	b.do(chromedp.EmulateViewport(1200, 720), chromedp.Navigate(b.base+"/p?puzzle="+puzzle))
	b.wait(`!document.querySelector("#play").hidden`)
	for _, dots := range []string{"●○○", "●●○", "●●●"} {
		b.press("h")
		b.wait(`document.querySelector("#dots").textContent === "` + dots + `"`)
	}
	keep("page-board.png")

	program := filepath.Join(t.TempDir(), "sudokuctl")
	run := func(name string, arguments ...string) string {
		t.Helper()
		c := exec.Command(name, arguments...)
		if c.Dir = filepath.Dir(program); name == "go" {
			c.Dir = ""
		}
		out, err := c.Output()
		if err != nil {
			t.Fatal(name, arguments, err)
		}
		return string(out)
	}
	run("go", "build", "-o", program, "../cmd/sudokuctl")
	shown := html.EscapeString(run(program, "hint", "--say", "why", "-o", "grid", "--color", "always", puzzle))
	for code, style := range map[string]string{"1": "font-weight:bold;color:#fff", "2": "color:#8a93a0", "": "",
		"1;38;5;15;48;5;25": "font-weight:bold;color:#fff;background:#005faf"} {
		shown = strings.ReplaceAll(shown, "\x1b["+code+"m", `</span><span style="`+style+`">`)
	}
	terminal := `<body style="margin:0;padding:16px;background:#16181d;color:#d6d9de;font:15px/1.25 'DejaVu Sans Mono',monospace"><pre style="margin:0;font:inherit">` +
		"$ sudokuctl hint --say why …75.....3..48.2.1.…\n<span>" + shown + "</span></pre>"
	b.do(chromedp.EmulateViewport(620, 340), chromedp.Navigate("data:text/html;charset=utf-8,"+url.PathEscape(terminal)))
	keep("terminal-hint.png")

	run(program, "generate", "-n", "8", "--level", "hard", "--symmetry", "rot180", "--seed", "1", "--save", "-q")
	run(program, "export", "--to", "svg", "--paper", "a5", "--per-page", "2", "--title", "Long Evenings", "--author", "A. Author")
	page, err := os.ReadFile(filepath.Join(filepath.Dir(program), "sheet-3.svg"))
	if err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.EmulateViewport(560, 794), chromedp.Navigate("data:image/svg+xml,"+url.PathEscape(string(page))))
	keep("book-page.png")

	b.do(chromedp.EmulateViewport(1200, 860), chromedp.Navigate(b.base+"/runs"), chromedp.Click("summary"), chromedp.SetValue("#sample", "quick"))
	for _, solver := range []string{"entropybt", "dlx", "convex", "rules"} {
		b.do(chromedp.Click(`input[name="solver"][value="` + solver + `"]`))
	}
	b.follow(`form[action="/runs"] button`)
	b.wait(`!!document.querySelector("[data-state=done]")`)
	b.follow(`a[href="/compare?runs=2"]`)
	value[int](b, `(scrollTo(0, document.querySelector(".charts").offsetTop - 340), 1)`)
	keep("page-compare.png")
}
