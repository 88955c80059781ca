//! Asks LLVM 22 for its verdicts through a program that keeps running, as starting a process for each module would take most of the time.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};

/// LLVM's verdict on a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Good,
    /// The module is refused, with this error.
    Refused(String),
    /// LLVM ended other than by an error.
    Crashed(String),
}

struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    errors: ChildStderr,
}

/// A running program that returns LLVM's verdicts.
#[derive(Default)]
pub struct Oracle {
    server: Option<Server>,
}

impl Server {
    fn start() -> Server {
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/oracle.py");
        let mut child = Command::new("python3")
            .arg(program)
            .env("LLVM_DISABLE_SYMBOLIZATION", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("python3 and libLLVM 22 are needed: {error}"));
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let errors = child.stderr.take().unwrap();
        Server { child, input, output, errors }
    }

    fn ask(&mut self, text: &str) -> Option<String> {
        write!(self.input, "{}\n{text}", text.len()).ok()?;
        self.input.flush().ok()?;
        let mut line = String::new();
        let read = self.output.read_line(&mut line).ok()?;
        (read > 0).then(|| line.trim_end().to_owned())
    }

    /// Returns the verdict after the program has ended, from its last output.
    fn last_words(mut self) -> Verdict {
        drop(self.input);
        let mut said = Vec::new();
        let _ = self.errors.read_to_end(&mut said);
        let said = String::from_utf8_lossy(&said).into_owned();
        let status = self.child.wait().unwrap();
        // LLVM verifies modules with debug information when it reads them, and exits on an error.
        match said.contains("Broken module found") {
            true => Verdict::Refused(format!("verifier: {}", said.replace('\n', " | "))),
            false => Verdict::Crashed(format!("{status}: {}", said.get(..300).unwrap_or(&said).replace('\n', " | "))),
        }
    }
}

impl Oracle {
    pub fn verdict(&mut self, text: &str) -> Verdict {
        let server = self.server.get_or_insert_with(Server::start);
        match server.ask(text) {
            Some(answer) if answer == "good" => Verdict::Good,
            Some(answer) => Verdict::Refused(answer),
            None => self.server.take().map_or(Verdict::Good, Server::last_words),
        }
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        if let Some(Server { mut child, input, .. }) = self.server.take() {
            drop(input);
            let _ = child.wait();
        }
    }
}
