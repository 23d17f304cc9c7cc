package serve_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/manifest"
	"github.com/sudokuctl/sudokuctl/serve"
	"github.com/sudokuctl/sudokuctl/store/sqlite"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
)

// Only our own names are answered to, whatever else leads to this address.
func TestHosts(t *testing.T) {
	s := newServed(t, func(o *serve.Options) {
		o.Hosts = []string{"localhost:7411", "127.0.0.1:7411", "[::1]:7411", "sudoku.example.org"}
	})
	for host, want := range map[string]int{
		"localhost:7411": 200, "LOCALHOST:7411": 200, "localhost.:7411": 200, "127.0.0.1:7411": 200, "[::1]:7411": 200,
		"sudoku.example.org": 200, "sudoku.example.org:443": 200, "Sudoku.Example.Org.": 200,
		"localhost": 421, "localhost:1": 421, "localhost:74110": 421, "127.0.0.1": 421, "127.0.0.2:7411": 421, "0.0.0.0:7411": 421,
		"evil.example": 421, "evil.example:7411": 421, "127.0.0.1.evil:7411": 421, "localhost.evil:7411": 421, "localhost:7411.evil": 421,
		"evil@localhost:7411": 421, "[::1]": 421, "[::ffff:127.0.0.1]:7411": 421, "xsudoku.example.org": 421,
	} {
		if w := s.get("/", "Host", host); w.Code != want {
			t.Errorf("host %q: %d, want %d", host, w.Code, want)
		}
	}
}

// Another site can send nothing that changes anything.
func TestOtherSites(t *testing.T) {
	s := newServed(t, nil)
	for _, c := range []struct {
		headers []string
		want    int
	}{
		{nil, 303}, {[]string{"Sec-Fetch-Site", "same-origin"}, 303}, {[]string{"Sec-Fetch-Site", "none"}, 303},
		{[]string{"Sec-Fetch-Site", "cross-site"}, 403}, {[]string{"Sec-Fetch-Site", "same-site"}, 403},
		{[]string{"Origin", "http://evil.example"}, 403}, {[]string{"Origin", "http://localhost:8080"}, 403}, {[]string{"Origin", "null"}, 403},
		{[]string{"Origin", "http://localhost:7411"}, 303},
		{[]string{"Sec-Fetch-Site", "same-origin", "Host", "evil.example:7411"}, 421}, // a rebound name
	} {
		if w := s.do(http.MethodPost, "/tag", "where=id+%3D%3D+1&tag=x", c.headers...); w.Code != c.want {
			t.Errorf("%v: %d, want %d: %s", c.headers, w.Code, c.want, w.Body)
		}
	}
}

// What another site makes a browser ask is answered if it is a link to a page, and to the API only from origins that may use it.
func TestOtherSitesRead(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Desk.ReadOnly, o.Origins = true, []string{"https://sudoku.example"} })
	const elsewhere, friend = "Sec-Fetch-Site=cross-site", "Origin=https://sudoku.example"
	for _, c := range []struct {
		method, address, headers string
		want                     int
	}{
		{"GET", "/api/v1/query?sql=SELECT+1", "", 200}, {"GET", "/api/v1/query?sql=SELECT+1", "Sec-Fetch-Site=same-origin", 200},
		{"GET", "/api/v1/query?sql=SELECT+1", elsewhere, 403}, {"GET", "/api/v1/query?sql=SELECT+1", "Sec-Fetch-Site=same-site", 403},
		{"GET", "/api/v1/query?sql=SELECT+1", elsewhere + " Sec-Fetch-Mode=navigate", 403},
		{"GET", "/api/v1/puzzles", "Origin=https://evil.example", 403}, {"GET", "/api/v1/puzzles", "Origin=null", 403},
		{"GET", "/query?sql=SELECT+1", elsewhere + " Sec-Fetch-Mode=no-cors", 403}, {"GET", "/p/1", elsewhere + " Sec-Fetch-Mode=navigate", 200},
		{"GET", "/api/v1/puzzles", elsewhere + " " + friend, 200}, {"OPTIONS", "/api/v1/check", elsewhere + " " + friend, 204},
		{"POST", "/api/v1/check", elsewhere + " " + friend, 200}, {"POST", "/api/v1/check", elsewhere + " " + friend + ".evil", 403},
		{"POST", "/p", elsewhere + " " + friend, 403}, {"GET", "/query?sql=SELECT+1", elsewhere + " " + friend, 403},
	} {
		body, headers := "", []string{}
		if c.method == http.MethodPost {
			body = `{"puzzle":"` + easy + `"}`
		}
		for _, header := range strings.Fields(c.headers) {
			name, value, _ := strings.Cut(header, "=")
			headers = append(headers, name, value)
		}
		w := s.do(c.method, c.address, body, headers...)
		if w.Code != c.want {
			t.Errorf("%s %s with %s: %d, want %d: %s", c.method, c.address, c.headers, w.Code, c.want, w.Body)
		}
		if allowed := w.Header().Get("Access-Control-Allow-Origin"); (allowed != "") != (c.want < 300 && strings.Contains(c.headers, friend)) {
			t.Errorf("%s %s with %s lets %q read it", c.method, c.address, c.headers, allowed)
		}
	}
	const question = "/query?sql=SELECT+6*7%2C+%27%3C%27"
	for site, runs := range map[string]bool{"": true, "same-origin": true, "none": true, "same-site": false, "cross-site": false, "x": false} {
		headers := []string{"Sec-Fetch-Mode", "navigate", "Sec-Fetch-Site", site}
		if site == "" {
			headers = nil
		}
		w := s.get(question, headers...)
		if body := w.Body.String(); w.Code != http.StatusOK || strings.Contains(body, ">42<") != runs || strings.Contains(body, "it was not run") == runs ||
			!strings.Contains(body, "SELECT 6*7, &#39;&lt;&#39;</textarea>") {
			t.Errorf("%s from %q: %d %s", question, site, w.Code, body)
		}
	}
	s = newServed(t, func(o *serve.Options) { o.Secret, o.Origins = "s3cret", []string{"https://sudoku.example"} })
	if w := s.get("/api/v1/puzzles", "Origin", "https://sudoku.example"); w.Code != http.StatusUnauthorized {
		t.Errorf("without the secret: %d", w.Code)
	}
	if w := s.do(http.MethodOptions, "/api/v1/check", "", "Origin", "https://sudoku.example"); w.Code != http.StatusNoContent ||
		!strings.Contains(w.Header().Get("Access-Control-Allow-Headers"), "Authorization") {
		t.Errorf("asking whether it may: %d %v", w.Code, w.Header())
	}
}

// A frame of another site shows what is made for it, if the site is named, and everybody a picture or a feed.
func TestFrames(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Desk.ReadOnly, o.Framers = true, []string{"https://paper.example"} })
	frame := []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"}
	for address, want := range map[string]string{"/embed/p?puzzle=" + easy: "frame-ancestors https://paper.example", "/p/1": "frame-ancestors 'none'"} {
		if w := s.get(address, frame...); w.Code != http.StatusOK || !strings.HasSuffix(w.Header().Get("Content-Security-Policy"), want) {
			t.Errorf("%s: %d %v", address, w.Code, w.Header())
		}
	}
	picture := []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "image"}
	today := time.Now().UTC().Format(time.DateOnly)
	if w := s.get("/daily/daily/"+today+".svg", picture...); w.Code != http.StatusOK || w.Header().Get("Cross-Origin-Resource-Policy") != "cross-origin" {
		t.Errorf("a picture: %d %v", w.Code, w.Header())
	}
	for _, address := range []string{"/daily/daily", "/p/1", "/api/v1/daily"} {
		if w := s.get(address, picture...); w.Code != http.StatusForbidden {
			t.Errorf("%s as a picture: %d", address, w.Code)
		}
	}
	if w := newServed(t, nil).get("/embed/p/1", frame...); !strings.HasSuffix(w.Header().Get("Content-Security-Policy"), "frame-ancestors 'none'") {
		t.Errorf("unless somebody is named: %v", w.Header())
	}
}

// A ticket is good for one browser; after that its cookie or the secret is needed.
func TestTickets(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Secret = "s3cret" })
	for _, c := range []struct {
		header, value string
		want          int
	}{{"Accept", "*/*", 401}, {"Authorization", "Bearer wrong", 401}, {"Authorization", "Bearer ", 401}, {"Authorization", "s3cret", 401},
		{"Cookie", "sudokuctl-7411=s3cret", 401}, {"Authorization", "Bearer s3cret", 200}} {
		for _, address := range []string{"/", "/api/v1/puzzles", "/metrics"} {
			if w := s.get(address, c.header, c.value); w.Code != c.want {
				t.Errorf("%s with %s %q: %d, want %d", address, c.header, c.value, w.Code, c.want)
			}
		}
	}
	ticket := s.Ticket()
	w := s.get("/runs?ticket=" + ticket + "&x=1")
	cookie := w.Header().Get("Set-Cookie")
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/runs?x=1" || !strings.Contains(cookie, "HttpOnly") ||
		!strings.Contains(cookie, "SameSite=Strict") || !strings.HasPrefix(cookie, "sudokuctl-7411=") {
		t.Fatalf("%d %v", w.Code, w.Header())
	}
	value, _, _ := strings.Cut(cookie, ";")
	if w := s.get("/runs?x=1", "Cookie", value); w.Code != http.StatusOK {
		t.Errorf("with the cookie: %d", w.Code)
	}
	if w := s.get("/?ticket=" + ticket); w.Code != http.StatusUnauthorized || w.Header().Get("Set-Cookie") != "" {
		t.Errorf("the second time: %d", w.Code)
	}
	for _, forged := range []string{serve.NewTicket("another"), "x", ticket[:26] + "00000000000000000000000000000000"} {
		if w := s.get("/?ticket=" + forged); w.Code != http.StatusUnauthorized || w.Header().Get("Set-Cookie") != "" {
			t.Errorf("with the ticket %s: %d", forged, w.Code)
		}
	}
	if to := s.get("http://localhost:7411//evil.example/?ticket=" + s.Ticket()).Header().Get("Location"); to != "/evil.example/" {
		t.Errorf("it sends the browser to %q", to)
	}
}

// A browser without a cookie finds a form for the token, which leads to the page that it asked for.
func TestSignIn(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Secret, o.Desk.BasePath = "s3cret", "/sudoku" })
	w := s.get("/sudoku/runs?after=3&x=%3Cb%3E")
	if text := w.Body.String(); w.Code != http.StatusUnauthorized || !strings.Contains(text, `name="to" value="/runs?after=3&amp;x=%3Cb%3E"`) ||
		!strings.Contains(text, "sudokuctl serve --list") || !strings.Contains(text, `action="/sudoku/sign-in"`) {
		t.Fatalf("%d %s", w.Code, text)
	}
	for _, c := range []struct {
		token, to, location string
		status              int
	}{
		{"s3cret", "/runs?after=3", "/sudoku/runs?after=3", 303}, {" s3cret\n", "/", "/sudoku/", 303},
		{"s3cret", "https://evil.example/x", "/sudoku/x", 303}, {"s3cret", "//evil.example", "/sudoku/", 303}, {"s3cret", ":", "/sudoku/", 303},
		{"wrong", "/runs", "", 401}, {"", "/runs", "", 401},
	} {
		w := s.do(http.MethodPost, "/sudoku/sign-in", url.Values{"token": {c.token}, "to": {c.to}}.Encode())
		if cookie := w.Header().Get("Set-Cookie"); w.Code != c.status || w.Header().Get("Location") != c.location || (cookie != "") != (c.status == 303) {
			t.Errorf("token %q to %q: %d %v", c.token, c.to, w.Code, w.Header())
		}
	}
	if w := s.do(http.MethodPost, "/sudoku/sign-in", "token=s3cret&to=/", "Sec-Fetch-Site", "cross-site"); w.Code != http.StatusForbidden {
		t.Errorf("from another site: %d", w.Code)
	}
	if w := s.get("/sudoku/api/v1/openapi.json"); w.Code != http.StatusOK {
		t.Errorf("the description of the API: %d", w.Code)
	}
}

// Every answer has the headers that keep other pages and scripts out.
func TestHeaders(t *testing.T) {
	s := newServed(t, nil)
	for _, address := range []string{"/", "/nowhere", "/api/v1/puzzles", "/api/v1/nowhere", "/health", "/static/x"} {
		h := s.get(address).Header()
		for name, want := range map[string]string{"Content-Security-Policy": "script-src 'self'; style-src 'self'; ", "X-Content-Type-Options": "nosniff",
			"Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin"} {
			if !strings.Contains(h.Get(name), want) {
				t.Errorf("%s: %s is %q", address, name, h.Get(name))
			}
		}
		if strings.Contains(h.Get("Content-Security-Policy"), "unsafe") {
			t.Errorf("%s: %s", address, h.Get("Content-Security-Policy"))
		}
	}
}

// What is switched off has no handler at all; what adds or accepts plugins never has one.
func TestSwitchedOff(t *testing.T) {
	writing := []string{"POST /import", "POST /tag", "POST /api/v1/puzzles", "POST /api/v1/tags/x?where=id==1", "DELETE /api/v1/tags/x?where=id==1"}
	computing := []string{"POST /p", "POST /generate", "POST /api/v1/solve", "POST /api/v1/explain", "POST /api/v1/hint", "POST /api/v1/grade",
		"POST /api/v1/check", "POST /api/v1/convert", "POST /api/v1/generate"}
	both := []string{"POST /runs", "POST /runs/1/resume", "POST /api/v1/runs", "POST /api/v1/runs/1/resume", "POST /api/v1/runs/1/cancel"}
	never := []string{"POST /plugins", "POST /api/v1/plugins", "PUT /api/v1/plugins/x", "DELETE /api/v1/plugins/dlx", "POST /trust", "POST /api/v1/trust",
		"POST /config", "POST /api/v1/query"}
	for _, c := range []struct {
		name   string
		change func(*serve.Options)
		off    [][]string
	}{
		{"everything on", nil, [][]string{never}},
		{"--read-only --plays", func(o *serve.Options) { o.Desk.ReadOnly = true }, [][]string{never, writing, both}},
		{"without --plays", func(o *serve.Options) { o.Desk.Plays = false }, [][]string{never, {"GET /api/v1/plays", "POST /api/v1/plays", "DELETE /api/v1/plays"}}},
		{"--no-compute", func(o *serve.Options) { o.Desk.NoCompute = true }, [][]string{never, computing, both}},
		{"without --sql", func(o *serve.Options) { o.Desk.NoSQL = true }, [][]string{never, {"GET /query?sql=SELECT+1", "GET /api/v1/query?sql=SELECT+1"}}},
	} {
		s := newServed(t, c.change)
		for _, routes := range c.off {
			for _, route := range routes {
				method, address, _ := strings.Cut(route, " ")
				if w := s.do(method, address, ""); w.Code != http.StatusNotFound && w.Code != http.StatusMethodNotAllowed {
					t.Errorf("%s: %s answers %d", c.name, route, w.Code)
				}
			}
		}
	}
}

func linksOf(page string) (links []string) {
	for before, rest, found := strings.Cut(page, `="`); found; before, rest, found = strings.Cut(rest, `="`) {
		if strings.HasSuffix(before, "href") || strings.HasSuffix(before, "src") || strings.HasSuffix(before, "action") {
			link, _, _ := strings.Cut(rest, `"`)
			links = append(links, html.UnescapeString(link))
		}
	}
	return links
}

// Behind a proxy every link leads below the path of the proxy.
func TestBasePath(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Desk.BasePath = "/sudoku/" })
	for _, address := range []string{"/sudoku/", "/sudoku/p/1", "/sudoku/compare", "/sudoku/runs", "/sudoku/query"} {
		w := s.get(address)
		if w.Code != http.StatusOK {
			t.Errorf("%s: %d", address, w.Code)
		}
		for _, link := range linksOf(w.Body.String()) {
			if strings.HasPrefix(link, "/") && !strings.HasPrefix(link, "/sudoku/") {
				t.Errorf("%s links to %s", address, link)
			}
		}
	}
	if w := s.get("/runs"); w.Code != http.StatusNotFound {
		t.Errorf("outside of the path: %d", w.Code)
	}
}

// mostPages is how many pages a crawler visits: links that narrow conditions make very many.
const mostPages = 200

// A crawler that follows every link changes nothing and finds no broken one.
func TestCrawler(t *testing.T) {
	t.Parallel()
	s := newServed(t, nil)
	db, err := sql.Open(sqlite.Driver, "file:"+s.path+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // a data version is of one connection
	version := func() (n int) {
		t.Helper()
		if err := db.QueryRow("PRAGMA data_version").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	s.do(http.MethodPost, "/p", "id=1&find=steps")
	before := version()
	seen, queue := map[string]bool{"/": true}, []string{"/p/1?step=1", "/", "/runs/1", "/query?sql=SELECT+1", "/generate?seed=4"}
	for n := 0; n < len(queue) && n < mostPages; n++ {
		w := s.get(queue[n])
		posted := strings.HasSuffix(queue[n], "/import") || strings.HasSuffix(queue[n], "/tag")
		drawn := queue[n] == "/random" && w.Code == http.StatusSeeOther
		if w.Code != http.StatusOK && !posted && !drawn {
			t.Errorf("%s: %d %.200s", queue[n], w.Code, w.Body)
		}
		if !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
			continue
		}
		for _, link := range linksOf(w.Body.String()) {
			if strings.HasPrefix(link, "/") && !seen[link] {
				seen[link] = true
				queue = append(queue, link)
			}
		}
	}
	if after := version(); after != before {
		t.Errorf("the data version was %d and is %d", before, after)
	}
	if s.do(http.MethodPost, "/tag", "where=id+%3D%3D+1&tag=x"); version() == before {
		t.Error("the data version does not tell a change")
	}
}

// hostile are 200 texts that would run as a script, or become an element, if a page took them for HTML.
func hostile() (texts []string) {
	forms := []string{"<script>%s</script>", "<img src=x onerror=%s>", "\"><svg onload=%s>", "' onmouseover='%s", "\" autofocus onfocus=\"%s",
		"javascript:%s", "</textarea><script>%s</script>", "</title><script>%s</script>", "</style><script>%s</script>", "<!--<img src=--><img src=x onerror=%s>",
		"<a href=javascript:%s>x</a>", "<iframe srcdoc='<script>%s</script>'>", "{{%s}}", "${%s}", "<math><mi xlink:href=javascript:%s>", "<base href=//%s>",
		"<form action=javascript:%s><button>", "<meta http-equiv=refresh content=0;url=javascript:%s>", "<details open ontoggle=%s>", "<body onload=%s>",
		"<object data=javascript:%s>", "<embed src=javascript:%s>", "<link rel=stylesheet href=//%s>", "]]><script>%s</script>", "&lt;script&gt;%s&lt;/script&gt;",
		"\\u003cscript\\u003e%s", "<scr<script>ipt>%s</script>", "<ScRiPt >%s</ScRiPt >", "<svg><script>%s</script></svg>", "<x onclick=%s>click",
		"<input onfocus=%s autofocus>", "<video><source onerror=%s>", "<audio src=x onerror=%s>", "<marquee onstart=%s>", "<select onfocus=%s autofocus>",
		"<style>@import '//%s'</style>", "<div style=background:url(//%s)>", "<b>%s</b>", "`%s`", "'-%s-'", "\";%s//", "</option><script>%s</script>",
		"</pre><script>%s</script>", "</code><script>%s</script>", "<table background=javascript:%s>", "<template><script>%s</script></template>",
		"<noscript><p title='</noscript><img src=x onerror=%s>'>", "<svg><animate onbegin=%s attributeName=x>", "<a href=\"data:text/html,%s\">x</a>", "<keygen onfocus=%s>"}
	for _, script := range []string{"alert(1)", "fetch('//evil')", "alert(document.cookie)", "location='//evil'"} {
		for _, form := range forms {
			texts = append(texts, fmt.Sprintf(form, script))
		}
	}
	return texts
}

// Texts of strangers in names, comments and tags are texts on every page, and so is whatever an address holds.
func TestHostileTexts(t *testing.T) {
	s := newServed(t, nil)
	texts := hostile()
	if len(texts) < 200 {
		t.Fatalf("%d texts", len(texts))
	}
	pages := []string{"/library?sort=-id", "/library?sort=-id&view=cards", "/compare", "/runs", "/query?sql=SELECT+*+FROM+puzzles"}
	for i, text := range texts {
		line := strings.Repeat(".", i%80) + fmt.Sprint(1+i/80) + strings.Repeat(".", 80-i%80)
		in := input.Reader(text, strings.NewReader(line+" "+text+"\n"))
		if _, err := input.Import(t.Context(), s.env.Store, input.ImportRequest{Input: in, Licence: text, Tags: []string{text}}, nil); err != nil {
			t.Fatal(err)
		}
		q := url.QueryEscape(text)
		pages = append(pages, fmt.Sprintf("/p/%d", 7+i), "/library?where="+q, "/p?puzzle="+q, "/query?sql="+q, "/compare?ref="+q, "/generate?geometry="+q, "/nowhere/"+url.PathEscape(text))
	}
	for _, page := range pages {
		checkElements(t, page, s.get(page).Body.String())
	}
}

var (
	foreign = regexp.MustCompile(`(?i)^</?(script|iframe|math|base|object|embed|video|audio|source|marquee|style|template|animate|keygen|x|b|noscript)\b|` +
		`^<(body\s|div style|details open on|scr<)|\son[a-z]+=|(href|src|action|data|background)="?javascript:|srcdoc`)
	inQuotes = regexp.MustCompile(`"[^"]*"`)
	ours     = regexp.MustCompile(`<script type="module" src="/static/(app|set|list)-[0-9a-f]+\.js"></script>|<script type="application/json" id="(puzzle|board)-data">[^<>]*</script>`)
)

// harmless are tags that were looked at: most pages have the same ones.
var harmless = map[string]bool{}

// checkElements reports elements and attributes that a page has from a text of a stranger.
func checkElements(t *testing.T, page, body string) {
	t.Helper()
	for _, rest, found := strings.Cut(ours.ReplaceAllString(body, ""), "<"); found; _, rest, found = strings.Cut(rest, "<") {
		end := strings.IndexByte(rest, '>') + 1
		if end == 0 {
			return
		}
		tag := "<" + rest[:end]
		rest = rest[end:]
		if harmless[tag] {
			continue
		}
		if foreign.MatchString(inQuotes.ReplaceAllString(tag, `""`)) || strings.Contains(tag, `href="javascript:`) {
			t.Errorf("%s holds %s", page, tag)
			continue
		}
		harmless[tag] = true
	}
}

// What plugins are called, where they are, why they are not used, and what they wrote to stderr before they failed are texts
// on every page.
func TestHostilePlugins(t *testing.T) {
	texts := hostile()
	now := 0
	s := newServed(t, func(o *serve.Options) {
		listed := o.Desk.Find
		o.Desk.Find = func() []find.Candidate {
			c := find.Candidate{ID: texts[now], Kind: texts[now], Path: texts[now], Rejected: texts[now],
				Manifest: &manifest.Manifest{Tags: []string{texts[now]}, Reads: []string{texts[now]}}}
			used := c
			used.Rejected = ""
			return append(listed(), c, used)
		}
		env := *o.Desk.Env
		env.Open = func(context.Context, string, map[string]any) (work.Plugin, error) {
			return nil, &lifecycle.StartError{ID: texts[now], Command: []string{texts[now]}, Stderr: []string{texts[now]}, Err: errors.New(texts[now])}
		}
		o.Desk.Env = &env
	})
	for now = range texts {
		id, q := url.PathEscape(texts[now]), url.QueryEscape(texts[now])
		for _, page := range []string{"/plugins", "/plugins/" + id, "/runs", "/generate", "/p/1"} {
			checkElements(t, page, s.get(page).Body.String())
		}
		for page, form := range map[string]string{"/p": "id=1&find=solutions&plugin=" + q, "/runs": "sample=famous&solver=" + q, "/generate": "plugin=" + q + "&seed=1",
			"/plugins/" + id: "x=1"} {
			checkElements(t, "POST "+page, s.do(http.MethodPost, page, form).Body.String())
		}
	}
}

// Where things lie on a server that everybody may read is told to nobody, nor by a plugin that fails.
func TestFoldersAreNotTold(t *testing.T) {
	const secret = "/srv/secret"
	for _, readOnly := range []bool{true, false} {
		s := newServed(t, func(o *serve.Options) {
			o.Desk.ReadOnly, o.Desk.Note = readOnly, `There is no database "`+secret+`/library.db" yet`
			listed := o.Desk.Find
			o.Desk.Find = func() []find.Candidate {
				c := find.Candidate{ID: "own", Kind: "grpc", Path: secret + "/own", Manifest: &manifest.Manifest{Reads: []string{secret + "/model"}}}
				bad := c
				bad.Rejected = secret + "/own can be written by others (" + secret + "/x/own)"
				return append(listed(), c, bad)
			}
			env := *o.Desk.Env
			open := env.Open
			env.Database = secret + "/library.db"
			env.Open = func(ctx context.Context, id string, settings map[string]any) (work.Plugin, error) {
				if id != "own" {
					return open(ctx, id, settings)
				}
				return nil, &lifecycle.StartError{ID: id, Command: []string{secret + "/own"}, Stderr: []string{secret + "/own: not found"},
					Err: fmt.Errorf("fork/exec %s/own: no such file", secret)}
			}
			o.Desk.Env = &env
		})
		told := 0
		look := func(what, body string) {
			if strings.Contains(html.UnescapeString(body), secret) {
				told++
				if readOnly {
					t.Errorf("%s tells %.400s", what, body[strings.Index(html.UnescapeString(body), secret):])
				}
			}
		}
		for _, address := range []string{"/", "/library", "/plugins", "/plugins/own", "/api/v1/plugins", "/api/v1/plugins/own", "/metrics", "/runs", "/generate", "/p/1",
			"/query?sql=PRAGMA+database_list", "/api/v1/query?sql=PRAGMA+database_list", "/api/v1/query?sql=SELECT+*+FROM+pragma_database_list", "/nowhere"} {
			body := s.get(address).Body.String()
			look(address, body)
			if strings.Contains(address, "database_list") && strings.Contains(body, s.path) {
				t.Errorf("%s: %s", address, body)
			}
		}
		failed := s.do(http.MethodPost, "/api/v1/plugins/own/start", "").Body.String() + s.do(http.MethodPost, "/p", "id=1&find=solutions&plugin=own").Body.String()
		if strings.Contains(failed, secret+"/own") || !strings.Contains(failed, "a plugin failed") {
			t.Errorf("starting it: %s", failed)
		}
		if !readOnly && told < 8 {
			t.Errorf("the owner is told only %d times", told)
		}
	}
}
