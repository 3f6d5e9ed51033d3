//! Three texts and a fourth from one small alphabet; the rules that every merge keeps are checked on the way.
#![no_main]

use agentdescent_merge::{
    Granularity, Region, TextMerge, TextMergeOptions, merge_many, merge_text,
};
use libfuzzer_sys::fuzz_target;

/// What the texts are made of; of an input's byte the low half chooses, and the high half says whose text it is.
const PIECES: [&[u8]; 16] = [
    b"a\n", b"b\n", b"c\n", b"\n", b"a", b"\r", b"\r\n", b" ", b". ", b"one two ", b"two. ", b"\"! ",
    "。".as_bytes(), b"\0", b"\xff", b"three",
];

fuzz_target!(|input: &[u8]| {
    let [base, ours, theirs, fourth] = texts_of(input);
    for granularity in [Granularity::Line, Granularity::Prose] {
        let options = TextMergeOptions { granularity, max_steps: 1_000_000 };
        check_two(&base, &ours, &theirs, options);
        let there = merge_many(&base, &[&ours, &theirs, &fourth], options);
        let back = merge_many(&base, &[&fourth, &theirs, &base, &ours], options);
        assert_eq!(there, back);
        let few = TextMergeOptions { max_steps: input.len() as u64, ..options };
        let _ = merge_text(&base, &ours, &theirs, few);
    }
});

fn texts_of(input: &[u8]) -> [Vec<u8>; 4] {
    let mut texts: [Vec<u8>; 4] = Default::default();
    for &byte in input {
        let piece = PIECES[usize::from(byte & 15)];
        for (index, text) in texts.iter_mut().enumerate() {
            if (byte >> 4) & (1 << index) == 0 {
                text.extend_from_slice(piece);
            }
        }
    }
    texts
}

fn check_two(base: &[u8], ours: &[u8], theirs: &[u8], options: TextMergeOptions) {
    let merge = |base, ours, theirs| merge_text(base, ours, theirs, options).expect("texts are small");
    assert_eq!(merge(base, ours, base), TextMerge::Clean(ours.to_vec()));
    assert_eq!(merge(base, base, ours), TextMerge::Clean(ours.to_vec()));
    assert_eq!(merge(base, ours, ours), TextMerge::Clean(ours.to_vec()));
    match (merge(base, ours, theirs), merge(base, theirs, ours)) {
        (TextMerge::Conflict(there), TextMerge::Conflict(back)) => {
            let back: Vec<Region> = back.into_iter().map(swapped).collect();
            assert_eq!(there, back);
        }
        (TextMerge::TooLarge { .. }, TextMerge::TooLarge { .. }) => {}
        (there, back) => assert_eq!(there, back),
    }
}

fn swapped(region: Region) -> Region {
    match region {
        Region::Conflict { base, mut sides } => {
            sides.reverse();
            Region::Conflict { base, sides }
        }
        merged => merged,
    }
}
