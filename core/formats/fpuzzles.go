package formats

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/lzstring"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// fPuzzle is a puzzle as f-puzzles keeps it in its links; SudokuPad reads the same.
type fPuzzle struct {
	Size        int       `json:"size"`
	Title       string    `json:"title,omitempty"`
	Author      string    `json:"author,omitempty"`
	Grid        [][]fCell `json:"grid"`
	Rising      bool      `json:"diagonal+,omitempty"`
	Falling     bool      `json:"diagonal-,omitempty"`
	AntiKnight  bool      `json:"antiknight,omitempty"`
	AntiKing    bool      `json:"antiking,omitempty"`
	Groups      bool      `json:"disjointgroups,omitempty"`
	ExtraRegion []fRegion `json:"extraregion,omitempty"`
	Solution    []int     `json:"solution,omitempty"`
}

// fCell is a cell: nothing, or a digit that is given, and where regions are not the usual boxes the cell's
// own.
type fCell struct {
	Value  int             `json:"value,omitempty"`
	Given  bool            `json:"given,omitempty"`
	Region json.RawMessage `json:"region,omitempty"` // its number, or null
}

type fRegion struct {
	Cells []string `json:"cells"`
}

// mostFPuzzle is the largest size that f-puzzles draws.
const mostFPuzzle = 16

// fLink finds what the links of both sites hold.
var fLink = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:f-puzzles\.com/\?load=|\bfpuz(?:zles)?)((?:[A-Za-z0-9+/=]|%[0-9A-Fa-f]{2}){16,})`)
})

// isFLink looks for the plain words first: most lines are no links, and there may be millions.
func isFLink(s string) bool {
	return (strings.Contains(s, "fpuz") || strings.Contains(s, "f-puzzles")) && fLink().MatchString(s)
}

var errShortLink = errors.New("this link names a puzzle that only its server knows: open it and copy the cells, or " +
	"export it as an f-puzzles link")

// isShortLink reports whether s is an address of SudokuPad without the puzzle in it.
func isShortLink(s string) bool {
	return strings.HasPrefix(s, "http") && (strings.Contains(s, "sudokupad.") || strings.Contains(s, "app.crackingthecryptic."))
}

// mostLink is how long the text in a link may be, in code units.
const mostLink = 1 << 20

// parseFPuzzle reads a link that fLink found.
func parseFPuzzle(s string) (Record, error) {
	at := fLink().FindStringSubmatchIndex(s)
	packed, err := url.PathUnescape(s[at[2]:at[3]])
	if err != nil {
		return Record{}, badAt("", 0, at[2]+1, err)
	}
	text, err := lzstring.Decompress(packed, mostLink)
	if err != nil {
		return Record{}, badAt("", 0, at[2]+1, err)
	}
	r, err := readFPuzzle([]byte(text))
	if err != nil {
		return Record{}, badAt("", 0, at[2]+1, err)
	}
	return r, nil
}

func readFPuzzle(data []byte) (Record, error) {
	var p fPuzzle
	if err := json.Unmarshal(data, &p); err != nil {
		return Record{}, fmt.Errorf("reading the puzzle in the link: %w", err)
	}
	if err := strangers(data); err != nil {
		return Record{}, err
	}
	notation, err := p.notation()
	if err != nil {
		return Record{}, err
	}
	puzzle, err := sudoku.ParsePuzzle(notation)
	if err != nil {
		return Record{}, err
	}
	puzzle.Comment = oneLine(p.Title)
	r := Record{Puzzle: puzzle, Solution: p.solution(puzzle.Geometry()), Format: "f-puzzles"}
	if p.Author != "" {
		r.Fields = append(r.Fields, Field{"author", oneLine(p.Author)})
	}
	return r, nil
}

// solution returns the solution in the link; nil if it has none, or values that are no digits.
func (p *fPuzzle) solution(g *sudoku.Geometry) sudoku.Grid {
	if len(p.Solution) != g.Cells() {
		return nil
	}
	grid := make(sudoku.Grid, len(p.Solution))
	for i, v := range p.Solution {
		if v < 1 || v > g.N() {
			return nil
		}
		grid[i] = uint8(v)
	}
	return grid
}

// silent are keys that constrain nothing.
var silent = []string{"size", "title", "author", "ruleset", "grid", "diagonal+", "diagonal-", "antiknight",
	"antiking", "disjointgroups", "extraregion", "solution", "highlightConflicts", "successMessage",
	"disabledlogic",
	"truecandidatesoptions", "text", "line", "circle", "rectangle"}

// strangers returns an error that names the constraints that a geometry has no room for.
func strangers(data []byte) error {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	var strange []string
	for _, key := range slices.Sorted(maps.Keys(all)) {
		empty := slices.Contains([]string{"null", "false", "[]", "{}", `""`}, string(all[key]))
		if !empty && !slices.Contains(silent, key) {
			strange = append(strange, key)
		}
	}
	if strange != nil {
		return fmt.Errorf("the puzzle has constraints that houses cannot express: %s", strings.Join(strange, ", "))
	}
	return nil
}

// notation writes the puzzle in short notation.
func (p *fPuzzle) notation() (string, error) {
	if p.Size < 1 || p.Size > mostFPuzzle || len(p.Grid) != p.Size {
		return "", fmt.Errorf("a puzzle of size %d with %d rows", p.Size, len(p.Grid))
	}
	var cells, labels []string
	for _, row := range p.Grid {
		if len(row) != p.Size {
			return "", fmt.Errorf("a row of %d cells in a puzzle of size %d", len(row), p.Size)
		}
		for i := range row {
			cells = append(cells, row[i].text())
			labels = append(labels, row[i].label())
		}
	}
	flags, err := p.flags()
	if err != nil {
		return "", err
	}
	box, regions := "", ""
	switch {
	case !slices.ContainsFunc(labels, func(l string) bool { return l != "" }): // usual boxes
		box = usualBoxes(p.Size)
	case !slices.ContainsFunc(labels, func(l string) bool { return l != "." }):
		box = "/l"
	default:
		box, regions = "/j", ":"+strings.Join(labels, "")
		if boxes := boxesOf(labels, p.Size); boxes != "" {
			box, regions = boxes, ""
		}
	}
	return strconv.Itoa(p.Size) + box + flags + ":" + strings.Join(cells, "") + regions, nil
}

// text returns the symbol of a cell; the digit of a player is no given.
func (c *fCell) text() string {
	if !c.Given || c.Value < 1 || c.Value > mostFPuzzle {
		return "."
	}
	return strings.ToUpper(strconv.FormatInt(int64(c.Value), 36))
}

// label returns the letter of a cell's region, "." for none and "" if the link does not say.
func (c *fCell) label() string {
	if c.Region == nil {
		return ""
	}
	i, err := strconv.Atoi(string(c.Region))
	if err != nil || i < 0 || i >= mostFPuzzle {
		return "."
	}
	return string(rune('A' + i))
}

// usualBoxes returns the head of the boxes that f-puzzles draws by itself: as high as they can be without
// being higher than wide.
func usualBoxes(n int) string {
	rows := 1
	for r := 2; r*r <= n; r++ {
		if n%r == 0 {
			rows = r
		}
	}
	return fmt.Sprintf("/%dx%d", rows, n/rows)
}

// boxesOf returns the head of the boxes that the labels of all cells make, "" if they make none.
func boxesOf(labels []string, n int) string {
	for rows := 1; rows <= n; rows++ {
		columns := n / rows
		if rows*columns != n {
			continue
		}
		boxes := true
		for cell, label := range labels {
			row, column := cell/n, cell%n
			boxes = boxes && label == labels[row/rows*rows*n+column/columns*columns] && label != "."
		}
		if boxes {
			return fmt.Sprintf("/%dx%d", rows, columns)
		}
	}
	return ""
}

// flags returns the flags of a head.
func (p *fPuzzle) flags() (string, error) {
	text := ""
	if p.Rising != p.Falling {
		return "", errors.New("the puzzle has one diagonal: geometries have none or both")
	}
	for _, f := range []struct {
		is   bool
		flag string
	}{{p.Rising, "+x"}, {len(p.ExtraRegion) > 0, "+w"}, {p.Groups, "+g"}, {p.AntiKnight, "+n"},
		{p.AntiKing, "+k"}} {
		if f.is {
			text += f.flag
		}
	}
	if len(p.ExtraRegion) == 0 {
		return text, nil
	}
	windoku, err := sudoku.ParseGeometry(strconv.Itoa(p.Size) + "+w")
	if err != nil || !slices.EqualFunc(p.ExtraRegion, windows(windoku), func(a, b fRegion) bool {
		return slices.Equal(slices.Sorted(slices.Values(a.Cells)), slices.Sorted(slices.Values(b.Cells)))
	}) {
		return "", errors.New("the puzzle has extra regions that are not windows")
	}
	return text, nil
}

// windows returns the windows of a geometry.
func windows(g *sudoku.Geometry) []fRegion {
	var regions []fRegion
	for _, h := range housesOf(g, sudoku.Window) {
		var names []string
		for _, cell := range h.Cells {
			names = append(names, fmt.Sprintf("R%dC%d", cell/g.Cols()+1, cell%g.Cols()+1))
		}
		regions = append(regions, fRegion{names})
	}
	return regions
}

func housesOf(g *sudoku.Geometry, kind sudoku.HouseKind) []sudoku.House {
	var houses []sudoku.House
	for _, h := range g.Houses() {
		if h.Kind == kind {
			houses = append(houses, h)
		}
	}
	return houses
}
