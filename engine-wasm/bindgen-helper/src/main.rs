//! Writes the JavaScript and TypeScript that a page needs to call a wasm-bindgen module.
//!
//! `bindgen-helper INPUT.wasm OUTPUT_DIRECTORY NAME` does what `wasm-bindgen --target web` does, with the version that
//! the module was built with. `--names` at the end keeps the names of functions.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (names, paths) = match arguments.split_last() {
        Some((last, paths)) if last == "--names" => (true, paths),
        _ => (false, arguments.as_slice()),
    };
    let [input, output, name] = paths else {
        eprintln!("usage: bindgen-helper INPUT.wasm OUTPUT_DIRECTORY NAME [--names]");
        return ExitCode::from(2);
    };
    match write_bindings(input, output, name, names) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot write the bindings of {input}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn write_bindings(
    input: &str,
    output: &str,
    name: &str,
    names: bool,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(input)
        .out_name(name)
        .typescript(true)
        .remove_name_section(!names)
        .remove_producers_section(true)
        // The bindings then refer to the module's file, so that a bundler includes it.
        .omit_default_module_path(false)
        .web(true)?;
    bindgen.generate(output)?;
    Ok(())
}
