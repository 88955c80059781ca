use super::*;
use crate::decorations::{Decoration, Decorations};

type Plain = Node<&'static str>;

fn texts(texts: &[&str]) -> Option<Vec<String>> {
    Some(texts.iter().map(|&text| text.to_owned()).collect())
}

fn full() -> Kernel<&'static str> {
    Kernel {
        args: ArgInfo {
            addr_space: Some(vec![1, 0]),
            access_qual: texts(&["read_only", "none"]),
            ty: texts(&["image2d_t", "myInt"]),
            type_qual: texts(&["const", ""]),
            base_type: texts(&["image2d_t", "int"]),
            name: texts(&["im", "n"]),
        },
        reqd_work_group_size: Some([1, 2, 3]),
        work_group_size_hint: Some([3, 2, 1]),
        vec_type_hint: Some(VecTypeHint { ty: "<4 x float> undef", signed: true }),
        sub_group_size: Some(8),
        parameter_decorations: Some(ParameterDecorations(vec![
            Decorations(vec![Decoration::ints(spirv::Decoration::Restrict as u32, &[])]),
            Decorations::default(),
        ])),
    }
}

fn read(attachments: &[(&'static str, Plain)]) -> Result<Kernel<&'static str>> {
    Kernel::read(attachments.iter().map(|(name, node)| (*name, node)))
}

#[test]
fn s3_72_to_s3_76_both_ways() {
    let attachments = full().write();
    let names: Vec<_> = attachments.iter().map(|(name, _)| *name).collect();
    let order = "kernel_arg_addr_space kernel_arg_access_qual kernel_arg_type kernel_arg_type_qual kernel_arg_base_type \
                 kernel_arg_name spirv.ParameterDecorations reqd_work_group_size work_group_size_hint vec_type_hint \
                 intel_reqd_sub_group_size";
    assert_eq!(names.join(" "), order);
    assert_eq!(read(&attachments), Ok(full()));
}

#[test]
fn s3_76_all_are_optional_and_other_names_are_passed_over() {
    assert_eq!(read(&[]), Ok(Kernel::default()));
    assert_eq!(read(&[("dbg", Node::Distinct("!DISubprogram"))]), Ok(Kernel::default()));
    assert!(Kernel::<&str>::default().write().is_empty());
}

#[test]
fn s3_72_address_spaces_are_words() {
    let error = read(&[("kernel_arg_addr_space", Node::strings(&["global"]))]).unwrap_err();
    assert_eq!(error.to_string(), "operand 0.0: expected an integer, found a string");
}

#[test]
fn sizes_left_out_are_1() {
    let kernel = read(&[("reqd_work_group_size", Node::words(&[8, 4]))]);
    assert_eq!(kernel.map(|kernel| kernel.reqd_work_group_size), Ok(Some([8, 4, 1])));
    assert!(read(&[("reqd_work_group_size", Node::words(&[]))]).is_err());
}

#[test]
fn sub_group_size_with_and_without_vendor() {
    for name in [REQD_SUB_GROUP_SIZE, REQD_SUB_GROUP_SIZE_PLAIN] {
        assert_eq!(read(&[(name, Node::words(&[8]))]).map(|kernel| kernel.sub_group_size), Ok(Some(8)));
    }
}
