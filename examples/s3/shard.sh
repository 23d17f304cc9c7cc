#!/bin/sh
# Computes one shard of a job that is in a bucket:
#
#   sh shard.sh REMOTE:BUCKET/JOB I/N [OPTION of sudokuctl run]…
#
# JOB has plan.json and its inputs; parts go to JOB/parts. REMOTE is one of rclone, which knows S3 and most other stores of objects
# (rclone config, or RCLONE_CONFIG_REMOTE_… in the environment). Chunks whose parts are in the bucket are not computed again, and a part
# that is there is never replaced. A shard that is stopped leaves what it has computed.
set -eu
job=$1 shard=$2
shift 2
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
mkdir "$here/parts"
rclone copy "$job" "$here" --exclude 'parts/**'
rclone lsf "$job" --recursive --files-only --include 'parts/*.parquet' | while read -r part; do : >"$here/$part"; done
trap : INT TERM # sudokuctl ends by itself
status=0
sudokuctl run --plan "$here/plan.json" --out "$here/parts" --shard "$shard" "$@" || status=$?
find "$here/parts" -type f -empty -delete
rclone copy "$here/parts" "$job/parts" --include '*.parquet' --immutable
exit $status
