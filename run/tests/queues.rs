//! The device's queue: the order of enqueued commands, events, and commands that wait forever.
#![allow(clippy::expect_used, missing_docs, reason = "tests")]

use std::process::Command;

const KERNELS: &str = "
kernel void each(global int *log) {
  int id = get_global_id(0);
  clk_event_t done;
  enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), 0, 0, &done, ^{
    log[1 + atomic_inc(log)] = id;
    enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ log[1 + atomic_inc(log)] = 100 + id; });
  });
  enqueue_kernel(get_default_queue(), 2, ndrange_1D(2), 1, &done, 0, ^(local void *p) {
    local int *room = p;
    room[get_local_id(0)] = 7;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) log[1 + atomic_inc(log)] = 193 + room[1] + id;
  }, 64u);
  release_event(done);
}
kernel void user(global int *out, int status) {
  clk_event_t user = create_user_event(), all;
  if (status <= 0) set_user_event_status(user, status);
  ndrange_t range = ndrange_1D(4);
  out[0] = enqueue_kernel(get_default_queue(), 1, range, 1, &user, &all, ^{ out[4 + get_global_id(0)] = 5; });
  out[1] = is_valid_event(all);
  retain_event(user);
  release_event(user);
  out[2] = is_valid_event(user);
  release_event(user);
  out[3] = is_valid_event(user);
}
kernel void ranges(global int *out) {
  size_t global2[2] = {8, 4}, local2[2] = {4, 2}, offset2[2] = {1, 2};
  size_t global3[3] = {4, 4, 2}, local3[3] = {2, 2, 1}, offset3[3] = {0, 0, 1000};
  ndrange_t two = ndrange_2D(offset2, global2, local2), three = ndrange_3D(offset3, global3, local3);
  void (^add)(void) = ^{ atomic_add(out, 1 + (int)(get_global_id(2) & ~1ul)); };
  enqueue_kernel(get_default_queue(), 0, two, add);
  enqueue_kernel(get_default_queue(), 0, three, add);
  size_t many[2] = {8, 1 << 17};
  out[1] = enqueue_kernel(get_default_queue(), 0, ndrange_2D(many, many), add);
  out[2] = get_kernel_sub_group_count_for_ndrange(two, add);
  out[3] = get_kernel_max_sub_group_size_for_ndrange(three, add);
  out[4] = get_kernel_preferred_work_group_size_multiple(add);
}";

struct Ran {
    is_good: bool,
    text: String,
}

fn run(target: &str, words: &[&str]) -> Ran {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, module) = (folder.path().join("queues.cl"), folder.path().join("queues.bc"));
    std::fs::write(&source, KERNELS).expect("it is written");
    let mut clang = Command::new("clang-22");
    clang.args(["-target", target, "-cl-std=CL2.0", "-O1", "-Xclang", "-finclude-default-header", "-emit-llvm", "-c"]);
    clang.args(["-Xclang", "-cl-ext=+cl_khr_subgroups"]);
    assert!(clang.arg(&source).arg("-o").arg(&module).status().expect("clang starts").success());
    let mut command = Command::new(env!("CARGO_BIN_EXE_spirv-runner"));
    let output = command.arg(&module).args(words).output().expect("it starts");
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    Ran { is_good: output.status.success(), text }
}

/// The numbers that a run prints.
fn numbers(ran: &Ran) -> Vec<i32> {
    assert!(ran.is_good, "{}", ran.text);
    ran.text.lines().skip(1).flat_map(str::split_whitespace).map(|word| word.parse().expect("a number")).collect()
}

const EACH: [&str; 5] = ["--kernel=each", "--global=8", "--local=2", "--arg=out:256", "--print=i32:25"];

#[test]
fn commands_are_in_the_order_of_groups() {
    let found = numbers(&run("spir64", &EACH));
    let first = (0..8).flat_map(|id| [id, 200 + id]);
    let wanted: Vec<_> = [24].into_iter().chain(first).chain(100..108).collect();
    assert_eq!(found, wanted);
}

#[test]
fn a_seed_has_another_order_which_events_keep() {
    let orders: Vec<_> = ["--seed-order=1", "--seed-order=2"]
        .iter()
        .map(|seed| numbers(&run("spir64", &[&EACH[..], &[seed]].concat())))
        .collect();
    assert_ne!(orders[0], orders[1]);
    for order in orders {
        let place = |number: i32| order.iter().skip(1).position(|found| *found == number).expect("all of them ran");
        assert!((0..8).all(|id| place(id) < place(200 + id) && place(id) < place(100 + id)), "{order:?}");
    }
}

#[test]
fn events_of_the_user_hold_commands_back() {
    let user = |status: &str| run("spir64", &["--kernel=user", "--arg=out:32", status, "--print=i32"]);
    assert_eq!(numbers(&user("--arg=i32:0")), [0, 1, 1, 0, 5, 5, 5, 5]);
    assert_eq!(numbers(&user("--arg=i32:-3")), [0, 1, 1, 0, 0, 0, 0, 0]);
    let stuck = user("--arg=i32:1");
    assert!(!stuck.is_good);
    assert!(stuck.text.contains("1 commands of the device's queue wait for events that nothing completes"));
}

#[test]
fn ranges_have_up_to_three_dimensions() {
    let words = ["--kernel=ranges", "--arg=out:20", "--print=i32"];
    // The third dimension of the second range begins at 1000.
    let found = numbers(&run("spir64", &words));
    assert_eq!(found, [32 + 32 * 1001, -160, 1, 4, 8]);
}
