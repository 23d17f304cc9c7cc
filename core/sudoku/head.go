package sudoku

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/sudokuctl/sudokuctl/core/sudoku/alphabet"
)

// head is the parsed head of a notation: size [/box] {+flag} [@alphabet], or size^3 [@alphabet].
type head struct {
	n                int
	boxRows, boxCols int
	jigsaw, latin    bool
	cube             bool
	flags            string // a subset of "xwgnk" in this order
	alphabet         string
}

const (
	flagOrder = "xwgnk"
	maxCube   = 25 // 15,625 cells
)

// headText is the parts of a head's text.
type headText struct {
	size, box, flags, alphabet string
	cube                       bool
}

// cutHead reads the parts of a head as far as text has them, and returns what is left: nothing if text is a head.
func cutHead(text string) (t headText, rest string) {
	if t.size, rest = cutNumber(text); t.size == "" {
		return t, text
	}
	rest, t.cube = strings.CutPrefix(rest, "^3")
	t.box, rest = cutBox(rest)
	for len(rest) > 1 && rest[0] == '+' && strings.IndexByte(flagOrder, rest[1]) >= 0 {
		t.flags, rest = t.flags+rest[1:2], rest[2:]
	}
	if symbols, ok := strings.CutPrefix(rest, "@"); ok && symbols != "" && !strings.ContainsAny(symbols, ": \t\n\f\r") {
		t.alphabet, rest = symbols, ""
	}
	return t, rest
}

// cutNumber cuts one or two digits off text.
func cutNumber(text string) (number, rest string) {
	n := 0
	for n < 2 && n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return text[:n], text[n:]
}

// cutBox cuts the shape of boxes off text: a slash, and j, l or two numbers with an x between them.
func cutBox(text string) (box, rest string) {
	after, ok := strings.CutPrefix(text, "/")
	if !ok {
		return "", text
	}
	if strings.HasPrefix(after, "j") || strings.HasPrefix(after, "l") {
		return after[:1], after[1:]
	}
	rows, rest := cutNumber(after)
	rest, ok = strings.CutPrefix(rest, "x")
	cols, rest := cutNumber(rest)
	if rows == "" || !ok || cols == "" {
		return "", text
	}
	return after[:len(after)-len(rest)], rest
}

// looksLikeHead reports whether text is a head, or was meant as one; cells never are, because they have no such signs.
func looksLikeHead(text string) bool {
	t, rest := cutHead(text)
	return t.size != "" && rest == "" || meantAsHead(text)
}

// meantAsHead reports whether text is a size with something behind it that no head has, such as 9+killer.
func meantAsHead(text string) bool {
	size, rest := cutNumber(text)
	rest, _ = strings.CutPrefix(rest, "^3")
	if size == "" || len(rest) < 2 || rest[0] != '/' && rest[0] != '+' {
		return false
	}
	return strings.IndexFunc(rest[1:], func(c rune) bool {
		return c != '+' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z')
	}) < 0
}

// parseHead reads a head. Boxes that are not named are the squarest rectangles: 6 has 2×3, 12 has 3×4.
func parseHead(text string) (head, error) {
	t, rest := cutHead(text)
	if t.size == "" || rest != "" {
		return head{}, fmt.Errorf("unknown geometry %q: write size[/box][+flags][@alphabet], such as 9, 6/2x3, 9+x, "+
			"16@hex; the flags are x, w, g, n and k; constraints follow the cells, as in 9:~cage=15:r1c12", text)
	}
	n, _ := strconv.Atoi(t.size)
	h := head{n: n, cube: t.cube, jigsaw: t.box == "j", latin: t.box == "l", alphabet: t.alphabet}
	for _, f := range flagOrder {
		if strings.ContainsRune(t.flags, f) {
			h.flags += string(f)
		}
	}
	if err := h.setBoxes(t.box); err != nil {
		return head{}, fmt.Errorf("head %q: %w", text, err)
	}
	return h, nil
}

// setBoxes fills in the rows and columns of a box, and refuses a shape that cannot be.
func (h *head) setBoxes(box string) error {
	switch {
	case h.n < 2 || h.n > MaxSize:
		return fmt.Errorf("size %d is not between 2 and %d", h.n, MaxSize)
	case h.cube && (h.jigsaw || h.latin || h.flags != ""):
		return errors.New("a cube has neither regions nor flags")
	case h.cube && h.n > maxCube:
		return fmt.Errorf("a cube has size %d at most", maxCube)
	case h.jigsaw || h.latin:
		return nil
	case box == "":
		h.boxRows, h.boxCols = squarestBox(h.n)
		if h.boxRows < 2 && h.n > 3 {
			return fmt.Errorf("size %d has no boxes: write %d/j with a map, or %d/l for a Latin square", h.n, h.n, h.n)
		}
		return nil
	}
	r, c, _ := strings.Cut(box, "x")
	h.boxRows, _ = strconv.Atoi(r)
	h.boxCols, _ = strconv.Atoi(c)
	if h.boxRows*h.boxCols != h.n {
		return fmt.Errorf("boxes of %s cells do not hold %d digits", box, h.n)
	}
	return nil
}

// squarestBox returns the factors of n nearest to each other, rows ≤ columns.
func squarestBox(n int) (rows, cols int) {
	for r := 1; r*r <= n; r++ {
		if n%r == 0 {
			rows, cols = r, n/r
		}
	}
	return rows, cols
}

// cells returns the number of cells of the board.
func (h *head) cells() int {
	if h.cube {
		return h.n * h.n * h.n
	}
	return h.n * h.n
}

// shape returns the canonical head without alphabet.
func (h *head) shape() string {
	s := strconv.Itoa(h.n)
	defaultRows, _ := squarestBox(h.n)
	switch {
	case h.cube && h.boxRows == defaultRows:
		return s + "^3"
	case h.cube:
		return fmt.Sprintf("%s^3/%dx%d", s, h.boxRows, h.boxCols)
	case h.jigsaw:
		s += "/j"
	case h.latin:
		s += "/l"
	case h.boxRows != defaultRows:
		s += fmt.Sprintf("/%dx%d", h.boxRows, h.boxCols)
	}
	for _, f := range h.flags {
		s += "+" + string(f)
	}
	return s
}

// geometries keeps what was parsed, so that equal texts share one Geometry. It is emptied when a stream of
// ever new maps has filled it.
var geometries = struct {
	sync.Mutex
	byText map[string]*Geometry
}{byText: map[string]*Geometry{}}

const maxKeptGeometries = 1024

// ParseGeometry reads a geometry's text: a head and, for jigsaws, a colon and the map. Equal geometries come
// back as the same pointer unless very many different ones were parsed between; compare their texts.
func ParseGeometry(text string) (*Geometry, error) {
	geometries.Lock()
	g := geometries.byText[text]
	geometries.Unlock()
	if g != nil {
		return g, nil
	}
	before, mapText, _ := strings.Cut(text, ":")
	h, err := parseHead(before)
	if err != nil {
		return nil, fmt.Errorf("parsing geometry %q: %w", text, err)
	}
	g, err = h.geometry(mapText)
	if err != nil {
		return nil, fmt.Errorf("parsing geometry %q: %w", text, err)
	}
	return remember(text, g), nil
}

// MustGeometry is ParseGeometry for texts known to be good; it panics otherwise.
func MustGeometry(text string) *Geometry {
	g, err := ParseGeometry(text)
	if err != nil {
		panic(err)
	}
	return g
}

// remember returns the kept geometry with the same text, or keeps g.
func remember(text string, g *Geometry) *Geometry {
	geometries.Lock()
	defer geometries.Unlock()
	if len(geometries.byText) >= maxKeptGeometries {
		clear(geometries.byText)
	}
	if kept := geometries.byText[g.text]; kept != nil {
		g = kept
	}
	geometries.byText[text], geometries.byText[g.text] = g, g
	return g
}

// geometry builds the geometry that the head and, for a jigsaw, the map describe.
func (h head) geometry(mapText string) (*Geometry, error) {
	regions, err := h.regions(mapText)
	if err != nil {
		return nil, err
	}
	symbols, err := alphabet.New(h.alphabet, h.n)
	if err != nil {
		return nil, err
	}
	f := frame{head: h}
	if h.cube {
		f.cube()
	} else if err := f.flat(regions); err != nil {
		return nil, err
	}
	g := &Geometry{n: h.n, cells: h.cells(), rows: h.n, cols: h.n, layers: h.cells() / (h.n * h.n),
		boxRows: h.boxRows, boxCols: h.boxCols, alphabet: symbols}
	g.shape, g.text = h.shape(), h.shape()
	if symbols.Name() != "" {
		g.text += "@" + symbols.Name()
	}
	if regions != nil {
		g.shape += ":" + regionText(regions)
		g.text += ":" + regionText(regions)
	}
	g.connect(f.houses)
	return g, nil
}
