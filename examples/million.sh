#!/usr/bin/env bash
# A large library in one go: every puzzle of a file is imported, solved, graded and compared with the others, the library is
# checked and backed up, and twenty questions are asked. Prints CPU seconds, of all processes, as a table.
#
#   examples/million.sh PUZZLES    one puzzle a line
set -euo pipefail
puzzles=$(realpath "$1")
n=$(wc -l <"$puzzles")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
TIMEFORMAT='%U %S'

# measure WHAT COMMAND…: a row of the table.
measure() {
  local what=$1 used
  shift
  used=$({ time "$@" >out 2>err; } 2>&1) || { cat err >&2; exit 1; }
  awk -v what="$what" -v n="$n" '{ printf "| %s | %.2f | %.2f |\n", what, $1 + $2, ($1 + $2) / n * 1e6 }' <<<"$used"
}
ask() { measure "\`$1\`" sudokuctl db sql -q "$1"; }
list() { measure "\`$*\`" sudokuctl "$@"; }

echo "| $n puzzles | CPU s | µs a puzzle |"
echo "|---|---:|---:|"
measure "imported, solved and graded" sudokuctl run "$puzzles" --solver entropybt --grader entropybt -q
measure "read again, all known" sudokuctl run "$puzzles" --solver entropybt --grader entropybt -q
measure "images found" sudokuctl dedupe -q
measure "checked" sudokuctl db check
measure "backed up" sudokuctl db backup backup.db
list stats
list list --limit 20
list list --limit 20 --sort -information_entropy
list list --limit 20 --sort clues
list list --limit 20 --where 'clues <= 23 && !dup'
list list --limit 20 --where 'information_entropy > 0.3 && clues > 24'
list list --limit 20 --where 'symmetry == "rot180"'
list list --limit 20 --where 'time("entropybt") > 1us'
list list --count --where 'verdict == "unique"'
list show $((n / 2))
list random --count 10 --seed 1
list stats clues
list export --limit 1000 --to csv
list compare
ask "SELECT id, puzzle, clues FROM library WHERE id = $((n / 2))"
ask "SELECT metric, value, plugin, version, run FROM grades WHERE puzzle_id = $((n / 2))"
ask "SELECT * FROM results WHERE puzzle_id = $((n / 2))"
ask "SELECT verdict, count(*) FROM puzzles GROUP BY verdict"
ask "SELECT plugin, count(*), avg(self_ns) FROM timings GROUP BY plugin"
ask "SELECT name, puzzles, recurrences FROM sources"
printf "%d bytes a puzzle\n" $(($(wc -c <backup.db) / n))
