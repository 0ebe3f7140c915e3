//! What is done to every number of a tensor, in place and on the core that asks: candle's own operations spread large
//! tensors over all cores, where the others wait in a loop for more.

use candle_core::{CpuStorage, InplaceOp1, InplaceOp2, Layout, Result, Tensor, bail};

/// Adds rows to a tensor, over and over from the first.
pub fn add(to: &Tensor, rows: &Tensor) -> Result<()> {
    to.inplace_op2(rows, &Add { panels: 1 })
}

/// Adds to every row of each panel its own: (panels, size) to (panels, rows, size).
pub fn add_by_panel(to: &Tensor, own: &Tensor) -> Result<()> {
    to.inplace_op2(own, &Add { panels: own.dim(0)? })
}

/// The Gaussian error linear unit of each number: it, times how likely a normal one is smaller.
pub fn gelu(of: &Tensor) -> Result<()> {
    of.inplace_op1(&Gelu)
}

struct Add {
    /// So many equal parts of the one belong to so many of the other.
    panels: usize,
}

impl InplaceOp2 for Add {
    fn name(&self) -> &'static str {
        "add in place"
    }

    fn cpu_fwd(&self, to: &mut CpuStorage, at: &Layout, rows: &CpuStorage, from: &Layout) -> Result<()> {
        let (to, rows) = (numbers_mut(to, at)?, numbers(rows, from)?);
        let (panel, own) = (to.len() / self.panels, rows.len() / self.panels);
        for (panel, own) in to.chunks_mut(panel.max(1)).zip(rows.chunks(own.max(1))) {
            for row in panel.chunks_mut(own.len()) {
                row.iter_mut().zip(own).for_each(|(to, add)| *to += add);
            }
        }
        Ok(())
    }
}

struct Gelu;

impl InplaceOp1 for Gelu {
    fn name(&self) -> &'static str {
        "gelu in place"
    }

    fn cpu_fwd(&self, of: &mut CpuStorage, at: &Layout) -> Result<()> {
        for number in numbers_mut(of, at)? {
            *number *= 0.5 * (1.0 + erf(*number * std::f32::consts::FRAC_1_SQRT_2));
        }
        Ok(())
    }
}

fn numbers<'t>(of: &'t CpuStorage, at: &Layout) -> Result<&'t [f32]> {
    match (of, at.contiguous_offsets()) {
        (CpuStorage::F32(all), Some((begin, end))) => Ok(&all[begin..end]),
        _ => bail!("only numbers in a row, of 32 bits each, are changed in place"),
    }
}

fn numbers_mut<'t>(of: &'t mut CpuStorage, at: &Layout) -> Result<&'t mut [f32]> {
    match (of, at.contiguous_offsets()) {
        (CpuStorage::F32(all), Some((begin, end))) => Ok(&mut all[begin..end]),
        _ => bail!("only numbers in a row, of 32 bits each, are changed in place"),
    }
}

/// The error function, to the last bits of 32: a quotient of polynomials, the same steps for every number, so that
/// several are worked out at once. Beyond 4 it is 1.
fn erf(x: f32) -> f32 {
    // Odd powers over even ones, from the highest; fitted by minimax on [-4, 4], as Eigen has them.
    const ABOVE: [f32; 7] = [
        -2.726_142e-10,
        2.770_681_5e-8,
        -2.101_024e-6,
        -5.692_506_4e-5,
        -7.349_906_3e-4,
        -2.954_6e-3,
        -1.609_603_3e-2,
    ];
    const BELOW: [f32; 5] = [-1.456_607_2e-5, -2.133_740_6e-4, -1.682_827e-3, -7.373_329e-3, -1.426_473_9e-2];
    let x = x.clamp(-4.0, 4.0);
    let square = x * x;
    let at = |of: &[f32]| of.iter().fold(0.0, |sum, part| sum * square + part);
    x * at(&ABOVE) / at(&BELOW)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use candle_core::Device;

    use super::*;

    #[test]
    fn the_activation_is_the_exact_one() {
        let numbers: Vec<f32> = (-800..=800).map(|at| at as f32 / 100.0).collect();
        let of = Tensor::new(&numbers[..], &Device::Cpu).unwrap();
        let exact = of.gelu_erf().unwrap().to_vec1::<f32>().unwrap();
        gelu(&of).unwrap();
        for (found, exact) in of.to_vec1::<f32>().unwrap().iter().zip(exact) {
            assert!((found - exact).abs() < 2e-6, "{found} {exact}");
        }
    }

    #[test]
    fn rows_are_added_from_the_first_again() {
        let to = tensor(&[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]);
        add(&to, &tensor(&[[10.0, 20.0], [30.0, 40.0]])).unwrap();
        assert_eq!(to.to_vec2::<f32>().unwrap(), [[11.0, 22.0], [33.0, 44.0], [15.0, 26.0], [37.0, 48.0]]);
    }

    #[test]
    fn a_panel_has_its_own_row() {
        let to = tensor(&[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]);
        add_by_panel(&to, &tensor(&[[10.0, 20.0], [30.0, 40.0]])).unwrap();
        assert_eq!(to.to_vec2::<f32>().unwrap(), [[11.0, 22.0], [13.0, 24.0], [35.0, 46.0], [37.0, 48.0]]);
    }

    fn tensor<const N: usize>(rows: &[[f32; 2]; N]) -> Tensor {
        Tensor::new(rows, &Device::Cpu).unwrap()
    }
}
