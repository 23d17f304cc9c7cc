package screen

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/wholefile"
)

// DrawTo writes a picture into a file: SVG or PDF, as its name ends. An empty name draws nothing.
func DrawTo(on *Streams, file string, p *picture.Picture) error {
	if file == "" {
		return nil
	}
	suffix, b := strings.ToLower(filepath.Ext(file)), bytes.Buffer{}
	kind := cmp.Or(strings.TrimPrefix(suffix, "."), "svg")
	if !slices.Contains(picture.Kinds, kind) {
		return fmt.Errorf("drawing %s: %w", file,
			usageErrorf("%s is not a kind of picture; the kinds are %s", suffix, strings.Join(picture.Kinds, ", ")))
	}
	err := p.Encode(&b, kind)
	if err == nil {
		err = wholefile.Replace(file, b.Bytes(), 0o644)
	}
	if err != nil {
		return fmt.Errorf("drawing %s: %w", file, err)
	}
	on.Remark("%s written", file)
	return nil
}
