//! Child processes whose lines are read as they come, and which are killed if they hang.

use std::io::{BufRead, BufReader, Read, Result, Write};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// The end of a process.
#[derive(Clone, Debug)]
pub struct End {
    /// The exit status.
    pub status: ExitStatus,
    /// The standard error.
    pub said: String,
    /// The time without output after which it was killed, if it was.
    pub silence: Option<Duration>,
}

impl End {
    /// Returns a sentence about an end before the time, with words of the process.
    pub fn how(&self, words: &str) -> String {
        match self.silence {
            Some(silence) => format!("no end after {} s", silence.as_secs()),
            None => format!("{}: {words}", self.status),
        }
    }
}

/// Runs a process with an input, and passes on the lines that it prints; kills it if none comes for `silence`.
///
/// # Errors
///
/// If it cannot be started, and the errors of `on_line`, which end it.
pub fn watch(
    mut command: Command,
    input: &str,
    silence: Duration,
    mut on_line: impl FnMut(&str) -> Result<()>,
) -> Result<End> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (stdin, stdout, mut stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (sender, lines) = channel();
    std::thread::scope(|scope| {
        // A process that died does not read on: its end says so.
        scope.spawn(|| stdin.map(|mut stdin| stdin.write_all(input.as_bytes())));
        scope.spawn(move || send_lines(stdout, &sender));
        let said = scope.spawn(move || {
            let mut text = Vec::new();
            _ = stderr.as_mut().map(|stderr| stderr.read_to_end(&mut text));
            String::from_utf8_lossy(&text).into_owned()
        });
        let heard = listen(&mut child, &lines, silence, &mut on_line);
        if heard.is_err() {
            _ = child.kill();
        }
        let status = child.wait()?;
        Ok(End { status, said: said.join().unwrap_or_default(), silence: heard?.then_some(silence) })
    })
}

fn send_lines(from: Option<ChildStdout>, to: &Sender<String>) {
    let lines = from.into_iter().flat_map(|from| BufReader::new(from).split(b'\n').map_while(Result::ok));
    lines.map_while(|line| to.send(String::from_utf8_lossy(&line).into_owned()).ok()).for_each(drop);
}

/// Passes on lines until there are no more; returns whether the process was killed because none came.
fn listen(
    child: &mut Child,
    lines: &Receiver<String>,
    silence: Duration,
    on_line: &mut impl FnMut(&str) -> Result<()>,
) -> Result<bool> {
    let mut is_silent = false;
    loop {
        match lines.recv_timeout(silence) {
            Ok(line) => on_line(&line)?,
            Err(RecvTimeoutError::Timeout) => {
                is_silent = true;
                child.kill()?;
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(is_silent),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{End, watch};
    use std::process::Command;
    use std::time::Duration;

    fn ran(script: &str, input: &str) -> (End, Vec<String>) {
        let (mut command, mut lines) = (Command::new("sh"), Vec::new());
        command.args(["-c", script]);
        let keep = |line: &str| {
            lines.push(line.to_owned());
            Ok(())
        };
        let end = watch(command, input, Duration::from_millis(300), keep).unwrap();
        (end, lines)
    }

    #[test]
    fn lines_and_complaints_arrive() {
        let (end, lines) = ran("cat; echo why >&2; exit 3", "a\nb\n");
        assert_eq!((lines, end.said.as_str(), end.status.code()), (vec!["a".to_owned(), "b".into()], "why\n", Some(3)));
        assert_eq!(end.how("why"), "exit status: 3: why");
    }

    #[test]
    fn silence_ends_a_process() {
        let (end, lines) = ran("echo a; exec sleep 60", "");
        assert_eq!((lines, end.how("")), (vec!["a".to_owned()], "no end after 0 s".to_owned()));
    }

    #[test]
    fn errors_end_a_process() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo stop; exec sleep 60"]);
        let stop = |_: &str| Err(std::io::Error::other("stopped"));
        let error = watch(command, "", Duration::from_secs(60), stop).unwrap_err();
        assert_eq!(error.to_string(), "stopped");
    }
}
