/// Two hashes of an edit's key, and two of what its value comes to.
pub type Fingerprint = [i32; 4];

/// Edits by the hashes of their keys.
#[derive(Debug, PartialEq, Eq)]
pub struct EditGroups {
    /// Per edit, the first edit with the hashes of its key.
    pub leaders: Vec<u32>,
    /// Per edit that is first, whether the hashes of its group's values are not all equal.
    pub is_contested: Vec<bool>,
}

const FREE: u32 = u32::MAX;

/// Groups edits by the hashes of their keys, with open addressing and linear probing.
#[must_use]
pub fn group_by_fingerprint(fingerprints: &[Fingerprint]) -> EditGroups {
    let mut groups = EditGroups {
        leaders: Vec::with_capacity(fingerprints.len()),
        is_contested: vec![false; fingerprints.len()],
    };
    let size = (fingerprints.len() * 2).next_power_of_two().max(16);
    let mut slots = vec![FREE; size];
    for (edit, &[key, other_key, form, other_form]) in (0u32..).zip(fingerprints) {
        let mut slot = slot_of(key, size);
        let leader = loop {
            let leader = slots[slot];
            if leader == FREE {
                slots[slot] = edit;
                break edit;
            }
            let [first_key, first_other_key, ..] = fingerprints[leader as usize];
            if first_key == key && first_other_key == other_key {
                break leader;
            }
            slot = (slot + 1) & (size - 1);
        };
        groups.leaders.push(leader);
        let [.., first_form, first_other_form] = fingerprints[leader as usize];
        if first_form != form || first_other_form != other_form {
            groups.is_contested[leader as usize] = true;
        }
    }
    groups
}

#[expect(clippy::cast_sign_loss, reason = "the bits of a hash are wanted")]
const fn slot_of(hash: i32, size: usize) -> usize {
    hash as u32 as usize & (size - 1)
}
