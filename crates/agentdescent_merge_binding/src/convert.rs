use agentdescent_merge::{
    EditGroups, Granularity, InputError, Region, TextMerge, TextMergeOptions,
};
use napi::bindgen_prelude::{Either3, Uint8Array};
use napi::{Error, Result, Status};
use napi_derive::napi;

/// The text of a clean merge, the regions of a conflict, or the steps of a merge that gave up.
#[napi]
pub type NativeTextMerge = Either3<Uint8Array, Vec<NativeRegion>, f64>;

/// A conflict when it has a base; else `sides` holds the one text that is settled.
#[napi(object)]
pub struct NativeRegion {
    pub base: Option<Uint8Array>,
    pub sides: Vec<Uint8Array>,
}

/// Returns the options, or an error for steps that are no positive integer.
pub fn options_of(is_prose: bool, max_steps: f64) -> Result<TextMergeOptions> {
    let granularity = if is_prose {
        Granularity::Prose
    } else {
        Granularity::Line
    };
    Ok(TextMergeOptions {
        granularity,
        max_steps: steps_of(max_steps)?,
    })
}

pub fn native_merge(merge: std::result::Result<TextMerge, InputError>) -> Result<NativeTextMerge> {
    match merge {
        Ok(TextMerge::Clean(text)) => Ok(Either3::A(text.into())),
        Ok(TextMerge::Conflict(regions)) => {
            Ok(Either3::B(regions.into_iter().map(native_region).collect()))
        }
        Ok(TextMerge::TooLarge { steps }) => Ok(Either3::C(number_of(steps))),
        Err(error) => Err(Error::new(Status::InvalidArg, error.to_string())),
    }
}

/// The leaders, and after them 1 for each edit whose group is contested.
pub fn native_groups(groups: &EditGroups) -> Vec<i32> {
    let leaders = groups.leaders.iter().map(|leader| leader.cast_signed());
    let contested = groups
        .is_contested
        .iter()
        .map(|&contested| i32::from(contested));
    leaders.chain(contested).collect()
}

fn native_region(region: Region) -> NativeRegion {
    match region {
        Region::Merged(text) => NativeRegion {
            base: None,
            sides: vec![text.into()],
        },
        Region::Conflict { base, sides } => NativeRegion {
            base: Some(base.into()),
            sides: sides.into_iter().map(Uint8Array::from).collect(),
        },
    }
}

/// The largest integer of which JavaScript's numbers hold all smaller ones: 2^53 - 1.
const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the number was checked to be a positive safe integer"
)]
fn steps_of(number: f64) -> Result<u64> {
    if number.fract() == 0.0 && (1.0..=MAX_SAFE_INTEGER).contains(&number) {
        return Ok(number as u64);
    }
    let message = format!("maxSteps {number} must be an integer from 1 to {MAX_SAFE_INTEGER}.");
    Err(Error::new(Status::InvalidArg, message))
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a merge ends within 2^53 steps, which a number holds exactly"
)]
fn number_of(steps: u64) -> f64 {
    steps as f64
}
