//! The mutants of a source file.
//!
//! Constants, patterns, types and the insides of macros have none: a condition cannot stand there.

mod returns;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A small change of the program.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Mutant {
    /// The file, relative to the root of the repository.
    pub file: String,
    /// Its line, from 1.
    pub line: usize,
    /// What is changed, such as `a < b: <=`.
    pub change: String,
    /// The bytes of the file that [`Edit`] replaces.
    pub place: Range<usize>,
    /// How they are replaced.
    pub edit: Edit,
}

/// The replacement of a part of a file.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub enum Edit {
    /// An expression by another one of the same type.
    Expression(String),
    /// A condition by its opposite.
    Negation,
    /// A statement by nothing.
    Deletion,
    /// The start of a function, where nothing is replaced, by a return of this value.
    Return(String),
}

impl Edit {
    /// The text with the mutant, which is active where `condition` holds, and without it.
    pub fn text(&self, original: &str, condition: &str) -> String {
        match self {
            Edit::Expression(other) => format!("(if {condition} {{ {other} }} else {{ {original} }})"),
            Edit::Negation => format!("({condition} != ({original}))"),
            Edit::Deletion => format!("if !{condition} {{ {original} }}"),
            Edit::Return(value) => format!("if {condition} {{ return {value}; }}"),
        }
    }
}

/// The mutants of a file, in the order of the text.
///
/// # Errors
///
/// If the text is not valid Rust.
pub fn mutants(file: &str, text: &str) -> Result<Vec<Mutant>> {
    let syntax = syn::parse_file(text).with_context(|| format!("cannot parse {file}"))?;
    let mut finder = Finder { file, text, found: Vec::new() };
    if !is_elsewhere(&syntax.attrs) {
        finder.visit_file(&syntax);
    }
    finder.found.sort_by_key(|mutant| (mutant.place.start, mutant.place.end));
    Ok(finder.found)
}

struct Finder<'a> {
    file: &'a str,
    text: &'a str,
    found: Vec<Mutant>,
}

impl Finder<'_> {
    fn source(&self, node: &impl Spanned) -> &str {
        &self.text[node.span().byte_range()]
    }

    fn add(&mut self, node: &impl Spanned, change: String, edit: Edit) {
        let place = node.span().byte_range();
        self.add_at(place, node.span().start().line, change, edit);
    }

    fn add_at(&mut self, place: Range<usize>, line: usize, change: String, edit: Edit) {
        let change = change.split_whitespace().collect::<Vec<_>>().join(" ");
        self.found.push(Mutant { file: self.file.to_string(), line, change, place, edit });
    }

    /// A mutant that returns from a function at once, if its type has an obvious value.
    fn add_returns(&mut self, signature: &syn::Signature, body: &syn::Block) {
        if body.stmts.is_empty() {
            return;
        }
        let start = body.brace_token.span.open().byte_range().end;
        let line = signature.ident.span().start().line;
        for value in returns::values(&signature.output) {
            let change = format!("fn {}: return {value}", signature.ident);
            self.add_at(start..start, line, change, Edit::Return(value.to_string()));
        }
    }

    /// A condition by its opposite, unless its operator has mutants anyway.
    fn add_negation(&mut self, condition: &syn::Expr) {
        if matches!(condition, syn::Expr::MethodCall(_) | syn::Expr::Call(_) | syn::Expr::Path(_) | syn::Expr::Field(_))
        {
            let change = format!("{}: not", self.source(condition));
            self.add(condition, change, Edit::Negation);
        }
    }
}

/// The conditions of items that are not part of the program on this machine.
const ELSEWHERE: [&str; 6] = [
    "test",
    "windows",
    "not(unix)",
    "not(target_os=\"linux\")",
    "not(target_arch=\"x86_64\")",
    "target_arch=\"aarch64\"",
];

/// Whether an item is for tests, or for machines other than this one.
fn is_elsewhere(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")).any(|attribute| {
        let condition = attribute.meta.require_list().map(|list| list.tokens.to_string()).unwrap_or_default();
        ELSEWHERE.contains(&condition.split_whitespace().collect::<String>().as_str())
    })
}

/// What an operator is replaced with.
fn others(operator: &syn::BinOp) -> &'static [&'static str] {
    use syn::BinOp::*;
    match operator {
        Lt(_) => &["<="],
        Le(_) => &["<"],
        Gt(_) => &[">="],
        Ge(_) => &[">"],
        Eq(_) => &["!="],
        Ne(_) => &["=="],
        And(_) => &["||"],
        Or(_) => &["&&"],
        Add(_) => &["-"],
        Sub(_) => &["+"],
        Mul(_) => &["+"],
        Div(_) => &["*"],
        Rem(_) => &["/"],
        BitAnd(_) => &["|"],
        BitOr(_) => &["&"],
        BitXor(_) => &["|"],
        Shl(_) => &[">>"],
        Shr(_) => &["<<"],
        AddAssign(_) => &["-="],
        SubAssign(_) => &["+="],
        BitAndAssign(_) => &["|="],
        BitOrAssign(_) => &["&="],
        BitXorAssign(_) => &["|="],
        _ => &[],
    }
}

/// Whether an expression binds names, as a chain of `let` does; it cannot be inside another one.
fn binds(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => binds(&binary.left) || binds(&binary.right),
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes = match item {
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Trait(item) => &item.attrs,
            // What is constant is computed by the compiler.
            _ => return,
        };
        if !is_elsewhere(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        if function.sig.constness.is_none() {
            self.add_returns(&function.sig, &function.block);
            visit::visit_block(self, &function.block);
        }
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        if let syn::ImplItem::Fn(function) = item
            && function.sig.constness.is_none()
            && !is_elsewhere(&function.attrs)
        {
            self.add_returns(&function.sig, &function.block);
            visit::visit_block(self, &function.block);
        }
    }

    fn visit_trait_item_const(&mut self, _constant: &'ast syn::TraitItemConst) {}

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(body) = &function.default {
            self.add_returns(&function.sig, body);
            visit::visit_block(self, body);
        }
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        if !binds(&binary.left) && !binds(&binary.right) {
            for other in others(&binary.op) {
                let (left, right) = (self.source(&binary.left), self.source(&binary.right));
                let (change, text) = (format!("{}: {other}", self.source(binary)), format!("{left} {other} {right}"));
                self.add(binary, change, Edit::Expression(text));
            }
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        if matches!(unary.op, syn::UnOp::Not(_) | syn::UnOp::Neg(_)) {
            let operand = self.source(&unary.expr).to_string();
            self.add(unary, format!("{}: {operand}", self.source(unary)), Edit::Expression(operand));
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_if(&mut self, branch: &'ast syn::ExprIf) {
        self.add_negation(&branch.cond);
        visit::visit_expr_if(self, branch);
    }

    fn visit_expr_while(&mut self, repeated: &'ast syn::ExprWhile) {
        self.add_negation(&repeated.cond);
        visit::visit_expr_while(self, repeated);
    }

    fn visit_stmt(&mut self, statement: &'ast syn::Stmt) {
        if let syn::Stmt::Expr(syn::Expr::MethodCall(_) | syn::Expr::Assign(_), Some(_)) = statement {
            let change = format!("{} deleted", self.source(statement));
            self.add(statement, change, Edit::Deletion);
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        // The length is a constant.
        self.visit_expr(&repeat.expr);
    }

    fn visit_expr_const(&mut self, _block: &'ast syn::ExprConst) {}

    fn visit_generic_argument(&mut self, _argument: &'ast syn::GenericArgument) {}

    fn visit_type(&mut self, _kind: &'ast syn::Type) {}

    fn visit_pat(&mut self, pattern: &'ast syn::Pat) {
        if let syn::Pat::Guard(guarded) = pattern {
            self.add_negation(&guarded.guard);
            self.visit_expr(&guarded.guard);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(text: &str) -> Vec<String> {
        mutants("x.rs", text).unwrap().into_iter().map(|mutant| mutant.change).collect()
    }

    #[test]
    fn operators_conditions_statements_and_returns_are_changed() {
        let text = "fn f(a: &mut Vec<i8>, b: i8) -> bool { if g(b) { a.clear(); } !h(-b) && b <= 3 }";
        let expected = [
            "fn f: return true",
            "fn f: return false",
            "g(b): not",
            "a.clear(); deleted",
            "!h(-b): h(-b)",
            "!h(-b) && b <= 3: ||",
            "-b: b",
            "b <= 3: <",
        ];
        assert_eq!(
            changes(text).into_iter().collect::<std::collections::BTreeSet<_>>(),
            expected.map(String::from).into()
        );
        assert_eq!(
            changes("fn f() -> Result<()> { while x.next() { y += 1; } match z { Some(w) if w.is_odd() => Ok(()) } }")
                .len(),
            4
        );
    }

    #[test]
    fn what_is_constant_or_not_of_this_machine_is_left_alone() {
        for text in [
            "const N: usize = 1 + 2;",
            "static A: [u8; 1 + 2] = [0; 1 + 2];",
            "const fn f() -> bool { 1 < 2 }",
            "enum E { A = 1 + 2 }",
            "impl S { const N: usize = 1 + 2; }",
            "trait T { const N: usize = 1 + 2; fn f(&self) -> bool; }",
            "#[cfg(test)] mod tests { fn f() -> bool { a < b } }",
            "#![cfg(test)] fn f() -> bool { a < b }",
            "#[cfg(target_arch = \"aarch64\")] fn f() -> bool { a < b }",
            "#[cfg(not(unix))] impl S { fn f() -> bool { a < b } }",
            "fn f() -> S { let x: [u8; 1 + 2] = [0; 1 + 2]; const { 1 + 2 }; assert!(a < b); g::<{ 1 + 2 }>() }",
            "fn f() -> bool {}",
        ] {
            assert_eq!(changes(text), [""; 0], "{text}");
        }
        assert_eq!(changes("#[cfg(target_arch = \"x86_64\")] fn f() -> S { a < b }"), ["a < b: <="]);
    }

    /// Names that are bound by a `let` in a chain are used after it.
    #[test]
    fn chains_of_let_keep_their_form() {
        assert_eq!(changes("fn f() -> S { if let Some(a) = b && a < c { d } }"), ["a < c: <="]);
    }

    #[test]
    fn changed_texts_are_valid() {
        let text = "fn f(a: i8) -> bool { if g(a) { h(); x.y(); } a % 2 == 0 }";
        for mutant in mutants("x.rs", text).unwrap() {
            let changed = crate::schemata::instrument(text, &[(0, &mutant)]).text;
            assert!(syn::parse_file(&changed).is_ok() && changed.contains("is_active(0)"), "{changed}");
        }
    }
}
