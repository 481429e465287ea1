//! What the grammar file becomes. The derive documents nothing, so nothing here is asked to be documented.
#![allow(missing_docs, reason = "generated from grammar/policy.pest")]

/// The parser made of `grammar/policy.pest`.
#[derive(pest_derive::Parser)]
#[grammar = "../grammar/policy.pest"]
pub struct Grammar;
