package wire

import (
	"fmt"
	"slices"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
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

type run struct {
	first, end uint64
	cells      int
	open       int // puzzles without a final answer
}

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
