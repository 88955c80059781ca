//! A difference in a few lines: what is expected and not found, what is found and not expected, and a line around each.

const MOST: usize = 40;

/// Returns the lines that are only in one of the texts; `None` if the texts are equal.
pub fn show(expected: &str, found: &str) -> Option<String> {
    if expected == found {
        return None;
    }
    let (a, b): (Vec<_>, Vec<_>) = (expected.lines().collect(), found.lines().collect());
    let marked = marked(&a, &b);
    let changed = |at: usize| marked.get(at).is_some_and(|(mark, _)| *mark != ' ');
    let near = |at: usize| changed(at) || changed(at + 1) || (at > 0 && changed(at - 1));
    let shown: Vec<usize> = (0..marked.len()).filter(|at| near(*at)).collect();
    let mut out = String::new();
    for (index, at) in shown.iter().take(MOST).enumerate() {
        if index > 0 && shown[index - 1] + 1 != *at {
            out.push_str("  ...\n");
        }
        out.push_str(&format!("{} {}\n", marked[*at].0, marked[*at].1));
    }
    if shown.len() > MOST {
        out.push_str(&format!("  ... and {} lines more\n", shown.len() - MOST));
    }
    Some(out)
}

/// Returns all lines of both texts with marks; those of the longest common sequence have none.
fn marked<'a>(a: &[&'a str], b: &[&'a str]) -> Vec<(char, &'a str)> {
    let mut longest = vec![vec![0u32; b.len() + 1]; a.len() + 1];
    for (i, left) in a.iter().enumerate().rev() {
        for (j, right) in b.iter().enumerate().rev() {
            longest[i][j] =
                if left == right { longest[i + 1][j + 1] + 1 } else { longest[i + 1][j].max(longest[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut out) = (0, 0, Vec::new());
    while i < a.len() || j < b.len() {
        let next = match (a.get(i), b.get(j)) {
            (Some(left), Some(right)) if left == right => (' ', *left),
            (Some(left), _) if j == b.len() || longest[i + 1][j] >= longest[i][j + 1] => ('-', *left),
            (_, Some(right)) => ('+', *right),
            (Some(left), None) => ('-', *left),
            (None, None) => break,
        };
        i += usize::from(next.0 != '+');
        j += usize::from(next.0 != '-');
        out.push(next);
    }
    out
}

#[test]
fn shows_what_differs() {
    assert_eq!(show("a\n", "a\n"), None);
    let (before, after) = ("a\nb\nc\nd\ne\nf\ng\n", "a\nx\nc\nd\ne\nf\ny\ng\n");
    assert_eq!(show(before, after).unwrap(), "  a\n- b\n+ x\n  c\n  ...\n  f\n+ y\n  g\n");
    assert_eq!(show("a\n", "").unwrap(), "- a\n");
}
