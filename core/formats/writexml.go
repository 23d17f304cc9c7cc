package formats

import (
	"bufio"
	"encoding/xml"
	"strings"
)

// xmlWriter writes an OpenSudoku file with one folder.
type xmlWriter struct {
	out   *bufio.Writer
	begun bool
}

func (w *xmlWriter) begin() {
	if !w.begun {
		w.out.WriteString(xml.Header + "<opensudoku>\n  <name>sudokuctl</name>\n")
	}
	w.begun = true
}

// Write writes one game.
func (w *xmlWriter) Write(r Record) error {
	if err := classicOnly(r.Puzzle); err != nil {
		return err
	}
	w.begin()
	w.out.WriteString(`  <game data="` + zeros(r) + `"`)
	if c := oneLine(r.Puzzle.Comment); c != "" {
		var note strings.Builder
		if err := xml.EscapeText(&note, []byte(c)); err != nil {
			return err
		}
		w.out.WriteString(` note="` + note.String() + `"`)
	}
	_, err := w.out.WriteString("/>\n")
	return err
}

// Close ends the document.
func (w *xmlWriter) Close() error {
	w.begin()
	w.out.WriteString("</opensudoku>\n")
	return w.out.Flush()
}
