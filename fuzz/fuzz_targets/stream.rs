//! Any bytes on the stream or on a hook's standard input are a call or a reason why not, without a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use policyc::agents::{claude_code, stream};
use policyc::decide::Decision;
use policyc::effects::Host;

fuzz_target!(|line: &[u8]| {
    let host = Host::default();
    let read = stream::parse(line, &host);
    let answer = stream::render(read.id.as_ref(), &Decision::malformed_call("x"), None);
    assert!(!answer.contains('\n'));
    let _ = claude_code::parse(line, &host);
});
