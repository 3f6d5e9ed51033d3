use agentdescent_merge::{
    EditGroups, Granularity, InputError, Region, TextMerge, TextMergeOptions,
};
use napi::bindgen_prelude::{Either3, Uint8Array};
use napi::{Error, Result, Status};
use napi_derive::napi;

/// The text of a clean merge, a conflict, or the steps of a merge that gave up.
#[napi]
pub type NativeTextMerge = Either3<Uint8Array, NativeConflict, f64>;

/// The regions of a conflict, with all their texts one after the other in one list of bytes.
#[napi(object)]
pub struct NativeConflict {
    pub bytes: Uint8Array,
    /// Per region the number of its sides and the lengths of its texts: of a settled region 0 and one length, of a
    /// conflict the lengths of the base and of the sides.
    pub layout: Vec<u32>,
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
        Ok(TextMerge::Conflict(regions)) => Ok(Either3::B(native_conflict(&regions)?)),
        Ok(TextMerge::TooLarge { steps }) => Ok(Either3::C(number_of(steps))),
        Err(error) => Err(Error::new(Status::InvalidArg, error.to_string())),
    }
}

/// Writes the leaders, and behind them 1 for each edit whose group is contested.
pub fn write_groups(groups: &EditGroups, target: &mut [i32]) {
    let leaders = groups.leaders.iter().map(|leader| leader.cast_signed());
    let contested = groups.is_contested.iter().map(|&is| i32::from(is));
    for (place, number) in target.iter_mut().zip(leaders.chain(contested)) {
        *place = number;
    }
}

fn native_conflict(regions: &[Region]) -> Result<NativeConflict> {
    let mut bytes = Vec::new();
    let mut layout = Vec::new();
    let mut add = |number: usize| {
        let too_long = |_| Error::new(Status::GenericFailure, "A region is longer than 4 GiB.");
        layout.push(u32::try_from(number).map_err(too_long)?);
        Result::Ok(())
    };
    for region in regions {
        let (sides, texts) = match region {
            Region::Merged(text) => (0, vec![text]),
            Region::Conflict { base, sides } => {
                (sides.len(), std::iter::once(base).chain(sides).collect())
            }
        };
        add(sides)?;
        for text in texts {
            add(text.len())?;
            bytes.extend_from_slice(text);
        }
    }
    Ok(NativeConflict {
        bytes: bytes.into(),
        layout,
    })
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
