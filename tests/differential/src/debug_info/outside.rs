//! Random units, files, namespaces, modules, imported entities and macros.

use super::graph::{Graph, list};

impl Graph {
    /// Adds files and nodes that are not nested in types or functions.
    pub(super) fn outside(&mut self) {
        for place in 0..1 + self.random.below(4) {
            let (digits, kind) = [(32, "MD5"), (40, "SHA1"), (64, "SHA256")][self.random.below(3)];
            let sum = match self.random.below(2) {
                0 => String::new(),
                _ => format!(", checksumkind: CSK_{kind}, checksum: \"{}\"", "5a".repeat(digits / 2)),
            };
            let text = self.one_of(&["", "", ", source: \"kernel void f() {}\\0A\"", ", source: \"\""]);
            let directory = self.one_of(&["/src", "/src/include", "."]);
            let id = self.add(&format!("!DIFile(filename: \"k{place}.cl\", directory: \"{directory}\"{sum}{text})"));
            self.files.push(id);
        }
        self.units = (0..1 + usize::from(self.random.one_in(5))).map(|_| self.fresh()).collect();
        for place in 0..self.random.below(4) {
            let outer = match self.spaces.last() {
                Some(outer) if self.random.one_in(2) => format!("!{outer}"),
                _ => "null".to_owned(),
            };
            let node = match self.is_last() && self.random.one_in(3) {
                true => format!(
                    "!DIModule(scope: {outer}, name: \"m{place}\", configMacros: \"-DX\", includePath: \"/inc\", apinotes: \"notes\", file: !{}, line: {place}, isDecl: {})",
                    self.file(),
                    self.random.one_in(2)
                ),
                false => {
                    let exported = self.is_last() && self.random.one_in(2);
                    let name = if self.random.one_in(5) { String::new() } else { format!("name: \"n{place}\", ") };
                    format!("!DINamespace({name}scope: {outer}, exportSymbols: {exported})")
                }
            };
            let id = self.add(&node);
            self.spaces.push(id);
            self.entities.push(id);
        }
    }

    /// Returns a namespace or module, or else the given scope.
    pub(super) fn outer_scope(&mut self, otherwise: usize) -> usize {
        match self.spaces.is_empty() || !self.random.one_in(3) {
            true => otherwise,
            false => self.random.pick(&self.spaces.clone()),
        }
    }

    /// Returns an imported entity in a scope.
    pub(super) fn import(&mut self, scope: usize) -> Option<usize> {
        let entity = match self.entities.is_empty() {
            true => return None,
            false => self.random.pick(&self.entities.clone()),
        };
        let tag = if self.spaces.contains(&entity) { "module" } else { "declaration" };
        let (file, line) = (self.file(), self.random.below(90) + 1);
        let name = if self.random.one_in(2) { format!("name: \"i{line}\", ") } else { String::new() };
        Some(self.add(&format!("!DIImportedEntity(tag: DW_TAG_imported_{tag}, {name}scope: !{scope}, entity: !{entity}, file: !{file}, line: {line})")))
    }

    fn macros(&mut self) -> Vec<usize> {
        let mut all = Vec::new();
        for place in 0..self.random.below(4) {
            let value = self.one_of(&["", ", value: \"1\"", ", value: \"(x) + 1\""]);
            all.push(self.add(&format!("!DIMacro(type: DW_MACINFO_define, line: {place}, name: \"M{place}\"{value})")));
            if self.random.one_in(3) {
                let line = place + 9;
                all.push(self.add(&format!("!DIMacro(type: DW_MACINFO_undef, line: {line}, name: \"M{place}\")")));
            }
        }
        all
    }

    /// Returns the types that a unit lists, with some of the enumerations in a separate list.
    fn enumerations_apart(&mut self, types: Vec<usize>) -> (Vec<usize>, Vec<usize>) {
        let number = |node: &str| node.strip_prefix('!')?.split_once(" = ")?.0.parse::<usize>().ok();
        let enumerations = self.nodes.iter().filter(|node| node.contains("tag: DW_TAG_enumeration_type"));
        let all: Vec<_> = enumerations.filter_map(|node| number(node)).collect();
        let is_enumeration = |id: &usize| all.contains(id);
        let (enumerations, mut others): (Vec<_>, Vec<_>) = types.into_iter().partition(is_enumeration);
        let (listed, retained): (Vec<_>, Vec<_>) = enumerations.into_iter().partition(|_| !self.random.one_in(4));
        others.extend(retained);
        (listed, others)
    }

    /// Returns the fields of a unit.
    pub(super) fn unit(&mut self, place: usize, globals: &[usize]) -> String {
        // In the first ones the address space of a variable is said.
        const WITH_SPACES: usize = 7;
        const LANGUAGES: &[&str] = &[
            "DW_LANG_OpenCL",
            "DW_LANG_OpenCL",
            "DW_LANG_C99",
            "DW_LANG_C_plus_plus_14",
            "DW_LANG_HLSL",
            "DW_LANG_C11",
            "DW_LANG_C_plus_plus_20",
            "DW_LANG_Rust",
            "DW_LANG_Zig",
            "DW_LANG_GLSL",
            "DW_LANG_Fortran08",
            "DW_LANG_Julia",
        ];
        let language = self.one_of(if globals.is_empty() { LANGUAGES } else { &LANGUAGES[..WITH_SPACES] });
        let file = self.files[place % self.files.len()];
        let mut fields = format!("language: {language}, file: !{file}, producer: \"random {place}\"");
        let (optimised, version) = (self.random.one_in(2), self.random.below(3));
        fields += &format!(", isOptimized: {optimised}, runtimeVersion: {version}");
        fields += &self.one_of(&["", ", flags: \"-O2 -g\""]);
        fields += &self.one_of(&["", ", splitDebugFilename: \"k.dwo\", dwoId: 77"]);
        fields += &self.one_of(&[
            ", emissionKind: FullDebug",
            ", emissionKind: LineTablesOnly",
            ", emissionKind: DebugDirectivesOnly",
        ]);
        fields += &self.one_of(&["", ", splitDebugInlining: false"]);
        fields += &self.one_of(&["", ", debugInfoForProfiling: true"]);
        fields += &self.one_of(&["", ", nameTableKind: None", ", nameTableKind: GNU", ", nameTableKind: Apple"]);
        fields += &self.one_of(&["", ", rangesBaseAddress: true"]);
        fields += &self.one_of(&["", ", sysroot: \"/root\", sdk: \"kit\""]);
        if place == 0 {
            // What no list names is in the module if something else names it.
            let mut types = self.types.clone();
            types.retain(|_| !self.random.one_in(4));
            let (enumerations, types) = self.enumerations_apart(types);
            let mut imports = Vec::new();
            for _ in 0..if self.is_of_shaders() { self.random.below(3) } else { 0 } {
                let scope = self.outer_scope(self.units[0]);
                imports.extend(self.import(scope));
            }
            let macros = self.macros();
            let lists = [
                ("enums", &enumerations[..]),
                ("retainedTypes", &types),
                ("globals", globals),
                ("imports", &imports),
                ("macros", &macros),
            ];
            for (name, all) in lists.iter().filter(|list| !list.1.is_empty()) {
                fields += &format!(", {name}: !{{{}}}", list(all));
            }
        }
        fields
    }
}
