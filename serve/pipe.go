package serve

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
)

const (
	maxRequest = 16 << 20 // bytes of a request

	// together is how many requests are worked on at the same time: while a plugin has the puzzles of one, those of the
	// next are read, or the records of the last written.
	together = 2

	// anyTime is for how long a request may compute: nobody else waits, and who has started this program can end it.
	anyTime = 365 * 24 * time.Hour
)

// pipeRequest is what every request has.
type pipeRequest struct {
	ID int64  `json:"id"`
	Do string `json:"do"`
}

// pipeAnswer is a line of the answer: records or a problem.
type pipeAnswer struct {
	ID      int64            `json:"id"`
	Records any              `json:"records,omitempty"`
	Problem *problem.Problem `json:"problem,omitempty"`
}

// Pipe answers a program that has started this one and writes requests to it, one a line, until in ends or ctx does.
// The Python package uses it. The requests are those of the HTTP API, with an id and a name, and so are the records.
//
//	{"id":1,"do":"solve","puzzles":["2.14........4..2"]}
//	{"id":1,"records":[{"name":"puzzle:1","puzzle":"2.14........4..2",…}]}
//	{"id":2,"do":"solve","puzzles":["xyz"]}
//	{"id":2,"problem":{"type":"urn:sudokuctl:notation","detail":"…","at":{"file":"puzzle","line":1,"column":4},…}}
//
// Answers come in the order of the requests. Two requests are worked on at the same time, so that a program may write
// the next one before it reads the answer to the first. The Env of the options needs no Store.
func Pipe(ctx context.Context, o DeskOptions, in io.Reader, out io.Writer) error {
	o.ReadOnly, o.NoSQL, o.Time, o.Slots = true, true, anyTime, together
	d := desk.New(o)
	defer d.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	turns := make(chan chan pipeAnswer) // in the order of the requests
	var failed error                    // to be read after turns is closed
	go func() {
		defer close(turns)
		scan := bufio.NewScanner(in)
		scan.Buffer(nil, maxRequest)
		for scan.Scan() {
			line, turn := bytes.Clone(scan.Bytes()), make(chan pipeAnswer, 1)
			go func() { turn <- answerTo(ctx, d, line) }()
			select {
			case turns <- turn: // once the answer before it was written
			case <-ctx.Done():
				return
			}
		}
		failed = scan.Err()
	}()
	to := json.NewEncoder(out)
	to.SetEscapeHTML(false)
	for turn := range turns {
		select {
		case answer := <-turn:
			if err := to.Encode(answer); err != nil {
				return fmt.Errorf("writing an answer: %w", err)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if errors.Is(failed, bufio.ErrTooLong) {
		return fmt.Errorf("reading requests: a line is longer than %d MiB, which is the most for a request", maxRequest>>20)
	}
	if failed != nil {
		return fmt.Errorf("reading requests: %w", failed)
	}
	return ctx.Err()
}

// answerTo answers one line.
func answerTo(ctx context.Context, d *desk.Desk, line []byte) pipeAnswer {
	r, err := head(line)
	a := pipeAnswer{ID: r.ID}
	if err == nil {
		a.Records, err = do(ctx, d, r.Do, line)
	} else {
		err = problem.NoRequest(fmt.Errorf("this is not a request: %w", err), nil)
	}
	if err != nil {
		a.Records, a.Problem = nil, problem.Of(err, d.Options.Log)
	}
	return a
}

// head reads what every request has, and leaves off there: of a thousand puzzles that follow nothing is read twice.
func head(line []byte) (r pipeRequest, err error) {
	d := json.NewDecoder(bytes.NewReader(line))
	if begin, err := d.Token(); err != nil || begin != json.Delim('{') {
		return r, cmp.Or(err, errors.New("it is no JSON object"))
	}
	for (r.ID == 0 || r.Do == "") && d.More() {
		key, err := d.Token()
		if err != nil {
			return r, err
		}
		switch key {
		case "id":
			err = d.Decode(&r.ID)
		case "do":
			err = d.Decode(&r.Do)
		default:
			err = d.Decode(new(json.RawMessage))
		}
		if err != nil {
			return r, err
		}
	}
	return r, nil
}

// do reads the rest of a request and returns the records that answer it.
func do(ctx context.Context, d *desk.Desk, what string, line []byte) (any, error) {
	var names []string
	for _, v := range desk.Verbs {
		name, members := v.Names()
		if name != what {
			names = append(names, name)
			continue
		}
		return v.Answer(ctx, d, func(q any) error {
			decoder := json.NewDecoder(bytes.NewReader(line))
			decoder.DisallowUnknownFields()
			if err := decoder.Decode(q); err != nil {
				return problem.NoRequest(err, members)
			}
			return nil
		})
	}
	slices.Sort(names)
	return nil, problem.Unknown("request", what, names)
}
