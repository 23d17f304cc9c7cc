package screen

import (
	"github.com/sudokuctl/sudokuctl/core/plain"
)

// style is how a text looks on a terminal: the parameters of the escape sequence "Select Graphic Rendition".
type style string

// The styles of the terminal; people with any kind of colour vision can distinguish the colours.
const (
	styleGiven   style = "1"                 // bold
	styleFound   style = "38;5;33"           // blue
	styleDim     style = "2"                 // faint
	stylePlace   style = "1;38;5;15;48;5;25" // bold, white on dark blue
	styleStrike  style = "9;38;5;208"        // crossed out, orange
	stylePattern style = "1;38;5;33"         // bold, blue
)

// paint writes a text in a style if output is coloured.
func paint(on *Streams, s style, text string) string {
	if !on.Coloured() {
		return text
	}
	return on.Own("\x1b[" + string(s) + "m" + plain.Line(text) + "\x1b[m")
}
