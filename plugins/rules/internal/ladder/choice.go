package ladder

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/plain"
)

// A choice of techniques is a list of words with commas or blanks between them:
//
//	hodoku                              a preset: se, hodoku or all
//	hodoku,-uniqueness,+wxyz_wing       a preset without some techniques and with others
//	+skyscraper                         the same of se
//	naked_single,hidden_single,x_wing   these alone, tried in this order
//
// A family of techniques may take the place of a technique. What is added to a preset goes where its
// difficulty puts it.

// presets are the ladders that a choice may begin with.
var presets = []string{"se", "hodoku", "all"}

// choose returns the ladder of a choice, without what Sudoku Explainer rates above a rating.
func choose(choice string, upTo float64) ([]*Row, error) {
	c := chooser{}
	for i, word := range Words(choice) {
		if err := c.take(word, i == 0, upTo); err != nil {
			return nil, err
		}
	}
	if len(c.ladder) == 0 {
		return nil, fmt.Errorf("%q chooses no technique", choice)
	}
	return c.ladder, nil
}

// widens reports whether naked sets strike in all houses that hold them, as they do everywhere but in
// Sudoku Explainer's ladder.
func widens(choice string) bool {
	first := Words(choice + ",se")[0]
	return first != "se" && first[0] != '+' && first[0] != '-'
}

// Words splits the setting techniques or count into its words, which commas or blanks separate.
func Words(choice string) []string {
	return strings.FieldsFunc(choice, func(r rune) bool { return r == ',' || r == ' ' })
}

// chooser builds a ladder.
type chooser struct {
	ladder []*Row
	preset bool // the ladder began as a preset: what is added has its place
}

// take follows one word of a choice.
func (c *chooser) take(word string, first bool, upTo float64) error {
	name := strings.TrimLeft(word, "+-")
	signed := name != word
	switch {
	case first && slices.Contains(presets, word):
		c.begin(word, upTo)
		return nil
	case first && signed:
		c.begin("se", upTo)
	}
	found := LookUp(name)
	if len(found) == 0 {
		return fmt.Errorf("%q is not a technique%s", name, Nearest(name))
	}
	for _, t := range found {
		at := slices.IndexFunc(c.ladder, func(o *Row) bool { return o.Name == t.Name })
		switch {
		case word[0] == '-' && at >= 0:
			c.ladder = slices.Delete(c.ladder, at, at+1)
		case word[0] != '-' && at < 0:
			c.add(t)
		}
	}
	return nil
}

// begin sets the ladder to a preset.
func (c *chooser) begin(preset string, upTo float64) {
	c.preset = true
	switch preset {
	case "se":
		c.ladder = ExplainerLadder(upTo)
	default:
		c.ladder = HodokuLadder(preset == "all")
	}
	if preset == "all" { // what HoDoKu does not have comes last, the easiest first
		for _, t := range ExplainerLadder(upTo) {
			if !slices.Contains(c.ladder, t) {
				c.ladder = append(c.ladder, t)
			}
		}
	}
	for _, t := range BeyondRows() {
		if t.Rating <= upTo {
			c.add(t)
		}
	}
}

// add puts a technique before the first that is harder, or last in a list of one's own.
func (c *chooser) add(t *Row) {
	at := len(c.ladder)
	if c.preset {
		at = slices.IndexFunc(c.ladder, func(o *Row) bool { return o.Rating > t.Rating })
	}
	if at < 0 {
		at = len(c.ladder)
	}
	c.ladder = slices.Insert(c.ladder, at, t)
}

// known returns the names of all techniques and families, each once.
func known() []string {
	var names []string
	for i := range table {
		names = append(names, table[i].Name)
		if table[i].family != "" {
			names = append(names, table[i].family)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Nearest says which known name was probably meant, or which there are.
func Nearest(word string) string {
	best := plain.Nearest(word, append(known(), "se", "hodoku", "all", "paper", "backtracking"))
	if best == "" {
		return "; there are " + strings.Join(known(), ", ")
	}
	return fmt.Sprintf("; did you mean %q?", best)
}
