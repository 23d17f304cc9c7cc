package plugins

import (
	"fmt"
	"io"
	"strings"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
)

// confirmed asks a person. Without an answer it is no.
func confirmed(a *app.App, question string) bool {
	fmt.Fprintf(a.Stderr, "%s [y/N] ", question)
	answer := strings.ToLower(readLine(a.Stdin))
	return answer == "y" || answer == "yes"
}

// readLine reads a line and no more, for the next one may answer another question.
func readLine(from io.Reader) string {
	var line []byte
	for letter := make([]byte, 1); ; {
		n, err := from.Read(letter)
		if n > 0 && letter[0] != '\n' {
			line = append(line, letter[0])
		} else if n > 0 || err != nil {
			return strings.TrimSpace(string(line))
		}
	}
}
