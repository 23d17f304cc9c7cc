package sketch

// row is how constraints of one name are drawn, and what their drawing means. Draw returns false, and has drawn nothing, if
// the constraint is of a form that has no drawing.
type row struct {
	draw func(d *drawer) bool
	rule string // {value} stands for the value
}

// table has a row for each name of constraints that are drawn.
var table = map[string]row{
	// Outlines
	"cage": {outlined(Ink, 0.025, 0.09, 0.06), "Dashed cages: digits differ, and sum to the number in the corner if there is one."},
	"sum": {func(d *drawer) bool {
		if len(d.Lists) > 1 {
			return false
		}
		return outlined(Blue, 0.04, 0.02, 0.07)(d)
	}, "Dotted outlines: digits sum to the number in the corner and may repeat."},
	"product":         {outlinedAs("%×", Ink, 0.035), "Outlines with ×: the product of the digits."},
	"quotient":        {outlinedAs("%÷", Ink, 0.035), "Outlines with ÷: the quotient of the digits."},
	"difference":      {outlinedAs("%−", Ink, 0.035), "Outlines with −: the difference of the digits."},
	"contain":         {outlined(Purple, 0.03, 0.2, 0.07), "Long dashes: the cells hold at least the digits in the corner."},
	"contain-exactly": {outlinedAs("=%", Purple, 0.03, 0.2, 0.07), "Long dashes and =: the cells hold no others than the digits in the corner."},
	"look-and-say":    {outlinedAs("“%”", Teal, 0.03, 0.2, 0.07), "Quoted numbers: 23 says that there are two 3s in the outline."},
	"no-sum":          {outlinedAs("≠%", Red, 0.03, 0.2, 0.05, 0.02, 0.05), "Outlines with ≠: digits differ, and no two or more of them have that sum."},
	"equality":        {outlinedAs("E", Teal, 0.03), "Outlines with E: digits differ, as many are odd as even, as many low as high, and none is the middle one."},
	"equal-sums":      {grouped("Σ", Blue), "Σ and a letter: the outlines of a letter have equal sums."},
	"same-digits":     {grouped("", Purple), "Outlines with a letter: those of a letter hold the same digits."},
	"clone": {func(d *drawer) bool {
		name := d.group()
		for _, list := range d.Lists {
			d.shade(list, Pale)
			d.outline(list, name, Dim, 0.02)
		}
		return true
	}, "Shaded shapes with a letter: equal shapes hold the same digits at the same places."},
	"extra": {func(d *drawer) bool {
		d.shade(d.Lists[0], Pale)
		d.outline(d.Lists[0], "", Dim, 0.04)
		return true
	}, "Shaded regions: digits differ."},
	"lunchbox": {func(d *drawer) bool {
		d.hollow(d.centres(d.Lists[0]), Dim, Pale, 0.8, 0.03)
		d.label(d.Lists[0][0], 0, d.choice())
		return true
	}, "Wide grey boxes: digits between the least and the greatest sum to the number."},

	// Lines
	"thermo":      {thermometer(Grey), "Thermometers: digits increase from the bulb."},
	"slow-thermo": {thermometer(Paper), "Hollow thermometers: digits increase from the bulb or stay the same."},
	"arrow":       {arrow, "Arrows: digits along each shaft sum to the number in the circle."},
	"double-arrow": {func(d *drawer) bool {
		points := d.centres(d.Lists[0])
		d.line(trimmed(points, 0.4), Dim, 0.06)
		for _, p := range []Point{points[0], points[len(points)-1]} {
			d.disc(p, 0.4, "", Dim, 0.06)
		}
		return true
	}, "Lines with a circle at both ends: digits between sum to what the two circles sum to."},
	"whisper": {stroke(Green, 0.14), "Narrow green lines: neighbours differ by at least {value}."},
	"renban":  {stroke(Magenta, 0.28), "Broad magenta lines: consecutive digits in any order."},
	"nabner": {func(d *drawer) bool {
		points := d.centres(d.Lists[0])
		for _, p := range points {
			d.disc(p, 0.2, Gold, "", 0)
		}
		d.line(points, Gold, 0.08)
		return true
	}, "Golden beads: no two digits are equal or consecutive."},
	"palindrome": {func(d *drawer) bool {
		d.hollow(d.centres(d.Lists[0]), Dim, Paper, 0.18, 0.04)
		return true
	}, "Double grey lines: the same digits forth and back."},
	"between": {func(d *drawer) bool {
		points := d.centres(d.Lists[0])
		d.line(points, Dim, 0.12)
		for _, p := range []Point{points[0], points[len(points)-1]} {
			d.disc(p, 0.4, Pale, Dim, 0.05)
		}
		return true
	}, "Lines with a grey disc at both ends: digits between lie between those two."},
	"lockout": {func(d *drawer) bool {
		points := d.centres(d.Lists[0])
		d.line(points, Blue, 0.1)
		for _, p := range []Point{points[0], points[len(points)-1]} {
			d.area(circles, p, Sky, Blue, 0.04, diamond(0.46)...)
		}
		d.labelSeveral()
		return true
	}, "Lines with a diamond at both ends: the two differ by at least {value}, and no digit of the line is one of them or between."},
	"modular": {stroke(Teal, 0.16, 0.3, 0.26), "Dashed teal lines: any {value} cells in a row have different remainders by {value}."},
	"entropic": {func(d *drawer) bool {
		d.hollow(d.centres(d.Lists[0]), Dim, Peach, 0.4, 0.02)
		return true
	}, "Very broad lines: any three cells in a row hold a low, a middle and a high digit."},
	"parity":     {stroke(Red, 0.16, 0.02, 0.26), "Dotted red lines: odd and even digits take turns."},
	"ten-line":   {ended(Gold, 0.12, square(0.2)), "Lines with a square at both ends: they part into pieces with the sum {value}."},
	"region-sum": {regionSum, "Blue lines with bars at borders: their digits have the same sum in each region."},
	"zipper":     {zipper, "Lines with cross ties: cells as far from the middle sum to the same, which is the middle cell's digit if there is one."},
	"slingshot": {func(d *drawer) bool {
		points := d.centres(d.Lists[0])
		d.line(points, Teal, 0.06)
		d.head(points[len(points)-2], points[len(points)-1], Teal, 0.06)
		d.disc(points[0], 0.2, Teal, "", 0)
		d.disc(points[1], 0.3, "", Teal, 0.05)
		return true
	}, "Lines from a disc through a ring: the first digit comes again, as many cells after the ring as the digit in the ring says."},
	"little-killer": {littleKiller, "Small arrows outside: digits along the diagonal sum to the number and may repeat."},

	// Cells
	"odd":  {each(func(d *drawer, at Point) { d.disc(at, 0.38, Grey, "", 0) }), "Grey discs: odd digits."},
	"even": {each(func(d *drawer, at Point) { d.area(circles, at, Grey, "", 0, square(0.34)...) }), "Grey squares: even digits."},
	"low": {each(func(d *drawer, at Point) {
		d.area(circles, at, Grey, "", 0, Point{-0.42, -0.3}, Point{0.42, -0.3}, Point{0, 0.44})
	}),
		"Triangles downward: low digits."},
	"high": {each(func(d *drawer, at Point) {
		d.area(circles, at, Grey, "", 0, Point{-0.42, 0.3}, Point{0.42, 0.3}, Point{0, -0.44})
	}),
		"Triangles upward: high digits."},
	"minimum":      {extreme(-1), "Cells with tips inward: lower than their neighbours."},
	"maximum":      {extreme(1), "Cells with tips outward: higher than their neighbours."},
	"row-index":    {index(Mint, "R"), "Cells with R: in column c digit d says that c is in column d of the row."},
	"column-index": {index(Rose, "C"), "Cells with C: in row r digit d says that r is in row d of the column."},
	"box-index":    {index(Sky, "B"), "Cells with B: in the n-th cell of a box digit d says that n is in its d-th cell."},
	"circles": {each(func(d *drawer, at Point) {
		d.disc(at, 0.42, "", Ink, 0.025)
		d.disc(at, 0.36, "", Ink, 0.025)
	}), "Double rings: a digit in a ring says in how many rings it is."},

	// Borders
	"white": {func(d *drawer) bool { return d.dot(0.15, White, Ink, Black, 0.22, d.Value) },
		"White dots: the digits differ by the number in the dot, else by 1."},
	"black": {func(d *drawer) bool { return d.dot(0.15, Black, Ink, White, 0.22, d.Value) },
		"Black dots: one digit is so many times the other as the dot says, else twice."},
	"x":        {func(d *drawer) bool { return d.dot(0.16, Paper, Paper, Ink, 0.34, "X") }, "X: the two digits sum to 10."},
	"v":        {func(d *drawer) bool { return d.dot(0.16, Paper, Paper, Ink, 0.34, "V") }, "V: the two digits sum to 5."},
	"pair-sum": {func(d *drawer) bool { return d.dot(0.19, Paper, Paper, Ink, 0.3, d.choice()) }, "Numbers between two cells: their sum."},
	"less": {func(d *drawer) bool {
		return d.signs(func(at, from, to Point) {
			tip, open := towards(at, from, 0.07), towards(at, to, 0.07)
			d.add(1, Shape{Layer: On, Kind: Line, Points: chevron(open, tip, 0.1), Stroke: Ink, Width: 0.04})
		})
	}, "Signs < between cells: the lesser digit is at the tip."},
	"equal": {func(d *drawer) bool { return d.signs(func(at, _, _ Point) { d.write(On, at, "=", 0.34, Ink) }) }, "Signs =: equal digits."},
	"quad":  {quad, "Circles at corners: the four cells hold the digits in the circle, each as often as it is there."},

	// Outside
	"sandwich":          {outside(func(*drawer, Point, Point) {}), "Numbers outside: the sum of the digits between the least and the greatest of the line."},
	"x-sum":             {outside(ring), "Ringed numbers outside: the sum of the first cells, as many as the first digit says."},
	"skyscraper":        {outside(tip(Dim)), "Numbers outside with a tip: how many digits are higher than all before them."},
	"hidden-skyscraper": {outside(tip("")), "Numbers outside with a hollow tip: that digit is the first that a higher one hides."},
	"numbered-room":     {outside(frame), "Framed digits outside: the first cell says in which cell of the line they are."},
}
