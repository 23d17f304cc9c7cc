package search_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// slow has puzzles that took 20 to 60,000 guesses before counts, sums and lines knew which cells differ, and how many they may
// take now: look-and-say, quads, contained digits, circles, arrows whose circle holds two digits, lunchboxes, sandwiches, extra
// regions and cages without a sum.
var slow = []struct {
	guesses int
	line    string
}{
	{0, "9:.....7.......3.......92........................3.5...........39..4......2........~look-and-say=1.1.1.3" +
		".2.5.1.6.1.8.1.9:r5c6r6c6r6c5r6c4r6c3r7c3r7c2~look-and-say=1.1.1.4.1.5.1.6.1.7.1.8.1.9:r4c9r5c9r6c9r7c9r" +
		"8c9r9c9r9c8~look-and-say=1.3.1.4.1.5.1.8.2.9:r9c5r8c5r8c4r8c3r8c2r8c1~look-and-say=2.2.1.3.1.7.1.9:r6c7r" +
		"6c8r7c8r8c8r8c7~look-and-say=1.2.1.3.1.4.1.6.1.8:r4c7r4c6r4c5r4c4r5c4~look-and-say=1.1.1.3.1.5.1.6.1.7.1" +
		".8.1.9:r1c7r1c6r1c5r1c4r1c3r1c2r1c1~look-and-say=1.1.1.2.1.4.1.5.2.6.2.7:r2c1r3c1r3c2r4c2r5c2r5c3r4c3r3c" +
		"3~look-and-say=1.1.1.2.1.3.1.4.1.7.2.8:r2c4r2c5r3c5r3c6r3c7r2c7r2c8"},
	{0, "9:....9.........3.....................4....2..8...5......2.......3..26....5....1...~look-and-say=1.2.1.4" +
		".1.5.2.6.2.8:r5c1r5c2r6c2r6c1r7c1r7c2r7c3~look-and-say=1.1.1.3.1.5.1.6.1.8.1.9:r8c7r8c6r9c6r9c5r8c5r7c5~" +
		"look-and-say=1.1.1.2.1.5.1.6.1.8.1.9:r2c2r2c3r1c3r1c2r1c1r2c1~look-and-say=1.1.1.3.2.5.3.6.1.9:r3c8r2c8r" +
		"2c7r2c6r3c6r4c6r4c7r5c7~look-and-say=1.2.1.3.1.4.1.5.2.7.1.9:r2c9r1c9r1c8r1c7r1c6r1c5r2c5~look-and-say=2" +
		".1.1.2.2.3.1.7.1.9:r6c7r7c7r7c8r7c9r6c9r6c8r5c8~look-and-say=1.1.1.2.1.3.2.5.1.7.2.9:r9c2r9c1r8c1r8c2r8c" +
		"3r8c4r7c4r6c4~look-and-say=1.1.1.2.1.3.1.4.1.6.1.7:r4c4r5c4r5c5r5c6r6c6r6c5"},
	{0, "9:91....4.....6.........5.............6.....94..5...............4....4...14..7...58~look-and-say=1.1.1.3" +
		".2.4.1.6.1.8:r6c4r5c4r5c5r4c5r4c4r4c3~look-and-say=1.1.1.2.2.4.1.5.1.6.1.9:r4c7r5c7r5c8r5c9r6c9r7c9r8c9~" +
		"look-and-say=1.2.1.4.1.5.1.6.1.9:r7c6r8c6r8c5r8c4r7c4~look-and-say=1.1.1.2.1.3.1.5.1.6.1.7.1.9:r2c8r1c8r" +
		"1c9r2c9r3c9r3c8r3c7~look-and-say=1.1.1.2.1.4.1.5.1.6.1.7.1.8.1.9:r3c2r3c1r2c1r1c1r1c2r2c2r2c3r1c3~look-a" +
		"nd-say=1.1.1.2.1.3.1.4.1.5.1.7.1.9:r3c4r3c5r3c6r2c6r2c5r1c5r1c4~look-and-say=1.1.1.2.1.4.1.5.1.6.1.8.1.9" +
		":r7c1r8c1r9c1r9c2r9c3r8c3r8c2~look-and-say=1.1.1.2.2.3.1.7:r9c5r9c6r9c7r8c7r8c8~look-and-say=1.1.1.2.1.7" +
		".2.9:r6c5r6c6r6c7r6c8r7c8~look-and-say=1.2.2.3.1.5.1.6.1.7.1.8.1.9:r4c2r4c1r5c1r6c1r6c2r7c2r7c3r6c3"},
	{0, "9:...3..........7...............................89.......................8.....6...~quad=3.5.6:r4c6r4c7r" +
		"5c6r5c7~quad=2.5.8:r5c1r5c2r6c1r6c2~quad=6.8.9:r3c5r3c6r4c5r4c6~quad=3.7.8.9:r8c4r8c5r9c4r9c5~quad=4.5.7" +
		".9:r7c6r7c7r8c6r8c7~quad=4.5.7.9:r1c5r1c6r2c5r2c6~quad=1.4.6.7:r5c4r5c5r6c4r6c5~quad=2.3.9:r2c7r2c8r3c7r" +
		"3c8~quad=3.5.6.8:r4c6r4c7r5c6r5c7~quad=1.5.6:r2c2r2c3r3c2r3c3~quad=4.6.9:r8c7r8c8r9c7r9c8~quad=1.8.9:r4c" +
		"8r4c9r5c8r5c9~quad=2.7.8:r1c1r1c2r2c1r2c2~quad=3.7.8.9:r4c5r4c6r5c5r5c6~quad=1.4.7:r5c4r5c5r6c4r6c5~quad" +
		"=2.4.6:r1c3r1c4r2c3r2c4~quad=1.5.6.9:r8c6r8c7r9c6r9c7~quad=4.5.7.9:r1c5r1c6r2c5r2c6~quad=1.4.7:r8c1r8c2r" +
		"9c1r9c2~quad=1.5.6.9:r2c2r2c3r3c2r3c3~quad=1.2.8.9:r5c2r5c3r6c2r6c3~quad=3.5.6.8:r7c8r7c9r8c8r8c9"},
	{0, "9:......3.2.2..............................34.7368...........8.......1..2349...2...~contain=3.4.5.6.8.9:" +
		"r7c6r8c6r9c6r9c5r9c4r8c4r7c4~contain=1.3.6.9.9:r5c6r4c6r3c6r2c6r2c7r1c7~contain=1.5.8.9:r4c1r5c1r5c2r5c3" +
		"r6c3~contain=1.2.5.9:r6c5r6c6r6c7r6c8r6c9~contain=2.3.4.5.5.9:r3c2r2c2r2c3r1c3r1c4r1c5r2c5~contain=1.3.5" +
		".7.8:r8c9r9c9r9c8r9c7r8c7r7c7~contain=1.4.5.7.8.9:r8c1r9c1r9c2r9c3r8c3r8c2r7c2~contain=4.5.6.8:r5c8r5c9r" +
		"4c9r3c9r2c9~contain=2.3.6:r3c5r4c5r4c4r5c4~contain=3.6.8:r5c7r4c7r4c8r3c8"},
	{275, "9:.2....................2......2..9..5..3............4.8.................6.6.......~circles:r1c1r1c3r1c8" +
		"r2c3r2c6r2c7r2c8r3c3r3c4r3c6r3c8r4c2r4c7r5c1r5c5r6c7r7c3r7c5r7c9r8c2r8c6r8c9r9c2r9c5r9c8~white:r1c7r1c8~" +
		"white:r1c8r1c9~white:r2c5r2c6~white:r3c2r3c3~white:r5c3r5c4~white:r6c6r6c7~white:r7c1r7c2~white:r8c4r8c5" +
		"~white:r8c7r8c8"},
	{40, "9:1...9....8.........................8..27.....6.3.................1.8.3.6.64......~arrow:r8c2r8c3-r8c6r" +
		"7c5r6c5r5c5r4c4r3c3r2c3r3c4r4c5r3c5r3c6r3c7r3c8r2c8r1c8r1c7r1c6~arrow:r6c6r6c7-r8c9r9c9r8c8r9c7r9c8r8c7r" +
		"9c6r9c5r9c4r8c3r7c2r7c3r6c4r7c5r8c4r8c5~arrow:r6c4r6c5-r3c7r4c7r5c7r5c8r6c9r5c9r4c8r3c9r3c8r2c7r2c8r1c9r" +
		"2c9r1c8r1c7r1c6r1c5r1c4~arrow:r7c1r7c2-r2c7r3c7r2c8r3c8r4c9r4c8r5c9r6c9r7c8r7c7r6c6r6c5r5c5~arrow:r7c2r7" +
		"c3-r8c3r7c4r7c5r8c6r9c6r9c7r8c7r7c8r6c9r6c8r7c9r8c9r9c9r9c8r8c8r7c7~arrow:r3c1r3c2-r2c6r3c6r2c5r1c4r2c3r" +
		"3c4r4c5r4c6r5c6r6c5r7c4~arrow:r5c7r5c8-r7c5r6c6r6c5r6c4r5c4r5c3r5c2r4c2r3c1r4c1r3c2r4c3"},
	{190, "9:.....9....................77........1.......2..6....1.....9....6.......5...3...2.~arrow:r7c5r7c6-r2c2r" +
		"1c1r2c1r3c2r3c1r4c1r4c2r5c2r5c1r6c2r7c3r8c2r9c1r8c1r7c1r7c2~arrow:r7c2r7c3-r5c1r4c1r3c1r2c2r3c2r2c3r3c3r" +
		"3c4r4c5r5c5r4c4r5c3r6c3r6c2r5c2~arrow:r5c4r5c5-r2c3r2c4r1c4r2c5r3c6r2c6r1c6r1c7r1c8r2c7r3c7r4c8r3c8~arro" +
		"w:r2c2r2c3-r5c7r5c8r6c8r7c7r6c6r5c5r5c6r6c7r7c8r6c9r7c9r8c9r8c8r9c9r9c8r9c7r9c6r8c6~arrow:r1c7r1c8-r8c5r" +
		"8c4r9c3r8c3r9c4r9c5r8c6r9c6r8c7r7c8r8c9r7c9r6c9r6c8~arrow:r2c7r2c8-r8c3r7c4r6c4r6c5r7c6r6c7r7c7r8c7r9c8~" +
		"arrow:r1c1r1c2-r5c4r5c3r4c4r3c5r3c4r4c5r5c5r6c5r7c5r7c4r8c5r9c6r9c5r8c6r8c7"},
	{552, "9:.2..............6...........1................8.7..26.9...........1..5......7...9.~arrow:r4c4r4c5-r8c2r" +
		"8c3r7c3r7c2r7c1r6c1r5c1r6c2r6c3r5c2r5c3r4c2r3c1r2c1r1c2r2c2r3c2r2c3r2c4r3c5~arrow:r4c6r4c7-r5c9r6c9r7c9r" +
		"8c9r8c8r7c8r6c7r7c7r8c7r9c8r9c7r9c6r8c6~arrow:r4c6r4c7-r2c7r3c7r3c8r2c9r2c8r1c9r1c8r1c7r1c6r2c6r1c5~arro" +
		"w:r1c7r1c8-r8c7r8c8r9c9r8c9r7c8r6c7r7c7r7c6r6c5r6c6~arrow:r7c6r7c7-r8c4r7c4r8c3r9c4r9c3r8c2r7c1r6c2r7c3r" +
		"6c3~arrow:r8c7r8c8-r2c8r1c7r1c6r2c5r2c4r1c4r1c5r2c6r2c7~arrow:r3c6r3c7-r9c3r8c2r9c1r9c2r8c3r7c3r6c4r5c3r" +
		"4c2r4c3"},
	{247, "9:.................................................................................~lunchbox=15:r3c2r3c3" +
		"r3c4r3c5r3c6r3c7~lunchbox=8:r2c2r2c3r2c4r2c5r2c6r2c7~lunchbox=10:r1c2r2c2r3c2r4c2r5c2~lunchbox=21:r1c3r2" +
		"c3r3c3r4c3r5c3r6c3r7c3r8c3r9c3~lunchbox=23:r4c1r4c2r4c3r4c4r4c5r4c6r4c7r4c8r4c9~lunchbox=4:r3c3r4c3r5c3r" +
		"6c3r7c3~lunchbox=16:r1c4r1c5r1c6r1c7r1c8r1c9~lunchbox=23:r4c1r4c2r4c3r4c4r4c5r4c6r4c7~lunchbox=4:r2c7r3c" +
		"7r4c7r5c7r6c7~lunchbox=0:r5c2r5c3r5c4r5c5r5c6~lunchbox=0:r1c1r2c1r3c1r4c1r5c1r6c1r7c1r8c1r9c1~lunchbox=4" +
		":r9c2r9c3r9c4r9c5r9c6~lunchbox=0:r8c1r8c2r8c3r8c4r8c5~lunchbox=4:r3c7r4c7r5c7r6c7r7c7~lunchbox=16:r1c5r2" +
		"c5r3c5r4c5r5c5r6c5r7c5r8c5r9c5~lunchbox=3:r1c7r2c7r3c7r4c7r5c7r6c7r7c7~lunchbox=8:r6c4r6c5r6c6r6c7r6c8~l" +
		"unchbox=14:r9c1r9c2r9c3r9c4r9c5r9c6r9c7"},
	{0, "9:............91.........8..1.........6........9..............1..49.............2..~lunchbox=15:r2c7r3c7" +
		"r4c7r5c7r6c7r7c7r8c7r9c7~lunchbox=11:r5c2r5c3r5c4r5c5r5c6r5c7~lunchbox=6:r4c3r4c4r4c5r4c6r4c7r4c8~lunchb" +
		"ox=4:r1c2r2c2r3c2r4c2r5c2r6c2~lunchbox=5:r4c5r5c5r6c5r7c5r8c5r9c5~lunchbox=14:r1c4r2c4r3c4r4c4r5c4r6c4r7" +
		"c4~lunchbox=12:r5c2r6c2r7c2r8c2r9c2~lunchbox=0:r7c5r7c6r7c7r7c8r7c9~lunchbox=0:r3c9r4c9r5c9r6c9r7c9r8c9~" +
		"lunchbox=10:r4c5r4c6r4c7r4c8r4c9~lunchbox=0:r6c3r6c4r6c5r6c6r6c7r6c8r6c9~lunchbox=4:r9c2r9c3r9c4r9c5r9c6" +
		"r9c7~lunchbox=0:r7c3r7c4r7c5r7c6r7c7r7c8r7c9~lunchbox=9:r1c6r2c6r3c6r4c6r5c6r6c6r7c6r8c6~lunchbox=0:r8c1" +
		"r8c2r8c3r8c4r8c5~lunchbox=11:r2c1r3c1r4c1r5c1r6c1r7c1r8c1r9c1~lunchbox=3:r3c4r3c5r3c6r3c7r3c8r3c9~lunchb" +
		"ox=14:r1c2r2c2r3c2r4c2r5c2r6c2r7c2r8c2r9c2"},
	{0, "9:.......5...3................9..................................84..............8.~sandwich=14:r1c1r1c2" +
		"r1c3r1c4r1c5r1c6r1c7r1c8r1c9~sandwich=35:r1c1r2c1r3c1r4c1r5c1r6c1r7c1r8c1r9c1~sandwich=0:r2c1r2c2r2c3r2c" +
		"4r2c5r2c6r2c7r2c8r2c9~sandwich=0:r1c2r2c2r3c2r4c2r5c2r6c2r7c2r8c2r9c2~sandwich=27:r3c1r3c2r3c3r3c4r3c5r3" +
		"c6r3c7r3c8r3c9~sandwich=5:r1c3r2c3r3c3r4c3r5c3r6c3r7c3r8c3r9c3~sandwich=33:r4c1r4c2r4c3r4c4r4c5r4c6r4c7r" +
		"4c8r4c9~sandwich=7:r1c4r2c4r3c4r4c4r5c4r6c4r7c4r8c4r9c4~sandwich=8:r5c1r5c2r5c3r5c4r5c5r5c6r5c7r5c8r5c9~" +
		"sandwich=26:r1c5r2c5r3c5r4c5r5c5r6c5r7c5r8c5r9c5~sandwich=7:r6c1r6c2r6c3r6c4r6c5r6c6r6c7r6c8r6c9~sandwic" +
		"h=22:r1c6r2c6r3c6r4c6r5c6r6c6r7c6r8c6r9c6~sandwich=15:r7c1r7c2r7c3r7c4r7c5r7c6r7c7r7c8r7c9~sandwich=13:r" +
		"1c7r2c7r3c7r4c7r5c7r6c7r7c7r8c7r9c7~sandwich=9:r8c1r8c2r8c3r8c4r8c5r8c6r8c7r8c8r8c9~sandwich=9:r1c8r2c8r" +
		"3c8r4c8r5c8r6c8r7c8r8c8r9c8~sandwich=35:r9c1r9c2r9c3r9c4r9c5r9c6r9c7r9c8r9c9~sandwich=26:r1c9r2c9r3c9r4c" +
		"9r5c9r6c9r7c9r8c9r9c9"},
	{0, "9:14...2.5.6.......7.................1....9....5...4.....6.........9.2....3..1....5~extra:r3c8r3c7r3c6r4" +
		"c6r4c7r5c7r5c8r4c8r4c9~extra:r4c3r5c3r5c4r4c4r4c5r5c5r6c5r6c4r7c4~extra:r1c3r1c4r2c4r2c5r3c5r3c4r3c3r4c3" +
		"r4c4~extra:r9c7r8c7r7c7r6c7r6c6r5c6r5c7r4c7r4c6~extra:r6c1r7c1r8c1r8c2r8c3r8c4r7c4r7c5r6c5~extra:r9c8r9c" +
		"7r8c7r8c6r9c6r9c5r9c4r9c3r9c2"},
	{10, "9:..84.....41.2........6.......6.......8.7........9.....8.....92.....1.....4..9..68~no-sum=14:r6c8r6c9r5" +
		"c9r4c9~no-sum=13:r2c6r3c6r3c7~no-sum=10:r8c4r8c5r7c5~no-sum=10:r2c5r2c6r1c6~no-sum=8:r7c6r8c6r8c7~no-sum" +
		"=14:r1c9r1c8r2c8r3c8~no-sum=13:r7c4r6c4r6c5r6c6~no-sum=10:r6c2r5c2r5c3~no-sum=10:r7c7r8c7r8c6~no-sum=12:" +
		"r7c2r6c2r6c1r5c1~no-sum=9:r6c6r5c6r4c6~no-sum=12:r7c8r6c8r5c8r5c9~no-sum=12:r9c4r8c4r8c3~no-sum=10:r4c6r" +
		"4c5r4c4r5c4~no-sum=14:r3c3r2c3r1c3~no-sum=8:r2c8r1c8r1c9~no-sum=8:r3c9r4c9r5c9~no-sum=12:r9c5r9c4r8c4~no" +
		"-sum=12:r9c6r8c6r8c7~no-sum=14:r3c5r4c5r4c4r5c4~no-sum=12:r2c4r2c5r3c5r3c6~no-sum=11:r6c8r7c8r7c9~no-sum" +
		"=11:r2c8r2c7r2c6r1c6~no-sum=13:r4c6r3c6r2c6"},
}

// TestGuesses counts the guesses that it takes to prove one solution.
func TestGuesses(t *testing.T) {
	for _, s := range slow {
		p, err := sudoku.ParsePuzzle(s.line)
		if err != nil {
			t.Fatal(err)
		}
		atMost(t, s.line[84:116], p, s.guesses)
	}
}

// slowOfCollection has the same of puzzles of a collection by others, in variants/open.tsv of $SUDOKUCTL_PUZZLES.
var slowOfCollection = map[string]int{
	"iss238": 0, "iss159": 2826, "iss153": 362, "iss125": 7, "iss119": 30, "iss088": 2361, "iss077": 7812,
	"iss072": 48, "iss237": 30, "iss371": 0, "iss147": 273, "iss360": 10, "iss122": 10, "iss144": 420, "iss025": 1211,
	"iss086": 0, "fp079": 977, "fp046": 0, "fp038": 0, "iss163": 26, "iss118": 103, "iss239": 447, "fp061": 390,
	"fp124": 0, "iss033": 98, "iss019": 28, "iss102": 5, "fp059": 85, "iss095": 93, "iss112": 57, "iss101": 85,
	"iss034": 15, "iss035": 3300, "fp037": 0, "iss006": 18, "iss192": 0, "fp040": 0, "fp145": 0, "iss241": 2, "iss021": 0,
	"iss038": 2, "iss121": 57, "iss138": 35, "iss157": 17,
}

func TestGuessesOfCollection(t *testing.T) {
	collection(t, func(id string, p *sudoku.Puzzle) {
		if guesses, isSlow := slowOfCollection[id]; isSlow {
			atMost(t, id, p, guesses)
		}
	})
}

// collection calls yield with each puzzle of the collection that is read.
func collection(t testing.TB, yield func(id string, p *sudoku.Puzzle)) {
	data, err := os.ReadFile(filepath.Join(os.Getenv("SUDOKUCTL_PUZZLES"), "variants", "open.tsv"))
	if err != nil {
		t.Skipf("no puzzle collection: set SUDOKUCTL_PUZZLES: %v", err)
	}
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		text := f[len(f)-1]
		if f[1] == "f-puzzles" {
			text = "https://www.f-puzzles.com/?load=" + text
		}
		for record, err := range formats.Read(strings.NewReader(text), f[0]) {
			if err == nil {
				yield(f[0], record.Puzzle)
			}
		}
	}
}

func atMost(t *testing.T, name string, p *sudoku.Puzzle, most int) {
	t.Helper()
	guesses := 0
	e := search.New(p.Geometry())
	e.Guess = func() bool { guesses++; return guesses <= most }
	found := 0
	if e.Load(p) && !e.Search(func(sudoku.Grid) bool { found++; return found < 2 }) && found < 2 {
		t.Errorf("%s: more than %d guesses", name, most)
	}
}

// BenchmarkCollection proves one solution of each 9×9 puzzle of the collection, beginning with its text.
func BenchmarkCollection(b *testing.B) {
	collection(b, func(id string, p *sudoku.Puzzle) {
		if p.Geometry() != sudoku.MustGeometry("9") {
			return
		}
		line := p.String()
		e := search.New(p.Geometry())
		b.Run(id, func(b *testing.B) {
			guesses := 0
			for b.Loop() {
				q, err := sudoku.ParsePuzzle(line)
				if err != nil {
					b.Fatal(err)
				}
				guesses = 0
				e.Guess = func() bool { guesses++; return guesses < 3_000_000 }
				found := 0
				if e.Load(q) {
					e.Search(func(sudoku.Grid) bool { found++; return found < 2 })
				}
			}
			b.ReportMetric(float64(guesses), "guesses")
		})
	})
}
