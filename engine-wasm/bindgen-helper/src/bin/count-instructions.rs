//! Makes a WebAssembly module count the instructions that it executes.
//!
//! `count-instructions INPUT.wasm OUTPUT.wasm` writes a module that behaves like the input and also counts the
//! instructions that each function executes. The counts are exported as mutable 64-bit globals, named `instructions N
//! NAME` after the number and the name of the function. Every operator of the text form counts as one instruction: also
//! `block`, `loop`, and operators that copy or fill memory, but not `end` and `else`.
//!
//! The counts depend only on the module and its input, so they are the same on every computer.

use std::process::ExitCode;

use walrus::ir::{Instr, InstrLocId, InstrSeqId, Value, Visitor, dfs_in_order};
use walrus::{ConstExpr, GlobalId, LocalFunction, Module, ValType};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, output] = arguments.as_slice() else {
        eprintln!("usage: count-instructions INPUT.wasm OUTPUT.wasm");
        return ExitCode::from(2);
    };
    match write_counting(input, output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot add counters to {input}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn write_counting(input: &str, output: &str) -> Result<(), Box<dyn std::error::Error>> {
    let mut module = Module::from_file(input)?;
    let functions: Vec<_> = module.funcs.iter_local().map(|(id, _)| id).collect();
    for (number, id) in functions.into_iter().enumerate() {
        let zero = ConstExpr::Value(Value::I64(0));
        let counter = module.globals.add_local(ValType::I64, true, false, zero);
        let function = module.funcs.get_mut(id);
        let name = function.name.as_deref().unwrap_or_default();
        module
            .exports
            .add(&format!("instructions {number} {name}"), counter);
        count_in(function.kind.unwrap_local_mut(), counter);
    }
    module.emit_wasm_file(output)?;
    Ok(())
}

/// The instruction sequences of a function: its body, and the contents of its blocks.
#[derive(Default)]
struct Sequences(Vec<InstrSeqId>);

impl<'instr> Visitor<'instr> for Sequences {
    fn start_instr_seq(&mut self, sequence: &'instr walrus::ir::InstrSeq) {
        self.0.push(sequence.id());
    }
}

fn count_in(function: &mut LocalFunction, counter: GlobalId) {
    let mut sequences = Sequences::default();
    dfs_in_order(&mut sequences, function, function.entry_block());
    for id in sequences.0 {
        let instructions = &mut function.block_mut(id).instrs;
        let all = std::mem::take(instructions);
        // A stretch ends with an instruction after which control may continue elsewhere. The instructions of a stretch
        // are executed either all or not at all, so one addition at its start counts them.
        for stretch in all.split_inclusive(|(instr, _)| may_leave(instr)) {
            let place = InstrLocId::default();
            let add = [
                walrus::ir::GlobalGet { global: counter }.into(),
                walrus::ir::Const {
                    value: Value::I64(stretch.len() as i64),
                }
                .into(),
                walrus::ir::Binop {
                    op: walrus::ir::BinaryOp::I64Add,
                }
                .into(),
                walrus::ir::GlobalSet { global: counter }.into(),
            ];
            instructions.extend(add.into_iter().map(|instr: Instr| (instr, place)));
            instructions.extend_from_slice(stretch);
        }
    }
}

/// Returns whether control may go elsewhere than to the next instruction: into a block, or to a branch target.
fn may_leave(instr: &Instr) -> bool {
    matches!(
        instr,
        Instr::Block(_)
            | Instr::Loop(_)
            | Instr::IfElse(_)
            | Instr::Br(_)
            | Instr::BrIf(_)
            | Instr::BrTable(_)
            | Instr::Return(_)
            | Instr::Unreachable(_)
    )
}
