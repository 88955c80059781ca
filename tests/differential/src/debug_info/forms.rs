//! Fields that LLVM prints in several equivalent forms.

use super::nodes::{Node, Value};

/// Normalises each field of a node: flags in order without those that are lost, and the full path of a file.
pub(super) fn unify(node: &mut Node, lost: &[&str]) {
    for (name, value) in &mut node.fields {
        let Value::Text(text) = value else { continue };
        if name == "flags" || name == "spFlags" {
            let mut all: Vec<_> = text.split(" | ").filter(|flag| !lost.contains(flag)).collect();
            all.sort_unstable();
            *text = all.join(" | ");
        }
    }
    // An address space of 0 reads as none.
    node.fields.retain(|(name, value)| {
        *value != Value::Text(String::new()) && (name != "dwarfAddressSpace" || *value != Value::Text("0".to_owned()))
    });
    if node.class == "DIFile" {
        join_path(node);
    }
    if !node.class.is_empty() {
        node.fields.sort_by(|first, second| first.0.cmp(&second.0));
    }
}

/// Joins the directory and the name of a file.
fn join_path(node: &mut Node) {
    let text = |node: &Node, name: &str| {
        let found = node.fields.iter().find(|field| field.0 == name);
        found.and_then(|(_, value)| match value {
            Value::Text(text) => Some(text.trim_matches('"').to_owned()),
            Value::Node(_) => None,
        })
    };
    let (directory, name) = (text(node, "directory"), text(node, "filename").unwrap_or_default());
    let is_alone = name.starts_with('/') || directory.as_deref().is_none_or(|directory| directory.is_empty());
    let path = if is_alone { name } else { format!("{}/{name}", directory.unwrap_or_default()) };
    node.fields.retain(|field| field.0 != "directory" && field.0 != "filename");
    node.fields.push(("path".to_owned(), Value::Text(path)));
}
