//! A difference in a few lines: what two texts share before and after is left out, but for a line or two.

const AROUND: usize = 2;
const MOST: usize = 30;

/// What is expected and not found, and the other way round; `None` if the texts are equal.
pub fn show(expected: &str, found: &str) -> Option<String> {
    if expected == found {
        return None;
    }
    let (a, b): (Vec<_>, Vec<_>) = (expected.lines().collect(), found.lines().collect());
    let before = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let shortest = a.len().min(b.len()) - before;
    let after = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count().min(shortest);
    let mut out = format!("line {}:\n", before + 1);
    let mut put = |mark: char, lines: &[&str]| {
        for line in lines.iter().take(MOST) {
            out.push_str(&format!("{mark} {line}\n"));
        }
        if lines.len() > MOST {
            out.push_str(&format!("{mark} ... and {} more\n", lines.len() - MOST));
        }
    };
    put(' ', &a[before.saturating_sub(AROUND)..before]);
    put('-', &a[before..a.len() - after]);
    put('+', &b[before..b.len() - after]);
    put(' ', &a[a.len() - after..(a.len() - after + AROUND).min(a.len())]);
    Some(out)
}

#[test]
fn shows_what_differs() {
    assert_eq!(show("a\n", "a\n"), None);
    assert_eq!(show("a\nb\nc\n", "a\nx\ny\nc\n").unwrap(), "line 2:\n  a\n- b\n+ x\n+ y\n  c\n");
    assert_eq!(show("a\n", "").unwrap(), "line 1:\n- a\n");
}
