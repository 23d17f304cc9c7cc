package store_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
)

// TestSelectionText stores consecutive ids as ranges, and reads the lists of older libraries.
func TestSelectionText(t *testing.T) {
	million := make([]int64, 1_000_000)
	for i := range million {
		million[i] = int64(i + 1)
	}
	for want, sel := range map[string]store.Selection{
		`{"sources":null}`:                                 {},
		`{"sources":[]}`:                                   {Sources: []int64{}},
		`{"sources":null,"puzzles":[7]}`:                   {Puzzles: []int64{7}},
		`{"sources":null,"puzzles":[1,2,[5,7],9,[11,14]]}`: {Puzzles: []int64{1, 2, 5, 6, 7, 9, 11, 12, 13, 14}},
		`{"sources":null,"puzzles":[9,8,7,9]}`:             {Puzzles: []int64{9, 8, 7, 9}},
		`{"sources":null,"puzzles":[[1,1000000]]}`:         {Puzzles: million},
	} {
		text, err := json.Marshal(sel)
		var back store.Selection
		if err == nil {
			err = json.Unmarshal(text, &back)
		}
		if err != nil || string(text) != want || !slices.Equal(back.Puzzles, sel.Puzzles) || (back.Puzzles == nil) != (sel.Puzzles == nil) {
			t.Errorf("%s, %v: want %s", text, err, want)
		}
	}
	var old store.Selection
	if err := json.Unmarshal([]byte(`{"sources":null,"puzzles":[1,2,3,5]}`), &old); err != nil || !slices.Equal(old.Puzzles, []int64{1, 2, 3, 5}) {
		t.Errorf("an older list: %v, %v", old, err)
	}
	for _, bad := range []string{`{"puzzles":[[1]]}`, `{"puzzles":[[3,1]]}`, `{"puzzles":[[1,9223372036854775807]]}`, `{"puzzles":["a"]}`} {
		if err := json.Unmarshal([]byte(bad), &old); err == nil {
			t.Errorf("%s is read", bad)
		}
	}
}
