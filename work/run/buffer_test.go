package run

import (
	"errors"
	"testing"
)

// TestBuffer adds more than two transactions hold: all arrive, in order, and an error comes back with the next.
func TestBuffer(t *testing.T) {
	var stored []int
	b := newBuffer[int]()
	b.save = func(batch []int) error {
		stored = append(stored, batch...)
		return nil
	}
	for i := range 2*saveBatch + 5 {
		if err := b.add(i); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.flush(); err != nil || len(stored) != 2*saveBatch+5 {
		t.Fatalf("%d answers stored: %v", len(stored), err)
	}
	for i, v := range stored {
		if v != i {
			t.Fatalf("answer %d is %d", i, v)
		}
	}
	full := errors.New("disk full")
	b = newBuffer[int]()
	b.save = func([]int) error { return full }
	var err error
	for i := 0; err == nil && i <= 2*saveBatch; i++ {
		err = b.add(i)
	}
	if !errors.Is(err, full) {
		t.Errorf("%v after a transaction failed", err)
	}
	if b.held = b.held[:0]; b.flush() != nil {
		t.Error("the error came twice")
	}
}
