package formats

import "strings"

// sudoCue names the lines in front of a SudoCue puzzle, #A author … #U address.
var sudoCue = map[byte]string{'A': "author", 'D': "description", 'C': "comment", 'B': "date", 'S': "source",
	'L': "level", 'U': "url"}

// sudoCueKey returns the letter of a name, 0 if it has none.
func sudoCueKey(name string) byte {
	for key, n := range sudoCue {
		if n == name {
			return key
		}
	}
	return 0
}

// remember keeps a line that begins with # if it is one of SudoCue's; others are comments of the file.
func (t *text) remember(s string) {
	if len(s) < 3 || t.block.rows > 0 {
		return
	}
	if name, ok := sudoCue[s[1]]; ok && len(t.header) < 2*len(sudoCue) {
		t.header = append(t.header, Field{name, strings.TrimSpace(s[2:])})
	}
}

// isSection reports whether s is [Puzzle] or the head of another section of a SadMan file.
func isSection(s string) bool {
	if len(s) < 3 || s[0] != '[' || s[len(s)-1] != ']' {
		return false
	}
	for _, c := range s[1 : len(s)-1] {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return true
}
