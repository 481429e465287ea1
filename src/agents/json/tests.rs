use super::*;
use serde_json::json;

#[test]
fn values_are_what_they_say() {
    assert_eq!(
        parse(br#"{"a":[1,-2,1.5,"x",null,true],"b":{}}"#),
        Ok(json!({"a": [1, -2, 1.5, "x", null, true], "b": {}}))
    );
}

#[test]
fn a_key_that_stands_twice_is_refused() {
    assert!(parse(br#"{"command":"ls","command":"rm x"}"#).unwrap_err().contains("twice"));
    assert!(parse(br#"{"a":{"x":1},"b":{"x":1}}"#).is_ok());
}

#[test]
fn what_is_no_json_is_an_error_and_no_crash() {
    for bad in [&b""[..], b"{", b"nonsense", b"\xff", b"{} {}", b"1e999"] {
        assert!(parse(bad).is_err(), "{bad:?}");
    }
    assert!(parse("[".repeat(100_000).as_bytes()).is_err());
}
