#!/bin/bash
# A match as a HyperQueue task array: hyperqueue.sh N SETTINGS FOLDER [OPTION...]
# Each of the N tasks plays one shard on two CPUs. Submit it again to go on with what is missing.
set -eu
shards=$1 settings=$2 folder=$3
shift 3
exec hq submit --array=0-$((shards - 1)) --cpus=2 --max-fails=3 -- \
    "$(command -v quartet-arena)" match --settings "$settings" --shard auto --shards "$shards" --out "$folder" "$@"
