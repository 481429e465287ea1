//! Rule-named tests are with the walker; here the evaluator alone.
