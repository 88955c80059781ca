//! Locations and records in functions, forward.
//!
//! A location is written where it changes, in front of the instruction, and is in effect up to the end of the block.
//! Nodes outside of functions get their ids when a function refers to them, and are written after all functions.

use super::super::paths;
use super::super::rows::number;
use crate::binary::builder::Id;
use crate::binary::write;
use crate::concepts::base::constants;
use crate::conventions::calling;
use crate::error::Result;
use crate::llvm::debug::{Class, Link, Number};
use crate::llvm::{Metadata, Opcode, Value};
use crate::state::Forward;
use crate::state::slots::debug_info::{Key, Pending, Place, Role, Set};
use ::spirv::Op;

/// A location that was written in front of an instruction, and is removed if no code is emitted for the instruction.
#[derive(Clone, Copy, Debug)]
pub struct Said<'m> {
    from: usize,
    to: usize,
    /// The number of words of the function's variables at that time, as the location may be for one of them.
    variables: Option<usize>,
    before: Place<'m>,
}

/// Notes that a function begins.
pub fn begin_function<'m>(f: &mut Forward<'m>, function: Value<'m>, id: Id) {
    let is_kernel =
        function.call_conv() == calling::SPIR_KERNEL || f.hooks.is_entry_point.iter().any(|hook| hook(function));
    let Some(debug) = f.debug.as_deref_mut() else { return };
    let subprogram = function.subprogram();
    debug.is_described = subprogram.is_some() || f.options.policy.locates_in_any_function;
    debug.definition = subprogram.filter(|_| debug.set.is_some_and(|set| set.is_of_shaders())).map(|node| (node, id));
    debug.dominators = None;
    debug.functions.extend(subprogram.map(|node| (node, id, is_kernel)));
}

/// Notes the description of a function that is only declared.
pub fn declare_function<'m>(f: &mut Forward<'m>, function: Value<'m>) {
    if let Some(debug) = f.debug.as_deref_mut() {
        let subprogram = function.subprogram().filter(|node| !super::super::is_definition(&node.debug_node()));
        debug.declarations.extend(subprogram);
    }
}

/// Notes that a block begins, where no location is in effect; in the first block the function is linked to its description.
pub fn at_block(f: &mut Forward<'_>) -> Result<()> {
    let Some(debug) = f.debug.as_deref_mut() else { return Ok(()) };
    debug.place = Place::default();
    if let Some((node, function)) = debug.definition.take() {
        let id = reserve(f, (node, Role::Full));
        extended(f, &[number::FUNCTION_DEFINITION, id, function])?;
    }
    Ok(())
}

/// Emits the location of an instruction.
pub fn before<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<Option<Said<'m>>> {
    let Some(debug) = f.debug.as_deref().filter(|debug| debug.is_described) else { return Ok(None) };
    let is_of_shaders = debug.set.is_some_and(|set| set.is_of_shaders());
    if is_of_shaders && inst.is_op(Opcode::Phi) {
        return Ok(None);
    }
    let (from, before) = (f.body.code.len(), debug.place);
    locate(f, inst.debug_location())?;
    // Validators take `OpLine` among variables, and nothing of the sets for shaders.
    let locates_variables = f.options.policy.locates_in_any_function && !is_of_shaders;
    let variables = locates_variables.then_some(f.body.variables.len());
    Ok(Some(Said { from, to: f.body.code.len(), variables, before }))
}

/// Removes the location of an instruction without emitted code, and resets the location in effect if a new block began.
pub fn after<'m>(f: &mut Forward<'m>, said: Option<Said<'m>>) {
    let (Some(said), Some(debug)) = (said, f.debug.as_deref_mut()) else { return };
    if f.body.code.len() == said.to {
        if let Some(at) = said.variables.filter(|at| *at < f.body.variables.len()) {
            let words: Vec<_> = f.body.code.drain(said.from..).collect();
            f.body.variables.splice(at..at, words);
        }
        f.body.code.truncate(said.from);
        debug.place = said.before;
        return;
    }
    let mut rest = f.body.code.get(said.to..).unwrap_or_default();
    while let [first, ..] = rest {
        if *first as u16 == Op::Label as u16 {
            debug.place = Place::default();
        }
        rest = rest.get((*first >> 16).max(1) as usize..).unwrap_or_default();
    }
}

/// Returns the scope that is written for a scope: one that only repeats the file of the scope around it is replaced by that scope.
pub(super) fn unfolded(scope: Metadata<'_>) -> Metadata<'_> {
    let mut scope = scope;
    loop {
        let node = scope.debug_node();
        let outer = node.link(Link::Scope).filter(|_| node.class == Class::BlockFile);
        let Some(outer) = outer.filter(|_| node.number(Number::Discriminator) == 0) else { return scope };
        if outer.debug_node().link(Link::File) != node.link(Link::File) {
            return scope;
        }
        scope = outer;
    }
}

/// Returns the scope that is written for a scope if the line has the file: scopes that only change the file are skipped.
pub(super) fn without_files(mut scope: Metadata<'_>) -> Metadata<'_> {
    loop {
        let node = scope.debug_node();
        let is_folded = node.class == Class::BlockFile && node.number(Number::Discriminator) == 0;
        let Some(outer) = node.link(Link::Scope).filter(|_| is_folded) else { return scope };
        scope = outer;
    }
}

/// Emits a location, if it differs from the one in effect.
pub(super) fn locate<'m>(f: &mut Forward<'m>, location: Option<Metadata<'m>>) -> Result<()> {
    let Some(debug) = f.debug.as_deref() else { return Ok(()) };
    let now = debug.place;
    if now.node == location {
        return Ok(());
    }
    let next = match location {
        Some(location) => place_of(f, location)?,
        None => Place::default(),
    };
    let set = f.debug.as_deref().and_then(|debug| debug.set);
    if set.is_some() && next.scope != now.scope {
        match next.scope {
            (0, _) => extended(f, &[number::NO_SCOPE])?,
            (scope, 0) => extended(f, &[number::SCOPE, scope])?,
            (scope, inlined) => extended(f, &[number::SCOPE, scope, inlined])?,
        }
    }
    if next.line != now.line {
        let (file, line, column) = next.line;
        match (set.is_some_and(|set| set.is_of_shaders()), line) {
            _ if file == 0 && now.line.0 == 0 => {}
            (true, 0) => extended(f, &[number::NO_LINE])?,
            (true, _) => {
                let end = column.saturating_add(f.options.policy.ends_lines_behind_columns.into());
                let line = constants::word(f, line)?;
                let (column, end) = (constants::word(f, column)?, constants::word(f, end)?);
                extended(f, &[number::LINE, file, line, line, column, end])?;
            }
            (false, _) if file == 0 => f.emit(Op::NoLine, &[])?,
            (false, _) => f.emit(Op::Line, &[file, line, column])?,
        }
    }
    if let Some(debug) = f.debug.as_deref_mut() {
        debug.place = next;
    }
    Ok(())
}

/// The ids of a location.
fn place_of<'m>(f: &mut Forward<'m>, location: Metadata<'m>) -> Result<Place<'m>> {
    let node = location.debug_node();
    let (line, column) = (node.word(Number::Line), node.word(Number::Column));
    let scope = node.link(Link::Scope);
    let debug = f.debug.as_deref();
    let known = scope.and_then(|scope| debug?.scopes.get(&scope)).copied().unwrap_or_default();
    let set = debug.and_then(|debug| debug.set);
    let is_of_shaders = set.is_some_and(|set| set.is_of_shaders());
    let mut place = Place { node: Some(location), ..Place::default() };
    let mut now = known;
    if set.is_some() {
        let says_file = line != 0 || !is_of_shaders;
        let [hidden, shown] = &mut now.written;
        let written = match (if says_file { shown } else { hidden }, scope) {
            (_, None) => 0,
            (slot, Some(scope)) => *slot.get_or_insert_with(|| {
                let scope = if says_file { without_files(scope) } else { unfolded(scope) };
                reserve(f, (scope, Role::Full))
            }),
        };
        let inlined = node.link(Link::InlinedAt).map_or(0, |inlined| reserve(f, (inlined, Role::Full)));
        place.scope = (written, inlined);
    }
    let file = match now.file {
        Some(file) => file,
        None => match scope.and_then(|scope| scope.debug_node().link(Link::File)) {
            None => 0,
            Some(file) if is_of_shaders => reserve(f, (file, Role::Full)),
            Some(file) => path(f, file)?,
        },
    };
    now.file = Some(file);
    place.line = match file {
        0 => (0, 0, 0),
        _ => (file, line, if line == 0 && is_of_shaders { 0 } else { column }),
    };
    if let Some((debug, scope)) = f.debug.as_deref_mut().zip(scope).filter(|_| now != known) {
        debug.scopes.insert(scope, now);
    }
    Ok(place)
}

/// The `OpString` of the path of a file.
pub(super) fn path<'m>(f: &mut Forward<'m>, file: Metadata<'m>) -> Result<Id> {
    if let Some(id) = f.debug.as_deref().and_then(|debug| debug.file_paths.get(&file)) {
        return Ok(*id);
    }
    let node = file.debug_node();
    let (directory, name) = (node.bytes(Link::Directory), node.bytes(Link::Name));
    let path = paths::join(&String::from_utf8_lossy(directory), &String::from_utf8_lossy(name)).replace('\0', "");
    let id = f.spv.string(&path)?;
    if let Some(debug) = f.debug.as_deref_mut() {
        debug.file_paths.insert(file, id);
    }
    Ok(id)
}

/// Returns the id reserved for a node outside of functions.
pub(super) fn reserve<'m>(f: &mut Forward<'m>, key: Key<'m>) -> Id {
    let Some(debug) = f.debug.as_deref_mut() else { return 0 };
    if let Some(id) = debug.progress.id(key) {
        return id;
    }
    let id = f.spv.fresh();
    debug.progress.set_id(key, id);
    debug.pending.push((Pending::Node(key), id));
    id
}

/// An instruction of the set in the current block.
pub(super) fn extended(f: &mut Forward<'_>, words: &[u32]) -> Result<()> {
    let Some(set) = f.debug.as_deref().and_then(|debug| debug.set) else { return Ok(()) };
    let [void, set] = head(f, set)?;
    let id = f.spv.fresh();
    f.spv.note(Op::ExtInst);
    write::value(&mut f.body.code, Op::ExtInst, [void, id, set], words)
}

/// Returns the type of instructions of the set, and the id of the set.
fn head(f: &mut Forward<'_>, set: Set) -> Result<[Id; 2]> {
    if let Some(head) = f.debug.as_deref().and_then(|debug| debug.head) {
        return Ok(head);
    }
    let head = [f.spv.unique_type(Op::TypeVoid, &[])?, f.spv.ext_inst_set(set.name())];
    f.debug.iter_mut().for_each(|debug| debug.head = Some(head));
    Ok(head)
}

pub(super) fn lose(f: &mut Forward<'_>, what: &str) {
    if let Some(debug) = f.debug.as_deref_mut() {
        *debug.lost.entry(what.to_owned()).or_default() += 1;
    }
}
