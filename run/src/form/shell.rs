//! The functions around a kernel, as assembly: the step of a work-item, and the loop over a work-group.

use super::facts::{Entry, ParamType};
use super::made::Made;
use super::template;
use crate::errors;
use ::spirv::{Capability, Decoration};
use llvm_spirv::error::Result;
use llvm_spirv::llvm::{Builder, Metadata, Module, Opcode, Type, Value};
use std::fmt::Write as _;
use std::sync::LazyLock;

/// The types and functions that the others build on.
pub static PRELUDE: LazyLock<String> =
    LazyLock::new(|| template::with_layouts(concat!(include_str!("prelude.ll"), include_str!("math.ll"))));

/// The suffixes of the names of a kernel's functions and constants.
pub const PARTS: &[&str] = &[".begin", ".step", ".group", ".region", ".points", ".keys", ".shares"];

/// The section that marks variables in local memory while there is only one address space.
pub const LOCAL_SECTION: &str = "spirv.local";

/// A variable in local memory, with its first and end offsets.
#[derive(Debug)]
pub struct Local<'m> {
    pub variable: Value<'m>,
    pub begin: u64,
    pub end: u64,
}

/// Returns the step and the group function of a kernel.
pub fn functions(kernel: &Entry) -> Result<String> {
    let name = quoted(&kernel.facts.name);
    let mut text = String::new();
    let mut arguments = Vec::new();
    for (index, param) in kernel.types.iter().enumerate() {
        arguments.push(argument(&mut text, index, param));
    }
    let arguments = arguments.join(", ");
    // Not `noalias`: what LLVM notes of that in the place of a call, it takes for an access of every work-item's to one place.
    let step = format!(
        "define i32 @{step}(ptr %c, ptr %i) {{\nentry:\n  %args = load ptr, ptr %c, !invariant.load !{{}}\n\
         {text}  %point = call i32 @spirv.point(ptr %i)\n  br label %body\nbody:\n  call void @{name}({arguments})\n  ret i32 -1\n}}\n",
        step = quoted(&format!("{}.step", kernel.facts.name)),
    );
    Ok(step + &group(&kernel.facts.name, kernel.facts.suspends))
}

fn argument(text: &mut String, index: usize, param: &ParamType) -> String {
    let _ = writeln!(text, "  %s{index} = getelementptr ptr, ptr %args, i64 {index}");
    let _ = writeln!(text, "  %p{index} = load ptr, ptr %s{index}, !invariant.load !{{}}");
    match &param.by_value {
        Some(ty) => format!("ptr byval({ty}) align 1 %p{index}"),
        None => {
            let ty = &param.text;
            let _ = writeln!(text, "  %v{index} = load {ty}, ptr %p{index}, align 1, !invariant.load !{{}}");
            format!("{ty} %v{index}")
        }
    }
}

/// Returns a name quoted for assembly.
pub fn quoted(name: &str) -> String {
    let mut text = String::from("\"");
    for byte in name.bytes() {
        match byte {
            b'"' | b'\\' | 0..=31 | 127.. => {
                let _ = write!(text, "\\{byte:02X}");
            }
            _ => text.push(char::from(byte)),
        }
    }
    text.push('"');
    text
}

fn group(name: &str, suspends: bool) -> String {
    let mut body =
        BEGIN.to_owned() + &template::with_layouts(REGION).replace("{leave}", if suspends { LEAVE } else { "" });
    body.push_str(&if suspends { driven() } else { ALONE.to_owned() });
    let part = |part: &str| quoted(&format!("{name}.{part}"));
    ["begin", "group", "region", "step", "points", "keys", "shares"]
        .iter()
        .fold(body, |body, name| body.replace(&format!("{{{name}}}"), &part(name)))
}

/// The limit on the points that have their own loops.
const LOOPS: usize = 16;

/// Returns a group function with barriers: all work-items go from one barrier to the next before any goes on, as long
/// as they reach the same one, and each region between barriers is a loop. Otherwise, and if subgroups wait, the host
/// lets work-items take turns.
fn driven() -> String {
    let call = |at: &str| format!("call i32 @{{region}}(ptr %c, i64 %x, i64 %y, i64 %z, i32 {at})");
    let (mut ways, mut cases, mut regions) =
        (String::from("[ %to0, %r0 ], [ %tox, %more ]"), String::new(), String::new());
    for point in 1..=LOOPS {
        let code = 2 * point;
        let _ = write!(ways, ", [ %to{point}, %r{point} ]");
        let _ = write!(cases, " i32 {code}, label %t{point}");
        let _ = writeln!(
            regions,
            "t{point}:\n  %has{point} = icmp uge i64 %points, {point}\n  br i1 %has{point}, label %r{point}, label %other\n\
             r{point}:\n  %to{point} = {}\n  br label %next",
            call(&code.to_string())
        );
    }
    let (first, more) = (call("0"), call("%at"));
    format!(
        "
@{{points}} = private constant i64 0
@{{keys}} = private constant i64 0
define void @{{group}}(ptr noalias %c, i64 %x, i64 %y, i64 %z) {{
entry:
  call void @{{begin}}(ptr %c)
  %points = load i64, ptr @{{points}}
  %keys = load i64, ptr @{{keys}}
  %alone = icmp eq i64 %points, 0
  %many = icmp ugt i64 %points, {LOOPS}
  br i1 %alone, label %host, label %r0
host:
  %resumes = phi i1 [ false, %entry ], [ true, %other ]
  call void @spirv_drive(ptr %c, i64 %x, i64 %y, i64 %z, ptr @{{step}}, i64 %keys, i1 zeroext %resumes)
  ret void
next:
  %at = phi i32 {ways}
  switch i32 %at, label %other [ i32 -1, label %end{cases} ]
r0:
  %to0 = {first}
  br label %next
{regions}other:
  %together = icmp ne i32 %at, -2
  %goes = and i1 %together, %many
  br i1 %goes, label %more, label %host
more:
  %tox = {more}
  br label %next
end:
  ret void
}}
"
    )
}

/// The body of a group function whose work-items never wait: they run one after the other.
const ALONE: &str = "
define void @{group}(ptr noalias %c, i64 %x, i64 %y, i64 %z) {
  call void @{begin}(ptr %c)
  %r = call i32 @{region}(ptr %c, i64 %x, i64 %y, i64 %z, i32 0)
  ret void
}
";

/// The function that a group begins with: it gives the variables in local memory their initial values.
const BEGIN: &str = "
define void @{begin}(ptr %c) {
entry:
  ret void
}
";

/// Stores the point at which a work-item waits, in memory that the host provides.
const LEAVE: &str = "  %place = getelementptr i32, ptr %places, i64 %index
  store i32 %r, ptr %place, align 4, !llvm.access.group !4000000000
";

/// The loop over a group's work-items from a point on: returns the point that all reach, or -2 if they reach different
/// ones.
pub const REGION: &str = "
@{shares} = private constant i1 true
define internal i32 @{region}(ptr noalias %c, i64 %x, i64 %y, i64 %z, i32 %at) alwaysinline {
entry:
  %shares = load i1, ptr @{shares}
  %records = getelementptr i8, ptr %c, i64 {context.items}
  %places = load ptr, ptr %records, !invariant.load !{}
  %i = alloca %spirv.item, align 8
  %g = getelementptr inbounds %spirv.item, ptr %i, i32 0, i32 {item#group}
  store i64 %x, ptr %g
  %gy = getelementptr i8, ptr %g, i64 8
  store i64 %y, ptr %gy
  %gz = getelementptr i8, ptr %g, i64 16
  store i64 %z, ptr %gz
  %nx = call i64 @spirv.size.of(ptr %c, i64 %x, i32 0)
  %ny = call i64 @spirv.size.of(ptr %c, i64 %y, i32 1)
  %nz = call i64 @spirv.size.of(ptr %c, i64 %z, i32 2)
  %n = getelementptr inbounds %spirv.item, ptr %i, i32 0, i32 {item#size}
  store i64 %nx, ptr %n
  %npy = getelementptr i8, ptr %n, i64 8
  store i64 %ny, ptr %npy
  %npz = getelementptr i8, ptr %n, i64 16
  store i64 %nz, ptr %npz
  %l = getelementptr inbounds %spirv.item, ptr %i, i32 0, i32 {item#local}
  %ly = getelementptr i8, ptr %l, i64 8
  %lz = getelementptr i8, ptr %l, i64 16
  %p = getelementptr inbounds %spirv.item, ptr %i, i32 0, i32 {item#index}
  %w = getelementptr inbounds %spirv.item, ptr %i, i32 0, i32 {item#point}
  store i32 %at, ptr %w
  store ptr null, ptr %i
  %copies = getelementptr inbounds %spirv.item, ptr %i, i32 0, i32 {item#copies}
  store ptr null, ptr %copies
  br label %planes
planes:
  %kz = phi i64 [ 0, %entry ], [ %kz1, %next ]
  %allz = phi i32 [ -1, %entry ], [ %all1, %next ]
  %anyz = phi i32 [ 0, %entry ], [ %any1, %next ]
  br label %rows
rows:
  %ky = phi i64 [ 0, %planes ], [ %ky1, %row ]
  %ally = phi i32 [ %allz, %planes ], [ %all1, %row ]
  %anyy = phi i32 [ %anyz, %planes ], [ %any1, %row ]
  %plane = mul i64 %kz, %ny
  %line = add i64 %plane, %ky
  %base = mul i64 %line, %nx
  br label %items
items:
  %kx = phi i64 [ 0, %rows ], [ %kx1, %joined ]
  %all = phi i32 [ %ally, %rows ], [ %all1, %joined ]
  %any = phi i32 [ %anyy, %rows ], [ %any1, %joined ]
  %index = add i64 %base, %kx
  store i64 %kx, ptr %l
  store i64 %ky, ptr %ly
  store i64 %kz, ptr %lz
  store i64 %index, ptr %p
  br i1 %shares, label %together, label %apart
together:
  %rt = call i32 @{step}(ptr %c, ptr %i) alwaysinline
  br label %joined
apart:
  %ra = call i32 @{step}(ptr %c, ptr %i) alwaysinline, !llvm.access.group !4000000000
  br label %joined
joined:
  %r = phi i32 [ %rt, %together ], [ %ra, %apart ]
{leave}  %all1 = and i32 %all, %r
  %any1 = or i32 %any, %r
  %kx1 = add nuw nsw i64 %kx, 1
  %more = icmp ult i64 %kx1, %nx
  br i1 %more, label %items, label %row, !llvm.loop !4000000001
row:
  %ky1 = add nuw nsw i64 %ky, 1
  %morey = icmp ult i64 %ky1, %ny
  br i1 %morey, label %rows, label %next
next:
  %kz1 = add nuw nsw i64 %kz, 1
  %morez = icmp ult i64 %kz1, %nz
  br i1 %morez, label %planes, label %end
end:
  %same = icmp eq i32 %all1, %any1
  %to = select i1 %same, i32 %all1, i32 -2
  ret i32 %to
}
";

/// Sets a constant of a kernel that its group function reads.
pub fn record<'m>(module: &'m Module<'_>, kernel: &str, what: &str, value: Value<'m>) -> Result<()> {
    let Some(variable) = module.global(&format!("{kernel}.{what}")) else { return Ok(()) };
    variable.set_initializer(value)?;
    // Before LLVM finds that it is constant, it makes one call of two that are alike, and forgets what marks one of them.
    variable.uses().filter(|user| user.is_op(Opcode::Load)).try_for_each(|load| load.replace_uses(value))
}

/// Returns whether concurrent work-items would share a variable of a step, or of a function that it calls.
pub fn shares(step: Value<'_>) -> bool {
    let (mut open, mut seen) = (vec![step], Vec::new());
    while let Some(function) = open.pop() {
        if seen.contains(&function) {
            continue;
        }
        seen.push(function);
        for inst in function.blocks().flat_map(|block| block.instructions()) {
            if inst.is_op(Opcode::Alloca) {
                return true;
            }
            open.extend(inst.called_function().filter(|callee| callee.entry_block().is_some()));
        }
    }
    false
}

/// Returns the step of a kernel.
pub fn step<'m>(module: &'m Module<'_>, kernel: &str) -> Result<Value<'m>> {
    module.function(&format!("{kernel}.step")).ok_or_else(|| errors::internal("a kernel without a step"))
}

/// Returns a function of the prelude.
pub fn function<'m>(module: &'m Module<'_>, name: &str) -> Result<Value<'m>> {
    module.function(name).ok_or_else(|| errors::internal("a function of the prelude is missing"))
}

/// Deletes the functions of a kernel that is left out.
pub fn drop_functions(module: &Module<'_>, kernel: &str) -> Result<()> {
    let names = ["group", "region", "step", "begin"].map(|part| format!("{kernel}.{part}"));
    names.iter().filter_map(|name| module.function(name)).try_for_each(|function| function.delete_global())
}

/// Assigns offsets to the variables in local memory, one after the other.
pub fn locals<'m>(module: &'m Module<'_>) -> Result<Vec<Local<'m>>> {
    let mut locals: Vec<Local<'m>> = Vec::new();
    let mut last = 0_u64;
    for variable in module.globals().filter(|global| global.section() == Some(LOCAL_SECTION)) {
        let size = variable.value_type().and_then(|ty| module.layout().abi_size(ty));
        let size = size.ok_or_else(|| errors::unsupported("a variable in local memory without a size"))?;
        let begin = if overlaps(module, variable) {
            0
        } else {
            last.next_multiple_of(u64::from(variable.alignment()).max(128))
        };
        let end = begin.checked_add(size).ok_or_else(|| errors::unsupported("local memory that large"))?;
        last = last.max(end);
        locals.push(Local { variable, begin, end });
    }
    Ok(locals)
}

/// Returns whether a variable is at offset 0 of local memory, as all variables with an explicit layout are.
fn overlaps(module: &Module<'_>, variable: Value<'_>) -> bool {
    let layouts = Capability::WorkgroupMemoryExplicitLayoutKHR as u64;
    let number = |node: Metadata<'_>| node.operand(0)?.as_value()?.int_value();
    let mut capabilities = module.named_metadata_nodes("spirv.Capability");
    let decorations = variable.metadata("spirv.Decorations").map(|list| list.operands());
    decorations.into_iter().flatten().flatten().any(|node| number(node) == Some(Decoration::Aliased as u64))
        && capabilities.any(|node| number(node) == Some(layouts))
}

/// Replaces variables in a step by the group's local memory, which is initialized when a group begins. Returns their
/// numbers, addresses and types.
pub fn place_locals<'m>(
    made: Made<'m, '_>,
    step: Value<'m>,
    locals: &[Local<'m>],
) -> Result<Vec<(u64, Value<'m>, Type<'m>)>> {
    let mut placed = Vec::new();
    let begin = function(made.module, &format!("{}.begin", step.name().trim_end_matches(".step")))?;
    let locality = Locality { made, builder: Builder::new(made.module) };
    for (number, local) in (0..).zip(locals) {
        local.variable.expand_uses()?;
        let users: Vec<_> = local.variable.uses().filter(|user| is_within(*user, step)).collect();
        if users.is_empty() {
            continue;
        }
        let place = locality.place(step, local)?;
        users.into_iter().try_for_each(|user| replace_operands(user, local.variable, place))?;
        locality.initialize(begin, local)?;
        placed.extend(local.variable.value_type().map(|ty| (number, place, ty)));
    }
    Ok(placed)
}

struct Locality<'m, 'c> {
    made: Made<'m, 'c>,
    builder: Builder<'m>,
}

impl<'m> Locality<'m, '_> {
    fn int(&self, bits: u32, value: u64) -> Result<Value<'m>> {
        let context = self.made.context;
        context.const_int(context.int_type(bits)?, value)
    }

    /// Emits the address of a variable at the end of a function's first block.
    fn place(&self, within: Value<'m>, local: &Local<'m>) -> Result<Value<'m>> {
        let context = within.param(0).ok_or_else(|| errors::internal("a function without a context"))?;
        self.builder.position_before(entry_end(within)?)?;
        self.builder.call(function(self.made.module, "spirv.local")?, &[context, self.int(64, local.begin)?])
    }

    /// Initializes a variable when a group begins. Shaders only have null initializers.
    fn initialize(&self, begin: Value<'m>, local: &Local<'m>) -> Result<()> {
        let initial = local.variable.operand(0);
        let Some(initial) = initial.filter(|value| !value.is_undef() && !value.is_poison()) else { return Ok(()) };
        let (place, size) = (self.place(begin, local)?, self.int(64, local.end - local.begin)?);
        if initial.is_null() {
            return self.builder.memset(place, self.int(8, 0)?, size, false).map(drop);
        }
        self.builder.memcpy(place, local.variable, size, false).map(drop)
    }
}

/// Returns the terminator of a function's first block.
pub fn entry_end(function: Value<'_>) -> Result<Value<'_>> {
    let end = function.entry_block().and_then(|block| block.terminator());
    end.ok_or_else(|| errors::internal("a function without a body"))
}

/// Returns whether an instruction is in the function.
pub fn is_within(user: Value<'_>, function: Value<'_>) -> bool {
    user.parent_block().and_then(|block| block.parent()) == Some(function)
}

/// Replaces the operand `old` of an instruction; `new` must dominate the uses.
pub fn replace_operands<'m>(user: Value<'m>, old: Value<'m>, new: Value<'m>) -> Result<()> {
    if user.is_op(Opcode::Phi) {
        for (index, (value, _)) in (0..).zip(user.incoming().collect::<Vec<_>>()) {
            if value == old {
                user.set_incoming(index, new)?;
            }
        }
        return Ok(());
    }
    for (index, operand) in (0..).zip(user.operands().collect::<Vec<_>>()) {
        if operand == old {
            user.set_operand(index, new)?;
        }
    }
    Ok(())
}
