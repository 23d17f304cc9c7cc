package api

import (
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/sudokuctl/sudokuctl/serve/internal/jobs"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
)

// Times of a stream.
const (
	heartbeat = 15 * time.Second
	sendTime  = 10 * time.Second // for one event; who reads slower is left
	reconnect = 2000             // milliseconds
)

// stream sends the events of a job until it ends or the client leaves.
func (a *api) stream(c huma.Context, j *jobs.Job, last int) {
	r, w := humago.Unwrap(c)
	select {
	case a.Jobs.Streams <- struct{}{}:
		defer func() { <-a.Jobs.Streams }()
	default:
		w.Header().Set("Retry-After", problem.RetryAfter)
		http.Error(w, fmt.Sprintf("%d streams are open, which is the most; ask for the run instead", jobs.MaxStreams), http.StatusServiceUnavailable)
		return
	}
	out := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(text string) bool {
		out.SetWriteDeadline(time.Now().Add(sendTime))
		_, err := fmt.Fprint(w, text)
		return err == nil && out.Flush() == nil
	}
	if !send(fmt.Sprintf("retry: %d\n\n", reconnect)) {
		return
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		events, over, more := j.Since(last)
		for _, e := range events {
			if !send(fmt.Sprintf("id: %d\nevent: %s\ndata: %s\n\n", e.ID, e.Kind, e.Data)) {
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
			if !send(": still here\n\n") {
				return
			}
		case <-r.Context().Done():
			return
		}
	}
}
