package screen

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/picture/print"
	"github.com/sudokuctl/sudokuctl/core/wholefile"
)

// dotsPerInch is the resolution of PNG: twice that of a screen for charts, and good enough to be printed.
const dotsPerInch = 192

// PictureKinds are the file formats of pictures.
var PictureKinds = []string{"svg", "pdf", "png"}

// DrawTo writes a picture into a file: SVG, PDF or PNG, as its name ends. An empty name draws nothing.
func DrawTo(on *Streams, file string, p *picture.Picture) error {
	if file == "" {
		return nil
	}
	data, err := encodePicture(strings.ToLower(filepath.Ext(file)), p)
	if err == nil {
		err = wholefile.Replace(file, data, 0o644)
	}
	if err != nil {
		return fmt.Errorf("drawing %s: %w", file, err)
	}
	on.Remark("%s written", file)
	return nil
}

func encodePicture(suffix string, p *picture.Picture) ([]byte, error) {
	var b bytes.Buffer
	var err error
	switch suffix {
	case ".pdf":
		d := print.NewDocument(p.Title)
		d.Add(p)
		_, err = d.WriteTo(&b)
	case ".png":
		err = print.PNG(&b, p, dotsPerInch)
	case ".svg", "":
		b.WriteString(p.SVG())
	default:
		err = usageErrorf("%s is not a kind of picture; the kinds are %s", suffix, strings.Join(PictureKinds, ", "))
	}
	return b.Bytes(), err
}
