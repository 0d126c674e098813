//! Reports on the solved table of a game, or on its certificate.

use super::{GameEngine, JobResult};
use crate::engine::certificate_answer::SharedCertificate;
use crate::engine::job::{self, JobHandle};
use crate::engine::options::{TABLE, personalities};
use crate::engine::{Emit, JobEvent};
use crate::games::VARIANTS;
use crate::games::playable::Playable;
use crate::games::solved_table::SolveError;
use crate::search::prover::Played;
use crate::search::stop::{StopToken, Watch};
use std::sync::Arc;

impl<P: Playable> GameEngine<P> {
    /// Starts the report on the solved table, or its verification; an error if the game has none.
    pub(super) fn start_solve(
        &self,
        verify: bool,
        stop: StopToken,
        emit: Emit,
    ) -> Result<JobHandle<JobResult<P>>, String> {
        let name = self.variant.name;
        let Some(open) = P::SOLVED_TABLE else {
            let solved = VARIANTS.iter().filter(|variant| personalities(variant).contains(&TABLE));
            let names: Vec<_> = solved.map(|variant| variant.name).collect();
            let refusal = format!("variant {name} has no solved table, expected one of {}", names.join(" "));
            return match self.certificate.as_ref().filter(|_| !verify) {
                Some(certificate) => self.start_statement(certificate, &refusal, emit),
                None => Err(refusal),
            };
        };
        let table = open(self.tables(), &|_| None);
        job::spawn("solve", emit, move |emit| {
            let mut watch = Watch::new(stop, Arc::default(), None);
            let mut write = |line| emit(JobEvent::SolveLine(line));
            let reported = match verify {
                true => table.verify(&mut write, &mut watch),
                false => table.statistics(&mut write, &mut watch).map_err(SolveError::from),
            };
            match reported {
                Ok(()) if verify => emit(JobEvent::SolveVerified(name)),
                Ok(()) => {}
                Err(SolveError::Stopped) => emit(JobEvent::SolveStopped),
                Err(SolveError::Wrong(why)) => emit(JobEvent::Error(why)),
            }
            JobResult::empty()
        })
    }

    /// Starts the report on the certificate. If it cannot be read, that is an error as in a game without one.
    fn start_statement(
        &self,
        certificate: &SharedCertificate<P::Game>,
        refusal: &str,
        emit: Emit,
    ) -> Result<JobHandle<JobResult<P>>, String> {
        let game = Played { positions: self.record.positions(), moves: self.record.moves() };
        let lines = certificate.lock().statement(&game, &mut Watch::unlimited()).map_err(|error| match error {
            SolveError::Wrong(why) => format!("{refusal}; no certificate: {why}"),
            SolveError::Stopped => refusal.into(),
        })?;
        job::spawn("solve", emit, move |emit| {
            lines.into_iter().for_each(|line| emit(JobEvent::SolveLine(line)));
            JobResult::empty()
        })
    }
}
