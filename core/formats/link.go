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
	"github.com/sudokuctl/sudokuctl/core/formats/internal/sudokupad"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// isLink reports whether a line begins with an address.
func isLink(s string) bool {
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "www.")
}

// readLink reads an address that holds the cells of a puzzle; ok is false if its line may be something else.
func readLink(s string) (r Record, err error, ok bool) {
	end := strings.IndexAny(s, " \t\"'<>,;")
	if end < 0 {
		end = len(s)
	}
	if at, cells := cellsInAddress(s[:end]); cells != "" {
		p, err := sudoku.ParsePuzzle(cells)
		if err != nil {
			return r, badAt("", 0, at+1, err), true
		}
		p.Comment = strings.TrimSpace(s[end:])
		return Record{Puzzle: p, Format: "link"}, nil, true
	}
	if end == len(s) || s[end] == ' ' {
		return r, linkAdvice(s), true
	}
	return r, nil, false
}

// linkRun finds what may be the cells of a puzzle in an address.
var linkRun = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[0-9A-Za-z._*-]{16,}`) })

// cellsInAddress returns the cells that an address holds, and where: as many digits and signs for empty cells as a
// puzzle has cells, between signs that are neither.
func cellsInAddress(address string) (at int, cells string) {
	if plain, err := url.PathUnescape(address); err == nil && len(plain) < 1<<16 {
		address = plain
	}
	_, path, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(address, "https://"), "http://"), "/")
	begin := len(address) - len(path)
	for _, run := range linkRun().FindAllStringIndex(path, -1) {
		text := path[run[0]:run[1]]
		digits := strings.Trim(text, "0123456789.") == "" || strings.Trim(text, "123456789-") == "" ||
			strings.Trim(text, "123456789_") == "" || strings.Trim(text, "123456789*") == "" ||
			strings.Trim(text, "123456789x") == ""
		if !digits && len(text) != 256 || !strings.ContainsAny(text, "0.-_*x") && len(text) != 81 {
			continue
		}
		if p, err := sudoku.ParsePuzzle(text); err == nil && p.Comment == "" {
			return begin + run[0], text
		}
	}
	return 0, ""
}

// sites are the hosts of addresses without a puzzle in them, and what to paste instead.
var sites = []struct{ host, instead string }{
	{"f-puzzles.com", "open it there and use Export, Link, which holds the puzzle behind load="},
	{"sudokupad.", shortLink}, {"app.crackingthecryptic.", shortLink},
	{"tinyurl.com", "open it and paste the address that the browser shows then"},
	{"bit.ly", "open it and paste the address that the browser shows then"},
	{"sudoku.coach", "open it there, export the puzzle as text, and paste its 81 cells"},
	{"sudokuexchange.com", "open it there and paste the 81 digits of its export"},
	{"sudokuwiki.org", "paste the 81 cells, or an address with bd=81digits"},
	{"sudoku-solutions.com", "paste the 81 cells"},
	{"penpa", "draw the puzzle in f-puzzles or SudokuPad, and paste the link from there"},
	{"puzz.link", "paste the rows of the grid"}, {"pzv.jp", "paste the rows of the grid"},
	{"logic-masters.de", "open its SudokuPad or f-puzzles link, and paste the address from there"},
}

const shortLink = "only its server knows the puzzle: open it and copy the cells, or export it as an f-puzzles link"

// linkAdvice says of an address without a puzzle which site it is of and what to paste instead; nil for other texts.
func linkAdvice(s string) error {
	at := strings.Index(s, "://")
	if at < 0 && strings.HasPrefix(s, "www.") {
		at = -len("://")
	}
	if at < 0 && !strings.HasPrefix(s, "www.") {
		for _, site := range sites {
			if strings.HasPrefix(s, site.host) {
				return fmt.Errorf("this link of %s cannot be read: %s", strings.TrimSuffix(site.host, "."), site.instead)
			}
		}
		return nil
	}
	host := s[at+len("://"):]
	if end := strings.IndexAny(host, "/?#: \t\",;"); end >= 0 {
		host = host[:end]
	}
	host = strings.TrimPrefix(host, "www.")
	if host == "" {
		return nil
	}
	for _, site := range sites {
		if strings.Contains(s, site.host) {
			return fmt.Errorf("this link of %s cannot be read: %s", host, site.instead)
		}
	}
	return errors.New("this link of " + shorten(host) +
		" holds no puzzle that can be read: paste its cells, 81 digits or dots, or its rows")
}

// padLink finds what the links of f-puzzles and SudokuPad hold.
var padLink = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:f-puzzles\.com/\?load=|\b(?:fpuz(?:zles)?|scl|ctc))((?:[A-Za-z0-9+/=]|%[0-9A-Fa-f]{2}){16,})`)
})

// bare is how the packed JSON of f-puzzles begins, which may stand without a link.
const bare = "N4Ig"

// isPadLink looks for the plain words first: most lines are no links, and there may be millions.
func isPadLink(s string) bool {
	return strings.HasPrefix(s, bare) || (strings.Contains(s, "fpuz") || strings.Contains(s, "f-puzzles") ||
		strings.HasPrefix(s, "http") || strings.HasPrefix(s, "scl") || strings.HasPrefix(s, "ctc")) &&
		padLink().MatchString(s)
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
		text, err = sudokupad.Decompress(packed, mostLink)
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

// writeLoad returns what writes a puzzle as compressed JSON behind an address: of f-puzzles.com, where it can be edited,
// or of sudokupad.app, where it can be solved.
func writeLoad(address string) func(*bufio.Writer, Record) error {
	return func(w *bufio.Writer, r Record) error {
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
		_, err = w.WriteString(address + url.QueryEscape(sudokupad.Compress(string(data))) + "\n")
		return err
	}
}
