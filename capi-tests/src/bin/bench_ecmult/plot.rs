//! The plot: microseconds per point, and ratios, over the number of points.

use crate::algorithms::{Call, Upstream};
use crate::arguments::ScratchKind;
use crate::configuration::Configuration;
use crate::multiply::Row;
use crate::sides::Side;
use crate::{Result, at, machine};
use plotters::coord::Shift;
use plotters::coord::combinators::{BindKeyPoints, IntoLogRange, LogCoord, WithKeyPoints};
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use std::fs::File;
use std::io::Write;
use std::ops::{Add, Range};
use std::path::Path;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

const SIZE: (u32, u32) = (1280, 960);
const LEGEND_WIDTH: u32 = 360;
const FONT: &str = "sans-serif";
/// Okabe and Ito's colours, which colour-blind people can tell apart, without the light yellow.
const COLORS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];

/// Outlines of marks, in pixels: round, triangle, square.
const SHAPES: [&[(i32, i32)]; 3] = [
    &[(1, -3), (3, -1), (3, 1), (1, 3), (-1, 3), (-3, 1), (-3, -1), (-1, -3)],
    &[(0, -5), (5, 4), (-5, 4)],
    &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
];

/// A colour, and the shape of the marks: all colours with the first shape, then with the next.
#[derive(Clone, Copy)]
struct Look {
    color: RGBColor,
    shape: usize,
}

/// A curve.
struct Curve {
    label: String,
    look: Look,
    /// Upstream's curves are dashed.
    side: Side,
    /// Numbers of points, and times.
    times: Vec<(f64, f64)>,
    /// Ratios; of ours only.
    ratios: Vec<(f64, f64)>,
}

/// A file that the plot goes to.
pub struct Plot<'a> {
    path: &'a Path,
    file: File,
}

impl Plot<'_> {
    /// Makes sure, before anything is measured, that there will be a plot.
    pub fn new<'a>(path: &'a Path, configurations: &[Configuration]) -> Result<Plot<'a>> {
        if !configurations.iter().any(|c| matches!(c.algorithm.call, Call::Multi(..))) {
            return Err("nothing here depends on the number of points: there is nothing to plot".into());
        }
        Ok(Plot { path, file: at(path, File::create(path))? })
    }

    /// Writes it as SVG.
    pub fn write(mut self, rows: &[Row]) -> Result<()> {
        let curves = curves(rows);
        if curves.is_empty() {
            return Err(format!("{}: nothing to plot was measured", self.path.display()).into());
        }
        let mut svg = String::new();
        // By way of a string, since the backend says nothing when it cannot write a file.
        draw(&SVGBackend::with_string(&mut svg, SIZE).into_drawing_area(), &curves, rows)?;
        at(self.path, self.file.write_all(svg.as_bytes()))
    }
}

/// The curves of ours, one for each series of rows, and upstream's. One of upstream's that several series are compared
/// with is drawn once, as it was measured with the first.
fn curves(rows: &[Row]) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    let mut drawn: Vec<(Upstream, Option<ScratchKind>)> = Vec::new();
    for (i, rows) in rows.chunk_by(|a, b| a.configuration.series() == b.configuration.series()).enumerate() {
        let configuration = &rows[0].configuration;
        let Call::Multi(_, _, against) = configuration.algorithm.call else { continue };
        let look = Look { color: COLORS[i % COLORS.len()], shape: i / COLORS.len() };
        let points = |value: &dyn Fn(&Row) -> f64| -> Vec<(f64, f64)> {
            rows.iter().map(|row| (row.configuration.points as f64, value(row))).collect()
        };
        curves.push(Curve {
            label: configuration.series(),
            look,
            side: Side::Ours,
            times: points(&|row| row.median_us(Side::Ours)),
            ratios: points(&|row| row.measurement.ratio()),
        });
        if !drawn.contains(&(against, configuration.scratch)) {
            drawn.push((against, configuration.scratch));
            curves.push(Curve {
                label: match configuration.against {
                    Some(ours) => format!("{}{}", ours.name, configuration.scratch_name()),
                    None => format!("upstream: {}{}", against.name(), configuration.scratch_name()),
                },
                look,
                side: Side::Upstream,
                times: points(&|row| row.median_us(Side::Upstream)),
                ratios: Vec::new(),
            });
        }
    }
    curves
}

fn draw(root: &Area, curves: &[Curve], rows: &[Row]) -> Result<()> {
    root.fill(&WHITE)?;
    let with_g = if rows.iter().any(|row| row.configuration.includes_g) { "n points and G" } else { "n points" };
    let title = "Multi-scalar multiplication on secp256k1: ours against libsecp256k1 v0.8.0";
    let subtitle = format!("{with_g}; {}; {}", machine::processor(), machine::rustc());
    let area = root.margin(10, 0, 0, 0).titled(title, (FONT, 26))?.titled(&subtitle, (FONT, 16))?;
    let (panels, legend) = area.split_horizontally(SIZE.0 - LEGEND_WIDTH);
    let (times, ratios) = panels.split_vertically(SIZE.1 * 50 / 100);
    draw_times(&times, curves)?;
    draw_ratios(&ratios, curves)?;
    draw_legend(&legend, curves)?;
    root.present()?;
    Ok(())
}

fn draw_times(area: &Area, curves: &[Curve]) -> Result<()> {
    let y = range(curves.iter().flat_map(|curve| &curve.times).map(|&(_, time)| time), 1.1);
    let y_ticks = ticks(&y, &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0], 10.0);
    let mut chart = chart(area, "Median time, µs per point")
        .build_cartesian_2d(x_axis(curves), y.log_scale().with_key_points(y_ticks))?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_label_formatter(&|n| n.to_string())
        .y_label_formatter(&|time| time.to_string())
        .label_style((FONT, 14))
        .draw()?;
    for curve in curves {
        match curve.side {
            Side::Ours => {
                chart.draw_series(LineSeries::new(curve.times.iter().copied(), curve.look.color.stroke_width(2)))?
            }
            Side::Upstream => chart.draw_series(DashedLineSeries::new(
                curve.times.iter().copied(),
                6,
                4,
                curve.look.color.stroke_width(1),
            ))?,
        };
        chart.draw_series(curve.times.iter().map(|&point| mark(point, curve.look)))?;
    }
    Ok(())
}

fn draw_ratios(area: &Area, curves: &[Curve]) -> Result<()> {
    let highest = curves.iter().flat_map(|curve| &curve.ratios).map(|&(_, ratio)| ratio).fold(1.0, f64::max);
    let mut chart =
        chart(area, "Ratio, upstream's time divided by ours").build_cartesian_2d(x_axis(curves), 0.0..highest * 1.1)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc("n, number of points")
        .x_label_formatter(&|n| n.to_string())
        .label_style((FONT, 14))
        .axis_desc_style((FONT, 16))
        .draw()?;
    // Above it ours is faster.
    let x = x_range(curves);
    chart.draw_series(LineSeries::new([(x.start, 1.0), (x.end, 1.0)], BLACK.stroke_width(1)))?;
    for curve in curves.iter().filter(|curve| curve.side == Side::Ours) {
        chart.draw_series(LineSeries::new(curve.ratios.iter().copied(), curve.look.color.stroke_width(2)))?;
        chart.draw_series(curve.ratios.iter().map(|&point| mark(point, curve.look)))?;
    }
    Ok(())
}

/// Beside the panels, where it hides nothing.
fn draw_legend(area: &Area, curves: &[Curve]) -> Result<()> {
    let mut y = 44;
    for curve in curves {
        let line = [(8, y), (44, y)];
        match curve.side {
            Side::Ours => area.draw(&PathElement::new(line, curve.look.color.stroke_width(2)))?,
            Side::Upstream => area.draw(&DashedPathElement::new(line, 6, 4, curve.look.color.stroke_width(1)))?,
        }
        area.draw(&mark((26, y), curve.look))?;
        area.draw(&Text::new(curve.label.clone(), (52, y - 7), (FONT, 14)))?;
        y += 22;
    }
    Ok(())
}

fn chart<'a, 'b>(area: &'a Area<'b>, caption: &str) -> ChartBuilder<'a, 'b, SVGBackend<'b>> {
    let mut chart = ChartBuilder::on(area);
    chart.caption(caption, (FONT, 18)).margin(10).x_label_area_size(46).y_label_area_size(50);
    chart
}

/// A point with an outline around it. plotters does not name the type.
type Mark<'b, P> = <EmptyElement<P, SVGBackend<'b>> as Add<Polygon<(i32, i32)>>>::Output;

fn mark<'b, P>(point: P, look: Look) -> Mark<'b, P> {
    EmptyElement::at(point) + Polygon::new(SHAPES[look.shape % SHAPES.len()], look.color)
}

/// Powers of two along a logarithmic axis.
fn x_axis(curves: &[Curve]) -> WithKeyPoints<LogCoord<f64>> {
    let x = x_range(curves);
    let x_ticks = ticks(&x, &[1.0], 2.0);
    x.log_scale().with_key_points(x_ticks)
}

fn x_range(curves: &[Curve]) -> Range<f64> {
    range(curves.iter().flat_map(|curve| &curve.times).map(|&(n, _)| n), 1.25)
}

/// What values cover, and a factor more on both ends.
fn range(values: impl Iterator<Item = f64> + Clone, margin: f64) -> Range<f64> {
    values.clone().fold(f64::MAX, f64::min) / margin..values.fold(f64::MIN_POSITIVE, f64::max) * margin
}

/// Steps times the base's powers, as far as they are inside.
fn ticks(range: &Range<f64>, steps: &[f64], base: f64) -> Vec<f64> {
    let exponent = |value: f64| value.log(base).floor() as i32;
    (exponent(range.start)..=exponent(range.end))
        .flat_map(|e| steps.iter().map(move |step| step * base.powi(e)))
        .filter(|tick| range.contains(tick))
        .collect()
}
