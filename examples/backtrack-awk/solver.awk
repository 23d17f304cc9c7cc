# Called with -v puzzle=LINE; prints a solution, "none", or "many" and two solutions.
# row, column and box say where a cell is, and used has the digits of each row, column and box.
function put(cell, digit) {
    grid[cell] = digit
    used[row[cell]] = used[row[cell]] digit
    used[column[cell]] = used[column[cell]] digit
    used[box[cell]] = used[box[cell]] digit
}

function take(cell, digit) {
    grid[cell] = "."
    sub(digit, "", used[row[cell]])
    sub(digit, "", used[column[cell]])
    sub(digit, "", used[box[cell]])
}

function seen(cell) { return used[row[cell]] used[column[cell]] used[box[cell]] }

function text(    cell, t) {
    for (cell = 0; cell < 81; cell++) t = t grid[cell]
    return t
}

# search fills the empty cell with the fewest digits and goes on, until two solutions are found.
function search(    cell, digit, n, best, fewest, others) {
    best = -1
    fewest = 10
    for (cell = 0; cell < 81; cell++) {
        if (grid[cell] != ".") continue
        others = seen(cell)
        n = 0
        for (digit = 1; digit <= 9 && n < fewest; digit++) n += !index(others, digit)
        if (n < fewest) { best = cell; fewest = n }
    }
    if (best < 0) { found[++count] = text(); return }
    others = seen(best)
    for (digit = 1; digit <= 9 && count < 2; digit++) {
        if (index(others, digit)) continue
        put(best, digit)
        search()
        take(best, digit)
    }
}

BEGIN {
    sub(/\r$/, "", puzzle)
    if (length(puzzle) != 81) { print "unsupported"; exit }
    for (i = 0; i < 81; i++) {
        row[i] = "r" int(i / 9)
        column[i] = "c" i % 9
        box[i] = "b" int(i / 27) * 3 + int(i % 9 / 3)
        grid[i] = "."
        digit = substr(puzzle, i + 1, 1)
        if (digit == ".") continue
        if (index(seen(i), digit)) { print "none"; exit }
        put(i, digit)
    }
    search()
    if (count == 0) print "none"
    else if (count == 1) print found[1]
    else print "many", found[1], found[2]
}
