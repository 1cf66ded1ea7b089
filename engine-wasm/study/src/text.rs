//! Writes a result as the text of a file. The command line and the page write the same bytes.

use serde_json::json;

use crate::csv::{csv_line, plain};
use crate::result::StudyResult;

impl StudyResult {
    /// Returns the whole result as JSON.
    #[must_use]
    pub fn json(&self) -> String {
        format!("{:#}\n", json!(self))
    }

    /// Returns one CSV line per combination: the factors, median, minimum and maximum of each measure, and the link.
    #[must_use]
    pub fn csv(&self) -> String {
        let measures = &self.study.measures;
        let columns = measures
            .iter()
            .flat_map(|name| ["", "_least", "_most"].map(|end| format!("{name}{end}")));
        let head = self.factors.iter().cloned().chain(columns);
        let mut out = csv_line(head.chain(["link".into()]));
        for point in &self.points {
            let cells = measures
                .iter()
                .flat_map(|name| match point.spread.get(name) {
                    Some(it) => [it.median, it.least, it.most].map(plain),
                    None => [const { String::new() }; 3],
                });
            let labels = point.labels.iter().cloned();
            out.push_str(&csv_line(labels.chain(cells).chain([point.link.clone()])));
        }
        out
    }
}
