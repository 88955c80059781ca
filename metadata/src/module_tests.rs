use super::*;
use std::fmt::Debug;

type Plain = Node<()>;

const OPENCL_C: u32 = spirv::SourceLanguage::OpenCL_C as u32;
const OPENCL_CPP: u32 = spirv::SourceLanguage::OpenCL_CPP as u32;
const FLOAT64: u32 = spirv::Capability::Float64 as u32;
const KERNEL: u32 = spirv::Capability::Kernel as u32;

fn both_ways<T: Tuple<()> + PartialEq + Debug>(convention: T, node: Plain) {
    assert_eq!(convention.write(), node);
    assert_eq!(T::read(&node), Ok(convention));
}

#[test]
fn s3_61_source() {
    assert_eq!(Source::NAME, "spirv.Source");
    let file = Some("/opencl/program.cl".to_owned());
    for version in [66048, 102000] {
        let node = Node::List(vec![Node::word(OPENCL_C), Node::word(version), Node::strings(&["/opencl/program.cl"])]);
        both_ways(Source { language: OPENCL_C, version, file: file.clone() }, node);
    }
    both_ways(Source { language: OPENCL_CPP, version: 100000, file: None }, Node::words(&[OPENCL_CPP, 100000]));
}

#[test]
fn s3_61_source_file_need_not_have_a_node_of_its_own() {
    let node = Plain::List(vec![Node::word(OPENCL_C), Node::word(0), Node::string("a.cl")]);
    assert_eq!(Source::read(&node).map(|source| source.file), Ok(Some("a.cl".into())));
    let node = Plain::List(vec![Node::word(OPENCL_C), Node::word(0), Node::Null]);
    assert_eq!(Source::read(&node).map(|source| source.file), Ok(None));
}

#[test]
fn s3_62_source_extension() {
    both_ways(SourceExtension("cl_khr_fp16".into()), Node::strings(&["cl_khr_fp16"]));
}

#[test]
fn s3_63_extension() {
    both_ways(Extension("SPV_KHR_expect_assume".into()), Node::strings(&["SPV_KHR_expect_assume"]));
    assert!(Extension("SPV_KHR_expect_assume".into()).is_spirv());
    assert!(!Extension("cl_khr_fp16".into()).is_spirv(), "the big example of the document");
}

#[test]
fn s3_64_capability() {
    both_ways(Capability(FLOAT64), Node::words(&[FLOAT64]));
}

#[test]
fn s3_66_generator() {
    let generator = Generator { id: 6, version: 123 };
    both_ways(generator, Node::List(vec![Node::half(6), Node::half(123)]));
    assert_eq!(generator.word(), 6 << 16 | 123);
    assert_eq!(Generator::from_word(generator.word()), generator);
}

#[test]
fn s3_67_memory_model() {
    let (addressing, memory) = (spirv::AddressingModel::Physical32 as u32, spirv::MemoryModel::OpenCL as u32);
    both_ways(MemoryModel { addressing, memory }, Node::words(&[addressing, memory]));
}

#[test]
fn s3_60_any_number_of_tuples_and_the_place_of_the_wrong_one() {
    let good = [Plain::words(&[FLOAT64]), Node::words(&[KERNEL])];
    assert_eq!(Capability::read_all(&good), Ok(vec![Capability(FLOAT64), Capability(KERNEL)]));
    let bad = [Plain::words(&[FLOAT64]), Node::strings(&["Float64"])];
    let error = Capability::read_all(&bad).unwrap_err();
    assert_eq!(error.to_string(), "operand 1.0: expected an integer, found a string");
}
