//! JSON that means one thing only: an object with the same key twice is refused, since whoever runs the call may take the
//! other value.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::fmt;

/// Parses one JSON value.
///
/// # Errors
/// What is wrong with the text, in words.
pub fn parse(text: &[u8]) -> Result<Value, String> {
    serde_json::from_slice::<Strict>(text).map(|strict| strict.0).map_err(|error| error.to_string())
}

/// The same text with comments (`//`, `/* */`) and commas before a closing bracket made blanks, so that places stay.
pub fn without_comments(text: &str) -> String {
    let mut out: Vec<char> = Vec::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    let mut comma = None;
    while let Some(c) = characters.next() {
        match (c, characters.peek()) {
            ('"', _) => {
                comma = None;
                out.push(c);
                while let Some(c) = characters.next() {
                    out.push(c);
                    match c {
                        '\\' => out.extend(characters.next()),
                        '"' => break,
                        _ => {}
                    }
                }
            }
            ('/', Some('/')) => {
                out.push(' ');
                while characters.next_if(|c| *c != '\n').is_some() {
                    out.push(' ');
                }
            }
            ('/', Some('*')) => {
                let mut before = ' ';
                out.push(' ');
                for c in characters.by_ref() {
                    out.push(if c == '\n' { c } else { ' ' });
                    if before == '*' && c == '/' {
                        break;
                    }
                    before = c;
                }
            }
            (']' | '}', _) => {
                if let Some(slot) = comma.take().and_then(|at: usize| out.get_mut(at)) {
                    *slot = ' ';
                }
                out.push(c);
            }
            (',', _) => {
                comma = Some(out.len());
                out.push(c);
            }
            (c, _) => {
                if !c.is_whitespace() {
                    comma = None;
                }
                out.push(c);
            }
        }
    }
    out.into_iter().collect()
}

struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Strict, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Strict)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("a number that is not finite"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Strict(value)) = items.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some((key, Strict(value))) = entries.next_entry::<String, Strict>()? {
            if fields.contains_key(&key) {
                return Err(A::Error::custom(format!("the key {key:?} stands twice in one object")));
            }
            fields.insert(key, value);
        }
        Ok(Value::Object(fields))
    }
}

#[cfg(test)]
mod tests;
