//! Pages that a transaction of ext3 or ext4 holds are in the state that the journal expects.

use crate::fs::metadata::Metadata;
use crate::machine::Machine;
use crate::mm::page::flag;

impl Machine {
    /// Checks that each held page is in memory, locked, and dirty only for the journal.
    pub(super) fn check_metadata(&self) -> Result<(), String> {
        for filesystem in self.io.filesystems() {
            let Some(metadata) = &filesystem.metadata else {
                continue;
            };
            self.check_held(metadata)?;
            let [running, committing] = metadata.held();
            if filesystem.journal.is_none() && running.len() + committing.len() > 0 {
                return Err("a filesystem without a journal has a transaction".into());
            }
        }
        Ok(())
    }

    fn check_held(&self, metadata: &Metadata) -> Result<(), String> {
        for held in metadata.held() {
            if !held.is_sorted_by(|one, next| one < next) {
                return Err("a transaction's blocks are not in order".into());
            }
            for &index in held {
                let page = self.io.cache.lookup(metadata.id, index);
                let fits = page.is_some_and(|pfn| {
                    self.memory.frames.has(pfn, flag::LOCKED | flag::PRIVATE)
                        && !self.memory.frames.any(pfn, flag::DIRTY | flag::WRITEBACK)
                });
                if !fits {
                    return Err(format!(
                        "block {index} of a transaction is not held: {page:?}"
                    ));
                }
            }
        }
        Ok(())
    }
}
