package serve_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
	"github.com/sudokuctl/sudokuctl/serve"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/library"
	"github.com/sudokuctl/sudokuctl/work/run"
)

func TestMain(m *testing.M) {
	if bundled.Serve() || serveFake() {
		return
	}
	_ = flag.Set("test.parallel", "6") // tests with a browser wait most of their time; the command line may say otherwise
	code := m.Run()
	endChromium()
	os.Exit(code)
}

// served is a server on a library in a file.
type served struct {
	t    testing.TB
	path string // of the library
	env  *work.Env
	*serve.Server
	options serve.Options
}

// answered is a library with a few puzzles that two solvers and a grader have answered, as a file.
var answered = sync.OnceValues(func() ([]byte, error) {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "served")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "library.db")
	s, err := store.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	h := host.New(host.Options{Bundled: bundled.Command, BundledIDs: bundled.IDs()})
	defer h.Close()
	in, err := input.Parse("sample:famous", nil)
	if err != nil {
		return nil, err
	}
	_, err = run.Run(ctx, work.Hosted(h, s), run.Request{Inputs: []*input.Input{in}, Solvers: []string{"entropybt", "dlx"},
		Graders: []string{"entropybt"}, Ask: runner.Ask{Limit: 2}}, nil)
	if err := errors.Join(err, s.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// newServed serves a library of answers.
func newServed(t testing.TB, change func(*serve.Options)) *served {
	t.Helper()
	library, err := answered()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "library.db")
	if err := os.WriteFile(path, library, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	h := host.New(host.Options{Bundled: command, BundledIDs: append(bundled.IDs(), slices.Sorted(maps.Keys(fakes))...)})
	t.Cleanup(func() { h.Close() })
	env := work.Hosted(h, s)
	env.Graders, env.Database, env.Version = []string{"entropybt"}, "library.db", "test"
	options := serve.Options{Desk: serve.DeskOptions{Env: env, Find: func() []find.Candidate { return h.Find() }, Limit: 2, Timeout: 10 * time.Second, Seed: 7, Plays: true, Bundled: bundled.Info},
		Hosts: []string{"localhost:7411"}}
	if change != nil {
		change(&options)
	}
	server := serve.New(options)
	t.Cleanup(server.Close)
	return &served{t, path, env, server, options}
}

// do sends a request; a body that begins with { is JSON, another one a form.
func (s *served) do(method, address, body string, headers ...string) *httptest.ResponseRecorder {
	s.t.Helper()
	r := httptest.NewRequestWithContext(s.t.Context(), method, address, strings.NewReader(body))
	r.Host = "localhost:7411"
	switch {
	case strings.HasPrefix(body, "{"):
		r.Header.Set("Content-Type", "application/json")
	case body != "":
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func (s *served) get(address string, headers ...string) *httptest.ResponseRecorder {
	return s.do(http.MethodGet, address, "", headers...)
}

const easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// A library that nothing has solved yet has nothing to compare, which is no failure.
func TestNothingToCompare(t *testing.T) {
	s := newServed(t, func(o *serve.Options) {
		empty, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "empty.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { empty.Close() })
		o.Desk.Env.Store = empty
	})
	for _, address := range []string{"/compare", "/compare.html", "/api/v1/compare"} {
		if w := s.get(address); w.Code == http.StatusInternalServerError || !strings.Contains(w.Body.String(), "o answers of solvers") {
			t.Errorf("%s: %d\n%s", address, w.Code, w.Body)
		}
	}
}

// Every page and every resource answers, in each format that it has.
func TestRoutes(t *testing.T) {
	s := newServed(t, nil)
	for _, c := range []struct{ address, accept, kind, holds string }{
		{"/", "", "text/html; charset=utf-8", `aria-label="row 9 column 9, `},
		{"/?shape=4", "", "text/html; charset=utf-8", `data-geometry="4"`},
		{"/?puzzle=1.3............4", "", "text/html; charset=utf-8", `aria-label="row 1 column 1, given 1"`},
		{"/library", "", "text/html; charset=utf-8", "6 puzzles"},
		{"/library", "", "text/html; charset=utf-8", `<ul class="cards">`},
		{"/library", "", "text/html; charset=utf-8", `aria-label="21 givens"><path`},
		{"/library?view=table", "", "text/html; charset=utf-8", `<th scope="col">level</th>`},
		{"/library?view=charts&cols=information_entropy", "", "text/html; charset=utf-8", `<title>clues from 21 to below 22: 4</title>`},
		{"/library?cols=information_entropy", "", "text/html; charset=utf-8", `<title>clues from 21 to below 22: 4</title>`},
		{"/library?where=clues<=24&metric=clues&from=22.5", "", "text/html; charset=utf-8", "clues&lt;=24 &amp;&amp; clues &gt;= 22.5"},
		{"/library?where=clues<20||clues>22&below=23", "", "text/html; charset=utf-8", "No puzzle fits this condition"},
		{"/library?from=x&below=23", "", "text/html; charset=utf-8", "6 puzzles"},
		{"/library?where=clues<=24&sort=-clues", "", "text/html; charset=utf-8", "sudokuctl list --limit 100 --where"},
		{"/p", "", "text/html; charset=utf-8", "any notation"},
		{"/p/1", "", "text/html; charset=utf-8", `role="grid"`},
		{"/p?puzzle=1.3............4", "", "text/html; charset=utf-8", `aria-label="row 1 column 1, given 1"`},
		{"/p?marks=on&puzzle=1.3............4", "", "text/html; charset=utf-8", `candidates 2 4`},
		{"/compare", "", "text/html; charset=utf-8", "None: no two solvers contradict each other"},
		{"/compare?ref=dlx", "", "text/html; charset=utf-8", "<svg"},
		{"/compare.html?ref=dlx", "", "text/html; charset=utf-8", "<style>:root"},
		{"/runs", "", "text/html; charset=utf-8", "done"},
		{"/runs/1", "", "text/html; charset=utf-8", "entropybt"},
		{"/plugins", "", "text/html; charset=utf-8", "bundled"},
		{"/generate", "", "text/html; charset=utf-8", "sudokuctl generate -n 1"},
		{"/compare", "", "text/html; charset=utf-8", `<th class="n" scope="col">solved</th><th class="n" scope="col">of these unique</th>`},
		{"/compare", "", "text/html; charset=utf-8", `<th scope="row">entropybt</th><td class="n">6</td><td class="n">6</td><td class="n">6</td>`},
		{"/compare", "", "text/html; charset=utf-8", `<th class="n" scope="col">unknown</th><th class="n" scope="col">timeout</th>`},
		{"/query?sql=SELECT+count(*)+AS+n+FROM+puzzles", "", "text/html; charset=utf-8", `<td class="n">6</td>`},
		{"/export?to=line", "", "text/plain; charset=utf-8", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."},
		{"/api/v1/puzzles", "", "application/json", `[{"id":1,`},
		{"/api/v1/puzzles", "application/x-ndjson", "application/x-ndjson", `{"id":1,`},
		{"/api/v1/puzzles?format=csv", "", "text/csv; charset=utf-8", "id,puzzle,geometry,clues,verdict"},
		{"/api/v1/puzzles/1", "", "application/json", `"verdict":"unique"`},
		{"/api/v1/puzzles/1/grades", "", "application/json", `"metric":"information_entropy"`},
		{"/api/v1/puzzles/1/results?format=csv", "", "text/csv; charset=utf-8", "puzzle_id,plugin,version"},
		{"/api/v1/puzzles/1/solutions", "", "application/json", `"solution":"`},
		{"/api/v1/facets?where=clues<=30", "", "application/json", `"approximate":false`},
		{"/api/v1/values?metric=information_entropy&bins=4", "", "application/json", `"puzzles":6,"without":0`},
		{"/api/v1/plugins/dlx", "", "application/json", `"kind":"solve"`},
		{"/plugins/dlx", "", "text/html; charset=utf-8", "What it did"},
		{"/api/v1/runs", "", "application/json", `"state":"done"`},
		{"/api/v1/runs?format=csv", "", "text/csv; charset=utf-8", "run,command,state"},
		{"/api/v1/runs/1", "", "application/json", `"tasks":[{"plugin":`},
		{"/api/v1/plugins", "", "application/json", `"id":"dlx"`},
		{"/api/v1/plugins?format=csv", "", "text/csv; charset=utf-8", "id,kind,origin"},
		{"/api/v1/query?sql=SELECT+1+AS+n", "", "application/json", `[{"n":1}]`},
		{"/api/v1/charts/cactus.svg", "", "image/svg+xml", "<svg"},
		{"/api/v1/charts/scatter.svg?ref=dlx", "", "image/svg+xml", "/p/1"},
		{"/api/v1/charts/scatter.svg?ref=dlx&against=entropybt", "", "image/svg+xml", "solver time for a puzzle: entropybt"},
		{"/api/v1/charts/box.svg?title=Figure+3+%26+4", "", "image/svg+xml", "<title>Figure 3 &amp; 4</title>"},
		{"/api/v1/charts/matrix.svg", "", "image/svg+xml", "n = 6 puzzles"},
		{"/compare?ref=dlx&title=Figure+3", "", "text/html; charset=utf-8", "sudokuctl compare --reference dlx --chart box --svg box.svg --title &#39;Figure 3&#39;</code>"},
		{"/compare?runs=1", "", "text/html; charset=utf-8", `<a href="/api/v1/charts/scatter.svg?runs=1" download>SVG</a>`},
		{"/query?x=id&y=clues&sql=SELECT+id,clues,puzzle+FROM+puzzles", "", "text/html; charset=utf-8", "<title>clues by id</title>"},
		{"/query?x=puzzle&y=id&sql=SELECT+id,puzzle+FROM+puzzles", "", "text/html; charset=utf-8", `<title>id by puzzle</title>`},
		{"/query?sql=SELECT+id,clues,verdict+FROM+puzzles", "", "text/html; charset=utf-8", `<option selected>clues</option></select>`},
		{"/query?sql=SELECT+id,verdict+FROM+puzzles", "", "text/html; charset=utf-8", `<select id="x" name="x"><option>id</option><option>verdict</option></select>`},
		{"/api/v1/charts/histogram.svg?metric=empty_cells", "", "image/svg+xml", "empty_cells in cells: cells that are not given"},
		{"/compare?ref=dlx&against=entropybt", "", "text/html; charset=utf-8", `<option selected>entropybt</option>`},
		{"/api/v1/compare?format=latex", "", "text/x-tex; charset=utf-8", `entropybt & 6 & 6 unique &`},
		{"/api/v1/compare", "text/x-tex", "text/x-tex; charset=utf-8", `\begin{tabular}{lrlrr`},
		{"/api/v1/query?format=latex&sql=SELECT+177598.86336727443+AS+n,+0.063123456+AS+m", "", "text/x-tex; charset=utf-8", "177599 & 0.06312 "},
		{"/api/v1/query?format=latex&sql=SELECT+'a_b'+AS+n", "", "text/x-tex; charset=utf-8", "\\hline\nn \\\\\n\\hline\na\\_b \\\\\n"},
		{"/api/v1/charts/matrix.svg", "", "image/svg+xml", "<svg"},
		{"/api/v1/charts/box.svg?runs=1", "", "image/svg+xml", "<svg"},
		{"/api/v1/charts/histogram.svg?metric=information_entropy", "", "image/svg+xml", "<svg"},
		{"/api/v1/openapi.json", "", "application/openapi+json", `"openapi":"3.1.0"`},
		{"/health", "", "text/plain; charset=utf-8", "ok"},
		{"/ready", "", "text/plain; charset=utf-8", "ready"},
		{"/metrics", "", "text/plain; version=0.0.4; charset=utf-8", `sudokuctl_request_seconds_count{route="GET /runs",status="2xx"} 1`},
	} {
		address := strings.NewReplacer("<", "%3C", "||", "%7C%7C", " ", "+").Replace(c.address)
		w := s.get(address, "Accept", c.accept)
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != c.kind || !strings.Contains(w.Body.String(), c.holds) {
			t.Errorf("GET %s as %q: %d %s, without %q:\n%.400s", c.address, c.accept, w.Code, w.Header().Get("Content-Type"), c.holds, w.Body)
		}
	}
}

// A comparison that is saved needs nothing but its file, and the library says what is worth a look.
func TestSaved(t *testing.T) {
	s := newServed(t, nil)
	body := s.get("/compare.html?runs=1&ref=dlx").Body.String()
	for _, holds := range []string{"entropybt", "<svg", "<title>puzzle 1</title>", "sudokuctl compare 1 --reference dlx"} {
		if !strings.Contains(body, holds) {
			t.Errorf("the file does not hold %s", holds)
		}
	}
	for _, without := range []string{"href=", "src=", "url(", "<script"} {
		if strings.Contains(body, without) {
			t.Errorf("the file holds %s", without)
		}
	}
	if _, err := input.Import(t.Context(), s.env.Store, input.ImportRequest{Input: input.Text("1.3............4")}, nil); err != nil {
		t.Fatal(err)
	}
	body = s.get("/library").Body.String()
	if !strings.Contains(body, `unsolved</a> <span class="count">1</span>`) {
		t.Errorf("no alert: %s", body)
	}
	if w := newServed(t, func(o *serve.Options) { o.Desk.NoCompute = true }).get("/compare.html?runs=7"); w.Code != http.StatusBadRequest {
		t.Errorf("a run that is not there: %d", w.Code)
	}
}

// The library is compressed, whether it is made or was made a moment ago.
func TestLibraryIsCompressed(t *testing.T) {
	s := newServed(t, nil)
	for range 2 {
		if w := s.get("/library", "Accept-Encoding", "gzip"); w.Header().Get("Content-Encoding") != "gzip" {
			t.Errorf("not compressed: %v", w.Header())
		}
	}
	if w := s.get("/library?sort=nothing"); w.Code != http.StatusNotFound {
		t.Errorf("a metric that is not there: %d", w.Code)
	}
}

// The board leads on: old addresses to the library, Random to a puzzle of it that is another one each time; what cannot be
// read is said with its place, above an empty grid.
func TestBoardLeads(t *testing.T) {
	s := newServed(t, nil)
	for address, want := range map[string]string{"/?where=clues+%3C%3D+24": "/library?where=clues+%3C%3D+24", "/?view=cards": "/library?view=cards"} {
		if w := s.get(address); w.Code != http.StatusMovedPermanently || w.Header().Get("Location") != want {
			t.Errorf("%s: %d %s", address, w.Code, w.Header().Get("Location"))
		}
	}
	for range 9 {
		if w := s.get("/random?not=1"); w.Code != http.StatusSeeOther || !strings.HasPrefix(w.Header().Get("Location"), "/p/") || w.Header().Get("Location") == "/p/1" {
			t.Errorf("random: %d %s", w.Code, w.Header().Get("Location"))
		}
	}
	if w := s.get("/random?technique=x_wing"); w.Code != http.StatusSeeOther || !strings.HasPrefix(w.Header().Get("Location"), "/p?from=lesson&other=x_wing&puzzle=") {
		t.Errorf("no X-wing in the library: %d %s", w.Code, w.Header().Get("Location"))
	} else if page := s.get(w.Header().Get("Location")); !strings.Contains(page.Body.String(), "The library has no other X-wing puzzle. Here is one: it is from the lesson.") {
		t.Errorf("a puzzle of our own: %s", page.Body)
	}
	if w := s.get("/random?technique=x_wing&level=hard"); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "no other hard puzzle with X-wing") ||
		!strings.Contains(w.Body.String(), `<option value="x_wing" selected>X-wing</option>`) ||
		!strings.Contains(w.Body.String(), `6 puzzles</a> without techniques, not graded yet: <em>Grade</em>`) {
		t.Errorf("no such puzzle: %d %s", w.Code, w.Body)
	}
	if w := s.get("/?puzzle=1.3.....!......4"); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "(line 1, column 9)") ||
		!strings.Contains(w.Body.String(), ">1.3.....!......4</textarea>") || !strings.Contains(w.Body.String(), "row 9 column 9, empty") {
		t.Errorf("no puzzle: %d %s", w.Code, w.Body)
	}
	body := s.get("/").Body.String()
	for _, shown := range []string{`<a href="/daily/daily">daily</a>`, `<a href="/p/6">6</a>`, "6 puzzles, 6 with a proven solution"} {
		if !strings.Contains(body, shown) {
			t.Errorf("the board does not show %s", shown)
		}
	}
	if w := s.get("/?shape=9%2Bq"); w.Code != http.StatusBadRequest {
		t.Errorf("no geometry: %d", w.Code)
	}
}

// A link to another site that the page of a puzzle offers is read back as that puzzle, with its constraints.
func TestLinksElsewhere(t *testing.T) {
	s := newServed(t, nil)
	for puzzle, want := range map[string]int{easy: 2, "4:~cage=3:r1c12~thermo:r3c123": 1, "9+x:" + easy: 1, "9/l:" + easy: 1} {
		body := s.get("/p?puzzle=" + url.QueryEscape(puzzle)).Body.String()
		links := regexp.MustCompile(`<a href="(https://[^"]+)" rel="noreferrer`).FindAllStringSubmatch(body, -1)
		if len(links) != want {
			t.Errorf("%s: %d links, want %d", puzzle, len(links), want)
		}
		p, err := sudoku.ParsePuzzle(puzzle)
		if err != nil {
			t.Fatal(err)
		}
		for _, link := range links {
			w := s.do("POST", "/api/v1/read", html.UnescapeString(link[1]), "Content-Type", "text/plain")
			if read := (struct{ Puzzle string }{}); json.Unmarshal(w.Body.Bytes(), &read) != nil || read.Puzzle != p.String() {
				t.Errorf("%s is read as %s", link[1], w.Body)
			}
		}
	}
}

// What is computed comes back, and what is asked wrongly is told with its place.
func TestCompute(t *testing.T) {
	s := newServed(t, nil)
	if w := s.do(http.MethodPost, "/api/v1/solve", "puzzle=x"); w.Code != http.StatusUnsupportedMediaType ||
		!strings.Contains(w.Body.String(), `Content-Type: application/json`) {
		t.Errorf("a form is answered with %d: %s", w.Code, w.Body)
	}
	for _, c := range []struct {
		address, body string
		status        int
		holds         string
	}{
		{"solve", `{"puzzle":"` + easy + `"}`, 200, `"verdict":"unique"`},
		{"solve", `{"puzzle":"` + easy + `","plugin":"dlx"}`, 200, `"solver":"dlx"`},
		{"solve", `{"puzzle":"` + easy + `","plugin":"../evil"}`, 400, `no plugin`},
		{"solve", `{"puzzle":"` + easy + `","solver":"dlx"}`, 200, `"solver":"dlx"`},
		{"solve", `{"puzzle":"` + easy + `","solver":"../evil"}`, 400, `no plugin`},
		{"solve", `{"puzzle":"` + easy + `","solver":"dlx","plugin":"entropybt"}`, 400, "names two plugins"},
		{"solve", `{"puzzle":"` + easy + `","sovler":"dlx"}`, 422, "body.sovler: unexpected property; did you mean solver?"},
		{"grade", `{"puzzle":"` + easy + `","grader":"dlx"}`, 400, `plugin \"dlx\" cannot grade`},
		{"steps", `{"puzzle":"2.14........4..2","explainer":"dlx"}`, 400, `plugin \"dlx\"`},
		{"generate", `{"geometry":"4","generator":"dlx"}`, 400, `plugin \"dlx\"`},
		{"solve", `{"puzzle":"1.3.....!......4"}`, 400, `"at":{"file":"puzzle","line":1,"column":9}`},
		{"solve", `{"puzzle":""}`, 400, "no puzzle"},
		{"solve", `{"puzzles":["` + strings.Repeat(easy+`","`, 1000) + easy + `"]}`, 400, "more than 1000 puzzles"},
		{"solve", `{`, 400, `"at":{"line":1,"column":1}`},
		{"solve", "{\n  \"puzzle\": 7,,\n}", 400, `"at":{"line":2,"column":15}`},
		{"solve", `{"puzzle":7}`, 422, `body.puzzle: expected string`},
		{"solve", `{"puzzle":"` + easy + `","settings":{"strategy":"paper"}}`, 400, "name the plugin"},
		{"solve", `{"puzzle":"` + easy + `","plugin":"entropybt","settings":{"strategy":"paper"}}`, 200, `"verdict":"unique"`},
		{"solve", `{"puzzle":"` + easy + `","plugin":"entropybt","settings":{"strategy":"papre"}}`, 400, `setting \"strategy\"`},
		{"solve", `{"puzzle":"` + easy + `","plugin":"entropybt","settings":{"strategy":"/etc/passwd"}}`, 400, "may be a path"},
		{"solve", `{"puzzle":"` + easy + `","plugin":"entropybt","settings":{"none":1}}`, 400, "unknown"},
		{"explain", `{"puzzle":"2.14........4..2","without":["x_wing"],"plugin":"dlx"}`, 400, "dlx"},
		{"grade", `{"puzzle":"` + easy + `"}`, 200, `"information_entropy":`},
		{"grade", `{"puzzle":"` + easy + `","metrics":["informtion_entropy"]}`, 400, "did you mean information_entropy?"},
		{"check", `{"puzzle":"1.3............4"}`, 200, `"verdict":`},
		{"explain", `{"puzzle":"2.14........4..2"}`, 200, `"technique":`},
		{"hint", `{"puzzle":"2.14........4..2","level":"where"}`, 200, `[{"where":"`},
		{"explain", `{"puzzle":"2.14........4..2","without":["hidden_single"]}`, 200, `"technique":"naked_single"`},
		{"explain", `{"puzzle":"2.14........4..2","without":["no such"]}`, 400, "is not a technique"},
		{"explain", `{"puzzle":"2.14........4..2","without":["nothing"]}`, 400, `\"nothing\" is not a technique`},
		{"explain", `{"puzzle":"2.14........4..2","marks":["","3"]}`, 400, "2 marks for 16 cells"},
		{"explain", `{"puzzle":"2.14........4..2","marks":["","3","","","","","","","","","","","","","","z"]}`, 400, `marks of r4c4: \"z\" is not a digit`},
		{"hint", `{"puzzle":"2...............","marks":["","3","134","","","","","","","","","","","","",""]}`, 200, `"technique":"direct_hidden_pair"`},
		{"hint", `{"puzzle":"12.............."}`, 200, `"several":"`},
		{"hint", `{"puzzle":"1...............","marks":["","","","","","","","","","","","","","","",""],"level":"where"}`, 422, "several solutions"},
		{"candidates", `{"puzzle":"1.3............4"}`, 200, `{"cell":"r2c1","digit":3,"count":1}`},
		{"solve", `{"puzzle":"1.3.............","limit":0,"count_only":true}`, 200, `"verdict":"multiple","solutions":[],"count":24`},
		{"candidates", `{"puzzle":"1.3.............","limit":1}`, 200, `"count_complete":false`},
		{"plugins/dlx/start", ``, 200, `"running":true`},
		{"plugins/nobody/start", ``, 404, `no plugin \"nobody\"`},
		{"hint", `{"puzzle":"11.............."}`, 422, "two givens clash"},
		{"convert?to=ss", easy, 200, "|53.|.7.|...|"},
		{"convert?to=sss", easy, 400, `no format \"sss\"`},
		{"generate", `{"geometry":"4","number":2,"seed":7}`, 200, `"geometry":"4"`},
		{"generate", `{"geometry":"6","constraints":["cage","white=1"],"seed":7}`, 200, `~cage=`},
		{"generate", `{"geometry":"6","constraints":["cge"]}`, 400, `cage`},
		{"generate", `{"geometry":"5x"}`, 400, `"status":400`},
	} {
		headers := []string{}
		if strings.HasPrefix(c.address, "convert") {
			headers = []string{"Content-Type", "text/plain"}
		}
		w := s.do(http.MethodPost, "/api/v1/"+c.address, c.body, headers...)
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.holds) {
			t.Errorf("%s %.80s: %d, without %s:\n%.400s", c.address, c.body, w.Code, c.holds, w.Body)
		}
		if w.Code >= 400 && w.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s %.80s: a problem as %s", c.address, c.body, w.Header().Get("Content-Type"))
		}
	}
	w := s.get("/api/v1/puzzles?where=" + url.QueryEscape("clues <= 24 && difficulty > 3"))
	if w.Code != 400 || !strings.Contains(w.Body.String(), `"at":{"line":1,"column":16}`) {
		t.Errorf("a condition with an unknown name: %d %s", w.Code, w.Body)
	}
	if w := s.get("/library?where=" + url.QueryEscape("clues <= 24 && difficulty > 3")); w.Code != 400 ||
		!strings.Contains(w.Body.String(), "<mark>d</mark>ifficulty") {
		t.Errorf("the page of it: %d\n%s", w.Code, w.Body)
	}
}

// Pages that are read one after the other along their links hold every puzzle once.
func TestPaging(t *testing.T) {
	s := newServed(t, nil)
	var lines []string
	for address := "/api/v1/puzzles?sort=-clues&limit=4"; address != ""; {
		w := s.get(address, "Accept", "application/x-ndjson")
		lines = append(lines, strings.Split(strings.TrimSpace(w.Body.String()), "\n")...)
		address, _, _ = strings.Cut(strings.TrimPrefix(w.Header().Get("Link"), "<"), ">")
	}
	for _, address := range []string{"/api/v1/puzzles?sort=-clues&after=99", "/library?sort=clues&after=99"} {
		if w := s.get(address); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d %s", address, w.Code, w.Body)
		}
	}
	if w := s.get("/library?sort=clues&after=99999999999999999999"); w.Code != http.StatusOK {
		t.Errorf("behind no number: %d", w.Code)
	}
	all := s.get("/api/v1/puzzles?sort=-clues", "Accept", "application/x-ndjson").Body.String()
	if got := strings.Join(lines, "\n") + "\n"; got != all || len(lines) != 6 {
		t.Errorf("in pages:\n%s\nat once:\n%s", got, all)
	}
}

// The steps of a puzzle are computed when asked for, and shown by links alone.
func TestSteps(t *testing.T) {
	s := newServed(t, nil)
	const page = "/p?puzzle=2.14........4..2"
	if body := s.get(page).Body.String(); !strings.Contains(body, "Explain") || strings.Contains(body, "<ol") {
		t.Fatalf("before: %s", body)
	}
	w := s.do(http.MethodPost, "/p", "puzzle=2.14........4..2&find=steps")
	to := w.Header().Get("Location")
	if w.Code != http.StatusSeeOther || to != page+"&step=1" {
		t.Fatalf("%d to %q: %s", w.Code, to, w.Body)
	}
	body := s.get(to).Body.String()
	for _, holds := range []string{`<li data-step="1" value="1" aria-current="step">`, `rel="next">take step`, ` place"`, "becomes "} {
		if !strings.Contains(body, holds) {
			t.Errorf("step 1 without %s:\n%s", holds, body)
		}
	}
	last := s.get(page + "&step=99").Body.String()
	if strings.Contains(last, ", empty") || !strings.Contains(last, "Solved in") {
		t.Errorf("the end is not the solution:\n%s", last)
	}
}

// What was imported by a form is in the library, and bad lines are told with their places.
func TestImport(t *testing.T) {
	s := newServed(t, nil)
	const form = "--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n" + easy + "\n12345\r\n--b\r\nContent-Disposition: form-data; name=\"tags\"\r\n\r\nmine, new\r\n--b--\r\n"
	w := s.do(http.MethodPost, "/import", form, "Content-Type", "multipart/form-data; boundary=b")
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "<td class=\"n\">2</td>") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	w = s.get("/api/v1/puzzles?where=" + url.QueryEscape(`tag == "mine"`))
	if !strings.Contains(w.Body.String(), easy) || !strings.Contains(w.Body.String(), `"tags":["mine","new"]`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	w = s.do(http.MethodPost, "/api/v1/puzzles?name=two.txt", easy+"\n4\n", "Content-Type", "text/plain")
	if !strings.Contains(w.Body.String(), `"read":1,"new":0,"known":1,"bad":[{"line":2,`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	w = s.do(http.MethodPost, "/api/v1/tags/good?where=id+==+1", "")
	if !strings.Contains(s.get("/p/1").Body.String(), "good") {
		t.Errorf("tagging: %d %s", w.Code, w.Body)
	}
}

// A run is started, watched from the beginning and from the middle, and is in the library.
func TestRun(t *testing.T) {
	s := newServed(t, nil)
	server := httptest.NewUnstartedServer(s)
	server.Start()
	defer server.Close()
	w := s.do(http.MethodPost, "/api/v1/runs", `{"puzzles":"`+easy+`","solvers":["dlx"]}`)
	if w.Code != http.StatusAccepted || w.Header().Get("Location") != "/api/v1/runs/2" {
		t.Fatalf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	watch := func(last string) string {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/api/v1/runs/2/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = "localhost:7411"
		r.Header.Set("Last-Event-ID", last)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body) // it ends with the run
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	all := watch("")
	if !strings.HasPrefix(all, "retry: 2000\n\nid: ") || !strings.Contains(all, "event: progress\n") || !strings.Contains(all, `"state":"done"`) {
		t.Errorf("events:\n%s", all)
	}
	ids := regexp.MustCompile(`id: (\S+)`).FindAllStringSubmatch(all, -1)
	_, behind, _ := strings.Cut(all, "id: "+ids[1][1])
	if rest := watch(ids[0][1]); rest != "retry: 2000\n\nid: "+ids[1][1]+behind {
		t.Errorf("events behind the first:\n%s", rest)
	}
	if rest := watch("another-3"); rest != all {
		t.Errorf("events behind one of another server:\n%s", rest)
	}
	if rest := watch(ids[len(ids)-1][1]); rest != "" {
		t.Errorf("events behind the last:\n%s", rest)
	}
	page := s.get("/runs/2").Body.String()
	for _, want := range []string{"<p id=\"state\" data-state=\"done\">The command run began on 20", "Its seed is 7.", "<span>Imported 1 puzzle", "<span>dlx has tried 1 puzzle",
		"tried 1 puzzle, at most 2 solutions and at most 10s for each; it took "} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q: %s", want, page)
		}
	}
	if body := s.get("/api/v1/runs/2").Body.String(); !strings.Contains(body, `"max_solutions":2,"timeout_ms":10000`) {
		t.Errorf("a run whose order says no limits: %s", body)
	}
	for _, c := range []struct {
		address, body string
		status        int
	}{{"/api/v1/runs", `{"puzzles":"` + easy + `"}`, 400}, {"/api/v1/runs", `{"puzzles":"x","solvers":["nobody"]}`, 400},
		{"/api/v1/runs/2/resume", "", 409}, {"/api/v1/runs/9/cancel", "", 404}} {
		if w := s.do(http.MethodPost, c.address, c.body); w.Code != c.status {
			t.Errorf("%s %s: %d, want %d: %s", c.address, c.body, w.Code, c.status, w.Body)
		}
	}
}

// A benchmark that was interrupted is not resumed, and its page does not offer it.
func TestBenchmarkIsNotResumed(t *testing.T) {
	s := newServed(t, nil)
	run, err := s.env.Store.StartRun(t.Context(), store.NewRun("bench"), store.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.env.Store.SetRunState(t.Context(), run, store.StateInterrupted); err != nil {
		t.Fatal(err)
	}
	page := fmt.Sprintf("/runs/%d", run)
	if w := s.get(page); w.Code != 200 || strings.Contains(w.Body.String(), "resume") {
		t.Errorf("%s: %d %s", page, w.Code, w.Body)
	}
	if w := s.do(http.MethodPost, "/api/v1"+page+"/resume", ""); w.Code != 409 {
		t.Errorf("resuming: %d %s", w.Code, w.Body)
	}
}

// Tags that lists of tags could not hold are refused at every door, and nothing is imported with them.
func TestImportRefusesTags(t *testing.T) {
	s := newServed(t, nil)
	for _, tag := range []string{"two%20words", "a%3Bb"} {
		if w := s.do(http.MethodPost, "/api/v1/puzzles?tag="+tag, "12"+strings.Repeat(".", 34)+"\n", "Content-Type", "text/plain"); w.Code != 400 {
			t.Errorf("tag %q: %d %s", tag, w.Code, w.Body)
		}
	}
	if w := s.get("/api/v1/puzzles?where=" + url.QueryEscape(`geometry == "6"`)); w.Code != 200 || strings.Contains(w.Body.String(), "12....") {
		t.Errorf("it was imported: %s", w.Body)
	}
}

// Texts are compressed for who takes that, and events are not.
func TestCompressed(t *testing.T) {
	s := newServed(t, nil)
	for address, want := range map[string]string{"/": "gzip", "/compare": "gzip", "/api/v1/openapi.json": "gzip", "/api/v1/query?sql=SELECT+hex(zeroblob(9999))": "gzip",
		"/api/v1/charts/cactus.svg": "gzip", "/health": "", "/api/v1/runs/1/events": ""} {
		w := s.get(address, "Accept-Encoding", "gzip")
		plain := s.get(address)
		if got := w.Header().Get("Content-Encoding"); got != want || plain.Header().Get("Content-Encoding") != "" {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
		if want != "" && w.Body.Len() > plain.Body.Len()/2 {
			t.Errorf("%s: %d bytes of %d", address, w.Body.Len(), plain.Body.Len())
		}
	}
}

// Puzzles that are ordered without a seed are others each time, and the page says with which seed they were made.
func TestSeeds(t *testing.T) {
	s := newServed(t, nil)
	made := func(order string) string {
		return s.do(http.MethodPost, "/api/v1/generate", order).Body.String()
	}
	if first := made(`{"geometry":"6","number":3}`); first == made(`{"geometry":"6","number":3}`) || !strings.Contains(first, `"puzzle"`) {
		t.Errorf("twice without a seed: %s", first)
	}
	if once, again := made(`{"geometry":"6","seed":0}`), made(`{"geometry":"6","seed":0}`); once != again {
		t.Errorf("with the seed 0 once %s and then %s", once, again)
	}
	first, second := s.do(http.MethodPost, "/generate", "geometry=6").Header().Get("Location"), s.do(http.MethodPost, "/generate", "geometry=6").Header().Get("Location")
	if first == second || !strings.Contains(first, "seed=") {
		t.Errorf("the page leads to %s and %s", first, second)
	}
	if body := s.get(first).Body.String(); !strings.Contains(body, " --seed ") || strings.Contains(body, `name="seed" value=`) {
		t.Errorf("the page of what was made: %s", body)
	}
	if body := s.get("/generate?geometry=6&seed=5").Body.String(); !strings.Contains(body, `name="seed" value="5"`) {
		t.Errorf("the page of what was not made: %s", body)
	}
}

// How often each technique is used is counted when somebody asks, without a step being shown.
func TestHowOften(t *testing.T) {
	s := newServed(t, nil)
	if at := s.do(http.MethodPost, "/p", "id=1&find=uses").Header().Get("Location"); at != "/p/1?open=grades" {
		t.Errorf("the page leads to %q", at)
	}
	if body := s.get("/p/1?open=grades").Body.String(); !strings.Contains(body, `<details class="view" open><summary>grades`) ||
		strings.Contains(body, `<details id="steps" open>`) {
		t.Errorf("the grades are not shown, or the steps are: %s", body)
	}
}

// What no operation of the API takes is answered as its errors are.
func TestNoOperation(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Secret = "s3cret" })
	for _, c := range []struct {
		method, address, secret, want string
		status                        int
	}{
		{"GET", "/api/v1/nowhere", "s3cret", "there is no /api/v1/nowhere here", 404},
		{"GET", "/api/v1/solve", "s3cret", "/api/v1/solve takes POST, not GET", 405},
		{"DELETE", "/api/v1/puzzles", "s3cret", "takes GET, HEAD, POST, not DELETE", 405},
		{"GET", "/api/v1/puzzles", "", "Authorization: Bearer TOKEN", 401},
	} {
		w := s.do(c.method, c.address, "", "Authorization", "Bearer "+c.secret)
		var p struct{ Detail string }
		err := json.Unmarshal(w.Body.Bytes(), &p)
		if w.Code != c.status || err != nil || w.Header().Get("Content-Type") != "application/problem+json" || !strings.Contains(p.Detail, c.want) {
			t.Errorf("%s %s: %d %v %s", c.method, c.address, w.Code, w.Header(), w.Body)
		}
	}
}

// A query is bounded in time and in rows, and cannot write.
func TestQuery(t *testing.T) {
	s := newServed(t, nil)
	ask := func(sql string) (int, string) {
		w := s.get("/api/v1/query?sql=" + url.QueryEscape(sql))
		return w.Code, w.Body.String()
	}
	if code, body := ask("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT i FROM n"); code != 200 || strings.Count(body, "{") != 10_000 {
		t.Errorf("without end: %d, %d rows", code, strings.Count(body, "{"))
	}
	long := "/api/v1/query?sql=" + url.QueryEscape("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n LIMIT 136) SELECT i, printf('%065530d', i) FROM n")
	for _, rows := range []int{127, 9} { // 64 KiB each
		w := s.get(long)
		next, _, more := strings.Cut(strings.TrimPrefix(w.Header().Get("Link"), "<"), ">")
		if n := strings.Count(w.Body.String(), "{"); w.Code != 200 || n != rows || more != (rows == 127) {
			t.Errorf("a long answer: %d, %d rows, want %d, and then %q", w.Code, n, rows, next)
		}
		long = next
	}
	for _, sql := range []string{";", "/* */", "SELECT zeroblob(1000000000)", "DELETE FROM puzzle", "ATTACH 'x.db' AS x", "PRAGMA query_only = off; DELETE FROM puzzle", "SELECT", "VACUUM INTO 'y.db'", "PRAGMA database_list", "PRAGMA temp_store_directory='/tmp'", "SELECT 1; SELECT 2"} {
		if code, body := ask(sql); code != 400 {
			t.Errorf("%s: %d %s", sql, code, body)
		}
	}
	if code, _ := ask("SELECT count(*) FROM puzzles"); code != 200 {
		t.Errorf("afterwards: %d", code)
	}
}

// Puzzles are drawn and printed for programs, and what cannot be is said in a sentence.
func TestPictures(t *testing.T) {
	s := newServed(t, nil)
	for _, c := range []struct {
		address, body, kind, begins string
		status                      int
	}{
		{"/api/v1/convert?to=svg", easy, "image/svg+xml", "<svg ", 200},
		{"/api/v1/convert?to=pdf&per_page=2&paper=a5&title=Two", easy + "\n" + easy, "application/pdf", "%PDF-", 200},
		{"/api/v1/convert?to=svg", easy + "\n" + easy, "application/problem+json", "a picture as svg is of one puzzle", 400},
		{"/api/v1/convert?to=svg", "nothing", "application/problem+json", "found 7 cells", 400},
		{"/api/v1/convert?to=pdf", strings.Repeat(easy+"\n", 1001), "application/problem+json", "more than 1000 puzzles", 400},
		{"/api/v1/convert?to=sdm", "2.14........4..2", "application/problem+json", "no room for this puzzle", 400},
		{"/api/v1/convert?to=svh", easy, "application/problem+json", "did you mean svg?", 400},
		{"/api/v1/puzzles/export?to=pdf&limit=3&solutions=none", "", "application/pdf", "%PDF-", 200},
		{"/api/v1/puzzles/export?to=svg&where=id+%3D%3D+1", "", "image/svg+xml", "<svg ", 200},
		{"/api/v1/puzzles/export?to=svg", "", "application/problem+json", "of one puzzle", 400},
		{"/api/v1/puzzles/export?to=svg&where=id+%3C+0", "", "application/problem+json", "no puzzle in it", 400},
		{"/api/v1/puzzles/export?where=id+%3C+0", "", "text/plain; charset=utf-8", "", 200},
		{"/api/v1/puzzles/export?where=clues+%3C", "", "application/problem+json", `"line":1,"column":8`, 400},
		{"/api/v1/puzzles/export?limit=2", "", "text/plain; charset=utf-8", "", 200},
		{"/export?to=pdf&limit=1", "", "application/pdf", "%PDF-", 200}, {"/export?to=svh", "", "text/html; charset=utf-8", "did you mean svg?", 400},
	} {
		method := http.MethodGet
		if c.body != "" {
			method = http.MethodPost
		}
		w := s.do(method, c.address, c.body, "Content-Type", "text/plain")
		text := w.Body.String()
		ok := strings.HasPrefix(text, c.begins)
		if w.Code != http.StatusOK {
			ok = strings.Contains(text, c.begins)
		}
		if w.Code != c.status || w.Header().Get("Content-Type") != c.kind || !ok {
			t.Errorf("%s: %d %s %.300q", c.address, w.Code, w.Header().Get("Content-Type"), text)
		}
	}
}

// Series show what was published, today what would be published, and nothing of the days to come; nothing is recorded by that.
func TestDays(t *testing.T) {
	s := newServed(t, func(o *serve.Options) {
		o.Desk.Env.Levels = []store.Level{{Name: "sparse", Metric: "information_entropy", Below: 1e9}, {Name: "none", Metric: "information_entropy", Below: 0}}
	})
	today := time.Now().UTC().Truncate(24 * time.Hour)
	past, next := today.AddDate(0, 0, -2).Format(time.DateOnly), today.AddDate(0, 0, 1).Format(time.DateOnly)
	for _, series := range []string{"", "weekly's best"} {
		r := library.DailyRequest{Series: series, Level: "sparse", Geometry: "9", First: today.AddDate(0, 0, -2), Days: 1}
		if series != "" {
			r.Days = 4
		}
		if _, err := library.Daily(t.Context(), s.env, r); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		address, holds string
		status         int
	}{
		{"daily", `"series":"daily","issue":"` + today.Format(time.DateOnly), 200},
		{"daily?series=sparse", `"series":"daily sparse","issue":"` + today.Format(time.DateOnly) + `","level":"sparse"`, 200},
		{"daily?series=sparse&date=" + past, `"issue":"` + past, 200},
		{"daily?series=sparse&date=2020-01-01", "has shown nothing on 2020-01-01", 404},
		{"daily?series=sparse&date=" + next, "comes on that day", 404},
		{"daily?series=weekly%27s+best&date=" + past, `"series":"weekly's best"`, 200},
		{"daily?series=weekly%27s+best&date=" + next, "comes on that day", 404},
		{"daily?series=nothing", "has shown nothing", 404}, {"daily?series=none", "too few puzzles", 404},
		{"daily?date=31.12.2026", "is not a day such as", 400},
		{"random?seed=7&level=sparse&count=3", `"level":"sparse"`, 200}, {"random?level=spares", "did you mean sparse?", 400},
		{"random?where=clues+%3C+3", "[]", 200},
	} {
		w := s.get("/api/v1/" + c.address)
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.holds) {
			t.Errorf("%s: %d without %q: %.300s", c.address, w.Code, c.holds, w.Body)
		}
	}
	ungraded := newServed(t, func(o *serve.Options) {
		o.Desk.Env.Levels = []store.Level{{Name: "easy", Metric: "se", Below: 2}}
	})
	if w := ungraded.get("/daily"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `href="/daily/daily"`) {
		t.Errorf("a library without levels: %d %s", w.Code, w.Body)
	}
	solution := s.get("/api/v1/daily?series=sparse").Body.String()
	_, solution, _ = strings.Cut(solution, `"solution":"`)
	solution = solution[:81]
	for _, c := range []struct {
		address, kind, holds string
		status               int
	}{
		{"/daily", "text/html", `href="/daily/sparse">sparse</a>`, 200}, {"/daily", "text/html", "none: too few puzzles", 200},
		{"/daily", "text/html", `href="/daily/weekly%27s%20best"`, 200},
		{"/daily/sparse", "text/html", `role="grid"`, 200}, {"/daily/sparse", "text/html", "<h1>Sudoku for " + today.Format("2 January 2006"), 200},
		{"/daily/sparse", "text/html", `<a href="/daily/sparse?date=` + past + `">` + past + `</a>`, 200},
		{"/daily/sparse?date=" + past, "text/html", `aria-current="page">` + past, 200},
		{"/daily/sparse?solution=1", "text/html", solution, 200}, {"/daily/sparse?date=" + next, "text/html", "comes on that day", 404},
		{"/daily/sparse/feed.rss", "application/rss+xml", `<link>http://localhost:7411/daily/sparse?date=` + past, 200},
		{"/daily/sparse/feed.json", "application/feed+json", `"image": "http://localhost:7411/daily/sparse/` + past + `.svg"`, 200},
		{"/daily/sparse/" + past + ".svg", "image/svg+xml", "<svg", 200},
		{"/daily/sparse/" + next + ".svg", "text/html", "comes on that day", 404}, {"/daily/sparse/feed.atom", "text/html", "there are feed.json", 404},
		{"/embed/daily/sparse", "text/html", `role="grid"`, 200}, {"/embed/p/1", "text/html", `href="/p/1" target="_blank"`, 200},
		{"/embed/p?puzzle=" + easy, "text/html", `role="grid"`, 200}, {"/embed/p", "text/html", "which puzzle?", 400},
	} {
		w := s.get(c.address)
		kind, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
		if w.Code != c.status || kind != c.kind || !strings.Contains(w.Body.String(), c.holds) {
			t.Errorf("%s: %d %s without %q: %.3000s", c.address, w.Code, kind, c.holds, w.Body)
		}
		if !strings.Contains(c.address, "solution=1") && strings.Contains(w.Body.String(), solution) {
			t.Errorf("%s gives the solution away", c.address)
		}
	}
	if a, b := s.get("/api/v1/random?seed=7&count=3").Body.String(), s.get("/api/v1/random?seed=7&count=3").Body.String(); a != b || strings.Count(a, `"id"`) != 3 {
		t.Errorf("drawn with one seed:\n%s\n%s", a, b)
	}
	s.do("POST", "/api/v1/puzzles", constrained)
	for address, want := range map[string]bool{"/api/v1/random?count=1000": false, "/api/v1/random?count=1000&where=constraints": true} {
		if got := strings.Contains(s.get(address).Body.String(), "~cage"); got != want {
			t.Errorf("%s: a puzzle with constraints is drawn: %v", address, got)
		}
	}
	if all, err := library.Published(t.Context(), s.env, ""); err != nil || len(all) != 5 {
		t.Errorf("%d days are recorded, want 5 (%v)", len(all), err)
	}
}

// A run is about what the library holds, with the limits that its order or else the config says.
func TestStoredRun(t *testing.T) {
	s := newServed(t, nil)
	for order, want := range map[string]string{
		`{"stored":true,"puzzles":"2.14........4..2","solvers":["dlx"]}`: "or about those of the library",
		`{"stored":true,"where":"cluse < 3","solvers":["dlx"]}`:          "did you mean clues?", `{"solvers":["dlx"]}`: "a run needs puzzles, a sample, or those of the library",
	} {
		if w := s.do(http.MethodPost, "/api/v1/runs", order); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %s", order, w.Code, w.Body)
		}
	}
	for _, form := range []string{"stored=1&solver=dlx&limit=x", "stored=1&solver=dlx&timeout=ten"} {
		if w := s.do(http.MethodPost, "/runs", form); w.Code != http.StatusBadRequest {
			t.Errorf("%s: %d", form, w.Code)
		}
	}
	w := s.do(http.MethodPost, "/runs", "stored=1&where=clues+%3C%3D+22&solver=&limit=1&timeout=3s")
	at := w.Header().Get("Location")
	if w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Host = "localhost:7411"
		s.ServeHTTP(w, r)
	}))
	defer server.Close()
	answer, err := http.Get(server.URL + "/api/v1" + at + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if _, err := io.ReadAll(answer.Body); err != nil { // it ends with the run
		t.Fatal(err)
	}
	detail := s.get("/api/v1" + at).Body.String()
	if !strings.Contains(detail, `"max_solutions":1,"timeout_ms":3000`) || !strings.Contains(detail, `"state":"done"`) {
		t.Errorf("the run: %s", detail)
	}
	form := s.get("/runs").Body.String()
	for plugin, powers := range map[string]string{"dlx": "solver", "convex": "solver grader", "redundancy": "grader", "generate": "", "victim": "solver grader"} {
		for _, power := range []string{"solver", "grader"} {
			offered := strings.Contains(form, fmt.Sprintf(`name="%s" value="%s"`, power, plugin))
			if offered != strings.Contains(powers, power) {
				t.Errorf("%s is offered as %s: %v", plugin, power, offered)
			}
		}
	}
	if page := s.get("/runs").Body.String(); !strings.Contains(page, `name="timeout" value="10s"`) || !strings.Contains(page, `name="limit" type="number" min="0" value="2"`) {
		t.Errorf("the form says no limits of the config: %s", page)
	}
}

// The step of each lesson is the one that the explainer finds, and its page draws it with words and puzzles.
func TestLessons(t *testing.T) {
	t.Parallel()
	s := newServed(t, nil)
	text, err := os.ReadFile("page/learn.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	explainer, err := s.env.Pick(t.Context(), "", work.Explainer)
	if err != nil {
		t.Fatal(err)
	}
	rating := 0.0
	for line := range strings.Lines(string(text)) {
		var lesson struct {
			Technique, Puzzle string
			Steps             []sudoku.Step
			Needs             []string
		}
		if err := json.Unmarshal([]byte(line), &lesson); err != nil {
			t.Fatal(err)
		}
		p, err := sudoku.ParsePuzzle(lesson.Puzzle)
		if err != nil {
			t.Fatal(err)
		}
		var steps []sudoku.Step
		if err := explainer.Explain(t.Context(), p, func(step sudoku.Step) bool {
			steps = append(steps, step)
			return step.Technique != lesson.Technique
		}); err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(steps)
		if err != nil {
			t.Fatal(err)
		}
		want, err := json.Marshal(lesson.Steps)
		if err != nil || string(got) != string(want) {
			t.Errorf("%s: the explainer says\n%s\nand the lesson\n%s", lesson.Technique, got, want)
		}
		last := steps[len(steps)-1]
		if page := s.get("/learn/" + lesson.Technique).Body.String(); !strings.Contains(page, html.EscapeString(last.Text)) || strings.Contains(page, `<p class="lesson"></p>`) ||
			!strings.Contains(page, `class="cards"><li>`) {
			t.Errorf("the page on %s: %s", lesson.Technique, page)
		}
		if last.Rating < rating {
			t.Errorf("%s is easier than the lesson before it", lesson.Technique)
		}
		rating = last.Rating
	}
	if page := s.get("/learn").Body.String(); strings.Count(page, "/learn/") < 68 {
		t.Errorf("few lessons: %s", page)
	}
	if w := s.get("/learn/magic"); w.Code != http.StatusNotFound {
		t.Errorf("no technique: %d", w.Code)
	}
}

// Constraints can be ordered, here and on the page, and one that is not there is said with what was meant.
func TestGenerateConstraints(t *testing.T) {
	s := newServed(t, nil)
	if w := s.do(http.MethodPost, "/api/v1/generate", `{"geometry":"4","constraints":["cage"],"seed":7}`); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "cage") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := s.do(http.MethodPost, "/api/v1/generate", `{"constraints":["killer"]}`); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), `did you mean \"cage\"?`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	w := s.do(http.MethodPost, "/generate", "geometry=4&constraints=cage&seed=7")
	page := s.get(w.Header().Get("Location")).Body.String()
	if w.Code != http.StatusSeeOther || !strings.Contains(page, "sudokuctl generate -n 1 --seed 7 --geometry 4 --constraints cage") || !strings.Contains(page, `value="cage" list="known"`) {
		t.Errorf("%d %s", w.Code, page)
	}
}

// Only so many requests compute at the same time; the others are told to come again.
func TestBusy(t *testing.T) {
	blocked, free := make(chan struct{}), make(chan struct{})
	s := newServed(t, func(o *serve.Options) {
		o.Desk.Slots = 1
		env := *o.Desk.Env
		start := env.Open
		env.Open = func(ctx context.Context, id string, settings map[string]any) (work.Plugin, error) {
			close(blocked)
			<-free
			return start(ctx, id, settings)
		}
		o.Desk.Env = &env
	})
	done := make(chan int)
	go func() { done <- s.do(http.MethodPost, "/api/v1/solve", `{"puzzle":"`+easy+`","plugin":"dlx"}`).Code }()
	<-blocked
	w := s.do(http.MethodPost, "/api/v1/solve", `{"puzzle":"`+easy+`","plugin":"dlx"}`)
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	close(free)
	if code := <-done; code != http.StatusOK {
		t.Errorf("the first: %d", code)
	}
}

// TestKilledRun shows a run of another process while that is there, and once it has left without a word.
func TestKilledRun(t *testing.T) {
	s := newServed(t, nil)
	other, err := store.Open(t.Context(), s.path)
	if err != nil {
		t.Fatal(err)
	}
	id, err := other.StartRun(t.Context(), store.NewRun("run"), store.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	for _, state := range []string{store.StateRunning, store.StateInterrupted} {
		for _, address := range []string{fmt.Sprintf("/api/v1/runs/%d", id), "/api/v1/runs"} {
			if text := s.get(address).Body.String(); !strings.Contains(text, `"state":"`+state+`"`) {
				t.Errorf("%s: %s, want %s", address, text, state)
			}
		}
		other.Close()
	}
}
