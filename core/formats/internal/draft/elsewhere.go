package draft

// Row is what other programs call a constraint, "" if they have no name for it.
type Row struct {
	Name string // here
	ISS  string // type in Interactive Sudoku Solver
	Args Args
	Key  string // in the JSON of f-puzzles
	Form Form
}

// Args is what stands behind a type of Interactive Sudoku Solver.
type Args uint8

// The forms of arguments. A type whose arguments are Own is read and written by code of its own.
const (
	Own        Args = iota
	Alone           // nothing
	Cells           // cells
	Value           // a value, then cells
	Digits          // digits parted by "_", then cells
	Neighbours      // cells: each two that touch are meant
	Ends            // a row or column, the clue at its begin, the clue at its end
	Start           // a clue, a row or column
)

// Form is what a key of f-puzzles holds.
type Form uint8

// The forms. A key of Particular form is read and written by code of its own.
const (
	Particular Form = iota
	Lines           // lines, and perhaps a value
	Set             // cells, and perhaps a value
	Each            // a cell for each object
	Outside         // a cell outside the grid, and a value
)

// Elsewhere has a row for each constraint that another program has a name for.
var Elsewhere = []Row{
	{"all-dots", "StrictKropki", Alone, "", 0},
	{"all-xv", "StrictXV", Alone, "", 0},
	{"anti-taxicab", "AntiTaxicab", Alone, "", 0},
	{"arrow", "Arrow", Own, "arrow", Particular},
	{"between", "Between", Cells, "betweenline", Lines},
	{"black", "BlackDot", Neighbours, "ratio", Set},
	{"box-index", "", 0, "boxindexer", Set},
	{"cage", "Cage", Own, "killercage", Set},
	{"circles", "CountingCircles", Cells, "", 0},
	{"clone", "", 0, "clone", Particular},
	{"column-index", "Indexing", Own, "columnindexer", Set},
	{"contain", "ContainAtLeast", Digits, "", 0},
	{"contain-exactly", "ContainExact", Digits, "", 0},
	{"double-arrow", "DoubleArrow", Cells, "doublearrow", Lines},
	{"entropic", "Entropic", Cells, "entropicline", Lines},
	{"equal", "SameValues", Own, "", 0},
	{"equal-sums", "EqualSum", Own, "", 0},
	{"equality", "EqualityCage", Cells, "", 0},
	{"even", "", 0, "even", Each},
	{"extra", "AllDifferent", Cells, "extraregion", Set},
	{"flatmates", "DutchFlatmates", Alone, "", 0},
	{"global-entropy", "GlobalEntropy", Alone, "", 0},
	{"global-mod", "GlobalMod", Alone, "", 0},
	{"hidden-skyscraper", "HiddenSkyscraper", Ends, "", 0},
	{"less", "GreaterThan", Own, "", 0},
	{"little-killer", "LittleKiller", Own, "littlekillersum", Particular},
	{"lockout", "Lockout", Value, "lockout", Lines},
	{"look-and-say", "LookAndSay", Own, "", 0},
	{"lunchbox", "Lunchbox", Own, "", 0},
	{"maximum", "", 0, "maximum", Each},
	{"minimum", "", 0, "minimum", Each},
	{"modular", "Modular", Value, "modularline", Lines},
	{"nabner", "", 0, "nabner", Lines},
	{"no-sum", "RellikCage", Value, "", 0},
	{"nonconsecutive", "AntiConsecutive", Alone, "", 0},
	{"numbered-room", "NumberedRoom", Ends, "", 0},
	{"odd", "", 0, "odd", Each},
	{"pair", "Pair", Own, "", 0},
	{"palindrome", "Palindrome", Cells, "palindrome", Lines},
	{"quad", "Quad", Own, "quadruple", Particular},
	{"regex", "Regex", Own, "", 0},
	{"region-sum", "RegionSumLine", Cells, "regionsumline", Lines},
	{"renban", "Renban", Cells, "renban", Lines},
	{"row-index", "Indexing", Own, "rowindexer", Set},
	{"same-digits", "SameValues", Own, "", 0},
	{"sandwich", "Sandwich", Start, "sandwichsum", Outside},
	{"skyscraper", "Skyscraper", Ends, "skyscraper", Outside},
	{"slingshot", "ValueIndexing", Cells, "", 0},
	{"slow-thermo", "", 0, "slowthermometer", Lines},
	{"sum", "Sum", Own, "", 0},
	{"ten-line", "SumLine", Value, "", 0},
	{"thermo", "Thermo", Cells, "thermometer", Lines},
	{"v", "V", Neighbours, "xv", Particular},
	{"whisper", "Whisper", Value, "whispers", Lines},
	{"white", "WhiteDot", Neighbours, "difference", Set},
	{"word", "NFA", Own, "", 0},
	{"x", "X", Neighbours, "xv", Particular},
	{"x-sum", "XSum", Ends, "xsum", Outside},
	{"zipper", "Zipper", Cells, "zipperline", Lines},
}

// Called returns the row of a constraint, nil if it has no name elsewhere.
func Called(name string) *Row {
	return find(func(r *Row) bool { return r.Name == name })
}

// InISS returns the row of a type of Interactive Sudoku Solver; nil if there is none.
func InISS(name string) *Row {
	return find(func(r *Row) bool { return r.ISS == name && name != "" })
}

// InFPuzzles returns the row of a key of f-puzzles; nil if there is none.
func InFPuzzles(key string) *Row {
	return find(func(r *Row) bool { return r.Key == key && key != "" })
}

func find(is func(*Row) bool) *Row {
	for i := range Elsewhere {
		if is(&Elsewhere[i]) {
			return &Elsewhere[i]
		}
	}
	return nil
}
