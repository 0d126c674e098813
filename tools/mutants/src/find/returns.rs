//! Values that a function can return at once.

/// Values of a return type that has obvious ones.
pub(super) fn values(output: &syn::ReturnType) -> &'static [&'static str] {
    match output {
        syn::ReturnType::Default => &["()"],
        syn::ReturnType::Type(_, kind) => of_type(kind),
    }
}

fn of_type(kind: &syn::Type) -> &'static [&'static str] {
    let syn::Type::Path(path) = kind else { return &[] };
    let Some(last) = path.path.segments.last() else { return &[] };
    match last.ident.to_string().as_str() {
        "bool" => &["true", "false"],
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" => &["0", "1"],
        "f32" | "f64" => &["0.0"],
        "Option" => &["None"],
        "Vec" => &["Vec::new()"],
        "String" => &["String::new()"],
        "Result" if is_unit(&last.arguments) => &["Ok(())"],
        _ => &[],
    }
}

/// Whether the first argument of a type is `()`.
fn is_unit(arguments: &syn::PathArguments) -> bool {
    let syn::PathArguments::AngleBracketed(arguments) = arguments else { return false };
    let first = arguments.args.first();
    matches!(first, Some(syn::GenericArgument::Type(syn::Type::Tuple(tuple))) if tuple.elems.is_empty())
}
