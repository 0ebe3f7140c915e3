//! In-place element-wise tensor operations on the calling thread. The operations of candle distribute large tensors over
//! all cores and busy-wait there.

use candle_core::{CpuStorage, InplaceOp1, InplaceOp2, Layout, Result, Tensor, bail};

/// Adds `rows` to `target`, repeated from the first row as often as they fit.
///
/// # Errors
/// Fails if a tensor is not contiguous or not `f32`.
pub fn add(target: &Tensor, rows: &Tensor) -> Result<()> {
    target.inplace_op2(rows, &Add { panels: 1 })
}

/// Adds one row per panel to each row of that panel: shape (panels, size) to shape (panels, rows, size).
///
/// # Errors
/// Fails if a tensor is not contiguous or not `f32`.
pub fn add_by_panel(target: &Tensor, rows: &Tensor) -> Result<()> {
    target.inplace_op2(rows, &Add { panels: rows.dim(0)? })
}

/// Applies the exact Gaussian error linear unit to each component: `x * Φ(x)`.
///
/// # Errors
/// Fails if the tensor is not contiguous or not `f32`.
pub fn gelu(tensor: &Tensor) -> Result<()> {
    tensor.inplace_op1(&Gelu)
}

struct Add {
    /// Number of equal panels into which both tensors are divided.
    panels: usize,
}

impl InplaceOp2 for Add {
    fn name(&self) -> &'static str {
        "add in place"
    }

    fn cpu_fwd(
        &self,
        target: &mut CpuStorage,
        target_layout: &Layout,
        rows: &CpuStorage,
        rows_layout: &Layout,
    ) -> Result<()> {
        let (target, rows) = (as_slice_mut(target, target_layout)?, as_slice(rows, rows_layout)?);
        let (panel_size, addend_size) = (target.len() / self.panels, rows.len() / self.panels);
        for (panel, addend) in target.chunks_mut(panel_size.max(1)).zip(rows.chunks(addend_size.max(1))) {
            for row in panel.chunks_mut(addend.len()) {
                row.iter_mut().zip(addend).for_each(|(sum, add)| *sum += add);
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

    fn cpu_fwd(&self, storage: &mut CpuStorage, layout: &Layout) -> Result<()> {
        for component in as_slice_mut(storage, layout)? {
            *component *= 0.5 * (1.0 + erf(*component * std::f32::consts::FRAC_1_SQRT_2));
        }
        Ok(())
    }
}

fn as_slice<'t>(storage: &'t CpuStorage, layout: &Layout) -> Result<&'t [f32]> {
    match (storage, layout.contiguous_offsets()) {
        (CpuStorage::F32(all), Some((start, end))) => Ok(&all[start..end]),
        _ => bail!("in-place operations require contiguous f32 tensors"),
    }
}

fn as_slice_mut<'t>(storage: &'t mut CpuStorage, layout: &Layout) -> Result<&'t mut [f32]> {
    match (storage, layout.contiguous_offsets()) {
        (CpuStorage::F32(all), Some((start, end))) => Ok(&mut all[start..end]),
        _ => bail!("in-place operations require contiguous f32 tensors"),
    }
}

/// Returns the error function to `f32` precision, as a rational approximation without branches, which vectorizes.
/// Arguments beyond ±4 are clamped.
fn erf(x: f32) -> f32 {
    // Odd powers over even ones, highest first; the minimax coefficients on [-4, 4] from Eigen.
    const NUMERATOR: [f32; 7] = [
        -2.726_142e-10,
        2.770_681_5e-8,
        -2.101_024e-6,
        -5.692_506_4e-5,
        -7.349_906_3e-4,
        -2.954_6e-3,
        -1.609_603_3e-2,
    ];
    const DENOMINATOR: [f32; 5] =
        [-1.456_607_2e-5, -2.133_740_6e-4, -1.682_827e-3, -7.373_329e-3, -1.426_473_9e-2];
    let x = x.clamp(-4.0, 4.0);
    let square = x * x;
    let evaluate =
        |coefficients: &[f32]| coefficients.iter().fold(0.0, |sum, coefficient| sum * square + coefficient);
    x * evaluate(&NUMERATOR) / evaluate(&DENOMINATOR)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use candle_core::Device;

    use super::*;

    #[test]
    fn gelu_equals_the_exact_gelu_of_candle() {
        let numbers: Vec<f32> = (-800..=800).map(|at| at as f32 / 100.0).collect();
        let input = Tensor::new(&numbers[..], &Device::Cpu).unwrap();
        let exact = input.gelu_erf().unwrap().to_vec1::<f32>().unwrap();
        gelu(&input).unwrap();
        for (found, exact) in input.to_vec1::<f32>().unwrap().iter().zip(exact) {
            assert!((found - exact).abs() < 2e-6, "{found} {exact}");
        }
    }

    #[test]
    fn rows_are_added_repeatedly() {
        let target = tensor(&[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]);
        add(&target, &tensor(&[[10.0, 20.0], [30.0, 40.0]])).unwrap();
        assert_eq!(
            target.to_vec2::<f32>().unwrap(),
            [[11.0, 22.0], [33.0, 44.0], [15.0, 26.0], [37.0, 48.0]]
        );
    }

    #[test]
    fn each_panel_gets_its_own_row() {
        let target = tensor(&[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]);
        add_by_panel(&target, &tensor(&[[10.0, 20.0], [30.0, 40.0]])).unwrap();
        assert_eq!(
            target.to_vec2::<f32>().unwrap(),
            [[11.0, 22.0], [13.0, 24.0], [35.0, 46.0], [37.0, 48.0]]
        );
    }

    fn tensor<const N: usize>(rows: &[[f32; 2]; N]) -> Tensor {
        Tensor::new(rows, &Device::Cpu).unwrap()
    }
}
