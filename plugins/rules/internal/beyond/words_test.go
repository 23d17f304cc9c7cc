package beyond

import (
	"math/bits"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// TestSentences reads hints on boards of which some candidates are gone: "r6c7=8" takes 8 from r6c7, "r1c1:12" leaves it 1 and 2.
func TestSentences(t *testing.T) {
	for _, c := range []struct {
		puzzle, board string
		make          board.Maker
		want          string
	}{
		{"9:~cage=14:r67c7", "", CageSets,
			"The cage 14 at r67c7 can only hold 5+9 or 6+8; this removes 1, 2, 3, 4 and 7 from r6c7 and r7c7."},
		{"9:~cage=14:r67c7", "r6c7:569 r7c7:5689", CageSets,
			"The cage 14 at r67c7 can only hold 5+9 or 6+8, and r6c7 is 5, 6 or 9; this removes 6 from r7c7."},
		{"9:~cage=25:r1c12r2c12", "r1c1:9 r2c2:1234", CageSets,
			"The cage 25 at r1c12r2c12 can only hold 1+7+8+9, 2+6+8+9, 3+5+8+9, 3+6+7+9 or 4+5+7+9, and r1c1 is 9 and r2c2 is 1, 2, 3 or 4; " +
				"this removes 1, 2, 3, 4 and 9 from r1c2 and r2c1."},
		{"9:~cage=20:r1c12r2c12", "r1c1:9", CageSets,
			"The cage 20 at r1c12r2c12 can only hold 1+2+8+9, 1+3+7+9, 1+4+6+9, 2+3+6+9 or 2+4+5+9, and r1c1 is 9; " +
				"this removes 9 from r1c2, r2c1 and r2c2."},
		{"9:~little-killer=38:r1c5r2c4r3c3r4c2r5c1", "r1c5=9", Bounds,
			"Digits along r1c5r2c4r3c3r4c2r5c1 sum to 38, so r1c5, r4c2 and r5c1 are at least 3, r2c4 and r3c3 are at least 4."},
		{"9:~cage=25:r1c123r2c12", "r1c1:1", CageSets,
			"The cage 25 at r1c123r2c12 can only hold one of 7 sets of digits, and r1c1 is 1; this removes 1 from r1c2, r1c3, r2c1 and r2c2."},
		{"9:~palindrome:r1c123456", "r1c2=4 r1c5=2", LineDigits,
			"The line r1c123456 reads the same from both ends; with what r1c2 and r1c5 can hold, this removes 2 from r1c2; 4 from r1c5."},
		{"9:~equal:r1c1r4c2", "r1c1=12", LineDigits,
			"Digits along r1c1r4c2 are equal, and r1c1 is none of 1 and 2; this removes 1 and 2 from r4c2."},
		{"9:~equal:r1c1r4c2", "r1c1=2", LineDigits,
			"Digits along r1c1r4c2 are equal, and r1c1 is not 2; this removes 2 from r4c2."},
		{"9:~white:r1c12", "r1c1:12 r1c2:123", ConstraintSees,
			"However the white dot at r1c12 is filled, 2 is in r1c1 or r1c2; this removes 2 from r1c3, r1c4, r1c5, r1c6, r1c7, r1c8, r1c9, " +
				"r2c1, r2c2, r2c3, r3c1, r3c2 and r3c3, which see both."},
		{"9:~cage=17:r1c12", "", CageNeeds,
			"The cage 17 at r1c12 needs 8 and 9, so this removes 8 and 9 from r1c3, r1c4, r1c5, r1c6, r1c7, r1c8, r1c9, " +
				"r2c1, r2c2, r2c3, r3c1, r3c2 and r3c3."},
		{"9:~cage=7:r1c123", "r1c3:14", CageNeeds,
			"The cage 7 at r1c123 needs 1, 2 and 4, so this removes 1, 2 and 4 from r1c4, r1c5, r1c6, r1c7, r1c8, r1c9, " +
				"r2c1, r2c2, r2c3, r3c1, r3c2 and r3c3."},
		{"9:~cage=14:r89c9~cage=6:r8c78", "r8c9:5689 r9c9:5689 r7c7:89", CagePair,
			"The cage 14 at r89c9 can only hold 5+9 or 6+8, and the rest of box 9 the other digits, and r7c7 is 8 or 9; " +
				"this removes 8 and 9 from r7c8, r7c9, r8c7, r8c8, r9c7 and r9c8."},
		{"9:~whisper=5:r1c1r2c2r3c1", "", Contradiction,
			"If r2c2 is 4, then r1c1 and r3c1 are 9 by the whisper line 5 at r1c1r2c2r3c1, and r1c1 and r3c1, which see each other, " +
				"would both be 9; so r2c2 is not 4."},
	} {
		pos := loaded(t, c.puzzle)
		pos.Verbose, pos.All = true, true
		for _, word := range strings.Fields(c.board) {
			cell := int(word[1]-'1')*9 + int(word[3]-'1')
			for m, leave := pos.Cand[cell], word[4] == ':'; m != 0; m &= m - 1 {
				if v := bits.TrailingZeros64(m); strings.Contains(word[5:], pos.DigitName(v)) != leave {
					pos.Strike(cell, v)
				}
			}
		}
		var got []string
		if !c.make(pos).Each(func() bool { got = append(got, pos.Hint.Text); return pos.Hint.Text == c.want }) {
			t.Errorf("%s, %s: not %s\n%s", c.puzzle, c.board, c.want, strings.Join(got, "\n"))
		}
	}
}

// loaded returns the position of a puzzle at its beginning.
func loaded(t *testing.T, text string) *board.Position {
	p, err := sudoku.ParsePuzzle(text)
	if err != nil {
		t.Fatal(err)
	}
	at := board.NewPosition(board.NewFrameOf(p))
	at.Set(t.Context(), p)
	at.Load(p)
	return at
}
