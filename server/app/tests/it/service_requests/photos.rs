//! Photos of a request.
use base64::{Engine as _, engine::general_purpose::STANDARD};
use image::{ImageFormat, guess_format};

use super::*;

on_both! {
    async fn a_photo_is_re_encoded_without_its_location_and_can_be_deleted(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let request = create(&ingrid, json!({})).await;
        let photos = format!("{}/photos", path_of(&request));
        let body = json!({ "data": STANDARD.encode(photo_with_location(2_600, 400)), "caption": "Under the sink" });
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
