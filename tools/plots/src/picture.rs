//! Charts as the content of picture files, which name the program that made them.

use crate::chart::{Chart, FONT};
use anyhow::{Context, Result, anyhow};
use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::drawing::IntoDrawingArea;
use plotters::style::{FontStyle, WHITE, register_font};

/// Pixels of a picture, width and height.
const SIZE: (u32, u32) = (960, 600);
/// The program that made a picture, as PNG's field `Software` and SVG's element `metadata` name it.
const MAKER: &str = "quartet-arena";

/// The content of an SVG file.
pub(super) fn svg(chart: &Chart) -> Result<Vec<u8>> {
    let mut text = String::new();
    paint(chart, SVGBackend::with_string(&mut text, SIZE))?;
    let head = text.find('>').context("an SVG without an element")? + 1;
    text.insert_str(head, &svg_maker());
    Ok(text.into_bytes())
}

/// The content of a PNG file.
pub(super) fn png(chart: &Chart) -> Result<Vec<u8>> {
    const BYTES: usize = 3;
    let mut pixels = vec![0; SIZE.0 as usize * SIZE.1 as usize * BYTES];
    paint(chart, BitMapBackend::with_buffer(&mut pixels, SIZE))?;
    let mut content = Vec::new();
    let mut encoder = png::Encoder::new(&mut content, SIZE.0, SIZE.1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.add_text_chunk("Software".into(), MAKER.into())?;
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(content)
}

fn paint<DB: DrawingBackend>(chart: &Chart, backend: DB) -> Result<()> {
    register_font(FONT, FontStyle::Normal, dejavu::sans::regular()).map_err(|_| anyhow!("a broken font"))?;
    let area = backend.into_drawing_area();
    let drawn = area.fill(&WHITE).and_then(|()| chart.draw(&area)).and_then(|()| area.present());
    drawn.map_err(|error| anyhow!("cannot draw a plot: {error}"))
}

fn svg_maker() -> String {
    format!("\n<metadata>{MAKER}</metadata>")
}

/// Whether a picture was drawn by this crate.
pub(super) fn is_own(content: &[u8]) -> bool {
    /// The maker is named within this many bytes.
    const HEAD: usize = 400;
    let head = &content[..content.len().min(HEAD)];
    let says = |maker: &str| head.windows(maker.len()).any(|window| window == maker.as_bytes());
    if head.starts_with(b"<svg") { says(&svg_maker()) } else { says(&format!("tEXtSoftware\0{MAKER}")) }
}
