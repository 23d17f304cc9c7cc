// Package nine searches for solutions of 9×9 puzzles; entropybt solves with it, and generate checks with it that a
// puzzle has one solution. It is the principle of Zhai & Zhang (2013), "fill where the least entropy is", carried from
// cells to everything a Sudoku has a choice in, and down to the vector unit.
//
// # The idea
//
// The paper measures a cell: x digits fit, its entropy is x/9, and what has least entropy is decided first.
// A digit in a house, or in a band, is a choice just as a cell is. Take one digit in one band: it stands
// once in each of the three rows and once in each of the three boxes, so it chooses one of six permutations
//
//	even: · the box moves right from row to row      odd: · it moves left
//
//	 X . . | . X . | . . X                            X . . | . X . | . . X
//	 . X . | . . X | X . .                            . . X | X . . | . X .
//	 . . X | X . . | . X .                            . X . | . . X | X . .
//
// (columns are boxes here, X is the minirow, three cells, that holds the digit). With p permutations left
// the entropy of that choice is log2 p bits; of a cell with x candidates log2 x; of a house with y places
// for a digit log2 y. A solution is where all of them are 0, so a search is a way to lower them:
//
//   - Propagation lowers entropy for free. Each rule is one choice telling another what it has lost:
//     a cell with log2 1 = 0 bits tells its houses (naked single); a house with one place for a digit tells
//     the cell (hidden single); a digit all of whose permutations in a band use one minirow tells the rest
//     of box and row, and a minirow lost to a digit closes two permutations (both directions of locked
//     candidates); a minirow is a choice of three digits, so if just three may be there, or three must,
//     the others learn it (a triple).
//   - Branching buys entropy with a guess. The state is a chain of choices; where the fewest permutations
//     are open, a guess leaves least to chance if wrong and, with two permutations, either answer decides.
//     So the band or stack with the least total entropy (fewest permutations, digits already settled not
//     counted) is taken, and in it a digit with two permutations, else three, else the first open one.
//     Both answers are kept: the first permutation alone, and all but the first.
//
// # Three kernels
//
// Engine hides three implementations; every test holds one against the others and all against a backtracker
// of twenty lines. The CPU is asked at run time.
//
//   - "wide" keeps the whole state in ten 512-bit registers and lowers the entropy of all cells, minirows,
//     minicolumns, bands and stacks at once, sweep after sweep, until nothing changes. The search, with its
//     stack, is one assembly function (wide_amd64.s), written by the generator in internal/asm. It needs
//     AVX-512 BW, VBMI and BITALG (Intel since Ice Lake, AMD since Zen 4).
//   - "narrow" does the same with 256-bit registers (narrow_amd64.s, by the same generator), but arranges the
//     grid otherwise. It needs AVX2, BMI and POPCNT (Intel since Haswell, AMD since Zen).
//   - "scalar" is plain Go for every other machine: the narrow kernel in words of 64 bits.
//
// # The wide kernel: data
//
// A vector has 32 words of 16 bits, a word is a set of digits (bit digit−1). 27 words are in use, one for
// each minirow of the grid; words 27 … 31 are 0. A minirow's three cells lie at the same word of three
// vectors, so that what happens inside a minirow needs no shuffle at all:
//
//	word m = 3·R+s    0   1   2 | 3   4   5 | …  24  25  26     R row 0…8, s stack 0…2
//	row[0]            A1  A4  A7  B1  B4  B7  …  J1  J4  J7     the first cell of each minirow
//	row[1]            A2  A5  A8  B2  B5  B8  …  J2  J5  J8     the second
//	row[2]            A3  A6  A9  B3  B6  B9  …  J3  J6  J9     the third
//	rowEven, rowOdd   digits whose even (odd) permutation through this minirow is open
//
// The same cells are kept a second time as seen from the columns (col, colEven, colOdd: the transposed
// grid), so that one piece of code serves both views. Each permutation is noted three times, at each of its
// minirows: then what a minirow may hold is rowEven|rowOdd, without a shuffle.
//
// One sweep of a view (internal/asm/sweep.go), all 27 words at once:
//
//	may     = even | odd                         digits possible in the minirow
//	must    = may &^ may of the other two in the row
//	cell   &= may
//	single  = cells with one digit               popcount = 1
//	lone    = must &^ digits in two of the cells a hidden single is cell & lone
//	cell   &^= single of the other two cells; a cell with a hidden single keeps only that
//	left    = cell 0 | cell 1 | cell 2           or must, where must has three digits
//	forced  = singles, and may where it has three digits
//	left   &^= forced of the other two in the row
//	even   &= left here and at the two other minirows of the even permutation; odd likewise
//
// after which the two views exchange their cells (flip) and the sweep begins again unless the sum of all
// words is what it was: bits only disappear, so any change lowers a sum. An empty cell, or a minirow with
// fewer than three digits, is a contradiction. When every band has nine permutations open, one a digit, and
// no contradiction is left, cells and digits are matched one to one and the grid is a solution.
//
// A guess copies the ten registers to the stack (640 bytes) without the permutation it tries, and goes on
// with that one alone. There are 54 choices of permutation, so 56 frames always suffice: enumerating the
// 6.67·10²¹ grids of the empty puzzle would take long but no more memory.
//
// Why so: updating box by box along a queue of changes waits for each update and mispredicts each branch.
// A sweep costs about 50 cycles, nearly all of it waiting for results (32 idle instructions added to it cost
// 5 %), and six or seven sweeps settle a guess. Both views are swept from the same old state, so that their
// chains of waiting overlap.
//
// # The narrow kernel: data
//
// With 16 words to a vector and no instruction that moves words freely, what must not cost anything is to
// compare the cells of a box. So the cells at the same place of the nine boxes share a vector, and word
// 4·band+stack is the box; the words 3, 7, 11 and 12 … 15 are 0:
//
//	cell[0]   A1  A4  A7   0 | D1  D4  D7   0 | G1  G4  G7   0 | 0 …     place 0 of each box
//	cell[1]   A2  A5  A8   0 | D2  D5  D8   0 | G2  G5  G8   0 | 0 …     place 1
//	…
//	cell[8]   C3  C6  C9   0 | F3  F6  F9   0 | I3  I6  I9   0 | 0 …     place 8
//	perm[0]   word 4·band+k: digits whose even permutation that begins in box k of the band is open
//	perm[1]   the same for the odd ones
//	perm[2]   word 4·k+stack: even permutations of the stacks; perm[3] odd
//
// Minirows and minicolumns are unions of three vectors, and there is one view of the cells, not two.
// Vectors are shuffled only between permutations and minirows: one or two boxes to the right within a band
// is a byte shuffle of each half, one or two boxes down a permutation of the four quarters.
//
// One sweep (internal/asm/narrow_sweep.go), rows and columns alike:
//
//	may     = the even and the odd permutation through each minirow
//	must    = may &^ may of the other two in the box
//	cell   &= may of its minirow and of its minicolumn
//	lone    = must &^ digits in two of the three cells
//	cell    = cell & lone, if there is such a digit     the lesser of cell−1 and (cell & lone)−1, plus 1
//	single  = cells with one digit                      cell & (cell−1) = 0
//	cell   &^= singles of the other cells of the box
//	left    = union of the three cells                  or must, where must has three digits
//	perm   &= left at the three minirows
//
// until the sum of the permutations is what it was. That is one chain and not two side by side, for here it is
// the number of instructions that counts, 370 a sweep, and a chain needs fewer sweeps: four settle a guess
// where the wide kernel needs six or seven. A box tells its row through the permutations alone, so the steps
// "may of the other two in the row" and "forced" of the wide kernel fall away; so does the rule that a minirow
// with room for three digits needs them, which saves one guess in fifty and costs a tenth of the time.
//
// The permutations alone tell the end. If each line has nine and a sweep has left them as they were, each digit
// has one minirow and one minicolumn in a box, so it can only be where the two cross, and it is there, for else
// the permutation would have gone. No cell was empty, so the nine digits are in nine cells: a solution.
//
// A contradiction is an empty cell, a digit without a place in a box or one that two cells of a box hold,
// and, before a guess, four digits that must be in one minirow.
//
// The state does not fit into 16 registers. It stays in the frame on top of the stack (416 bytes), and a
// guess copies it. Before a guess the permutations of stacks are turned, so that each line has its words
// side by side and POPCNT counts them.
//
// # The scalar kernel: data
//
// What the narrow kernel has in one vector, this has in two words: the boxes of bands 0 and 1 in six fields of
// ten bits, those of band 2 in three. Nine bits are the set of digits. The tenth is 0 and makes comparisons of
// all fields at once, for arithmetic in one field never reaches the next:
//
//	x + (1<<9 − 1)       a field that was not 0 has its tenth bit set, and below it x−1
//	1<<9 − x             a field that was 0 has its tenth bit set
//	g − g>>9             spreads a tenth bit to the nine others
//
// A sweep is the same chain; it treats the two words one after the other, since boxes meet only in the
// permutations. The rule for three digits costs a fifth of a sweep here, so it waits until nothing else
// follows. There is hardly a branch to mispredict, and hardly a table.
//
// How fast they are, beside other solvers, is in docs/performance.md.
//
// # Words
//
//	band, stack      three rows, three columns of boxes
//	minirow          three cells of a row in one box; minicolumn likewise
//	permutation      how a digit is spread over the minirows of a band; even or odd
//	view             rows or columns as the direction minirows run in
//	side             0 for rows (bands), 1 for columns (stacks)
//	path             a vector of word numbers: where each word of a result comes from
//	line             a band or a stack
//	frame            a state on the stack
//	guess            one permutation (or digit of a cell) taken on trial
//
// Source: G. Zhai, J. Zhang, "Solving Sudoku Puzzles Based on Customized Information Entropy", 2013. The six
// permutations of a digit in a band are folklore among solver writers; branching on them is tdoku's idea (T.
// Dillon), locked candidates by tables of 512 entries JCZSolve's (zhouyundong_2012, champagne, JasonLion).
package nine
