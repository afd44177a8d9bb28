//! The texts in the sources: all string literals of more than one word, except those of tests and of attributes.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The texts of all modules, each below the path of its file.
pub fn all() -> String {
    let mut texts = String::new();
    module(Path::new("src/main.rs"), Path::new("src"), &mut texts);
    texts
}

/// The texts of the module in one file, then those of the modules below it. `folder` is where those are.
fn module(file: &Path, folder: &Path, texts: &mut String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let source = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut found = Found::default();
    found.stream(source.parse().expect("a source that compiles can be told apart"));
    // The help is read where it ends up: in the man pages.
    let is_help = file.starts_with("src/cli") && !file.ends_with("values.rs");
    if !found.texts.is_empty() && !is_help {
        let _ = writeln!(texts, "{}", file.display());
        found.texts.iter().for_each(|text| _ = writeln!(texts, "    {text}"));
        texts.push('\n');
    }
    for name in found.modules {
        let file: PathBuf = folder.join(format!("{name}.rs"));
        module(&file, &folder.join(name), texts);
    }
}

/// What one file holds.
#[derive(Default)]
struct Found {
    texts: Vec<String>,
    modules: Vec<String>,
}

impl Found {
    fn stream(&mut self, stream: TokenStream) {
        let mut tokens = stream.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Punct(sign) if sign.as_char() == '#' => {
                    // The documentation of a module is an attribute of all that it is in.
                    let _ = tokens.next_if(|next| next.to_string() == "!");
                    let Some(TokenTree::Group(attribute)) = tokens.next_if(is_group) else { continue };
                    if is_for_tests(&attribute) {
                        // The item that it is on ends with its body, or with a semicolon.
                        let _ = tokens.find(|token| match token {
                            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                            TokenTree::Punct(sign) => sign.as_char() == ';',
                            _ => false,
                        });
                    }
                }
                TokenTree::Ident(word) if word == "mod" => {
                    let name = tokens.next().expect("a module has a name").to_string();
                    if tokens.next_if(|next| next.to_string() == ";").is_some() {
                        self.modules.push(name);
                    }
                }
                // Why something cannot fail is for whoever reads the code.
                TokenTree::Ident(word) if word == "expect" || word == "cfg" => _ = tokens.next_if(is_group),
                TokenTree::Group(group) => self.stream(group.stream()),
                TokenTree::Literal(literal) => self.literal(&literal.to_string()),
                TokenTree::Ident(_) | TokenTree::Punct(_) => {}
            }
        }
    }

    fn literal(&mut self, written: &str) {
        let is_text = written.starts_with(['"', 'r']);
        if let (true, Some((_, text))) = (is_text, written.split_once('"')) {
            let text = text.trim_end_matches('#');
            let text = text.strip_suffix('"').unwrap_or(text);
            let joined = text.split("\\\n").map(str::trim_start).collect::<String>();
            let words = joined.split(' ').filter(|word| word.contains(|c: char| c.is_ascii_lowercase()));
            if words.count() > 1 {
                self.texts.push(joined.replace('\n', "\\n"));
            }
        }
    }
}

fn is_group(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(_))
}

fn is_for_tests(attribute: &Group) -> bool {
    let text = attribute.stream().to_string().replace(' ', "");
    text.starts_with("cfg(test)") || text.starts_with("cfg(any(test")
}
