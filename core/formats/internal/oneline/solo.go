package oneline

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/draft"
)

// soloID finds game IDs of Solo: size, kinds and difficulty, then lists of run lengths.
var soloID = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:solo:)?(\d{1,2})(?:x(\d{1,2}))?([a-z0-9]*):([a-z0-9_]+(?:,[a-z0-9_]+)*)$`)
})

// IsSolo reports whether a line is a game ID of Solo. It looks for plain signs first: most lines are none, and there may
// be millions.
func IsSolo(s string) bool {
	return (strings.Contains(s[:min(len(s), 12)], "x") || strings.Contains(s[:min(len(s), 12)], "j")) &&
		strings.IndexByte(s[:min(len(s), 20)], ':') > 0 && soloID().MatchString(s)
}

// ReadSolo reads "3x3k:grid,cages,sums". A grid is numbers, a letter for a run of empty cells, and _ between numbers
// that follow each other; regions are run lengths of pairs of cells, along the rows and then along the columns, with a
// border behind each run.
func ReadSolo(s string) (*draft.Draft, error) {
	parts := soloID().FindStringSubmatch(s)
	cols, _ := strconv.Atoi(parts[1])
	rows := 1
	if parts[2] != "" {
		rows, _ = strconv.Atoi(parts[2])
	}
	kinds, _, _ := strings.Cut(parts[3], "d")
	n := cols * rows
	d, err := draft.New(n)
	if err != nil {
		return nil, err
	}
	lists := strings.Split(parts[4], ",")
	next := func() string {
		if len(lists) == 0 {
			return ""
		}
		list := lists[0]
		lists = lists[1:]
		return list
	}
	givens, err := readCells(next(), n)
	if err != nil {
		return nil, err
	}
	for cell, v := range givens {
		if v > n {
			return nil, fmt.Errorf("reading a game ID of Solo: %d in a grid of size %d", v, n)
		}
		d.Givens[cell] = uint8(v)
	}
	switch d.Rows = cols; {
	case rows == 1 || strings.Contains(kinds, "j"):
		regions, err := readRegions(next(), n)
		if err != nil {
			return nil, err
		}
		d.Regions = regions
	case cols == 1:
		d.Rows = 0
	}
	if strings.Contains(kinds, "x") {
		d.Flags = `/\`
	}
	if strings.Contains(kinds, "k") {
		regions, err := readRegions(next(), n)
		if err != nil {
			return nil, err
		}
		sums, err := readCells(next(), n)
		if err != nil {
			return nil, err
		}
		addCages(d, regions, sums)
	}
	if len(lists) > 0 {
		return nil, errors.New("reading a game ID of Solo: more lists than its kinds have")
	}
	return d, nil
}

// addCages adds a cage for each region, with the sum that stands in one of its cells.
func addCages(d *draft.Draft, regions, sums []int) {
	cages := make([][]int, len(regions))
	for cell, region := range regions {
		cages[region] = append(cages[region], cell)
	}
	for _, cage := range cages {
		sum := ""
		for _, cell := range cage {
			if sums[cell] > 0 {
				sum = strconv.Itoa(sums[cell])
			}
		}
		if sum != "" || len(cage) > 1 {
			d.Add("cage", sum, cage)
		}
	}
}

// readCells reads the numbers of n×n cells, 0 for empty ones.
func readCells(list string, n int) ([]int, error) {
	cells := make([]int, 0, n*n)
	for i := 0; i < len(list) && len(cells) <= n*n; {
		c := list[i]
		if c >= 'a' && c <= 'z' {
			cells = append(cells, make([]int, c-'a'+1)...)
		}
		if c < '0' || c > '9' {
			i++
			continue
		}
		end := i
		for end < len(list) && list[end] >= '0' && list[end] <= '9' {
			end++
		}
		v, err := strconv.Atoi(list[i:end])
		if err != nil {
			return nil, fmt.Errorf("reading a game ID of Solo: %w", err)
		}
		cells = append(cells, v)
		i = end
	}
	if len(cells) != n*n {
		return nil, fmt.Errorf("reading a game ID of Solo: %d cells instead of %d", len(cells), n*n)
	}
	return cells, nil
}

// readRegions reads the regions of n×n cells, which count from 0 in the order of their first cells.
func readRegions(list string, n int) ([]int, error) {
	pairs := 2 * n * (n - 1)
	joined := make([]bool, pairs)
	at := 0
	run := func(length int) {
		for ; length > 0 && at < pairs; length-- {
			joined[at] = true
			at++
		}
		at += length // too many
	}
	for i := 0; i < len(list) && at <= pairs; i++ {
		c := list[i]
		length := 0
		if c >= 'a' && c <= 'z' {
			length = int(c-'a') + 1
		} else if c != '_' {
			return nil, fmt.Errorf("reading a game ID of Solo: %q in a list of regions", c)
		}
		times := 1
		end := i + 1
		for end < len(list) && list[end] >= '0' && list[end] <= '9' {
			end++
		}
		if end > i+1 {
			times, _ = strconv.Atoi(list[i+1 : end])
			i = end - 1
		}
		for ; times > 0 && at <= pairs; times-- {
			run(length)
			if length != 25 { // 25 pairs have no border behind
				at++
			}
		}
	}
	if at != pairs+1 {
		return nil, errors.New("reading a game ID of Solo: its regions do not fit its size")
	}
	regions := make([]int, n*n)
	known := 0
	done := make([]bool, n*n)
	for start := range regions {
		if done[start] {
			continue
		}
		for _, cell := range draft.Spread(n, start, func(a, b int) bool {
			a, b = min(a, b), max(a, b)
			if b == a+1 {
				return joined[a/n*(n-1)+a%n]
			}
			return joined[n*(n-1)+a%n*(n-1)+a/n]
		}) {
			regions[cell], done[cell] = known, true
		}
		known++
	}
	return regions, nil
}
