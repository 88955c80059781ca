use super::*;
use spirv::Decoration as D;

type Plain = Node<()>;

#[test]
fn s3_82_decorations_of_a_global() {
    let linkage = Decoration::new(D::LinkageAttributes as u32, ["v".into(), 0.into()]);
    let list = Decorations(vec![Decoration::ints(D::Constant as u32, &[]), linkage]);
    let node = Plain::List(vec![
        Node::words(&[D::Constant as u32]),
        Node::List(vec![Node::word(D::LinkageAttributes as u32), Node::string("v"), Node::word(0)]),
    ]);
    assert_eq!(list.write(), node);
    assert_eq!(Decorations::read(&node), Ok(list));
}

#[test]
fn s3_83_decorations_of_an_instruction() {
    let list = Decorations(vec![Decoration::ints(D::CacheControlLoadINTEL as u32, &[1, 2])]);
    let node = Plain::List(vec![Node::words(&[D::CacheControlLoadINTEL as u32, 1, 2])]);
    assert_eq!((list.write(), Decorations::read(&node)), (node.clone(), Ok(list)));
}

#[test]
fn s3_84_decorations_of_parameters() {
    let lists = ParameterDecorations(vec![
        Decorations::default(),
        Decorations(vec![Decoration::ints(D::Restrict as u32, &[])]),
    ]);
    let node = Plain::List(vec![Node::List(vec![]), Node::List(vec![Node::words(&[D::Restrict as u32])])]);
    assert_eq!(lists.write(), node);
    assert_eq!(ParameterDecorations::read_for(&node, 2), Ok(lists));
}

#[test]
fn s3_81_one_list_a_parameter() {
    let node = Plain::List(vec![Node::List(vec![])]);
    let error = ParameterDecorations::read_for(&node, 2).unwrap_err();
    assert_eq!(error.to_string(), "expected 2 decoration lists, found 1");
}

#[test]
fn s3_79_operands_are_integers_or_strings() {
    let node =
        Plain::List(vec![Node::List(vec![Node::List(vec![Node::word(D::LinkageAttributes as u32), Node::Null])])]);
    let error = ParameterDecorations::read(&node).unwrap_err();
    assert_eq!(error.to_string(), "operand 0.0.1: expected an integer or a string, found null");
}

#[test]
fn cache_controls_of_operands() {
    let controls = CacheControls(vec![(1, Decoration::ints(D::CacheControlStoreINTEL as u32, &[0, 1]))]);
    let node = Plain::List(vec![Node::words(&[D::CacheControlStoreINTEL as u32, 0, 1, 1])]);
    assert_eq!((controls.write(), CacheControls::read(&node)), (node.clone(), Ok(controls)));
}
