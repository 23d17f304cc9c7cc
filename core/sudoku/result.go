package sudoku

// Result is one algorithm's answer to one puzzle, verified.
type Result struct {
	Puzzle    *Puzzle
	Solutions []Grid // distinct and verified; possibly fewer than Count when only counting was asked for
	Count     int64  // solutions found
	Verdict   Verdict
	Stats     Stats
	// why the verdict is not a proof: ErrGaveUp, context.DeadlineExceeded, ErrUnsupported, a fault
	Err error
}
