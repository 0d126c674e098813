#!/bin/bash
# A match by GNU parallel on this machine, or on those of --sshloginfile: parallel.sh N SETTINGS FOLDER [OPTION...]
# Each of the N jobs plays one shard; as many run at once as there are cores. Run it again to go on with what is missing.
set -eu
shards=$1 settings=$2 folder=$3
shift 3
mkdir -p "$folder"
exec parallel --joblog "$folder/parallel.log" \
    quartet-arena match --settings "$settings" --shard {}/"$shards" --out "$folder" --quiet "$@" \
    ::: $(seq 0 $((shards - 1)))
