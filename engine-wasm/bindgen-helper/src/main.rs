//! Writes the JavaScript and TypeScript that a page needs to call a wasm-bindgen module.
//!
//! `bindgen-helper INPUT.wasm OUTPUT_DIRECTORY NAME` does what `wasm-bindgen --target web` does,
//! with the version that the module was built with.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, output, name] = arguments.as_slice() else {
        eprintln!("usage: bindgen-helper INPUT.wasm OUTPUT_DIRECTORY NAME");
        return ExitCode::from(2);
    };
    match write_bindings(input, output, name) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot write the bindings of {input}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn write_bindings(input: &str, output: &str, name: &str) -> Result<(), Box<dyn std::error::Error>> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(input)
        .out_name(name)
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        // So that a bundler sees the module's file and takes it along.
        .omit_default_module_path(false)
        .web(true)?;
    bindgen.generate(output)?;
    Ok(())
}
