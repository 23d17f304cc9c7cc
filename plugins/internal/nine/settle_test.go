package nine

import (
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

// drawFields draws six sets of digits, as a word and one by one.
func drawFields(t *rapid.T, name string) (word uint64, sets [6]uint64) {
	for i := range sets {
		sets[i] = rapid.Uint64Range(0, digits).Draw(t, name)
		word |= sets[i] << (10 * i)
	}
	return word, sets
}

// TestFieldsDoNotDisturbEachOther holds the arithmetic on all fields against what each should become.
func TestFieldsDoNotDisturbEachOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word, sets := drawFields(t, "cells")
		some, others := drawFields(t, "some")
		third, thirds := drawFields(t, "third")
		for name, got := range map[string]uint64{
			"rest": rest(word), "empty": empty(word), "only": only(word, some), "single": single(word),
			"two": two(word, some, third), "filled": less(word) & guards >> 9,
		} {
			for i, x := range sets {
				var want uint64
				switch {
				case name == "rest":
					want = x & (x - 1)
				case name == "empty" && x == 0:
					want = digits
				case name == "single" && bits.OnesCount64(x) == 1:
					want = x
				case name == "only" && x&others[i] != 0:
					want = x & others[i]
				case name == "only":
					want = x
				case name == "two":
					want = x&others[i] | x&thirds[i] | others[i]&thirds[i]
				case name == "filled" && x != 0:
					want = 1
				}
				if field := got >> (10 * i) & (1<<10 - 1); field != want {
					t.Fatalf("%s: field %d is %b, want %b", name, i, field, want)
				}
			}
		}
	})
}

func TestBoxesTurnInTheirBand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word, sets := drawFields(t, "boxes")
		for steps, got := range map[int]uint64{1: right1(word), 2: right2(word)} {
			for i := range sets {
				if want := sets[i/3*3+(i+steps)%3]; got>>(10*i)&(1<<10-1) != want {
					t.Fatalf("%d steps: field %d is %b, want %b", steps, i, got>>(10*i)&(1<<10-1), want)
				}
			}
		}
	})
}
