package serve_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// The puzzles that show what a grid can look like.
var shown = []struct{ name, query string }{
	{"16x16", "marks=on&puzzle=" + "16:.......1..2.3..4" + dots(240)},
	{"jigsaw", "puzzle=9/j:" + dots(81) + ":AAABBCCCCAAABBBCCCAADBBBECCADDDBEEECFDDDDDEEEFGGGHEEEEFFGGHHHIIFFFGGHHIIFFGGHHIII"},
	{"diagonals", "puzzle=9%2Bx%2Bw:" + dots(81)},
	{"soft", "puzzle=4:%7B12%7D" + dots(15)},
}

// chains is a puzzle that needs sets and chains.
const chains = "....53...4..9..5...7..26.4.8.......9.1....73.6..2...8...97...6.3.6.4...2.....83.."

func dots(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = '.'
	}
	return string(b)
}

// Screenshots of every page, light and dark, into the folder SUDOKUCTL_TEST_SCREENS, for somebody to look at.
func TestScreens(t *testing.T) {
	folder := os.Getenv("SUDOKUCTL_TEST_SCREENS")
	if folder == "" {
		t.Skip("SUDOKUCTL_TEST_SCREENS names no folder")
	}
	b, s := newBrowser(t, nil)
	s.do("POST", "/generate", "number=5&seed=3&geometry=9", "Host", strings.TrimPrefix(b.base, "http://"))
	pages := []struct{ name, address string }{{"library", "/"}, {"cards", "/?view=cards"}, {"puzzle", "/p/1"}, {"set", "/p?step=13&puzzle=" + chains},
		{"chain", "/p?step=19&puzzle=" + chains}, {"compare", "/compare"}, {"runs", "/runs"}, {"run", "/runs/1"}, {"plugins", "/plugins"},
		{"generate", "/generate?geometry=9&number=5&seed=3"}, {"query", "/query?sql=SELECT+id,clues,verdict+FROM+puzzles"}}
	for _, p := range shown {
		pages = append(pages, struct{ name, address string }{p.name, "/p?" + p.query})
	}
	for _, look := range []struct {
		name  string
		width int64
		media []*emulation.MediaFeature
	}{
		{"light", 1280, []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "light"}}},
		{"dark", 1280, []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}},
		{"narrow", 320, []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "light"}}},
		{"forced", 1280, []*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}, {Name: "prefers-color-scheme", Value: "dark"}}},
	} {
		b.do(chromedp.EmulateViewport(look.width, 900), b.media(look.media...))
		for _, p := range pages {
			b.do(chromedp.Navigate(b.base + p.address))
			b.wait(`document.readyState === "complete" && !document.querySelector("#say")?.textContent`)
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
