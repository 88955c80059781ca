//! The path of a file, which LLVM splits into directory and name.

/// The separator between the directory and a name that contains a separator itself.
const JOINT: &str = "/./";

/// The directory of a path without one.
const HERE: &str = ".";

fn is_absolute(name: &str) -> bool {
    let drive = name.get(1..3).is_some_and(|rest| rest == ":\\" || rest == ":/");
    name.starts_with('/') || name.starts_with("\\\\") || drive
}

/// Returns the path of a file.
pub fn join(directory: &str, name: &str) -> String {
    if directory.is_empty() || directory == HERE || is_absolute(name) || name.starts_with('<') {
        return name.to_owned();
    }
    let directory = directory.strip_suffix('/').unwrap_or(directory);
    let joint = if name.contains(['/', '\\']) { JOINT } else { "/" };
    format!("{directory}{joint}{name}")
}

/// Returns the path of a file as LLVM joins directory and name, regardless of their contents.
pub fn append(directory: &str, name: &str) -> String {
    if directory.is_empty() || is_absolute(name) {
        return name.to_owned();
    }
    format!("{}/{name}", directory.strip_suffix('/').unwrap_or(directory))
}

/// Returns directory and name of a path that [`append`] has joined.
pub fn split_last(path: &str) -> (&str, &str) {
    match path.rsplit_once('/') {
        Some(("", name)) => ("/", name),
        Some(parts) => parts,
        None => ("", path),
    }
}

/// Returns directory and name of a path.
pub fn split(path: &str) -> (&str, &str) {
    if path.starts_with('<') {
        return ("", path);
    }
    let (directory, name) = match path.split_once(JOINT) {
        Some(parts) => parts,
        None => {
            let separator = if path.contains('/') { '/' } else { '\\' };
            path.rsplit_once(separator).unwrap_or((HERE, path))
        }
    };
    let directory = if directory.is_empty() { "/" } else { directory };
    // A path that these are not is a name, but for those in brackets, which have no directory on the way forward.
    if name.starts_with('<') || is_same(&join(directory, name), path) { (directory, name) } else { ("", path) }
}

/// Returns whether two paths differ at most in the kind of separators.
fn is_same(one: &str, other: &str) -> bool {
    let of = |path: &str| path.bytes().map(|byte| if byte == b'\\' { b'/' } else { byte }).collect::<Vec<_>>();
    of(one) == of(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_without_a_look_paths_come_back() {
        for (directory, name) in [(".", "a.cl"), ("/tmp", "a.cl"), ("/", "a.cl"), ("", "a.cl")] {
            assert_eq!(split_last(&append(directory, name)), (directory, name));
        }
        assert_eq!(append("/tmp", "/usr/a.h"), "/usr/a.h");
        assert_eq!(append(".", "a.cl"), "./a.cl");
    }

    #[test]
    fn d_140_paths_come_back() {
        for (directory, name) in [
            ("/tmp", "a.cl"),
            ("/tmp", "sub/a.cl"),
            ("C:\\src", "a.cl"),
            (".", "a.cl"),
            ("/", "a.cl"),
            (".", "./a.cl"),
            ("", "x/./a.cl"),
            ("", "//a.cl"),
        ] {
            let path = join(directory, name);
            let (back, again) = split(&path);
            assert_eq!(join(back, again), path, "{directory} {name}");
        }
        assert_eq!(split("a.cl"), (".", "a.cl"));
        assert_eq!(join(".", "a.cl"), "a.cl");
        assert_eq!(split(&join("/tmp", "sub/a.cl")), ("/tmp", "sub/a.cl"));
        assert_eq!(join("/tmp", "/usr/a.h"), "/usr/a.h");
        assert_eq!(join("/tmp", "<stdin>"), "<stdin>");
        assert_eq!(split("C:\\src\\a.cl"), ("C:\\src", "a.cl"));
    }
}
