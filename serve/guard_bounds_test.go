package serve_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/serve"
)

// packed is gzip of a text, so often. Members are one after the other, as gzip -c a b writes them.
func packed(text string, times int) []byte {
	var member bytes.Buffer
	w := gzip.NewWriter(&member)
	if _, err := io.WriteString(w, text); err != nil {
		panic(err) // of a buffer
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return bytes.Repeat(member.Bytes(), times)
}

// costly are short bodies that would keep a reader without bounds busy for long.
func costly() map[string][]byte {
	return map[string][]byte{
		"500 million bad lines":   packed(strings.Repeat("1\n", 50_000), 10_000),
		"900 MB of newlines":      packed(strings.Repeat("\n", 9_000_000), 100),
		"900 MB of one line":      packed(strings.Repeat("1", 9_000_000), 100),
		"200 million rows":        packed(strings.Repeat("1111\n", 1_000_000), 200),
		"a million puzzles":       packed(strings.Repeat(easy+"\n", 50_000), 20),
		"JSON a million deep":     bytes.Repeat([]byte("["), 1<<20),
		"JSON of nested puzzles":  bytes.Repeat([]byte(`{"puzzle":`), 100_000),
		"XML a million deep":      bytes.Repeat([]byte("<a>"), 300_000),
		"a line of a mebibyte":    bytes.Repeat([]byte("1"), 1<<20),
		"half a million bad ones": bytes.Repeat([]byte("1\n"), 1<<19),
	}
}

// attack is a request without its body.
type attack struct{ method, address, kind string }

// operations are those of the description of the API, each with the examples of its parameters.
func (s *served) operations() (all []attack) {
	s.t.Helper()
	var api openAPI
	if err := json.Unmarshal(s.get("/api/v1/openapi.json").Body.Bytes(), &api); err != nil {
		s.t.Fatal(err)
	}
	for _, path := range slices.Sorted(maps.Keys(api.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(api.Paths[path])) {
			op := api.Paths[path][method]
			address, query := path, url.Values{}
			for _, p := range op.Parameters {
				for _, example := range p.Schema.Examples {
					if p.In == "path" {
						address = strings.ReplaceAll(address, "{"+p.Name+"}", url.PathEscape(fmt.Sprint(example)))
					} else {
						query.Set(p.Name, fmt.Sprint(example))
					}
				}
			}
			kind := "text/plain"
			if op.RequestBody != nil {
				for k := range op.RequestBody.Content {
					kind = k
				}
			}
			all = append(all, attack{strings.ToUpper(method), address + "?" + query.Encode(), kind})
		}
	}
	return all
}

// forms are those of the pages, as "METHOD address", and the pages themselves.
func (s *served) forms() (all []attack) {
	seen := map[attack]bool{}
	add := func(a attack) {
		if !seen[a] {
			seen[a] = true
			all = append(all, a)
		}
	}
	for _, page := range []string{"/", "/library", "/p/1", "/p?puzzle=" + easy, "/embed/p/1", "/generate", "/runs", "/runs/1", "/plugins", "/plugins/rules",
		"/compare", "/query", "/daily", "/daily/daily", "/learn", "/learn/x_wing", "/export", "/compare.html", "/random", "/health", "/ready", "/metrics"} {
		add(attack{"GET", page, "application/x-www-form-urlencoded"})
		for _, tag := range strings.Split(s.get(page).Body.String(), "<form")[1:] {
			tag, _, _ = strings.Cut(tag, ">")
			value := func(name string) string {
				_, v, _ := strings.Cut(tag, name+`="`)
				v, _, _ = strings.Cut(v, `"`)
				return v
			}
			if action := value("action"); action != "" {
				add(attack{strings.ToUpper(value("method")), action, "application/x-www-form-urlencoded"})
				if value("enctype") != "" {
					add(attack{strings.ToUpper(value("method")), action, value("enctype")})
				}
			}
		}
	}
	return all
}

// wrapped returns a body of a kind in which the fields that take puzzles have a text.
func wrapped(kind string, text []byte) (contentType string, body []byte) {
	switch kind {
	case "application/json":
		quoted, err := json.Marshal(string(text[:min(len(text), 500_000)]))
		if err != nil {
			panic(err) // of a string
		}
		return kind, fmt.Appendf(nil, `{"puzzle":%s,"timeout_ms":10000}`, quoted)
	case "application/x-www-form-urlencoded":
		v := url.Values{"find": {"check"}, "solver": {"dlx"}, "metric": {"clues"}}
		for _, name := range []string{"puzzle", "puzzles", "text", "where", "sql"} {
			v.Set(name, string(text[:min(len(text), 60_000)]))
		}
		return kind, []byte(v.Encode())
	case "multipart/form-data":
		var b bytes.Buffer
		w := multipart.NewWriter(&b)
		part, err := w.CreateFormFile("file", "puzzles.gz")
		if err == nil {
			_, err = part.Write(text)
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			panic(err) // of a buffer
		}
		b.WriteString("and more behind the last part")
		return w.FormDataContentType(), b.Bytes()
	}
	return kind, text
}

// stacks has room for those of all goroutines, which busy looks at thousands of times.
var stacks = make([]byte, 4<<20)

// busy reports whether the server does something still for a request.
func (s *served) busy() bool {
	metrics := s.get("/metrics").Body.String()
	if !strings.Contains(metrics, "\nsudokuctl_slots_used 0\n") || !strings.Contains(metrics, "\nsudokuctl_requests_open 1\n") { // this one
		return true
	}
	for _, one := range bytes.Split(stacks[:runtime.Stack(stacks, true)], []byte("\n\n"))[1:] {
		for _, of := range []string{"/core/formats.", "/work/input.", "/serve/internal/desk.", "/serve/api.", "/serve/page.", "/serve.bounded"} {
			if bytes.Contains(one, []byte("sudokuctl"+of)) && !bytes.Contains(one, []byte("desk.(*Desk).open.func")) {
				return true
			}
		}
	}
	return false
}

// TestNothingIsDoneForAClientThatLeft sends, to each route of the API's description and to each page and form, bodies that are
// costly to read, and leaves at once. The server ends what it does for it: reading all of some bodies would outlast this test.
func TestNothingIsDoneForAClientThatLeft(t *testing.T) {
	s := newServed(t, nil)
	server := httptest.NewServer(s)
	defer server.Close()
	bodies := costly()
	all := append(s.operations(), s.forms()...)
	if len(all) < 70 {
		t.Errorf("only %d routes", len(all))
	}
	s.do(http.MethodPost, "/api/v1/check", `{"puzzle":"`+easy+`"}`) // opens plugins
	for i, a := range all {
		for k, name := range slices.Sorted(maps.Keys(bodies)) {
			kind, body := wrapped(a.kind, bodies[name])
			length := len(body) + (i+k)%2 // as a whole, or slowly
			send(t, server.Listener.Addr().String(), fmt.Sprintf("%s %s HTTP/1.1\r\nHost: localhost:7411\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n",
				a.method, a.address, kind, length), body)
			s.idle()
		}
	}
}

// idle waits until the server is idle. It looks less and less often, because a look at all stacks takes CPU time, too.
func (s *served) idle() {
	for wait := time.Millisecond; s.busy(); wait = min(2*wait, 50*time.Millisecond) {
		<-time.After(wait)
	}
}

// send sends a request and leaves without an answer.
func send(t *testing.T, address, head string, body []byte) {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, _ = c.Write(append([]byte(head), body...)) // what is refused may not be read to its end
}

// deadlines notes until when the connection of an answer can be read.
type deadlines struct {
	*httptest.ResponseRecorder
	read []time.Time
}

func (d *deadlines) SetReadDeadline(t time.Time) error {
	d.read = append(d.read, t)
	return nil
}

// TestAnAnswerHasItsTime asks for a read deadline while a request is answered: at it net/http ends the request, as if the
// client had left.
func TestAnAnswerHasItsTime(t *testing.T) {
	s := newServed(t, nil)
	for _, address := range []string{"/", "/api/v1/runs/1/events", "/api/v1/solve", "/api/v1/explain", "/api/v1/convert", "/api/v1/puzzles",
		"/api/v1/query", "/api/v1/generate"} {
		method, body := http.MethodGet, ""
		if strings.HasPrefix(address, "/api") && !strings.HasSuffix(address, "events") {
			method, body = http.MethodPost, `{"puzzle": "1.3............4"}`
		}
		r := httptest.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
		r.Host = "localhost:7411"
		r.Header.Set("Content-Type", "application/json")
		w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
		s.ServeHTTP(w, r)
		if n := len(w.read); n == 0 || !w.read[n-1].IsZero() {
			t.Errorf("%s %s: %d, read until %v", method, address, w.Code, w.read)
		}
	}
}

// TestReadingIsBounded stays for the answers to bodies that are costly to read: each says why reading ended.
func TestReadingIsBounded(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Desk.Slots, o.Desk.Time = 1, time.Minute })
	const bad = "it has more than 1,000 bad lines; the rest was not read"
	const size = "it has more than 64 MiB of text; the rest was not read"
	puzzle, lines := packed(easy+"\n", 1), packed(strings.Repeat("1\n", 50_000), 100)
	long := packed(strings.Repeat("#"+strings.Repeat(" comment", 1000)+"\n", 1000), 20)
	for _, c := range []struct {
		address string
		body    []byte
		status  int
		want    string
	}{
		{"/read", lines, 400, bad},
		{"/read", long, 400, size},
		{"/read", append(slices.Clone(puzzle), lines...), 200, `"bad_all":1000,"ended":"reading puzzle: ` + bad},
		{"/read", append(slices.Clone(puzzle), long...), 200, `"ended":"reading puzzle: ` + size},
		{"/convert", long, 400, size},
		{"/puzzles", lines, 400, bad},
		{"/puzzles", append(slices.Clone(puzzle), lines...), 200, `"bad_all":1000,"ended":"reading upload: ` + bad},
	} {
		w := s.do(http.MethodPost, "/api/v1"+c.address, string(c.body), "Content-Type", "text/plain")
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s with %d bytes: %d %s; want %d %q", c.address, len(c.body), w.Code, w.Body, c.status, c.want)
		}
	}
}
