package sudoku

import "strings"

// Nearest returns the known name that a misspelt word probably means, two letters off at most, or "" where
// none is near. Of equally near names the first wins.
func Nearest(word string, known []string) string {
	best, least := "", 3
	for _, name := range known {
		if d := editDistance(strings.ToLower(word), name); d < least && d < max(len(name), 2) {
			best, least = name, d
		}
	}
	return best
}

// editDistance is the least number of letters to insert, delete or replace that turns a into b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
