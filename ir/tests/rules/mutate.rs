//! Changes of one thing in the assembly of a valid module, as its printer lays it out.

/// Numbers that look random: xorshift.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
    pub fn one_of<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }
}

/// A rule of LLVM IR that a change is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Change {
    Type,
    Opcode,
    Predicate,
    Flag,
    Operand,
    Constant,
    Number,
    Attribute,
    Linkage,
    Convention,
    Dominance,
    Line,
    Phi,
    Label,
    Node,
    Field,
    Global,
    Intrinsic,
}

pub const CHANGES: [Change; 18] = [
    Change::Type,
    Change::Opcode,
    Change::Predicate,
    Change::Flag,
    Change::Operand,
    Change::Constant,
    Change::Number,
    Change::Attribute,
    Change::Linkage,
    Change::Convention,
    Change::Dominance,
    Change::Line,
    Change::Phi,
    Change::Label,
    Change::Node,
    Change::Field,
    Change::Global,
    Change::Intrinsic,
];

const TYPES: &[&str] = &[
    "i1",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "i7",
    "half",
    "bfloat",
    "float",
    "double",
    "fp128",
    "x86_fp80",
    "ptr",
    "ptr addrspace(1)",
    "<2 x i32>",
    "<4 x i32>",
    "<4 x float>",
    "<vscale x 4 x i32>",
    "<4 x ptr>",
    "<4 x i1>",
    "[2 x i32]",
    "[0 x i8]",
    "{ i32, i32 }",
    "{}",
    "void",
    "label",
    "token",
    "metadata",
    "x86_amx",
    "<1 x i64>",
    "target(\"spirv.Event\")",
];
const BINARY: &[&str] = &[
    "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor", "fadd", "fsub",
    "fmul", "fdiv", "frem",
];
const CASTS: &[&str] = &[
    "trunc",
    "zext",
    "sext",
    "fptrunc",
    "fpext",
    "fptoui",
    "fptosi",
    "uitofp",
    "sitofp",
    "ptrtoint",
    "inttoptr",
    "bitcast",
    "addrspacecast",
    "ptrtoaddr",
];
const OTHERS: &[&[&str]] = &[BINARY, CASTS, &["fneg", "freeze"], &["load", "alloca"], &["icmp", "fcmp"]];
const PREDICATES: &[&str] = &[
    "eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle", "oeq", "ogt", "oge", "olt", "ole", "one",
    "ord", "ueq", "une", "uno", "true", "false",
];
const FLAGS: &[&str] = &[
    "nuw",
    "nsw",
    "exact",
    "disjoint",
    "nneg",
    "samesign",
    "fast",
    "nnan",
    "contract",
    "inbounds",
    "nusw",
    "volatile",
    "atomic",
    "weak",
    "tail",
    "musttail",
    "notail",
    "inalloca",
    "swifterror",
    "cleanup",
];
const ORDERINGS: &[&str] = &["unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst"];
const ATTRIBUTES: &[&str] = &[
    "zeroext",
    "signext",
    "noext",
    "inreg",
    "byval(i32)",
    "byref(i32)",
    "sret(i32)",
    "inalloca(i32)",
    "preallocated(i32)",
    "elementtype(i32)",
    "align 8",
    "align 3",
    "align 4294967296",
    "noalias",
    "captures(none)",
    "captures(ret: address)",
    "nofree",
    "nest",
    "returned",
    "nonnull",
    "dereferenceable(8)",
    "dereferenceable_or_null(8)",
    "swiftself",
    "swiftasync",
    "swifterror",
    "immarg",
    "noundef",
    "alignstack(8)",
    "allocalign",
    "allocptr",
    "readnone",
    "readonly",
    "writeonly",
    "writable",
    "dead_on_unwind",
    "dead_on_return",
    "initializes((0, 4))",
    "range(i32 0, 4)",
    "range(i8 0, 4)",
    "nofpclass(nan)",
    "alwaysinline",
    "noinline",
    "optnone",
    "minsize",
    "optsize",
    "naked",
    "convergent",
    "memory(none)",
    "memory(argmem: read)",
    "noreturn",
    "nounwind",
    "willreturn",
    "mustprogress",
    "speculatable",
    "strictfp",
    "jumptable",
    "vscale_range(1,16)",
    "vscale_range(3,1)",
    "allocsize(0)",
    "allocsize(9)",
    "allockind(\"alloc,zeroed\")",
    "allockind(\"free,realloc\")",
    "uwtable",
    "nosync",
    "norecurse",
    "builtin",
    "nobuiltin",
    "\"frame-pointer\"=\"some\"",
    "\"patchable-function-entry\"=\"x\"",
    "\"denormal-fp-math\"=\"ieee\"",
    "\"min-legal-vector-width\"=\"x\"",
    "\"target-features\"",
    "ssp",
    "sspreq",
    "sanitize_address",
    "hybrid_patchable",
    "presplitcoroutine",
    "nocf_check",
    "fn_ret_thunk_extern",
    "null_pointer_is_valid",
    "\"amdgpu-flat-work-group-size\"=\"1,2\"",
];
const LINKAGES: &[&str] = &[
    "private",
    "internal",
    "available_externally",
    "linkonce",
    "weak",
    "common",
    "appending",
    "extern_weak",
    "linkonce_odr",
    "weak_odr",
    "external",
    "hidden",
    "protected",
    "dllimport",
    "dllexport",
    "dso_local",
    "thread_local",
    "unnamed_addr",
    "local_unnamed_addr",
    "externally_initialized",
];
const CONVENTIONS: &[&str] = &[
    "ccc",
    "fastcc",
    "coldcc",
    "spir_kernel",
    "spir_func",
    "amdgpu_kernel",
    "amdgpu_cs",
    "amdgpu_gfx",
    "ptx_kernel",
    "x86_intrcc",
    "swiftcc",
    "swifttailcc",
    "tailcc",
    "ghccc",
    "anyregcc",
    "intel_ocl_bicc",
    "preserve_nonecc",
    "cc 4242",
    "amdgpu_cs_chain",
];
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "4",
    "7",
    "8",
    "16",
    "31",
    "32",
    "33",
    "64",
    "255",
    "256",
    "4096",
    "4294967295",
    "4294967296",
    "-1",
];
const CONSTANTS: &[&str] = &[
    "undef",
    "poison",
    "null",
    "zeroinitializer",
    "true",
    "false",
    "0",
    "1",
    "-1",
    "1.000000e+00",
    "none",
    "{}",
    "[]",
    "<>",
    "\"a\"",
    "ptrtoint (ptr null to i64)",
    "inttoptr (i64 1 to ptr)",
    "blockaddress(@f, %0)",
    "asm \"\", \"\"",
    "dso_local_equivalent @f",
    "no_cfi @f",
    "splat (i32 1)",
    "getelementptr (i8, ptr null, i64 1)",
    "trunc (i64 1 to i32)",
    "add (i32 1, i32 2)",
];
const INTRINSICS: &[&str] = &[
    "declare i32 @llvm.umax.i32(i32, i32)",
    "declare i32 @llvm.umax.i64(i32, i32)",
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
    "declare void @llvm.assume(i32)",
    "declare void @llvm.unknown(i32)",
    "declare i32 @llvm.ctpop.i32(i64)",
    "@llvm.used = global i32 0",
    "@llvm.used = appending global [1 x ptr] [ptr null], section \"llvm.metadata\"",
    "@llvm.global_ctors = appending global [1 x { i32, ptr }] [{ i32, ptr } { i32 1, ptr null }]",
    "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] zeroinitializer",
    "@a0 = alias i32, ptr @a0",
    "@a1 = alias i32, getelementptr (i8, ptr null, i64 1)",
    "@i0 = ifunc i32 (), ptr null",
    "$c = comdat any",
    "@v0 = global i32 0, align 3",
    "@v1 = external global i32, comdat",
    "@v2 = common global i32 1",
    "@v3 = global void undef",
    "@v4 = global i32 0, !dbg !0",
    "declare void @d0() !prof !{!\"function_entry_count\"}",
    "declare void @d1() personality ptr null",
    "declare token @d2()",
    "declare void @d3(void)",
    "declare void @d4(metadata)",
    "declare label @d5()",
    "declare void @d6(token)",
    "declare x86_amx @d7(x86_amx)",
    "define void @d8() gc \"x\" {\n  ret void\n}",
    "define void @d9() {\nb:\n  br label %b\n}",
    "!llvm.module.flags = !{!{i32 9, !\"x\", i32 1}}",
    "!llvm.module.flags = !{!{i32 1, !\"x\"}}",
    "!llvm.ident = !{!{i32 1}}",
    "!llvm.dbg.cu = !{!{}}",
    "%t = type { %t }",
    "%u = type opaque\n@v5 = global %u undef",
    "attributes #999 = { zeroext }",
];

/// Bytes of one token: a name with its sign, a number, a text, or a mark.
fn token_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let is_word = |c: u8| c.is_ascii_alphanumeric() || b"$._-".contains(&c);
    let mut end = at + 1;
    if bytes[at] == b'"' {
        while end < bytes.len() && bytes[end] != b'"' {
            end += 1;
        }
        return (end + 1).min(bytes.len());
    }
    if is_word(bytes[at]) || b"%@!#$".contains(&bytes[at]) {
        if b"%@!$".contains(&bytes[at]) && bytes.get(end) == Some(&b'"') {
            return token_end(text, end);
        }
        while end < bytes.len() && is_word(bytes[end]) {
            end += 1;
        }
    }
    end
}

/// Tokens of assembly with their places, without comments.
pub fn tokens(text: &str) -> Vec<(usize, usize)> {
    let mut list = Vec::new();
    let mut at = 0;
    while at < text.len() {
        match text.as_bytes()[at] {
            b';' => at += text[at..].find('\n').unwrap_or(text.len() - at),
            b' ' | b'\n' | b'\t' => at += 1,
            byte if !byte.is_ascii() => at += text[at..].chars().next().map_or(1, char::len_utf8),
            _ => {
                let end = token_end(text, at);
                list.push((at, end));
                at = end;
            }
        }
    }
    list
}

/// A module that can be changed.
pub struct Source {
    text: String,
    tokens: Vec<(usize, usize)>,
    /// The lines of instructions, and which function they are in.
    lines: Vec<(usize, usize, usize)>,
}

impl Source {
    pub fn new(text: String) -> Source {
        let tokens = tokens(&text);
        let (mut lines, mut at, mut function, mut inside) = (Vec::new(), 0, 0, false);
        for line in text.split_inclusive('\n') {
            inside |= line.starts_with("define ");
            if line.starts_with("  ") && inside {
                lines.push((at, at + line.len(), function));
            }
            if line.starts_with('}') {
                (inside, function) = (false, function + 1);
            }
            at += line.len();
        }
        Source { text, tokens, lines }
    }

    fn word(&self, (start, end): (usize, usize)) -> &str {
        &self.text[start..end]
    }

    fn with(&self, (start, end): (usize, usize), new: &str) -> String {
        format!("{}{new}{}", &self.text[..start], &self.text[end..])
    }

    /// A place whose token is as it should be.
    fn find(&self, random: &mut Random, is: impl Fn(&str) -> bool) -> Option<(usize, usize)> {
        (0..40).find_map(|_| random.one_of(&self.tokens).copied().filter(|&place| is(self.word(place))))
    }

    /// Puts another token where one is, or in front of it or behind it.
    fn token(&self, random: &mut Random, is: impl Fn(&str) -> bool, new: &[&str]) -> Option<String> {
        let place = self.find(random, is)?;
        Some(self.with(place, random.one_of(new)?))
    }

    fn inserted(&self, random: &mut Random, is: impl Fn(&str) -> bool, new: &str) -> Option<String> {
        let (_, end) = self.find(random, is)?;
        Some(self.with((end, end), &format!(" {new} ")))
    }

    /// Another token that begins with the same sign.
    fn swapped(&self, random: &mut Random, sign: char) -> Option<String> {
        let place = self.find(random, |word| word.starts_with(sign) && word.len() > 1)?;
        let other = self.find(random, |word| word.starts_with(sign) && word.len() > 1 && word != self.word(place))?;
        Some(self.with(place, self.word(other)))
    }

    /// A module with one change, or `None` where the module has no such place.
    pub fn changed(&self, change: Change, random: &mut Random) -> Option<String> {
        let is_type = |word: &str| TYPES.contains(&word) || word.starts_with('i') && word[1..].parse::<u32>().is_ok();
        let is_name = |word: &str| word.starts_with('%') && word.len() > 1;
        match change {
            Change::Type => self.token(random, is_type, TYPES),
            Change::Opcode => {
                let place = self.find(random, |word| OTHERS.iter().any(|list| list.contains(&word)))?;
                let list = OTHERS.iter().find(|list| list.contains(&self.word(place)))?;
                Some(self.with(place, random.one_of(list)?))
            }
            Change::Predicate => match random.below(2) {
                0 => self.token(random, |word| PREDICATES.contains(&word), PREDICATES),
                _ => self.token(random, |word| ORDERINGS.contains(&word), ORDERINGS),
            },
            Change::Flag => {
                let flag = *random.one_of(FLAGS)?;
                let is = |word: &str| {
                    OTHERS.iter().any(|list| list.contains(&word))
                        || matches!(word, "getelementptr" | "store" | "call" | "=")
                };
                self.inserted(random, is, flag)
            }
            Change::Operand => self.swapped(random, '%'),
            Change::Constant => self.token(
                random,
                |word| is_name(word) || word.parse::<i64>().is_ok() || CONSTANTS.contains(&word),
                CONSTANTS,
            ),
            Change::Number => self.token(random, |word| word.parse::<i64>().is_ok(), NUMBERS),
            Change::Attribute => {
                let attribute = *random.one_of(ATTRIBUTES)?;
                match random.below(3) {
                    0 => self.inserted(random, |word| word == ")", attribute),
                    1 => self.inserted(random, is_type, attribute),
                    _ => self.inserted(random, |word| matches!(word, "{" | "call" | "define" | "declare"), attribute),
                }
            }
            Change::Linkage => {
                let linkage = *random.one_of(LINKAGES)?;
                match random.below(3) {
                    0 => self.token(random, |word| LINKAGES.contains(&word), LINKAGES),
                    _ => self.inserted(random, |word| matches!(word, "define" | "declare" | "="), linkage),
                }
            }
            Change::Convention => {
                let convention = *random.one_of(CONVENTIONS)?;
                match random.below(2) {
                    0 => self.token(random, |word| CONVENTIONS.contains(&word), CONVENTIONS),
                    _ => self.inserted(
                        random,
                        |word| matches!(word, "define" | "declare" | "call" | "invoke"),
                        convention,
                    ),
                }
            }
            Change::Dominance | Change::Line => self.moved(change == Change::Line, random),
            Change::Phi => self.phi(random),
            Change::Label => {
                let place = self.find(random, |word| word == "label")?;
                let i = self.tokens.iter().position(|&token| token == place)?;
                let name = *self.tokens.get(i + 1)?;
                let other = self
                    .tokens
                    .iter()
                    .enumerate()
                    .filter(|(_, token)| self.word(**token) == "label")
                    .map(|(i, _)| i + 1);
                let others: Vec<_> = other.filter_map(|i| self.tokens.get(i)).collect();
                Some(self.with(name, self.word(**random.one_of(&others)?)))
            }
            Change::Node => match random.below(4) {
                0 => self.token(
                    random,
                    |word| word.starts_with('!') && word.len() > 1,
                    &["null", "!{}", "i32 1", "!\"text\"", "!{null}"],
                ),
                1 => self.inserted(random, |word| word == "{", "null, "),
                _ => self.swapped(random, '!'),
            },
            Change::Field => self.field(random),
            Change::Global => self.swapped(random, '@'),
            Change::Intrinsic => Some(format!("{}\n{}\n", self.text, random.one_of(INTRINSICS)?)),
        }
    }

    /// An instruction that stands somewhere else in its function, or nowhere, or twice.
    fn moved(&self, is_removed: bool, random: &mut Random) -> Option<String> {
        let &(start, end, function) = random.one_of(&self.lines)?;
        let line = &self.text[start..end];
        if is_removed {
            return Some(self.with((start, end), if random.below(4) == 0 { "" } else { "" }));
        }
        let others: Vec<_> = self.lines.iter().filter(|other| other.2 == function && other.0 != start).collect();
        let at = random.one_of(&others)?.0;
        let (first, second) = if at < start { (at, start) } else { (start, at) };
        Some(match at < start {
            true => format!("{}{line}{}{}", &self.text[..first], &self.text[first..second], &self.text[end..]),
            false => format!("{}{}{line}{}", &self.text[..first], &self.text[end..second], &self.text[second..]),
        })
    }

    /// A phi with an entry less, one twice, or one that is another.
    fn phi(&self, random: &mut Random) -> Option<String> {
        let phis: Vec<_> = self.lines.iter().filter(|line| self.text[line.0..line.1].contains(" = phi ")).collect();
        let &&(start, end, _) = random.one_of(&phis)?;
        let line = &self.text[start..end];
        let entries: Vec<(usize, usize)> =
            line.match_indices("[ ").filter_map(|(i, _)| Some((i, i + line[i..].find(" ]")? + 2))).collect();
        let &(from, to) = random.one_of(&entries)?;
        let other = random.one_of(&entries)?;
        let entry = &line[from..to];
        let new = match random.below(4) {
            0 => line[..from].trim_end_matches(", ").to_owned() + line[to..].trim_start_matches(','),
            1 => format!("{}{entry}, {}", &line[..from], &line[from..]),
            2 => format!("{}{}{}", &line[..from], &line[other.0..other.1], &line[to..]),
            _ => format!("{}[ undef, {}{}", &line[..from], entry.split_once(", ")?.1, &line[to..]),
        };
        Some(self.with((start, end), &new))
    }

    /// A field of a node that is missing, or has the value of another.
    fn field(&self, random: &mut Random) -> Option<String> {
        let nodes: Vec<&str> = self.text.lines().filter(|line| line.starts_with('!') && line.contains(": ")).collect();
        let line = *random.one_of(&nodes)?;
        let start = line.as_ptr() as usize - self.text.as_ptr() as usize;
        let open = line.find('(')? + 1;
        let fields: Vec<&str> = line.get(open..line.rfind(')')?)?.split(", ").collect();
        let other_line = *random.one_of(&nodes)?;
        let other = other_line.get(other_line.find('(')? + 1..other_line.rfind(')')?)?;
        let others: Vec<&str> = other.split(", ").collect();
        let i = random.below(fields.len());
        let mut new = fields.clone();
        match random.below(4) {
            0 => drop(new.remove(i)),
            1 => new.push(random.one_of(&others)?),
            2 => new[i] = random.one_of(&others)?,
            _ => {
                let value = random.one_of(&others)?.split_once(": ")?.1;
                let made = format!("{}: {value}", fields.get(i)?.split_once(": ")?.0);
                return Some(
                    self.with((start, start + line.len()), &format!("{}{}", &line[..open], joined(&new, i, &made))),
                );
            }
        }
        Some(self.with((start, start + line.len()), &format!("{}{})", &line[..open], new.join(", "))))
    }
}

fn joined(fields: &[&str], i: usize, made: &str) -> String {
    let mut fields = fields.to_vec();
    fields[i] = made;
    format!("{})", fields.join(", "))
}
