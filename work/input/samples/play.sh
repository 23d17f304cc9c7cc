#!/bin/sh
# Makes play.txt, in the folder above: sh samples/play.sh samples/play.txt
# The program of the commit that last changed play.txt makes it again byte by byte; a later one may carve other puzzles.
# 290 puzzles of each level, four fifths of them symmetric, in turn, behind 40 puzzles with constraints.
set -eu
made=$(mktemp -d)
trap 'rm -r "$made"' EXIT
go build -o "$made/sudokuctl" ../../cmd/sudokuctl
make() { "$made/sudokuctl" --db "$made/none.db" generate -q -o line "$@"; }
seed=0
for constraint in cage thermo arrow white black renban whisper palindrome sandwich between; do
	seed=$((seed + 1))
	make -n 4 --constraints "$constraint" --seed "$seed" | sed "s/\$/  $constraint/"
done >"$made/constraints"
for level in easy medium hard evil; do
	for part in 58: 96:rot180 36:rot90 30:diagonal 20:antidiagonal 25:mirror_h 25:mirror_v; do
		seed=$((seed + 1))
		make -n "${part%:*}" --level "$level" --symmetry "${part#*:}" --seed "$seed" | sed "s/\$/  $level/"
	done | awk '{ print (NR * 113) % 293, $0 }' | sort -n | cut -d" " -f2- >"$made/$level" # symmetries in turn
done
{
	echo "# 1,200 puzzles with one solution each: 40 with constraints, then 290 of each level. Made by play.sh; CC0-1.0."
	cat "$made/constraints"
	paste -d"\n" "$made/easy" "$made/medium" "$made/hard" "$made/evil"
} >"$1"
