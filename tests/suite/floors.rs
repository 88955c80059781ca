//! Layers of imports: no folder of the library imports one above it, and in no crate do many files import each other in
//! a cycle (docs/reference/architecture.md).
//!
//! The files are parsed (`syn`); modules for tests alone are left out. A path that leads through a re-export (`pub use`)
//! is an import of the module that has the item; in a cycle a re-export does not count.

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
    "translate",
    "translator",
];

/// The crates, by the folders of their sources.
const CRATES: &[&str] = &[
    "capi/src",
    "cli/src",
    "grammar/src",
    "ir/src",
    "mangling/src",
    "metadata/src",
    "python/src",
    "roundtrip/src",
    "run/src",
    "src",
];

/// The limit on the number of files in an import cycle.
const LARGEST_RING: usize = 14;

/// A module by its path, such as `["concepts", "base", "types"]`.
type Module = Vec<String>;

/// The files of a crate by module, with what each imports.
struct House {
    imports: BTreeMap<Module, BTreeSet<Module>>,
    /// The modules that have what each module re-exports.
    exports: BTreeMap<Module, BTreeSet<Module>>,
}

/// A visitor that collects the paths in one file.
#[derive(Default)]
struct Paths {
    /// The modules within the file that enclose the current position.
    inside: Module,
    /// The paths, each with the modules within the file that enclose it.
    found: Vec<(Module, Vec<String>)>,
    /// The re-exports: the name, and the path of the item.
    exported: Vec<(String, Module, Vec<String>)>,
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

    /// Calls `leaf` with the path of each item of a `use`, and its name in this module; none for all items.
    fn leaves(before: &[String], tree: &syn::UseTree, leaf: &mut impl FnMut(Vec<String>, Option<String>)) {
        let with = |ident: &syn::Ident| match ident == "self" {
            true => before.to_vec(),
            false => with_segment(before, ident),
        };
        match tree {
            syn::UseTree::Path(path) => Self::leaves(&with_segment(before, &path.ident), &path.tree, leaf),
            syn::UseTree::Name(name) => {
                let path = with(&name.ident);
                let own = path.last().cloned();
                leaf(path, own);
            }
            syn::UseTree::Rename(rename) => leaf(with(&rename.ident), Some(rename.rename.to_string())),
            syn::UseTree::Glob(_) => leaf(before.to_vec(), None),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| Self::leaves(before, tree, leaf)),
        }
    }
}

fn with_segment(before: &[String], ident: &syn::Ident) -> Vec<String> {
    [before, &[ident.to_string()]].concat()
}

impl<'a> Visit<'a> for Paths {
    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        if is_for_tests(&item.attrs) {
            return;
        }
        let is_private = matches!(item.vis, syn::Visibility::Inherited);
        Self::leaves(&[], &item.tree, &mut |path, name| match name.filter(|_| !is_private) {
            Some(name) => self.exported.push((name, self.inside.clone(), path)),
            None => self.add(path),
        });
    }

    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        if !is_for_tests(&item.attrs) {
            self.inside.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.inside.pop();
        }
    }

    /// Skips `pub(super)` and its like: they import nothing.
    fn visit_vis_restricted(&mut self, _: &'a syn::VisRestricted) {}

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

/// The sources of a crate.
struct Sources {
    files: BTreeMap<Module, syn::File>,
    /// The re-exports by module and name: the path from the root of the crate.
    exports: BTreeMap<(Module, String), Module>,
}

impl Sources {
    /// Returns the path from the root of the crate for a path in a module; none for one of another crate.
    fn absolute(&self, at: &[String], path: &[String]) -> Option<Module> {
        let ups = path.iter().take_while(|segment| *segment == "super").count();
        match path.first()?.as_str() {
            "crate" => Some(path.get(1..)?.to_vec()),
            "self" => Some([at, path.get(1..)?].concat()),
            "super" => Some([at.get(..at.len().checked_sub(ups)?)?, path.get(ups..)?].concat()),
            first if self.files.contains_key(&[at, &[first.to_owned()]].concat()) => Some([at, path].concat()),
            _ => None,
        }
    }

    /// Returns the module that has the item of a path, through re-exports.
    fn home(&self, path: &[String], depth: u32) -> Option<Module> {
        let mut module = Module::new();
        for (index, segment) in path.iter().enumerate() {
            let inner = [&module[..], std::slice::from_ref(segment)].concat();
            if self.files.contains_key(&inner) {
                module = inner;
                continue;
            }
            return match self.exports.get(&(module.clone(), segment.clone())).filter(|_| depth < 8) {
                Some(target) => self.home(&[&target[..], &path[index + 1..]].concat(), depth + 1),
                None => Some(module).filter(|module| !module.is_empty()),
            };
        }
        Some(module).filter(|module| !module.is_empty())
    }
}

impl House {
    fn new(folder: &str) -> Self {
        let mut sources = Sources { files: BTreeMap::new(), exports: BTreeMap::new() };
        read(&root().join(folder), &[], &mut sources.files);
        let mut all = BTreeMap::new();
        for (module, file) in &sources.files {
            let mut paths = Paths::default();
            paths.visit_file(file);
            all.insert(module.clone(), paths);
        }
        for (module, paths) in &all {
            for (name, inside, path) in &paths.exported {
                let at = [&module[..], inside].concat();
                if let Some(target) = sources.absolute(&at, path) {
                    sources.exports.insert((at, name.clone()), target);
                }
            }
        }
        let homes = |module: &Module, paths: &mut dyn Iterator<Item = (&Module, &Vec<String>)>| {
            let named = paths.filter_map(|(inside, path)| sources.absolute(&[&module[..], inside].concat(), path));
            named.filter_map(|path| sources.home(&path, 0)).filter(|named| named != module).collect()
        };
        let (mut imports, mut exports) = (BTreeMap::new(), BTreeMap::new());
        for (module, paths) in &all {
            imports.insert(module.clone(), homes(module, &mut paths.found.iter().map(|row| (&row.0, &row.1))));
            exports.insert(module.clone(), homes(module, &mut paths.exported.iter().map(|row| (&row.1, &row.2))));
        }
        Self { imports, exports }
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
    let house = House::new("src");
    let mut upward = Vec::new();
    for (module, imports) in &house.imports {
        let Some(own) = floor(module) else {
            assert!(module.is_empty() || *module == ["concepts"], "{} is on no floor", module.join("::"));
            continue;
        };
        let above = imports
            .iter()
            .chain(&house.exports[module])
            .filter(|import| floor(import).is_some_and(|other| other > own));
        upward.extend(above.map(|import| format!("{} -> {}", module.join("::"), import.join("::"))));
    }
    assert!(house.imports.len() > 300, "only {} files were found", house.imports.len());
    assert!(upward.is_empty(), "imports that run up:\n{}", upward.join("\n"));
}

#[test]
fn no_ring_of_files_is_large() {
    for folder in CRATES {
        let house = House::new(folder);
        let largest = house.largest_ring();
        let names: Vec<_> = largest.iter().map(|module| module.join("::")).collect();
        assert!(largest.len() <= LARGEST_RING, "{folder}: {} import each other:\n{}", largest.len(), names.join("\n"));
    }
}

#[test]
fn the_map_fits_on_a_page() {
    // The most entries that a reader sees at once, at the top and in `legalize`; `target` is made by cargo.
    for (folder, most) in [("", 15), ("src/legalize", 8)] {
        let entries = std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap());
        let names = entries.map(|entry| (entry.path().is_dir(), entry.file_name().into_string().unwrap()));
        let is_shown = |(is_folder, name): &(bool, String)| match folder {
            "" => *is_folder && !name.starts_with('.') && name != "target",
            _ => name != "mod.rs",
        };
        let shown: Vec<_> = names.filter(is_shown).map(|(_, name)| name).collect();
        assert!(shown.len() <= most, "{folder}: {} of {most}: {shown:?}", shown.len());
    }
}
