package page

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
	"sync"
	"time"
)

// recent holds pages that were made a moment ago, so that many readers of one page have it made once.
type recent struct {
	mu    sync.Mutex
	pages map[string]*made
}

// made is a page that was made.
type made struct {
	begun  time.Time
	state  int64 // of the desk, see desk.Desk.State
	html   []byte
	packed func() []byte // html compressed
}

// Bounds of pages that are held.
const (
	pageAge   = time.Second // for which a page is good if somebody else writes
	mostPages = 64
	mostHTML  = 512 << 10 // bytes of one page
)

// get returns the page of an address, nil if it was made too long ago or in another state.
func (c *recent) get(address string, state int64, now time.Time) *made {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.pages[address]
	if p == nil || p.state != state || now.Sub(p.begun) > pageAge {
		return nil
	}
	return p
}

// add holds a page that was begun at a time and in a state.
func (c *recent) add(address string, state int64, begun time.Time, html []byte) {
	if len(html) > mostHTML {
		return
	}
	p := &made{begun, state, html, sync.OnceValue(func() []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		w.Write(html) // a buffer takes everything
		w.Close()
		return b.Bytes()
	})}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.pages) >= mostPages {
		clear(c.pages)
	}
	c.pages[address] = p
}

// write sends the page, compressed to a client that takes that.
func (p *made) write(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", htmlType)
	accepted := r.Header.Get("Accept-Encoding")
	if !strings.Contains(accepted, "gzip") || strings.Contains(accepted, "q=0") {
		w.Write(p.html)
		return
	}
	w.Header().Set("Content-Encoding", "gzip")
	w.Write(p.packed())
}
