/* Backtracking over bit masks: all puzzles of standard input, one answer line each.
 *
 * free_[kind][index] holds the digits that a row, a column or a box still lacks, bit d-1 for digit d. The digits left
 * for a cell are the intersection of three masks. open_ lists the empty cells; the one with the fewest digits is taken
 * out of it, filled with each of them, and put back.
 */
#include <stdio.h>
#include <string.h>

enum { ROW, COLUMN, BOX, KINDS };

static unsigned free_[KINDS][9];
static int where[81][KINDS]; /* row, column and box of a cell */
static int open_[81], opens;
static char grid[81], solutions[2][82];
static int found;

static unsigned left(int cell) {
    const int *w = where[cell];
    return free_[ROW][w[ROW]] & free_[COLUMN][w[COLUMN]] & free_[BOX][w[BOX]];
}

static void toggle(int cell, unsigned bit) {
    for (int kind = 0; kind < KINDS; kind++) free_[kind][where[cell][kind]] ^= bit;
}

/* narrowest returns the place in open_ of the cell with the fewest digits. */
static int narrowest(void) {
    int best = 0, fewest = 10;
    for (int i = 0; i < opens && fewest > 1; i++) {
        int n = __builtin_popcount(left(open_[i]));
        if (n < fewest) best = i, fewest = n;
    }
    return best;
}

static void search(void) {
    if (opens == 0) {
        memcpy(solutions[found++], grid, 81);
        return;
    }
    int at = narrowest(), cell = open_[at];
    open_[at] = open_[--opens];
    for (unsigned rest = left(cell); rest && found < 2; rest &= rest - 1) {
        unsigned bit = rest & -rest;
        grid[cell] = '1' + __builtin_ctz(bit);
        toggle(cell, bit);
        search();
        toggle(cell, bit);
    }
    open_[opens++] = open_[at];
    open_[at] = cell;
}

/* load puts the givens on the grid; 0 where two of them clash. */
static int load(const char *line) {
    opens = found = 0;
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < 9; i++) free_[kind][i] = 0x1ff;
    for (int cell = 0; cell < 81; cell++) {
        grid[cell] = line[cell];
        if (line[cell] == '.') {
            open_[opens++] = cell;
            continue;
        }
        unsigned bit = 1u << (line[cell] - '1');
        if (!(left(cell) & bit)) return 0;
        toggle(cell, bit);
    }
    return 1;
}

int main(void) {
    char line[4096];
    for (int cell = 0; cell < 81; cell++) {
        where[cell][ROW] = cell / 9;
        where[cell][COLUMN] = cell % 9;
        where[cell][BOX] = cell / 27 * 3 + cell % 9 / 3;
    }
    while (fgets(line, sizeof line, stdin)) {
        if (strcspn(line, "\r\n") != 81) {
            puts("unsupported");
            continue;
        }
        if (load(line)) search();
        if (found == 0) puts("none");
        else if (found == 1) puts(solutions[0]);
        else printf("many %s %s\n", solutions[0], solutions[1]);
    }
    return 0;
}
