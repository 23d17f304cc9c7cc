package formats

import (
	"bufio"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"sync"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/fpuzzles"
	"github.com/sudokuctl/sudokuctl/core/formats/internal/lzstring"
	"github.com/sudokuctl/sudokuctl/core/formats/internal/sudokupad"
)

// padLink finds what the links of f-puzzles and SudokuPad hold.
var padLink = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:f-puzzles\.com/\?load=|\b(?:fpuz(?:zles)?|scl|ctc))((?:[A-Za-z0-9+/=]|%[0-9A-Fa-f]{2}){16,})`)
})

// bare is how the packed JSON of f-puzzles begins, which may stand without a link.
const bare = "N4Ig"

// isPadLink looks for the plain words first: most lines are no links, and there may be millions.
func isPadLink(s string) bool {
	return strings.HasPrefix(s, bare) || (strings.Contains(s, "fpuz") || strings.Contains(s, "f-puzzles") || strings.HasPrefix(s, "http") ||
		strings.HasPrefix(s, "scl") || strings.HasPrefix(s, "ctc")) && padLink().MatchString(s)
}

// mostLink is how long the text in a link may be, in code units.
const mostLink = 1 << 20

// parsePadLink reads a link that isPadLink found.
func parsePadLink(s string) (Record, error) {
	at := []int{0, len(s), 0, len(s)}
	if !strings.HasPrefix(s, bare) {
		at = padLink().FindStringSubmatchIndex(s)
	}
	packed, err := url.PathUnescape(s[at[2]:at[3]])
	text := ""
	if err == nil {
		text, err = lzstring.Decompress(packed, mostLink)
	}
	if err != nil {
		return Record{}, badAt("", 0, at[2]+1, err)
	}
	r, err, ok := foreignObject(sudokupad.Unzip(text))
	if !ok {
		err = errors.New("reading the puzzle in the link: it is none of f-puzzles or SudokuPad")
	}
	if err != nil {
		err = badAt("", 0, at[2]+1, err)
	}
	return r, err
}

// writeFPuzzles writes an address of f-puzzles.com, where the puzzle can be edited.
func writeFPuzzles(w *bufio.Writer, r Record) error {
	return writeLoad(w, "https://www.f-puzzles.com/?load=", r)
}

// writeSudokuPad writes an address of sudokupad.app, where the puzzle can be solved.
func writeSudokuPad(w *bufio.Writer, r Record) error {
	return writeLoad(w, "https://sudokupad.app/fpuzzles", r)
}

func writeLoad(w *bufio.Writer, address string, r Record) error {
	author := ""
	for _, f := range r.Fields {
		if f.Name == "author" {
			author = f.Text
		}
	}
	data, err := fpuzzles.Write(r.Puzzle, oneLine(r.Puzzle.Comment), author, r.Solution)
	if err != nil {
		return fmt.Errorf("writing a puzzle with %w: %w", err, ErrUnfit)
	}
	_, err = w.WriteString(address + url.QueryEscape(lzstring.Compress(string(data))) + "\n")
	return err
}
