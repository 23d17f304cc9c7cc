package sudoku

import "fmt"

// Check returns why an order contradicts itself, whoever is to make the puzzles, or nil.
func (o *Order) Check() error {
	cells, most := o.Geometry.Cells(), o.CluesMax
	if most == 0 {
		most = cells
	}
	_, err := SymmetryOrbits(o.Geometry, o.Symmetry)
	if err == nil && o.Constraints != nil {
		_, err = o.Geometry.Board()
	}
	switch {
	case err != nil:
		return err
	case o.CluesMin > most || most > cells || o.CluesMin < 0:
		return fmt.Errorf("%d to %d clues in %d cells", o.CluesMin, most, cells)
	case o.Geometry.IsClassic() && most < 17 && !o.AllowMultiple && o.Constraints == nil:
		return fmt.Errorf("%d clues at most, but no 9×9 puzzle with one solution has fewer than 17", most)
	case o.HasDifficulty && !(o.Difficulty >= 0 && o.Difficulty <= 1):
		return fmt.Errorf("difficulty %v is not between 0 and 1", o.Difficulty)
	case o.Pattern != nil && len(o.Pattern) != cells:
		return fmt.Errorf("a pattern of %d cells for %d", len(o.Pattern), cells)
	case o.Pattern != nil && (o.Symmetry != "" || o.HasDifficulty):
		return fmt.Errorf("a pattern leaves no room for a symmetry or a difficulty")
	case o.Near != nil && (o.Pattern != nil || o.HasDifficulty || o.AllowMultiple):
		return fmt.Errorf("neighbours have one solution and no pattern or difficulty")
	case o.Near != nil && o.Near.geometry != o.Geometry:
		return fmt.Errorf("neighbours of a puzzle of geometry %s, not %s", o.Near.geometry, o.Geometry)
	case o.Minimal && o.AllowMultiple:
		return fmt.Errorf("a minimal puzzle has one solution, but several are allowed")
	}
	return nil
}
