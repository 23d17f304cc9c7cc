#!/bin/sh
# Computes puzzles in shards with GNU parallel and puts them together:
#
#   sh shards.sh puzzles.txt 16 [OPTION of parallel]…
#
# Options such as --jobs 4, or --sshloginfile machines --workdir . with a folder that all machines share, say where. Given again after
# an interruption, the same command goes on.
set -eu
puzzles=$1 shards=$2
shift 2
seq "$shards" | parallel --retries 3 "$@" sudokuctl run "$puzzles" --solver entropybt --grader rules --jobs 1 \
	--shard "{}/$shards" --db "part-{}.db" --quiet >shards.log
sudokuctl import part-*.db --complete --db library.db
