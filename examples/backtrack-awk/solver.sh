#!/bin/sh
# A puzzle a line comes in, an answer a line goes out. A shell reads line by line; awk alone would wait for more input.
while IFS= read -r puzzle; do
    awk -v puzzle="$puzzle" -f solver.awk </dev/null
done
