package catalog

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

const tally = `plugins:
  - id: tally
    version: 1.0.0
    summary: counts what is left
    can: [solve, grade]
    homepage: https://example.org/tally
    archive: archives/tally.tar.gz
    sha256: "` + zeroSum + `"
`

const zeroSum = "0000000000000000000000000000000000000000000000000000000000000000"

func TestParse(t *testing.T) {
	change := func(from, to string) string {
		if !strings.Contains(tally, from) {
			t.Fatalf("no %q", from)
		}
		return strings.Replace(tally, from, to, 1)
	}
	for _, c := range []struct{ name, text, want string }{
		{"good", tally, ""},
		{"an address", change("archives/tally.tar.gz", "https://example.org/tally.tar.gz"), ""},
		{"a key of a later version", change("    can:", "    since: 2030\n    can:"), ""},
		{"an empty list", "plugins: []\n", ""},
		{"twice", tally + strings.TrimPrefix(tally, "plugins:\n"), `plugin 2, "tally": the list has this id twice`},
		{"nothing", "", `it has no key "plugins"`},
		{"something else", "plugin: []\n", `it has no key "plugins"`},
		{"a text", "just a text\n", "cannot unmarshal"},
		{"broken", "plugins: [\n", "yaml: "},
		{"a web page", "<!DOCTYPE html>\n<html>", "it is a web page and no list of plugins"},
		{"no list", "plugins: {a: b}\n", "cannot unmarshal"},
		{"a bad id", change("id: tally", "id: ../tally"),
			`plugin 1, "../tally": id "../tally": want lower-case letters`},
		{"a long id", change("id: tally", "id: "+strings.Repeat("a", 41)), "an id has at most 40 letters"},
		{"a bad version", change("1.0.0", "../1"), `version "../1": want one such as 1.2.0`},
		{"no summary", change("counts what is left", `""`), "summary: want one line"},
		{"a summary of two lines", change("counts what is left", `"a\nb"`), "summary: want one line"},
		{"no powers", change("[solve, grade]", "[]"), "can: want some of solve"},
		{"no homepage", change("https://example.org/tally", "example.org"),
			"want an address that begins with https://"},
		{"a short sum", change(zeroSum, zeroSum[1:]), "want 64 digits"},
		{"capital letters", change(zeroSum, "A"+zeroSum[1:]), "want 64 digits"},
		{"http", change("archives/tally.tar.gz", "http://example.org/x"), "want https://host/path"},
		{"a folder above", change("archives/tally.tar.gz", "../tally.tar.gz"),
			"want an address, or a path from the folder of the list"},
		{"an absolute path", change("archives/tally.tar.gz", "/etc/passwd"), "want an address, or a path"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l, err := Bundled(fstest.MapFS{FileName: {Data: []byte(c.text)}})
			if c.want != "" {
				refused(t, err, c.want)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if _, found := l.Find("tally"); !found && c.name != "an empty list" {
				t.Error("tally is not found")
			}
		})
	}
}

func TestSearch(t *testing.T) {
	l, err := Bundled(fstest.MapFS{FileName: {Data: []byte(tally)}})
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{"": 1, "tall": 1, "COUNTS left": 1, "grade": 1, "explain": 0, "counts right": 0}
	for words, want := range counts {
		if got := l.Search(strings.Fields(words)...); len(got) != want {
			t.Errorf("%q: %v", words, got)
		}
	}
	if _, found := l.Find("tall"); found {
		t.Error("a part of an id finds a plugin")
	}
}

// An archive is found from where its list is: bundled, in a file or on the web.
func TestFetch(t *testing.T) {
	text := tarOf(t, manifestFile)
	list := strings.Replace(tally, zeroSum, sumOf(text), 1)
	dir := t.TempDir()
	files := fstest.MapFS{FileName: {Data: []byte(list)}, "archives/tally.tar.gz": {Data: text}}
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	open := func(place string) *List { return must[*List](t)(Open(t.Context(), place, Client{})) }
	bundled := must[*List](t)(Bundled(os.DirFS(dir)))
	lists := map[string]*List{"bundled": bundled, "file": open(filepath.Join(dir, FileName)),
		"web": open(server.URL + "/" + FileName)}
	for name, l := range lists {
		file := filepath.Join(t.TempDir(), "archive")
		if err := l.Fetch(t.Context(), l.Plugins[0], file, Client{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		l.Plugins[0].SHA256 = zeroSum
		refused(t, l.Fetch(t.Context(), l.Plugins[0], file+"2", Client{}),
			"its SHA-256 is "+sumOf(text)+", and the list says "+zeroSum)
		l.Plugins[0].Archive = "archives/none.tar.gz"
		refused(t, l.Fetch(t.Context(), l.Plugins[0], file+"3", Client{}), "none.tar.gz: ")
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	long := filepath.Join(dir, "long.yaml")
	if err := os.WriteFile(long, make([]byte, maxList+1), 0o600); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	gone := httptest.NewServer(nil)
	gone.Close()
	defer server.Close()
	for place, want := range map[string]string{
		long:                                 "it is longer than 1024 KiB",
		server.URL + "/long.yaml":            "it is longer than 1024 KiB",
		server.URL + "/none.yaml":            "the server answers 404 Not Found",
		server.URL + "/":                     "", // the page of a folder
		filepath.Join(dir, "none.yaml"):      "no such file",
		dir:                                  "is not a regular file",
		gone.URL:                             "the server cannot be reached",
		"http://example.org/" + FileName:     "want https://host/path",
		"https://a:b@example.org/index.yaml": "want https://host/path",
	} {
		_, err := Open(t.Context(), place, Client{})
		refused(t, err, want)
		refused(t, err, "reading the list of plugins "+place)
		if errors.Is(err, ErrUnreachable) != (place == gone.URL) {
			t.Errorf("%s: %v", place, err)
		}
	}
}

func TestCopy(t *testing.T) {
	dir := t.TempDir()
	text := tarOf(t, manifestFile)
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	if err := os.WriteFile(from, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if sum, err := Copy(from, to); err != nil || sum != sumOf(text) {
		t.Errorf("%s, %v", sum, err)
	}
	if got, err := os.ReadFile(to); err != nil || string(got) != string(text) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if err := os.WriteFile(from, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Copy(from, to+"2")
	refused(t, err, "it is something else, and neither")
	_, err = readAll(io.LimitReader(strings.NewReader("text"), 4), 3)
	refused(t, err, "it is longer than 0 KiB")
}
