//! The rules for each instruction about the pointees of its operands and its result.

use crate::concepts::base::pointers;
use crate::concepts::intrinsics::{self, rows};
use crate::llvm::{AttributeKind as K, AttributePlace, Module, Opcode, Type, Value};
use crate::state::Role;
use crate::state::slots::pointees::{Inferred, Node, NodeId, Nodes};
use llvm_spirv_mangling as mangling;
use rustc_hash::{FxHashMap, FxHashSet};

/// The limit on the depth of operands that are followed to find the pointee of a result.
const MAX_DEPTH: u32 = 64;

/// Returns whether the function is a declaration whose mangled name gives the pointees of its parameters.
fn is_by_name(function: Value<'_>) -> bool {
    function.is_declaration() && function.name().starts_with("_Z")
}

/// Returns whether a type is an array of pointers.
fn is_array_of_pointers(ty: Type<'_>) -> bool {
    ty.is_array() && ty.element().is_some_and(|element| element.is_pointer())
}

/// Returns the LLVM type for a number or vector type in a mangled name.
fn number<'m>(module: &'m Module<'m>, named: &mangling::Type) -> Option<Type<'m>> {
    use mangling::Type as T;
    let context = module.context().get();
    match named {
        T::Char | T::SChar | T::UChar | T::Void => context.int_type(8).ok(),
        T::Short | T::UShort => context.int_type(16).ok(),
        T::Int | T::UInt => context.int_type(32).ok(),
        T::Long | T::ULong | T::LongLong | T::ULongLong => context.int_type(64).ok(),
        T::Half | T::Float16 => Some(context.half_type()),
        T::BFloat16 => Some(context.bfloat_type()),
        T::Float => Some(context.float_type()),
        T::Double => Some(context.double_type()),
        T::Vector(count, component) => context.vector_type(number(module, component)?, *count).ok(),
        _ => None,
    }
}

/// Applies the rules to the whole module.
pub fn module<'m>(module: &'m Module<'m>) -> Inferred<'m> {
    let mut nodes = Nodes::default();
    let byte = nodes.add(Node::Byte);
    let mut inferred = Inferred {
        nodes,
        pointees: FxHashMap::default(),
        results: FxHashMap::default(),
        stepped: FxHashMap::default(),
        visiting: FxHashSet::default(),
        byte,
    };
    for function in module.functions() {
        inferred.signature(function);
        if is_by_name(function) {
            inferred.named(module, function);
        }
    }
    for global in module.globals() {
        inferred.global(global);
    }
    for inst in module.functions().flat_map(|f| f.blocks()).flat_map(|block| block.instructions()) {
        inferred.instruction(inst);
    }
    inferred
}

impl<'m> Inferred<'m> {
    /// Returns the pointee node of a pointer, if there is one.
    pub fn pointee(&self, value: Value<'m>) -> Option<NodeId> {
        self.pointees.get(&value).copied().filter(|node| self.is_known(*node))
    }

    /// Returns the pointee node of the pointer that a function returns.
    pub fn result(&self, function: Value<'m>) -> Option<NodeId> {
        self.results.get(&function).copied().filter(|node| self.is_known(*node))
    }

    /// Returns the content of a node.
    pub fn node(&self, id: NodeId) -> Node<'m> {
        self.nodes.get(id)
    }

    /// Returns whether the node is known.
    pub fn is_known(&self, id: NodeId) -> bool {
        self.node(id) != Node::Open
    }

    fn signature(&mut self, function: Value<'m>) {
        for (index, param) in function.params().enumerate().filter(|(_, param)| param.ty().is_pointer()) {
            let place = AttributePlace::Param(index as u32);
            let said = [K::ByVal, K::StructRet, K::ElementType].into_iter();
            let node = match said.filter_map(|kind| function.type_attribute(place, kind)).next() {
                Some(ty) => self.nodes.of(ty),
                None => self.nodes.add(Node::Open),
            };
            self.pointees.insert(param, node);
        }
        if function.function_type().and_then(|ty| ty.function_return()).is_some_and(|ty| ty.is_pointer()) {
            let node = self.nodes.add(Node::Open);
            self.results.insert(function, node);
        }
    }

    /// Notes the pointees of a builtin's parameters that are numbers, by its mangled name.
    fn named(&mut self, module: &'m Module<'m>, function: Value<'m>) {
        let Ok(name) = mangling::parse_symbol(function.name()) else { return };
        if name.params.len() != function.params().count() {
            return;
        }
        for (param, named) in function.params().zip(&name.params) {
            let pointer = named
                .as_pointer()
                .filter(|pointer| param.ty().is_pointer() && pointer.address_space == param.ty().address_space());
            if let Some(ty) = pointer.and_then(|pointer| number(module, &pointer.pointee)) {
                let node = self.nodes.of(ty);
                self.points_to(param, node);
            }
        }
    }

    /// Notes the pointee of a variable: if it holds a pointer, one of its initialiser's type.
    fn global(&mut self, global: Value<'m>) {
        let Some(ty) = global.value_type() else { return };
        let node = match (ty.is_pointer(), global.initializer()) {
            (true, value) => {
                let to = value.and_then(|value| self.natural(value)).unwrap_or(self.byte);
                self.nodes.add(Node::Pointer(ty.address_space(), to))
            }
            (false, Some(value)) if is_array_of_pointers(ty) => {
                self.array(ty, value).unwrap_or_else(|| self.nodes.of(ty))
            }
            _ => self.nodes.of(ty),
        };
        self.pointees.insert(global, node);
    }

    /// Returns the node of an array of pointers, if all of them have equal pointees.
    fn array(&mut self, ty: Type<'m>, value: Value<'m>) -> Option<NodeId> {
        let common = self.nodes.add(Node::Open);
        for index in 0..value.operand_count() {
            let to = self.natural(value.operand(index)?).unwrap_or(self.byte);
            self.nodes.unify(common, to).then_some(())?;
        }
        let element = self.nodes.add(Node::Pointer(ty.element()?.address_space(), common));
        (self.is_known(common) && self.node(common) != Node::Byte)
            .then(|| self.nodes.add(Node::Array(ty.count(), element)))
    }

    /// Returns the node of the element that a GEP selects from a variable that is an array of pointers with equal pointees.
    pub fn element(&self, gep: Value<'m>) -> Option<NodeId> {
        let source = gep.gep_source_type().filter(|source| is_array_of_pointers(*source))?;
        let variable = gep.operand(0).filter(|base| base.is_global_variable() && gep.operand_count() == 3)?;
        match self.node(*self.pointees.get(&variable)?) {
            Node::Array(count, element) if count == source.count() => Some(element),
            _ => None,
        }
    }

    /// Returns the pointee of a constant pointer by its own definition.
    fn natural(&mut self, constant: Value<'m>) -> Option<NodeId> {
        if constant.const_opcode() == Some(Opcode::GetElementPtr) {
            let selected = pointers::selected(constant, constant.gep_source_type()?).ok()?;
            return Some(self.nodes.of(selected));
        }
        if constant.is_global_variable() && !self.pointees.contains_key(&constant) {
            return constant.value_type().filter(|ty| !ty.is_pointer()).map(|ty| self.nodes.of(ty));
        }
        if constant.is_function() {
            return constant.function_type().map(|ty| self.nodes.of(ty));
        }
        self.pointees.get(&constant).copied()
    }

    fn of(&mut self, value: Value<'m>) -> NodeId {
        self.find(value, 0)
    }

    /// Returns the node of a value's pointee: by the definition of the value, or a new one that its uses determine.
    fn find(&mut self, value: Value<'m>, depth: u32) -> NodeId {
        if let Some(node) = self.pointees.get(&value) {
            return *node;
        }
        if value.is_null() || value.is_undef() {
            return self.byte;
        }
        if value.is_function() {
            return value.function_type().map_or(self.byte, |ty| self.nodes.of(ty));
        }
        if !value.is_instruction() {
            return self.natural(value).unwrap_or(self.byte);
        }
        self.visiting.insert(value);
        let found = if depth < MAX_DEPTH { self.made(value, depth) } else { None };
        self.visiting.remove(&value);
        let node = found.unwrap_or_else(|| self.nodes.add(Node::Open));
        self.pointees.insert(value, node);
        node
    }

    /// Returns the pointee of a pointer that is the result of an instruction.
    fn made(&mut self, inst: Value<'m>, depth: u32) -> Option<NodeId> {
        use Opcode as O;
        match inst.opcode()? {
            O::Alloca => inst.allocated_type().map(|ty| self.nodes.of(ty)),
            O::GetElementPtr => self.stepped_to(inst),
            O::Load => {
                let pointer = inst.operand(0)?;
                let held = self.source(pointer, depth)?;
                self.nodes.pointer_in(held, inst.ty().address_space())
            }
            O::Select => [1, 2].into_iter().find_map(|index| self.source(inst.operand(index)?, depth)),
            O::Phi => inst.incoming().find_map(|(value, _)| self.source(value, depth)),
            O::Freeze | O::AddrSpaceCast => self.source(inst.operand(0)?, depth),
            O::Call => {
                let callee = inst.called_function()?;
                match rows::role_of_call(inst) == Some(Role::PointerAnnotation) {
                    true => Some(self.byte),
                    false => self.results.get(&callee).copied().filter(|_| !is_by_name(callee)),
                }
            }
            _ => None,
        }
    }

    /// Returns the pointee of an operand that a result is derived from, unless it is unknown or currently being computed.
    fn source(&mut self, value: Value<'m>, depth: u32) -> Option<NodeId> {
        let is_silent = value.is_null() || value.is_undef() || self.visiting.contains(&value);
        if is_silent { None } else { Some(self.find(value, depth + 1)) }
    }

    fn stepped_to(&mut self, gep: Value<'m>) -> Option<NodeId> {
        if let Some(element) = self.element(gep) {
            return Some(element);
        }
        let source = gep.gep_source_type()?;
        if source.is_pointer() {
            return Some(self.stepped_over(gep, source));
        }
        let selected = pointers::selected(gep, source).ok()?;
        match selected.is_pointer() {
            // Members point to bytes.
            true => Some(self.nodes.add(Node::Pointer(selected.address_space(), self.byte))),
            false => Some(self.nodes.of(selected)),
        }
    }

    fn stepped_over(&mut self, gep: Value<'m>, source: Type<'m>) -> NodeId {
        if let Some(node) = self.stepped.get(&gep) {
            return *node;
        }
        let node = self.nodes.of(source);
        self.stepped.insert(gep, node);
        node
    }

    /// Unifies the nodes that the instruction relates.
    fn instruction(&mut self, inst: Value<'m>) {
        use Opcode as O;
        if inst.ty().is_pointer() {
            self.of(inst);
        }
        match inst.opcode() {
            Some(O::GetElementPtr) if self.element(inst).is_some() => {}
            Some(O::GetElementPtr) => {
                if let (Some(base), Some(source)) = (inst.operand(0), inst.gep_source_type()) {
                    let node = self.stepped_over(inst, source);
                    self.points_to(base, node);
                }
            }
            Some(O::Load) => self.accessed(inst.operand(0), Some(inst)),
            Some(O::Store) => self.accessed(inst.operand(1), inst.operand(0)),
            Some(O::AtomicRmw | O::CmpXchg) => self.accessed(inst.operand(0), inst.operand(1)),
            Some(O::ICmp) => self.alike(inst.operand(1), inst.operand(0)),
            Some(O::Select) => {
                self.alike(inst.operand(1), Some(inst));
                self.alike(inst.operand(2), Some(inst));
            }
            Some(O::Phi) => inst.incoming().for_each(|(value, _)| self.alike(Some(value), Some(inst))),
            Some(O::Freeze | O::AddrSpaceCast) => self.alike(inst.operand(0), Some(inst)),
            Some(O::Ret) => self.returned(inst),
            Some(O::Call) => self.call(inst),
            _ => {}
        }
    }

    fn points_to(&mut self, pointer: Value<'m>, node: NodeId) {
        if pointer.ty().is_pointer() {
            let pointee = self.of(pointer);
            self.nodes.unify(pointee, node);
        }
    }

    fn alike(&mut self, one: Option<Value<'m>>, other: Option<Value<'m>>) {
        let (Some(one), Some(other)) = (one, other) else { return };
        if other.ty().is_pointer() {
            let node = self.of(other);
            self.points_to(one, node);
        }
    }

    /// Notes that `value` is read or written through `pointer`.
    fn accessed(&mut self, pointer: Option<Value<'m>>, value: Option<Value<'m>>) {
        let (Some(pointer), Some(value)) = (pointer, value) else { return };
        let node = match value.ty().is_pointer() {
            true => {
                let to = self.of(value);
                self.nodes.add(Node::Pointer(value.ty().address_space(), to))
            }
            false => self.nodes.of(value.ty()),
        };
        self.points_to(pointer, node);
    }

    fn returned(&mut self, inst: Value<'m>) {
        let function = inst.parent_block().and_then(|block| block.parent());
        let result = function.and_then(|function| self.results.get(&function).copied());
        if let (Some(value), Some(node)) = (inst.operand(0), result) {
            self.points_to(value, node);
        }
    }

    fn call(&mut self, call: Value<'m>) {
        let Some(callee) = call.called_function() else {
            if let (false, Some(callee), Some(ty)) =
                (call.is_inline_asm(), call.called_value(), call.call_function_type())
            {
                let node = self.nodes.of(ty);
                self.points_to(callee, node);
            }
            return;
        };
        if intrinsics::is_intrinsic(callee) {
            return self.intrinsic(call);
        }
        if let Some(ty) = crate::concepts::base::pointees::atomic_pointee(call) {
            let node = self.nodes.of(ty);
            call.call_args().for_each(|arg| self.points_to(arg, node));
        } else {
            for (arg, param) in call.call_args().zip(callee.params()) {
                if !is_by_name(callee) || self.pointee(param).is_some() {
                    self.alike(Some(arg), Some(param));
                }
            }
        }
    }

    fn intrinsic(&mut self, call: Value<'m>) {
        match (rows::role_of_call(call), call.call_arg(0)) {
            (Some(Role::Copy), to) => self.alike(to, call.call_arg(1)),
            (Some(Role::Set | Role::PointerAnnotation), Some(to)) => self.points_to(to, self.byte),
            _ => {}
        }
    }
}
