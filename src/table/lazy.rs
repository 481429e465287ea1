//! Parts of a loaded table that are decoded when somebody first looks at them.
//!
//! A table holds the declarations of hundreds of programs, and a call names two or three of them. In the binary form each
//! declaration is therefore a run of bytes of its own, kept as it came; in RON, which people read, nothing is different.

use serde::de::{DeserializeOwned, Deserializer};
use serde::ser::{Error as _, Serializer};
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// What stands in for bytes that cannot be decoded.
pub trait Broken {
    /// Something that vouches for nothing.
    fn broken() -> Self;
}

/// A value, or the bytes that it is decoded from.
#[derive(Debug, Clone)]
pub struct Lazy<T> {
    known: Option<Box<T>>,
    /// Without meaning where the value is known.
    encoded: Box<[u8]>,
    decoded: OnceLock<Box<T>>,
}

impl<T> From<T> for Lazy<T> {
    fn from(value: T) -> Lazy<T> {
        Lazy { known: Some(Box::new(value)), encoded: Box::default(), decoded: OnceLock::new() }
    }
}

impl<T: Broken + DeserializeOwned> Lazy<T> {
    /// The value. Bytes that the compiler did not write give a broken one.
    pub fn get(&self) -> &T {
        match &self.known {
            Some(value) => value,
            None => self.decoded.get_or_init(|| decode(&self.encoded)),
        }
    }

    /// The value, to be changed.
    pub fn get_mut(&mut self) -> &mut T {
        let value = self.known.take().or_else(|| self.decoded.take()).unwrap_or_else(|| decode(&self.encoded));
        self.known.insert(value)
    }
}

fn decode<T: Broken + DeserializeOwned>(bytes: &[u8]) -> Box<T> {
    Box::new(postcard::from_bytes(bytes).unwrap_or_else(|_| T::broken()))
}

impl<T: Broken + DeserializeOwned + PartialEq> PartialEq for Lazy<T> {
    fn eq(&self, other: &Lazy<T>) -> bool {
        self.get() == other.get()
    }
}

impl<T: Broken + DeserializeOwned + Eq> Eq for Lazy<T> {}

impl<T: Broken + DeserializeOwned + Serialize> Serialize for Lazy<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return self.get().serialize(serializer);
        }
        let bytes = postcard::to_stdvec(self.get()).map_err(S::Error::custom)?;
        serializer.serialize_bytes(&bytes)
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Lazy<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Lazy<T>, D::Error> {
        if deserializer.is_human_readable() {
            return T::deserialize(deserializer).map(Lazy::from);
        }
        let bytes = <&[u8]>::deserialize(deserializer)?;
        Ok(Lazy { known: None, encoded: bytes.into(), decoded: OnceLock::new() })
    }
}

#[cfg(test)]
mod tests;
