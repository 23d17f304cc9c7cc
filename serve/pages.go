package serve

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strings"
)

//go:embed pages/*.html
var pageFiles embed.FS

//go:embed static
var staticFiles embed.FS

// layout is what every page has, and what differs between them.
type layout struct {
	Title, Tab string
	Command    string      // the equal command, "" if there is none
	Formats    [][2]string // name and address of the same in other formats
	Refresh    int         // seconds until the page is asked for again, 0 for never
	Problem    *problem
	Body       any

	Note, Database   string
	ReadOnly         bool
	Compute, Queries bool
	Tabs             [][2]string
}

var tabs = [][2]string{{"Library", "/"}, {"Puzzle", "/p"}, {"Compare", "/compare"}, {"Runs", "/runs"}, {"Plugins", "/plugins"},
	{"Generate", "/generate"}, {"Query", "/query"}}

func (s *Server) pages(mux *http.ServeMux) {
	get := func(pattern string, page func(*http.Request) (*layout, error)) {
		mux.HandleFunc("GET "+pattern, func(w http.ResponseWriter, r *http.Request) { s.show(w, r, page) })
	}
	post := func(pattern string, act func(w http.ResponseWriter, r *http.Request) (*layout, error)) {
		mux.HandleFunc("POST "+pattern, func(w http.ResponseWriter, r *http.Request) {
			r.Body = http.MaxBytesReader(w, r.Body, maxBody)
			s.show(w, r, func(r *http.Request) (*layout, error) { return act(w, r) })
		})
	}
	get("/{$}", s.libraryPage)
	get("/p", s.puzzlePage)
	get("/p/{id}", s.puzzlePage)
	get("/compare", s.comparePage)
	get("/runs", s.runsPage)
	get("/runs/{id}", s.runPage)
	get("/plugins", s.pluginsPage)
	get("/generate", s.generatePage)
	get("/query", s.queryPage)
	if !s.options.NoCompute {
		post("/p", s.find)
		post("/generate", s.make)
		if !s.options.ReadOnly {
			post("/runs", s.begin)
			post("/runs/{id}/cancel", s.cancel)
			post("/runs/{id}/resume", s.goOn)
		}
	}
	if !s.options.ReadOnly {
		mux.HandleFunc("POST /import", func(w http.ResponseWriter, r *http.Request) {
			r.Body = http.MaxBytesReader(w, r.Body, maxImport)
			s.show(w, r, s.importPage)
		})
		post("/tag", s.tag)
	}
	mux.HandleFunc("GET /export", s.export)
	mux.HandleFunc("GET /static/{name}", s.static)
	mux.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) {
		s.show(w, r, func(*http.Request) (*layout, error) {
			return nil, newProblem(http.StatusNotFound, "there is no page "+r.URL.Path)
		})
	})
}

// show writes a page, or what went wrong.
func (s *Server) show(w http.ResponseWriter, r *http.Request, page func(*http.Request) (*layout, error)) {
	l, err := page(r)
	status := http.StatusOK
	if err != nil {
		p := s.problemOf(err)
		if p.retry {
			w.Header().Set("Retry-After", retryAfter)
		}
		status = p.Status
		if l == nil {
			l = &layout{Title: p.Title, Tab: "problem"}
		}
		l.Problem = p
	}
	if l == nil { // it has sent the client elsewhere
		return
	}
	l.Note, l.Database, l.ReadOnly, l.Tabs = s.options.Note, s.env.Database, s.options.ReadOnly, tabs
	l.Compute, l.Queries = !s.options.NoCompute, !s.options.NoSQL
	var b bytes.Buffer
	if err := s.template(l.Tab).ExecuteTemplate(&b, "layout", l); err != nil {
		s.options.Log.Error("a page failed", "page", l.Tab, "error", err)
		http.Error(w, "the page could not be made", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	w.Write(b.Bytes())
}

// parsed are the templates of pages by name, each with the layout.
var parsed = func() map[string]*template.Template {
	none := template.FuncMap{"path": func(string) string { return "" }, "static": func(string) string { return "" },
		"has": func(string) bool { return false }}
	all := map[string]*template.Template{}
	names, err := fs.Glob(pageFiles, "pages/*.html")
	if err != nil {
		panic(err)
	}
	for _, name := range names {
		all[strings.TrimSuffix(path.Base(name), ".html")] = template.Must(template.New("").Funcs(none).ParseFS(pageFiles,
			"pages/layout.html", "pages/grid.html", name))
	}
	return all
}()

func (s *Server) template(tab string) *template.Template {
	t := template.Must(parsed[tab].Clone())
	return t.Funcs(template.FuncMap{"path": s.path, "static": func(name string) string { return s.path("/static/" + hashed[name]) },
		"has": func(name string) bool { return hashed[name] != "" }})
}

// path is the address of a page here, behind a proxy too.
func (s *Server) path(p string) string { return s.options.BasePath + p }

// hashed are the names under which static files are served, by their own.
var hashed = func() map[string]string {
	names := map[string]string{}
	entries, err := staticFiles.ReadDir("static")
	if err != nil {
		panic(err)
	}
	for _, e := range entries {
		content, err := staticFiles.ReadFile("static/" + e.Name())
		if err != nil {
			panic(err)
		}
		sum := sha256.Sum256(content)
		base, suffix, _ := strings.Cut(e.Name(), ".")
		names[e.Name()] = base + "-" + hex.EncodeToString(sum[:6]) + "." + suffix
	}
	return names
}()

func (s *Server) static(w http.ResponseWriter, r *http.Request) {
	for name, served := range hashed {
		if served == r.PathValue("name") {
			content, err := staticFiles.ReadFile("static/" + name)
			if err != nil {
				break
			}
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
			w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
			w.Write(content)
			return
		}
	}
	http.NotFound(w, r)
}

// formatsOf are the addresses of a listing of the API in other formats.
func (s *Server) formatsOf(address string, v url.Values) (all [][2]string) {
	for _, format := range []string{"json", "csv"} {
		v.Set("format", format)
		all = append(all, [2]string{strings.ToUpper(format), s.path(apiPath + address + "?" + v.Encode())})
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
func (s *Server) elsewhere(w http.ResponseWriter, r *http.Request, format string, args ...any) (*layout, error) {
	http.Redirect(w, r, s.path(fmt.Sprintf(format, args...)), http.StatusSeeOther)
	return nil, nil
}
