//! The header image of a user's pages.
use std::{io::Cursor, time::Duration};

use base64::{Engine as _, engine::general_purpose::STANDARD as BASE64};
use contract::v1::*;
use image::{DynamicImage, ImageFormat, RgbaImage, guess_format};
use serde_json::{Value, json};

use crate::support::*;

const SET: &str = "/user/headerImage";
const DELETE: &str = "/user/deleteheaderImage";
const DANA: &str = "staff-harborline-admin";
const MARCUS: &str = "staff-harborline-manager";

/// Returns an image as a file.
fn file(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let pixels = RgbaImage::from_fn(width, height, |x, y| image::Rgba([x as u8, y as u8, 90, 255]));
    let mut out = Cursor::new(Vec::new());
    DynamicImage::from(DynamicImage::from(pixels).to_rgb8()).write_to(&mut out, format).unwrap();
    out.into_inner()
}

fn set(id: &str, bytes: &[u8]) -> Value {
    json!({ "id": id, "data": BASE64.encode(bytes) })
}

fn path(url: &Value) -> String {
    url.as_str().unwrap().strip_prefix("https://parlor.example").expect("the public address").to_owned()
}

/// Returns a PNG that states this size and contains almost no data.
fn bomb(width: u32, height: u32) -> Vec<u8> {
    let mut png = file(1, 1, ImageFormat::Png);
    png[16..20].copy_from_slice(&width.to_be_bytes());
    png[20..24].copy_from_slice(&height.to_be_bytes());
    let sum = crc(&png[12..29]);
    png[29..33].copy_from_slice(&sum.to_be_bytes());
    png
}

fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32| (0..8).fold(crc, |c, _| if c & 1 == 1 { 0xedb8_8320 ^ (c >> 1) } else { c >> 1 });
    !bytes.iter().fold(!0, |crc, byte| step((crc ^ u32::from(*byte)) & 0xff) ^ (crc >> 8))
}

on_both! {
    async fn a_header_image_is_re_encoded_and_its_link_expires(server: TestServer) {
        let dana = server.harborline_admin().await;
        for format in [ImageFormat::Jpeg, ImageFormat::WebP, ImageFormat::Png] {
            let mut uploaded = file(2_000, 300, format);
            if format == ImageFormat::Jpeg {
                // Metadata of the camera near the beginning: a comment segment.
                uploaded.splice(2..2, b"\xff\xfe\x00\x12GPS 38.97,-76.49".iter().copied());
            }
            let user = dana.patch(SET, set(DANA, &uploaded)).await.ok()["user"].clone();
            let response = server.rest("GET", &path(&user["headerImageUrl"]), "", None).await;
            assert_eq!((response.status.as_u16(), &response.headers["content-type"]), (200, &"image/png".parse().unwrap()));
            assert_eq!(response.headers["content-disposition"], "inline; filename=\"header.png\"");
            assert_eq!(guess_format(&response.bytes).unwrap(), ImageFormat::Png);
            let decoded = image::load_from_memory(&response.bytes).unwrap();
            assert_eq!((decoded.width(), decoded.height()), (1_600, 240));
            assert!(!response.bytes.windows(3).any(|w| w == b"GPS"));
        }
        let mut tx = server.db.platform_read().await.unwrap();
        let stored: (i64,) = tx.query("SELECT count(*) FROM file WHERE expires_ms IS NULL AND company_id = 'company-harborline'").one().await.unwrap();
        assert_eq!(stored.0, 1, "the previous images are deleted");
        drop(tx);
        let me = server.harborline_admin().await.get("/users/token").await.ok()["user"].clone();
        let link = path(&me["headerImageUrl"]);
        server.clock.advance(Duration::from_secs(3_600));
        let again = server.harborline_admin().await.get("/users/token").await.ok()["user"].clone();
        assert_eq!(again["headerImageUrl"], me["headerImageUrl"], "a browser can cache the image");
        server.clock.advance(Duration::from_secs(23 * 3_600));
        assert_eq!(server.rest("GET", &link, "", None).await.status, 200);
        server.clock.advance(Duration::from_secs(24 * 3_600));
        assert_eq!(server.rest("GET", &link, "", None).await.status, 404);
    }

    async fn invalid_and_oversized_header_images_are_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        let png = file(20, 10, ImageFormat::Png);
        let followed_by_script = |mut bytes: Vec<u8>| {
            bytes.extend_from_slice(b"<script>alert(1)</script>");
            bytes
        };
        let mut broken = png.clone();
        broken.drain(60..80);
        for (case, bytes) in [
            ("svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>".to_vec()),
            ("gif", b"GIF89a\x01\x00\x01\x00\x00\x00\x00;".to_vec()),
            ("html", b"<html>".to_vec()),
            ("empty", vec![]),
            ("png and more", followed_by_script(png.clone())),
            ("jpeg and more", followed_by_script(file(20, 10, ImageFormat::Jpeg))),
            ("webp and more", followed_by_script(file(20, 10, ImageFormat::WebP))),
            ("broken", broken),
            ("wide", bomb(8_001, 10)),
            ("a bomb", bomb(4_000_000_000, 4_000_000_000)),
        ] {
            let refused = dana.patch(SET, set(DANA, &bytes)).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["data".to_owned()]), "{case}");
        }
        for data in ["not base64!", "data:image/svg+xml,<svg/>"] {
            let refused = dana.patch(SET, json!({ "id": DANA, "data": data })).await;
            assert_eq!(refused.fields(), ["data"], "{data}");
        }
        let junk = |bytes: usize| set(DANA, &vec![7; bytes]);
        let is_too_large = |refused: &crate::support::Answer| refused.json()["message"].to_string().contains("larger than");
        let (largest, larger) = (dana.patch(SET, junk(6_000_000)).await, dana.patch(SET, junk(6_000_001)).await);
        assert_eq!((largest.fields(), is_too_large(&largest)), (vec!["data".to_owned()], false));
        assert_eq!((larger.fields(), is_too_large(&larger)), (vec!["data".to_owned()], true));
        assert_eq!(dana.patch(SET, junk(7_000_000)).await.status, 413, "with its encoding, it is larger than a request");
        let with_head = format!("data:image/png;base64,{}", BASE64.encode(&png));
        dana.patch(SET, json!({ "id": DANA, "data": with_head })).await.ok();
    }

    async fn users_change_their_own_header_image_and_administrators_any_in_their_company(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let blaster = server.login("blaster@harborline.example").await;
        let nia = server.northgate_admin().await;
        let png = file(20, 10, ImageFormat::Png);
        marcus.patch(SET, set(MARCUS, &png)).await.ok();
        dana.patch(SET, set(MARCUS, &png)).await.ok();
        blaster.patch(SET, set("staff-harborline-blaster", &png)).await.ok();
        let nonexistent = marcus.patch(SET, set("nobody", &png)).await;
        assert_eq!(nonexistent.status, 404);
        for (staff, id) in [(&marcus, DANA), (&blaster, MARCUS), (&nia, MARCUS), (&dana, "staff-northgate-admin")] {
            for (verb, refused) in [
                ("set", staff.patch(SET, set(id, &png)).await),
                ("delete", staff.post(DELETE, json!({ "id": id })).await),
            ] {
                assert_eq!((refused.status, refused.json()["message"].clone()), (nonexistent.status, nonexistent.json()["message"].clone()), "{verb} {id}");
            }
        }
        let link = path(&marcus.patch(SET, set(MARCUS, &png)).await.ok()["user"]["headerImageUrl"]);
        assert_eq!(server.rest("GET", &link, "", None).await.status, 200);
        assert_eq!(server.rest("GET", &link, &nia.token, None).await.status, 404);
        dana.post(DELETE, json!({ "id": MARCUS })).await.ok();
        dana.post(DELETE, json!({ "id": MARCUS })).await.ok();
        assert_eq!(server.rest("GET", &link, "", None).await.status, 404);
        let audit = dana.get("/admin/audit?action=USER_HEADER_IMAGE_UPDATED").await.ok();
        assert_eq!(audit["entries"].as_array().unwrap().len(), 2, "{audit}");
    }

    async fn header_images_can_be_set_and_deleted_over_grpc(server: TestServer) {
        let dana = server.harborline_admin().await;
        let data = BASE64.encode(file(20, 10, ImageFormat::Png));
        let request = SetHeaderImageRequest { id: DANA.into(), data };
        let user: SetHeaderImageResponse = dana.call("UserService.SetHeaderImage", &request).await;
        let user = user.user.unwrap();
        assert!(user.header_image_url.starts_with("https://parlor.example/files/"));
        assert_eq!(user.text_communities_mapping.len(), 3);
        let deletion = DeleteHeaderImageRequest { id: DANA.into() };
        let _: DeleteHeaderImageResponse = dana.call("UserService.DeleteHeaderImage", &deletion).await;
    }
}
