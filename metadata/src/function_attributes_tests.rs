use super::*;

type Plain = Node<()>;

fn both_ways(name: &'static str, node: Plain, effect: Effect) {
    assert_eq!(write(&effect), Some((name, node.clone())));
    assert_eq!(read(name, &node), Ok(Some(effect)));
}

#[test]
fn modes_and_decorations() {
    let mode = |mode: M, operands: &[u32]| Effect::Mode { mode: mode as u32, operands: operands.to_vec() };
    both_ways("max_work_group_size", Node::words(&[8, 4, 1]), mode(M::MaxWorkgroupSizeINTEL, &[8, 4, 1]));
    both_ways("no_global_work_offset", Node::List(vec![]), mode(M::NoGlobalOffsetINTEL, &[]));
    both_ways("scheduler_target_fmax_mhz", Node::words(&[1000]), mode(M::SchedulerTargetFmaxMhzINTEL, &[1000]));
    both_ways(
        "stall_enable",
        Node::words(&[1]),
        Effect::Decoration(Decoration::ints(D::StallEnableALTERA as u32, &[])),
    );
    both_ways(
        "loop_fuse",
        Node::words(&[3, 1]),
        Effect::Decoration(Decoration::ints(D::FuseLoopsInFunctionALTERA as u32, &[3, 1])),
    );
    assert_eq!(read("max_work_group_size", &Plain::words(&[4])), Ok(Some(mode(M::MaxWorkgroupSizeINTEL, &[4, 1, 1]))));
    assert_eq!(read("dbg", &Plain::Null), Ok(None));
    assert!(read("loop_fuse", &Plain::words(&[3])).is_err());
}

#[test]
fn interfaces() {
    let mode = |mode: M, operand| Effect::Mode { mode: mode as u32, operands: vec![operand] };
    both_ways("ip_interface", Node::strings(&["streaming"]), mode(M::StreamingInterfaceINTEL, 0));
    both_ways("ip_interface", Node::strings(&["streaming", "stall_free_return"]), mode(M::StreamingInterfaceINTEL, 1));
    both_ways("ip_interface", Node::strings(&["csr"]), mode(M::RegisterMapInterfaceINTEL, 0));
    both_ways("ip_interface", Node::strings(&["csr", "wait_for_done_write"]), mode(M::RegisterMapInterfaceINTEL, 1));
    assert!(read("ip_interface", &Plain::strings(&["bus"])).is_err());
}

#[test]
fn preferences_for_dsp() {
    assert_eq!(dsp::decoration(1, None), Decoration::ints(D::MathOpDSPModeALTERA as u32, &[1, 0]));
    for (prefer, propagate) in [(0, None), (1, None), (1, Some(1))] {
        assert_eq!(dsp::of(&dsp::decoration(prefer, propagate)), Some((prefer, propagate)));
    }
}

#[test]
fn rows_are_unique_both_ways() {
    for (index, row) in ROWS.iter().enumerate() {
        assert!(!ROWS[..index].iter().any(|other| other.0 == row.0 || other.1 == row.1));
    }
}
