//! The values that options take: phases, hosts and times, with what was probably meant by a wrong one.

use std::ffi::OsStr;
use std::time::Duration;

use clap::builder::{EnumValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Error, ValueEnum};

use crate::config::suggest;
use crate::config::written::LONGEST;
use crate::host::{self, Host};
use crate::install::wiring::{self, Wiring};
use crate::phase::Phase;

/// Takes the exact name of a phase, and knows what a host calls it for a suggestion.
#[derive(Debug, Clone)]
pub struct PhaseParser;

impl TypedValueParser for PhaseParser {
    type Value = Phase;

    fn parse_ref(&self, command: &clap::Command, arg: Option<&Arg>, value: &OsStr) -> Result<Phase, Error> {
        let parsed = EnumValueParser::<Phase>::new().parse_ref(command, arg, value);
        parsed.map_err(|mut error| {
            if let Some(near) = value.to_str().and_then(suggest::phase) {
                let near = ContextValue::String(near.name().to_owned());
                error.insert(ContextKind::SuggestedValue, near);
            }
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Phase::value_variants().iter().filter_map(ValueEnum::to_possible_value)))
    }
}

/// Takes the name of a host.
pub fn hosts() -> impl TypedValueParser<Value = &'static Host> {
    PossibleValuesParser::new(host::ALL.map(|host| PossibleValue::new(host.name).help(host.title)))
        .map(|name| Host::named(&name).expect("each possible value is the name of a host"))
}

/// Takes the name of a host that can be wired.
pub fn wirings() -> impl TypedValueParser<Value = &'static Wiring> {
    PossibleValuesParser::new(wiring::ALL.map(|wiring| PossibleValue::new(wiring.host).help(wiring.title)))
        .map(|name| wiring::named(&name).expect("each possible value is the name of a host"))
}

/// Takes a time, as in hooks.toml.
pub fn seconds(written: &str) -> Result<Duration, String> {
    let time = written.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero() && *time <= LONGEST)
        .ok_or_else(|| "it must be a number of seconds above 0 and at most a day".to_owned())
}
