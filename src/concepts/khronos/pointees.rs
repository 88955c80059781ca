//! Inference of pointees in the Khronos translator's way: over the whole module, with pointers to pointers.
//!
//! Each pointer value has a node for its pointee; each instruction states which nodes are equal. The first statement
//! about a node wins; an instruction that contradicts it gets a cast, which is emitted when the instruction is
//! translated and the types differ. So the inferred types are only hints: the output is valid whatever they are.

mod rules;

use super::super::base::{pointers, types};
use super::super::extensions::function_pointers;
use crate::binary::builder::Id;
use crate::error::Result;
use crate::llvm::Value;
use crate::state::Forward;
use crate::state::slots::pointees::{Inferred, Node, NodeId};

/// Infers the pointees of all pointers of the module.
pub fn infer(f: &mut Forward<'_>) {
    f.inferred = Some(std::rc::Rc::new(rules::module(f.module)));
}

/// Returns the pointer type of a value, if its pointee is inferred.
pub fn pointer<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Option<Id>> {
    let Some(inferred) = f.inferred.clone() else { return Ok(None) };
    match inferred.pointee(value) {
        Some(node) if is_of_functions(&inferred, node) && called(value).is_some() => {
            called(value).map(|call| function_pointers::callee_type(f, call)).transpose()
        }
        Some(node) => pointer_to(f, &inferred, value.ty().address_space(), node).map(Some),
        None => Ok(None),
    }
}

fn is_of_functions(inferred: &Inferred<'_>, node: NodeId) -> bool {
    matches!(inferred.node(node), Node::Type(ty) if ty.function_return().is_some())
}

/// Returns a call through the pointer `value` with `byval` or `sret` arguments, which give the parameter types of the callee.
fn called<'m>(value: Value<'m>) -> Option<Value<'m>> {
    let is_call =
        |call: &Value<'m>| call.is_call() && call.called_function().is_none() && call.called_value() == Some(value);
    value.uses().find(|call| is_call(call) && function_pointers::has_typed_arguments(*call))
}

/// Returns the pointer type that a function returns, if it is inferred.
pub fn result<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Result<Option<Id>> {
    let Some(inferred) = f.inferred.clone() else { return Ok(None) };
    let space = function.function_type().and_then(|ty| ty.function_return()).map(|ty| ty.address_space());
    match (inferred.result(function), space) {
        (Some(node), Some(space)) => pointer_to(f, &inferred, space, node).map(Some),
        _ => Ok(None),
    }
}

/// Returns the type of the pointer, or array of pointers, in a variable, if it is inferred.
pub fn content_type<'m>(f: &mut Forward<'m>, variable: Value<'m>) -> Result<Option<Id>> {
    let Some(inferred) = f.inferred.clone() else { return Ok(None) };
    let Some(node) = inferred.pointee(variable) else { return Ok(None) };
    match inferred.node(node) {
        Node::Pointer(_, to) if inferred.is_known(to) => pointee(f, &inferred, node).map(Some),
        Node::Array(..) => pointee(f, &inferred, node).map(Some),
        _ => Ok(None),
    }
}

/// Returns the element type of the array of pointers in a variable, if it is inferred.
pub fn element_type<'m>(f: &mut Forward<'m>, variable: Value<'m>) -> Result<Option<Id>> {
    let Some(inferred) = f.inferred.clone() else { return Ok(None) };
    match inferred.pointee(variable).map(|node| inferred.node(node)) {
        Some(Node::Array(_, element)) => pointee(f, &inferred, element).map(Some),
        _ => Ok(None),
    }
}

/// Returns the types of the base and of the result of a GEP to an element of an array of pointers, if they are inferred.
pub fn stepped<'m>(f: &mut Forward<'m>, gep: Value<'m>) -> Result<Option<[Id; 2]>> {
    let Some(inferred) = f.inferred.clone() else { return Ok(None) };
    let Some((element, base)) = inferred.element(gep).zip(gep.operand(0)) else { return Ok(None) };
    let (space, array) = (gep.ty().address_space(), inferred.pointee(base).unwrap_or(element));
    Ok(Some([pointer_to(f, &inferred, space, array)?, pointer_to(f, &inferred, space, element)?]))
}

fn pointer_to<'m>(f: &mut Forward<'m>, inferred: &Inferred<'m>, space: u32, node: NodeId) -> Result<Id> {
    let class = pointers::storage_class(f, space)?;
    let pointee = pointee(f, inferred, node)?;
    pointers::pointer_type(f, class, pointee)
}

fn pointee<'m>(f: &mut Forward<'m>, inferred: &Inferred<'m>, node: NodeId) -> Result<Id> {
    match inferred.node(node) {
        Node::Pointer(space, node) => f.nested(|f| pointer_to(f, inferred, space, node)),
        Node::Array(count, element) => {
            let element = f.nested(|f| pointee(f, inferred, element))?;
            types::array_of(f, element, count)
        }
        Node::Type(ty) => types::pointee(f, ty),
        Node::Byte | Node::Open | Node::Same(_) => types::int(f, 8),
    }
}
