package serve_test

import (
	"fmt"
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

// Screenshots of every page, light and dark, into the folder SUDOKUCTL_TEST_SCREENS, for somebody to look at.
func TestScreens(t *testing.T) {
	folder := os.Getenv("SUDOKUCTL_TEST_SCREENS")
	if folder == "" {
		t.Skip("SUDOKUCTL_TEST_SCREENS names no folder")
	}
	b, s := newBrowser(t, nil)
	s.do("POST", "/generate", "number=5&seed=3&geometry=9", "Host", strings.TrimPrefix(b.base, "http://"))
	pages := []struct{ name, address string }{{"board", "/"}, {"library", "/library"}, {"table", "/library?view=table"}, {"daily", "/daily"}, {"learn", "/learn/xy_wing"}, {"puzzle", "/p/1"}, {"set", "/p?step=13&puzzle=" + chains},
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
			if err := os.WriteFile(filepath.Join(folder, p.name+"-"+look.name+".png"), picture, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	b.check()
}
