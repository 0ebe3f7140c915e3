//! Shared parts of benchmarks: server processes, and the output of measurements.
use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// Returns whether SQLite is measured too. `PARLOR_BENCH_ENGINE=PostgreSQL` omits it, to try a change
/// quickly.
pub fn measures_sqlite() -> bool {
    std::env::var("PARLOR_BENCH_ENGINE").as_deref() != Ok("PostgreSQL")
}

/// Prints a measurement with its bound.
pub fn line(what: &str, measured: f64, sign: &str, bound: f64) {
    let holds = if sign == ">=" { measured >= bound } else { measured <= bound };
    println!(
        "{what}: {measured:.2} (wanted {sign} {bound}) {}",
        if holds { "holds" } else { "DOES NOT HOLD" }
    );
}

pub fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// Returns a percentile by nearest rank.
pub fn percentile(numbers: &[f64], percent: usize) -> f64 {
    let mut numbers = numbers.to_vec();
    numbers.sort_by(f64::total_cmp);
    numbers[(numbers.len() * percent).div_ceil(100).max(1) - 1]
}

/// A server process.
pub struct Served {
    child: Child,
    pub address: SocketAddr,
    pub ready: Duration,
}

impl Served {
    /// Starts Parlor with demo data in a folder, with additional environment variables.
    pub fn parlor(data: &std::path::Path, environment: &[(&str, &str)]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
        command.args(["serve", "--demo", "--listen", "127.0.0.1:0", "--data-dir"]).arg(data);
        command.env("PARLOR_LOG", "warn");
        command.envs(environment.iter().copied());
        Self::start(command)
    }

    /// Starts the echo server, which is the benchmark's own program with another argument.
    pub fn echo() -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.arg("--echo-server");
        Self::start(command)
    }

    fn start(mut command: Command) -> Self {
        let begun = Instant::now();
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut told = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut told).unwrap();
        let ready = begun.elapsed();
        let address =
            told.trim().rsplit("//").next().unwrap().parse().unwrap_or_else(|_| panic!("no address: {told}"));
        Self { child, address, ready }
    }

    pub fn resident_mb(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|l| l.starts_with("VmRSS")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap() / 1024.0
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
