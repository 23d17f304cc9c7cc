package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// A script in a fresh folder uses the package.
func TestPackageUnderNode(t *testing.T) {
	node := need(t, "node")
	files, err := newSources(t).npmPackage("1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	packed, err := pack(files)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := pack(files); err != nil || !bytes.Equal(packed, again) {
		t.Errorf("packed twice the package has other bytes, %v", err)
	}
	folder := t.TempDir()
	install(t, filepath.Join(folder, "node_modules", "sudokuctl"), packed)
	script := filepath.Join(folder, "script.mjs")
	text, err := os.ReadFile("testdata/script.mjs")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(script, text, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), node, script).CombinedOutput()
	if err != nil || !strings.HasSuffix(string(out), "done\n") {
		t.Errorf("%v\n%s", err, out)
	}
}

// install does what "npm install" does with a package of no dependencies.
func install(t *testing.T, folder string, packed []byte) {
	t.Helper()
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	zip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	for in := tar.NewReader(zip); ; {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, strings.TrimPrefix(h.Name, "package/")), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// The types of the package have the keys of the records, and no others.
func TestTypesOfThePackage(t *testing.T) {
	text, err := os.ReadFile("../script/sudokuctl.d.ts")
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]any{"Step": record.Step{}, "Link": record.Link{}, "Outcome": record.Outcome{}, "Ratings": record.SE{}, "Solve": record.Solve{},
		"Grade": record.Grade{}, "Check": record.Check{}, "Hint": record.Hint{}, "Made": record.Made{}, "Board": record.Board{}, "House": record.House{}} {
		_, after, _ := strings.Cut(string(text), "export interface "+name+" {")
		body, _, _ := strings.Cut(after, "\n}")
		var want, got []string
		for _, m := range regexp.MustCompile(`(?m)^  (\w+\??): `).FindAllStringSubmatch(body, -1) {
			got = append(got, m[1])
		}
		for i := range reflect.TypeOf(r).NumField() {
			tag, ok := reflect.TypeOf(r).Field(i).Tag.Lookup("json")
			key, options, _ := strings.Cut(tag, ",")
			if ok && key != "-" {
				want = append(want, key+map[bool]string{true: "?"}[options == "omitempty"])
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s has the keys %v, want %v", name, got, want)
		}
	}
}

// Node reads the conditions of the manifest from above, so their order matters.
func TestManifest(t *testing.T) {
	files, err := newSources(t).npmPackage("1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Version string
		Exports map[string]json.RawMessage
	}
	if err := json.Unmarshal(files["package.json"], &manifest); err != nil || manifest.Version != "1.2.3" {
		t.Fatalf("%s %v", files["package.json"], err)
	}
	text := string(manifest.Exports["."])
	if types, node, other := strings.Index(text, "types"), strings.Index(text, "node"), strings.Index(text, "default"); types > node || node > other || types < 0 {
		t.Error(text)
	}
}

// The element of the package is filled in by keys on a page that has nothing else, and says when it is solved.
func TestGridElement(t *testing.T) {
	s, err := findSources()
	if err != nil {
		t.Fatal(err)
	}
	script, err := s.bundle("grid.ts", nil)
	if err != nil {
		t.Fatal(err)
	}
	var small bytes.Buffer
	w := gzip.NewWriter(&small)
	w.Write(script)
	w.Close()
	if t.Logf("%d bytes compressed", small.Len()); small.Len() > 40_000 {
		t.Errorf("%d bytes compressed, want at most 40,000", small.Len())
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; img-src data:")
		if r.URL.Path == "/grid.js" {
			w.Header().Set("Content-Type", "text/javascript")
			w.Write(script)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, `<!doctype html><title>page</title><link rel="icon" href="data:,"><script type="module" src="/grid.js"></script><sudoku-grid puzzle="2.14........4..2"></sudoku-grid>`)
	}))
	defer server.Close()
	b := newBrowser(t)
	b.do(chromedp.Navigate(server.URL))
	b.wait(`customElements.get("sudoku-grid") && document.querySelector("sudoku-grid").value === "2.14........4..2"`)
	b.do(chromedp.Evaluate[chromedp.Void](`(() => {
		window.grid = document.querySelector("sudoku-grid");
		window.said = [];
		for (const name of ["change", "solved"]) grid.addEventListener(name, (e) => said.push(name + " " + e.detail.value));
		grid.shadowRoot.querySelector("td").focus();
	})()`))
	is := func(expression, want string) {
		t.Helper()
		if got, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`String(`+expression+`)`)); err != nil || got != want {
			t.Errorf("%s is %q, want %q (%v)", expression, got, want, err)
		}
	}
	b.do(chromedp.KeyEvent("3" + kb.ArrowRight + "1")) // the first is on a given
	is(`grid.value`, "2114........4..2")
	is(`grid.conflicts`, "1,2")
	is(`grid.shadowRoot.querySelectorAll("td")[1].ariaLabel`, "row 1 column 2, 1, in conflict")
	b.do(chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)), chromedp.KeyEvent(kb.ArrowRight+kb.ArrowLeft+"3"))
	is(`grid.value`, "2314........4..2")
	is(`grid.solved`, "false")
	b.do(chromedp.Evaluate[chromedp.Void](`(() => { grid.value = "23141423324141.2"; grid.shadowRoot.querySelectorAll("td")[14].focus(); })()`),
		chromedp.KeyEvent("3"))
	is(`said.at(-1)`, "solved 2314142332414132")
	b.do(chromedp.Evaluate[chromedp.Void](`grid.reset()`))
	is(`grid.value`, "2.14........4..2")
	b.do(chromedp.Evaluate[chromedp.Void](`grid.puzzle = "123"`))
	is(`grid.shadowRoot.textContent.startsWith("This is no puzzle of 16, ")`, "true")

	// A puzzle with constraints is drawn, and played without a keyboard until it contradicts one of them.
	p, err := sudoku.ParsePuzzle("4:~cage=3:r1c12~thermo:r3c123")
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(record.NewBoard(p))
	if err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Evaluate[chromedp.Void](`(() => {
		grid.board = ` + string(data) + `;
		window.press = (selector) => {
			const e = grid.shadowRoot.querySelector(selector);
			e.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
			e.click();
		};
		press("#r1c1");
		press("#pad button:nth-child(4)");
	})()`))
	is(`grid.value`, "4...............")
	is(`grid.conflicts`, "0")
	is(`grid.shadowRoot.querySelectorAll(".sketch path").length > 1`, "true")
	is(`grid.shadowRoot.querySelectorAll(".sketch .broken, #constraints li.broken").length > 1`, "true")
	is(`grid.shadowRoot.querySelector("[role=status]").textContent.startsWith("Broken: Digits in the cage r1c12 differ and sum to 3.")`, "true")
	b.do(chromedp.Evaluate[chromedp.Void](`press("[data-do=undo]")`))
	is(`grid.value`, "................")
	b.do(chromedp.Evaluate[chromedp.Void](`grid.setAttribute("readonly", ""); press("#r1c1"); press("#pad button:nth-child(4)")`))
	is(`grid.value + grid.shadowRoot.querySelector("#play").hidden`, "................true")
	if len(b.wrong) > 0 {
		t.Errorf("the browser reports %q", b.wrong)
	}
}
