//! Documents of a request.
use base64::{Engine as _, engine::general_purpose::STANDARD};

use super::*;

const PDF: &[u8] = b"%PDF-1.7\n%%EOF\n";

on_both! {
    async fn a_pdf_gets_a_safe_name_and_can_be_downloaded_and_deleted(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let request = create(&ingrid, json!({})).await;
        let documents = format!("{}/documents", path_of(&request));
        let body = json!({ "name": "../Quote from the roofer.exe", "data": STANDARD.encode(PDF) });
        let changed = ingrid.post(&documents, body).await.ok()["serviceRequest"].clone();
        let document = &changed["documents"][0];
        assert_eq!(document["name"], "_Quote from the roofer.exe.pdf");
        assert_eq!(document["sizeBytes"], PDF.len());
        let link = document["url"].as_str().unwrap().strip_prefix("https://parlor.example").unwrap();
        let file = server.rest("GET", link, "", None).await;
        assert_eq!(file.bytes, PDF);
        assert_eq!(file.headers["content-type"], "application/pdf");
        assert!(file.headers["content-disposition"].to_str().unwrap().starts_with("attachment"), "the file is not opened in the page");
        for other in [&b"<html><script>alert(1)</script>"[..], b"MZ", b" %PDF-1.7"] {
            let other = json!({ "name": "Quote.pdf", "data": STANDARD.encode(other) });
            assert_eq!(ingrid.post(&documents, other).await.fields(), ["data"]);
        }
        let deleted = ingrid.delete(&format!("{documents}/{}", document["_id"].as_str().unwrap())).await.ok();
        assert_eq!(deleted["serviceRequest"]["documents"], json!([]));
        assert_eq!(server.rest("GET", link, "", None).await.status, 404);
        let read = ingrid.get(&path_of(&request)).await.ok();
        let bodies: Vec<&str> = read["activities"].as_array().unwrap().iter().filter_map(|one| one["body"].as_str()).collect();
        let name = "_Quote from the roofer.exe.pdf";
        assert!(bodies.contains(&format!("Added {name}").as_str()) && bodies.contains(&format!("Deleted {name}").as_str()));
    }

    async fn a_request_has_at_most_ten_documents(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let request = create(&ingrid, json!({})).await;
        let documents = format!("{}/documents", path_of(&request));
        let body = json!({ "name": "Quote", "data": STANDARD.encode(PDF) });
        for _ in 0..10 {
            ingrid.post(&documents, body.clone()).await.ok();
        }
        assert_eq!(ingrid.post(&documents, body).await.reason(), "TOO_MANY_REQUEST_DOCUMENTS");
    }
}
