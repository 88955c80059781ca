//! Matrices, as scalars by column and row: products, transposition, determinants, inverses.

use super::{Body, Declared, Definitions, Ty};
use llvm_spirv::error::Result;

/// The elements of a matrix, by columns.
type Matrix = Vec<Vec<String>>;

/// Returns the columns and rows of a type such as `%spirv.matrix.f32.3x4`, and its scalar type.
fn shape(ty: &Ty) -> Option<(u64, u64, &'static str)> {
    let mut words = ty.text.trim_matches(['%', '"']).strip_prefix("spirv.matrix.")?.split('.');
    let scalar = match words.next()? {
        "f16" => "half",
        "f32" => "float",
        "f64" => "double",
        _ => return None,
    };
    let (columns, rows) = words.next()?.split_once('x')?;
    Some((columns.parse().ok()?, rows.parse().ok()?, scalar))
}

fn column_type(rows: u64, scalar: &str) -> Ty {
    Ty { text: format!("<{rows} x {scalar}>"), scalar: scalar.to_owned(), lanes: rows }
}

/// Defines an instruction on matrices, or on a vector and a scalar.
pub fn define(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<bool> {
    let body = match (declared.glsl, declared.op) {
        (false, "VectorTimesScalar" | "MatrixTimesScalar") => times_scalar(declared)?,
        (false, "MatrixTimesVector") => times_vector(declared)?,
        (false, "VectorTimesMatrix") => vector_times(declared)?,
        (false, "MatrixTimesMatrix") => product(declared)?,
        (false, "OuterProduct") => outer(declared)?,
        (false, "Transpose") => transpose(declared)?,
        (true, "Determinant") => {
            let (mut body, given) = Numbers::of(declared, 0)?;
            let wide = given.widened(&mut body);
            let value = determinant(&mut body, &wide, &wide.0);
            let value = given.narrowed(&mut body, value, &wide);
            body.line(format!("ret {} {value}", declared.result.text));
            body.text
        }
        (true, "MatrixInverse") => inverse(declared)?,
        _ => return Ok(false),
    };
    definitions.function(declared, &body);
    Ok(true)
}

/// The elements of a matrix or vector, and their type.
struct Numbers(Matrix, &'static str);

impl Numbers {
    fn of(declared: &Declared<'_>, index: usize) -> Result<(Body, Self)> {
        let mut body = Body::default();
        let numbers = Self::read(&mut body, declared, index)?;
        Ok((body, numbers))
    }

    fn read(body: &mut Body, declared: &Declared<'_>, index: usize) -> Result<Self> {
        let ty = declared.param(index)?;
        let (columns, rows, scalar) = shape(ty).ok_or_else(|| declared.unsupported())?;
        let column = column_type(rows, scalar);
        let mut all = Vec::new();
        for number in 0..columns {
            let vector = body.value(format!("extractvalue {} %p{index}, 0, {number}", ty.text));
            all.push((0..rows).map(|row| body.lane(&column, &vector, row)).collect());
        }
        Ok(Self(all, scalar))
    }

    /// Extends the elements to the next larger type, since cancellation in sums of products would lose their last bits.
    fn widened(&self, body: &mut Body) -> Self {
        let wide = match self.1 {
            "half" => "float",
            _ => "double",
        };
        let mut extended = |number: &String| match self.1 {
            "double" => number.clone(),
            _ => body.value(format!("fpext {} {number} to {wide}", self.1)),
        };
        Self(self.0.iter().map(|column| column.iter().map(&mut extended).collect()).collect(), wide)
    }

    /// Truncates a number of the larger type to this one.
    fn narrowed(&self, body: &mut Body, number: String, wide: &Self) -> String {
        if self.1 == wide.1 {
            return number;
        }
        body.value(format!("fptrunc {} {number} to {}", wide.1, self.1))
    }

    fn rows(&self) -> usize {
        self.0.first().map_or(0, Vec::len)
    }

    fn at(&self, column: usize, row: usize) -> &str {
        self.0.get(column).and_then(|numbers| numbers.get(row)).map_or("poison", String::as_str)
    }
}

fn lanes(body: &mut Body, declared: &Declared<'_>, index: usize) -> Result<Vec<String>> {
    let ty = declared.param(index)?;
    Ok((0..ty.lanes).map(|lane| body.lane(ty, &format!("%p{index}"), lane)).collect())
}

fn returned(mut body: Body, declared: &Declared<'_>, columns: &[Vec<String>]) -> Result<String> {
    let ty = &declared.result;
    let (_, rows, scalar) = shape(ty).ok_or_else(|| declared.unsupported())?;
    let column = column_type(rows, scalar);
    let mut whole = String::from("poison");
    for (number, lanes) in columns.iter().enumerate() {
        let vector = body.vector(&column, lanes);
        whole = body.value(format!("insertvalue {} {whole}, {} {vector}, 0, {number}", ty.text, column.text));
    }
    body.line(format!("ret {} {whole}", ty.text));
    Ok(body.text)
}

fn dot(body: &mut Body, scalar: &str, pairs: &[(&str, &str)]) -> String {
    let mut sum = String::new();
    for (a, b) in pairs {
        let product = body.value(format!("fmul {scalar} {a}, {b}"));
        sum = if sum.is_empty() { product } else { body.value(format!("fadd {scalar} {sum}, {product}")) };
    }
    sum
}

fn times_scalar(declared: &Declared<'_>) -> Result<String> {
    let ty = declared.param(0)?;
    if ty.lanes > 0 {
        let mut body = Body::default();
        let given = lanes(&mut body, declared, 0)?;
        let each = given.iter().map(|lane| body.value(format!("fmul {} {lane}, %p1", ty.scalar)));
        let each: Vec<_> = each.collect();
        let value = body.vector(ty, &each);
        body.line(format!("ret {} {value}", ty.text));
        return Ok(body.text);
    }
    let (mut body, given) = Numbers::of(declared, 0)?;
    let mut columns = Vec::new();
    for column in &given.0 {
        columns.push(column.iter().map(|number| body.value(format!("fmul {} {number}, %p1", given.1))).collect());
    }
    returned(body, declared, &columns)
}

fn vector_result(mut body: Body, declared: &Declared<'_>, lanes: &[String]) -> String {
    let value = body.vector(&declared.result, lanes);
    body.line(format!("ret {} {value}", declared.result.text));
    body.text
}

fn times_vector(declared: &Declared<'_>) -> Result<String> {
    let (mut body, matrix) = Numbers::of(declared, 0)?;
    let vector = lanes(&mut body, declared, 1)?;
    let mut sums = Vec::new();
    for row in 0..matrix.rows() {
        let pairs: Vec<_> =
            vector.iter().enumerate().map(|(column, number)| (matrix.at(column, row), number.as_str())).collect();
        sums.push(dot(&mut body, matrix.1, &pairs));
    }
    Ok(vector_result(body, declared, &sums))
}

fn vector_times(declared: &Declared<'_>) -> Result<String> {
    let (mut body, matrix) = Numbers::of(declared, 1)?;
    let vector = lanes(&mut body, declared, 0)?;
    let mut sums = Vec::new();
    for column in &matrix.0 {
        let pairs: Vec<_> = vector.iter().zip(column).map(|(a, b)| (a.as_str(), b.as_str())).collect();
        sums.push(dot(&mut body, matrix.1, &pairs));
    }
    Ok(vector_result(body, declared, &sums))
}

fn product(declared: &Declared<'_>) -> Result<String> {
    let (mut body, left) = Numbers::of(declared, 0)?;
    let right = Numbers::read(&mut body, declared, 1)?;
    let mut columns = Vec::new();
    for column in &right.0 {
        let mut sums = Vec::new();
        for row in 0..left.rows() {
            let pairs: Vec<_> =
                column.iter().enumerate().map(|(k, number)| (left.at(k, row), number.as_str())).collect();
            sums.push(dot(&mut body, left.1, &pairs));
        }
        columns.push(sums);
    }
    returned(body, declared, &columns)
}

fn outer(declared: &Declared<'_>) -> Result<String> {
    let mut body = Body::default();
    let (rows, columns) = (lanes(&mut body, declared, 0)?, lanes(&mut body, declared, 1)?);
    let scalar = declared.param(0)?.scalar.clone();
    let mut all = Vec::new();
    for column in &columns {
        all.push(rows.iter().map(|row| body.value(format!("fmul {scalar} {row}, {column}"))).collect());
    }
    returned(body, declared, &all)
}

fn transposed(matrix: &Numbers) -> Matrix {
    (0..matrix.rows())
        .map(|row| (0..matrix.0.len()).map(|column| matrix.at(column, row).to_owned()).collect())
        .collect()
}

fn transpose(declared: &Declared<'_>) -> Result<String> {
    let (body, given) = Numbers::of(declared, 0)?;
    returned(body, declared, &transposed(&given))
}

/// Returns the minor: the matrix without one column and one row.
fn minor(matrix: &[Vec<String>], column: usize, row: usize) -> Matrix {
    let columns = matrix.iter().enumerate().filter(|(index, _)| *index != column);
    let rest = |numbers: &Vec<String>| {
        let rows = numbers.iter().enumerate().filter(|(index, _)| *index != row);
        rows.map(|(_, number)| number.clone()).collect()
    };
    columns.map(|(_, numbers)| rest(numbers)).collect()
}

/// Emits the determinant by expansion along the first column; matrices have at most four.
fn determinant(body: &mut Body, numbers: &Numbers, matrix: &[Vec<String>]) -> String {
    let scalar = numbers.1;
    let Some(first) = matrix.first() else { return "1.0".to_owned() };
    if let [only] = first.as_slice() {
        return only.clone();
    }
    let mut sum = String::new();
    for (row, number) in first.iter().enumerate() {
        let inner = determinant(body, numbers, &minor(matrix, 0, row));
        let term = body.value(format!("fmul {scalar} {number}, {inner}"));
        let how = if row % 2 == 0 { "fadd" } else { "fsub" };
        sum = if sum.is_empty() { term } else { body.value(format!("{how} {scalar} {sum}, {term}")) };
    }
    sum
}

/// Emits the inverse: the transposed matrix of cofactors, divided by the determinant.
fn inverse(declared: &Declared<'_>) -> Result<String> {
    let (mut body, given) = Numbers::of(declared, 0)?;
    let wide = given.widened(&mut body);
    let whole = determinant(&mut body, &wide, &wide.0);
    let mut columns = Vec::new();
    for column in 0..given.0.len() {
        let mut numbers = Vec::new();
        for row in 0..given.rows() {
            let cofactor = determinant(&mut body, &wide, &minor(&wide.0, row, column));
            let cofactor =
                if (row + column) % 2 == 0 { cofactor } else { body.value(format!("fneg {} {cofactor}", wide.1)) };
            let number = body.value(format!("fdiv {} {cofactor}, {whole}", wide.1));
            numbers.push(given.narrowed(&mut body, number, &wide));
        }
        columns.push(numbers);
    }
    returned(body, declared, &columns)
}
