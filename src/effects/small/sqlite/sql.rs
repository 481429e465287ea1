//! SQL statements: which only query, and what their functions reach.

use super::super::{Act, Code, Name, NotProved, Reading};
use super::lex::{Kind, Token};

/// Functions and table-valued functions that only compute or look into the database.
const FUNCTIONS: &[&str] = &[
    "abs",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "avg",
    "base64",
    "base85",
    "ceil",
    "ceiling",
    "changes",
    "char",
    "coalesce",
    "concat",
    "concat_ws",
    "cos",
    "cosh",
    "count",
    "cume_dist",
    "date",
    "datetime",
    "degrees",
    "dense_rank",
    "exp",
    "first_value",
    "floor",
    "format",
    "generate_series",
    "glob",
    "group_concat",
    "hex",
    "ifnull",
    "iif",
    "instr",
    "json",
    "json_array",
    "json_array_length",
    "json_each",
    "json_extract",
    "json_group_array",
    "json_group_object",
    "json_insert",
    "json_object",
    "json_patch",
    "json_quote",
    "json_remove",
    "json_replace",
    "json_set",
    "json_tree",
    "json_type",
    "json_valid",
    "julianday",
    "lag",
    "last_insert_rowid",
    "last_value",
    "lead",
    "length",
    "like",
    "likelihood",
    "likely",
    "ln",
    "log",
    "log10",
    "log2",
    "lower",
    "ltrim",
    "max",
    "min",
    "mod",
    "nth_value",
    "ntile",
    "nullif",
    "octet_length",
    "percent_rank",
    "pi",
    "pow",
    "power",
    "pragma_foreign_key_list",
    "pragma_index_info",
    "pragma_index_list",
    "pragma_table_info",
    "pragma_table_list",
    "pragma_table_xinfo",
    "printf",
    "quote",
    "radians",
    "random",
    "randomblob",
    "rank",
    "regexp",
    "replace",
    "round",
    "row_number",
    "rtrim",
    "sha1",
    "sha3",
    "sign",
    "sin",
    "sinh",
    "sqlite_source_id",
    "sqlite_version",
    "sqrt",
    "strftime",
    "string_agg",
    "substr",
    "substring",
    "sum",
    "tan",
    "tanh",
    "time",
    "timediff",
    "total",
    "total_changes",
    "trim",
    "trunc",
    "typeof",
    "unhex",
    "unicode",
    "unixepoch",
    "unlikely",
    "upper",
    "zeroblob",
];

/// Words before which or as which a parenthesis opens no call.
const BEFORE_PAREN: &[&str] = &[
    "all",
    "and",
    "as",
    "between",
    "by",
    "case",
    "cast",
    "check",
    "distinct",
    "else",
    "end",
    "except",
    "exists",
    "filter",
    "from",
    "having",
    "in",
    "intersect",
    "is",
    "join",
    "key",
    "like",
    "glob",
    "limit",
    "materialized",
    "not",
    "offset",
    "on",
    "or",
    "over",
    "returning",
    "select",
    "set",
    "then",
    "union",
    "unique",
    "using",
    "values",
    "when",
    "where",
    "window",
    "char",
    "varchar",
    "decimal",
    "numeric",
    "nvarchar",
];

/// Words after which a name with a parenthesis is a table with its columns.
const BEFORE_TABLE: &[&str] = &["exists", "into", "on", "recursive", "references", "table", "with"];

/// Statements that change what a database holds.
const CHANGING_DATA: &[&str] =
    &["alter", "analyze", "create", "delete", "drop", "insert", "reindex", "replace", "update", "vacuum"];

/// Statements of a transaction; `end` also closes a trigger.
const TRANSACTION: &[&str] = &["begin", "commit", "end", "release", "rollback", "savepoint"];

/// Pragmas that only show, however they are called.
const SHOWN: &[&str] = &[
    "collation_list",
    "compile_options",
    "database_list",
    "foreign_key_check",
    "foreign_key_list",
    "freelist_count",
    "function_list",
    "index_info",
    "index_list",
    "index_xinfo",
    "integrity_check",
    "module_list",
    "page_count",
    "pragma_list",
    "quick_check",
    "table_info",
    "table_list",
    "table_xinfo",
];

/// Pragmas that show when they stand alone.
const SHOWN_ALONE: &[&str] = &[
    "application_id",
    "auto_vacuum",
    "encoding",
    "foreign_keys",
    "journal_mode",
    "page_size",
    "schema_version",
    "synchronous",
    "user_version",
];

fn one_of(token: &Token<'_>, words: &[&str]) -> bool {
    words.iter().any(|word| token.is(word))
}

/// Walks all statements.
pub(super) fn statements(tokens: &[Token<'_>], reading: &mut Reading) -> Result<(), NotProved> {
    for statement in tokens.split(|token| token.mark(";")).filter(|statement| !statement.is_empty()) {
        functions(statement, reading)?;
        kind(statement, reading)?;
    }
    Ok(())
}

fn kind(statement: &[Token<'_>], reading: &mut Reading) -> Result<(), NotProved> {
    let Some(first) = statement.first() else { return Ok(()) };
    if one_of(first, &["select", "values", "explain", "with"]) {
        // Several arguments are several texts, so that a statement may follow without a semicolon.
        for (index, token) in statement.iter().enumerate() {
            if one_of(token, &["attach", "pragma"]) {
                return Err(NotProved::new(token.at, "a statement inside a query"));
            }
            let function = token.is("replace") && statement.get(index + 1).is_some_and(|next| next.mark("("));
            if one_of(token, CHANGING_DATA) && !function {
                reading.push(Act::Writes(Name::Unknown), true);
                return Ok(());
            }
        }
        return Ok(());
    }
    if one_of(first, &["detach"]) {
        return Ok(());
    }
    if first.is("pragma") {
        return pragma(statement, reading);
    }
    if first.is("attach") {
        let file = match statement {
            [_, file, name, _] | [_, _, file, name, _]
                if file.kind == Kind::Text && name.is("as") && !file.text.contains(['\'', ':', '?']) =>
            {
                Name::Known(file.text.to_owned())
            }
            _ => Name::Unknown,
        };
        reading.push(Act::Reads(file.clone()), true);
        reading.push(Act::Writes(file), true);
        return Ok(());
    }
    if statement.iter().any(|token| token.is("virtual")) {
        return Err(NotProved::new(first.at, "a virtual table"));
    }
    if one_of(first, TRANSACTION) || one_of(first, CHANGING_DATA) {
        reading.push(Act::Writes(Name::Unknown), true);
        return Ok(());
    }
    Err(NotProved::new(first.at, "a statement that is not known"))
}

fn pragma(statement: &[Token<'_>], reading: &mut Reading) -> Result<(), NotProved> {
    let (name, rest) = match statement {
        [_, _, dot, name, rest @ ..] if dot.mark(".") => (name, rest),
        [_, name, rest @ ..] => (name, rest),
        _ => return Ok(()),
    };
    if one_of(name, SHOWN) || one_of(name, SHOWN_ALONE) && rest.is_empty() {
        return Ok(());
    }
    if one_of(name, SHOWN_ALONE) {
        reading.push(Act::Writes(Name::Unknown), true);
        return Ok(());
    }
    Err(NotProved::new(name.at, "a pragma that is not known"))
}

/// Calls anywhere in a statement.
fn functions(statement: &[Token<'_>], reading: &mut Reading) -> Result<(), NotProved> {
    for (index, token) in statement.iter().enumerate() {
        if !matches!(token.kind, Kind::Word | Kind::Quoted) {
            continue;
        }
        let name = token.text.to_ascii_lowercase();
        // Tables that read files without being called: their arguments may be hidden columns.
        let table = matches!(name.as_str(), "fsdir" | "zipfile" | "lsdir" | "lsmode");
        let called = statement.get(index + 1).is_some_and(|next| next.mark("("));
        let argument = match (statement.get(index + 2), statement.get(index + 3)) {
            (Some(file), Some(after))
                if file.kind == Kind::Text && (after.mark(",") || after.mark(")")) && !file.text.contains('\'') =>
            {
                Name::Known(file.text.to_owned())
            }
            _ => Name::Unknown,
        };
        match name.as_str() {
            _ if table => {
                reading.push(Act::Reads(Name::Unknown), false);
                if called {
                    reading.push(Act::Reads(argument), false);
                }
            }
            _ if !called => {}
            "readfile" => reading.push(Act::Reads(argument), false),
            "writefile" => reading.push(Act::Writes(argument), false),
            "load_extension" => reading.push(Act::Runs(Code::Library(argument)), false),
            "edit" => reading.push(Act::Runs(Code::Shell(Name::Unknown)), false),
            name if FUNCTIONS.contains(&name) => {}
            _ if token.kind == Kind::Word && one_of(token, BEFORE_PAREN) => {}
            _ if index
                .checked_sub(1)
                .and_then(|before| statement.get(before))
                .is_some_and(|before| one_of(before, BEFORE_TABLE)) => {}
            "pragma_database_list" | "pragma_function_list" => {}
            _ if statement.first().is_some_and(|first| first.is("pragma")) => {}
            _ => return Err(NotProved::new(token.at, "a function that is not known")),
        }
    }
    Ok(())
}
