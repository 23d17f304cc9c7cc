package serve_test

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"net/url"
	"os"
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
