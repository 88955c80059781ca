//! Entry points and their execution modes, as named metadata (S3-65, S3-68).

use crate::error::Result;
use crate::node::Node;
use crate::operand::Operand;
use crate::tuple::{Named, Tuple};

/// `OpEntryPoint`: `!{i32 model, ptr @function, !"name", interface...}`.
///
/// The document leaves function and interface "TBD": the function is the function, the interface is the global
/// variables as further operands, or in one list. The name need not be that of the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryPoint<V> {
    /// The execution model: a [`spirv::ExecutionModel`], or a number that has no name.
    pub model: u32,
    /// The function of the entry point.
    pub function: V,
    /// The name under which a host finds it.
    pub name: String,
    /// The global variables of its interface.
    pub interface: Vec<V>,
}

/// Returns a variable of the interface; `None` if LLVM has deleted it.
fn variable<V: Clone>(node: &Node<V>) -> Result<Vec<V>> {
    match node {
        Node::Null => Ok(Vec::new()),
        _ => node.as_value().map(|value| vec![value.clone()]),
    }
}

impl<V> Named for EntryPoint<V> {
    const NAME: &'static str = "spirv.EntryPoint";
}

impl<V: Clone> Tuple<V> for EntryPoint<V> {
    fn read(node: &Node<V>) -> Result<Self> {
        let mut operands = node.operands()?;
        let model = operands.read("the execution model", Node::as_word)?;
        let function = operands.read("the function", Node::as_value)?.clone();
        let name = operands.read("the name", Node::as_string)?.to_owned();
        let interface = operands.rest(|node| match node {
            Node::List(_) => Ok(node.operands()?.rest(variable)?.concat()),
            _ => variable(node),
        })?;
        Ok(EntryPoint { model, function, name, interface: interface.concat() })
    }

    fn write(&self) -> Node<V> {
        let mut nodes = vec![Node::word(self.model), Node::Value(self.function.clone()), Node::string(&self.name)];
        nodes.extend(self.interface.iter().cloned().map(Node::Value));
        Node::List(nodes)
    }
}

/// The target of an execution mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target<V> {
    /// A function: each of its entry points.
    Function(V),
    /// An entry point: the document's large example has its node as an operand.
    EntryPoint(EntryPoint<V>),
}

impl<V> Target<V> {
    /// Returns the function in either case.
    pub fn function(&self) -> &V {
        match self {
            Target::Function(function) => function,
            Target::EntryPoint(entry) => &entry.function,
        }
    }
}

/// `OpExecutionMode`: `!{ptr @function, i32 mode, operands...}`, or with the node of an entry point in place of the
/// function. The mode is not checked: the document's example has 32, which does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecutionMode<V> {
    /// The target of the mode.
    pub target: Target<V>,
    /// The mode: a [`spirv::ExecutionMode`], or a number that has no name.
    pub mode: u32,
    /// Its literals.
    pub operands: Vec<Operand>,
}

impl<V> Named for ExecutionMode<V> {
    const NAME: &'static str = "spirv.ExecutionMode";
}

impl<V: Clone> Tuple<V> for ExecutionMode<V> {
    fn read(node: &Node<V>) -> Result<Self> {
        let mut operands = node.operands()?;
        let target = operands.read("the function", |node| match node {
            Node::List(_) => EntryPoint::read(node).map(Target::EntryPoint),
            _ => node.as_value().cloned().map(Target::Function),
        })?;
        let mode = operands.read("the mode", Node::as_word)?;
        Ok(ExecutionMode { target, mode, operands: operands.rest(Operand::read)? })
    }

    fn write(&self) -> Node<V> {
        let target = match &self.target {
            Target::Function(function) => Node::Value(function.clone()),
            Target::EntryPoint(entry) => entry.write(),
        };
        let mut nodes = vec![target, Node::word(self.mode)];
        nodes.extend(self.operands.iter().map(Operand::write));
        Node::List(nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spirv::{ExecutionMode as Mode, ExecutionModel};

    type Plain = Node<&'static str>;

    const KERNEL: u32 = ExecutionModel::Kernel as u32;

    fn kernel1() -> EntryPoint<&'static str> {
        EntryPoint { model: KERNEL, function: "@worker", name: "kernel1".into(), interface: vec!["@a", "@b"] }
    }

    #[test]
    fn s3_68_entry_point() {
        let mut nodes = vec![Plain::word(KERNEL), Node::Value("@worker"), Node::string("kernel1")];
        let flat = Node::List([&nodes[..], &[Node::Value("@a"), Node::Value("@b")]].concat());
        assert_eq!(kernel1().write(), flat);
        assert_eq!(EntryPoint::read(&flat), Ok(kernel1()));
        nodes.push(Node::List(vec![Node::Value("@a"), Node::Value("@b")]));
        assert_eq!(EntryPoint::read(&Node::List(nodes)), Ok(kernel1()), "the interface as one list");
    }

    #[test]
    fn s3_65_execution_mode_of_a_function() {
        let mode = ExecutionMode {
            target: Target::Function("@worker"),
            mode: Mode::VecTypeHint as u32,
            operands: vec![262149.into()],
        };
        let node = Plain::List(vec![Node::Value("@worker"), Node::word(Mode::VecTypeHint as u32), Node::word(262149)]);
        assert_eq!(mode.write(), node);
        assert_eq!(ExecutionMode::read(&node), Ok(mode));
    }

    #[test]
    fn s3_65_execution_mode_of_an_entry_point() {
        let operands = vec![16.into(), 1.into(), 1.into()];
        let mode = ExecutionMode { target: Target::EntryPoint(kernel1()), mode: Mode::LocalSizeHint as u32, operands };
        let node = Plain::List(vec![
            kernel1().write(),
            Node::word(Mode::LocalSizeHint as u32),
            Node::word(16),
            Node::word(1),
            Node::word(1),
        ]);
        assert_eq!(mode.write(), node);
        assert_eq!(mode.target.function(), &"@worker");
        assert_eq!(ExecutionMode::read(&node), Ok(mode));
    }

    #[test]
    fn a_deleted_function_is_an_error() {
        let node = Plain::List(vec![Node::Null, Node::word(Mode::ContractionOff as u32)]);
        let error = ExecutionMode::read(&node).unwrap_err();
        assert_eq!(error.to_string(), "operand 0: expected a value, found null");
    }
}
