package library

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
)

// TestListServers prints a ticket for each server that is up, without asking it for one.
func TestListServers(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", dir)
	var out bytes.Buffer
	a := &app.App{Streams: &screen.Streams{Stdout: &out}}
	if err := listServers(t.Context(), a); err == nil || !strings.Contains(err.Error(), "no server of yours is up") {
		t.Errorf("without a server: %v", err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") }))
	defer server.Close()
	for port, s := range map[string]running{"1": {server.URL + "/", 1, "s3cret"}, "2": {server.URL + "/open/", 2, ""}} {
		if _, err := writeSecret(port, s.Address, s.Token); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "sudokuctl", "serve-3.json"), []byte(`{"address":"http://127.0.0.1:1/"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := listServers(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	want := regexp.QuoteMeta(server.URL+"/?ticket=") + `\w{40,}\n` + regexp.QuoteMeta(server.URL+"/open/") + `\n`
	if !regexp.MustCompile("^" + want + "$").Match(out.Bytes()) {
		t.Errorf("%s, want %s", &out, want)
	}
}

// TestProbe believes a server that says that it is up, and no other.
func TestProbe(t *testing.T) {
	health := "ok\n"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/sudoku/health" {
			w.WriteHeader(http.StatusNotFound)
		}
		fmt.Fprint(w, health)
	}))
	for address, up := range map[string]bool{server.URL + "/sudoku": true, server.URL + "/sudoku/": true, server.URL: false,
		"localhost:7411": false, "file:///etc/passwd": false, "": false} {
		if err := probe(t.Context(), address); (err == nil) != up {
			t.Errorf("%s: %v", address, err)
		}
	}
	health = "starting"
	if probe(t.Context(), server.URL+"/sudoku") == nil {
		t.Error("a server that is starting is up")
	}
	server.Close()
	if probe(t.Context(), server.URL+"/sudoku") == nil {
		t.Error("a server that is gone is up")
	}
}
