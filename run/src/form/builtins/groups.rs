//! Builtins for the position of a work-item in its group, and for group operations.
//!
//! For a group operation, the step stores the operand in the work-item's slot and waits; then the function defined here
//! reads the slots of all members, and the step waits again before a slot is overwritten.

use super::{Body, Declared, Definitions, Kind, Ty, Wait};
use llvm_spirv::error::Result;

/// Builtin variables with a value for each dimension, and scalar ones.
const BY_DIMENSION: &[&str] = &[
    "EnqueuedWorkgroupSize",
    "GlobalInvocationId",
    "GlobalOffset",
    "GlobalSize",
    "LocalInvocationId",
    "NumWorkgroups",
    "WorkgroupId",
    "WorkgroupSize",
];
const PLAIN: &[&str] = &[
    "GlobalLinearId",
    "LocalInvocationIndex",
    "NumEnqueuedSubgroups",
    "NumSubgroups",
    "SubgroupId",
    "SubgroupLocalInvocationId",
    "SubgroupMaxSize",
    "SubgroupSize",
    "WorkDim",
];

/// Operations that combine the values of all members: the prefix of instruction names is `Group` or `GroupNonUniform`.
const JOINS: &[&str] = &[
    "IAdd",
    "FAdd",
    "IMul",
    "FMul",
    "SMin",
    "UMin",
    "FMin",
    "SMax",
    "UMax",
    "FMax",
    "BitwiseAnd",
    "BitwiseOr",
    "BitwiseXor",
    "LogicalAnd",
    "LogicalOr",
    "LogicalXor",
];

/// Operations that exchange values between members in other ways.
const EXCHANGES: &[&str] = &[
    "GroupAll",
    "GroupAny",
    "GroupBroadcast",
    "GroupNonUniformAll",
    "GroupNonUniformAllEqual",
    "GroupNonUniformAny",
    "GroupNonUniformBallot",
    "GroupNonUniformBroadcast",
    "GroupNonUniformBroadcastFirst",
    "GroupNonUniformQuadBroadcast",
    "GroupNonUniformQuadSwap",
    "GroupNonUniformRotate",
    "GroupNonUniformShuffle",
    "GroupNonUniformShuffleDown",
    "GroupNonUniformShuffleUp",
    "GroupNonUniformShuffleXor",
];

/// Instructions on ballots, which each lane computes from its own operands.
const OF_MASKS: &[&str] =
    &["GroupNonUniformBallotBitCount", "GroupNonUniformBallotBitExtract", "GroupNonUniformInverseBallot"];

/// Returns what an instruction requires of the step.
pub fn kind(op: &str) -> Option<Kind> {
    let op = op.trim_end_matches("KHR");
    match op {
        "ControlBarrier" => Some(Kind::Waits(Wait::Scope)),
        "GroupWaitEvents" => Some(Kind::Waits(Wait::Scope)),
        "GroupNonUniformElect" => Some(Kind::Waits(Wait::Meet)),
        "GroupAsyncCopy" | "GenericCastToPtrExplicit" | "GenericPtrMemSemantics" => Some(Kind::Item),
        _ if op.starts_with("BuiltIn") || OF_MASKS.contains(&op) => Some(Kind::Item),
        _ if EXCHANGES.contains(&op) => Some(Kind::Waits(Wait::Exchange(1))),
        _ => join(op).map(|_| Kind::Waits(Wait::Exchange(2))),
    }
}

fn join(op: &str) -> Option<&str> {
    let name = op.strip_prefix("GroupNonUniform").or_else(|| op.strip_prefix("Group"))?;
    JOINS.contains(&name).then_some(name)
}

/// Defines the function that a step calls for an instruction.
pub fn define(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<bool> {
    if declared.extended {
        return Ok(false);
    }
    let op = declared.op.trim_end_matches("KHR");
    if let Some(variable) = op.strip_prefix("BuiltIn") {
        return variable_of(definitions, declared, variable);
    }
    match op {
        "ControlBarrier" | "GroupWaitEvents" => definitions.declare(declared),
        "GroupAsyncCopy" => copy(definitions, declared)?,
        "GenericCastToPtrExplicit" => cast(definitions, declared)?,
        "GenericPtrMemSemantics" => semantics(definitions, declared),
        "GroupNonUniformBallotFindLSB" | "GroupNonUniformBallotFindMSB" => {
            find(definitions, declared, op.ends_with("MSB"))
        }
        "GroupNonUniformElect" => elect(definitions, declared),
        _ if OF_MASKS.contains(&op) => of_mask(definitions, declared, op),
        _ if EXCHANGES.contains(&op) => exchange(definitions, declared, op)?,
        _ => match join(op) {
            Some(name) => joined(definitions, declared, name)?,
            None => return Ok(false),
        },
    }
    Ok(true)
}

fn variable_of(definitions: &mut Definitions, declared: &Declared<'_>, variable: &str) -> Result<bool> {
    let (mut body, result) = (Body::default(), &declared.result);
    if let Some(which) = variable.strip_prefix("Subgroup").and_then(|rest| rest.strip_suffix("Mask")) {
        let me = body.value("call i64 @spirv.SubgroupLocalInvocationId(ptr %c, ptr %i)");
        let count = body.value("call i64 @spirv.SubgroupSize(ptr %c, ptr %i)");
        let mask = body.value(format!("call i64 @spirv.mask.{which}(i64 {me}, i64 {count})"));
        let lanes = body.value(format!("call <4 x i32> @spirv.as.mask(i64 {mask})"));
        body.line(format!("ret <4 x i32> {lanes}"));
    } else if BY_DIMENSION.contains(&variable) && declared.params.len() == 1 {
        let value = body.value(format!("call i64 @spirv.{variable}(ptr %c, ptr %i, i32 %p0)"));
        returned(&mut body, result, value);
    } else if PLAIN.contains(&variable) {
        let value = body.value(format!("call i64 @spirv.{variable}(ptr %c, ptr %i)"));
        returned(&mut body, result, value);
    } else {
        return Ok(false);
    }
    definitions.item_function(declared, &body.text);
    Ok(true)
}

fn returned(body: &mut Body, result: &Ty, value: String) {
    let value = match result.bits() {
        64 => value,
        1 => body.value(format!("icmp ne i64 {value}, 0")),
        _ => body.value(format!("trunc i64 {value} to {}", result.text)),
    };
    body.line(format!("ret {} {value}", result.text));
}

/// The arguments of the host's group functions: slots, number of members, own index, and mask of active members.
pub struct Members {
    place: String,
    count: String,
    me: String,
    active: String,
}

impl Members {
    /// Emits the members of the scope in the first parameter.
    pub fn of(body: &mut Body) -> Self {
        Self::within(body, "%p0")
    }

    /// Emits the members of a scope.
    pub fn within(body: &mut Body, scope: &str) -> Self {
        let slots = body.value("call ptr @spirv.slots(ptr %c)");
        let first = body.value(format!("call i64 @spirv.first(ptr %c, ptr %i, i32 {scope})"));
        let count = body.value(format!("call i64 @spirv.size(ptr %c, ptr %i, i32 {scope})"));
        let index = body.value("call i64 @spirv.index(ptr %i)");
        let me = body.value(format!("sub i64 {index}, {first}"));
        let place = body.value(format!("getelementptr [128 x i8], ptr {slots}, i64 {first}"));
        let active = body.value(format!("call i64 @spirv.active(ptr %i, i32 {scope})"));
        Self { place, count, me, active }
    }

    /// Emits the address of a member's slot.
    pub fn slot(&self, body: &mut Body, number: &str) -> String {
        body.value(format!("getelementptr [128 x i8], ptr {}, i64 {number}", self.place))
    }

    /// Returns the index of the current work-item.
    pub fn me(&self) -> &str {
        &self.me
    }

    /// Emits the address of the slot of the first active member.
    pub fn first(&self, body: &mut Body) -> String {
        let first = body.value(format!("call i64 @llvm.cttz.i64(i64 {}, i1 false)", self.active));
        body.value(format!("getelementptr [128 x i8], ptr {}, i64 {first}", self.place))
    }

    /// Returns slots, number of members and active mask as arguments, followed by others.
    fn given(&self, others: &[(&str, &str)]) -> Vec<(String, String)> {
        let own = [("ptr", self.place.as_str()), ("i64", &self.count), ("i64", &self.active)];
        own.iter().chain(others).map(|(ty, value)| ((*ty).to_owned(), (*value).to_owned())).collect()
    }
}

/// Defines a group operation: the host combines the values, lane by lane, into a slot on the stack.
fn joined(definitions: &mut Definitions, declared: &Declared<'_>, name: &str) -> Result<()> {
    let (ty, mut body) = (&declared.result, Body::default());
    if declared.params.len() > 4 || (ty.lanes > 0 && ty.bits() < 8) {
        return Err(declared.unsupported());
    }
    let out = body.value(format!("alloca {}, align 16", ty.text));
    let members = Members::of(&mut body);
    let cluster = if declared.params.len() == 4 { "%p3" } else { "0" };
    for lane in 0..ty.lanes.max(1) {
        let offset = lane * ty.bytes();
        let to = body.value(format!("getelementptr i8, ptr {out}, i64 {offset}"));
        let from = body.value(format!("getelementptr i8, ptr {}, i64 {offset}", members.place));
        let lane_members = Members {
            place: from,
            count: members.count.clone(),
            me: members.me.clone(),
            active: members.active.clone(),
        };
        let given = lane_members.given(&[("i64", &members.me), ("i32", "%p1"), ("i32", cluster), ("ptr", &to)]);
        let call = definitions.external("void", &format!("spirv_join_{name}_{}", ty.suffix()), &given);
        body.line(call);
    }
    let value = body.value(format!("load {}, ptr {out}, align 16", ty.text));
    body.line(format!("ret {} {value}", ty.text));
    definitions.item_function(declared, &body.text);
    Ok(())
}

fn exchange(definitions: &mut Definitions, declared: &Declared<'_>, op: &str) -> Result<()> {
    let mut body = Body::default();
    let members = Members::of(&mut body);
    let size = declared.param(1)?.bytes() * declared.param(1)?.lanes.max(1);
    let question = match op {
        "GroupAll" | "GroupNonUniformAll" => Some(("spirv_all", None)),
        "GroupAny" | "GroupNonUniformAny" => Some(("spirv_any", None)),
        "GroupNonUniformAllEqual" => Some(("spirv_all_equal", Some(size.to_string()))),
        _ => None,
    };
    if let Some((name, size)) = question {
        let others: Vec<_> = size.iter().map(|size| ("i64", size.as_str())).collect();
        let answer = body.value(definitions.external("i64", name, &members.given(&others)));
        returned(&mut body, &declared.result, answer);
    } else if op == "GroupNonUniformBallot" {
        let mask = body.value(definitions.external("i64", "spirv_ballot", &members.given(&[])));
        let lanes = body.value(format!("call <4 x i32> @spirv.as.mask(i64 {mask})"));
        body.line(format!("ret <4 x i32> {lanes}"));
    } else {
        let lane = source(&mut body, declared, op, &members)?;
        let inside = body.value(format!("icmp ult i64 {lane}, {}", members.count));
        let lane = body.value(format!("select i1 {inside}, i64 {lane}, i64 {}", members.me));
        let from = body.value(format!("getelementptr [128 x i8], ptr {}, i64 {lane}", members.place));
        let value = body.value(format!("load {}, ptr {from}, align 16", declared.result.text));
        body.line(format!("ret {} {value}", declared.result.text));
    }
    definitions.item_function(declared, &body.text);
    Ok(())
}

/// Defines `OpGroupNonUniformElect`: true for the first active member.
fn elect(definitions: &mut Definitions, declared: &Declared<'_>) {
    let mut body = Body::default();
    let members = Members::of(&mut body);
    let first = body.value(format!("call i64 @llvm.cttz.i64(i64 {}, i1 false)", members.active));
    let is_first = body.value(format!("icmp eq i64 {}, {first}", members.me));
    body.line(format!("ret i1 {is_first}"));
    definitions.item_function(declared, &body.text);
}

/// Returns the index of the member whose value is requested.
fn source(body: &mut Body, declared: &Declared<'_>, op: &str, members: &Members) -> Result<String> {
    let me = &members.me;
    if op == "GroupNonUniformBroadcastFirst" {
        return Ok(body.value(format!("call i64 @llvm.cttz.i64(i64 {}, i1 false)", members.active)));
    }
    let ty = declared.param(2)?;
    if ty.lanes > 0 {
        let mut place = String::from("0");
        let mut stride = String::from("1");
        for lane in 0..ty.lanes {
            let part = wide(body, ty, lane);
            let step = body.value(format!("mul i64 {part}, {stride}"));
            place = body.value(format!("add i64 {place}, {step}"));
            let size = body.value(format!("call i64 @spirv.WorkgroupSize(ptr %c, ptr %i, i32 {lane})"));
            stride = body.value(format!("mul i64 {stride}, {size}"));
        }
        return Ok(place);
    }
    let given = wide(body, ty, 0);
    Ok(match op {
        "GroupNonUniformQuadBroadcast" => {
            let first = body.value(format!("and i64 {me}, -4"));
            body.value(format!("add i64 {first}, {given}"))
        }
        "GroupNonUniformQuadSwap" => {
            let step = body.value(format!("add i64 {given}, 1"));
            body.value(format!("xor i64 {me}, {step}"))
        }
        "GroupNonUniformRotate" => {
            let size = match declared.params.len() {
                4 => body.value("zext i32 %p3 to i64"),
                _ => body.value("call i64 @spirv.SubgroupMaxSize(ptr %c, ptr %i)"),
            };
            let within = body.value(format!("urem i64 {me}, {size}"));
            let first = body.value(format!("sub i64 {me}, {within}"));
            let moved = body.value(format!("add i64 {within}, {given}"));
            let place = body.value(format!("urem i64 {moved}, {size}"));
            body.value(format!("add i64 {first}, {place}"))
        }
        "GroupNonUniformShuffleXor" => body.value(format!("xor i64 {me}, {given}")),
        "GroupNonUniformShuffleUp" => body.value(format!("sub i64 {me}, {given}")),
        "GroupNonUniformShuffleDown" => body.value(format!("add i64 {me}, {given}")),
        _ => given,
    })
}

fn wide(body: &mut Body, ty: &Ty, lane: u64) -> String {
    let part = body.lane(ty, "%p2", lane);
    if ty.bits() == 64 { part } else { body.value(format!("zext {} {part} to i64", ty.scalar)) }
}

/// Defines an instruction on the bits of a ballot.
fn of_mask(definitions: &mut Definitions, declared: &Declared<'_>, op: &str) {
    let mut body = Body::default();
    let me = body.value("call i64 @spirv.SubgroupLocalInvocationId(ptr %c, ptr %i)");
    let ballot = if op == "GroupNonUniformBallotBitCount" { "%p2" } else { "%p1" };
    let mask = body.value(format!("call i64 @spirv.of.mask(<4 x i32> {ballot})"));
    if op == "GroupNonUniformBallotBitCount" {
        let count = body.value("call i64 @spirv.SubgroupSize(ptr %c, ptr %i)");
        let all = body.value(format!("call i64 @spirv.ones(i64 {count})"));
        let below = body.value(format!("call i64 @spirv.mask.Lt(i64 {me}, i64 0)"));
        let within = body.value(format!("call i64 @spirv.mask.Le(i64 {me}, i64 0)"));
        let inclusive = body.value("icmp eq i32 %p1, 1");
        let exclusive = body.value("icmp eq i32 %p1, 2");
        let some = body.value(format!("select i1 {inclusive}, i64 {within}, i64 {all}"));
        let chosen = body.value(format!("select i1 {exclusive}, i64 {below}, i64 {some}"));
        let bits = body.value(format!("and i64 {mask}, {chosen}"));
        let count = body.value(format!("call i64 @llvm.ctpop.i64(i64 {bits})"));
        returned(&mut body, &declared.result, count);
    } else {
        let lane = if op == "GroupNonUniformInverseBallot" { me } else { body.value("zext i32 %p2 to i64") };
        let shifted = body.value(format!("lshr i64 {mask}, {lane}"));
        let bit = body.value(format!("and i64 {shifted}, 1"));
        returned(&mut body, &declared.result, bit);
    }
    definitions.item_function(declared, &body.text);
}

fn find(definitions: &mut Definitions, declared: &Declared<'_>, last: bool) {
    let mut body = Body::default();
    let mask = body.value("call i64 @spirv.of.mask(<4 x i32> %p1)");
    let place = if last {
        let zeros = body.value(format!("call i64 @llvm.ctlz.i64(i64 {mask}, i1 false)"));
        body.value(format!("sub i64 63, {zeros}"))
    } else {
        body.value(format!("call i64 @llvm.cttz.i64(i64 {mask}, i1 false)"))
    };
    returned(&mut body, &declared.result, place);
    definitions.function(declared, &body.text);
}

/// Defines a group copy: the first work-item copies for all; waiting for the event is a barrier.
fn copy(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<()> {
    let (mut body, element) = (Body::default(), declared.pointee(1)?);
    let to_global =
        declared.named.get(1).and_then(|ty| ty.as_pointer()).is_some_and(|pointer| pointer.address_space == 1);
    let index = body.value("call i64 @spirv.index(ptr %i)");
    let size = if element.lanes == 3 { element.bytes() * 4 } else { element.bytes() * element.lanes.max(1) };
    let (count, stride) = (body.long(declared.param(3)?, "%p3"), body.long(declared.param(4)?, "%p4"));
    let given = [
        ("ptr", "%p1".to_owned()),
        ("ptr", "%p2".to_owned()),
        ("i64", count),
        ("i64", stride),
        ("i64", size.to_string()),
        ("i32", i32::from(to_global).to_string()),
        ("i64", index),
    ];
    let given: Vec<_> = given.into_iter().map(|(ty, value)| (ty.to_owned(), value)).collect();
    body.line(definitions.external("void", "spirv_copy", &given));
    body.line("ret ptr %p5");
    definitions.item_function(declared, &body.text);
    Ok(())
}

/// Calls the host's function that returns the storage class of the memory behind a pointer.
fn class_of(definitions: &mut Definitions, body: &mut Body) -> String {
    let given = [("ptr", "%c"), ("ptr", "%p0")].map(|(ty, value)| (ty.to_owned(), value.to_owned()));
    body.value(definitions.external("i32", "spirv_storage_class", &given))
}

fn cast(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<()> {
    let mut body = Body::default();
    let class = class_of(definitions, &mut body);
    let fits = body.value(format!("icmp eq i32 {class}, %p1"));
    let pointer = body.value(format!("select i1 {fits}, ptr %p0, ptr null"));
    body.line(format!("ret ptr {pointer}"));
    definitions.item_function(declared, &body.text);
    Ok(())
}

/// Defines the query for memory semantics: WorkgroupMemory (0x100) or CrossWorkgroupMemory (0x200).
fn semantics(definitions: &mut Definitions, declared: &Declared<'_>) {
    let mut body = Body::default();
    let class = class_of(definitions, &mut body);
    let is_local = body.value(format!("icmp eq i32 {class}, 4"));
    let bits = body.value(format!("select i1 {is_local}, i32 256, i32 512"));
    body.line(format!("ret i32 {bits}"));
    definitions.item_function(declared, &body.text);
}
