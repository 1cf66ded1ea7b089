//! The engine on a command line.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "printing is what a command is for"
)]

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["schema"] => println!("{{}}"),
        ["schema", "--typescript"] => print!("{}", include_str!("placeholder.ts")),
        _ => {
            eprintln!("reclaim: no such command; there is `schema` and `schema --typescript`");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
