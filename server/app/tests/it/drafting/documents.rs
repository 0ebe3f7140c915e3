//! Files as documents of drafts.
use std::io::{Cursor, Write};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde_json::json;
use zip::{ZipWriter, write::SimpleFileOptions};

use super::*;

fn docx(body: &str) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file("word/document.xml", SimpleFileOptions::default()).unwrap();
    let xml = format!("<w:document xmlns:w=\"w\"><w:body>{body}</w:body></w:document>");
    archive.write_all(xml.as_bytes()).unwrap();
    archive.finish().unwrap().into_inner()
}

/// Returns a PDF with one line per page.
fn pdf(lines: &[&str]) -> Vec<u8> {
    pdf_with(lines, "/MediaBox [0 0 612 792]")
}

/// Returns a PDF with these entries in its page tree.
fn pdf_with(lines: &[&str], tree: &str) -> Vec<u8> {
    let kids: String = (0..lines.len()).map(|at| format!("{} 0 R ", 4 + at * 2)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{kids}] /Count {} {tree} >>", lines.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
    ];
    for (at, line) in lines.iter().enumerate() {
        let text = format!("BT /F1 12 Tf 72 700 Td ({line}) Tj ET");
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /Contents {} 0 R >>",
            5 + at * 2
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{text}\nendstream", text.len()));
    }
    let (mut bytes, mut places) = ("%PDF-1.4\n".to_owned(), String::new());
    for (object, number) in objects.iter().zip(1..) {
        places += &format!("{:010} 00000 n \n", bytes.len());
        bytes += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let (start, size) = (bytes.len(), objects.len() + 1);
    bytes +=
        &format!("xref\n0 {size}\n0000000000 65535 f \n{places}trailer\n<< /Size {size} /Root 1 0 R >>\n");
    format!("{bytes}startxref\n{start}\n%%EOF\n").into_bytes()
}

async fn read_document(staff: &Staff<'_>, bytes: &[u8]) -> Answer {
    staff.post("/drafting/documents", json!({ "data": BASE64_STANDARD.encode(bytes) })).await
}

fn text_of(answer: &Answer) -> String {
    String::from_utf8_lossy(&answer.bytes).into_owned()
}

on_both! {
    async fn a_policy_cites_the_pdf_page_of_each_clause(server: TestServer) {
        let dana = server.harborline_admin().await;
        let file = pdf(&["Article 1. Name", "Pets must be leashed in common areas."]);
        let read = read_document(&dana, &file).await.ok();
        assert_eq!((&read["text"], &read["pageCount"]), (&json!("Article 1. Name\u{c}Pets must be leashed in common areas."), &json!(2)));
        let source = json!({ "name": "Bylaws.pdf", "text": read["text"] });
        let inputs = json!({ "notes": "All pets are leashed in common areas.", "sources": [source] });
        let draft = dana.post("/drafts", json!({ "kind": "POLICY", "inputs": inputs })).await.ok()["draft"].clone();
        server.settled().await;
        let text = super::read(&dana, &draft).await["text"].as_str().unwrap().to_owned();
        assert!(text.contains("Clause 1: Bylaws.pdf, page 2: \"Pets must be leashed"), "{text}");
    }

    async fn minutes_are_written_from_a_word_transcript(server: TestServer) {
        let dana = server.harborline_admin().await;
        let file = docx(
            "<w:p><w:r><w:t>[0:42:10] Ann Lee: I move to repair the gate.</w:t></w:r></w:p>\
             <w:p><w:r><w:br w:type=\"page\"/><w:t>[0:42:20] Bo Diaz: Second.</w:t></w:r></w:p>",
        );
        let read = read_document(&dana, &file).await.ok();
        assert_eq!(read["pageCount"], 2);
        let source = json!({ "name": "Board.docx", "text": read["text"] });
        let draft = json!({ "kind": "MEETING_MINUTES", "inputs": { "sources": [source] } });
        let draft = dana.post("/drafts", draft).await.ok()["draft"].clone();
        server.settled().await;
        let text = super::read(&dana, &draft).await["text"].as_str().unwrap().to_owned();
        assert!(text.contains("Moved by Ann Lee, seconded by Bo Diaz"), "{text}");
    }

    async fn a_file_that_crashes_the_reader_process_is_refused_and_the_next_is_read(server: TestServer) {
        let dana = server.harborline_admin().await;
        // Its pages have no size, and their tree is its own parent, so that a search for the size does not
        // end.
        let endless = pdf_with(&["Hello"], "/Parent 2 0 R");
        let refused = read_document(&dana, &endless).await;
        assert_eq!(refused.reason(), "INVALID_FIELDS");
        let words = "This file takes too long to read. Save it as DOCX or TXT.";
        assert!(text_of(&refused).contains(words), "{}", text_of(&refused));
        assert_eq!(read_document(&dana, &pdf(&["Hello"])).await.ok()["text"], "Hello");
    }

    async fn unreadable_files_are_refused_with_a_helpful_message(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (bytes, words) in [
            (pdf(&[""]), "This file has no text."),
            (b"\x89PNG\r\n\x1a\n\0".to_vec(), "This kind of file can't be read."),
            (b"%PDF-1.7 broken".to_vec(), "This file is damaged."),
            (docx(&format!("<w:p><w:r><w:t>{}</w:t></w:r></w:p>", "a".repeat(600_000))), "more than 600,000 characters"),
        ] {
            let refused = read_document(&dana, &bytes).await;
            assert_eq!(refused.reason(), "INVALID_FIELDS", "{words}");
            assert!(text_of(&refused).contains(words), "{}", text_of(&refused));
        }
    }

    async fn a_user_can_read_at_most_60_files_per_hour(server: TestServer) {
        let dana = server.harborline_admin().await;
        for _ in 0..60 {
            read_document(&dana, b"Hello").await.ok();
        }
        assert_eq!(read_document(&dana, b"Hello").await.reason(), "TOO_MANY_DOCUMENTS");
    }

    async fn a_draft_is_exported_as_a_word_file_with_escaped_markup(server: TestServer) {
        let dana = server.harborline_admin().await;
        let draft = create(&server, &dana, "Gate & <fence> repair. The gate is \"closed\".").await;
        let file = dana.get(&format!("{}/export", path_of(&draft))).await.ok();
        assert_eq!(file["name"], "Gate fence repair.docx");
        let bytes = BASE64_STANDARD.decode(file["data"].as_str().unwrap()).unwrap();
        let exported = read_document(&dana, &bytes).await.ok()["text"].as_str().unwrap().to_owned();
        assert!(exported.starts_with("Gate & <fence> repair\n"), "{exported}");
        assert!(exported.contains("The gate is \"closed\"."), "{exported}");
        let marcus = server.login("manager@harborline.example").await;
        assert_eq!(marcus.get(&format!("{}/export", path_of(&draft))).await.reason(), "NOT_FOUND");
    }
}
