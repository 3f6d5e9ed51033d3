//! The verdict and the clean text of `git merge-file`, on random cases. Conflicts may have another extent: git
//! looks for lines that both sides of a conflict share.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use agentdescent_merge::{Granularity, TextMerge, TextMergeOptions, merge_text};

const CASES: u32 = 150;

#[test]
fn agrees_with_git_where_lines_are_unique() {
    agrees_with_git(&|_, serial| format!("line {serial}\n"));
}

#[test]
fn agrees_with_git_where_lines_repeat() {
    agrees_with_git(&|random, _| format!("{}\n", random.below(4)));
}

fn agrees_with_git(line: &dyn Fn(&mut Random, u32) -> String) {
    let folder = Folder::new();
    for seed in 0..CASES {
        let [base, ours, theirs] = case_of(seed, line);
        let options = TextMergeOptions {
            granularity: Granularity::Line,
            max_steps: 1_000_000,
        };
        let merge = merge_text(base.as_bytes(), ours.as_bytes(), theirs.as_bytes(), options);
        let clean = match merge.expect("texts are small") {
            TextMerge::Clean(text) => Some(text),
            TextMerge::Conflict(_) => None,
            TextMerge::TooLarge { steps } => unreachable!("seed {seed} took {steps} steps"),
        };
        assert_eq!(
            clean,
            folder.merge_with_git(&base, &ours, &theirs),
            "seed {seed}"
        );
    }
}

/// A base and two sides that a few edits made from it.
fn case_of(seed: u32, line: &dyn Fn(&mut Random, u32) -> String) -> [String; 3] {
    let mut random = Random(seed);
    let mut serial = 0;
    let mut next = |random: &mut Random| {
        serial += 1;
        line(random, serial)
    };
    let length = random.below(25);
    let base: Vec<String> = (0..length).map(|_| next(&mut random)).collect();
    let mut edited = || {
        let mut lines = base.clone();
        for _ in 0..random.below(5) {
            let at = random.below(lines.len() + 1);
            let end = lines.len().min(at + random.below(4));
            let removed: Vec<String> = lines.drain(at..end).collect();
            if random.below(3) == 0 {
                let to = random.below(lines.len() + 1);
                lines.splice(to..to, removed);
            } else {
                lines.insert(at, next(&mut random));
            }
        }
        lines.concat()
    };
    let (ours, theirs) = (edited(), edited());
    [base.concat(), ours, theirs]
}

/// A folder that goes when its owner does.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let name = format!(
            "git-baseline-{}-{:?}",
            std::process::id(),
            std::thread::current().id()
        );
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("temporary folders can be made");
        Self(path)
    }

    fn merge_with_git(&self, base: &str, ours: &str, theirs: &str) -> Option<Vec<u8>> {
        let folder: &Path = &self.0;
        for (name, text) in [("base", base), ("ours", ours), ("theirs", theirs)] {
            fs::write(folder.join(name), text).expect("temporary files can be written");
        }
        let output = Command::new("git")
            .args(["merge-file", "--stdout", "ours", "base", "theirs"])
            .current_dir(folder)
            .output()
            .expect("git is installed");
        output.status.success().then_some(output.stdout)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).expect("temporary folders can be removed");
    }
}

/// Numbers from a seed (mulberry32).
struct Random(u32);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x6d2b_79f5);
        let mut mixed = (self.0 ^ (self.0 >> 15)).wrapping_mul(self.0 | 1);
        mixed ^= mixed.wrapping_add((mixed ^ (mixed >> 7)).wrapping_mul(mixed | 0x3d));
        (mixed ^ (mixed >> 14)) as usize % limit
    }
}
