//! What is wired in the text of a settings file, and the same text with more or with nothing of it.
//!
//! Each change is one cut or paste, after which the text is parsed again: nothing has to keep track of places
//! that move.

use std::ops::Range;

use jsonc_parser::ast::{Array, Object, ObjectProp, Value};
use jsonc_parser::common::Ranged;

use super::document::{self, Container, Fault, Layout, span, splice};
use super::entry::{Call, Caller};
use super::wiring::{Shape, Wired, Wiring};

/// The key below which the events stand.
const HOOKS: &str = "hooks";

/// What ends a chain comes on top of its limit, in seconds.
const ENDING: f64 = 0.6;

/// A call of hookctl in a settings file.
#[derive(Debug)]
pub struct Found {
    /// The event, as the host calls it.
    pub event: String,
    /// The line.
    pub command: String,
    /// What it says.
    pub call: Call,
    /// The tools to which its group is limited.
    pub matcher: Option<String>,
    /// The text of the list's member that holds it, where it holds nothing else.
    member: Option<String>,
}

/// One call, in the tree.
struct Entry<'a, 't> {
    event: &'a ObjectProp<'t>,
    list: &'a Array<'t>,
    member: usize,
    /// The entries of the group, and which of them it is.
    group: Option<(&'a Object<'t>, &'a Array<'t>, usize)>,
    object: &'a Object<'t>,
    command: &'a str,
    call: Call,
}

/// The calls of hookctl in a text.
///
/// # Errors
///
/// Where the text is no settings file of the host.
pub fn found(text: &str, wiring: &Wiring) -> Result<Vec<Found>, Fault> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let root = read(text, wiring)?;
    Ok(entries(&root, wiring)
        .into_iter()
        .map(|entry| {
            let matcher = entry.group.and_then(|(group, ..)| group.get_string("matcher"));
            let alone = entry.group.is_none_or(|(_, entries, _)| entries.elements.len() == 1);
            Found {
                event: entry.event.name.as_str().to_owned(),
                command: entry.command.to_owned(),
                matcher: matcher.map(|matcher| matcher.value.to_string()),
                member: alone.then(|| text[span(&entry.list.elements[entry.member])].to_owned()),
                call: entry.call,
            }
        })
        .collect())
}

/// The text with these events wired. What is wired already stays as it is, unless it would not work.
///
/// # Errors
///
/// Where the text is no settings file of the host.
pub fn wire(text: &str, wiring: &Wiring, events: &[&Wired], caller: &Caller) -> Result<String, Fault> {
    let mut text = text.to_owned();
    for wired in events {
        let is_there = found(&text, wiring)?.iter().any(|found| found.event == wired.event);
        if is_there {
            while let Some(better) = mend(&text, wiring, wired, caller)? {
                text = better;
            }
        } else {
            let layout = layout(&text, wiring)?;
            text = put(&text, wiring, wired.event, &member(wiring, wired, caller, &layout))?;
        }
    }
    Ok(text)
}

/// The text without any call of hookctl.
///
/// # Errors
///
/// Where the text is no settings file of the host.
pub fn unwire(text: &str, wiring: &Wiring) -> Result<String, Fault> {
    let mut text = text.to_owned();
    while let Some(less) = without_one(&text, wiring)? {
        text = less;
    }
    Ok(text)
}

/// Whether wiring turned `before` into `now`, and nothing else did: it is wired once more to see.
pub fn comes_from(now: &str, before: &str, wiring: &Wiring) -> bool {
    let again = || -> Result<Option<String>, Fault> {
        if !found(before, wiring)?.is_empty() {
            return Ok(None);
        }
        let mut text = before.to_owned();
        for found in found(now, wiring)? {
            let Some(member) = found.member else { return Ok(None) };
            text = put(&text, wiring, &found.event, &member)?;
        }
        Ok(Some(text))
    };
    again().is_ok_and(|again| again.is_some_and(|again| again == now))
}

/// Whether a text says nothing: hookctl may have made the file.
pub fn is_bare(text: &str, wiring: &Wiring) -> bool {
    let blank = |object: &Object<'_>| {
        object.properties.iter().all(|property| wiring.shape == Shape::Flat && property.name.as_str() == "version")
            // What is left may be a comment.
            && (!object.properties.is_empty() || text[span(object)].len() == 2)
    };
    document::parse(text, wiring.comments)
        .is_ok_and(|root| blank(&root) && text.trim().len() == span(&root).len())
}

fn read<'t>(text: &'t str, wiring: &Wiring) -> Result<Object<'t>, Fault> {
    let root = document::parse(text, wiring.comments)?;
    let hooks = root.get(HOOKS);
    match (wiring.shape, hooks) {
        (Shape::TopLevel, Some(hooks)) => {
            let message =
                format!("{} ignores a file with `hooks`: its events stand at the top level", wiring.title);
            return Err(Fault::at(text, hooks.start(), message));
        }
        (Shape::Groups | Shape::Flat, Some(hooks)) if hooks.value.as_object().is_none() => {
            return Err(Fault::at(text, hooks.value.start(), "`hooks` is not an object"));
        }
        _ => {}
    }
    if let Some(events) = events(&root, wiring) {
        for property in &events.properties {
            if wiring.event(property.name.as_str()).is_some() && property.value.as_array().is_none() {
                let message = format!("`{}` is not a list", property.name.as_str());
                return Err(Fault::at(text, property.value.start(), message));
            }
        }
    }
    Ok(root)
}

fn events<'a, 't>(root: &'a Object<'t>, wiring: &Wiring) -> Option<&'a Object<'t>> {
    if wiring.shape == Shape::TopLevel { Some(root) } else { root.get_object(HOOKS) }
}

fn layout(text: &str, wiring: &Wiring) -> Result<Layout, Fault> {
    let text = if text.trim().is_empty() { "{}" } else { text };
    Ok(Layout::of(text, &read(text, wiring)?))
}

/// Every call of hookctl. What is no entry as the host knows it is passed over: it is not hookctl's to judge.
fn entries<'a, 't>(root: &'a Object<'t>, wiring: &Wiring) -> Vec<Entry<'a, 't>> {
    let mut entries = Vec::new();
    for event in events(root, wiring).into_iter().flat_map(|events| &events.properties) {
        let Value::Array(list) = &event.value else { continue };
        for (member, value) in list.elements.iter().enumerate() {
            let Value::Object(object) = value else { continue };
            let mut push = |group, entry: &'a Object<'t>| {
                let command = entry.get_string("command").map(|command| command.value.as_ref());
                if let Some((command, call)) = command.and_then(|line| Some((line, Call::read(line)?))) {
                    entries.push(Entry { event, list, member, group, object: entry, command, call });
                }
            };
            if wiring.shape == Shape::Flat {
                push(None, object);
            } else if let Some(group) = object.get_array(HOOKS) {
                for (index, entry) in group.elements.iter().enumerate() {
                    if let Value::Object(entry) = entry {
                        push(Some((object, group, index)), entry);
                    }
                }
            }
        }
    }
    entries
}

/// The member of an event's list that calls hookctl.
fn member(wiring: &Wiring, wired: &Wired, caller: &Caller, layout: &Layout) -> String {
    let colon = layout.colon();
    let pair = |key: &str, value: &str| format!("{}{colon}{value}", quoted(key));
    let mut entry = vec![pair("type", "\"command\"")];
    if wiring.named {
        entry.push(pair("name", "\"hookctl\""));
    }
    entry.push(pair("command", &quoted(&caller.line(wiring, wired))));
    entry.push(pair(wiring.timeout_key, &wiring.unit.written(wired.timeout)));
    if let Some((key, value)) = wiring.block.filter(|_| wired.is_gate()) {
        entry.push(pair(key, &quoted(value)));
    }
    let entry = format!("{{{}}}", entry.join(layout.comma()));
    if wiring.shape == Shape::Flat {
        return entry;
    }
    let matcher = wired.matcher.map(|matcher| pair("matcher", &quoted(matcher)));
    let group: Vec<_> = matcher.into_iter().chain([pair(HOOKS, &format!("[{entry}]"))]).collect();
    format!("{{{}}}", group.join(layout.comma()))
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Puts a member at the end of an event's list, which is made where there is none.
fn put(text: &str, wiring: &Wiring, event: &str, member: &str) -> Result<String, Fault> {
    if text.trim().is_empty() {
        return put("{}\n", wiring, event, member);
    }
    let root = read(text, wiring)?;
    let layout = Layout::of(text, &root);
    let colon = layout.colon();
    if wiring.shape == Shape::Flat && root.get("version").is_none() {
        let text = layout.append(text, &(&root).into(), &format!("\"version\"{colon}1"));
        return put(&text, wiring, event, member);
    }
    let Some(events) = events(&root, wiring) else {
        let text = layout.append(text, &(&root).into(), &format!("\"{HOOKS}\"{colon}{{}}"));
        return put(&text, wiring, event, member);
    };
    Ok(match events.get_array(event) {
        Some(list) => layout.append(text, &list.into(), member),
        None => layout.append(text, &events.into(), &format!("{}{colon}[{member}]", quoted(event))),
    })
}

/// One thing better in the calls that an event has, or nothing where all of them work.
fn mend(text: &str, wiring: &Wiring, wired: &Wired, caller: &Caller) -> Result<Option<String>, Fault> {
    let root = read(text, wiring)?;
    let layout = Layout::of(text, &root);
    for entry in entries(&root, wiring).iter().filter(|entry| entry.event.name.as_str() == wired.event) {
        if let Some(line) = better_line(entry, wiring, wired, caller) {
            let command = entry.object.get_string("command").expect("it is how the entry was known");
            return Ok(Some(splice(text, span(command), &quoted(&line))));
        }
        if let Some(limit) = better_limit(entry, wiring, wired) {
            return Ok(Some(set(text, &layout, entry.object, wiring.timeout_key, &limit)));
        }
        if let Some((key, value)) = wiring.block.filter(|_| wired.is_gate())
            && entry.object.get_string(key).is_none_or(|is| is.value != value)
        {
            return Ok(Some(set(text, &layout, entry.object, key, &quoted(value))));
        }
    }
    Ok(None)
}

/// Another line, where the one that is there does not reach hookctl, or not with what is asked for.
fn better_line(entry: &Entry<'_, '_>, wiring: &Wiring, wired: &Wired, caller: &Caller) -> Option<String> {
    let call = &entry.call;
    let line = caller.line(wiring, wired);
    let names_event = wiring.shape != Shape::Flat || call.event.as_deref() == Some(wired.event);
    if call.host.as_deref() != Some(wiring.host) || !names_event || !caller.reads_same(call) {
        return Some(line).filter(|line| line != entry.command);
    }
    if call.program_exists() != Some(false) {
        return None;
    }
    // The rest of the line may hold what a person asked for.
    let rest = entry.command.strip_prefix(call.program.as_str());
    let line = rest.map_or(line, |rest| format!("{}{rest}", caller.program));
    Some(line).filter(|line| line != entry.command)
}

/// Another limit, where the host would give up before hookctl does.
fn better_limit(entry: &Entry<'_, '_>, wiring: &Wiring, wired: &Wired) -> Option<String> {
    let written = entry.object.get(wiring.timeout_key);
    let limit = written.and_then(|limit| limit.value.as_number_lit()?.value.parse().ok());
    let default = f64::from(wired.deadline_ms) / 1000.0;
    let deadline = entry.call.deadline.unwrap_or(default);
    let suffices = match limit {
        Some(limit) => wiring.unit.seconds(limit) > deadline + ENDING,
        // The host's own default is above hookctl's.
        None => written.is_none() && deadline <= default,
    };
    if suffices {
        return None;
    }
    let named = wired.names_deadline.map_or(default, f64::from);
    if deadline <= named {
        return Some(wiring.unit.written(wired.timeout));
    }
    // A command line takes at most a day, so this is a small number.
    let above = std::time::Duration::try_from_secs_f64(deadline.ceil()).ok()?.as_secs();
    Some(wiring.unit.written(u32::try_from(above).ok()?.saturating_add(10)))
}

/// Gives a key of an object another value, or the key to the object.
fn set(text: &str, layout: &Layout, object: &Object<'_>, key: &str, value: &str) -> String {
    match object.get(key) {
        Some(property) => splice(text, span(&property.value), value),
        None => layout.append(text, &object.into(), &format!("{}{}{value}", quoted(key), layout.colon())),
    }
}

/// The text without the first call of hookctl, and without what held nothing else.
fn without_one(text: &str, wiring: &Wiring) -> Result<Option<String>, Fault> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let root = read(text, wiring)?;
    let entries = entries(&root, wiring);
    let Some(entry) = entries.first() else { return Ok(None) };
    if let Some((_, group, index)) = entry.group
        && group.elements.len() > 1
    {
        return Ok(Some(document::remove(text, &group.into(), index)));
    }
    if entry.list.elements.len() > 1 {
        return Ok(Some(document::remove(text, &entry.list.into(), entry.member)));
    }
    let events = events(&root, wiring).expect("the entry was found among them");
    let index_of = |object: &Object<'_>, wanted: &Range<usize>| {
        object.properties.iter().position(|property| span(property) == *wanted)
    };
    let (object, wanted) = match root.get(HOOKS) {
        Some(hooks) if events.properties.len() == 1 && wiring.shape != Shape::TopLevel => {
            (&root, span(hooks))
        }
        _ => (events, span(entry.event)),
    };
    let index = index_of(object, &wanted).expect("it is one of its members");
    Ok(Some(document::remove(text, &Container::from(object), index)))
}
