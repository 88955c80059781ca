use super::*;

type Plain = Node<&'static str>;

fn flag(name: &str) -> Plain {
    property(name, &[])
}

fn count(name: &str, count: u32) -> Plain {
    property(name, &[count])
}

/// Checks that properties translate to the mask and words, and back.
fn both_ways(properties: &[Plain], mask: u32, words: &[u32]) {
    let read = Loop::read(properties).unwrap();
    assert_eq!(read.controls.to_words(), (mask, words.to_vec()));
    let controls = Controls::from_words(mask, words).unwrap();
    let back = Loop { controls, ..Loop::default() };
    assert_eq!(back.write(), properties);
    assert_eq!(Loop::read(&back.write()), Ok(back));
}

#[test]
fn s2_153_unrolling() {
    both_ways(&[flag("llvm.loop.unroll.enable")], bit::UNROLL, &[]);
    both_ways(&[flag("llvm.loop.unroll.disable")], bit::DONT_UNROLL, &[]);
    both_ways(&[count("llvm.loop.unroll.count", 8)], bit::PARTIAL_COUNT, &[8]);
    both_ways(&[flag("llvm.loop.unroll.full")], bit::UNROLL | bit::PARTIAL_COUNT, &[1]);
    both_ways(
        &[flag("llvm.loop.unroll.enable"), count("llvm.loop.unroll.count", 4)],
        bit::UNROLL | bit::PARTIAL_COUNT,
        &[4],
    );
    both_ways(&[], 0, &[]);
}

#[test]
fn loop_controls_with_a_name_in_llvm() {
    both_ways(&[flag("llvm.loop.ivdep.enable")], bit::DEPENDENCY_INFINITE, &[]);
    both_ways(&[count("llvm.loop.ivdep.safelen", 2)], bit::DEPENDENCY_LENGTH, &[2]);
    both_ways(
        &[count("llvm.loop.ii.count", 2), count("llvm.loop.max_concurrency.count", 2)],
        bit::INITIATION_INTERVAL_ALTERA | bit::MAX_CONCURRENCY_ALTERA,
        &[2, 2],
    );
    both_ways(&[count("llvm.loop.intel.pipelining.enable", 1)], bit::PIPELINE_ENABLE_ALTERA, &[1]);
    both_ways(&[count("llvm.loop.coalesce.count", 4)], bit::LOOP_COALESCE_ALTERA, &[4]);
    both_ways(&[flag("llvm.loop.coalesce.enable")], bit::LOOP_COALESCE_ALTERA, &[0]);
    both_ways(&[count("llvm.loop.max_interleaving.count", 3)], bit::MAX_INTERLEAVING_ALTERA, &[3]);
    both_ways(&[count("llvm.loop.intel.speculated.iterations.count", 0)], bit::SPECULATED_ITERATIONS_ALTERA, &[0]);
    both_ways(&[flag("llvm.loop.fusion.disable")], bit::NO_FUSION_ALTERA, &[]);
    both_ways(&[count("llvm.loop.intel.max_reinvocation_delay.count", 2)], bit::MAX_REINVOCATION_DELAY_ALTERA, &[2]);
}

#[test]
fn loop_counts_are_64_bits_and_those_left_out_are_all_ones() {
    let long = |name: &str, count| Plain::List(vec![Node::string(name), Node::long(count)]);
    let [min, max, avg] = COUNTS;
    both_ways(&[long(avg, 12)], bit::LOOP_COUNT_ALTERA, &[u32::MAX, u32::MAX, u32::MAX, u32::MAX, 12, 0]);
    both_ways(&[long(min, 4), long(max, 4294967396), long(avg, 21)], bit::LOOP_COUNT_ALTERA, &[4, 0, 100, 1, 21, 0]);
    both_ways(&[property("spirv.loop.LoopCountINTEL", &[u32::MAX; 6])], bit::LOOP_COUNT_ALTERA, &[u32::MAX; 6]);
}

#[test]
fn loop_controls_without_a_name_in_llvm() {
    let names = ["MinIterations", "MaxIterations", "IterationMultiple", "PeelCount"];
    let properties: Vec<_> = names.iter().map(|name| count(&format!("spirv.loop.{name}"), 4)).collect();
    both_ways(&properties, 0xf0, &[4, 4, 4, 4]);
    both_ways(&[property("spirv.loop.Raw", &[0x4000_0200, 7, 8])], 0x4000_0200, &[7, 8]);
}

#[test]
fn accesses_stand_for_the_dependency_array() {
    let group = Accesses { groups: vec!["!6"], safelen: Some(3) };
    let controls = Controls::from_words(
        bit::DEPENDENCY_LENGTH
            | bit::PARTIAL_COUNT
            | bit::INITIATION_INTERVAL_ALTERA
            | bit::DEPENDENCY_ARRAY_ALTERA
            | bit::SPECULATED_ITERATIONS_ALTERA,
        &[3, 2, 1, 1, 16, 3, 0],
    )
    .unwrap();
    let all = Loop { controls, accesses: vec![group.clone()], others: vec![] };
    let expected = [
        count("llvm.loop.ivdep.safelen", 3),
        count("llvm.loop.unroll.count", 2),
        count("llvm.loop.ii.count", 1),
        group.write(),
        count("llvm.loop.intel.speculated.iterations.count", 0),
    ];
    assert_eq!(all.write(), expected);
    let mut read = Loop::read(&expected).unwrap();
    read.controls.known.insert(bit::DEPENDENCY_ARRAY_ALTERA, vec![1, 16, 3]);
    assert_eq!(read, all);
}

#[test]
fn everything_else_is_kept() {
    let others = [
        flag("llvm.loop.mustprogress"),
        count("llvm.loop.peeled.count", 2),
        Node::Distinct("!DILocation"),
        Node::List(vec![]),
    ];
    let read = Loop::read(&others).unwrap();
    assert!(read.controls.is_empty());
    assert_eq!(read.write(), others);
}

#[test]
fn flags_may_be_switched_and_disabling_wins() {
    let switched = |on| Plain::List(vec![Node::string("llvm.loop.unroll.enable"), Node::Int { bits: 1, value: on }]);
    let words = |properties: &[Plain]| Loop::read(properties).unwrap().controls.to_words();
    assert_eq!(words(&[switched(0)]), (0, vec![]));
    assert_eq!(words(&[switched(1)]), (1, vec![]));
    assert_eq!(words(&[flag("llvm.loop.unroll.disable"), switched(1)]), (2, vec![]));
}

#[test]
fn properties_in_a_node_of_their_own_are_read() {
    let plain = flag("llvm.loop.coalesce.enable");
    assert_eq!(Loop::read(&[Node::List(vec![plain.clone()])]), Loop::read(&[plain]));
}

#[test]
fn what_is_wrong_is_named() {
    let message = |property: Plain| Loop::read(&[property]).unwrap_err().to_string();
    assert_eq!(message(flag("llvm.loop.unroll.count")), "operand 0: expected 1 literals, found 0");
    let text = Plain::strings(&["llvm.loop.ii.count", "2"]);
    assert_eq!(message(text), "operand 0.1: expected an integer, found a string");
}
