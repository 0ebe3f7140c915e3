//! Uploaded files: their maximum size and encoding.
use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use platform::Fault;

/// Maximum size in bytes of a file in a request, which has it in base64: four characters for three bytes.
const MAX_UPLOAD_BYTES: usize = 6_000_000;
/// Maximum size in bytes of a file that Parlor fetches from a carrier.
pub const MAX_FETCHED_BYTES: usize = 8 << 20;

const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Decodes a file in base64, with or without the prefix of a data: URL. The media type in the prefix is ignored.
///
/// # Errors
/// `INVALID_ARGUMENT` on `data`.
pub fn decode(data: &str) -> Result<Vec<u8>, Fault> {
    decode_field("data", data)
}

/// Like [`decode`], for a field with another name.
///
/// # Errors
/// `INVALID_ARGUMENT` on the field.
pub fn decode_field(field: &str, data: &str) -> Result<Vec<u8>, Fault> {
    let refused = |words: &str| Fault::field(field, words);
    let unreadable = || refused("Send the file in base64.");
    let text = match data.split_once(',') {
        Some((head, text)) if head.starts_with("data:") && head.ends_with(";base64") => text,
        Some(_) => return Err(unreadable()),
        None => data,
    };
    let text: String = text.split_ascii_whitespace().collect();
    let bytes = BASE64.decode(text).map_err(|_| unreadable())?;
    if bytes.len() > MAX_UPLOAD_BYTES {
        return Err(refused("This file is larger than 6 MB. Send a smaller one."));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_decoded_with_or_without_a_data_url_prefix() {
        for data in ["aGkh", "data:image/png;base64,aGkh", "data:;base64,aGkh", "aG\r\nkh"] {
            assert_eq!(decode(data).expect(data), b"hi!");
        }
        for data in ["data:image/png,hi", "http://x,aGkh", "a", "aGkh*", "data:image/png;base64;aGkh"] {
            assert!(decode(data).is_err(), "{data}");
        }
    }

    #[test]
    fn a_file_of_6_mb_fits_into_a_request_and_a_larger_one_is_refused() {
        let encode = |bytes: usize| format!("data:image/webp;base64,{}", BASE64.encode(vec![7; bytes]));
        let largest = encode(MAX_UPLOAD_BYTES);
        // The fields of the contract have at most 8,300,000 characters.
        assert!(largest.len() <= 8_300_000);
        assert_eq!(decode(&largest).expect("it fits").len(), 6_000_000);
        let refusal = decode(&encode(MAX_UPLOAD_BYTES + 1)).expect_err("it is larger");
        assert!(refusal.words().contains("larger than 6 MB"), "{}", refusal.words());
    }
}
