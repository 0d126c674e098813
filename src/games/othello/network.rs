//! A small network that says what the configurations on a board are worth, alone and together.
//!
//! Every class of configurations has a row of [`WIDTH`] numbers. The rows of all configurations on the board are
//! summed. The sums, squared and clipped on either side of 0, are the inputs of a head of [`HIDDEN`] neurons with
//! clipped outputs, of which there is one for each number of empty squares; what the sums count by themselves is added.
//! (A first layer that is looked up and summed is Yu Nasu's NNUE, 2018; neural-reversi has it over Othello's patterns,
//! which are Michael Buro's.)
//!
//! All numbers are integers, so every processor finds the same value.
//!
//! Must not know: positions, search, weights that it may correct.
//!
//! The file: `QOTN`, then as little-endian numbers the format's version (16 bits), [`WIDTH`] and [`HIDDEN`] (8 bits
//! each), the number of classes (32 bits), a fingerprint of the shapes (64 bits) and a checksum of all that follows (64
//! bits); then, deflated (RFC 1951), the rows by class in 8 bits a number, and the heads in 16 bits a number.

use super::neurons::Neurons;
use super::weights::fingerprint;
use crate::games::common::weight_file::{Frame, WrongFile};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

/// Numbers in a row.
pub const WIDTH: usize = 64;
/// Neurons between the sums and the value.
pub const HIDDEN: usize = 8;
/// A head for each number of empty squares from 0 on.
pub const HEADS: usize = 61;
/// What stands for 1 in rows and their sums.
pub const ROW_ONE: i16 = 256;
/// What stands for 1 in heads.
pub const HEAD_ONE: i16 = 1024;
/// What a value of 1 is in centidiscs.
pub const UNIT: i32 = 1600;

/// Squares of sums lose so many bits,
pub(super) const SQUARE_SHIFT: i32 = 4;
/// so that this stands for 1 in inputs and outputs of neurons.
const INPUT_ONE: i32 = (ROW_ONE as i32 * ROW_ONE as i32) >> SQUARE_SHIFT;
/// What stands for 1 in products of inputs and heads.
const PRODUCT_ONE: i32 = INPUT_ONE * HEAD_ONE as i32;

/// Counts what has changed in the format.
const VERSION: u16 = 2;
/// Numbers of a head.
const HEAD: usize = 2 * WIDTH * HIDDEN + HIDDEN + HIDDEN + WIDTH + 1;

/// One class's numbers.
pub type Row = [i8; WIDTH];

/// From the sums to the value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Head {
    /// By sum and neuron: what its square counts if the sum is positive, and if it is negative.
    pub inner: [[[i16; 2]; HIDDEN]; WIDTH],
    /// By neuron: what is added to its inputs.
    pub inner_bias: [i16; HIDDEN],
    /// By neuron: what its output counts.
    pub outer: [i16; HIDDEN],
    /// What the sums themselves count.
    pub straight: [i16; WIDTH],
    /// What is added to the value.
    pub outer_bias: i16,
}

impl Default for Head {
    fn default() -> Self {
        Head {
            inner: [[[0; 2]; HIDDEN]; WIDTH],
            inner_bias: [0; HIDDEN],
            outer: [0; HIDDEN],
            straight: [0; WIDTH],
            outer_bias: 0,
        }
    }
}

/// The network as a file keeps it; the default one has nothing to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Network {
    /// By class.
    pub rows: Vec<Row>,
    /// By empty squares, [`HEADS`] of them.
    pub heads: Vec<Head>,
}

fn frame(classes: usize) -> Frame {
    let mut purpose = vec![WIDTH as u8, HIDDEN as u8];
    purpose.extend((classes as u32).to_le_bytes());
    purpose.extend(fingerprint().to_le_bytes());
    Frame { name: "an Othello network", letters: b"QOTN", version: VERSION, purpose }
}

impl Network {
    /// The content of a file.
    pub fn write(&self) -> Vec<u8> {
        let mut plain: Vec<u8> = self.rows.iter().flatten().map(|&number| number as u8).collect();
        plain.extend(self.heads.iter().flat_map(Head::numbers).flat_map(|number| number.to_le_bytes()));
        let body = compress_to_vec(&plain, 9);
        frame(self.rows.len()).write(&body)
    }

    /// Reads the content of a file.
    pub fn read(file: &[u8], classes: usize) -> Result<Network, WrongFile> {
        let frame = frame(classes);
        let rest = frame.read(file)?;
        let size = classes * WIDTH + 2 * HEADS * HEAD;
        let plain = decompress_to_vec_with_limit(rest, size).map_err(|error| frame.fault(&error.to_string()))?;
        if plain.len() != size {
            return Err(frame.fault("it has too few numbers"));
        }
        let (rows, others) = plain.split_at(classes * WIDTH);
        let (rows, _) = rows.as_chunks::<WIDTH>();
        let mut others = others.as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes));
        let mut heads = vec![Head::default(); HEADS];
        for head in &mut heads {
            head.numbers_mut().zip(&mut others).for_each(|(to, number)| *to = number);
        }
        Ok(Network { rows: rows.iter().map(|row| row.map(|byte| byte as i8)).collect(), heads })
    }
}

impl Head {
    /// All numbers, in a file's order.
    fn numbers(&self) -> impl Iterator<Item = &i16> {
        let inner = self.inner.as_flattened().as_flattened().iter();
        inner.chain(&self.inner_bias).chain(&self.outer).chain(&self.straight).chain([&self.outer_bias])
    }

    /// All numbers, in a file's order.
    fn numbers_mut(&mut self) -> impl Iterator<Item = &mut i16> {
        let inner = self.inner.as_flattened_mut().as_flattened_mut().iter_mut();
        inner.chain(&mut self.inner_bias).chain(&mut self.outer).chain(&mut self.straight).chain([&mut self.outer_bias])
    }

    /// The value of sums of rows, in centidiscs.
    #[inline(always)]
    pub fn centidiscs<L: Neurons>(&self, level: L, sums: &[i16; WIDTH]) -> i32 {
        let (inner, straight) = level.products(self, sums);
        let mut outer = i32::from(self.outer_bias) * INPUT_ONE;
        for ((sum, &bias), &weight) in inner.into_iter().zip(&self.inner_bias).zip(&self.outer) {
            let sum = sum.wrapping_add(i32::from(bias) * INPUT_ONE);
            outer += i32::from(weight) * (sum.clamp(0, PRODUCT_ONE) / i32::from(HEAD_ONE));
        }
        ((i64::from(outer) + straightened(straight)) * i64::from(UNIT) / i64::from(PRODUCT_ONE)) as i32
    }

    /// What of the value the sums count by themselves, whatever the others are, in centidiscs.
    pub fn alone(&self, sums: &[i16; WIDTH]) -> i32 {
        let products = sums.iter().zip(&self.straight).map(|(&sum, &weight)| i32::from(sum) * i32::from(weight));
        (straightened(products.sum()) * i64::from(UNIT) / i64::from(PRODUCT_ONE)) as i32
    }
}

/// Products of sums and heads on the scale of those of inputs and heads.
#[inline(always)]
fn straightened(products: i32) -> i64 {
    i64::from(products) * i64::from(INPUT_ONE / i32::from(ROW_ONE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::common::processor::Any;
    use crate::games::common::weight_file::refuses_damage;
    use crate::random::SplitMix64;

    const CLASSES: usize = 300;

    fn network() -> Network {
        let mut random = SplitMix64::new(9);
        let mut below = |limit: i32| random.below(2 * limit as usize + 1) as i32 - limit;
        let mut heads = vec![Head::default(); HEADS];
        heads.iter_mut().flat_map(Head::numbers_mut).for_each(|number| *number = below(2000) as i16);
        Network { rows: (0..CLASSES).map(|_| std::array::from_fn(|_| below(127) as i8)).collect(), heads }
    }

    #[test]
    fn what_is_written_can_be_read() {
        let network = network();
        assert_eq!(Network::read(&network.write(), CLASSES), Ok(network));
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let file = network().write();
        let told = [(0, "begin with"), (4, "version"), (6, "size"), (9, "shapes"), (60, "checksum")];
        refuses_damage(&file, &told, |file| Network::read(file, CLASSES));
        assert!(Network::read(&file, CLASSES + 1).is_err());
    }

    /// The formula, in floating-point numbers.
    fn value(head: &Head, sums: &[i16; WIDTH]) -> f64 {
        let of_head = |number: i16| f64::from(number) / f64::from(HEAD_ONE);
        let sums = sums.map(|sum| f64::from(sum) / f64::from(ROW_ONE));
        let square = |sum: f64| sum.clamp(0.0, f64::from(ROW_ONE - 1) / f64::from(ROW_ONE)).powi(2);
        let neuron = |neuron: usize| {
            let input = |(&sum, both): (&f64, &[[i16; 2]; HIDDEN])| {
                square(sum) * of_head(both[neuron][0]) + square(-sum) * of_head(both[neuron][1])
            };
            let inputs: f64 = sums.iter().zip(&head.inner).map(input).sum();
            of_head(head.outer[neuron]) * (inputs + of_head(head.inner_bias[neuron])).clamp(0.0, 1.0)
        };
        let straight: f64 = sums.iter().zip(head.straight).map(|(sum, weight)| sum * of_head(weight)).sum();
        of_head(head.outer_bias) + straight + (0..HIDDEN).map(neuron).sum::<f64>()
    }

    #[test]
    fn a_head_is_its_formula() {
        let mut random = SplitMix64::new(4);
        for head in network().heads {
            let sums: [i16; WIDTH] = std::array::from_fn(|_| random.below(1201) as i16 - 600);
            let value = value(&head, &sums) * f64::from(UNIT);
            let rounded = f64::from(head.centidiscs(Any, &sums));
            assert!((rounded - value).abs() < 0.01 * f64::from(UNIT), "{rounded} {value}");
        }
    }
}
