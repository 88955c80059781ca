//! Globals in address spaces without module-scope variables in SPIR-V: address space 0 (Function), which has LLVM's
//! switch tables and the globals of plain C, and address space 4 (Generic), which is no memory but that of pointers to
//! any address space.
//!
//! Such a global moves to address space 1 (`CrossWorkgroup`). Its uses follow, as LLVM infers address spaces: loads,
//! stores, geps and comparisons, and phis and selects of nothing but such addresses. Where the address of a global from
//! address space 0 meets other pointers of address space 0 (in memory, in a call or a phi), it is converted through an
//! integer, as SPIR-V has no cast between the two classes. The address of a global from address space 4 is cast. A C
//! string literal, which clang puts into address space 1 and casts to 0, is treated as a global that has moved.

use crate::concepts::base::globals;
use crate::concepts::extensions::vector_compute;
use crate::concepts::interface::builtin_variables;
use crate::concepts::intrinsics::rows;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::kinds::FUNCTION;
use crate::llvm::{Builder, Linkage, Module, Opcode, Value, nesting};
use crate::options::Options;
use rustc_hash::{FxHashMap, FxHashSet};

/// The warning for the address of a moved global that meets other pointers of address space 0.
const CONVERTED: &str = "the address of a global that is in address space 1, as a pointer of address space 0, is converted through an integer";

/// The Generic address space, to which pointers to other memory are cast.
const GENERIC: u32 = 4;
/// The CrossWorkgroup address space, to which globals are moved.
const CROSS_WORKGROUP: u32 = 1;

/// Moves the globals of address spaces 0 and 4. Returns the warnings. Other modules that see a moved global must agree
/// on its new address space, which causes a warning, or an error where the options ask for it (S3-82).
pub fn run<'m>(module: &'m Module<'m>, options: &Options) -> Result<Vec<String>> {
    let is_moved = |global: &Value<'m>| {
        may_move(*global)
            && !globals::is_internal_to_llvm(*global, rows::role_of_call)
            && !builtin_variables::is_global(*global)
            && !vector_compute::is_marked(*global)
    };
    let moved = module.globals().filter(is_moved);
    let (moved, generic): (Vec<_>, Vec<_>) = moved.partition(|global| global.ty().address_space() == FUNCTION);
    if !moved.is_empty() || !generic.is_empty() {
        forget_lists(module)?;
    }
    generic.into_iter().try_for_each(|global| move_global(module, global).map(drop))?;
    let cast = module.globals().filter(|global| is_cast_constant(*global)).collect::<Vec<_>>();
    if moved.is_empty() && cast.is_empty() {
        return Ok(Vec::new());
    }
    let mut warnings = visible(&moved, options)?;
    for alias in module.aliases().filter(|alias| alias.ty().address_space() == FUNCTION) {
        if let Some(aliasee) = alias.aliasee().filter(|aliasee| aliasee.ty() == alias.ty() && !aliasee.is_function()) {
            alias.replace_uses(aliasee)?;
        }
    }
    let mut moved = moved.into_iter().map(|global| move_global(module, global)).collect::<Result<Vec<_>>>()?;
    moved.extend(cast);
    for function in module.functions().filter(|function| !function.is_declaration()) {
        function.infer_address_spaces(FUNCTION)?;
    }
    let converted = constants(module, moved)? | instructions(module)?;
    warnings.extend(converted.then(|| CONVERTED.to_owned()));
    Ok(warnings)
}

/// Returns the warning, or the error, for globals of address space 0 that other modules see.
fn visible(moved: &[Value<'_>], options: &Options) -> Result<Vec<String>> {
    let is_local = |linkage| matches!(linkage, Linkage::Internal | Linkage::Private);
    let mut visible = moved.iter().filter(|global| !is_local(global.linkage()));
    match visible.next() {
        Some(first) if options.strict_address_spaces => {
            Err(Error::of(Code::AddressSpace, format!("the global {} without an address space", first.name()))
                .hint("give it address space 1 (CrossWorkgroup), 2 (UniformConstant) or 3 (Workgroup)"))
        }
        Some(first) => Ok(vec![match visible.count() {
            0 => format!("the global {} has no address space: it is in address space 1 (CrossWorkgroup)", first.name()),
            others => format!(
                "the global {} and {others} more have no address space: they are in address space 1 (CrossWorkgroup)",
                first.name()
            ),
        }]),
        None => Ok(Vec::new()),
    }
}

/// Returns whether a global is in an address space that globals are moved from.
pub fn may_move(global: Value<'_>) -> bool {
    [FUNCTION, GENERIC].contains(&global.ty().address_space())
}

/// Returns whether a global is a private constant in address space 1 that clang casts to 0, such as a C string literal.
pub fn is_cast_constant(global: Value<'_>) -> bool {
    global.linkage() == Linkage::Private
        && global.ty().address_space() == CROSS_WORKGROUP
        && global.uses().any(|user| is_cast(user, user.const_opcode()))
}

/// Removes LLVM's lists of used globals, which have no meaning in SPIR-V.
fn forget_lists<'m>(module: &'m Module<'m>) -> Result<()> {
    ["llvm.used", "llvm.compiler.used"].iter().filter_map(|name| module.global(name)).try_for_each(Value::delete_global)
}

/// Moves a variable to address space 1, and replaces its old uses by a cast of its new address.
fn move_global<'m>(module: &'m Module<'m>, old: Value<'m>) -> Result<Value<'m>> {
    let ty = old.value_type().ok_or_else(|| crate::error::Error::internal("a variable without a type"))?;
    let new = crate::legalize::types::globals::anew(module, old, (ty, CROSS_WORKGROUP), old.initializer())?;
    old.replace_uses(module.context().const_cast(Opcode::AddrSpaceCast, new, old.ty())?)?;
    old.delete_global()?;
    Ok(new)
}

/// Converts the address space casts that are left in constant expressions through integers. Returns whether there are
/// any.
fn constants<'m>(module: &'m Module<'m>, moved: Vec<Value<'m>>) -> Result<bool> {
    let (mut casts, mut seen, mut open) = (Vec::new(), FxHashSet::default(), moved);
    while let Some(value) = open.pop() {
        for user in value.uses().filter(|user| user.is_constant_expression()) {
            if seen.insert(user) {
                casts.extend(Some(user).filter(|user| is_cast(*user, user.const_opcode())));
                open.push(user);
            }
        }
    }
    let (context, mut known) = (module.context(), FxHashMap::default());
    casts.retain(|cast| is_live(*cast, &mut known));
    for cast in &casts {
        let Some(pointer) = cast.operand(0) else { continue };
        let integer = context.int_type(module.layout().pointer_size(CROSS_WORKGROUP) * 8)?;
        let address = context.const_cast(Opcode::PtrToInt, pointer, integer)?;
        cast.replace_uses(context.const_cast(Opcode::IntToPtr, address, cast.ty())?)?;
    }
    Ok(!casts.is_empty())
}

/// Returns whether an instruction or a global uses a constant, directly or through other constants: LLVM keeps
/// constants without uses. Examines each constant once, its users first.
fn is_live<'m>(constant: Value<'m>, known: &mut FxHashMap<Value<'m>, bool>) -> bool {
    let lives = |user: Value<'m>| user.is_instruction() || user.is_global_value();
    let constants = |value: Value<'m>| value.uses().filter(move |user| !lives(*user));
    nesting::find(constant, known, constants, |value, known| {
        value.uses().any(|user| lives(user) || known.get(&user) == Some(&true))
    });
    known.get(&constant) == Some(&true)
}

/// Converts the address space casts that are left as instructions through integers. Returns whether there are any.
fn instructions<'m>(module: &'m Module<'m>) -> Result<bool> {
    let all = module.functions().flat_map(|function| function.blocks()).flat_map(|block| block.instructions());
    let casts: Vec<_> = all.filter(|inst| is_cast(*inst, inst.opcode())).collect();
    let (builder, context) = (Builder::new(module), module.context());
    for cast in &casts {
        let Some(pointer) = cast.operand(0) else { continue };
        let mut integer = context.int_type(module.layout().pointer_size(CROSS_WORKGROUP) * 8)?;
        if cast.ty().is_vector() {
            integer = context.vector_type(integer, cast.ty().count() as u32)?;
        }
        builder.position_before(*cast)?;
        let address = builder.cast(Opcode::PtrToInt, pointer, integer)?;
        cast.replace_uses(builder.cast(Opcode::IntToPtr, address, cast.ty())?)?;
        cast.erase()?;
    }
    Ok(!casts.is_empty())
}

/// Returns whether a value is a cast from CrossWorkgroup, the new address space of moved globals, to Function, the old
/// one.
fn is_cast(value: Value<'_>, opcode: Option<Opcode>) -> bool {
    let space = |value: Value<'_>| value.ty().scalar().address_space();
    opcode == Some(Opcode::AddrSpaceCast)
        && space(value) == FUNCTION
        && value.operand(0).is_some_and(|from| space(from) == CROSS_WORKGROUP)
}
