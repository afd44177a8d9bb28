//! A replay as a test report in the form of `JUnit`: a case for each event.

use std::io::{self, Write};

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::compare::Comparison;

/// Collects the cases, because the form wants their number first.
#[derive(Debug)]
pub struct Junit(TestSuite);

impl Junit {
    /// A report without cases.
    pub fn new() -> Self {
        Self(TestSuite::new("replay"))
    }

    /// Adds an event that was decided as it should, or about which nothing was asked.
    pub fn passed(&mut self, label: &str, phase: &str) {
        self.add(label, phase, TestCaseStatus::success());
    }

    /// Adds an event that was left alone, and why.
    pub fn skipped(&mut self, label: &str, phase: &str, why: &str) {
        let mut status = TestCaseStatus::skipped();
        status.set_message(why);
        self.add(label, phase, status);
    }

    /// Adds what a comparison found.
    pub fn compared(&mut self, comparison: &Comparison) {
        for difference in &comparison.differences {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            let by =
                difference.decided_by.as_deref().map(|by| format!(", decided by {by}")).unwrap_or_default();
            status.set_message(format!("{} -> {}{by}", difference.was.name(), difference.is.name()));
            status.set_type("different");
            self.add(&difference.label, difference.tool.as_deref().unwrap_or("event"), status);
        }
        for (label, why) in &comparison.incomparable {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(why.as_str());
            status.set_type("not-compared");
            self.add(label, "event", status);
        }
    }

    fn add(&mut self, label: &str, class: &str, status: TestCaseStatus) {
        let mut case = TestCase::new(label, status);
        case.set_classname(class);
        self.0.add_test_case(case);
    }

    /// Writes the report.
    ///
    /// # Errors
    ///
    /// Where the stream cannot be written.
    pub fn write(self, out: &mut impl Write) -> io::Result<()> {
        let mut report = Report::new("hookctl replay");
        report.add_test_suite(self.0);
        let text = report.to_string().map_err(io::Error::other)?;
        out.write_all(text.as_bytes())
    }
}
