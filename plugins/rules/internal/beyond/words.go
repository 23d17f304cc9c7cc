package beyond

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// mostSets is how many sets of digits a sentence lists.
const mostSets = 6

// sentence says why a part leaves its cells what the hint says.
func (t *leaves) sentence(p *part, a *answer, empty []int) string {
	switch p.sort {
	case innie, outie:
		return t.remainText(p) + ", so " + t.conclusion() + "."
	case cage, sum:
		if len(p.of) == 1 {
			return fmt.Sprintf("%s has one cell, so %s.", upper(t.ConstraintName(p.constraints[0])), t.conclusion())
		}
		if len(empty) == 1 {
			return fmt.Sprintf("The other cells of %s are known, so %s.", t.ConstraintName(p.constraints[0]), t.conclusion())
		}
		if p.sort == cage {
			return t.cageText(p, a)
		}
	}
	if p.sort == sum || p.sort == order {
		return t.boundsText(p, a)
	}
	return t.saying(p) + t.beside(p.of, t.few(p)) + t.conclusion() + "."
}

// conclusion says what a hint comes to: "r1c2 is 4", "this removes 4 from r1c2".
func (v *view) conclusion() string {
	if v.Hint.Cell >= 0 {
		return fmt.Sprintf("%s is %s", v.CellName(v.Hint.Cell), v.DigitName(v.Hint.Digit))
	}
	return "this removes " + v.Hint.Struck(v.Frame)
}

// cageText names the sets of digits that are left, and if something goes that is in one of them what else says why.
func (v *view) cageText(p *part, a *answer) string {
	text, sets, all := v.setsText(v.ConstraintName(p.constraints[0]), a), setsOf(a), uint64(0)
	for _, set := range sets {
		all |= set
	}
	if len(sets) <= mostSets && !slices.ContainsFunc(v.Hint.Strikes, func(m board.Mark) bool { return all>>m.V&1 == 1 }) {
		return text + "; " + v.conclusion() + "."
	}
	return text + v.beside(p.of, v.few(p)) + v.conclusion() + "."
}

// few is how many digits a cell may have of which a sentence speaks: any number if it is one of two.
func (v *view) few(p *part) int {
	if len(p.of) == 2 {
		return v.N
	}
	return mostLeft
}

// mostLeft is how many digits of a cell sentences list.
const mostLeft = 4

// beside leads on to a conclusion by what those of some cells can hold from which nothing goes, if that is few digits
// and they are few.
func (v *view) beside(cells []int, most int) string {
	var known []string
	for _, c := range cells {
		struck := slices.ContainsFunc(v.Hint.Strikes, func(m board.Mark) bool { return m.Cell == c })
		if !struck && ones(v.may(c)) <= most {
			known = append(known, v.leftText([]int{c}, v.may(c), v.Fresh[c]&^v.may(c)))
		}
	}
	if len(known) == 0 || len(known) > 3 {
		these := "these cells"
		if 0 < len(cells) && len(cells) <= 3 {
			these = v.CellNames(cells)
		}
		return "; with what " + these + " can hold, "
	}
	return ", and " + strings.Join(known, " and ") + "; "
}

// setsText says which sets something can hold: "The cage 15 at r1c345 can only hold 1+5+9 or 2+4+9".
func (v *view) setsText(what string, a *answer) string {
	sets := setsOf(a)
	if len(sets) > mostSets {
		return fmt.Sprintf("%s can only hold one of %d sets of digits", upper(what), len(sets))
	}
	texts := make([]string, len(sets))
	for i, set := range sets {
		texts[i] = v.setName(set)
	}
	return fmt.Sprintf("%s can only hold %s", upper(what), either(texts))
}

// setsOf returns the sets of digits at the end of a reading.
func setsOf(a *answer) (sets []uint64) {
	for _, m := range a.ends {
		sets = append(sets, m.used)
	}
	slices.SortFunc(sets, func(x, y uint64) int {
		if low := (x ^ y) & -(x ^ y); low != 0 && x&low != 0 { // by increasing digits
			return -1
		}
		return 1
	})
	return slices.Compact(sets)
}

// setName returns a set of digits as people write what makes a sum: "1+5+9".
func (v *view) setName(set uint64) string {
	var digits []string
	for ; set != 0; set &= set - 1 {
		digits = append(digits, v.DigitName(bits.TrailingZeros64(set)))
	}
	return strings.Join(digits, "+")
}

// either joins texts: "a, b or c".
func either(texts []string) string {
	last := len(texts) - 1
	if last < 1 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:last], ", ") + " or " + texts[last]
}

// upper returns a sentence with a capital letter.
func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// remainText says which sum houses and cages leave over, by the 45 rule.
func (v *view) remainText(p *part) string {
	whole := len(p.houses) * v.N * (v.N + 1) / 2
	inside, outside := v.sides(p)
	houses := v.HouseNames(p.houses)
	add := "sums"
	if len(p.houses) > 1 {
		add = "sum"
	}
	total := p.total[0].Low
	if p.mixed {
		return fmt.Sprintf("%s %s to %d; take away %s, and %s", upper(houses), add, whole, v.names(p.constraints, " and "),
			v.equation(p))
	}
	if p.sort == innie {
		if len(p.of) == 1 {
			return fmt.Sprintf("%s %s to %d, and its cages without %s to %d", upper(houses), add, whole, v.CellNames(inside),
				whole-total)
		}
		return fmt.Sprintf("%s %s to %d, and the cages inside to %d; that leaves %d for %s", upper(houses), add, whole,
			whole-total, total, v.CellNames(inside))
	}
	if len(inside) == 0 {
		return fmt.Sprintf("The cages that cover %s sum to %d, %d more than the %d inside; that is left for %s", houses,
			whole+total, total, whole, v.CellNames(outside))
	}
	return fmt.Sprintf("%s %s to %d, and the cages that lie mostly inside to %d; that leaves %d for %s less %s outside", upper(houses), add,
		whole, whole-total, total, v.CellNames(inside), v.CellNames(outside))
}

// equation writes a sum: "r1c2 + 2·r1c3 = 15 + r4c5".
func (v *view) equation(p *part) string {
	var sides [2][]string
	for side, total := range [2]int{-p.total[0].Low, p.total[0].Low} {
		if total > 0 {
			sides[side] = append(sides[side], fmt.Sprint(total))
		}
	}
	for i, c := range p.of {
		side, w, name := 0, p.weights[i], v.CellName(c)
		if w < 0 {
			side, w = 1, -w
		}
		if w > 1 {
			name = fmt.Sprintf("%d·%s", w, name)
		}
		sides[side] = append(sides[side], name)
	}
	for i := range sides {
		if sides[i] == nil {
			sides[i] = []string{"0"}
		}
	}
	return strings.Join(sides[0], " + ") + " = " + strings.Join(sides[1], " + ")
}

// names joins the names of constraints.
func (v *view) names(constraints []int, with string) string {
	var names []string
	for _, c := range constraints {
		if name := v.ConstraintName(c); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, with)
}

// sides parts the cells of a sum that follows from houses into those inside and those outside.
func (v *view) sides(p *part) (inside, outside []int) {
	for _, c := range slices.Sorted(slices.Values(p.of)) {
		if slices.ContainsFunc(p.houses, func(h int) bool { return v.SlotIn(h, c) >= 0 }) {
			inside = append(inside, c)
		} else {
			outside = append(outside, c)
		}
	}
	return inside, outside
}

// boundsText says how small and how great cells can be: "r1c2 and r1c4 are at least 3". What that leaves unsaid it
// adds.
func (v *view) boundsText(p *part, a *answer) string {
	var limits []string
	cells := map[string][]int{} // by limit
	all := true
	for i, c := range p.of {
		gone, left := v.Cand[c]&^a.left[i], a.left[i]
		if gone == 0 || left == 0 || slices.Contains(p.of[:i], c) {
			continue
		}
		low, high := bits.TrailingZeros64(left), 63-bits.LeadingZeros64(left)
		below, above := gone&(1<<low-1), gone&^(1<<(high+1)-1)
		all = all && below|above == gone
		limit := ""
		switch {
		case low == high:
			limit = v.DigitName(low)
		case below != 0 && above != 0:
			limit = fmt.Sprintf("at least %s and at most %s", v.DigitName(low), v.DigitName(high))
		case below != 0:
			limit = "at least " + v.DigitName(low)
		case above != 0:
			limit = "at most " + v.DigitName(high)
		default:
			continue
		}
		if cells[limit] == nil {
			limits = append(limits, limit)
		}
		cells[limit] = append(cells[limit], c)
	}
	if len(limits) == 0 {
		return v.saying(p) + v.beside(nil, 0) + v.conclusion() + "."
	}
	for i, limit := range limits {
		limits[i] = v.areText(cells[limit], limit)
	}
	text := v.saying(p) + ", so " + strings.Join(limits, ", ")
	if !all {
		text += "; " + v.conclusion()
	}
	return text + "."
}

// areText says of cells what they are: "r1c2 is 3", "r1c2 and r1c3 are 3 or 4".
func (v *view) areText(cells []int, what string) string {
	if len(cells) == 1 {
		return v.CellName(cells[0]) + " is " + what
	}
	return v.CellNames(cells) + " are " + what
}

// saying says what a part asks for, in the words of its constraint.
func (v *view) saying(p *part) string {
	if said := v.ConstraintSentence(p.constraints[0]); said != "" {
		return said
	}
	return upper(v.ConstraintName(p.constraints[0])) + " holds"
}

// leftText says of cells what is left of them, or if that is much what is gone.
func (v *view) leftText(cells []int, left, gone uint64) string {
	switch {
	case ones(left) <= mostLeft || gone == 0:
		return v.areText(cells, v.digitsOr(left))
	case ones(gone) == 1:
		return v.areText(cells, "not "+v.DigitNames(gone))
	}
	return v.areText(cells, "none of "+v.DigitNames(gone))
}

// digitsOr joins digits: "1, 2 or 5".
func (v *view) digitsOr(set uint64) string {
	var texts []string
	for ; set != 0; set &= set - 1 {
		texts = append(texts, v.DigitName(bits.TrailingZeros64(set)))
	}
	return either(texts)
}

// ones returns how many digits a set has.
func ones(set uint64) int { return bits.OnesCount64(set) }
