use super::*;

type Plain = Node<()>;

fn both_ways(name: &'static str, node: Plain, effect: Effect) {
    assert_eq!(write(&effect), Some((name, node.clone())));
    assert_eq!(read(name, &node), Ok(Some(effect)));
}

#[test]
fn modes_and_decorations() {
    let mode = |mode, operands: &[u32]| Effect::Mode { mode, operands: operands.to_vec() };
    both_ways("max_work_group_size", Node::words(&[8, 4, 1]), mode(5893, &[8, 4, 1]));
    both_ways("no_global_work_offset", Node::List(vec![]), mode(5895, &[]));
    both_ways("scheduler_target_fmax_mhz", Node::words(&[1000]), mode(5903, &[1000]));
    both_ways("stall_enable", Node::words(&[1]), Effect::Decoration(Decoration::ints(5905, &[])));
    both_ways("loop_fuse", Node::words(&[3, 1]), Effect::Decoration(Decoration::ints(5907, &[3, 1])));
    assert_eq!(read("max_work_group_size", &Plain::words(&[4])), Ok(Some(mode(5893, &[4, 1, 1]))));
    assert_eq!(read("dbg", &Plain::Null), Ok(None));
    assert!(read("loop_fuse", &Plain::words(&[3])).is_err());
}

#[test]
fn interfaces() {
    let mode = |mode, operand| Effect::Mode { mode, operands: vec![operand] };
    both_ways("ip_interface", Node::strings(&["streaming"]), mode(6154, 0));
    both_ways("ip_interface", Node::strings(&["streaming", "stall_free_return"]), mode(6154, 1));
    both_ways("ip_interface", Node::strings(&["csr"]), mode(6160, 0));
    both_ways("ip_interface", Node::strings(&["csr", "wait_for_done_write"]), mode(6160, 1));
    assert!(read("ip_interface", &Plain::strings(&["bus"])).is_err());
}

#[test]
fn preferences_for_dsp() {
    assert_eq!(dsp::decoration(1, None), Decoration::ints(5909, &[1, 0]));
    for (prefer, propagate) in [(0, None), (1, None), (1, Some(1))] {
        assert_eq!(dsp::of(&dsp::decoration(prefer, propagate)), Some((prefer, propagate)));
    }
}

#[test]
fn rows_are_unique_both_ways() {
    for (index, row) in ROWS.iter().enumerate() {
        assert!(!ROWS[..index].iter().any(|other| other.0 == row.0 || (other.1 == row.1 && other.2 == row.2)));
    }
}
