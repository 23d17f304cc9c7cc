package plugins

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
)

// confirmed asks a person. Without an answer it is no.
func confirmed(a *app.App, question string) bool {
	fmt.Fprintf(a.Stderr, "%s [y/N] ", question)
	answer := strings.ToLower(readLine(a.Stdin))
	return answer == "y" || answer == "yes"
}

// password asks a person for a password, which a terminal does not show.
func password(a *app.App, of string) (string, error) {
	fmt.Fprintf(a.Stderr, "password of %s: ", of)
	if f, ok := a.Stdin.(*os.File); ok && screen.IsTerminal(f) {
		text, err := term.ReadPassword(int(f.Fd()))
		fmt.Fprintln(a.Stderr)
		return string(text), err
	}
	return readLine(a.Stdin), nil
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
