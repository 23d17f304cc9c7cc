package plain

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

// editDistance is the least number of letters to insert, delete, replace, or exchange with the next that turns a into
// b.
func editDistance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
			case a[i-1] == b[j-1]:
				rows[i][j] = rows[i-1][j-1]
			default:
				rows[i][j] = 1 + min(rows[i-1][j-1], rows[i-1][j], rows[i][j-1])
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					rows[i][j] = min(rows[i][j], 1+rows[i-2][j-2])
				}
			}
		}
	}
	return rows[len(a)][len(b)]
}
