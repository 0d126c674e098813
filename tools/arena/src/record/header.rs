//! The header of a record: what all runs of a match share.

use super::FORMAT;
use super::difference::differences;
use crate::openings::{Fingerprint, Opening, fingerprint};
use crate::settings::MatchSettings;
use anyhow::Result;
use quartet::shard::Shard;
use serde::{Deserialize, Serialize};

/// The first line of a record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// [`FORMAT`] of the program that wrote it.
    pub quartet_arena: u32,
    /// All settings.
    pub settings: MatchSettings,
    /// The fingerprint of the openings.
    pub openings: Fingerprint,
    /// The number of the shard, from 0, if the record is that of a shard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<u64>,
    /// The number of shards, if the record is that of a shard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shards: Option<u64>,
    /// Whether `merge` has written the file, and may write it again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub merged: bool,
    /// The parameters of the experiment, if the record is that of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub experiment: Option<serde_json::Value>,
    /// The programs of the engines, in the order of the settings; empty in records that do not have them.
    /// They are known only when the engines have been started, so they come last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<EngineProgram>,
}

/// What identifies the program of an engine. Nothing is known of it in records of older versions.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct EngineProgram {
    /// The name by which it introduces itself, usually with its version; `None` if its protocol has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id_name: Option<String>,
    /// The SHA-256 of its executable file, as hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

impl Header {
    /// The header of a match with these settings and openings; nothing is known of the programs yet.
    pub fn new(settings: MatchSettings, openings: &[Opening]) -> Self {
        Header {
            quartet_arena: FORMAT,
            settings,
            openings: fingerprint(openings),
            shard: None,
            shards: None,
            merged: false,
            experiment: None,
            engines: Vec::new(),
        }
    }

    /// The shard of the match that the record has; all of it by default.
    pub fn shard(&self) -> Shard {
        self.shard.zip(self.shards).and_then(|(shard, shards)| Shard::new(shard, shards)).unwrap_or_default()
    }

    /// Makes it the header of a shard.
    pub fn set_shard(&mut self, shard: Option<Shard>) {
        self.shard = shard.map(Shard::index);
        self.shards = shard.map(Shard::count);
    }

    /// The differences to another header, each with the old and the new value, by the names of the command line. What
    /// only one of them states is no difference: the fingerprints of openings and programs.
    pub fn differences(&self, new: &Header) -> Result<Vec<String>> {
        let (mut old, mut new) = (self.clone(), new.clone());
        (old.merged, new.merged) = (false, false);
        old.forget_what_is_unknown_to(&new);
        new.forget_what_is_unknown_to(&old);
        if old == new { Ok(Vec::new()) } else { differences(&old, &new) }
    }

    /// The differences to the header of another part of the same match: a shard, or a record of the whole match. Some
    /// parts may have been started with fewer games than others.
    pub fn differences_between_parts(&self, other: &Header) -> Result<Vec<String>> {
        let (mut one, mut other) = (self.clone(), other.clone());
        let games = one.settings.games.max(other.settings.games);
        let is_whole = one.shards.is_none() || other.shards.is_none();
        for header in [&mut one, &mut other] {
            header.settings.games = games;
            header.shard = None;
            header.shards = header.shards.filter(|_| !is_whole);
        }
        one.differences(&other)
    }

    fn forget_what_is_unknown_to(&mut self, other: &Header) {
        if other.openings.sha256.is_none() {
            self.openings.sha256 = None;
        }
        self.engines.truncate(other.engines.len());
        for (own, other) in self.engines.iter_mut().zip(&other.engines) {
            own.id_name = own.id_name.take().filter(|_| other.id_name.is_some());
            own.sha256 = own.sha256.take().filter(|_| other.sha256.is_some());
        }
    }

    /// Adds what another header of the same match knows of openings and programs.
    pub fn learn(&mut self, other: &Header) {
        let Fingerprint { sha256, .. } = &mut self.openings;
        *sha256 = sha256.take().or_else(|| other.openings.sha256.clone());
        let known = self.engines.len().max(other.engines.len());
        self.engines.resize_with(known, EngineProgram::default);
        for (own, other) in self.engines.iter_mut().zip(&other.engines) {
            own.id_name = own.id_name.take().or_else(|| other.id_name.clone());
            own.sha256 = own.sha256.take().or_else(|| other.sha256.clone());
        }
    }
}
