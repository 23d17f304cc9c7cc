package formats

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strings"
)

// writeLine writes short notation and the comment.
func writeLine(w *bufio.Writer, r Record) error {
	w.WriteString(r.Puzzle.String())
	if c := oneLine(r.Puzzle.Comment); c != "" {
		w.WriteString("  " + c)
	}
	return w.WriteByte('\n')
}

// writeSDM writes 81 digits, 0 for an empty cell.
func writeSDM(w *bufio.Writer, r Record) error {
	if err := classicOnly(r.Puzzle); err != nil {
		return err
	}
	_, err := w.WriteString(zeros(r) + "\n")
	return err
}

func zeros(r Record) string { return strings.ReplaceAll(r.Puzzle.CellText(), ".", "0") }

// writeLink writes an address that shows the puzzle.
func writeLink(w *bufio.Writer, r Record) error {
	if err := classicOnly(r.Puzzle); err != nil {
		return err
	}
	_, err := w.WriteString("https://www.sudokuwiki.org/" + linkKey + zeros(r) + "\n")
	return err
}

func writeJSON(w *bufio.Writer, r Record) error {
	data, err := json.Marshal(newObject(r))
	if err != nil {
		return fmt.Errorf("writing puzzle %q: %w", r.Puzzle.Name, err)
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

// writeSDK writes SudoCue's lines for what has a letter there, [Puzzle], and the rows.
func writeSDK(w *bufio.Writer, r Record) error {
	if err := classicOnly(r.Puzzle); err != nil {
		return err
	}
	for _, f := range r.Fields {
		if key := sudoCueKey(f.Name); key != 0 {
			fmt.Fprintf(w, "#%c%s\n", key, oneLine(f.Text))
		}
	}
	if c := oneLine(r.Puzzle.Comment); c != "" {
		w.WriteString("#C" + c + "\n")
	}
	w.WriteString("[Puzzle]\n")
	cells := r.Puzzle.CellText()
	for i := range 9 {
		w.WriteString(cells[9*i:9*i+9] + "\n")
	}
	return w.WriteByte('\n')
}
