package create

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// drawable says where a constraint may stand and what its value may be. Whatever is drawn so counts only if the
// solution grid obeys it.
type drawable struct {
	draw        func(s *sketch, k *drawable) constraint.Constraint // one without lists if it did not find any
	places      func(s *sketch, c *constraint.Constraint) []int    // that it takes up
	least, most int                                                // cells of a line
	grows       bool                                               // what holds of a line holds of its beginning
	lists       func(cells []int) [][]int                          // nil for one list
	values      func(s *sketch, cells []int) (list []string)       // nil for no value
}

// drawables has a row for each name that can be ordered. Lines of the same length look alike whatever the board's size.
var drawables = map[string]*drawable{
	"cage": {draw: (*sketch).cage, places: (*sketch).cagePlaces, least: 2, most: 5, values: total},

	"thermo":      {draw: (*sketch).line, places: (*sketch).linePlaces, least: 3, most: 6, grows: true},
	"slow-thermo": {draw: (*sketch).line, places: (*sketch).linePlaces, least: 3, most: 6, grows: true},
	"whisper": {draw: (*sketch).line, places: (*sketch).linePlaces, least: 3, most: 7, grows: true,
		values: always(func(n int) int { return (n + 1) / 2 })},
	"parity": {draw: (*sketch).line, places: (*sketch).linePlaces, least: 3, most: 7, grows: true},
	"renban": {draw: (*sketch).line, places: (*sketch).linePlaces, least: 3, most: 5, grows: true},
	"nabner": {draw: (*sketch).line, places: (*sketch).linePlaces, least: 3, most: 5, grows: true},
	"modular": {draw: (*sketch).line, places: (*sketch).linePlaces, least: 3, most: 7, grows: true,
		values: always(func(int) int { return 3 })},
	"entropic":   {draw: (*sketch).line, places: (*sketch).linePlaces, least: 3, most: 7, grows: true},
	"palindrome": {draw: (*sketch).line, places: (*sketch).linePlaces, least: 3, most: 6},
	"between":    {draw: (*sketch).line, places: (*sketch).linePlaces, least: 3, most: 6},
	"lockout": {draw: (*sketch).line, places: (*sketch).linePlaces, least: 3, most: 5,
		values: always(func(n int) int { return n / 2 })},
	"region-sum":   {draw: (*sketch).line, places: (*sketch).linePlaces, least: 3, most: 6},
	"zipper":       {draw: (*sketch).line, places: (*sketch).linePlaces, least: 3, most: 6},
	"double-arrow": {draw: (*sketch).line, places: (*sketch).linePlaces, least: 3, most: 5},
	"ten-line": {draw: (*sketch).line, places: (*sketch).linePlaces, least: 3, most: 7,
		values: always(func(n int) int { return n + 1 })},
	"slingshot": {draw: (*sketch).line, places: (*sketch).linePlaces, least: 3, most: 6},
	"equality":  {draw: (*sketch).line, places: (*sketch).linePlaces, least: 4, most: 4},
	"arrow": {draw: (*sketch).line, places: (*sketch).linePlaces, least: 3, most: 5,
		lists: func(c []int) [][]int { return [][]int{c[:1], c[1:]} }},

	"white":      {draw: (*sketch).pair, places: (*sketch).pairPlaces},
	"black":      {draw: (*sketch).pair, places: (*sketch).pairPlaces},
	"x":          {draw: (*sketch).pair, places: (*sketch).pairPlaces},
	"v":          {draw: (*sketch).pair, places: (*sketch).pairPlaces},
	"less":       {draw: (*sketch).pair, places: (*sketch).pairPlaces},
	"difference": {draw: (*sketch).pair, places: (*sketch).cagePlaces, values: upTo(1, func(n int) int { return n - 1 })},
	"quotient":   {draw: (*sketch).pair, places: (*sketch).cagePlaces, values: upTo(2, func(n int) int { return n })},
	"pair-sum":   {draw: (*sketch).pair, places: (*sketch).pairPlaces, values: total},

	"odd":          {draw: (*sketch).single, places: (*sketch).singlePlaces},
	"even":         {draw: (*sketch).single, places: (*sketch).singlePlaces},
	"low":          {draw: (*sketch).single, places: (*sketch).singlePlaces},
	"high":         {draw: (*sketch).single, places: (*sketch).singlePlaces},
	"minimum":      {draw: (*sketch).single, places: (*sketch).singlePlaces},
	"maximum":      {draw: (*sketch).single, places: (*sketch).singlePlaces},
	"row-index":    {draw: (*sketch).single, places: (*sketch).singlePlaces},
	"column-index": {draw: (*sketch).single, places: (*sketch).singlePlaces},
	"box-index":    {draw: (*sketch).single, places: (*sketch).singlePlaces},
	"quad":         {draw: (*sketch).square, places: (*sketch).squarePlaces, values: someDigits},

	"sandwich": {draw: (*sketch).house, places: (*sketch).rayPlaces,
		values: upTo(0, func(n int) int { return n * (n - 1) / 2 })},
	"x-sum": {draw: (*sketch).outside, places: (*sketch).rayPlaces,
		values: upTo(1, func(n int) int { return n * (n + 1) / 2 })},
	"skyscraper": {draw: (*sketch).outside, places: (*sketch).rayPlaces,
		values: upTo(1, func(n int) int { return n })},
	"hidden-skyscraper": {draw: (*sketch).outside, places: (*sketch).rayPlaces, values: someDigit},
	"numbered-room":     {draw: (*sketch).outside, places: (*sketch).rayPlaces, values: someDigit},
	"little-killer":     {draw: (*sketch).diagonal, places: (*sketch).rayPlaces, least: 3, values: total},

	"nonconsecutive":          {},
	"diagonal-nonconsecutive": {},
	"anti-taxicab":            {},
	"global-entropy":          {},
	"global-mod":              {},
	"flatmates":               {},
	"all-dots":                {},
	"all-white":               {},
	"all-black":               {},
	"all-xv":                  {},
}

// always returns the same value for every place.
func always(value func(n int) int) func(*sketch, []int) []string {
	return func(s *sketch, _ []int) []string { return []string{strconv.Itoa(value(s.board.N))} }
}

// upTo returns the values from least to most.
func upTo(least int, most func(n int) int) func(*sketch, []int) []string {
	return func(s *sketch, _ []int) (all []string) {
		for k := least; k <= most(s.board.N); k++ {
			all = append(all, strconv.Itoa(k))
		}
		return all
	}
}

// total returns the sum of the solution in the cells.
func total(s *sketch, cells []int) []string {
	sum := 0
	for _, c := range cells {
		sum += int(s.solution[c]) + s.board.Least - 1
	}
	return []string{strconv.Itoa(sum)}
}

// someDigit returns all digits.
func someDigit(s *sketch, _ []int) (all []string) {
	for d := 1; d <= s.board.N; d++ {
		all = append(all, s.board.Symbol(d))
	}
	return all
}

// someDigits names two to four of the digits of some cells.
func someDigits(s *sketch, cells []int) []string {
	var named []string
	for _, i := range s.rng.Perm(len(cells))[:2+s.rng.IntN(3)] {
		named = append(named, s.board.Symbol(int(s.solution[cells[i]])))
	}
	slices.Sort(named)
	return []string{strings.Join(slices.Compact(named), ".")}
}
