package api

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/jobs"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
)

// Times of a stream.
const (
	heartbeat = 15 * time.Second
	sendTime  = 10 * time.Second // for one message; who reads slower is left
	reconnect = 2000             // milliseconds
)

// stream is a body that is sent message by message.
type stream struct {
	to  io.Writer
	out *http.ResponseController
}

// newStream begins an answer of a type.
func newStream(w http.ResponseWriter, kind string) *stream {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("X-Accel-Buffering", "no") // a proxy passes on what it has
	return &stream{w, http.NewResponseController(w)}
}

func (s *stream) send(text string) error {
	// Who reads no further than this is left.
	if err := s.out.SetWriteDeadline(time.Now().Add(sendTime)); err != nil {
		return err
	}
	if _, err := io.WriteString(s.to, text); err != nil {
		return err
	}
	return s.out.Flush()
}

func (s *stream) event(id, kind string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	if id != "" {
		id = "id: " + id + "\n"
	}
	return s.send(fmt.Sprintf("%sevent: %s\ndata: %s\n\n", id, kind, text))
}

func (a *api) events() {
	huma.Register(a.huma, huma.Operation{OperationID: "watch-run", Method: http.MethodGet, Path: desk.APIPath + "/runs/{id}/events",
		Summary: "events of a run as server-sent events: progress, failure, state; " +
			"of a run that was not started here the state as it is, once",
		Responses: map[string]*huma.Response{"200": {Description: "events", Content: map[string]*huma.MediaType{
			"text/event-stream": {Schema: &huma.Schema{Type: "string"}}}},
			"204": {Description: "the run has ended, and there are no further events"}}},
		func(ctx context.Context, in *struct {
			ID   int64  `path:"id" minimum:"1" example:"1"`
			Last string `header:"Last-Event-ID" doc:"events behind this one are sent"`
		}) (*huma.StreamResponse, error) {
			run, _, err := a.desk.Run(ctx, in.ID)
			if err != nil {
				return nil, a.failed(err)
			}
			return &huma.StreamResponse{Body: func(c huma.Context) {
				r, w := humago.Unwrap(c)
				if j := a.desk.Jobs.Of(in.ID); j != nil {
					a.watch(r, w, j, in.Last)
					return
				}
				elsewhere(w, in.ID, run.Text(0, "state"), in.Last)
			}}, nil
		})
}

// elsewhere tells the state of a run that another process does, or did; a browser asks again.
func elsewhere(w http.ResponseWriter, run int64, state, last string) {
	id := "state-" + state
	if last == id && state != jobs.StateRunning {
		w.WriteHeader(http.StatusNoContent) // so that it asks no more
		return
	}
	s := newStream(w, "text/event-stream")
	if s.send(fmt.Sprintf("retry: %d\n\n", reconnect)) == nil {
		s.event(id, "state", jobs.StateRecord{Run: run, State: state})
	}
}

// watch sends the events of a job until it ends or the client leaves.
func (a *api) watch(r *http.Request, w http.ResponseWriter, j *jobs.Job, last string) {
	events, over, more := j.Since(last)
	if over && len(events) == 0 {
		w.WriteHeader(http.StatusNoContent) // so that a browser asks no more
		return
	}
	select {
	case a.desk.Jobs.Streams <- struct{}{}:
		defer func() { <-a.desk.Jobs.Streams }()
	default:
		p := problem.Newf(http.StatusServiceUnavailable,
			"%d streams are open, which is the most; ask for the run instead", jobs.MaxStreams)
		p.Retry = true
		p.Write(w)
		return
	}
	s := newStream(w, "text/event-stream")
	if s.send(fmt.Sprintf("retry: %d\n\n", reconnect)) != nil {
		return
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		for _, e := range events {
			if s.event(e.ID, e.Kind, e.Data) != nil {
				return
			}
			last = e.ID
		}
		if over {
			return
		}
		select {
		case <-more:
		case <-beat.C:
			if s.send(": still here\n\n") != nil {
				return
			}
		case <-r.Context().Done():
			return
		}
		events, over, more = j.Since(last)
	}
}
