package sketch

// row is how constraints of one name are drawn, and what their drawing means.
type row struct {
	name string
	draw func(d *drawer) bool // returns false, and draws nothing, if the constraint is of a form that has no drawing
	look
	rule string // {value} stands for the value
}

// look is what drawings of one form differ in. In the text % stands for the value.
type look struct {
	colour Colour
	width  float64
	text   string
	dash   []float64
}

var (
	dashes     = []float64{0.09, 0.06}
	longDashes = []float64{0.2, 0.07}
)

// rows has a row for each name of constraints that are drawn. They are data, made by the compiler.
var rows = []row{
	// Outlines
	{"cage", outlined, look{Ink, 0.025, "%", dashes},
		"Dashed cages: digits differ, and sum to the number in the corner if there is one."},
	{"sum", outlined, look{Blue, 0.04, "%", []float64{0.02, 0.07}},
		"Dotted outlines: digits sum to the number in the corner and may repeat; with a letter, less the digits of the outline with − and that letter."},
	{"product", outlined, look{Ink, 0.035, "%×", nil}, "Outlines with ×: the product of the digits."},
	{"quotient", outlined, look{Ink, 0.035, "%÷", nil}, "Outlines with ÷: the quotient of the digits."},
	{"difference", outlined, look{Ink, 0.035, "%−", nil}, "Outlines with −: the difference of the digits."},
	{"contain", outlined, look{Purple, 0.03, "%", longDashes},
		"Long dashes: the cells hold at least the digits in the corner."},
	{"contain-exactly", outlined, look{Purple, 0.03, "=%", longDashes},
		"Long dashes and =: the cells hold the digits in the corner exactly as often as named."},
	{"look-and-say", outlined, look{Teal, 0.03, "“%”", longDashes},
		"Quoted numbers: 23 says that there are two 3s in the outline."},
	{"no-sum", outlined, look{Red, 0.03, "≠%", []float64{0.2, 0.05, 0.02, 0.05}},
		"Outlines with ≠: digits differ, and neither one of them nor several have that sum."},
	{"equality", outlined, look{Teal, 0.03, "E", nil},
		"Outlines with E: digits differ, as many are odd as even, as many low as high, and none is the middle one."},
	{"equal-sums", grouped, look{Blue, 0.035, "Σ", nil}, "Σ and a letter: the outlines of a letter have equal sums."},
	{"same-digits", grouped, look{Purple, 0.035, "", nil}, "Outlines with a letter: those of a letter hold the same digits."},
	{"clone", shaded, look{Dim, 0.02, "%", nil},
		"Shaded shapes with a letter: equal shapes hold the same digits at the same places."},
	{"extra", shaded, look{Dim, 0.04, "", nil}, "Shaded regions: digits differ."},
	{"lunchbox", lunchbox, look{}, "Wide grey boxes: digits between the least and the greatest sum to the number."},

	// Lines
	{"thermo", thermo, look{}, "Thermometers: digits increase from the bulb."},
	{"slow-thermo", slowThermo, look{}, "Hollow thermometers: digits increase from the bulb or stay the same."},
	{"arrow", arrow, look{}, "Arrows: digits along each shaft sum to the number in the circle."},
	{"double-arrow", withEnds, look{colour: Dim, width: 0.06},
		"Lines with a circle at both ends: digits between sum to what the two circles sum to."},
	{"whisper", stroke, look{Green, 0.14, "", nil}, "Narrow green lines: neighbours differ by at least {value}."},
	{"renban", stroke, look{Magenta, 0.28, "", nil}, "Broad magenta lines: consecutive digits in any order."},
	{"nabner", nabner, look{}, "Golden beads: no two digits are equal or consecutive."},
	{"palindrome", hollowLine, look{Paper, 0.18, "", nil}, "Double grey lines: the same digits forth and back."},
	{"between", withEnds, look{colour: Dim, width: 0.12}, "Lines with a grey disc at both ends: digits between lie between those two."},
	{"lockout", withEnds, look{colour: Blue, width: 0.1},
		"Lines with a diamond at both ends: the two differ by at least {value}, and no digit of the line is one of them or between."},
	{"modular", stroke, look{Teal, 0.16, "", []float64{0.3, 0.26}},
		"Dashed teal lines: any {value} cells in a row leave different remainders when divided by {value}."},
	{"entropic", hollowLine, look{Peach, 0.4, "", nil},
		"Very broad lines: any three cells in a row hold a low, a middle and a high digit."},
	{"parity", stroke, look{Red, 0.16, "", []float64{0.02, 0.26}}, "Dotted red lines: odd and even digits take turns."},
	{"ten-line", withEnds, look{colour: Gold, width: 0.12}, "Lines with a square at both ends: they part into pieces with the sum {value}."},
	{"region-sum", regionSum, look{}, "Blue lines with bars at borders: their digits have the same sum in each region."},
	{"zipper", zipper, look{},
		"Lines with cross ties: cells as far from the middle sum to the same, which is the middle cell's digit if there is one."},
	{"slingshot", slingshot, look{},
		"Lines from a disc through a ring: the first digit comes again, as many cells after the ring as the digit in the ring says."},
	{"little-killer", littleKiller, look{},
		"Small arrows outside: digits along the diagonal sum to the number and may repeat."},

	// Cells
	{"odd", odd, look{}, "Grey discs: odd digits."},
	{"even", areas, look{}, "Grey squares: even digits."},
	{"low", areas, look{}, "Triangles downward: low digits."},
	{"high", areas, look{}, "Triangles upward: high digits."},
	{"minimum", extreme, look{width: -1}, "Cells with tips inward: lower than their neighbours."},
	{"maximum", extreme, look{width: 1}, "Cells with tips outward: higher than their neighbours."},
	{"row-index", index, look{Mint, 0, "R", nil},
		"Cells with R: the digit says in which row of its column the number of its row is."},
	{"column-index", index, look{Rose, 0, "C", nil},
		"Cells with C: the digit says in which column of its row the number of its column is."},
	{"box-index", index, look{Sky, 0, "B", nil},
		"Cells with B: the digit says at which place of its box the number of its place is."},
	{"circles", rings, look{}, "Double rings: a digit in a ring says in how many rings it is."},

	// Borders
	{"white", dot, look{White, 0, "%", nil}, "White dots: the digits differ by 1, or by the number in the dot."},
	{"black", dot, look{Black, 0, "%", nil},
		"Black dots: one digit is twice the other, or as many times as the number in the dot says."},
	{"x", written, look{text: "X"}, "X: the two digits sum to 10."},
	{"v", written, look{text: "V"}, "V: the two digits sum to 5."},
	{"pair-sum", written, look{text: "%"}, "Numbers between two cells: their sum."},
	{"less", less, look{}, "Signs < between cells: the lesser digit is at the tip."},
	{"equal", equal, look{}, "Signs =: equal digits."},
	{"quad", quad, look{}, "Circles at corners: the four cells hold the digits in the circle, each as often as it is there."},

	// Outside
	{"sandwich", outside, look{}, "Numbers outside: the sum of the digits between the least and the greatest of the line."},
	{"x-sum", outside, look{}, "Ringed numbers outside: the sum of the first cells, as many as the first digit says."},
	{"skyscraper", outside, look{colour: Ink}, "Numbers outside with a tip: how many digits are higher than all before them."},
	{"hidden-skyscraper", outside, look{},
		"Numbers outside with a hollow tip: that digit is the first that a higher one hides."},
	{"numbered-room", outside, look{}, "Framed digits outside: the first cell says in which cell of the line they are."},
}
