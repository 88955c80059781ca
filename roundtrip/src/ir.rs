//! Content of LLVM IR that SPIR-V may lack: attributes, metadata, flags, linkage, debug information.
//!
//! In: the original module, and the one that `-r` makes from its SPIR-V. Out: an inventory of each, by property and by
//! function or variable, and the properties that are rarer in the second one. Flags are counted, not followed: an
//! instruction may have become several.

use super::documented::{self, Class, Group, Subject};
use super::report::{Example, Finding};
use llvm_spirv::llvm::{
    Attribute, AttributePlace, Linkage, Metadata, Module, Opcode, UnnamedAddr, Value, Visibility, call_conv, fast_math,
    gep_flags,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// The contents of a module, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inventory {
    /// The number of occurrences of each property in each function or variable.
    items: BTreeMap<Subject, BTreeMap<String, usize>>,
    /// The functions with a body, and the variables.
    definitions: BTreeSet<String>,
    /// The functions without a body.
    declarations: BTreeSet<String>,
    variables: BTreeSet<String>,
    /// The names of entry points that metadata gives to functions with another name.
    entries: BTreeMap<String, String>,
    /// The types of functions.
    types: BTreeMap<String, String>,
}

impl Inventory {
    /// Returns whether a function of the module is a kernel.
    pub fn has_kernels(&self) -> bool {
        let mut symbols = self.items.keys().filter(|subject| subject.class == Class::Symbol);
        symbols.any(|subject| subject.name == "spir_kernel" && subject.of != "declaration")
    }

    /// Takes the inventory of a module.
    pub fn of(module: &Module<'_>) -> Self {
        let mut inventory = Self::default();
        for function in module.functions() {
            inventory.function(function);
        }
        for variable in module.globals() {
            inventory.variable(variable);
        }
        for alias in module.aliases() {
            inventory.add(Class::Symbol, "alias", "", alias.name(), 1);
        }
        for node in module.named_metadata_nodes("spirv.EntryPoint") {
            let function = node.operand(1).and_then(Metadata::as_value).map(Value::name);
            let name = node.operand(2).and_then(Metadata::as_string);
            inventory.entries.extend(function.zip(name).map(|(function, name)| (function.to_owned(), name.to_owned())));
        }
        for (name, nodes) in module.named_metadata() {
            // Modules that were linked say the same several times.
            let distinct: FxHashSet<_> = nodes.into_iter().collect();
            inventory.add(Class::NamedMetadata, &name, "", "", distinct.len().max(1));
        }
        if module.has_assembly() {
            inventory.add(Class::Symbol, "assembly", "", "", 1);
        }
        inventory
    }

    fn add(&mut self, class: Class, name: &str, of: &str, place: &str, count: usize) {
        let subject = Subject { class, name: name.to_owned(), of: of.to_owned() };
        let places = self.items.entry(subject).or_default();
        let sum = places.entry(place.to_owned()).or_default();
        *sum = sum.saturating_add(count);
    }

    fn function(&mut self, function: Value<'_>) {
        let name = function.name();
        // What is called by it becomes something else; so what is said of it is of no account.
        if function.intrinsic_id() != 0 || (function.is_declaration() && name.contains("__spirv_")) {
            return;
        }
        let is_elsewhere = function.linkage() == Linkage::AvailableExternally;
        if function.is_declaration() || is_elsewhere {
            self.declarations.insert(name.to_owned());
        } else {
            self.definitions.insert(name.to_owned());
        }
        self.types.insert(name.to_owned(), function.value_type().map(|ty| ty.print()).unwrap_or_default());
        self.attributes(function, name);
        self.symbol(function, name, kind(function));
        if function.call_conv() == call_conv::SPIR_KERNEL {
            self.add(Class::Symbol, "spir_kernel", kind(function), name, 1);
        }
        let named = function.params().filter(|param| !param.name_bytes().is_empty()).count();
        self.add(Class::ValueName, "parameter", "", name, named);
        self.body(function);
    }

    fn attributes(&mut self, function: Value<'_>, name: &str) {
        let attributes = |place| function.all_attributes(place).into_iter().map(move |a| text(function, place, a));
        for attribute in attributes(AttributePlace::Function).collect::<Vec<_>>() {
            self.add(Class::FunctionAttribute, &attribute, "", name, 1);
        }
        for attribute in attributes(AttributePlace::Return).collect::<Vec<_>>() {
            self.add(Class::ResultAttribute, &attribute, "", name, 1);
        }
        for index in 0..function.param_count() {
            for attribute in attributes(AttributePlace::Param(index)).collect::<Vec<_>>() {
                self.add(Class::ParameterAttribute, &attribute, "", name, 1);
            }
        }
    }

    fn variable(&mut self, variable: Value<'_>) {
        let name = variable.name();
        // Lists for the linker, and what is a load of a builtin.
        if name.starts_with("llvm.") || name.starts_with("__spirv_BuiltIn") {
            return;
        }
        self.variables.insert(name.to_owned());
        self.definitions.insert(name.to_owned());
        self.symbol(variable, name, "variable");
        for attribute in variable.variable_attributes() {
            self.add(Class::VariableAttribute, &short(attribute), "", name, 1);
        }
        let flags = [
            ("thread_local", variable.is_thread_local()),
            ("externally_initialized", variable.is_externally_initialized()),
            ("constant", variable.is_global_constant()),
        ];
        for (flag, _) in flags.into_iter().filter(|(_, is)| *is) {
            self.add(Class::Symbol, flag, "", name, 1);
        }
        if variable.alignment() != 0 {
            self.add(Class::Symbol, "align", "", name, 1);
        }
    }

    /// Counts the properties that functions and variables share.
    fn symbol(&mut self, object: Value<'_>, name: &str, of: &str) {
        if object.linkage() != Linkage::External {
            let of = if of == "kernel" { "linkage of a kernel" } else { "linkage" };
            self.add(Class::Symbol, object.linkage().word(), of, name, 1);
        }
        let has = [
            ("hidden", object.visibility() == Visibility::Hidden),
            ("protected", object.visibility() == Visibility::Protected),
            ("unnamed_addr", object.unnamed_addr() == UnnamedAddr::Global),
            ("local_unnamed_addr", object.unnamed_addr() == UnnamedAddr::Local),
            ("section", object.section().is_some()),
            ("comdat", object.comdat().is_some()),
        ];
        for (what, _) in has.into_iter().filter(|(_, has)| *has) {
            self.add(Class::Symbol, what, "", name, 1);
        }
        for (kind, _) in object.all_metadata() {
            let kind = object.metadata_kind_name(kind).unwrap_or_default();
            let class = if kind == "dbg" { Class::Debug } else { Class::ObjectMetadata };
            self.add(class, kind, of, name, 1);
        }
    }

    fn body(&mut self, function: Value<'_>) {
        let mut counts = Counts::default();
        let mut kinds = FxHashMap::<(u32, &str), usize>::default();
        for instruction in function.blocks().flat_map(|block| block.instructions()) {
            counts.instruction(instruction);
            for (kind, _) in instruction.all_metadata() {
                *kinds.entry((kind, carrier(instruction))).or_default() += 1;
            }
        }
        let name = function.name();
        for ((kind, carrier), count) in kinds {
            let kind = function.metadata_kind_name(kind).unwrap_or_default().to_owned();
            // Weights come back for branches alone.
            let of = if kind == "prof" { carrier } else { "" };
            self.add(Class::Metadata, &kind, of, name, count);
        }
        for ((class, what, of), count) in counts.0 {
            self.add(class, what, of, name, count);
        }
        for (what, count) in counts.1 {
            self.add(Class::CallAttribute, &what, "", name, count);
        }
    }
}

/// The number of occurrences of each property in a function; attributes of calls are separate.
#[derive(Default)]
struct Counts<'m>(FxHashMap<(Class, &'m str, &'static str), usize>, FxHashMap<String, usize>);

impl<'m> Counts<'m> {
    fn add(&mut self, class: Class, what: &'m str, of: &'static str) {
        *self.0.entry((class, what, of)).or_default() += 1;
    }

    fn instruction(&mut self, instruction: Value<'m>) {
        let Some((fetched, block)) = instruction.fetch().zip(instruction.parent_block()) else { return };
        let facts = fetched.facts(block.possible());
        if facts.is_named {
            self.add(Class::ValueName, "instruction", "");
        }
        if instruction.debug_location().is_some() {
            self.add(Class::Debug, "location", "");
        }
        let of = opcode_name(facts.opcode);
        for (flag, _) in flags(instruction).into_iter().filter(|(_, is)| *is) {
            self.add(Class::Flag, flag, of);
        }
        if instruction.is_call() {
            self.call(instruction);
        }
    }

    fn call(&mut self, call: Value<'m>) {
        if let Some(intrinsic) = call.called_function().and_then(Value::intrinsic_name) {
            self.add(Class::Intrinsic, intrinsic, "");
            return;
        }
        if call.bundle_count() != 0 {
            self.add(Class::Call, "operand bundle", "");
        }
        if call.is_tail_call() {
            self.add(Class::Call, "tail", "");
        }
        let places = (0..call.call_arg_count()).map(AttributePlace::Param);
        for place in places.chain([AttributePlace::Function, AttributePlace::Return]) {
            for attribute in call.call_attributes(place) {
                *self.1.entry(short(attribute)).or_default() += 1;
            }
        }
    }
}

/// Returns the kind of a function for reports on its metadata.
fn kind(function: Value<'_>) -> &'static str {
    let is_kernel = function.call_conv() == call_conv::SPIR_KERNEL;
    match (function.is_declaration(), is_kernel) {
        (true, _) => "declaration",
        (false, true) => "kernel",
        (false, false) => "function",
    }
}

fn flags(instruction: Value<'_>) -> [(&'static str, bool); 20] {
    let math = instruction.fast_math();
    let gep = instruction.gep_flags();
    let is_fast = math == fast_math::FAST;
    let math_flag = |bit: u32| math & bit != 0 && !is_fast;
    [
        ("nuw", instruction.nuw() || gep & gep_flags::NUW != 0),
        ("nsw", instruction.nsw()),
        ("exact", instruction.exact()),
        ("disjoint", instruction.disjoint()),
        ("nneg", instruction.nneg()),
        ("samesign", instruction.same_sign()),
        ("inbounds", gep & gep_flags::IN_BOUNDS != 0),
        ("nusw", gep & gep_flags::NUSW != 0 && gep & gep_flags::IN_BOUNDS == 0),
        ("fast", is_fast),
        ("contract", math_flag(fast_math::CONTRACT)),
        ("reassoc", math_flag(fast_math::REASSOC)),
        ("arcp", math_flag(fast_math::RECIPROCAL)),
        ("afn", math_flag(fast_math::APPROX_FUNC)),
        ("ninf", math_flag(fast_math::NO_INFS)),
        ("nnan", math_flag(fast_math::NO_NANS)),
        ("nsz", math_flag(fast_math::NO_SIGNED_ZEROS)),
        ("volatile", instruction.is_volatile()),
        ("weak", instruction.is_weak()),
        ("atomic", instruction.is_atomic()),
        ("align", instruction.alignment() > 1),
    ]
}

/// Returns the name of an instruction for reports on its branch weights.
fn carrier(instruction: Value<'_>) -> &'static str {
    match instruction.opcode() {
        Some(Opcode::Br) => "br",
        Some(Opcode::Switch) => "switch",
        Some(Opcode::IndirectBr) => "indirectbr",
        opcode => opcode.map_or("", opcode_name),
    }
}

fn opcode_name(opcode: Opcode) -> &'static str {
    match opcode {
        Opcode::Load => "load",
        Opcode::Store => "store",
        Opcode::Alloca => "alloca",
        Opcode::AtomicRmw => "atomicrmw",
        Opcode::CmpXchg => "cmpxchg",
        Opcode::Fence => "fence",
        Opcode::GetElementPtr => "getelementptr",
        Opcode::Call => "call",
        Opcode::Phi => "phi",
        Opcode::Select => "select",
        Opcode::FCmp => "fcmp",
        Opcode::FNeg => "fneg",
        Opcode::Trunc => "trunc",
        Opcode::FpExt | Opcode::FpTrunc => "fpext, fptrunc",
        _ => "arithmetic",
    }
}

/// Returns an attribute as assembly, without insignificant parts.
fn text(function: Value<'_>, place: AttributePlace, attribute: Attribute<'_>) -> String {
    match (&attribute, place) {
        (Attribute::Enum { name: "memory", .. }, AttributePlace::Function) => {
            function.attribute_text("memory").unwrap_or_else(|| "memory".to_owned())
        }
        _ => short(attribute),
    }
}

fn short(attribute: Attribute<'_>) -> String {
    match attribute {
        Attribute::Enum { name: "captures", value: 0 } => "captures(none)".to_owned(),
        Attribute::Enum { name: name @ ("align" | "dereferenceable"), value } => format!("{name} {value}"),
        Attribute::Enum { name, .. } | Attribute::Type { name, .. } => name.to_owned(),
        Attribute::String { key, .. } => format!("\"{key}\""),
        Attribute::Other => "range and the like".to_owned(),
    }
}

/// Compares the counts, and reports the properties that are rarer after the round trip, with at most `examples`
/// examples of each.
pub(super) fn compare(
    given: &Inventory,
    back: &Inventory,
    known: &BTreeSet<String>,
    examples: usize,
    find: &dyn Fn(&Finding) -> Option<&'static documented::Row>,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    // Declarations that SPIR-V has no function for are builtins.
    let is_builtin = |place: &String| given.declarations.contains(place) && !known.contains(place);
    let is_attribute =
        |class| matches!(class, Class::FunctionAttribute | Class::ResultAttribute | Class::ParameterAttribute);
    let is_changed = |place: &String| given.types.get(place) != back.types.get(place);
    findings.extend(gone(given, back, examples));
    for (subject, places) in &given.items {
        let there = back.items.get(subject);
        let mut finding = Finding::new(Group::Lost, subject.clone());
        for (place, count) in places {
            // What is said of a function that is gone is gone with it.
            let is_gone = !back.definitions.contains(place) && !back.declarations.contains(place);
            let is_other = is_attribute(subject.class) && (is_builtin(place) || is_changed(place));
            if !place.is_empty() && (is_gone || is_other) && subject.name != "alias" {
                continue;
            }
            let left = there.and_then(|places| places.get(place)).copied().unwrap_or_default();
            if let Some(lost) = count.checked_sub(left).filter(|lost| *lost > 0) {
                finding.count = finding.count.saturating_add(lost);
                if finding.examples.len() < examples {
                    finding.examples.push(Example::counts(place, *count, left));
                }
            }
        }
        if finding.count > 0 {
            findings.push(finding);
        }
    }
    let documented = |finding: Finding| {
        let row = find(&finding);
        finding.by(row)
    };
    findings.into_iter().map(documented).collect()
}

/// Reports the functions and variables that are missing.
fn gone(given: &Inventory, back: &Inventory, examples: usize) -> Vec<Finding> {
    let has = |name: &String| back.definitions.contains(name) || back.declarations.contains(name);
    let is_there = |name: &&String| has(name) || given.entries.get(*name).is_some_and(has);
    let functions = given.definitions.difference(&given.variables).cloned().collect();
    let lists = [
        ("definition", "variable", &given.variables),
        ("definition", "function", &functions),
        ("declaration", "", &given.declarations),
    ];
    let mut findings = Vec::new();
    for (what, of, names) in lists {
        let subject = Subject { class: Class::Symbol, name: what.to_owned(), of: of.to_owned() };
        let mut finding = Finding::new(Group::Lost, subject);
        for name in names.iter().filter(|name| !is_there(name)) {
            finding.count = finding.count.saturating_add(1);
            if finding.examples.len() < examples {
                finding.examples.push(Example::counts(name, 1, 0));
            }
        }
        findings.extend((finding.count > 0).then_some(finding));
    }
    findings
}
