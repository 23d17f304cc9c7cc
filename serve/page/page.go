// Package page shows the library in a browser, as HTML that is readable without scripts.
//
// # How a page comes about
//
//   - A handler asks the desk, as the API does, and fills the body of its page.
//   - A template of html/ writes the body inside the layout that all pages share.
//   - Scripts make a board of the table and nothing else. Each form and link works without them.
//   - The state of a page is its address, so that a link shows the same again.
package page

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/serve/static"
	"github.com/sudokuctl/sudokuctl/work/record"
)

//go:embed html/*.html
var pageFiles embed.FS

// maxForm is how much of a form is kept in memory; files beyond it lie on the disk until they are read.
const maxForm = 1 << 20

// layout is what every page has, and what differs between them.
type layout struct {
	Title, Tab string
	Headed     bool        // the body has the heading
	Command    string      // the equal command, "" if there is none
	Formats    [][2]string // name and address of the same in other formats
	Refresh    int         // seconds until the page is asked for again, 0 for never
	Problem    *problem.Problem
	Body       any

	Note, Database   string
	ReadOnly         bool
	Compute, Queries bool
	Tabs             [][2]string
}

var tabs = [][2]string{{"Board", "/"}, {"Daily", "/daily"}, {"Learn", "/learn"}, {"Library", "/library"},
	{"Generate", "/generate"},
	{"Compare", "/compare"}, {"Runs", "/runs"}, {"Plugins", "/plugins"}, {"Query", "/query"}}

// In reports whether a page is in the part of the site that a tab leads to.
func (l *layout) In(tab string) bool {
	part, ok := map[string]string{"front": "board", "puzzle": "board", "run": "runs",
		"plugin": "plugins", "imported": "library", "series": "daily", "day": "daily", "lessons": "learn"}[l.Tab]
	if !ok {
		part = l.Tab
	}
	return strings.EqualFold(tab, part)
}

// Script is the script of a page, "" if it needs none.
func (l *layout) Script() string {
	switch l.Tab {
	case "front", "puzzle", "learn", "day":
		return "app.js"
	case "board":
		return "set.js"
	case "library", "run", "generate":
		return "list.js"
	}
	return ""
}

// site is all pages.
type site struct {
	desk      *desk.Desk
	templates func() map[string]*template.Template
	recent    recent
}

// Register adds the pages to mux.
func Register(mux *http.ServeMux, d *desk.Desk) {
	s := &site{desk: d, recent: recent{pages: map[string]*made{}}}
	s.templates = sync.OnceValue(func() map[string]*template.Template { return parsed(d.Path) })
	type pages map[string]func(*http.Request) (*layout, error)
	mux.HandleFunc("GET /{$}", s.front)
	mux.HandleFunc("GET /set", func(w http.ResponseWriter, r *http.Request) { s.showRecent(w, r, s.board) })
	same := pages{"/library": s.libraryPage, "/p/{id}": s.puzzlePage, "/learn": s.learnPage,
		"/learn/{technique}": s.learnPage, "/generate": s.generatePage} // to everybody
	for pattern, page := range same {
		mux.HandleFunc("GET "+pattern, func(w http.ResponseWriter, r *http.Request) { s.showRecent(w, r, page) })
	}
	others := pages{"/p": s.puzzlePage, "/compare": s.comparePage, "/runs": s.runsPage, "/runs/{id}": s.runPage,
		"/plugins":      s.pluginsPage,
		"/plugins/{id}": s.pluginPage, "/query": s.queryPage, "/daily": s.seriesPage, "/daily/{series}": s.dayPage,
		"/embed/p": s.embedPage, "/embed/p/{id}": s.embedPage, "/embed/daily/{series}": s.embedPage, "/": s.nowhere}
	for pattern, page := range others {
		mux.HandleFunc("GET "+pattern, func(w http.ResponseWriter, r *http.Request) { s.show(w, r, page) })
	}
	type actions map[string]func(http.ResponseWriter, *http.Request) (*layout, error)
	acts := actions{"GET /random": s.random}
	if !s.desk.Options.NoCompute {
		maps.Copy(acts, actions{"POST /p": s.find, "POST /generate": s.make, "POST /plugins/{id}": s.start})
	}
	if !s.desk.Options.ReadOnly {
		maps.Copy(acts, actions{"POST /import": s.importPage, "POST /tag": s.tag})
	}
	if !s.desk.Options.NoCompute && !s.desk.Options.ReadOnly {
		maps.Copy(acts, actions{"POST /runs": s.begin, "POST /runs/{id}/resume": s.onRun(s.desk.ResumeRun),
			"POST /runs/{id}/cancel": s.onRun(s.desk.CancelRun)})
	}
	for pattern, act := range acts {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			s.show(w, r, func(r *http.Request) (*layout, error) { return act(w, r) })
		})
	}
	mux.HandleFunc("GET /daily/{series}/{file}", s.dayFile)
	mux.HandleFunc("GET /export", s.export)
	mux.HandleFunc("GET /compare.html", s.saveCompare)
	mux.HandleFunc("GET /static/{name}", static.Serve)
}

// nowhere answers for an address without a page.
func (s *site) nowhere(r *http.Request) (*layout, error) {
	return nil, problem.New(http.StatusNotFound, "there is no page "+r.URL.Path)
}

// showRecent writes a page that says the same to everybody, as it was made a moment ago if nothing was changed here
// since.
func (s *site) showRecent(w http.ResponseWriter, r *http.Request, page func(*http.Request) (*layout, error)) {
	address, state, now := r.URL.RequestURI(), s.desk.State(), time.Now()
	if p := s.recent.get(address, state, now); p != nil {
		p.write(w, r)
		return
	}
	if html := s.show(w, r, page); html != nil {
		s.recent.add(address, state, now, html)
	}
}

const htmlType = "text/html; charset=utf-8"

// show writes a page, or one that says what went wrong, and returns it if nothing did.
func (s *site) show(w http.ResponseWriter, r *http.Request, page func(*http.Request) (*layout, error)) (html []byte) {
	l, err := page(r)
	status := http.StatusOK
	if err != nil {
		p := problem.Of(err, s.desk.Options.Log)
		if p.Retry {
			w.Header().Set("Retry-After", problem.RetryAfter)
		}
		status = p.Status
		if l == nil {
			l = &layout{Title: p.Title, Tab: "problem"}
		}
		l.Problem = p
		if l.Tab == "problem" {
			l.Body = onward(r.URL.Path)
		}
	}
	if l == nil {
		return nil // the client was sent elsewhere
	}
	var out bytes.Buffer
	if err := s.execute(&out, l); err != nil {
		s.desk.Options.Log.Error("a page failed", "page", l.Tab, "error", err)
		http.Error(w, "the page could not be made", http.StatusInternalServerError)
		return nil
	}
	w.Header().Set("Content-Type", htmlType)
	w.WriteHeader(status)
	w.Write(out.Bytes())
	if l.Problem != nil {
		return nil
	}
	return out.Bytes()
}

// onward is the name and the path of a page for somebody who found nothing at a path.
func onward(at string) [2]string {
	part, _, _ := strings.Cut(strings.TrimPrefix(at, "/"), "/")
	switch part {
	case "p":
		return [2]string{"To the library", "/library"}
	case "runs", "plugins":
		return [2]string{"All " + part, "/" + part}
	case "learn":
		return [2]string{"All techniques", "/learn"}
	case "daily":
		return [2]string{"All puzzles of the day", "/daily"}
	}
	return [2]string{"To today’s puzzle", "/"}
}

// execute writes a page by its template.
func (s *site) execute(out io.Writer, l *layout) error {
	l.Note, l.Database, l.ReadOnly, l.Tabs = s.desk.Told(s.desk.Options.Note), s.desk.Told(s.desk.Env.Database),
		s.desk.Options.ReadOnly, tabs
	l.Compute, l.Queries = !s.desk.Options.NoCompute, !s.desk.Options.NoSQL
	whole := "layout"
	if l.Tab == "embed" {
		whole = "embed"
	}
	return s.templates()[l.Tab].ExecuteTemplate(out, whole, l)
}

// parsed returns the templates of pages by name, each with the layout; address makes the address of a path.
func parsed(address func(string) string) map[string]*template.Template {
	funcs := template.FuncMap{"path": address, "technique": record.TechniqueText, "grouped": desk.Grouped,
		"estimated": desk.Estimated, "word": record.Word,
		"static": func(name string) string { return address("/static/" + static.Name(name)) },
		"sorted": sortText, "short": shortSource, "count": func(n int, thing string) string { return count(int64(n), thing) },
		"add": func(a, b int) int { return a + b }}
	all := map[string]*template.Template{}
	names, err := fs.Glob(pageFiles, "html/*.html")
	if err != nil {
		panic(err)
	}
	for _, name := range names {
		all[strings.TrimSuffix(path.Base(name), ".html")] = template.Must(template.New("").Funcs(funcs).ParseFS(pageFiles,
			"html/layout.html", "html/grid.html", "html/player.html", "html/playing.html", "html/shelf.html", name))
	}
	return all
}

// alone are the templates of pages that lead nowhere.
var alone = sync.OnceValue(func() map[string]*template.Template { return parsed(func(string) string { return "" }) })

// formatsOf are the addresses of a listing of the API in other formats.
func (s *site) formatsOf(address string, v url.Values) (all [][2]string) {
	for _, name := range []string{"JSON", "CSV", "LaTeX"} {
		v.Set("format", strings.ToLower(name))
		all = append(all, [2]string{name, s.desk.Path(desk.APIPath + address + "?" + v.Encode())})
	}
	v.Del("format")
	return all
}

// shell quotes a word for a shell.
func shell(word string) string {
	safe := func(c rune) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("-_./:=,", c)
	}
	if word != "" && strings.IndexFunc(word, func(c rune) bool { return !safe(c) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// elsewhere sends the client to another page.
func (s *site) elsewhere(w http.ResponseWriter, r *http.Request, format string, args ...any) (*layout, error) {
	http.Redirect(w, r, s.desk.Path(fmt.Sprintf(format, args...)), http.StatusSeeOther)
	return nil, nil
}

// SignIn answers a browser that is not known: with a form for the token that leads to a path below base, and from there
// to the page that it asked for; wrong says what was wrong with its address or token, "" for nothing.
func SignIn(w http.ResponseWriter, base, action, to, wrong string) {
	var b bytes.Buffer
	err := alone()["signin"].ExecuteTemplate(&b, "signin",
		map[string]string{"Base": base, "Action": action, "To": to, "Wrong": wrong,
			"Icon": static.Name("icon.svg"), "Style": static.Name("style.css")})
	if err != nil {
		panic(err) // of a template of our own
	}
	w.Header().Set("Content-Type", htmlType)
	w.WriteHeader(http.StatusUnauthorized)
	w.Write(b.Bytes())
}

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
