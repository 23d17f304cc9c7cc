package screen

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/picture/print"
	"github.com/sudokuctl/sudokuctl/core/wholefile"
)

// DrawTo writes a picture into a file: SVG, PDF or PNG, as its name ends. An empty name draws nothing.
func DrawTo(on *Streams, file string, p *picture.Picture) error {
	if file == "" {
		return nil
	}
	suffix, b := strings.ToLower(filepath.Ext(file)), bytes.Buffer{}
	kind := cmp.Or(strings.TrimPrefix(suffix, "."), "svg")
	if !slices.Contains(print.Kinds, kind) {
		return fmt.Errorf("drawing %s: %w", file,
			usageErrorf("%s is not a kind of picture; the kinds are %s", suffix, strings.Join(print.Kinds, ", ")))
	}
	err := print.Write(&b, kind, p)
	if err == nil {
		err = wholefile.Replace(file, b.Bytes(), 0o644)
	}
	if err != nil {
		return fmt.Errorf("drawing %s: %w", file, err)
	}
	on.Remark("%s written", file)
	return nil
}
