package pump

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// However large a puzzle is, a message stays far below the 4 MiB that gRPC takes.
func TestMessagesAreBounded(t *testing.T) {
	for _, text := range []string{"4", "9", "25", "49", "9^3", "25^3"} {
		g := sudoku.MustGeometry(text)
		if bytes := mostOf(g) * g.Cells(); bytes > 128<<10 {
			t.Errorf("%s: %d bytes", text, bytes)
		}
	}
}

// sizes is an outlet that says how large the batches are that it is given.
type sizes chan int

func (s sizes) Send(_ uint64, puzzles []*sudoku.Puzzle) error {
	s <- len(puzzles)
	return nil
}

func (s sizes) shut() { close(s) }

// oldest returns the batch that has been in flight longest.
func (f *flow) oldest() *batch {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.flight[0]
}

// answer has the n oldest batches in flight answered at no cost.
func (f *flow) answer(n int) {
	for range n {
		b := f.oldest()
		b.left = 0
		f.settle(b, b.len(), 0)
	}
}

// The plugin gets something to do at once, and has little left to do when the end comes: batches grow at the beginning of an input
// and shrink at its end. When eight are in flight, the next one waits until half of them are answered or the input ends.
func TestBatchesGrowAndShrink(t *testing.T) {
	pace := new(Pace)
	pace.keep("9", DefaultBatch)
	f := newFlow(Options{runner.Options{Ask: sudoku.Ask{Workers: 1}}, DefaultBatch}, pace)
	sent := make(sizes, 100)
	want := func(sizes ...int) {
		t.Helper()
		for i, size := range sizes {
			if got := <-sent; got != size {
				t.Fatalf("batch %d of %v has %d puzzles", i, sizes, got)
			}
		}
		if len(sent) > 0 {
			t.Fatalf("after batches of %v comes one of %d", sizes, <-sent)
		}
	}
	g := sudoku.MustGeometry("9")
	p := sudoku.MustPuzzle(g, nil)
	put := func(n int) {
		for range n {
			f.put(entry{puzzle: p}, true)
		}
	}
	f.connect(sent)
	put(1)
	want(1)
	put(8 + 64 + 512 + 4*DefaultBatch)
	want(8, 64, 512, DefaultBatch, DefaultBatch, DefaultBatch, DefaultBatch)
	put(DefaultBatch + 300)
	want()
	f.answer(inFlight/2 - 1)
	want()
	f.end()
	want(650, 325, 25, 150, 75, 64, 11)
	f.answer(inFlight/2 + 1 + 7)
	if size, more := <-sent; more {
		t.Errorf("after all is answered comes a batch of %d", size)
	}
}

// What is sent to a stream that breaks is given back, and goes first and alone to the next one.
func TestLostPuzzlesGoAlone(t *testing.T) {
	pace := new(Pace)
	pace.keep("4", 2)
	f := newFlow(Options{runner.Options{Ask: sudoku.Ask{Workers: 1}}, 2}, pace)
	f.connect(make(sizes, 10))
	for i := range 4 {
		f.put(entry{origin: origin{label: uint64(i)}, puzzle: sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil)}, true)
	}
	lost, alone := f.recall()
	if len(lost) != 3 || alone {
		t.Fatalf("%d puzzles are given back, alone is %v", len(lost), alone)
	}
	f.suspect(lost)
	sent := make(sizes, 10)
	f.connect(sent)
	f.end()
	for i := range 4 {
		if size := <-sent; size != 1 {
			t.Errorf("batch %d has %d puzzles", i, size)
		}
		if b := f.oldest(); b.alone != (i < len(lost)) || b.entry(0).label != uint64(i) {
			t.Errorf("batch %d has puzzle %d, alone is %v", i, b.entry(0).label, b.alone)
		}
		f.answer(1)
	}
}

// early is an outlet whose batches are answered before they have been sent.
type early struct {
	sent func(puzzles []*sudoku.Puzzle)
}

func (e early) Send(_ uint64, puzzles []*sudoku.Puzzle) error {
	e.sent(puzzles)
	return nil
}

func (early) shut() {}

// A plugin that answers what it has not got yet does not have the puzzles taken away that are being sent.
func TestABatchIsKeptWhileItIsSent(t *testing.T) {
	const workers = 2 * inFlight
	f := newFlow(Options{runner.Options{Ask: sudoku.Ask{Workers: workers}}, 1}, new(Pace))
	put := func() { f.put(entry{puzzle: sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil)}, true) }
	f.connect(make(sizes, workers))
	for range inFlight {
		put()
	}
	f.connect(early{func(puzzles []*sudoku.Puzzle) {
		f.mu.Lock()
		last := f.flight[len(f.flight)-1]
		f.mu.Unlock()
		last.left = 0
		f.settle(last, 1, 0)
		f.answer(inFlight)
		if puzzles[0] == nil {
			t.Error("the puzzle has been taken away")
		}
	}})
	put()
}

// The receiver waits for the stream, so a stream without answers ends as soon as a puzzle is to be delivered that is not sent. Few
// of them are kept.
func TestAStreamEndsForWhatIsRefused(t *testing.T) {
	f := newFlow(Options{runner.Options{Ask: sudoku.Ask{Workers: 1}}, DefaultBatch}, new(Pace))
	p := sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil)
	sent := make(sizes, 10)
	f.connect(sent)
	f.put(entry{puzzle: p}, true)
	<-sent
	f.put(entry{origin: origin{label: 1}, puzzle: p}, false)
	if f.stream != streamOpen {
		t.Error("the stream ends though an answer is to come")
	}
	f.answer(1)
	if _, more := <-sent; more {
		t.Error("what is refused is sent")
	}
	if refused := f.takeRefused(); len(refused) != 1 || refused[0].index != 1 || len(f.takeRefused()) != 0 {
		t.Errorf("%+v are refused", refused)
	}
	for range refusalRoom {
		f.put(entry{puzzle: p}, false)
	}
	if f.hasRoom() {
		t.Errorf("there is room for more than %d", refusalRoom)
	}
}
