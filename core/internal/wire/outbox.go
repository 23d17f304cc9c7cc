package wire

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
)

// outbox is the sending half of a stream of batches.
type outbox struct {
	stream   grpc.ClientStream
	options  *Options // until the first message has been sent
	geometry *sudoku.Geometry
	sent     frames
	mu       sync.Mutex // Stop and Send may come from two goroutines
	request  Request
	batch    Batch
}

// maxRequest is the size in bytes beyond which a batch is sent in two: gRPC takes 4 MiB unasked, and soft
// clues with probabilities are large.
const maxRequest = 1 << 20

// Send sends puzzles of one geometry; the first gets sequence number first, the others follow. Numbers must not
// be used twice. The puzzles may be used again when Send returns. It blocks while the plugin does not read.
func (o *outbox) Send(first uint64, puzzles []*sudoku.Puzzle) error {
	if len(puzzles) == 0 {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.send(first, puzzles)
}

// send is Send with o locked. The error is io.EOF if the stream is over; Recv says why.
func (o *outbox) send(first uint64, puzzles []*sudoku.Puzzle) error {
	g := puzzles[0].Geometry()
	if err := o.batch.fill(first, puzzles); err != nil {
		return fmt.Errorf("sending batch %d: %w", first, err)
	}
	if half := len(puzzles) / 2; half > 0 && proto.Size(o.batch.pb()) > maxRequest {
		if err := o.send(first, puzzles[:half]); err != nil {
			return err
		}
		return o.send(first+uint64(half), puzzles[half:])
	}
	if o.geometry != g {
		o.batch.frame, o.geometry = frameOf(g), g
	}
	o.sent.add(first, len(puzzles), g.Cells())
	o.request.Options, o.request.Batch, o.request.Stop = o.options, &o.batch, nil
	o.options = nil
	return plain(o.stream.SendMsg(&o.request))
}

// Stop asks the plugin to answer the puzzles with these sequence numbers at once, with the solutions found so far. It
// is no error to stop what is answered already.
func (o *outbox) Stop(seqs ...uint64) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.request.Options, o.request.Batch, o.request.Stop = nil, nil, seqs
	return plain(o.stream.SendMsg(&o.request))
}

// CloseSend tells the plugin that no more puzzles come.
func (o *outbox) CloseSend() error { return plain(o.stream.CloseSend()) }

// frames remembers of which size the puzzles are that wait for an answer: runs of consecutive batches of as many cells.
type frames struct {
	mu   sync.Mutex
	runs []run
}

// keptRuns is how many runs are remembered even if all of their puzzles are answered.
const keptRuns = 16

// run is a range of consecutive puzzles of one size.
type run struct {
	first, end uint64
	cells      int
	open       int // puzzles without a final answer
}

// add records that puzzles were sent, in the last run if they continue it.
func (f *frames) add(first uint64, count, cells int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	end := first + uint64(count)
	if n := len(f.runs); n > 0 && f.runs[n-1].end == first && f.runs[n-1].cells == cells {
		f.runs[n-1].end = end
		f.runs[n-1].open = max(f.runs[n-1].open, 0) + count
		return
	}
	f.runs = append(f.runs, run{first, end, cells, count})
}

// answered takes note of the endings of a run of puzzles and returns the cells of each. An error says that they were
// not sent, or not in one run, or that all of their run was answered long before. The receiver has to see a second
// answer, to retract the first one.
func (f *frames) answered(first uint64, endings []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	end := first + uint64(len(endings))
	for i := len(f.runs) - 1; i >= 0; i-- {
		r := &f.runs[i]
		if first < r.first || end > r.end || end < first {
			continue
		}
		for _, e := range endings {
			if Ending(e) != Part {
				r.open--
			}
		}
		cells := r.cells
		if r.open <= 0 && len(f.runs) > keptRuns {
			f.runs = slices.DeleteFunc(f.runs, func(r run) bool { return r.open <= 0 })
		}
		return cells, nil
	}
	return 0, fmt.Errorf("the plugin answers puzzles %d to %d, which do not wait for an answer", first, end)
}

// Ending says how the work on one puzzle ended; its numbers are those of the protocol.
type Ending uint8

// The endings.
const (
	Part        = Ending(pb.Ending_ENDING_PART)        // more of the same puzzle follows in a later message
	Exhausted   = Ending(pb.Ending_ENDING_EXHAUSTED)   // there are no other solutions; the grade is complete
	Stopped     = Ending(pb.Ending_ENDING_STOPPED)     // the limit was reached or the host asked to stop
	GaveUp      = Ending(pb.Ending_ENDING_GAVE_UP)     // ended without a proof
	TimedOut    = Ending(pb.Ending_ENDING_TIMED_OUT)   // the time for the puzzle was over
	Unsupported = Ending(pb.Ending_ENDING_UNSUPPORTED) // the algorithm cannot take such puzzles
	Failed      = Ending(pb.Ending_ENDING_FAILED)      // anything else, with a text
	Crashed     = Ending(pb.Ending_ENDING_CRASHED)     // a program behind the plugin died of it
)

var endingNames = [...]string{
	"unspecified", "part", "exhausted", "stopped", "gave up", "timed out", "unsupported", "failed", "crashed",
}

// String returns the ending's name, such as "gave up".
func (e Ending) String() string {
	if int(e) < len(endingNames) {
		return endingNames[e]
	}
	return fmt.Sprintf("ending(%d)", uint8(e))
}

// Valid reports whether e is one of the protocol's endings.
func (e Ending) Valid() bool { return e >= Part && e <= Crashed }

// EndingOf translates the error that an algorithm returned; asked says whether it was told to stop. The
// text is that of the error if the ending is Failed or the error says more than the ending, else "".
func EndingOf(err error, asked bool) (Ending, string) {
	switch {
	case err == nil && asked:
		return Stopped, ""
	case err == nil:
		return Exhausted, ""
	case errors.Is(err, sudoku.ErrGaveUp):
		return GaveUp, beyond(err, sudoku.ErrGaveUp)
	case errors.Is(err, sudoku.ErrUnsupported):
		return Unsupported, beyond(err, sudoku.ErrUnsupported)
	case errors.Is(err, context.DeadlineExceeded):
		return TimedOut, beyond(err, context.DeadlineExceeded)
	case errors.Is(err, sudoku.ErrCrashed):
		return Crashed, beyond(err, sudoku.ErrCrashed)
	case errors.Is(err, context.Canceled):
		return Stopped, ""
	}
	return Failed, Text(err.Error())
}

// beyond returns the text of an error that says more than the sentinel that it wraps, else "".
func beyond(err, sentinel error) string {
	if text := err.Error(); text != sentinel.Error() {
		return Text(text)
	}
	return ""
}

// toldError has the text of an error on the other side and wraps the sentinel that it wrapped there.
type toldError struct {
	text     string
	sentinel error
}

func (e *toldError) Error() string { return e.text }
func (e *toldError) Unwrap() error { return e.sentinel }

// told returns the sentinel with the text of the other side, or alone without one.
func told(text string, sentinel error) error {
	if text == "" {
		return sentinel
	}
	return &toldError{text, sentinel}
}

// Err is the inverse of EndingOf: the error of an ending and its text, nil for Part, Exhausted and Stopped.
func (e Ending) Err(text string) error {
	switch e {
	case Part, Exhausted, Stopped:
		return nil
	case GaveUp:
		return told(text, sudoku.ErrGaveUp)
	case Unsupported:
		return told(text, sudoku.ErrUnsupported)
	case TimedOut:
		return told(text, context.DeadlineExceeded)
	case Crashed:
		return told(text, sudoku.ErrCrashed)
	}
	if text == "" {
		text = "the plugin's answer ended as " + e.String()
	}
	return errors.New(text)
}

// maxText is the largest text in bytes that a plugin sends; the rest of a longer one is cut off.
const maxText = 64 << 10

// Text makes a text fit for a message, which takes UTF-8 alone: an invalid byte becomes "\uFFFD".
func Text(s string) string {
	if len(s) > maxText {
		s = s[:maxText] + "…"
	}
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// texts makes each of several texts fit.
func texts(all []string) []string {
	if all == nil {
		return nil
	}
	fit := make([]string, len(all))
	for i, s := range all {
		fit[i] = Text(s)
	}
	return fit
}
