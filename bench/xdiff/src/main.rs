//! Prints the median processor milliseconds of a merge by the crate and by libgit2, batch by batch in turn: `BASE OURS THEIRS` are files.
use std::{env, error::Error, fs, hint::black_box, time::Duration};

use agentdescent_merge::{Granularity, TextMerge, TextMergeOptions, merge_text};
use cpu_time::ProcessTime;
use git2::{MergeFileInput, merge_file};

const BATCHES: usize = 7;
const BATCH: Duration = Duration::from_millis(20);

fn main() -> Result<(), Box<dyn Error>> {
    let texts = env::args()
        .skip(1)
        .map(fs::read)
        .collect::<Result<Vec<_>, _>>()?;
    let [base, ours, theirs] = texts.as_slice() else {
        return Err("usage: agentdescent_xdiff BASE OURS THEIRS".into());
    };
    let options = TextMergeOptions {
        granularity: Granularity::Line,
        max_steps: 100_000_000,
    };
    let by_crate = || {
        matches!(
            merge_text(base, ours, theirs, options),
            Ok(TextMerge::Clean(_))
        )
    };
    let by_libgit2 = || {
        let [base, ours, theirs] = [base, ours, theirs].map(|text| input(text));
        merge_file(&base, &ours, &theirs, None).is_ok_and(|merge| merge.is_automergeable())
    };
    let calls = [calls_per_batch(&by_crate), calls_per_batch(&by_libgit2)];
    let mut batches = [Vec::new(), Vec::new()];
    for _ in 0..BATCHES {
        batches[0].push(time_of(&by_crate, calls[0]) / calls[0]);
        batches[1].push(time_of(&by_libgit2, calls[1]) / calls[1]);
    }
    let [crate_ms, libgit2_ms] = batches.map(median_ms);
    println!(r#"{{"crateMs":{crate_ms},"libgit2Ms":{libgit2_ms}}}"#);
    Ok(())
}

fn input(text: &[u8]) -> MergeFileInput<'_> {
    let mut input = MergeFileInput::new();
    input.content(text).path("text");
    input
}

fn calls_per_batch(call: &impl Fn() -> bool) -> u32 {
    let mut calls = 1;
    while time_of(call, calls) < BATCH {
        calls *= 2;
    }
    calls
}

fn time_of(call: &impl Fn() -> bool, calls: u32) -> Duration {
    let start = ProcessTime::now();
    for _ in 0..calls {
        black_box(call());
    }
    start.elapsed()
}

fn median_ms(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1000.0
}
