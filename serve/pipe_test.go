package serve_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
	"github.com/sudokuctl/sudokuctl/serve"
	"github.com/sudokuctl/sudokuctl/work"
)

// Every request has one answer, in order; one that is wrong does not end the session.
func TestPipe(t *testing.T) {
	h := host.New(host.Options{Bundled: bundled.Command, BundledIDs: bundled.IDs()})
	defer h.Close()
	env := work.Hosted(h, nil)
	env.Graders = []string{"entropybt"}
	const p = `"puzzle":"2.14........4..2"`
	talk := []struct{ ask, want string }{
		{`{"id":1,"do":"solve","puzzles":["2.14........4..2","1.3............4"]}`, `"verdict":"multiple"`},
		{`{"id":2,"do":"grade",` + p + `,"metrics":["empty_cells"]}`, `"grades":{"empty_cells":11}`},
		{`{"id":3,"do":"check",` + p + `}`, `"canonical":`},
		{`{"id":4,"do":"explain",` + p + `}`, `"ended":"solved"`},
		{`{"id":5,"do":"hint",` + p + `,"level":"where"}`, `"where":`},
		{`{"id":6,"do":"steps",` + p + `,"values":"2314........4..2"}`, `"technique":`},
		{`{"id":7,"do":"candidates","puzzle":"1.3............4"}`, `"candidates":[{`},
		{`{"id":8,"do":"generate","geometry":"4","number":3,"seed":5}`, `"geometry":"4"`},
		{`{"id":9,"do":"solve","puzzles":["2.14........4..2","xyz"]}`, `"line":2`},
		{`{"id":10,"do":"dance",` + p + `}`, `no request \"dance\"`},
		{`{"id":11,"do":"solve","puzle":"2.14........4..2"}`, `\"puzle\"; did you mean puzzle?`},
		{`{"id":12,"do":"solve","solver":7}`, `solver cannot be a number`},
		{`not JSON`, `not a request`},
		{`{"id":14,"do":"solve","solver":"dlx",` + p + `}`, `"verdict":"unique"`},
		{`{"id":15,"do":"canonical","puzzles":["2.14........4..2","2..4........41.2"]}`, `"canonical":".....1.2.....231"},{"name":"puzzle:2","puzzle":"2..4........41.2","canonical":".....1.2.....231"}`},
		{`{` + p + `,"do":"solve","limit":1,"id":16}`, `"verdict":"solved"`},
	}
	in, requests := io.Pipe()
	answers, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- serve.Pipe(t.Context(), serve.DeskOptions{Env: env, Find: func() []find.Candidate { return h.Find() }}, in, out)
		out.Close()
	}()
	go func() { // all at once: the program reads while it answers
		for _, turn := range talk {
			io.WriteString(requests, turn.ask+"\n")
		}
		requests.Close()
	}()
	read := bufio.NewReader(answers)
	for i, turn := range talk {
		line, err := read.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		var a struct {
			ID      int
			Records []json.RawMessage
			Problem *struct{ Detail string }
		}
		wrong := turn.ask == "not JSON" || i >= 8 && i < 12
		if err := json.Unmarshal([]byte(line), &a); err != nil || !strings.Contains(line, turn.want) || (a.Problem != nil) != wrong ||
			a.ID != i+1 && turn.ask != "not JSON" || wrong == (len(a.Records) > 0) {
			t.Errorf("%s\n%s\nwant %s, %v", turn.ask, line, turn.want, err)
		}
	}
	if err := <-ended; err != nil {
		t.Errorf("it ended with %v", err)
	}
}

// A request that is too long ends the session with a sentence.
func TestLongRequest(t *testing.T) {
	h := host.New(host.Options{Bundled: bundled.Command, BundledIDs: bundled.IDs()})
	defer h.Close()
	in := strings.NewReader(`{"id":1,"do":"solve","puzzle":"` + strings.Repeat(".", 17<<20) + "\"}\n")
	err := serve.Pipe(t.Context(), serve.DeskOptions{Env: work.Hosted(h, nil), Find: func() []find.Candidate { return h.Find() }}, in, io.Discard)
	if err == nil || err.Error() != "reading requests: a line is longer than 16 MiB, which is the most for a request" {
		t.Error(err)
	}
}

// A request of a thousand puzzles; the time is that of one.
func BenchmarkPipe(b *testing.B) {
	h := host.New(host.Options{Bundled: bundled.Command, BundledIDs: bundled.IDs()})
	defer h.Close()
	env := work.Hosted(h, nil)
	puzzle := `"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"`
	var requests bytes.Buffer
	for i := range (b.N + 999) / 1000 {
		fmt.Fprintf(&requests, `{"id":%d,"do":"solve","plugin":"entropybt","puzzles":[%s]}`+"\n", i+1, strings.TrimSuffix(strings.Repeat(puzzle+",", 1000), ","))
	}
	b.ResetTimer()
	if err := serve.Pipe(b.Context(), serve.DeskOptions{Env: env, Find: func() []find.Candidate { return h.Find() }}, &requests, io.Discard); err != nil {
		b.Fatal(err)
	}
}
