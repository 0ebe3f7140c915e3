//! Parses the form that Twilio posts.

/// Names and values of a form, in order. A name may be repeated.
pub struct Form {
    fields: Vec<(String, String)>,
}

impl Form {
    /// Parses a body.
    pub fn read(body: &[u8]) -> Self {
        Self { fields: form_urlencoded::parse(body).into_owned().collect() }
    }

    /// Returns the first value of a name; empty if there is none.
    pub fn get(&self, name: &str) -> &str {
        self.fields.iter().find(|(field, _)| field == name).map_or("", |(_, value)| value.as_str())
    }

    /// Returns each name with its distinct values, sorted: the signed content.
    pub fn signed(&self) -> String {
        let mut pairs: Vec<_> = self.fields.iter().collect();
        pairs.sort();
        pairs.dedup();
        pairs.into_iter().map(|(name, value)| format!("{name}{value}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_parameters_are_signed_once_per_value_in_order() {
        let form = Form::read(b"b=2&a=z&a=y&a=z&c=");
        assert_eq!(form.signed(), "ayazb2c");
        assert_eq!((form.get("a"), form.get("c"), form.get("d")), ("z", "", ""));
    }

    #[test]
    fn a_malformed_form_has_the_same_fields_in_any_order() {
        let samples: [&[u8]; 2] = [
            b"MessageSid=SM1&From=%2B12025550171&To=%2B12025550101\
              &Body=hi+there%21&NumMedia=1&MediaUrl0=https%3A%2F%2Fa",
            b"b=2&a=z&a=y&a=z&c=&&=&%zz=%00%ff",
        ];
        fuzzing::check_bytes(800, &samples, |body| {
            let form = Form::read(body);
            let mut parts: Vec<&[u8]> = body.split(|byte| *byte == b'&').collect();
            parts.reverse();
            assert_eq!(Form::read(&parts.join(&b'&')).signed(), form.signed());
            let _ = form.get("Body");
        });
    }
}
