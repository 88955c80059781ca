//! Random types: each may refer to any other.

use super::graph::{Graph, list};
use llvm_spirv::options::DebugInfo;

/// The size of a pointer in bits.
const POINTER: u64 = 64;

impl Graph {
    /// Adds the types.
    pub(super) fn types(&mut self) {
        let count = 3 + self.random.below(14);
        for place in 0..count {
            let id = self.fresh();
            self.types.push(id);
            self.sizes.push(0);
            let (ty, size, is_array) = self.one_type(place, id);
            self.sizes[place] = size;
            if !ty.starts_with("!DISubroutineType") {
                self.held.push(id);
            }
            if !is_array {
                self.single.push(id);
            }
            self.entities.push(id);
            self.nodes.push(format!("!{id} = {ty}"));
        }
    }

    /// Returns an earlier type, without cycles, and its size.
    fn earlier(&mut self, place: usize) -> (String, u64) {
        match place {
            0 => ("null".to_owned(), 0),
            _ => {
                let chosen = self.random.below(place);
                (format!("!{}", self.types[chosen]), self.sizes[chosen])
            }
        }
    }

    /// Returns a type, its size, and whether it is an array.
    fn one_type(&mut self, place: usize, id: usize) -> (String, u64, bool) {
        let line = self.random.below(90) + 1;
        let (earlier, size) = self.earlier(place);
        let file = self.file();
        match self.random.below(14) {
            _ if place == 0 => ("!DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)".to_owned(), 32, false),
            0 | 1 => self.basic(place),
            2 | 3 => (self.pointer(), POINTER, false),
            4 => {
                let scope = self.type_scope();
                (
                    format!(
                        "!DIDerivedType(tag: DW_TAG_typedef, name: \"t{place}\", {scope}file: !{file}, line: {line}, baseType: {earlier})"
                    ),
                    size,
                    false,
                )
            }
            5 => {
                let tag = self.one_of(&["const", "volatile", "restrict", "atomic"]);
                let (base, size) = if self.random.one_in(5) { ("null".to_owned(), 0) } else { (earlier, size) };
                (format!("!DIDerivedType(tag: DW_TAG_{tag}_type, baseType: {base})"), size, false)
            }
            6 => self.array(),
            7 => self.vector(),
            8 => {
                let ty = self.enumeration(place, line);
                let size = if ty.contains("DIFlagFwdDecl") { 0 } else { 32 };
                (ty, size, false)
            }
            9 => {
                // It does not name itself.
                self.types.pop();
                let types = self.list_of_types(true);
                self.types.push(id);
                let flags = self.one_of(&["", "flags: DIFlagLValueReference, ", "flags: DIFlagRValueReference, "]);
                (format!("!DISubroutineType({flags}types: {types})"), 0, false)
            }
            10 if !self.composites.is_empty() => {
                let class = self.random.pick(&self.composites.clone());
                (
                    format!("!DIDerivedType(tag: DW_TAG_ptr_to_member_type, baseType: {earlier}, extraData: !{class})"),
                    0,
                    false,
                )
            }
            11 if self.is_last() => self.of_fortran(place),
            _ => self.composite(place, id, line),
        }
    }

    fn basic(&mut self, place: usize) -> (String, u64, bool) {
        if self.random.one_in(8) {
            return (format!("!DIBasicType(tag: DW_TAG_unspecified_type, name: \"nothing{place}\")"), 0, false);
        }
        let mut kinds = vec!["boolean", "float", "signed", "unsigned", "signed_char", "unsigned_char", "address"];
        if self.is_last() {
            kinds.push("complex_float");
        }
        let kind = self.one_of(&kinds);
        let size = [8, 16, 32, 64][self.random.below(4)];
        let flags = if self.is_of_shaders() { self.one_of(&["", ", flags: DIFlagArtificial"]) } else { String::new() };
        (format!("!DIBasicType(name: \"b{place}\", size: {size}, encoding: DW_ATE_{kind}{flags})"), size, false)
    }

    /// Returns a pointer or reference to any type, possibly in a cycle.
    fn pointer(&mut self) -> String {
        let to = match self.composites.is_empty() {
            true => self.types[0],
            false => self.random.pick(&self.composites.clone()),
        };
        let to = if self.random.one_in(6) { "null".to_owned() } else { format!("!{to}") };
        let tag = self.one_of(&["pointer", "reference", "rvalue_reference"]);
        let space = self.one_of(&["", ", dwarfAddressSpace: 1", ", dwarfAddressSpace: 2", ", dwarfAddressSpace: 3"]);
        let flags = self.one_of(&["", "", ", flags: DIFlagArtificial | DIFlagObjectPointer"]);
        format!("!DIDerivedType(tag: DW_TAG_{tag}_type, baseType: {to}, size: {POINTER}{flags}{space})")
    }

    fn array(&mut self) -> (String, u64, bool) {
        let base = self.random.pick(&self.single.clone());
        let place = self.types.iter().position(|ty| *ty == base).unwrap_or_default();
        let (mut size, mut ranges) = (self.sizes[place], Vec::new());
        for _ in 0..1 + self.random.below(3) {
            let count = self.random.below(30) as u64 + 1;
            let lower = self.one_of(&["", "", ", lowerBound: 1", ", lowerBound: 7"]);
            let range = match self.random.below(8) {
                0 => {
                    size = 0;
                    if self.is_last() { "lowerBound: 0".to_owned() } else { String::new() }
                }
                _ => {
                    size *= count;
                    format!("count: {count}{lower}")
                }
            };
            let range = if self.is_last() && self.random.one_in(4) { self.bounds(&mut size) } else { range };
            ranges.push(self.add(&format!("!DISubrange({range})")));
        }
        let said = if size == 0 { String::new() } else { format!(", size: {size}") };
        let ranges = list(&ranges);
        (
            format!("!DICompositeType(tag: DW_TAG_array_type, baseType: !{base}{said}, elements: !{{{ranges}}})"),
            size,
            true,
        )
    }

    /// Returns a range by its bounds.
    fn bounds(&mut self, size: &mut u64) -> String {
        *size = 0;
        self.one_of(&[
            "lowerBound: 2, upperBound: 9, stride: 4",
            if self.has_long { "lowerBound: -3, upperBound: 3" } else { "lowerBound: 3, upperBound: 3" },
            "lowerBound: !DIExpression(DW_OP_push_object_address, DW_OP_deref), upperBound: !DIExpression(DW_OP_push_object_address, DW_OP_plus_uconst, 8, DW_OP_deref)",
        ])
    }

    fn vector(&mut self) -> (String, u64, bool) {
        let base = self.types[0];
        let count = [2, 3, 4, 8, 16][self.random.below(5)];
        let size = 32 * if count == 3 { 4 } else { count };
        let range = self.add(&format!("!DISubrange(count: {count})"));
        (
            format!(
                "!DICompositeType(tag: DW_TAG_array_type, baseType: !{base}, size: {size}, flags: DIFlagVector, elements: !{{!{range}}})"
            ),
            size,
            false,
        )
    }

    /// Returns a string or an array with dynamic bounds.
    fn of_fortran(&mut self, place: usize) -> (String, u64, bool) {
        if self.random.one_in(2) {
            let more = self.one_of(&[
                "",
                ", stringLengthExpression: !DIExpression(DW_OP_push_object_address, DW_OP_plus_uconst, 8)",
            ]);
            return (format!("!DIStringType(name: \"character{place}\", size: 40{more})"), 40, false);
        }
        let range = self.add("!DISubrange(lowerBound: 1, upperBound: 9)");
        let base = self.types[0];
        let rank = self.one_of(&["", ", rank: 2", ", rank: !DIExpression(DW_OP_push_object_address, DW_OP_deref)"]);
        (
            format!(
                "!DICompositeType(tag: DW_TAG_array_type, baseType: !{base}, elements: !{{!{range}}}, dataLocation: !DIExpression(DW_OP_push_object_address, DW_OP_deref), associated: !DIExpression(DW_OP_push_object_address, DW_OP_plus_uconst, 16, DW_OP_deref){rank})"
            ),
            0,
            true,
        )
    }

    fn enumeration(&mut self, place: usize, line: usize) -> String {
        let is_signed = self.random.one_in(2);
        let kind = if is_signed { "signed" } else { "unsigned" };
        let base = self.add(&format!("!DIBasicType(name: \"e{kind}\", size: 32, encoding: DW_ATE_{kind})"));
        let (file, scope) = (self.file(), self.type_scope());
        if self.random.one_in(6) {
            return format!(
                "!DICompositeType(tag: DW_TAG_enumeration_type, name: \"e{place}\", {scope}file: !{file}, line: {line}, baseType: !{base}, flags: DIFlagFwdDecl)"
            );
        }
        let mut all = Vec::new();
        for number in 0..self.random.below(4) {
            let value = match is_signed {
                true => number as i64 * 7 - i64::from(self.random.one_in(2)),
                false => number as i64 * 0x3fff_ffff,
            };
            let unsigned = if is_signed { "" } else { ", isUnsigned: true" };
            all.push(self.add(&format!("!DIEnumerator(name: \"v{number}\", value: {value}{unsigned})")));
        }
        let flags = self.one_of(&["", ", flags: DIFlagEnumClass"]);
        format!(
            "!DICompositeType(tag: DW_TAG_enumeration_type, name: \"e{place}\", {scope}file: !{file}, line: {line}, baseType: !{base}, size: 32{flags}, elements: !{{{}}})",
            list(&all)
        )
    }

    fn composite(&mut self, place: usize, id: usize, line: usize) -> (String, u64, bool) {
        let tag = self.one_of(&["structure", "class", "union"]);
        let (file, scope) = (self.file(), self.type_scope());
        let name = if self.random.one_in(5) { String::new() } else { format!("name: \"s{place}\", ") };
        let identifier = match self.random.one_in(2) && !name.is_empty() {
            true => format!(", identifier: \"_ZTS{place}\""),
            false => String::new(),
        };
        if !name.is_empty() && self.random.one_in(8) {
            return (
                format!(
                    "!DICompositeType(tag: DW_TAG_{tag}_type, {name}{scope}file: !{file}, line: {line}, flags: DIFlagFwdDecl{identifier})"
                ),
                0,
                false,
            );
        }
        if !name.is_empty() && self.random.one_in(10) {
            return (
                format!(
                    "!DICompositeType(tag: DW_TAG_{tag}_type, {name}{scope}file: !{file}, line: {line}{identifier})"
                ),
                0,
                false,
            );
        }
        self.composites.push(id);
        let members: Vec<_> = (0..self.random.below(6)).map(|number| self.member(id, number)).collect();
        let templates = self.templates(3);
        let flags = self.one_of(&[
            "",
            ", flags: DIFlagTypePassByValue",
            ", flags: DIFlagTypePassByReference",
            ", flags: DIFlagPrivate",
        ]);
        let size = 32 * (place as u64 + 1);
        (
            format!(
                "distinct !DICompositeType(tag: DW_TAG_{tag}_type, {name}{scope}file: !{file}, line: {line}, size: {size}{flags}, elements: !{{{}}}{templates}{identifier})",
                list(&members)
            ),
            size,
            false,
        )
    }

    /// Returns a namespace or a composite as the scope of a type.
    fn type_scope(&mut self) -> String {
        match self.random.below(4) {
            0 if !self.spaces.is_empty() => format!("scope: !{}, ", self.random.pick(&self.spaces.clone())),
            1 if self.composites.len() > 1 => format!("scope: !{}, ", self.composites[0]),
            _ => String::new(),
        }
    }

    fn member(&mut self, of: usize, number: usize) -> usize {
        let ty = self.random.pick(&self.types.clone());
        let (file, line) = (self.file(), self.random.below(90) + 1);
        let access = self.one_of(&[
            "",
            ", flags: DIFlagPublic",
            ", flags: DIFlagPrivate",
            ", flags: DIFlagProtected | DIFlagArtificial",
        ]);
        match self.random.below(9) {
            0 => {
                let (ty, value) = self.held_value(ty);
                let extra = value.map_or_else(String::new, |value| format!(", extraData: {value}"));
                let tag = if self.dwarf < 5 { "member" } else { "variable" };
                let id = self.add(&format!("!DIDerivedType(tag: DW_TAG_{tag}, name: \"s{number}\", scope: !{of}, file: !{file}, line: {line}, baseType: !{ty}, flags: DIFlagPublic | DIFlagStaticMember{extra})"));
                self.statics.push((id, of));
                id
            }
            1 if self.composites.len() > 1 => {
                let base = self.composites[0];
                self.add(&format!(
                    "!DIDerivedType(tag: DW_TAG_inheritance, scope: !{of}, baseType: !{base}, offset: {}{access})",
                    32 * number
                ))
            }
            2 | 3 => {
                let list = self.list_of_types(true);
                // Older sets know templates of composites and of defined functions alone.
                let templates = if self.set == DebugInfo::NonSemantic200 { self.templates(6) } else { String::new() };
                let own = self.one_of(&[
                    "DIFlagPrototyped",
                    "DIFlagPublic | DIFlagExplicit | DIFlagPrototyped",
                    "DIFlagPrototyped | DIFlagLValueReference",
                ]);
                let flags = self.one_of(&["0", "DISPFlagOptimized"]);
                let function = self.add(&format!("!DISubroutineType(types: {list})"));
                let id = self.add(&format!("!DISubprogram(name: \"m{number}\", linkageName: \"_Z{of}m{number}\", scope: !{of}, file: !{file}, line: {line}, type: !{function}, scopeLine: {line}, flags: {own}, spFlags: {flags}{templates})"));
                self.methods.push((id, of));
                id
            }
            4 if !self.is_last() => self.bit_field(of, number, file, line),
            _ => {
                let bits =
                    if self.is_last() && self.random.one_in(4) { ", flags: DIFlagBitField" } else { access.as_str() };
                // A member of another size than that of its type is a bit-field, in the sets without a flag (D-138).
                let place = self.types.iter().position(|known| *known == ty);
                let size =
                    place.and_then(|place| self.sizes.get(place).copied()).filter(|size| *size > 0).unwrap_or(32);
                self.add(&format!("!DIDerivedType(tag: DW_TAG_member, name: \"m{number}\", scope: !{of}, file: !{file}, line: {line}, baseType: !{ty}, size: {size}, offset: {}{bits})", 32 * number))
            }
        }
    }

    /// Returns a bit-field of the first type, a 32-bit integer.
    fn bit_field(&mut self, of: usize, number: usize, file: usize, line: usize) -> usize {
        let (ty, size, storage) = (self.types[0], 1 + self.random.below(30), 32 * number);
        let offset = storage + self.random.below(32 - size);
        self.add(&format!("!DIDerivedType(tag: DW_TAG_member, name: \"m{number}\", scope: !{of}, file: !{file}, line: {line}, baseType: !{ty}, size: {size}, offset: {offset}, flags: DIFlagBitField, extraData: i64 {storage})"))
    }

    /// Returns a type and a value of the same width: a 32-bit number, a character or a boolean; or the given type and
    /// no value.
    fn held_value(&mut self, ty: usize) -> (usize, Option<&'static str>) {
        match self.random.below(4) {
            0 => (self.types[0], Some("i32 7")),
            1 => (self.add("!DIBasicType(name: \"char\", size: 8, encoding: DW_ATE_signed_char)"), Some("i8 -3")),
            2 => (self.add("!DIBasicType(name: \"bool\", size: 8, encoding: DW_ATE_boolean)"), Some("i1 true")),
            _ => (ty, None),
        }
    }

    /// Returns template parameters, once in `rarely` times.
    pub(super) fn templates(&mut self, rarely: usize) -> String {
        if !self.random.one_in(rarely) {
            return String::new();
        }
        let mut all = Vec::new();
        for place in 0..1 + self.random.below(2) {
            let ty = self.types[0];
            let node = match self.random.below(3) {
                0 => format!("!DITemplateValueParameter(name: \"N{place}\", type: !{ty}, value: i32 {place})"),
                1 if self.has_long => {
                    format!("!DITemplateValueParameter(name: \"L{place}\", type: !{ty}, value: i64 -5)")
                }
                _ => match self.held_value(ty) {
                    (ty, Some(value)) => {
                        format!("!DITemplateValueParameter(name: \"V{place}\", type: !{ty}, value: {value})")
                    }
                    (ty, None) => format!("!DITemplateTypeParameter(name: \"T{place}\", type: !{ty})"),
                },
            };
            all.push(self.add(&node));
        }
        format!(", templateParams: !{{{}}}", list(&all))
    }

    /// Returns a result and parameters; the last may be an ellipsis.
    pub(super) fn list_of_types(&mut self, may_be_void: bool) -> String {
        let result =
            if may_be_void && self.random.one_in(2) { "null".to_owned() } else { format!("!{}", self.types[0]) };
        let mut all = vec![result];
        for _ in 0..self.random.below(4) {
            all.push(format!("!{}", self.any_type()));
        }
        if all.len() > 1 && self.random.one_in(5) {
            all.push("null".to_owned());
        }
        format!("!{{{}}}", all.join(", "))
    }
}
