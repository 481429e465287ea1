//! What the grammar file becomes. The derive documents nothing, so nothing here is asked to be documented.
#![allow(missing_docs, reason = "generated from grammar/policy.pest")]

/// The grammar itself, for its words and for the reference.
pub const GRAMMAR: &str = include_str!("../../grammar/policy.pest");

/// The parser made of it.
#[derive(pest_derive::Parser)]
#[grammar = "../grammar/policy.pest"]
pub struct Grammar;
