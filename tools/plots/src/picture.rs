//! Rendering of charts to SVG and PNG. Each file names the program that wrote it, so that it is recognized later.

use crate::chart::{Chart, FONT};
use anyhow::{Context, Result, anyhow};
use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::drawing::IntoDrawingArea;
use plotters::style::{FontStyle, WHITE, register_font};

/// Width and height of a picture in pixels, if the chart does not need more.
const SIZE: (u32, u32) = (960, 600);
/// The greatest height of a picture, in pixels.
const MAX_HEIGHT: u32 = 6000;
/// Name of the program, written to the text chunk `Software` of a PNG and the element `metadata` of an SVG.
const PROGRAM: &str = "quartet-arena";

/// The size of a chart's picture.
fn size(chart: &Chart) -> (u32, u32) {
    (SIZE.0, chart.least_height().clamp(SIZE.1, MAX_HEIGHT))
}

/// Renders a chart as an SVG file.
pub(super) fn svg(chart: &Chart) -> Result<Vec<u8>> {
    let mut text = String::new();
    render(chart, SVGBackend::with_string(&mut text, size(chart)))?;
    let head = text.find('>').context("an SVG without an element")? + 1;
    text.insert_str(head, &svg_metadata());
    Ok(text.into_bytes())
}

/// Renders a chart as a PNG file.
pub(super) fn png(chart: &Chart) -> Result<Vec<u8>> {
    const BYTES: usize = 3;
    let (width, height) = size(chart);
    let mut pixels = vec![0; width as usize * height as usize * BYTES];
    render(chart, BitMapBackend::with_buffer(&mut pixels, (width, height)))?;
    let mut content = Vec::new();
    let mut encoder = png::Encoder::new(&mut content, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.add_text_chunk("Software".into(), PROGRAM.into())?;
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(content)
}

/// The colours of a chart that a page replaces, as they suit a light or a dark display.
const COLOURS: [(&str, &str); 3] = [
    ("=\"#000000\"", "=\"currentColor\""),
    ("=\"#FFFFFF\"", "=\"var(--paper, #fff)\""),
    ("=\"#0072B2\"", "=\"var(--line, #0072b2)\""),
];

/// A chart as an SVG element of this size for a page, which shows the [title](Chart::title) itself. It has no
/// background; black becomes the colour of the text around it, white the CSS variable `--paper`, and the first colour
/// of curves `--line`.
pub fn inline_svg(chart: &Chart, size: (u32, u32)) -> Result<String> {
    let mut text = String::new();
    prepare()?;
    let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
    let drawn = chart.draw(&area).and_then(|()| area.present());
    drawn.map_err(|error| anyhow!("cannot draw a plot: {error}"))?;
    drop(area);
    Ok(COLOURS.iter().fold(text, |text, (fixed, of_page)| text.replace(fixed, of_page)))
}

fn render<DB: DrawingBackend>(chart: &Chart, backend: DB) -> Result<()> {
    prepare()?;
    let area = backend.into_drawing_area();
    let drawn = area
        .fill(&WHITE)
        .and_then(|()| chart.draw_title(&area))
        .and_then(|below| chart.draw(&below))
        .and_then(|()| area.present());
    drawn.map_err(|error| anyhow!("cannot draw a plot: {error}"))
}

/// Makes the embedded font known.
fn prepare() -> Result<()> {
    register_font(FONT, FontStyle::Normal, dejavu::sans::regular()).map_err(|_| anyhow!("a broken font"))
}

fn svg_metadata() -> String {
    format!("\n<metadata>{PROGRAM}</metadata>")
}

/// Whether the content of a file is a picture written by this crate.
pub(super) fn is_own(content: &[u8]) -> bool {
    /// The name of the program is within this many bytes of the start.
    const HEAD: usize = 400;
    let head = &content[..content.len().min(HEAD)];
    let contains = |text: &str| head.windows(text.len()).any(|window| window == text.as_bytes());
    if head.starts_with(b"<svg") { contains(&svg_metadata()) } else { contains(&format!("tEXtSoftware\0{PROGRAM}")) }
}
