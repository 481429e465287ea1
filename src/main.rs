//! The `policyc` program; all it does is in [`policyc::cli`].

fn main() -> std::process::ExitCode {
    policyc::cli::run()
}
