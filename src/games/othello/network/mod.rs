//! The evaluation network: a sparse first layer over pattern configurations and a small output head.
//!
//! Every class of configurations has a row of [`WIDTH`] first-layer weights. The rows of all configurations on the
//! board are summed in an accumulator. Its elements, clipped and squared, with separate weights for positive and
//! negative ones, are the inputs of a hidden layer of [`HIDDEN`] neurons with clipped ReLU activation and one output
//! neuron. A skip connection adds a linear function of the accumulator to the output. There is one such head for each
//! number of empty squares. (An accumulated first layer is Yu Nasu's NNUE, 2018; neural-reversi applies it to Michael
//! Buro's Othello patterns.)
//!
//! All arithmetic is on integers, so that every processor computes the same value.
//!
//! The file: `QOTN`, then as little-endian numbers the format's version (16 bits), [`WIDTH`] and [`HIDDEN`] (8 bits
//! each), the number of classes (32 bits), a fingerprint of the shapes (64 bits) and a checksum of all that follows (64
//! bits); then, deflated (RFC 1951), the rows by class with 8 bits a weight, and the heads with 16 bits a number.

mod head;
mod head_kernels;
mod quantisation;

pub use head::Head;
pub use head_kernels::HeadKernel;
pub use quantisation::{ACCUMULATOR_SCALE, HEAD_SCALE, HEADS, HIDDEN, OUTPUT_SCALE, WIDTH};

use super::patterns::fingerprint;
use crate::games::common::weight_file::{Frame, WeightFileError, bytes_of, numbers_of};
use head::PARAMETERS;

/// Version of the file format.
const VERSION: u16 = 2;

/// The first-layer weights of one class of configurations.
pub type Row = [i8; WIDTH];

/// The parameters of a network, as its file holds them. The default network evaluates every position to 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Network {
    /// First-layer weights by class of configurations.
    pub rows: Vec<Row>,
    /// Output heads by number of empty squares, [`HEADS`] of them.
    pub heads: Vec<Head>,
}

/// The frame of a network file with `classes` rows.
fn frame(classes: usize) -> Frame {
    let mut header = vec![WIDTH as u8, HIDDEN as u8];
    header.extend((classes as u32).to_le_bytes());
    header.extend(fingerprint().to_le_bytes());
    Frame { name: "an Othello network", magic: b"QOTN", version: VERSION, header }
}

impl Network {
    /// Serialises the network into the content of its file.
    pub fn write(&self) -> Vec<u8> {
        let mut plain: Vec<u8> = self.rows.iter().flatten().map(|&number| number as u8).collect();
        plain.extend(bytes_of(self.heads.iter().flat_map(Head::parameters)));
        frame(self.rows.len()).write_deflated(&plain)
    }

    /// Parses the content of a file of a network with `classes` classes of configurations.
    pub fn read(file: &[u8], classes: usize) -> Result<Network, WeightFileError> {
        let plain = frame(classes).read_deflated(file, classes * WIDTH + 2 * HEADS * PARAMETERS)?;
        let (rows, others) = plain.split_at(classes * WIDTH);
        let (rows, _) = rows.as_chunks::<WIDTH>();
        let mut others = numbers_of(others);
        let mut heads = vec![Head::default(); HEADS];
        for head in &mut heads {
            head.parameters_mut().zip(&mut others).for_each(|(to, number)| *to = number);
        }
        Ok(Network { rows: rows.iter().map(|row| row.map(|byte| byte as i8)).collect(), heads })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::common::weight_file::assert_rejects_corruption;
    use crate::random::SplitMix64;

    const CLASSES: usize = 300;

    fn network() -> Network {
        let mut random = SplitMix64::new(9);
        let mut below = |limit: i32| random.below(2 * limit as usize + 1) as i32 - limit;
        let mut heads = vec![Head::default(); HEADS];
        heads.iter_mut().flat_map(Head::parameters_mut).for_each(|number| *number = below(2000) as i16);
        Network { rows: (0..CLASSES).map(|_| std::array::from_fn(|_| below(127) as i8)).collect(), heads }
    }

    #[test]
    fn a_written_network_can_be_read() {
        let network = network();
        assert_eq!(Network::read(&network.write(), CLASSES), Ok(network));
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let file = network().write();
        let expected = [(0, "begin with"), (4, "version"), (6, "size"), (9, "shapes"), (60, "checksum")];
        assert_rejects_corruption(&file, &expected, |file| Network::read(file, CLASSES));
        assert!(Network::read(&file, CLASSES + 1).is_err());
    }
}
