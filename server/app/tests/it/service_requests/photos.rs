//! Photos of a request.
use std::io::Cursor;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use image::{DynamicImage, ImageFormat, RgbImage, guess_format};

use super::*;

fn jpeg_with_location() -> Vec<u8> {
    let pixels = RgbImage::from_fn(2_600, 400, |x, y| image::Rgb([x as u8, y as u8, 90]));
    let mut file = Cursor::new(Vec::new());
    DynamicImage::from(pixels).write_to(&mut file, ImageFormat::Jpeg).unwrap();
    let mut file = file.into_inner();
    file.splice(2..2, b"\xff\xfe\x00\x12GPS 38.97,-76.49".iter().copied());
    file
}

on_both! {
    async fn a_photo_is_re_encoded_without_its_location_and_can_be_deleted(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let request = create(&ingrid, json!({})).await;
        let photos = format!("{}/photos", path_of(&request));
        let body = json!({ "data": STANDARD.encode(jpeg_with_location()), "caption": "Under the sink" });
        let changed = ingrid.post(&photos, body).await.ok()["serviceRequest"].clone();
        assert_eq!(changed["photoCount"], 1);
        let photo = &changed["photos"][0];
        assert_eq!(photo["caption"], "Under the sink");
        let mut links = Vec::new();
        for (field, width) in [("url", 2_000), ("thumbnailUrl", 320)] {
            let path = photo[field].as_str().unwrap().strip_prefix("https://parlor.example").unwrap().to_owned();
            let shown = server.rest("GET", &path, "", None).await;
            assert_eq!(guess_format(&shown.bytes).unwrap(), ImageFormat::Jpeg);
            assert_eq!(image::load_from_memory(&shown.bytes).unwrap().width(), width);
            assert!(!shown.bytes.windows(3).any(|bytes| bytes == b"GPS"));
            links.push(path);
        }
        let refused = ingrid.post(&photos, json!({ "data": STANDARD.encode("no picture") })).await;
        assert_eq!(refused.fields(), ["data"]);
        let deleted = ingrid.delete(&format!("{photos}/{}", photo["_id"].as_str().unwrap())).await.ok();
        assert_eq!(deleted["serviceRequest"]["photoCount"], 0);
        for link in links {
            assert_eq!(server.rest("GET", &link, "", None).await.status, 404);
        }
    }
}
