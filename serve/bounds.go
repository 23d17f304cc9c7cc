package serve

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
)

// Bounds of a request.
const (
	readTime  = 15 * time.Second // that only reads: computing, and waiting for a slot, have shorter times of their own
	writeTime = bodyTime         // that stores something
	maxBody   = 1 << 20
	maxImport = 64 << 20
)

// bounded gives requests a time, and reads their bodies before next is called. A client that sends slowly keeps nothing
// busy so, and the context of a request ends when its client leaves, which net/http notices only behind the body.
func bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		most, limit := int64(maxBody), readTime
		name := strings.TrimPrefix(r.URL.Path, desk.APIPath)
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			limit = writeTime
			if name == "/import" || name == "/puzzles" {
				most = maxImport
			}
		}
		if r.ContentLength != 0 {
			body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
			r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body), failing{err}))
		}
		if last := path.Base(name); last != "events" && last != "export" { // each part of which has a time
			ctx, cancel := context.WithTimeout(r.Context(), limit)
			defer cancel()
			r = r.WithContext(ctx)
		}
		next.ServeHTTP(w, r)
	})
}

// failing is the end of a body that could not be read as a whole.
type failing struct{ err error }

// Read returns the error, or the end if there is none.
func (f failing) Read([]byte) (int, error) {
	if f.err == nil {
		return 0, io.EOF
	}
	return 0, f.err
}
