package catalog

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func sumOf(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }

// serve starts a server of the given paths.
func serve(t *testing.T, paths map[string]http.HandlerFunc) (address string) {
	t.Helper()
	mux := http.NewServeMux()
	for path, answer := range paths {
		mux.HandleFunc(path, answer)
	}
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s.URL
}

// hang sends a beginning and then nothing until the client leaves.
func hang(w http.ResponseWriter, r *http.Request, begin []byte) {
	if begin != nil {
		_, _ = w.Write(begin)
		w.(http.Flusher).Flush()
	}
	<-r.Context().Done()
}

func TestDownload(t *testing.T) {
	text := tarOf(t, manifestFile)
	address := serve(t, map[string]http.HandlerFunc{
		"/there": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/x.tar.gz", http.StatusFound) },
		"/x.tar.gz": func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("User-Agent") != "sudokuctl" {
				t.Errorf("%v", r.Header)
			}
			_, _ = w.Write(text)
		}})
	file := filepath.Join(t.TempDir(), "archive")
	sum, err := Client{}.Download(t.Context(), address+"/there", file)
	if err != nil || sum != sumOf(text) {
		t.Errorf("%s, %v", sum, err)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != string(text) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if _, err := (Client{}).Download(t.Context(), address+"/there", file); err == nil {
		t.Error("a file was overwritten")
	}
}

func TestBadServers(t *testing.T) {
	text := tarOf(t, manifestFile)
	gone := httptest.NewServer(nil)
	gone.Close()
	cut := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "1000000")
		_, _ = w.Write(text)
	}
	endless := func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write(text)
		for zeros := make([]byte, 1<<20); ; {
			if _, err := w.Write(zeros); err != nil {
				return
			}
		}
	}
	drip := func(w http.ResponseWriter, r *http.Request) {
		for _, _ = w.Write(text); r.Context().Err() == nil; {
			_, _ = w.Write([]byte{0})
			w.(http.Flusher).Flush()
		}
	}
	to := func(place string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, place, http.StatusFound) }
	}
	address := serve(t, map[string]http.HandlerFunc{
		"/page": func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, "<!doctype html><title>Sign in")
		},
		"/silent":  func(w http.ResponseWriter, r *http.Request) { hang(w, r, nil) },
		"/stuck":   func(w http.ResponseWriter, r *http.Request) { hang(w, r, text) },
		"/busy":    func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) },
		"/cut":     cut,
		"/endless": endless,
		"/drip":    drip,
		"/plain":   to("http://example.org/x"),
		"/file":    to("file:///etc/passwd"),
		"/circle":  to("/circle"),
	})
	for _, c := range []struct {
		name, address, want string
		client              Client
	}{
		{"no such file", address + "/none", "the server answers 404 Not Found", Client{}},
		{"a server that is overloaded", address + "/busy", "the server answers 503 Service Unavailable", Client{}},
		{"nobody there", gone.URL, "the server cannot be reached: dial tcp", Client{}},
		{"a web page", address + "/page", "it is a web page, and neither a .tar.gz nor a .zip", Client{}},
		{"a redirect to http", address + "/plain", "it redirects to http://example.org/x, which is not https",
			Client{}},
		{"a redirect to a file", address + "/file", "it redirects to file:///etc/passwd, which is not https", Client{}},
		{"a circle", address + "/circle", "it redirects more than 5 times", Client{}},
		{"no answer", address + "/silent", "the server cannot be reached: it sent nothing for 50ms",
			Client{Patience: 50 * time.Millisecond}},
		{"an answer that stops", address + "/stuck", "it sent nothing for 50ms",
			Client{Patience: 50 * time.Millisecond}},
		{"an answer that drips", address + "/drip", "it took longer than 200ms", Client{Limit: 200 * time.Millisecond}},
		{"an answer that is cut off", address + "/cut", "the connection ended before the file did", Client{}},
		{"an answer without end", address + "/endless", "it is longer than 64 MiB", Client{}},
		{"http", "http://example.org/x", "want https://host/path", Client{}},
		{"a password", "https://ann:secret@example.org/x", "want https://host/path", Client{}},
		{"no host", "https:///x", "want https://host/path", Client{}},
		{"a file", "file:///etc/passwd", "want https://host/path", Client{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := c.client.Download(t.Context(), c.address, filepath.Join(t.TempDir(), "archive"))
			refused(t, err, c.want)
			silent := strings.Contains(c.want, "dial tcp") || c.client.Patience > 0
			if errors.Is(err, ErrUnreachable) != silent {
				t.Errorf("unreachable: %v", err)
			}
		})
	}
}

// A redirect from HTTPS to HTTP is not followed, not even on this machine.
func TestRedirectFromHTTPS(t *testing.T) {
	from := &http.Request{URL: must[*url.URL](t)(parseAddress("https://example.org/x"))}
	to := &http.Request{URL: must[*url.URL](t)(parseAddress("http://127.0.0.1/x"))}
	refused(t, checkRedirect(to, []*http.Request{from}), "it redirects to http://127.0.0.1/x, which is not https")
	if err := checkRedirect(from, []*http.Request{to}); err != nil {
		t.Error(err)
	}
}

func TestInterruptedDownload(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	address := serve(t, map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, r *http.Request) {
		cancel(errors.New("interrupted"))
		hang(w, r, nil)
	}})
	_, err := Client{}.Download(ctx, address, filepath.Join(t.TempDir(), "archive"))
	refused(t, err, "interrupted")
	if errors.Is(err, ErrUnreachable) {
		t.Error(err)
	}
}
