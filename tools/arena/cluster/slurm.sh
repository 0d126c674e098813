#!/bin/bash
# A match as a Slurm job array: sbatch --array=0-63 slurm.sh SETTINGS FOLDER [OPTION...]
# Each task plays one shard. Submit the same command again to go on with what is missing; to run some tasks of an array of
# 64 again, submit --array=5,17 with the option --shards 64.
#SBATCH --cpus-per-task=2
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
# Two minutes before the time is up, the shell gets USR1. Without B: the engines would get it as well.
#SBATCH --signal=B:USR1@120

settings=$1 folder=$2
shift 2
quartet-arena match --settings "$settings" --shard auto --out "$folder" "$@" &
match=$!
is_out_of_time=
trap 'is_out_of_time=1; kill -USR1 $match' USR1
trap 'kill -TERM $match' TERM
status=
# A signal ends the first wait, before the match has ended.
while [ -z "$status" ] || kill -0 $match 2>/dev/null; do
    wait $match
    status=$?
done
# 3: interrupted. The task goes on in a new job.
if [ $status = 3 ] && [ -n "$is_out_of_time" ]; then
    scontrol requeue "$SLURM_JOB_ID"
fi
exit $status
