//! The streamed output of a call.
use std::{collections::VecDeque, sync::Arc, time::Duration};

use platform::Clock;
use reqwest::Response;
use serde::Deserialize;
use tokio::sync::OwnedSemaphorePermit;

use super::{
    client::within,
    model::{ModelError, Output},
    server_sent_events::EventReader,
};

/// Maximum time between two parts.
const PART_TIMEOUT: Duration = Duration::from_secs(20);

/// The streamed output of a call. Dropping it stops the model.
pub struct ChatStream {
    response: Response,
    clock: Arc<dyn Clock>,
    reader: EventReader,
    pending: VecDeque<Output>,
    finish: Option<Finish>,
    tokens: Option<i64>,
    _permit: OwnedSemaphorePermit,
}

#[derive(Clone, Copy)]
enum Finish {
    Stop,
    Length,
}

#[derive(Deserialize)]
struct Chunk {
    #[serde(default)]
    choices: Vec<Choice>,
    #[serde(default)]
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default)]
    delta: Delta,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Default, Deserialize)]
struct Delta {
    #[serde(default)]
    content: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    total_tokens: i64,
}

impl ChatStream {
    pub(super) fn new(response: Response, clock: Arc<dyn Clock>, permit: OwnedSemaphorePermit) -> Self {
        Self {
            response,
            clock,
            reader: EventReader::default(),
            pending: VecDeque::new(),
            finish: None,
            tokens: None,
            _permit: permit,
        }
    }

    /// Returns the next part. The stream ends with the first part that is not text.
    ///
    /// # Errors
    /// `Unreadable`, `TimedOut` and `Interrupted`.
    pub async fn next(&mut self) -> Result<Output, ModelError> {
        loop {
            if let Some(output) = self.pending.pop_front() {
                return Ok(output);
            }
            let chunk = within(&*self.clock, PART_TIMEOUT, self.response.chunk()).await?;
            let Some(bytes) = chunk.map_err(|_| ModelError::Interrupted)? else { return self.end() };
            for event in self.reader.push(&bytes).map_err(|_| ModelError::Unreadable)? {
                self.read(&event)?;
            }
        }
    }

    fn read(&mut self, event: &str) -> Result<(), ModelError> {
        if event == "[DONE]" {
            let end = self.end()?;
            self.pending.push_back(end);
            return Ok(());
        }
        let chunk: Chunk = serde_json::from_str(event).map_err(|_| ModelError::Unreadable)?;
        if let Some(usage) = chunk.usage {
            self.tokens = Some(usage.total_tokens.max(0));
        }
        let Some(choice) = chunk.choices.into_iter().next() else { return Ok(()) };
        if let Some(text) = choice.delta.content.filter(|text| !text.is_empty()) {
            self.pending.push_back(Output::Text(text));
        }
        match choice.finish_reason.as_deref() {
            None => {}
            Some("length") => self.finish = Some(Finish::Length),
            Some("stop") => self.finish = Some(Finish::Stop),
            Some(_) => return Err(ModelError::Interrupted),
        }
        Ok(())
    }

    /// Returns the end of the stream. A stream that ends without a reason was interrupted.
    fn end(&self) -> Result<Output, ModelError> {
        let tokens = self.tokens;
        match self.finish {
            Some(Finish::Stop) => Ok(Output::Finished { tokens }),
            Some(Finish::Length) => Ok(Output::LengthReached { tokens }),
            None => Err(ModelError::Interrupted),
        }
    }
}
