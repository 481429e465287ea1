//! One text for one JSON value (RFC 8785): keys in order of their UTF-16 units, numbers as ECMAScript writes them, so that
//! `1`, `1.0` and `1e0` are one number. Text is not normalised: two spellings of `é` are two texts.

use serde_json::Value;

/// Largest integer that a double and its neighbours hold apart (2^53 - 1).
const MAX_SAFE: u64 = 9_007_199_254_740_991;

/// Deepest nesting; a deeper value has no canonical text.
pub const MAX_DEPTH: usize = 64;

/// The canonical text of a value. `None` where it has none of its own: an integer that doubles do not tell from its
/// neighbours, or nesting deeper than [`MAX_DEPTH`].
pub fn canonical(value: &Value) -> Option<String> {
    if !has_one(value, 0) {
        return None;
    }
    serde_json_canonicalizer::to_string(value).ok()
}

fn has_one(value: &Value, depth: usize) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => true,
        Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(natural), _, _) => natural <= MAX_SAFE,
            (None, Some(negative), _) => negative.unsigned_abs() <= MAX_SAFE,
            // A literal beyond 2^53 that was read as a double has lost its digits already; `1e300` never had more.
            (None, None, Some(double)) => double.is_finite(),
            (None, None, None) => false,
        },
        Value::Array(values) => values.iter().all(|value| has_one(value, depth + 1)),
        Value::Object(values) => values.values().all(|value| has_one(value, depth + 1)),
    }
}
