//! Layers of imports: no folder of the library imports one above it, and no import cycle has more files than the cycle
//! of the chapters that define each other (docs/reference/architecture.md).
//!
//! The files are parsed (`syn`); modules for tests alone are left out.

use crate::support::root;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use syn::visit::{self, Visit};

/// The folders and single files of `src/`, from the bottom up. A folder may import those before it.
const FLOORS: &[&str] = &[
    "environment",
    "options",
    "target",
    "error",
    "locality",
    "graph",
    "binary",
    "llvm",
    "state",
    "conventions",
    "concepts/base",
    "concepts/builtins",
    "concepts/instructions",
    "concepts/intrinsics",
    "concepts/sets",
    "concepts/interface",
    "concepts/extensions",
    "concepts/shaders",
    "concepts/khronos",
    "concepts/calls",
    "concepts/registry",
    "legalize/kit",
    "legalize/types",
    "legalize/module",
    "legalize/logical",
    "legalize/hlsl",
    "legalize/kernels",
    "legalize/khronos",
    "legalize",
    "older",
    "forward",
    "reverse",
    "inspect",
    "cpu",
    "translate",
    "translator",
];

/// The limit on the number of files in an import cycle: those that hold types, constants, pointers, variables,
/// functions and decorations.
const LARGEST_RING: usize = 20;

/// A module by its path, such as `["concepts", "base", "types"]`.
type Module = Vec<String>;

/// The files of the library by module, with what each imports.
struct House {
    imports: BTreeMap<Module, BTreeSet<Module>>,
}

/// A visitor that collects the paths in one file.
#[derive(Default)]
struct Paths {
    /// The modules within the file that enclose the current position.
    inside: Module,
    /// The paths, each with the modules within the file that enclose it.
    found: Vec<(Module, Vec<String>)>,
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    let is_test = |attribute: &syn::Attribute| {
        let list = attribute.meta.require_list();
        attribute.path().is_ident("cfg") && list.is_ok_and(|list| list.tokens.to_string() == "test")
    };
    attributes.iter().any(is_test)
}

impl Paths {
    fn add(&mut self, path: Vec<String>) {
        self.found.push((self.inside.clone(), path));
    }

    fn tree(&mut self, before: &[String], tree: &syn::UseTree) {
        let with = |ident: &syn::Ident| [before, &[ident.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.tree(&with(&path.ident), &path.tree),
            syn::UseTree::Name(name) => self.add(with(&name.ident)),
            syn::UseTree::Rename(rename) => self.add(with(&rename.ident)),
            syn::UseTree::Glob(_) => self.add(before.to_vec()),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(before, tree)),
        }
    }
}

impl<'a> Visit<'a> for Paths {
    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        if !is_for_tests(&item.attrs) {
            self.tree(&[], &item.tree);
        }
    }

    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        if !is_for_tests(&item.attrs) {
            self.inside.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.inside.pop();
        }
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        self.add(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }
}

/// Returns the modules that a file declares for tests alone.
fn test_modules(file: &syn::File) -> Vec<String> {
    let modules = file.items.iter().filter_map(|item| match item {
        syn::Item::Mod(module) if is_for_tests(&module.attrs) => Some(module.ident.to_string()),
        _ => None,
    });
    modules.collect()
}

fn parsed(path: &Path) -> syn::File {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads the files below a folder, except those of tests.
fn read(folder: &Path, module: &[String], files: &mut BTreeMap<Module, syn::File>) {
    let own = [folder.join("mod.rs"), folder.with_extension("rs"), folder.join("lib.rs")];
    let declared = own.iter().find(|file| file.exists()).map(|file| test_modules(&parsed(file))).unwrap_or_default();
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if declared.contains(&stem) {
            continue;
        }
        let inner = [module, std::slice::from_ref(&stem)].concat();
        if path.is_dir() {
            read(&path, &inner, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = if ["mod", "lib"].contains(&stem.as_str()) { module.to_vec() } else { inner };
            files.insert(name, parsed(&path));
        }
    }
}

/// Returns the module that a path in a module names, if it is one of the library's.
fn resolve(files: &BTreeMap<Module, syn::File>, at: &[String], path: &[String]) -> Option<Module> {
    let ups = path.iter().take_while(|segment| *segment == "super").count();
    let mut target = match path.first()?.as_str() {
        "crate" => path.get(1..)?.to_vec(),
        "self" => [at, path.get(1..)?].concat(),
        "super" => [at.get(..at.len().checked_sub(ups)?)?, path.get(ups..)?].concat(),
        first if files.contains_key(&[at, &[first.to_owned()]].concat()) => [at, path].concat(),
        _ => return None,
    };
    while !target.is_empty() && !files.contains_key(&target) {
        target.pop();
    }
    Some(target).filter(|target| !target.is_empty())
}

impl House {
    fn new() -> Self {
        let mut files = BTreeMap::new();
        read(&root().join("src"), &[], &mut files);
        let mut imports = BTreeMap::new();
        for (module, file) in &files {
            let mut paths = Paths::default();
            paths.visit_file(file);
            let found = paths.found.iter();
            let named = found.filter_map(|(inside, path)| resolve(&files, &[&module[..], inside].concat(), path));
            imports.insert(module.clone(), named.filter(|named| named != module).collect());
        }
        Self { imports }
    }

    /// Returns the modules that a module reaches by imports.
    fn reached(&self, from: &Module) -> BTreeSet<&Module> {
        let (mut open, mut seen) = (vec![from], BTreeSet::new());
        while let Some(module) = open.pop() {
            for (import, _) in self.imports[module].iter().filter_map(|name| self.imports.get_key_value(name)) {
                if seen.insert(import) {
                    open.push(import);
                }
            }
        }
        seen
    }

    /// Returns the largest import cycle.
    fn largest_ring(&self) -> Vec<&Module> {
        let reached: BTreeMap<_, _> = self.imports.keys().map(|module| (module, self.reached(module))).collect();
        let ring = |module| reached[module].iter().copied().filter(|other| reached[other].contains(module)).collect();
        let rings = self.imports.keys().filter(|module| !module.is_empty()).map(ring);
        rings.max_by_key(Vec::len).unwrap_or_default()
    }
}

/// Returns the layer of a module; the root has none.
fn floor(module: &[String]) -> Option<usize> {
    let path = module.join("/");
    let is_in = |floor: &&str| path == **floor || path.starts_with(&format!("{floor}/"));
    FLOORS.iter().position(is_in)
}

#[test]
fn imports_run_down_the_floors() {
    let house = House::new();
    let mut upward = Vec::new();
    for (module, imports) in &house.imports {
        let Some(own) = floor(module) else {
            assert!(module.is_empty() || *module == ["concepts"], "{} is on no floor", module.join("::"));
            continue;
        };
        let above = imports.iter().filter(|import| floor(import).is_some_and(|other| other > own));
        upward.extend(above.map(|import| format!("{} -> {}", module.join("::"), import.join("::"))));
    }
    assert!(house.imports.len() > 300, "only {} files were found", house.imports.len());
    assert!(upward.is_empty(), "imports that run up:\n{}", upward.join("\n"));
}

#[test]
fn no_ring_of_files_is_larger_than_the_base() {
    let house = House::new();
    let largest = house.largest_ring();
    let names: Vec<_> = largest.iter().map(|module| module.join("::")).collect();
    assert!(largest.len() <= LARGEST_RING, "{} files import each other:\n{}", largest.len(), names.join("\n"));
}
