package sketch

// Colour is the name of a colour.
type Colour string

// Colours. White and black stay what they are in the dark; ink and paper change places.
const (
	Ink     Colour = "ink"
	Paper   Colour = "paper"
	White   Colour = "white"
	Black   Colour = "black"
	Pale    Colour = "pale"
	Grey    Colour = "grey"
	Dim     Colour = "dim"
	Green   Colour = "green"
	Magenta Colour = "magenta"
	Blue    Colour = "blue"
	Sky     Colour = "sky"
	Purple  Colour = "purple"
	Gold    Colour = "gold"
	Peach   Colour = "peach"
	Teal    Colour = "teal"
	Red     Colour = "red"
	Rose    Colour = "rose"
	Mint    Colour = "mint"
)

// OnPaper are the colours as they are printed, "#rrggbb".
var OnPaper = map[Colour]string{
	Ink: "#000000", Paper: "#ffffff", White: "#ffffff", Black: "#000000", Pale: "#e9e9e9", Grey: "#cfcfcf", Dim: "#8f8f8f",
	Green: "#67e067", Magenta: "#e86ae8", Blue: "#2ebcf0", Sky: "#cfe6fb", Purple: "#9a5fc0", Gold: "#e8bf3c", Peach: "#ffcfa8",
	Teal: "#1fae96", Red: "#e0705a", Rose: "#fadcdc", Mint: "#d8f2d8",
}
