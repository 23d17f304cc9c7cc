package write

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// Wording writes what grades, or the failure to grade, say in words; "" if that is nothing. Metrics that the plugin does not
// declare are an error.
func (s Slots) Wording(grades []sudoku.Grade, failure error) (string, error) {
	type word struct {
		slot int
		text string
	}
	var words []word
	for _, v := range grades {
		slot, ok := s[v.Metric]
		if !ok {
			return "", fmt.Errorf("metric %q was not declared", v.Metric)
		}
		if v.Label != "" {
			words = append(words, word{slot.Number, plain.Line(v.Label)})
		}
	}
	slices.SortFunc(words, func(a, b word) int { return cmp.Compare(a.slot, b.slot) })
	var text []byte
	for _, w := range words {
		text = fmt.Appendf(text, `,"%d":`, w.slot)
		text = row.AppendString(text, w.text)
	}
	if failure != nil {
		text = row.AppendString(append(text, `,"error":`...), plain.Text(failure.Error()))
	}
	if text == nil {
		return "", nil
	}
	return "{" + string(text[1:]) + "}", nil
}
