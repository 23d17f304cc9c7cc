package pump

import (
	"slices"
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

// The plugin gets something to do at once, and batches grow with what it answers. When eight are in flight, the others wait until
// one is answered or the input ends.
func TestBatchesGrow(t *testing.T) {
	f := newFlow(Options{runner.Options{Ask: runner.Ask{Workers: 1}}, DefaultBatch})
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
	p := sudoku.MustPuzzle(sudoku.MustGeometry("9"), nil)
	put := func(n int) {
		for range n {
			f.put(entry{puzzle: p}, true)
		}
	}
	f.connect(sent)
	put(1)
	want(1)
	put((inFlight - 1) * firstSize)
	want(slices.Repeat([]int{firstSize}, inFlight-1)...)
	put(firstSize)
	want()
	f.answer(1)
	want(firstSize)
	f.answer(inFlight)
	put(1)
	want(1)
	put(DefaultBatch)
	want(DefaultBatch)
	put(1)
	f.end()
	want(1)
	f.answer(3)
	if size, more := <-sent; more {
		t.Errorf("after all is answered comes a batch of %d", size)
	}
}

// What is sent to a stream that breaks is given back, and goes first and alone to the next one.
func TestLostPuzzlesGoAlone(t *testing.T) {
	f := newFlow(Options{runner.Options{Ask: runner.Ask{Workers: 1}}, 2})
	first := make(sizes, 10)
	f.connect(first)
	for i := range 4 {
		f.put(entry{origin: origin{label: uint64(i)}, puzzle: sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil)}, true)
		if i == 0 || i == 2 { // the first goes at once, the next two fill a batch
			<-first
		}
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

// The receiver waits for the stream, so a stream without answers ends as soon as a puzzle is to be delivered that is not sent. Few
// of them are kept.
func TestAStreamEndsForWhatIsRefused(t *testing.T) {
	f := newFlow(Options{runner.Options{Ask: runner.Ask{Workers: 1}}, DefaultBatch})
	p := sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil)
	sent := make(sizes, 10)
	f.connect(sent)
	f.put(entry{puzzle: p}, true)
	<-sent
	f.put(entry{origin: origin{label: 1}, puzzle: p}, false)
	select {
	case <-sent:
		t.Error("the stream ends though an answer is to come")
	default:
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
