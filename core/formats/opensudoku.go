package formats

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

const (
	maxDepth   = 32      // of nested elements
	maxElement = 4 << 20 // bytes of one tag or text
)

var errElementTooLong = errors.New("an element longer than 4 MiB")

// document is the walk over an OpenSudoku file, <opensudoku> with a <game> for each puzzle.
type document struct {
	decoder *xml.Decoder
	file    string
	yield   func(Record, error) bool
	folder  string // name of the <folder> around
	games   int    // seen so far
	path    []string
	cells   map[[2]int]string // of a <Sudoku> with a <Cell> for each, by row and column
	cell    map[string]string // texts of the <Cell> that is open
	begin   int               // line on which the cells begin
}

// readXML yields the games of an OpenSudoku file. What is not well-formed ends the walk, after an error with its place.
func readXML(in *bufio.Reader, file string, yield func(Record, error) bool) {
	guard := &bounded{in: in}
	d := document{decoder: xml.NewDecoder(guard), file: file, yield: yield}
	for depth := 0; ; {
		guard.left = maxElement
		token, err := d.decoder.Token()
		if err == io.EOF {
			if d.games == 0 {
				d.bad(errors.New("an XML document without <game data=…>, <sudoku data=…> or <Cell>"))
			}
			return
		}
		if depth > maxDepth {
			err = fmt.Errorf("elements nested more than %d deep", maxDepth)
		}
		if err != nil {
			d.bad(err)
			return
		}
		switch e := token.(type) {
		case xml.StartElement:
			depth++
			if d.path = append(d.path, e.Name.Local); !d.element(e) {
				return
			}
		case xml.CharData:
			if d.cell != nil && len(e) < 64 {
				d.cell[d.path[len(d.path)-1]] += strings.TrimSpace(string(e))
			}
		case xml.EndElement:
			depth--
			if d.path = d.path[:len(d.path)-1]; !d.endElement(e.Name.Local) {
				return
			}
		}
	}
}

// element takes a start tag; it returns false when yield asked to stop.
func (d *document) element(e xml.StartElement) bool {
	switch e.Name.Local {
	case "folder":
		d.folder = oneLine(attribute(e, "name"))
	case "game", "sudoku":
		if attribute(e, "data") == "" && e.Name.Local == "sudoku" {
			return true
		}
		d.games++
		return d.game(e)
	case "Cell":
		d.cell = map[string]string{}
		for _, a := range e.Attr {
			d.cell[a.Name.Local] = a.Value
		}
		if d.cells == nil {
			d.cells = map[[2]int]string{}
			d.begin, _ = d.decoder.InputPos()
		}
	}
	return true
}

// endElement takes an end tag. The <Cell>s of an .sdku file say column, row, digit and who filled it: digits that the
// program calculated are no givens.
func (d *document) endElement(name string) bool {
	switch {
	case name == "Cell" && d.cell != nil:
		x, errX := strconv.Atoi(d.cell["x"])
		y, errY := strconv.Atoi(d.cell["y"])
		origin := strings.ToLower(d.cell["origin"])
		if errX == nil && errY == nil && x >= 0 && x < 9 && y >= 0 && y < 9 && len(d.cell["value"]) == 1 &&
			origin != "calculated" && origin != "trial" && origin != "hint" {
			d.cells[[2]int{y, x}] = d.cell["value"]
		}
		d.cell = nil
	case strings.EqualFold(name, "sudoku") && d.cells != nil:
		d.games++
		var text strings.Builder
		for i := range 81 {
			text.WriteString(cmp.Or(d.cells[[2]int{i / 9, i % 9}], "."))
		}
		d.cells = nil
		p, err := sudoku.ParsePuzzle(text.String())
		if err != nil {
			return d.bad(fmt.Errorf("reading the cells of a game: %w", err))
		}
		p.Name = fmt.Sprintf("%s:%d", d.file, d.begin)
		return d.yield(Record{Puzzle: p, Format: "sdku"}, nil)
	}
	return true
}

// game reads a game and reports whether to go on.
func (d *document) game(e xml.StartElement) bool {
	text, err := gameCells(attribute(e, "data"))
	if err != nil {
		return d.bad(err)
	}
	p, err := sudoku.ParsePuzzle(text)
	if err != nil {
		return d.bad(fmt.Errorf("reading the data of a game: %w", err))
	}
	line, _ := d.decoder.InputPos()
	p.Name = fmt.Sprintf("%s:%d", d.file, line)
	p.Comment = oneLine(attribute(e, "note"))
	r := Record{Puzzle: p, Format: "opensudoku"}
	if d.folder != "" {
		r.Fields = []Field{{"folder", d.folder}}
	}
	return d.yield(r, nil)
}

// gameCells returns the givens of a game's data: 81 digits, or, of a game that was played, "version: n" and
// for each cell value|notes|…|editable, of which values that are not editable are givens.
func gameCells(data string) (string, error) {
	version, saved, played := strings.Cut(data, "\n")
	if !played && strings.HasPrefix(data, "version:") {
		version, saved, played = strings.Cut(data, " 0|") // a line end in an attribute may have become a blank
		saved = "0|" + saved
	}
	if !played || !strings.HasPrefix(version, "version:") {
		return strings.TrimSpace(data), nil
	}
	parts := strings.Split(strings.TrimSuffix(strings.TrimSpace(saved), "|"), "|")
	width := len(parts) / 81
	if width < 3 || len(parts) != 81*width {
		return "", fmt.Errorf("a game of %d values: 81 cells have three or four each", len(parts))
	}
	var cells strings.Builder
	for i := range 81 {
		value := parts[i*width]
		if parts[i*width+width-1] != "0" {
			value = "0"
		}
		cells.WriteString(value)
	}
	return cells.String(), nil
}

// attribute returns the value of an attribute, "" if it is missing.
func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// bad yields an error at the current place; it returns false when yield asked to stop.
func (d *document) bad(err error) bool {
	line, column := d.decoder.InputPos()
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		err = errors.New(syntax.Msg)
	}
	return d.yield(Record{}, &sudoku.ParseError{File: d.file, Line: line, Column: column, Err: err})
}

// bounded is a reader that gives no more than left bytes; it is also an io.ByteReader, so that the decoder
// does not read ahead.
type bounded struct {
	in   *bufio.Reader
	left int
}

// ReadByte returns the next byte, and an error once an element has taken more than its bound: a file without end must
// not fill memory.
func (b *bounded) ReadByte() (byte, error) {
	if b.left--; b.left < 0 {
		return 0, errElementTooLong
	}
	return b.in.ReadByte()
}

// Read fills p with the bytes that are there.
func (b *bounded) Read(p []byte) (int, error) {
	if len(p) > b.left {
		p = p[:max(b.left, 0)]
	}
	if len(p) == 0 {
		return 0, errElementTooLong
	}
	n, err := b.in.Read(p)
	b.left -= n
	return n, err
}
