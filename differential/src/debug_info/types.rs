//! Random types: each may name any other one.

use super::graph::Graph;

impl Graph {
    /// Adds the types.
    pub(super) fn types(&mut self) {
        let count = 3 + self.random.below(12);
        self.types = (0..count).map(|_| self.fresh()).collect();
        for (place, id) in self.types.clone().into_iter().enumerate() {
            let ty = self.one_type(place, id);
            self.nodes.push(format!("!{id} = {ty}"));
        }
    }

    /// A type before this one, which no circle leads through.
    fn earlier(&mut self, place: usize) -> String {
        match place {
            0 => "null".to_owned(),
            _ => format!("!{}", self.types[self.random.below(place)]),
        }
    }

    fn one_type(&mut self, place: usize, id: usize) -> String {
        let line = self.random.below(90) + 1;
        let earlier = self.earlier(place);
        match self.random.below(12) {
            _ if place == 0 => "!DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)".to_owned(),
            0 | 1 => self.basic(place),
            2 | 3 => self.pointer(),
            4 => format!(
                "!DIDerivedType(tag: DW_TAG_typedef, name: \"t{place}\", file: !1, line: {line}, baseType: {earlier})"
            ),
            5 => {
                let tag = ["const", "volatile", "restrict", "atomic"][self.random.below(4)];
                format!("!DIDerivedType(tag: DW_TAG_{tag}_type, baseType: {earlier})")
            }
            6 => self.array(&earlier),
            7 => self.enumeration(place, line),
            8 => {
                let (result, parameter) = (self.earlier(place), self.earlier(place));
                format!("!DISubroutineType(types: !{{{result}, {parameter}}})")
            }
            _ => self.composite(place, id, line),
        }
    }

    fn basic(&mut self, place: usize) -> String {
        let kinds = ["boolean", "float", "signed", "unsigned", "signed_char", "unsigned_char"];
        let kind = kinds[self.random.below(kinds.len())];
        let size = [8, 16, 32, 64][self.random.below(4)];
        format!("!DIBasicType(name: \"b{place}\", size: {size}, encoding: DW_ATE_{kind})")
    }

    /// A pointer or reference to any type, also to one that leads back to it.
    fn pointer(&mut self) -> String {
        let to = self.composite_or(0);
        let tag = ["pointer", "reference", "rvalue_reference"][self.random.below(3)];
        let space = ["", ", dwarfAddressSpace: 1", ", dwarfAddressSpace: 3"][self.random.below(3)];
        format!("!DIDerivedType(tag: DW_TAG_{tag}_type, baseType: !{to}, size: 64{space})")
    }

    /// The composite of a number, if there is one yet, or the first type.
    fn composite_or(&mut self, otherwise: usize) -> usize {
        match self.composites.is_empty() {
            true => self.types[otherwise],
            false => self.composites[self.random.below(self.composites.len())],
        }
    }

    fn array(&mut self, base: &str) -> String {
        if base == "null" {
            return "!DIBasicType(tag: DW_TAG_unspecified_type, name: \"nothing\")".to_owned();
        }
        let ranges = (0..1 + self.random.below(2)).map(|_| self.range()).collect::<Vec<_>>().join(", ");
        format!("!DICompositeType(tag: DW_TAG_array_type, baseType: {base}, elements: !{{{ranges}}})")
    }

    fn range(&mut self) -> String {
        let id = self.fresh();
        let count = self.random.below(30) + 1;
        self.nodes.push(format!("!{id} = !DISubrange(count: {count})"));
        format!("!{id}")
    }

    fn enumeration(&mut self, place: usize, line: usize) -> String {
        let mut list = Vec::new();
        for value in 0..self.random.below(4) {
            let id = self.fresh();
            let value = value as i64 * 7 - i64::from(self.random.one_in(2));
            self.nodes.push(format!("!{id} = !DIEnumerator(name: \"e{value}\", value: {value})"));
            list.push(format!("!{id}"));
        }
        let (list, base) = (list.join(", "), self.types[0]);
        format!(
            "!DICompositeType(tag: DW_TAG_enumeration_type, name: \"e{place}\", file: !1, line: {line}, baseType: !{base}, size: 32, elements: !{{{list}}})"
        )
    }

    fn composite(&mut self, place: usize, id: usize, line: usize) -> String {
        let tag = ["structure", "class", "union"][self.random.below(3)];
        let name = if self.random.one_in(4) { String::new() } else { format!("name: \"s{place}\", ") };
        if !name.is_empty() && self.random.one_in(8) {
            return format!(
                "!DICompositeType(tag: DW_TAG_{tag}_type, {name}file: !1, line: {line}, flags: DIFlagFwdDecl)"
            );
        }
        self.composites.push(id);
        let members: Vec<_> = (0..self.random.below(5)).map(|number| self.member(id, number, line)).collect();
        let scope = self.scope_of_type(place);
        let templates = if self.random.one_in(4) { self.templates() } else { String::new() };
        let identifier = if self.random.one_in(2) && !name.is_empty() {
            format!(", identifier: \"_ZTS{place}\"")
        } else {
            String::new()
        };
        let members = members.join(", ");
        format!(
            "distinct !DICompositeType(tag: DW_TAG_{tag}_type, {name}{scope}file: !1, line: {line}, size: {}, elements: !{{{members}}}{templates}{identifier})",
            32 * (place + 1)
        )
    }

    /// A namespace or a composite around a type.
    fn scope_of_type(&mut self, place: usize) -> String {
        match self.random.below(4) {
            0 if !self.namespaces.is_empty() => {
                format!("scope: !{}, ", self.namespaces[self.random.below(self.namespaces.len())])
            }
            1 if self.composites.len() > 1 => {
                format!("scope: !{}, ", self.composites[(place + 1) % (self.composites.len() - 1)])
            }
            _ => String::new(),
        }
    }

    fn member(&mut self, of: usize, number: usize, line: usize) -> String {
        let id = self.fresh();
        let ty = self.types[self.random.below(self.types.len())];
        let node = match self.random.below(8) {
            0 => format!(
                "!DIDerivedType(tag: DW_TAG_variable, name: \"s{number}\", scope: !{of}, file: !1, line: {line}, baseType: !{ty}, flags: DIFlagStaticMember)"
            ),
            1 if self.composites.len() > 1 => {
                let base = self.composites[0];
                let base = if base == of { ty } else { base };
                format!(
                    "!DIDerivedType(tag: DW_TAG_inheritance, scope: !{of}, baseType: !{base}, offset: {}, flags: DIFlagPublic)",
                    32 * number
                )
            }
            2 => {
                let list = self.list_of_types(true);
                format!(
                    "!DISubprogram(name: \"m{number}\", linkageName: \"_Z{of}m{number}\", scope: !{of}, file: !1, line: {line}, type: !DISubroutineType(types: {list}), scopeLine: {line}, flags: DIFlagPrototyped, spFlags: 0)"
                )
            }
            _ => format!(
                "!DIDerivedType(tag: DW_TAG_member, name: \"m{number}\", scope: !{of}, file: !1, line: {line}, baseType: !{ty}, size: 32, offset: {}, flags: DIFlagPrivate)",
                32 * number
            ),
        };
        self.nodes.push(format!("!{id} = {node}"));
        format!("!{id}")
    }

    fn templates(&mut self) -> String {
        let (first, second, ty) = (self.fresh(), self.fresh(), self.types[0]);
        self.nodes.push(format!("!{first} = !DITemplateTypeParameter(name: \"T\", type: !{ty})"));
        self.nodes
            .push(format!("!{second} = !DITemplateValueParameter(name: \"N\", type: !{ty}, value: i32 {second})"));
        format!(", templateParams: !{{!{first}, !{second}}}")
    }

    /// A result and parameters.
    pub(super) fn list_of_types(&mut self, may_be_void: bool) -> String {
        let mut list =
            vec![if may_be_void && self.random.one_in(2) { "null".to_owned() } else { format!("!{}", self.types[0]) }];
        for _ in 0..self.random.below(4) {
            list.push(format!("!{}", self.types[self.random.below(self.types.len())]));
        }
        format!("!{{{}}}", list.join(", "))
    }
}
