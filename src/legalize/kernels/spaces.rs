//! The conversion of pointers of kernels to the address spaces of shaders: each pointer gets the address space of its
//! origin, as LLVM infers it.

use crate::error::{Code, Error, Result};
use crate::legalize::kit::place::Place;
use crate::llvm::{Opcode, Type, Value};

/// Local variables of functions (kernels and shaders).
pub const FUNCTION: u32 = 0;
/// Global memory, which all work-items share.
pub const GLOBAL: u32 = 1;
/// Constant memory.
pub const CONSTANT: u32 = 2;
/// Workgroup memory.
pub const LOCAL: u32 = 3;
/// Generic pointers, to any memory but constants.
pub const GENERIC: u32 = 4;
/// Private variables of the module, one for each invocation.
pub const PRIVATE: u32 = 10;
/// Storage buffers.
pub const BUFFER: u32 = 11;
/// Uniform buffers.
pub const UNIFORM: u32 = 12;
/// Push constants.
pub const PUSH: u32 = 13;

/// The address spaces that are replaced by those of the origins of pointers, in this order.
const FLAT: [u32; 4] = [GENERIC, GLOBAL, CONSTANT, FUNCTION];

/// Infers the address spaces of the pointers in a function.
pub fn infer<'m>(place: &Place<'m>, function: Value<'m>) -> Result<()> {
    // LLVM leaves volatile accesses in the address space that they are in.
    let instructions = function.blocks().flat_map(|block| block.instructions());
    let volatile: Vec<_> = instructions.filter(|inst| inst.is_volatile()).collect();
    volatile.iter().try_for_each(|inst| inst.set_volatile(false))?;
    for flat in FLAT {
        function.infer_address_spaces(flat)?;
    }
    volatile.iter().try_for_each(|inst| inst.set_volatile(true))?;
    numbers(place, function)?;
    function.simplify()
}

/// Rejects pointers in a function that do not lead to a variable of a shader.
pub fn check<'m>(place: &Place<'m>, function: Value<'m>) -> Result<()> {
    let all = function.blocks().flat_map(|block| block.instructions());
    // Images and samplers are loaded from the memory that they are in.
    for inst in all.filter(|inst| inst.ty().target_name().is_none()) {
        let mut types = inst.operands().map(Value::ty).chain([inst.ty()]);
        if let Some(ty) = types.find(|ty| is_refused(*ty)) {
            return Err(refused(place, inst, ty));
        }
    }
    Ok(())
}

/// Removes address space casts from the operands of `ptrtoint`, which LLVM's inference does not.
fn numbers<'m>(place: &Place<'m>, function: Value<'m>) -> Result<()> {
    let all: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
    for inst in all.into_iter().filter(|inst| inst.is_op(Opcode::PtrToInt)) {
        let from = inst.operand(0).filter(|from| from.any_opcode() == Some(Opcode::AddrSpaceCast));
        let Some(pointer) = from.and_then(|from| from.operand(0)) else { continue };
        place.builder.position_before(inst)?;
        let number = place.builder.cast(Opcode::PtrToInt, pointer, inst.ty())?;
        inst.replace_uses(number)?;
        inst.erase()?;
    }
    Ok(())
}

fn is_refused(ty: Type<'_>) -> bool {
    let ty = ty.scalar();
    ty.is_pointer() && [GENERIC, GLOBAL, CONSTANT].contains(&ty.address_space())
}

fn refused<'m>(_place: &Place<'m>, inst: Value<'m>, ty: Type<'m>) -> Error {
    let (what, hint) = match inst.opcode() {
        Some(Opcode::Load) => {
            ("a pointer that is loaded from memory", "pass indices into a buffer instead of pointers")
        }
        Some(Opcode::IntToPtr | Opcode::PtrToInt) => {
            ("an address that is a number", "pass indices into a buffer instead of addresses")
        }
        _ if ty.scalar().address_space() == GENERIC => (
            "a pointer to any address space",
            "give the pointer the address space of what it points to: global, local or private",
        ),
        _ => ("a pointer that leads to no one buffer", "use the buffer itself, in both branches of an if"),
    };
    Error::of(Code::AddressSpace, format!("{what}, which Vulkan does not have"))
        .hint(hint)
        .at_instruction(|| inst.print())
}
