package serve_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

var malformed = flag.Int("malformed", 3_000, "how many malformed requests TestMalformed sends")

// good are requests as they should be, which the test spoils.
var good = []string{
	"GET / HTTP/1.1\r\nHost: localhost:7411\r\n\r\n",
	"GET /?where=clues+%3C%3D+24&sort=-clues&after=3&cols=se&view=cards HTTP/1.1\r\nHost: localhost:7411\r\n\r\n",
	"GET /p/1?step=2&marks=on HTTP/1.1\r\nHost: localhost:7411\r\n\r\n",
	"GET /p?puzzle=1.3............4 HTTP/1.1\r\nHost: localhost:7411\r\nCookie: sudokuctl-7411=x\r\n\r\n",
	"GET /api/v1/puzzles?where=clues%3C25&limit=5&after=1&format=csv HTTP/1.1\r\nHost: localhost:7411\r\nAccept: application/x-ndjson\r\n\r\n",
	"GET /api/v1/query?sql=SELECT+1 HTTP/1.1\r\nHost: localhost:7411\r\n\r\n",
	"GET /api/v1/values?metric=information_entropy&bins=7 HTTP/1.1\r\nHost: localhost:7411\r\n\r\n",
	"GET /api/v1/charts/cactus.svg?runs=1&ref=dlx HTTP/1.1\r\nHost: localhost:7411\r\nIf-None-Match: \"x\"\r\n\r\n",
	"GET /api/v1/runs/1/events HTTP/1.1\r\nHost: localhost:7411\r\nLast-Event-ID: abc-3\r\n\r\n",
	"GET /export?to=csv&where=id==1 HTTP/1.1\r\nHost: localhost:7411\r\nRange: bytes=0-5\r\n\r\n",
	"GET /compare?runs=1&ref=dlx HTTP/1.1\r\nHost: localhost:7411\r\n\r\n",
	"POST /api/v1/solve HTTP/1.1\r\nHost: localhost:7411\r\nContent-Type: application/json\r\nContent-Length: 43\r\n\r\n{\"puzzle\":\"2.14........4..2\",\"plugin\":\"dlx\"}",
	"POST /api/v1/explain HTTP/1.1\r\nHost: localhost:7411\r\nContent-Type: application/json\r\nContent-Length: 65\r\n\r\n{\"puzzle\":\"2.14........4..2\",\"without\":[\"x_wing\"],\"marks\":[\"1\",\"\"]}",
	"POST /api/v1/puzzles?name=a&tag=b HTTP/1.1\r\nHost: localhost:7411\r\nContent-Type: text/plain\r\nContent-Length: 17\r\n\r\n2.14........4..2\n",
	"POST /tag HTTP/1.1\r\nHost: localhost:7411\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 22\r\n\r\nwhere=id%3D%3D1&tag=xy",
	"POST /import HTTP/1.1\r\nHost: localhost:7411\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 79\r\n\r\n--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n2.14........4..2\r\n--b--\r\n",
	"POST /p HTTP/1.1\r\nHost: localhost:7411\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 30\r\n\r\nid=1&find=check&puzzle=1......",
	"POST /api/v1/plays HTTP/1.1\r\nHost: localhost:7411\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n" +
		`{"puzzle":"2.14........4..2","player":"0f5c6b7a8d9e4f10213243546576879a","seconds":9,"solved":true}`,
	"DELETE /api/v1/plays?player=0f5c6b7a8d9e4f10213243546576879a HTTP/1.1\r\nHost: localhost:7411\r\n\r\n",
	"DELETE /api/v1/tags/x?where=id==1 HTTP/1.1\r\nHost: localhost:7411\r\n\r\n",
}

// spoilt changes a request in a few places.
func spoilt(r *rand.Rand, request string) []byte {
	text := []byte(request)
	pieces := []string{"\x00", "\r\n", "\xff\xfe", "%00", "%", "../", "//", "\"", "'", "{", "}}}}", "[", "<script>", "-1", "99999999999999999999", "1e999", "NaN",
		"&&&&", "||", "((((((((", "Transfer-Encoding: chunked\r\n", "Content-Length: 5\r\n", "Expect: 100-continue\r\n", "Upgrade: h2c\r\n", strings.Repeat("A", 9000), "\n\n", ";", "é", "\u202e"}
	for range 1 + r.IntN(2) {
		at := r.IntN(len(text) + 1)
		switch r.IntN(4) {
		case 0:
			text = append(text[:at:at], append([]byte(pieces[r.IntN(len(pieces))]), text[at:]...)...)
		case 1:
			text = append(text[:at:at], text[min(len(text), at+1+r.IntN(12)):]...)
		case 2:
			if at < len(text) {
				text[at] = byte(r.IntN(256))
			}
		case 3:
			end := min(len(text), at+1+r.IntN(40))
			text = append(text[:end:end], append(bytes.Clone(text[at:end]), text[end:]...)...)
		}
	}
	return text
}

// Whatever comes over a connection, the server answers with a status below 500 or closes it, and goes on.
func TestMalformed(t *testing.T) {
	t.Parallel()
	s := newServed(t, nil)
	server := httptest.NewUnstartedServer(s)
	server.Config.ReadTimeout = time.Second / 4 // most wait for a body that never comes
	server.Start()
	defer server.Close()
	seed := uint64(*malformed) // so many are always the same
	var mu sync.Mutex
	statuses := map[int]int{}
	var all sync.WaitGroup
	for worker := range uint64(256) { // most of them wait
		all.Go(func() {
			r := rand.New(rand.NewPCG(seed, worker))
			for range *malformed / 256 {
				request := spoilt(r, good[r.IntN(len(good))])
				status, body, err := exchange(server.Listener.Addr().String(), request)
				if err != nil {
					t.Errorf("%q: %v", request, err)
					return
				}
				if status >= 500 && status != http.StatusNotImplemented && status != http.StatusHTTPVersionNotSupported && status != http.StatusServiceUnavailable {
					t.Errorf("%q: %d %.300s", request, status, body)
				}
				mu.Lock()
				statuses[status]++
				mu.Unlock()
			}
		})
	}
	all.Wait()
	if w := s.get("/"); w.Code != http.StatusOK {
		t.Errorf("afterwards: %d", w.Code)
	}
	t.Logf("statuses: %v", statuses)
}

// exchange sends bytes on a connection of its own and returns the status of the answer, 0 if there is none.
func exchange(address string, request []byte) (status int, body []byte, err error) {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return 0, nil, err
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return 0, nil, err
	}
	if _, err := c.Write(request); err != nil {
		return 0, nil, nil // it has been closed
	}
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
			return 0, nil, fmt.Errorf("no answer within a minute: %w", err)
		}
		return 0, nil, nil
	}
	defer answer.Body.Close()
	body, _ = io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	return answer.StatusCode, body, nil
}

// Conditions, notations, queries and bodies of any content are answered with a status below 500.
func FuzzRequests(f *testing.F) {
	for _, seed := range []string{"clues <= 24 && !dup", "53..7....6..195", "SELECT 1", `{"puzzle":"1.3............4"}`, "\x00", "((((", `uses("x")`} {
		f.Add(seed)
	}
	s := newServed(f, nil)
	f.Fuzz(func(t *testing.T, text string) {
		s := &served{t, s.path, s.env, s.Server, s.options}
		for address, status := range s.probe(text) {
			if status >= 500 && status != http.StatusServiceUnavailable {
				t.Errorf("%s with %q: %d", address, text, status)
			}
		}
	})
}

// probe sends a text wherever a request may have one, and returns the statuses of the answers by address.
func (s *served) probe(text string) map[string]int {
	statuses := map[string]int{}
	q := url.QueryEscape(text)
	for _, address := range []string{"/library?where=" + q, "/library?sort=" + q, "/library?cols=" + q, "/p?puzzle=" + q, "/p/" + url.PathEscape(text), "/compare?ref=" + q,
		"/compare?runs=" + q, "/generate?geometry=" + q + "&seed=" + q, "/query?sql=" + q, "/export?to=line&where=" + q, "/plugins/" + url.PathEscape(text),
		"/api/v1/puzzles?where=" + q, "/api/v1/puzzles?sort=" + q, "/api/v1/facets?where=" + q, "/api/v1/values?metric=" + q, "/api/v1/query?sql=" + q,
		"/api/v1/plugins/" + url.PathEscape(text), "/api/v1/compare?ref=" + q, "/static/" + url.PathEscape(text)} {
		statuses["GET "+address] = s.get(address).Code
	}
	value, err := json.Marshal(text)
	if err != nil {
		s.t.Fatal(err)
	}
	for address, body := range map[string]string{
		"/api/v1/solve": text, "/api/v1/check": `{"timeout_ms":1000,"puzzle":` + string(value) + `}`, "/api/v1/hint": `{"timeout_ms":1000,"puzzle":` + string(value) + `}`,
		"/api/v1/explain":    `{"puzzle":"2.14........4..2","without":[` + string(value) + `]}`,
		"/api/v1/steps":      `{"puzzle":"2.14........4..2","values":` + string(value) + `}`,
		"/api/v1/generate":   `{"geometry":` + string(value) + `}`,
		"/api/v1/grade":      `{"puzzle":"2.14........4..2","metrics":[` + string(value) + `]}`,
		"/api/v1/candidates": `{"puzzle":"2.14........4..2","plugin":"entropybt","settings":{"strategy":` + string(value) + `}}`,
	} {
		statuses["POST "+address] = s.do(http.MethodPost, address, body, "Content-Type", "application/json").Code
	}
	for _, address := range []string{"/api/v1/convert?to=line", "/api/v1/puzzles"} {
		statuses["POST "+address] = s.do(http.MethodPost, address, text, "Content-Type", "text/plain").Code
	}
	return statuses
}
