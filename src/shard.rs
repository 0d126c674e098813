//! One part of a job that is split over many machines, as the tools' option `--shard` names it.
//!
//! A job consists of units with numbers from 0, such as the pairs of a match or the lines of a file. Shard K of N has
//! the units whose number is K modulo N, so all shards together have every unit once.

use std::fmt;

/// One shard of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

/// The whole job: shard 0 of 1.
impl Default for Shard {
    fn default() -> Self {
        Shard { index: 0, count: 1 }
    }
}

/// As on the command line: `3/64`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl Shard {
    /// Shard `index` of `count`, from 0; `None` unless `index` is below `count`.
    pub fn new(index: u64, count: u64) -> Option<Shard> {
        (index < count).then_some(Shard { index, count })
    }

    /// The shard of the option `--shard`, `K/N` or `auto`, and the option `--shards`, the number of shards. `auto` is
    /// the task of a HyperQueue array, a Slurm array or an indexed Kubernetes job that this process is, by the
    /// environment variables that `variable` looks up. A HyperQueue worker may itself be a task of a Slurm array, so
    /// HyperQueue's variables come first.
    ///
    /// Only Slurm tells how many tasks there are. With `shards` the tasks are numbered from 0 in every scheduler, so
    /// that part of an array can be run again; without it the first task of a Slurm array is shard 0.
    ///
    /// The error is a sentence without a full stop.
    pub fn parse(shard: &str, shards: Option<u64>, variable: impl Fn(&str) -> Option<String>) -> Result<Shard, String> {
        if shard == "auto" {
            return Self::of_task(shards, variable);
        }
        let wrong = || format!("shard '{shard}', expected K/N with K from 0 to N - 1, or auto");
        let (index, count) = shard.split_once('/').ok_or_else(wrong)?;
        let parsed = index.parse().ok().zip(count.parse().ok()).and_then(|(index, count)| Shard::new(index, count));
        let parsed = parsed.ok_or_else(wrong)?;
        match shards.filter(|&shards| shards != parsed.count) {
            Some(shards) => Err(format!("shard {parsed}, but {shards} shards; expected the same number")),
            None => Ok(parsed),
        }
    }

    /// The shard of this task of a scheduler.
    fn of_task(shards: Option<u64>, variable: impl Fn(&str) -> Option<String>) -> Result<Shard, String> {
        let number = |name: &str| {
            let text = variable(name);
            text.map(|text| text.parse::<u64>().map_err(|_| format!("{name} is '{text}', expected a whole number")))
                .transpose()
        };
        const TASKS: [&str; 3] = ["HQ_TASK_ID", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"];
        for name in TASKS {
            let Some(task) = number(name)? else { continue };
            return match shards {
                Some(shards) => Shard::new(task, shards).ok_or_else(|| {
                    format!("{name} is {task}, expected 0 to {} for {shards} shards", shards.max(1) - 1)
                }),
                None if name == "SLURM_ARRAY_TASK_ID" => Self::of_slurm_array(task, number),
                None => Err(format!("{name} is {task}, but not of how many tasks; expected --shards N")),
            };
        }
        Err(format!("shard auto outside an array: none of {} is set; expected K/N", TASKS.join(", ")))
    }

    /// The shard of a task of a Slurm array whose tasks are numbered evenly, such as `0-63`, `1-64` or `0-126:2`.
    fn of_slurm_array(task: u64, number: impl Fn(&str) -> Result<Option<u64>, String>) -> Result<Shard, String> {
        let of_array = |name: &str| {
            let name = format!("SLURM_ARRAY_TASK_{name}");
            number(&name)?
                .ok_or_else(|| format!("SLURM_ARRAY_TASK_ID is {task}, but {name} is not set; expected --shards N"))
        };
        let (first, last, count) = (of_array("MIN")?, of_array("MAX")?, of_array("COUNT")?);
        let step = number("SLURM_ARRAY_TASK_STEP")?.unwrap_or(1).max(1);
        let place = |task: u64| task.checked_sub(first).filter(|offset| offset % step == 0).map(|offset| offset / step);
        place(task)
            .filter(|_| place(last).is_some_and(|last| last.checked_add(1) == Some(count)))
            .and_then(|index| Shard::new(index, count))
            .ok_or_else(|| {
                format!(
                    "the {count} tasks of this array, {first} to {last}, are not numbered evenly; expected --shards N, \
                     with tasks numbered from 0 to N - 1"
                )
            })
    }

    /// Its number, from 0.
    pub fn index(self) -> u64 {
        self.index
    }

    /// The number of shards.
    pub fn count(self) -> u64 {
        self.count
    }

    /// Whether it has the unit of this number.
    pub fn contains(self, unit: u64) -> bool {
        unit % self.count == self.index
    }

    /// The number of its unit that comes after `earlier` others of it; `None` beyond all numbers.
    pub fn unit(self, earlier: u64) -> Option<u64> {
        earlier.checked_mul(self.count)?.checked_add(self.index)
    }

    /// How many of the job's first `units` units it has.
    pub fn units(self, units: u64) -> u64 {
        units / self.count + u64::from(units % self.count > self.index)
    }
}

/// How often the scheduler has restarted this task, by the environment variables of HyperQueue and Slurm that
/// `variable` looks up; 0 if it does not say.
pub fn restarts(variable: impl Fn(&str) -> Option<String>) -> u64 {
    let counts = ["HQ_INSTANCE_ID", "SLURM_RESTART_COUNT"].map(|name| variable(name)?.parse().ok());
    counts.into_iter().flatten().max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shard, or the error, with these environment variables.
    fn parse(shard: &str, shards: Option<u64>, variables: &[(&str, &str)]) -> Result<(u64, u64), String> {
        let variable =
            |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).into());
        Shard::parse(shard, shards, variable).map(|shard| (shard.index, shard.count))
    }

    /// The variables of a task of a Slurm array, and the shard that it is.
    fn slurm(task: u64, range: [u64; 2], step: u64, count: u64, shards: Option<u64>) -> Result<(u64, u64), String> {
        let numbers = [("ID", task), ("MIN", range[0]), ("MAX", range[1]), ("STEP", step), ("COUNT", count)];
        let variables = numbers.map(|(name, number)| (format!("SLURM_ARRAY_TASK_{name}"), number.to_string()));
        parse("auto", shards, &variables.each_ref().map(|(name, value)| (name.as_str(), value.as_str())))
    }

    #[test]
    fn every_unit_is_in_one_shard() {
        for count in 1..8 {
            let shards: Vec<Shard> = (0..count).map(|index| Shard::new(index, count).unwrap()).collect();
            for unit in 0..40 {
                assert_eq!(shards.iter().filter(|shard| shard.contains(unit)).count(), 1);
            }
            for (shard, units) in shards.iter().flat_map(|shard| (0..40).map(move |units| (shard, units))) {
                let own: Vec<u64> = (0..units).filter(|&unit| shard.contains(unit)).collect();
                assert_eq!(shard.units(units), own.len() as u64);
                assert!((0..).zip(&own).all(|(earlier, &unit)| shard.unit(earlier) == Some(unit)));
            }
        }
        assert_eq!((Shard::new(0, 0), Shard::new(3, 3)), (None, None));
        assert_eq!(Shard::new(1, 2).unwrap().unit(u64::MAX), None);
    }

    #[test]
    fn a_shard_in_words() {
        assert_eq!(parse("3/64", None, &[]), Ok((3, 64)));
        assert_eq!(parse("3/64", Some(64), &[("HQ_TASK_ID", "5")]), Ok((3, 64)));
        for wrong in ["", "3", "3/", "/3", "3/3", "0/0", "-1/3", "1/x", "Auto"] {
            assert!(parse(wrong, None, &[]).is_err_and(|error| error.contains("expected K/N")), "{wrong}");
        }
        assert!(parse("3/64", Some(32), &[]).is_err_and(|error| error.contains("but 32 shards")));
    }

    #[test]
    fn a_task_of_slurm() {
        assert_eq!(slurm(5, [0, 63], 1, 64, None), Ok((5, 64)));
        assert_eq!(slurm(5, [1, 64], 1, 64, None), Ok((4, 64)));
        // --array=10-20:5
        assert_eq!(slurm(20, [10, 20], 5, 3, None), Ok((2, 3)));
        // --array=5,17 runs two tasks of an earlier array again.
        for task in [5, 17] {
            let error = slurm(task, [5, 17], 1, 2, None).expect_err("not even");
            assert!(error.contains("5 to 17, are not numbered evenly; expected --shards N"), "{error}");
            assert_eq!(slurm(task, [5, 17], 1, 2, Some(64)), Ok((task, 64)));
        }
        assert!(slurm(64, [1, 64], 1, 64, Some(64)).is_err_and(|error| error.contains("expected 0 to 63")));
        let alone = parse("auto", None, &[("SLURM_ARRAY_TASK_ID", "3")]);
        assert!(alone.is_err_and(|error| error.contains("SLURM_ARRAY_TASK_MIN is not set")));
        assert!(parse("auto", None, &[("SLURM_ARRAY_TASK_ID", "x")]).is_err_and(|error| error.contains("'x'")));
    }

    #[test]
    fn a_task_of_other_schedulers() {
        let hyperqueue = [("HQ_TASK_ID", "7"), ("SLURM_ARRAY_TASK_ID", "1")];
        assert_eq!(parse("auto", Some(64), &hyperqueue), Ok((7, 64)));
        assert!(parse("auto", None, &hyperqueue).is_err_and(|error| error.contains("expected --shards N")));
        assert_eq!(parse("auto", Some(4), &[("JOB_COMPLETION_INDEX", "3")]), Ok((3, 4)));
        assert!(parse("auto", Some(0), &[("JOB_COMPLETION_INDEX", "0")]).is_err());
        assert!(parse("auto", Some(4), &[]).is_err_and(|error| error.contains("none of HQ_TASK_ID, ")));
    }

    #[test]
    fn restarts_are_the_greater_count() {
        let count = |variables: &[(&str, &str)]| {
            restarts(|name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).into()))
        };
        assert_eq!((count(&[]), count(&[("SLURM_RESTART_COUNT", "2")])), (0, 2));
        assert_eq!(count(&[("SLURM_RESTART_COUNT", "2"), ("HQ_INSTANCE_ID", "5")]), 5);
    }
}
