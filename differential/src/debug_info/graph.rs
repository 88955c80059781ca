//! A random module: units, functions with scopes, locations and records, and what they name.

use crate::random::Random;
use std::fmt::Write;

/// The nodes that are made so far.
pub(super) struct Graph {
    pub(super) random: Random,
    pub(super) nodes: Vec<String>,
    pub(super) types: Vec<usize>,
    pub(super) composites: Vec<usize>,
    pub(super) namespaces: Vec<usize>,
    next: usize,
}

/// The nodes that each module has: the flags, the unit and its file.
const FIRST: usize = 4;

/// Returns a module of a seed and a number.
pub fn module(seed: u64, number: u64) -> String {
    let random = Random::new(seed, number);
    let mut graph = Graph {
        random,
        nodes: Vec::new(),
        types: Vec::new(),
        composites: Vec::new(),
        namespaces: Vec::new(),
        next: FIRST,
    };
    graph.scopes();
    graph.types();
    let functions: Vec<_> = (0..1 + graph.random.below(3)).map(|place| graph.function(place)).collect();
    let globals: Vec<_> = (0..graph.random.below(4)).map(|place| graph.global(place)).collect();
    graph.text(&functions, &globals)
}

impl Graph {
    pub(super) fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    /// Namespaces, some in others.
    fn scopes(&mut self) {
        for place in 0..self.random.below(3) {
            let id = self.fresh();
            let scope = match self.namespaces.last() {
                Some(outer) if self.random.one_in(2) => format!("!{outer}"),
                _ => "null".to_owned(),
            };
            self.nodes.push(format!("!{id} = !DINamespace(name: \"n{place}\", scope: {scope})"));
            self.namespaces.push(id);
        }
    }

    fn outer_scope(&mut self) -> String {
        match self.namespaces.as_slice() {
            [.., last] if self.random.one_in(3) => format!("!{last}"),
            _ => "!1".to_owned(),
        }
    }

    fn any_type(&mut self) -> usize {
        self.types[self.random.below(self.types.len())]
    }

    /// A variable of the program: its declaration, and the entry of the unit's list.
    fn global(&mut self, place: usize) -> (String, usize) {
        let (id, variable, ty) = (self.fresh(), self.fresh(), self.any_type());
        let kind = self.random.below(3);
        let expression = if kind == 1 { "DW_OP_constu, 7, DW_OP_stack_value" } else { "" };
        self.nodes
            .push(format!("!{id} = !DIGlobalVariableExpression(var: !{variable}, expr: !DIExpression({expression}))"));
        let scope = self.outer_scope().replace("!1", "!0");
        self.nodes.push(format!("!{variable} = distinct !DIGlobalVariable(name: \"g{place}\", scope: {scope}, file: !1, line: {}, type: !{ty}, isLocal: {}, isDefinition: true)", place + 1, self.random.one_in(2)));
        let object = format!("@g{place} = addrspace(1) global i32 {place}, align 4, !dbg !{id}\n");
        (if kind == 0 { object } else { String::new() }, id)
    }

    /// A function with a body.
    fn function(&mut self, place: usize) -> String {
        let id = self.subprogram(place, true);
        let mut scopes = vec![id];
        for _ in 0..self.random.below(4) {
            let block = self.block(&scopes);
            scopes.push(block);
        }
        let mut body = String::new();
        let mut last = "%a".to_owned();
        for step in 0..2 + self.random.below(6) {
            let location = self.location(&scopes);
            self.record(&mut body, &scopes, &last, place);
            let _ = writeln!(body, "  %v{step} = add i32 {last}, {step}{location}");
            last = format!("%v{step}");
        }
        format!("define spir_func i32 @f{place}(i32 %a) !dbg !{id} {{\n{body}  ret i32 {last}\n}}\n")
    }

    fn subprogram(&mut self, place: usize, has_body: bool) -> usize {
        let (id, list, scope) = (self.fresh(), self.list_of_types(false), self.outer_scope());
        let flags = if self.random.one_in(3) { "DISPFlagDefinition | DISPFlagOptimized" } else { "DISPFlagDefinition" };
        let name = if has_body { "f" } else { "inlined" };
        self.nodes.push(format!("!{id} = distinct !DISubprogram(name: \"{name}{place}\", linkageName: \"_Z{id}\", scope: {scope}, file: !1, line: {line}, type: !DISubroutineType(types: {list}), scopeLine: {line}, flags: DIFlagPrototyped, spFlags: {flags}, unit: !0)", line = place + 10));
        id
    }

    fn block(&mut self, scopes: &[usize]) -> usize {
        let (id, scope) = (self.fresh(), scopes[self.random.below(scopes.len())]);
        let (line, column) = (self.random.below(50) + 1, self.random.below(20));
        let node = match self.random.below(4) {
            0 => format!("!DILexicalBlockFile(scope: !{scope}, file: !1, discriminator: {line})"),
            _ => format!("distinct !DILexicalBlock(scope: !{scope}, file: !1, line: {line}, column: {column})"),
        };
        self.nodes.push(format!("!{id} = {node}"));
        id
    }

    /// A location in one of the scopes, or of a function that is inlined there.
    fn location(&mut self, scopes: &[usize]) -> String {
        let scope = scopes[self.random.below(scopes.len())];
        let (line, column) = (self.random.below(90), self.random.below(40));
        match self.random.below(6) {
            0 => String::new(),
            1 => {
                let (at, id) = (self.fresh(), self.fresh());
                let inlined = self.subprogram(id, false);
                self.nodes.push(format!("!{at} = distinct !DILocation(line: {}, scope: !{scope})", line + 1));
                self.nodes.push(format!(
                    "!{id} = !DILocation(line: {line}, column: {column}, scope: !{inlined}, inlinedAt: !{at})"
                ));
                format!(", !dbg !{id}")
            }
            _ => format!(", !dbg !DILocation(line: {line}, column: {column}, scope: !{scope})"),
        }
    }

    /// A record of a variable in front of an instruction.
    fn record(&mut self, body: &mut String, scopes: &[usize], value: &str, place: usize) {
        if self.random.one_in(2) {
            return;
        }
        let (id, ty, scope) = (self.fresh(), self.any_type(), scopes[self.random.below(scopes.len())]);
        let argument =
            if scope == scopes[0] && self.random.one_in(4) { format!("arg: {}, ", id) } else { String::new() };
        self.nodes.push(format!(
            "!{id} = !DILocalVariable(name: \"l{id}\", {argument}scope: !{scope}, file: !1, line: {}, type: !{ty})",
            place + 3
        ));
        let expressions = [
            "",
            "DW_OP_plus_uconst, 4",
            "DW_OP_constu, 3, DW_OP_minus, DW_OP_stack_value",
            "DW_OP_LLVM_fragment, 0, 8",
        ];
        let expression = expressions[self.random.below(3)];
        let value = if self.random.one_in(6) { "poison" } else { value };
        let _ = writeln!(
            body,
            "    #dbg_value(i32 {value}, !{id}, !DIExpression({expression}), !DILocation(line: 3, column: 1, scope: !{scope}))"
        );
    }

    fn text(&mut self, functions: &[String], globals: &[(String, usize)]) -> String {
        let objects: String = globals.iter().map(|global| global.0.as_str()).collect();
        let list = globals.iter().map(|global| format!("!{}", global.1)).collect::<Vec<_>>().join(", ");
        let retained: Vec<_> = self.types.iter().filter(|id| *id % 3 == 0).map(|id| format!("!{id}")).collect();
        let retained = retained.join(", ");
        let functions = functions.join("\n");
        let nodes = self.nodes.join("\n");
        format!(
            "target triple = \"spir64-unknown-unknown\"\n\n{objects}\n{functions}\n!llvm.dbg.cu = !{{!0}}\n!llvm.module.flags = !{{!2, !3}}\n!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: \"random\", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !{{{retained}}}, globals: !{{{list}}}, splitDebugInlining: false, nameTableKind: None)\n!1 = !DIFile(filename: \"k.cl\", directory: \"/src\")\n!2 = !{{i32 7, !\"Dwarf Version\", i32 5}}\n!3 = !{{i32 2, !\"Debug Info Version\", i32 3}}\n{nodes}\n"
        )
    }
}
