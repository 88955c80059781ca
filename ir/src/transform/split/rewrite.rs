//! Redirects the users of a partition to its new variable.

use rustc_hash::FxHashSet;

use super::choose::{Chosen, Form};
use super::make::{Extent, Maker};
use super::memory::{Copies, Sets};
use super::partitions::Partition;
use super::slices::{self, Slice, Slices};
use super::types::{self, bits};
use super::{Split, choices};
use crate::draft::{Access, Result, Type, Value};
use crate::instruction::{Opcode, flag};
use crate::transform::addresses::align_behind;
use crate::transform::promote::{is_lifetime, stored};
use crate::types::TypeKind;

/// The properties of the users of a new variable.
pub(super) struct Users<'d> {
    /// True if the variable can be promoted, except for phis and selects of its address.
    pub(super) is_promotable: bool,
    /// The phis and selects that have the address.
    pub(super) choices: Vec<Value<'d>>,
}

/// The old and the new variable, and the range of bytes that the new one takes over.
pub(super) struct Rewrite<'a, 'd> {
    pub(super) split: &'a mut Split<'d>,
    pub(super) old: Value<'d>,
    pub(super) new: Value<'d>,
    /// The type of the new variable.
    pub(super) ty: Type<'d>,
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) align: u64,
    pub(super) form: Form,
    pub(super) choices: Vec<Value<'d>>,
}

/// The bytes of a slice that are in the partition.
#[derive(Clone, Copy)]
pub(super) struct Piece<'d> {
    pub(super) slice: Slice<'d>,
    pub(super) start: u64,
    pub(super) end: u64,
}

impl Piece<'_> {
    pub(super) fn size(&self) -> u64 {
        self.end - self.start
    }

    /// Returns the number of bytes of the slice before the piece.
    pub(super) fn before(&self) -> u64 {
        self.start - self.slice.start
    }

    pub(super) fn is_all_of_slice(&self) -> bool {
        (self.start, self.end) == (self.slice.start, self.slice.end)
    }
}

/// Redirects the users of a partition from the old variable to the new one.
pub(super) fn rewrite<'d>(
    split: &mut Split<'d>,
    [old, new]: [Value<'d>; 2],
    all: &Slices<'d>,
    partition: &Partition,
    chosen: &Chosen<'d>,
) -> Result<Users<'d>> {
    let mut rewrite = Rewrite {
        split,
        old,
        new,
        ty: chosen.ty,
        start: partition.start,
        end: partition.end,
        align: new.align().unwrap_or(1),
        form: chosen.form,
        choices: Vec::new(),
    };
    let tails = partition.tails.iter().filter_map(|i| all.all.get(*i));
    let own = all.all.get(partition.slices.clone()).unwrap_or(&[]);
    let mut is_promotable = true;
    for slice in tails.chain(own) {
        is_promotable &= rewrite.slice(*slice)?;
    }
    let mut seen = FxHashSet::default();
    rewrite.choices.retain(|choice| seen.insert(*choice));
    Ok(Users { is_promotable, choices: rewrite.choices })
}

impl<'d> Rewrite<'_, 'd> {
    /// Redirects a user to the new variable; returns false if it prevents promotion.
    fn slice(&mut self, slice: Slice<'d>) -> Result<bool> {
        let (start, end) = (slice.start.max(self.start), slice.end.min(self.end));
        let piece = Piece { slice, start, end };
        match slice.user.opcode() {
            Some(Opcode::Load) => self.load(piece),
            Some(Opcode::Store) => self.store(piece),
            Some(Opcode::Phi | Opcode::Select) => self.choice(piece),
            _ if is_lifetime(slice.user) => self.lifetime(piece),
            _ => match (Sets::of(slice.user), Copies::of(slice.user)) {
                (Some(set), _) => self.set(piece, set),
                (_, Some(copy)) => self.copy(piece, copy),
                _ => Ok(false),
            },
        }
    }

    pub(super) fn maker(&self, piece: Piece<'d>, before: Value<'d>) -> Result<Maker<'d>> {
        let start = piece.slice.start.to_string();
        let prefix = [self.new.name(), b".", start.as_bytes(), b"."].concat();
        Maker::before(before, &self.split.layout, prefix)
    }

    pub(super) fn is_all(&self, piece: Piece<'d>) -> bool {
        (piece.start, piece.end) == (self.start, self.end)
    }

    /// Returns the integer type with the size of the variable.
    fn integer(&self) -> Result<Type<'d>> {
        self.split.draft.int_type(bits(self.ty).unwrap_or(8) as u32)
    }

    /// Returns the range of the variable's components that a piece covers.
    pub(super) fn extent(&self, piece: Piece<'d>) -> Extent {
        let bytes = (bits(self.ty.scalar()).unwrap_or(8) / 8).max(1);
        Extent { first: (piece.start - self.start) / bytes, count: piece.size() / bytes }
    }

    /// Returns the type of a range of components.
    pub(super) fn type_of(&self, extent: Extent) -> Result<Type<'d>> {
        match extent.count {
            1 => Ok(self.ty.scalar()),
            count => self.split.draft.vector_type(self.ty.scalar(), count as u32),
        }
    }

    pub(super) fn align_of(&self, piece: Piece<'d>) -> u64 {
        align_behind(self.align, piece.start - self.start)
    }

    /// Returns the address of a piece, with the type that the user expects.
    pub(super) fn address(&self, make: &Maker<'d>, piece: Piece<'d>, ty: Type<'d>) -> Result<Value<'d>> {
        let name = [plain_name(piece.slice.pointer.name()), b"."].concat();
        make.address(self.new, piece.start - self.start, ty, &name)
    }

    /// Returns the address of the variable; `volatile` accesses keep their address space.
    pub(super) fn variable(&self, make: &Maker<'d>, pointer: Type<'d>, is_volatile: bool) -> Result<Value<'d>> {
        if is_volatile { make.address(self.new, 0, pointer, b"") } else { Ok(self.new) }
    }

    pub(super) fn whole(&self, make: &Maker<'d>, name: &str) -> Result<Value<'d>> {
        make.load(self.ty, self.new, self.access(false), name.as_bytes())
    }

    pub(super) fn access(&self, volatile: bool) -> Access {
        Access { align: self.align, volatile }
    }

    fn load(&mut self, piece: Piece<'d>) -> Result<bool> {
        let this = piece.slice.user;
        let make = self.maker(piece, this)?;
        let draft = self.split.draft;
        let is_split = !piece.is_all_of_slice();
        let volatile = this.flags() & flag::VOLATILE != 0;
        let target = if is_split { draft.int_type(piece.size() as u32 * 8)? } else { this.ty() };
        let is_number = |ty: Type<'_>| ty.kind() == TypeKind::Integer;
        let reads_on = || {
            let is_longer = types::stored(target).is_some_and(|size| size > piece.size());
            is_number(self.ty) && is_number(target) && is_longer && !volatile
        };
        let mut is_variable = true;
        let mut value = match self.form {
            Form::Vector => make.components(self.whole(&make, "load")?, self.extent(piece))?,
            Form::Integer if is_number(this.ty()) => self.load_bytes(&make, piece, target)?,
            _ if self.is_all(piece) && (self.split.layout.can_convert(self.ty, target) || reads_on()) => {
                let from = self.variable(&make, piece.slice.pointer.ty(), volatile)?;
                let load = make.load(self.ty, from, self.access(volatile), this.name())?;
                copy_metadata(this, load)?;
                match is_number(self.ty) && is_number(target) && self.ty.size() < target.size() {
                    true => self.widened(&make, load, target)?,
                    false => load,
                }
            }
            _ => {
                let from = self.address(&make, piece, piece.slice.pointer.ty())?;
                is_variable = false;
                let access = Access { align: self.align_of(piece), volatile };
                let load = make.load(target, from, access, this.name())?;
                copy_metadata(this, load)?;
                load
            }
        };
        value = make.convert(value, target)?;
        if is_split {
            self.insert_loaded(piece, value)?
        } else {
            this.replace_uses(value)?
        }
        self.retire(piece);
        Ok(!volatile && is_variable)
    }

    /// Extends a loaded integer to a wider type; the added bits do not matter.
    fn widened(&self, make: &Maker<'d>, load: Value<'d>, target: Type<'d>) -> Result<Value<'d>> {
        let wide = make.cast(Opcode::ZExt, load, target, "load.ext")?;
        if !self.split.layout.is_big_endian {
            return Ok(wide);
        }
        let shift = make.draft.const_int(target, &[target.size() - load.ty().size()])?;
        let shifted = make.builder.binary(Opcode::Shl, wide, shift)?;
        shifted.set_name(b"endian_shift");
        Ok(shifted)
    }

    pub(super) fn load_bytes(&self, make: &Maker<'d>, piece: Piece<'d>, target: Type<'d>) -> Result<Value<'d>> {
        let mut value = make.convert(self.whole(make, "load")?, self.integer()?)?;
        if !self.is_all(piece) {
            let part = make.draft.int_type(piece.size() as u32 * 8)?;
            value = make.bytes_of(value, part, piece.start - self.start)?;
        }
        // A load may read beyond the end of the variable.
        if value.ty().size() < target.size() { make.cast(Opcode::ZExt, value, target, "") } else { Ok(value) }
    }

    /// Inserts the value of one variable into a load that covers several.
    fn insert_loaded(&self, piece: Piece<'d>, value: Value<'d>) -> Result<()> {
        let this = piece.slice.user;
        let Some(next) = this.next() else { return Ok(()) };
        let make = self.maker(piece, next)?;
        make.builder.set_location(this.metadata(0));
        let nowhere = make.draft.const_poison(piece.slice.pointer.ty())?;
        let standin = make.builder.load(this.ty(), nowhere, Access { align: 1, volatile: false })?;
        let whole = make.with_bytes(standin, value, piece.before())?;
        this.replace_uses(whole)?;
        standin.replace_uses(this)?;
        standin.erase()
    }

    fn store(&mut self, piece: Piece<'d>) -> Result<bool> {
        let this = piece.slice.user;
        let Some((stored, pointer)) = stored(this) else { return Ok(false) };
        if let Some(variable) = root(stored).filter(|_| stored.ty().kind() == TypeKind::Pointer) {
            self.split.later.insert(variable);
        }
        let make = self.maker(piece, this)?;
        let volatile = this.flags() & flag::VOLATILE != 0;
        let mut value = stored;
        if types::stored(value.ty()).is_some_and(|size| size > piece.size()) {
            value = make.bytes_of(value, make.draft.int_type(piece.size() as u32 * 8)?, piece.before())?;
        }
        let mut is_value = true;
        let store = match self.form {
            Form::Vector => {
                let value = self.with_components(&make, piece, value)?;
                make.store(value, self.new, self.access(false))?
            }
            Form::Integer if value.ty().kind() == TypeKind::Integer => {
                let value = self.with_bytes(&make, piece, value)?;
                make.store(value, self.new, self.access(false))?
            }
            _ if self.is_all(piece) && self.split.layout.can_convert(value.ty(), self.ty) => {
                let value = make.convert(value, self.ty)?;
                let to = self.variable(&make, pointer.ty(), volatile)?;
                is_value = to == self.new;
                make.store(value, to, self.access(volatile))?
            }
            _ => {
                is_value = false;
                let to = self.address(&make, piece, pointer.ty())?;
                make.store(value, to, Access { align: self.align_of(piece), volatile })?
            }
        };
        copy_metadata(this, store)?;
        self.retire(piece);
        Ok(is_value && !volatile)
    }

    /// Returns the variable's vector value with a stored value in the components of a piece.
    fn with_components(&self, make: &Maker<'d>, piece: Piece<'d>, value: Value<'d>) -> Result<Value<'d>> {
        if value.ty() == self.ty {
            return Ok(value);
        }
        let extent = self.extent(piece);
        let value = make.convert(value, self.type_of(extent)?)?;
        if value.ty() == self.ty {
            return Ok(value);
        }
        make.with_components(self.whole(make, "load")?, value, extent.first)
    }

    /// Returns the variable's value with a stored integer in the bytes of a piece.
    pub(super) fn with_bytes(&self, make: &Maker<'d>, piece: Piece<'d>, value: Value<'d>) -> Result<Value<'d>> {
        let whole = self.integer()?;
        let mut value = value;
        if value.ty() != whole {
            let old = make.convert(self.whole(make, "oldload")?, whole)?;
            value = make.with_bytes(old, value, piece.start - self.start)?;
        }
        make.convert(value, self.ty)
    }

    /// Lists a replaced user for erasure.
    pub(super) fn retire(&mut self, piece: Piece<'d>) {
        self.split.dead.push(piece.slice.user);
        self.split.may_be_dead(piece.slice.pointer);
    }

    fn lifetime(&mut self, piece: Piece<'d>) -> Result<bool> {
        let this = piece.slice.user;
        self.split.dead.push(this);
        if self.is_all(piece)
            && let Some(function) = this.callee().and_then(Value::function)
        {
            let count = this.call_arguments().count();
            let make = self.maker(piece, this)?;
            let length = make.draft.const_int(make.draft.int_type(64)?, &[piece.size()])?;
            let arguments = if count == 2 { vec![length, self.new] } else { vec![self.new] };
            make.builder.call(function, &arguments)?;
        }
        Ok(true)
    }

    /// Replaces the address in a phi or a select by one in the new variable.
    fn choice(&mut self, piece: Piece<'d>) -> Result<bool> {
        let (this, pointer) = (piece.slice.user, piece.slice.pointer);
        let first = |value: Value<'d>| value.block().and_then(|b| b.instructions().find(|i| !is_phi(*i)));
        let at = match this.opcode() {
            Some(Opcode::Phi) if is_phi(pointer) => first(pointer).unwrap_or(pointer),
            Some(Opcode::Phi) => pointer,
            _ => this,
        };
        let make = self.maker(piece, at)?;
        make.builder.set_location(if is_phi(this) { pointer.metadata(0) } else { this.metadata(0) });
        let address = self.address(&make, piece, pointer.ty())?;
        slices::replace_operand(this, pointer, address)?;
        choices::lower_alignment(this, self.align_of(piece))?;
        self.split.may_be_dead(pointer);
        self.choices.push(this);
        Ok(true)
    }
}

/// Returns a name without the prefixes and suffixes of splitting.
fn plain_name(name: &[u8]) -> &[u8] {
    const BEFORE: &[u8] = b".sroa.";
    let mut name = name;
    if let Some(at) = name.windows(BEFORE.len()).rposition(|part| part == BEFORE) {
        name = name.get(at + BEFORE.len()..).unwrap_or(name);
        // The numbers of the slice and of the offset.
        name = without_number(name).map_or(name, |rest| without_number(rest).unwrap_or(rest));
    }
    let end = name.windows(6).position(|part| part == b".sroa_").unwrap_or(name.len());
    name.get(..end).unwrap_or(name)
}

/// Returns a name without a leading number and the dot behind it.
fn without_number(name: &[u8]) -> Option<&[u8]> {
    let digits = name.iter().take_while(|byte| byte.is_ascii_digit()).count();
    name.get(digits..)?.strip_prefix(b".")
}

fn is_phi(value: Value<'_>) -> bool {
    value.opcode() == Some(Opcode::Phi)
}

/// Returns the variable that contains an address, through constant offsets and casts.
pub(super) fn root(mut address: Value<'_>) -> Option<Value<'_>> {
    // An address cannot be based on itself without a phi.
    loop {
        match address.opcode()? {
            Opcode::Alloca => return Some(address),
            Opcode::GetElementPtr | Opcode::BitCast | Opcode::AddrSpaceCast => address = address.operands().next()?,
            _ => return None,
        }
    }
}

/// Copies the metadata of a replaced access that is valid for the new one.
pub(super) fn copy_metadata<'d>(old: Value<'d>, new: Value<'d>) -> Result<()> {
    const ANY: [&str; 5] =
        ["llvm.mem.parallel_loop_access", "llvm.access.group", "alias.scope", "noalias", "noalias.addrspace"];
    const SAME: [&str; 6] = ["tbaa", "fpmath", "invariant.load", "nontemporal", "noundef", "range"];
    const POINTERS: [&str; 4] = ["nonnull", "align", "dereferenceable", "dereferenceable_or_null"];
    let draft = old.draft();
    let is_same = new.opcode() == old.opcode() && new.ty() == old.ty();
    for (kind, node) in old.attachments() {
        let name = draft.metadata_kind_name(kind).unwrap_or(b"");
        let is_in = |names: &[&str]| names.iter().any(|one| one.as_bytes() == name);
        if is_in(&ANY) || is_same && (is_in(&SAME) || is_in(&POINTERS)) {
            new.set_metadata(kind, Some(node))?;
        }
    }
    Ok(())
}
