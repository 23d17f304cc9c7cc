package page

import (
	"compress/gzip"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// A page is sent again for a second, and no longer if something was changed here.
func TestRecent(t *testing.T) {
	c := recent{pages: map[string]*made{}}
	begun := time.Unix(1, 0)
	c.add("/library", 7, begun, []byte("<p>three"))
	c.add("/large", 7, begun, make([]byte, mostHTML+1))
	for _, q := range []struct {
		address string
		state   int64
		after   time.Duration
		found   bool
	}{
		{"/library", 7, 0, true}, {"/library", 7, pageAge, true}, {"/library", 7, pageAge + 1, false},
		{"/library", 8, 0, false}, {"/p/1", 7, 0, false}, {"/large", 7, 0, false},
	} {
		if found := c.get(q.address, q.state, begun.Add(q.after)) != nil; found != q.found {
			t.Errorf("%+v", q)
		}
	}
	for encoding, packed := range map[string]bool{"": false, "gzip, br": true, "gzip;q=0": false} {
		r, w := httptest.NewRequest("GET", "/library", nil), httptest.NewRecorder()
		r.Header.Set("Accept-Encoding", encoding)
		c.get("/library", 7, begun).write(w, r)
		var body io.Reader = w.Body
		if (w.Header().Get("Content-Encoding") == "gzip") != packed {
			t.Errorf("%q: %v", encoding, w.Header())
		} else if packed {
			var err error
			if body, err = gzip.NewReader(body); err != nil {
				t.Fatal(err)
			}
		}
		if text, err := io.ReadAll(body); string(text) != "<p>three" || err != nil {
			t.Errorf("%q: %q %v", encoding, text, err)
		}
	}
	for range mostPages {
		c.add(strings.Repeat("x", len(c.pages)), 7, begun, nil)
	}
	if len(c.pages) > mostPages {
		t.Errorf("%d pages are held", len(c.pages))
	}
}
