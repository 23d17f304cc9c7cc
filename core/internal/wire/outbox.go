package wire

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
)

// HostStream is the host's end of a Solve or Grade stream: it sends batches and receives answers in any order.
type HostStream struct {
	stream   grpc.ClientStream
	grades   bool     // the answers are grades
	options  *Options // until the first message has been sent
	geometry *sudoku.Geometry
	mu       sync.Mutex // Stop and Send may come from two goroutines
	batch    Batch
}

// Recv returns the next message. The error is io.EOF when the plugin has answered all that was sent before CloseSend.
func (o *HostStream) Recv() (*Answers, error) {
	if o.grades {
		m := &pb.GradeResponse{}
		if err := o.stream.RecvMsg(m); err != nil {
			return nil, plain(err)
		}
		return graded(m), nil
	}
	m := &pb.SolveResponse{}
	if err := o.stream.RecvMsg(m); err != nil {
		return nil, plain(err)
	}
	return solved(m), nil
}

// maxRequest is the size in bytes beyond which a batch is sent in two: gRPC takes 4 MiB unasked, and soft
// clues with probabilities are large.
const maxRequest = 1 << 20

// Send sends puzzles of one geometry; the first gets sequence number first, the others follow. Numbers must not
// be used twice. The puzzles may be used again when Send returns. It blocks while the plugin does not read.
func (o *HostStream) Send(first uint64, puzzles []*sudoku.Puzzle) error {
	if len(puzzles) == 0 {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.send(first, puzzles)
}

// send is Send with o locked. The error is io.EOF if the stream is over; Recv says why.
func (o *HostStream) send(first uint64, puzzles []*sudoku.Puzzle) error {
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
	request := Request{Options: o.options, Batch: &o.batch}
	o.options = nil
	return plain(o.stream.SendMsg(request.message()))
}

// Stop asks the plugin to answer the puzzles with these sequence numbers at once, with the solutions found so far. It
// is no error to stop what is answered already.
func (o *HostStream) Stop(seqs ...uint64) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return plain(o.stream.SendMsg(&pb.SolveRequest{Stop: seqs}))
}

// CloseSend tells the plugin that no more puzzles come.
func (o *HostStream) CloseSend() error { return plain(o.stream.CloseSend()) }

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

// endingErrors are the errors that some endings stand for.
var endingErrors = []struct {
	ending Ending
	err    error
}{
	{GaveUp, sudoku.ErrGaveUp}, {Unsupported, sudoku.ErrUnsupported}, {TimedOut, context.DeadlineExceeded},
	{Crashed, sudoku.ErrCrashed}, {Stopped, context.Canceled},
}

// EndingOf translates the error that an algorithm returned; asked says whether it was told to stop. The
// text is that of the error if the ending is Failed or the error says more than the ending, else "".
func EndingOf(err error, asked bool) (Ending, string) {
	switch {
	case err == nil && asked:
		return Stopped, ""
	case err == nil:
		return Exhausted, ""
	}
	for _, e := range endingErrors {
		if !errors.Is(err, e.err) {
			continue
		}
		if e.ending == Stopped || err.Error() == e.err.Error() {
			return e.ending, ""
		}
		return e.ending, Text(err.Error())
	}
	return Failed, Text(err.Error())
}

// toldError has the text of an error on the other side and wraps the sentinel that it wrapped there.
type toldError struct {
	text     string
	sentinel error
}

func (e *toldError) Error() string { return e.text }
func (e *toldError) Unwrap() error { return e.sentinel }

// Err is the inverse of EndingOf: the error of an ending and its text, nil for Part, Exhausted and Stopped.
func (e Ending) Err(text string) error {
	if e == Part || e == Exhausted || e == Stopped {
		return nil
	}
	for _, known := range endingErrors {
		switch {
		case known.ending != e:
		case text == "":
			return known.err
		default:
			return &toldError{text, known.err}
		}
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
