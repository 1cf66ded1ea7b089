//! Loads scenarios: gallery ids, files, standard input and links.

use reclaim_engine::catalogue;
use std::io::Read;

use reclaim_engine::scenario::{GALLERY, Scenario, all_entries, limits, link, parse};

use crate::failure::Failure;

/// Loads a scenario: gallery id, file, `-` or share link.
pub fn load(source: &str) -> Result<Scenario, Failure> {
    let catalogue = catalogue::of_engine();
    if let Some(entry) = all_entries().find(|entry| entry.id == source) {
        return parse(entry.json, &catalogue)
            .map_err(|problems| Failure::from(problems).about(source));
    }
    if source == "-" {
        let text = read(std::io::stdin().lock(), "standard input")?;
        return Ok(parse(&text, &catalogue)?);
    }
    // A file name can look like a link, so files are tried first.
    match std::fs::File::open(source) {
        Ok(file) => {
            let text = read(file, source)?;
            parse(&text, &catalogue).map_err(|problems| Failure::from(problems).about(source))
        }
        Err(_) if link::looks_like_link(source) => Ok(link::decode(source, &catalogue)?),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(unknown(source)),
        Err(error) => Err(Failure::input(format!("{source} cannot be read: {error}."))),
    }
}

/// Returns the text of a file, or of standard input for `-`.
pub fn text(source: &str) -> Result<String, Failure> {
    if source == "-" {
        return read(std::io::stdin().lock(), "standard input");
    }
    let file = std::fs::File::open(source)
        .map_err(|error| Failure::input(format!("{source} cannot be read: {error}.")))?;
    read(file, source)
}

/// Reads a document; refuses more than the maximum size of a document.
fn read(from: impl Read, name: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let most = limits::DOCUMENT_BYTES.most + 1;
    from.take(most)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::input(format!("{name} cannot be read: {error}.")))?;
    if bytes.len() as u64 == most {
        let problem = limits::DOCUMENT_BYTES.exceeded("document", most);
        return Err(Failure::from(vec![problem]).about(name));
    }
    String::from_utf8(bytes)
        .map_err(|_| Failure::input(format!("{name} is not UTF-8 text. Use a JSON document.")))
}

fn unknown(source: &str) -> Failure {
    let ids: Vec<&str> = GALLERY.iter().map(|entry| entry.id).collect();
    Failure::input(format!(
        "There is no file and no gallery scenario `{source}`. Use one of these scenarios, or a file or link: {}.",
        ids.join(", ")
    ))
}
