use super::*;
use crate::binary::testing::Bytes;
use ::spirv::ExecutionModel;

const CONDITIONAL: u32 = Decoration::ConditionalINTEL as u32;

/// `%5` holds for target 7 with feature 1, `%6` for architectures of family 3 from 4 on, `%7` for either.
fn conditions(module: Bytes) -> Bytes {
    module
        .op(Op::TypeBool, &[2])
        .op(Op::SpecConstantTargetINTEL, &[2, 5, 7, 1])
        .op(Op::SpecConstantArchitectureINTEL, &[2, 6, 1, 3, Op::UGreaterThanEqual as u32, 4])
        .op(Op::SpecConstantOp, &[2, 7, Op::LogicalOr as u32, 5, 6])
        .op(Op::SpecConstantCapabilitiesINTEL, &[2, 8, 4, 5])
}

fn target(target: u32, features: &[u32]) -> FunctionVariants {
    FunctionVariants { target: Some(target), features: Some(features.to_vec()), ..FunctionVariants::default() }
}

fn architecture(architecture: u32) -> FunctionVariants {
    let one = |number| Some(number);
    FunctionVariants { category: one(1), family: one(3), architecture: one(architecture), ..target(0, &[]) }
}

fn resolved(module: &Bytes, device: &FunctionVariants) -> Result<Words<'static>> {
    resolve(&module.words(), device, &BTreeMap::new()).and_then(Words::of_any)
}

/// Returns the opcodes and operands after the header.
fn instructions(module: &Bytes, device: &FunctionVariants) -> Vec<(Op, Vec<u32>)> {
    let words = resolved(module, device).unwrap();
    words.instructions().map(|inst| (inst.opcode(), inst.operands().to_vec())).collect()
}

#[test]
fn conditions_ask_the_device() {
    let values = |device: &FunctionVariants, overrides: &[(u32, u64)]| {
        let module = conditions(Bytes::library(20).op(Op::Decorate, &[5, Decoration::SpecId as u32, 9]));
        let conditions = Conditions::new(&module.words(), device, &overrides.iter().copied().collect());
        [5, 6, 7, 8].map(|id| conditions.get(id).unwrap())
    };
    assert_eq!(values(&FunctionVariants::default(), &[]), [true; 4]);
    assert!(values(&target(7, &[1, 2]), &[])[0]);
    assert!(!values(&target(7, &[2]), &[])[0]);
    assert!(!values(&target(8, &[1]), &[])[0]);
    assert_eq!(values(&architecture(4), &[]), [false, true, true, true]);
    assert_eq!(values(&architecture(3), &[]), [false, false, false, true]);
    assert_eq!(values(&architecture(3), &[(9, 1)]), [true, false, true, true]);
    let other_family = FunctionVariants { family: Some(2), ..architecture(4) };
    assert!(!values(&other_family, &[])[1]);
    let capabilities = |list: &[u32]| FunctionVariants { capabilities: Some(list.to_vec()), ..target(7, &[]) };
    assert!(!values(&capabilities(&[4, 6]), &[])[3]);
    assert!(values(&capabilities(&[4, 5, 6]), &[])[3]);
}

#[test]
fn declarations_and_constants_are_decided() {
    let module = |start: Bytes| {
        let start = start
            .op(Op::Capability, &[Capability::FunctionVariantsINTEL as u32])
            .op(Op::Capability, &[Capability::Int64 as u32])
            .op(Op::ConditionalCapabilityINTEL, &[5, Capability::Int64 as u32])
            .op(Op::ConditionalCapabilityINTEL, &[6, Capability::Int8 as u32])
            .text(Op::Extension, &[], EXTENSION)
            .text(Op::ConditionalExtensionINTEL, &[6], "SPV_x")
            .op(Op::MemoryModel, &[2, 2])
            .op(Op::Decorate, &[5, Decoration::SpecId as u32, 9]);
        conditions(start)
    };
    let found = instructions(&module(Bytes::new(20)), &architecture(4));
    let mut name = Vec::new();
    write::string(&mut name, "SPV_x");
    let expected = [
        (Op::Capability, vec![Capability::Int8 as u32]),
        (Op::Extension, name),
        (Op::MemoryModel, vec![2, 2]),
        (Op::TypeBool, vec![2]),
        (Op::ConstantFalse, vec![2, 5]),
        (Op::ConstantTrue, vec![2, 6]),
        (Op::SpecConstantOp, vec![2, 7, Op::LogicalOr as u32, 5, 6]),
        (Op::ConstantTrue, vec![2, 8]),
    ];
    assert_eq!(found, expected, "an operation that decides nothing stays");
}

/// Two variants of a kernel and of a function that it uses, `%12` where `%5` holds and `%13` where `%6` does.
fn variants() -> Bytes {
    let linkage = |module: Bytes, id| {
        let mut operands = vec![id, Decoration::LinkageAttributes as u32];
        write::string(&mut operands, "f");
        module.op(Op::Decorate, &[operands, vec![LinkageType::Export as u32]].concat())
    };
    let model = ExecutionModel::Kernel as u32;
    let start = Bytes::new(30)
        .op(Op::Capability, &[Capability::SpecConditionalINTEL as u32])
        .op(Op::MemoryModel, &[2, 2])
        .op(Op::ConditionalEntryPointINTEL, &[5, model, 12, u32::from(b'k'), 10, 11])
        .op(Op::ConditionalEntryPointINTEL, &[6, model, 13, u32::from(b'k'), 10, 11])
        .op(Op::ExecutionMode, &[12, 31])
        .op(Op::ExecutionMode, &[13, 31])
        .op(Op::Name, &[21, u32::from(b'v')])
        .op(Op::Name, &[22, u32::from(b'w')])
        .op(Op::Decorate, &[10, CONDITIONAL, 5])
        .op(Op::Decorate, &[12, CONDITIONAL, 5])
        .op(Op::Decorate, &[13, CONDITIONAL, 6]);
    let module =
        conditions(linkage(linkage(start, 12), 13)).op(Op::Variable, &[1, 10, 1]).op(Op::Variable, &[1, 11, 1]);
    let function = |module: Bytes, id, value| {
        module.op(Op::Function, &[4, id, 0, 3]).op(Op::Label, &[id + 20]).op(Op::Undef, &[4, value]).end()
    };
    function(function(module, 12, 21), 13, 22)
}

#[test]
fn functions_go_with_all_that_speaks_of_them() {
    let found = instructions(&variants(), &architecture(4));
    let model = ExecutionModel::Kernel as u32;
    assert!(found.contains(&(Op::EntryPoint, vec![model, 13, u32::from(b'k'), 11])), "{found:?}");
    let of = |op: Op| found.iter().filter(|inst| inst.0 == op).filter_map(|inst| inst.1.first()).collect::<Vec<_>>();
    assert_eq!((of(Op::ExecutionMode), of(Op::Name), of(Op::Decorate)), (vec![&13], vec![&22], vec![&13]));
    assert_eq!((of(Op::Label), of(Op::Undef).len()), (vec![&33], 1));
    assert_eq!(found.iter().filter(|inst| inst.0 == Op::Return).count(), 1);
}

#[test]
fn what_is_not_resolved_is_an_error() {
    assert!(check_resolved(&variants().words()).is_err());
    assert!(check_resolved(&resolved(&variants(), &architecture(4)).unwrap()).is_ok());
    assert!(check_resolved(&conditions(Bytes::library(20)).words()).is_ok());
}

#[test]
fn one_of_several_variants_is_exported() {
    let found = instructions(&variants(), &FunctionVariants::default());
    let exported: Vec<u32> = found.iter().filter(|inst| inst.0 == Op::Decorate).map(|inst| inst.1[0]).collect();
    assert_eq!(exported, [12]);
    assert_eq!(found.iter().filter(|inst| inst.0 == Op::Function).count(), 2);
}

#[test]
fn copies_take_the_first_that_is_there() {
    let module = conditions(Bytes::library(20)).op(Op::ConditionalCopyObjectINTEL, &[2, 9, 5, 10, 6, 11]);
    let last = |device| instructions(&module, &device).pop();
    assert_eq!(last(FunctionVariants::default()), Some((Op::CopyObject, vec![2, 9, 10])));
    assert_eq!(last(architecture(4)), Some((Op::CopyObject, vec![2, 9, 11])));
    let error = resolved(&module, &architecture(3)).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains("At least one conditional"), "{error}");
}

#[test]
fn a_condition_must_be_known() {
    let module = Bytes::library(20).op(Op::Decorate, &[9, CONDITIONAL, 5]).op(Op::Undef, &[2, 5]);
    let error = resolved(&module, &FunctionVariants::default()).err().map(|error| error.to_string());
    assert!(error.unwrap_or_default().contains("the condition %5 is not known"));
}
