use std::panic::{AssertUnwindSafe, catch_unwind};

use agentdescent_merge::{InputError, TextMerge, TextMergeOptions, merge_many, merge_text};
use napi::bindgen_prelude::{AsyncTask, Uint8ArraySlice};
use napi::{Env, Error, Result, Status, Task};
use napi_derive::napi;

use crate::convert::{NativeTextMerge, native_merge, options_of};

/// Merges as `mergeText` does, on a thread of Node's pool.
///
/// # Errors
///
/// When a text is too large or the steps are no positive integer.
#[napi(catch_unwind, ts_return_type = "Promise<NativeTextMerge>")]
pub fn merge_text_off_thread(
    base: &[u8],
    ours: &[u8],
    theirs: &[u8],
    is_prose: bool,
    max_steps: f64,
) -> Result<AsyncTask<MergeTask>> {
    Ok(AsyncTask::new(MergeTask {
        base: base.to_vec(),
        sides: vec![ours.to_vec(), theirs.to_vec()],
        merge: |base, sides, options| merge_text(base, sides[0], sides[1], options),
        options: options_of(is_prose, max_steps)?,
    }))
}

/// Merges as `mergeMany` does, on a thread of Node's pool.
///
/// # Errors
///
/// When a text is too large or the steps are no positive integer.
#[napi(catch_unwind, ts_return_type = "Promise<NativeTextMerge>")]
pub fn merge_many_off_thread(
    base: &[u8],
    sides: Vec<Uint8ArraySlice>,
    is_prose: bool,
    max_steps: f64,
) -> Result<AsyncTask<MergeTask>> {
    Ok(AsyncTask::new(MergeTask {
        base: base.to_vec(),
        sides: sides.iter().map(|side| side.to_vec()).collect(),
        merge: merge_many,
        options: options_of(is_prose, max_steps)?,
    }))
}

type Merge = fn(&[u8], &[&[u8]], TextMergeOptions) -> std::result::Result<TextMerge, InputError>;

/// A merge with texts of its own, which JavaScript cannot change meanwhile.
pub struct MergeTask {
    base: Vec<u8>,
    sides: Vec<Vec<u8>>,
    merge: Merge,
    options: TextMergeOptions,
}

impl Task for MergeTask {
    type Output = std::result::Result<TextMerge, InputError>;
    type JsValue = NativeTextMerge;

    fn compute(&mut self) -> Result<Self::Output> {
        let sides: Vec<&[u8]> = self.sides.iter().map(Vec::as_slice).collect();
        // Nothing catches a panic between here and the thread's C code.
        catch_unwind(AssertUnwindSafe(|| {
            (self.merge)(&self.base, &sides, self.options)
        }))
        .map_err(|_| Error::new(Status::GenericFailure, "A merge off the thread panicked."))
    }

    fn resolve(&mut self, _: Env, output: Self::Output) -> Result<Self::JsValue> {
        native_merge(output)
    }
}
