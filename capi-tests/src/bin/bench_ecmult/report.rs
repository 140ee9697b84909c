//! The table on the screen, and the CSV files.

use crate::arguments::Arguments;
use crate::measure::Measurement;
use crate::multiply::Row;
use crate::sides::Side;
use crate::{Result, at, machine};
use csv::Writer;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A column of what tells rows apart.
pub struct Column {
    /// In CSV files.
    pub name: &'static str,
    /// On the screen.
    pub head: &'static str,
    pub width: usize,
}

/// Widths of a time and of a ratio on the screen.
const TIME: usize = 9;
const RATIO: usize = 7;

/// A table, printed row by row, with its files.
pub struct Report {
    columns: &'static [Column],
    /// After the ratio.
    extra: &'static [Column],
    csv: Option<Csv>,
    raw: Option<Csv>,
}

impl Report {
    /// Begins the files, so that one that cannot be written is known before anything is measured, and the table. The
    /// unit is given for files and for the screen.
    pub fn new(
        arguments: &Arguments,
        columns: &'static [Column],
        extra: &'static [Column],
        unit: (&str, &str),
    ) -> Result<Report> {
        let file = |path: &Option<PathBuf>, names: [&str; 5], extra: &[Column]| -> Result<Option<Csv>> {
            let name = |column: &Column| column.name.to_owned();
            let times = names.map(|name| name.replace('@', unit.0));
            let names = columns.iter().map(name).chain(times).chain(extra.iter().map(name));
            path.as_deref().map(|path| Csv::new(path, names)).transpose()
        };
        let csv = ["ours_min_@", "ours_median_@", "upstream_min_@", "upstream_median_@", "ratio_median"];
        let raw = ["round", "first", "ours_@", "upstream_@", "ratio"];
        let (csv, raw) = (file(&arguments.csv, csv, extra)?, file(&arguments.raw, raw, &[])?);
        let report = Report { columns, extra, csv, raw };
        print_head(arguments)?;
        let heads: Vec<_> = columns.iter().map(|column| column.head.to_owned()).collect();
        print(&format!("times in {}, ratio = upstream / ours\n", unit.1))?;
        let other = if arguments.against().is_some() { "other min" } else { "upstream" };
        let extra: Vec<_> = extra.iter().map(|column| column.head.to_owned()).collect();
        print(&report.line(&heads, ["ours min", "median", other, "median"], "ratio", &extra))?;
        Ok(report)
    }

    /// One row: times in nanoseconds are divided by `scale`.
    pub fn row(&mut self, keys: &[String], scale: f64, measurement: &Measurement, extra: &[String]) -> Result<()> {
        let (ours, upstream) = (measurement.times(Side::Ours), measurement.times(Side::Upstream));
        let times = [ours.0, ours.1, upstream.0, upstream.1].map(|time| format!("{:.4}", time / scale));
        let ratio = format!("{:.4}", measurement.ratio());
        if let Some(csv) = &mut self.csv {
            csv.row(keys.iter().chain(&times).chain([&ratio]).chain(extra))?;
        }
        if let Some(raw) = &mut self.raw {
            for (i, round) in measurement.rounds.iter().enumerate() {
                let (ours, upstream) = (round.ours / scale, round.upstream / scale);
                let fields = [
                    i.to_string(),
                    round.first.name().into(),
                    format!("{ours:.4}"),
                    format!("{upstream:.4}"),
                    format!("{:.4}", round.ratio()),
                ];
                raw.row(keys.iter().chain(&fields))?;
            }
        }
        let times = [ours.0, ours.1, upstream.0, upstream.1].map(|time| format!("{:.3}", time / scale));
        let times = times.each_ref().map(String::as_str);
        print(&self.line(keys, times, &format!("{:.2}", measurement.ratio()), extra))
    }

    fn line(&self, keys: &[String], times: [&str; 4], ratio: &str, extra: &[String]) -> String {
        let mut line = String::new();
        for (i, (key, column)) in keys.iter().zip(self.columns).enumerate() {
            let width = column.width;
            // Names to the left, numbers to the right.
            line += &if i == 0 { format!("{key:<width$}") } else { format!("  {key:>width$}") };
        }
        for time in times {
            line += &format!("  {time:>TIME$}");
        }
        line += &format!("  {ratio:>RATIO$}");
        for (field, column) in extra.iter().zip(self.extra) {
            line += &format!("  {field:>0$}", column.width);
        }
        line
    }
}

/// A CSV file, and its path for messages.
struct Csv(PathBuf, Writer<File>);

impl Csv {
    fn new(path: &Path, names: impl Iterator<Item = String>) -> Result<Csv> {
        let mut csv = Csv(path.into(), at(path, Writer::from_path(path))?);
        csv.row(names)?;
        Ok(csv)
    }

    fn row(&mut self, fields: impl Iterator<Item = impl AsRef<[u8]>>) -> Result<()> {
        at(&self.0, self.1.write_record(fields))?;
        // What has been measured stays, if the program is stopped.
        at(&self.0, self.1.flush())
    }
}

/// What was run, and on what.
fn print_head(arguments: &Arguments) -> Result<()> {
    let settings = arguments.settings();
    if cfg!(debug_assertions) {
        print("Ours is built with debug assertions: for figures that mean something, build with --profile capi.")?;
    }
    print(&format!("{}, {}", machine::processor(), machine::rustc()))?;
    let against = arguments.against().map_or("libsecp256k1 v0.8.0 at -O2".into(), |ours| format!("our {}", ours.name));
    print(&format!(
        "against {against}; seed {}, {} rounds of {:?} processor time or more",
        arguments.seed, settings.rounds, settings.min_time
    ))
}

/// Geometric mean and lowest ratio for each algorithm, engine and kind of scratch space; what could not be measured.
pub fn summarize(rows: &[Row], left_out: &[String]) -> Result<()> {
    let other = if rows.iter().any(|row| row.configuration.against.is_some()) { "other" } else { "upstream" };
    print(&format!("\n{:<50}  {:>9}  {:>9}", format!("{other}'s time / ours"), "geo. mean", "lowest"))?;
    for rows in rows.chunk_by(|a, b| a.configuration.series() == b.configuration.series()) {
        let ratio = |row: &Row| row.measurement.ratio();
        let mean = (rows.iter().map(|row| ratio(row).ln()).sum::<f64>() / rows.len() as f64).exp();
        if let Some(lowest) = rows.iter().min_by(|a, b| ratio(a).total_cmp(&ratio(b))) {
            let series = lowest.configuration.series();
            let (points, lowest) = (lowest.configuration.points, ratio(lowest));
            print(&format!("{series:<50}  {mean:>9.2}  {lowest:>9.2} at {points}"))?;
        }
    }
    for row in left_out {
        print(&format!("left out: {row}"))?;
    }
    Ok(())
}

/// A line to standard output.
fn print(line: &str) -> Result<()> {
    writeln!(io::stdout(), "{line}").map_err(|e| format!("standard output: {e}").into())
}
