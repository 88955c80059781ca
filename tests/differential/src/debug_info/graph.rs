//! A random module: units, functions with scopes, locations and records, and their nodes.

use llvm_spirv::options::DebugInfo;
use llvm_spirv_testing::Random;
use std::fmt::Write;

/// The nodes made so far.
pub(super) struct Graph {
    pub(super) random: Random,
    pub(super) set: DebugInfo,
    pub(super) nodes: Vec<String>,
    pub(super) files: Vec<usize>,
    pub(super) units: Vec<usize>,
    /// The types, with the size of each in bits; 0 if unknown.
    pub(super) types: Vec<usize>,
    pub(super) sizes: Vec<u64>,
    /// The types that a variable may have: all except those of functions.
    pub(super) held: Vec<usize>,
    /// The types other than arrays.
    pub(super) single: Vec<usize>,
    pub(super) composites: Vec<usize>,
    /// Namespaces, and modules if the set has them.
    pub(super) spaces: Vec<usize>,
    /// The nodes that may be imported.
    pub(super) entities: Vec<usize>,
    /// Declarations of methods: the node and its composite.
    pub(super) methods: Vec<(usize, usize)>,
    /// Declarations of static members.
    pub(super) statics: Vec<(usize, usize)>,
    /// The variables used in records of the function.
    recorded: Vec<usize>,
    pub(super) has_long: bool,
    /// The version of DWARF.
    pub(super) dwarf: u32,
    next: usize,
}

/// The text of a function.
struct Function {
    text: String,
    kept: Vec<usize>,
}

/// Returns the module for a seed and a number, with content that the set can express.
pub fn module(seed: u64, number: u64, set: DebugInfo) -> String {
    let mut random = Random::new(seed, number);
    let (has_long, dwarf) = (random.one_in(2), random.within(2, 5));
    let mut graph = Graph {
        random,
        set,
        nodes: Vec::new(),
        files: Vec::new(),
        units: Vec::new(),
        types: Vec::new(),
        sizes: Vec::new(),
        held: Vec::new(),
        single: Vec::new(),
        composites: Vec::new(),
        spaces: Vec::new(),
        entities: Vec::new(),
        methods: Vec::new(),
        statics: Vec::new(),
        recorded: Vec::new(),
        has_long,
        dwarf,
        next: 10,
    };
    graph.outside();
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

    /// Adds a node.
    pub(super) fn add(&mut self, node: &str) -> usize {
        let id = self.fresh();
        self.nodes.push(format!("!{id} = {node}"));
        id
    }

    pub(super) fn is_last(&self) -> bool {
        self.set == DebugInfo::NonSemantic200
    }

    pub(super) fn is_of_shaders(&self) -> bool {
        matches!(self.set, DebugInfo::NonSemantic100 | DebugInfo::NonSemantic200)
    }

    pub(super) fn one_of(&mut self, all: &[&str]) -> String {
        self.random.pick(all).to_string()
    }

    pub(super) fn file(&mut self) -> usize {
        self.random.pick(&self.files.clone())
    }

    pub(super) fn any_type(&mut self) -> usize {
        self.random.pick(&self.types.clone())
    }

    /// Adds a variable of the program: returns its text, and the entry for the unit's list.
    fn global(&mut self, place: usize) -> (String, usize) {
        let ty = self.any_type();
        let kind = self.random.below(4);
        let expression = match kind {
            0 => "DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef",
            1 => "DW_OP_constu, 7, DW_OP_stack_value",
            _ => "",
        };
        let declared = match self.statics.pop() {
            Some((member, _)) if self.random.one_in(2) => format!(", declaration: !{member}"),
            _ => String::new(),
        };
        let scope = self.outer_scope(self.units[0]);
        let file = self.file();
        let linkage = if self.random.one_in(2) { format!("linkageName: \"_g{place}\", ") } else { String::new() };
        let variable = self.add(&format!("distinct !DIGlobalVariable(name: \"g{place}\", {linkage}scope: !{scope}, file: !{file}, line: {}, type: !{ty}, isLocal: {}, isDefinition: true{declared})", place + 1, self.random.clone().one_in(2)));
        let id = self.add(&format!("!DIGlobalVariableExpression(var: !{variable}, expr: !DIExpression({expression}))"));
        self.entities.push(variable);
        let object = format!("@g{place} = addrspace(1) global i32 {place}, align 4, !dbg !{id}\n");
        (if kind == 0 { object } else { String::new() }, id)
    }

    /// Returns a function with a body.
    fn function(&mut self, place: usize) -> Function {
        let unit = self.random.pick(&self.units.clone());
        let is_optimised = self.random.one_in(3);
        let id = self.subprogram(&format!("f{place}"), unit, is_optimised);
        let mut scopes = vec![id];
        for _ in 0..self.random.below(5) {
            let block = self.block(&scopes);
            scopes.push(block);
        }
        let mut body = "  %slot = alloca i32, align 4\n".to_owned();
        let mut last = "%a".to_owned();
        for step in 0..2 + self.random.below(6) {
            let location = self.location(&scopes, unit);
            self.record(&mut body, &scopes, &last);
            let _ = writeln!(body, "  %v{step} = add i32 {last}, {step}{location}");
            last = format!("%v{step}");
        }
        let kept = self.kept(&scopes);
        let text = format!("define spir_func i32 @f{place}(i32 %a) !dbg !{id} {{\n{body}  ret i32 {last}\n}}\n");
        // The list of what is kept is known when the function is.
        let list = list(&kept);
        if !kept.is_empty() {
            let begin = format!("!{id} = ");
            let node = self.nodes.iter_mut().find(|node| node.starts_with(&begin)).unwrap_or_else(|| unreachable!());
            *node = format!("{}, retainedNodes: !{{{list}}})", node.trim_end_matches(')'));
        }
        Function { text, kept }
    }

    /// Returns variables, some of which records use, and imported entities.
    fn kept(&mut self, scopes: &[usize]) -> Vec<usize> {
        let mut kept = std::mem::take(&mut self.recorded);
        kept.retain(|_| self.random.one_in(3));
        for _ in 0..self.random.below(3) {
            kept.push(self.variable(scopes));
        }
        if self.is_of_shaders() && self.random.one_in(4) {
            let scope = self.random.pick(scopes);
            kept.extend(self.import(scope));
        }
        kept
    }

    fn subprogram(&mut self, name: &str, unit: usize, is_optimised: bool) -> usize {
        let list = self.list_of_types(false);
        let (file, line) = (self.file(), self.random.below(90) + 1);
        let (scope, declared) = match self.methods.pop() {
            // What stands in a type or a namespace belongs to the first unit.
            _ if unit != self.units[0] => (file, String::new()),
            Some((method, composite)) if self.random.one_in(2) => (composite, format!(", declaration: !{method}")),
            _ => (self.outer_scope(file), String::new()),
        };
        let mut flags = "DISPFlagDefinition".to_owned();
        flags += if is_optimised { " | DISPFlagOptimized" } else { "" };
        flags += if self.random.one_in(3) { " | DISPFlagLocalToUnit" } else { "" };
        let templates = self.templates(4);
        let target = if self.is_last() && self.random.one_in(4) { ", targetFuncName: \"t\"" } else { "" };
        let own = self.one_of(&["DIFlagPrototyped", "DIFlagPrototyped | DIFlagArtificial", "DIFlagExplicit"]);
        let function = self.add(&format!("!DISubroutineType(types: {list})"));
        let id = self.add(&format!("distinct !DISubprogram(name: \"{name}\", linkageName: \"_Z{name}\", scope: !{scope}, file: !{file}, line: {line}, type: !{function}, scopeLine: {}, flags: {own}, spFlags: {flags}, unit: !{unit}{declared}{templates}{target})", line + 1));
        self.entities.push(id);
        id
    }

    fn block(&mut self, scopes: &[usize]) -> usize {
        let (scope, file) = (self.random.pick(scopes), self.file());
        let (line, column) = (self.random.below(50) + 1, self.random.below(20));
        let node = match self.random.below(4) {
            0 => format!("!DILexicalBlockFile(scope: !{scope}, file: !{file}, discriminator: {line})"),
            _ => format!("distinct !DILexicalBlock(scope: !{scope}, file: !{file}, line: {line}, column: {column})"),
        };
        self.add(&node)
    }

    /// Returns a location in one of the scopes, or in a function inlined there, possibly nested.
    fn location(&mut self, scopes: &[usize], unit: usize) -> String {
        let mut scope = self.random.pick(scopes);
        let (line, column) = (self.random.below(90) + 1, self.random.below(40));
        if self.random.one_in(6) {
            return String::new();
        }
        let mut inlined = String::new();
        for _ in 0..self.random.below(3) {
            let column = self.random.below(9);
            let at =
                self.add(&format!("distinct !DILocation(line: {line}, column: {column}, scope: !{scope}{inlined})"));
            let number = self.fresh();
            let function = self.subprogram(&format!("inlined{number}"), unit, true);
            scope = if self.random.one_in(2) { self.block(&[function]) } else { function };
            inlined = format!(", inlinedAt: !{at}");
        }
        let id = self.add(&format!("!DILocation(line: {line}, column: {column}, scope: !{scope}{inlined})"));
        format!(", !dbg !{id}")
    }

    fn variable(&mut self, scopes: &[usize]) -> usize {
        let number = self.fresh();
        let (scope, file, line) = (self.random.pick(scopes), self.file(), self.random.below(90) + 1);
        let argument = match scope == scopes[0] && self.random.one_in(4) {
            true => format!("arg: {number}, "),
            false => String::new(),
        };
        let ty = match self.random.below(9) {
            0 => String::new(),
            _ => format!(", type: !{}", self.random.pick(&self.held.clone())),
        };
        let flags =
            self.one_of(&["", "", ", flags: DIFlagArtificial", ", flags: DIFlagArtificial | DIFlagObjectPointer"]);
        self.add(&format!(
            "!DILocalVariable(name: \"l{number}\", {argument}scope: !{scope}, file: !{file}, line: {line}{ty}{flags})"
        ))
    }

    /// Writes a record of a variable before an instruction.
    fn record(&mut self, body: &mut String, scopes: &[usize], value: &str) {
        if self.random.one_in(2) {
            return;
        }
        let (variable, scope) = (self.variable(scopes), scopes[0]);
        self.recorded.push(variable);
        let location = self.add(&format!("!DILocation(line: 3, column: 1, scope: !{scope})"));
        if self.random.one_in(4) {
            let expression = self.one_of(&["", "DW_OP_deref", "DW_OP_plus_uconst, 8"]);
            let _ =
                writeln!(body, "    #dbg_declare(ptr %slot, !{variable}, !DIExpression({expression}), !{location})");
            return;
        }
        let mut all = vec![
            "",
            "DW_OP_plus_uconst, 4, DW_OP_stack_value",
            "DW_OP_constu, 3, DW_OP_minus, DW_OP_stack_value",
            "DW_OP_constu, 0, DW_OP_swap, DW_OP_xderef",
            "DW_OP_deref, DW_OP_constu, 4294967295, DW_OP_plus",
        ];
        if self.is_last() {
            all.extend([
                "DW_OP_constu, 12, DW_OP_and, DW_OP_stack_value",
                "DW_OP_consts, 18446744073709551609, DW_OP_mul, DW_OP_stack_value",
                "DW_OP_LLVM_convert, 32, DW_ATE_signed, DW_OP_LLVM_convert, 16, DW_ATE_unsigned, DW_OP_stack_value",
                "DW_OP_dup, DW_OP_over, DW_OP_xor, DW_OP_shl, DW_OP_not, DW_OP_stack_value",
            ]);
        }
        let expression = self.one_of(&all);
        let (value, expression) = match self.random.below(7) {
            0 => ("poison".to_owned(), ""),
            1 => ("42".to_owned(), expression.as_str()),
            _ => (value.to_owned(), expression.as_str()),
        };
        let _ = writeln!(body, "    #dbg_value(i32 {value}, !{variable}, !DIExpression({expression}), !{location})");
    }

    fn text(&mut self, functions: &[Function], globals: &[(String, usize)]) -> String {
        let objects: String = globals.iter().map(|global| global.0.as_str()).collect();
        let mut globals: Vec<_> = globals.iter().map(|global| global.1).collect();
        let mut units = String::new();
        for (place, unit) in self.units.clone().into_iter().enumerate() {
            let node = self.unit(place, &globals);
            globals.clear();
            let _ = writeln!(units, "!{unit} = distinct !DICompileUnit({node})");
        }
        debug_assert!(functions.iter().all(|function| function.kept.len() < 9));
        let functions: Vec<_> = functions.iter().map(|function| function.text.as_str()).collect();
        let long = if self.has_long { "define spir_func i64 @long(i64 %a) {\n  ret i64 %a\n}\n" } else { "" };
        let dwarf = self.dwarf;
        format!(
            "target triple = \"spir64-unknown-unknown\"\n\n{objects}\n{}\n{long}\n!llvm.dbg.cu = !{{{}}}\n!llvm.module.flags = !{{!2, !3}}\n{units}!2 = !{{i32 7, !\"Dwarf Version\", i32 {dwarf}}}\n!3 = !{{i32 2, !\"Debug Info Version\", i32 3}}\n{}\n",
            functions.join("\n"),
            list(&self.units),
            self.nodes.join("\n"),
        )
    }
}

/// Returns the entries of a list.
pub(super) fn list(ids: &[usize]) -> String {
    ids.iter().map(|id| format!("!{id}")).collect::<Vec<_>>().join(", ")
}
