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
// of twenty lines. The CPU is asked at run time, and the first that it can run is taken.
//
//   - "wide" uses the instructions of AVX-512 on 256 bits: 32 registers instead of 16, which hold the whole state, and
//     one instruction for any function of three sets (wide_amd64.s). It needs AVX-512 BW, VL and BITALG (Intel since
//     Ice Lake, AMD since Zen 4).
//   - "narrow" makes the same sweeps with 16 registers (narrow_amd64.s). It needs AVX2, BMI and POPCNT (Intel since
//     Haswell, AMD since Zen).
//   - "scalar" is plain Go for every other machine, the same idea in words of 64 bits.
//
// One generator, internal/asm, writes the two in assembly. They do the same with the same data, so they find the same
// solutions in the same order after the same guesses; those of the scalar kernel may come in another order and after
// some guesses more or less.
//
// Nothing is measured when the program starts: the wide kernel is the narrow one with fewer instructions, 240 a sweep
// instead of 350, of the same width and kind.
//
// Vectors of 512 bits were tried and given up. The cells of a row or column of boxes fitted into one vector each, and a
// sweep was 150 instructions. But rows and columns that are swept side by side settle less, so that a guess took six or
// seven sweeps instead of four; a Zen 4 does half as many of such instructions in a cycle; and what follows a word that
// moves across a vector, or a comparison into a mask, waits five or six cycles there instead of one or two.
//
// # The wide and the narrow kernel: data
//
// A vector has 16 words of 16 bits, a word is a set of digits (bit digit−1). What must not cost anything is to
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
// Minirows and minicolumns are unions of three vectors. Vectors are shuffled only between permutations and minirows:
// one or two boxes to the right within a band is a byte shuffle of each half, one or two boxes down a permutation of
// the four quarters.
//
// One sweep (internal/asm/sweep.go), rows and columns alike:
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
// until the sum of the permutations is what it was: bits only disappear, so any change lowers a sum. Updating box by
// box along a queue of changes would wait for each update and mispredict each branch. A box reports to its row through
// the permutations alone, so no step takes the digits of a minirow from the other two of the row. A rule that a minirow
// with room for three digits needs them would save one guess in fifty and cost a tenth of the time.
//
// The permutations alone tell the end. If each line has nine and a sweep has left them as they were, each digit
// has one minirow and one minicolumn in a box, so it can only be where the two cross, and it is there, for else
// the permutation would have gone. No cell was empty, so the nine digits are in nine cells: a solution.
//
// A contradiction is an empty cell, a digit without a place in a box or one that two cells of a box hold,
// and, before a guess, four digits that must be in one minirow.
//
// The state does not fit into 16 registers: the narrow kernel has it in the frame on top of the stack (416 bytes). A
// sweep leaves the permutations in registers as well, so that the next one need not wait until they are stored and
// loaded. The wide kernel has it in registers and writes it there before a guess. A guess copies the frame, without the
// permutation it tries, and goes on with that one alone. There are 54 choices of permutation, so 56 frames always
// suffice: enumerating the 6.67·10²¹ grids of the empty puzzle would take long but no more memory. Before a guess the
// permutations of stacks are turned, so that each line has its words side by side and POPCNT counts them.
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
//	side             0 for rows (bands), 1 for columns (stacks)
//	line             a band or a stack
//	frame            a state on the stack
//	guess            one permutation (or digit of a cell) taken on trial
//
// Source: G. Zhai, J. Zhang, "Solving Sudoku Puzzles Based on Customized Information Entropy", 2013. The six
// permutations of a digit in a band are folklore among solver writers; branching on them is tdoku's idea (T.
// Dillon), locked candidates by tables of 512 entries JCZSolve's (zhouyundong_2012, champagne, JasonLion).
package nine
