package page

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
)

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
