//! Object storage: the bytes of files are stored outside of the database, in a folder or in a bucket.
use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use platform::{Clock, Scope};
use serde_json::{Value, json};

use crate::{
    service_requests::{create, path_of},
    support::*,
};

const HOUR: Duration = Duration::from_secs(3_600);
const QUARTER: Duration = Duration::from_secs(15 * 60);

/// A server and its bucket.
struct WithBucket {
    server: TestServer,
    s3: S3,
}

impl WithBucket {
    async fn open(engine: Engine) -> Self {
        let s3 = S3::start().await;
        Self { server: TestServer::with_objects(engine, s3.objects()).await, s3 }
    }
}

async fn stored(server: &TestServer) -> Vec<String> {
    server.objects.list_after("", 100).await.unwrap()
}

/// Returns a key for a new object of a company.
fn key(server: &TestServer, company: &str) -> String {
    format!("{company}/{}-{}", server.clock.now().0, "ab".repeat(32))
}

fn photo() -> Value {
    json!({ "data": STANDARD.encode(photo_with_location(400, 300)) })
}

/// Adds a photo to a request. Returns the path of the photo, and the path of its link.
async fn add_photo(staff: &Staff<'_>, request: &Value) -> (String, String) {
    let photos = format!("{}/photos", path_of(request));
    let changed = staff.post(&photos, photo()).await.ok();
    let photo = &changed["serviceRequest"]["photos"][0];
    let link = photo["url"].as_str().unwrap().strip_prefix("https://parlor.example").unwrap().to_owned();
    (format!("{photos}/{}", photo["_id"].as_str().unwrap()), link)
}

/// Returns the number of files of all companies.
async fn files(server: &TestServer) -> i64 {
    let mut tx = server.db.platform_read().await.unwrap();
    let (count,): (i64,) = tx.query("SELECT count(*) FROM file").one().await.unwrap();
    count
}

on_both! {
    async fn the_object_of_a_removed_file_is_deleted_by_a_job(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let (demo, files) = (stored(&server).await, files(&server).await);
        let (photo, link) = add_photo(&ingrid, &create(&ingrid, json!({})).await).await;
        let kept = stored(&server).await;
        let added: Vec<&String> = kept.iter().filter(|key| !demo.contains(key)).collect();
        assert_eq!(added.len(), 2, "a photo and its thumbnail");
        assert!(added.iter().all(|key| key.starts_with("company-northgate/")), "{added:?}");
        server.later(HOUR * 3).await;
        assert_eq!(stored(&server).await, kept, "an object with a file is not deleted");
        let ingrid = server.northgate_admin().await;
        ingrid.delete(&photo).await.ok();
        assert_eq!(server.rest("GET", &link, "", None).await.status, 404);
        server.later(QUARTER).await;
        assert_eq!(stored(&server).await, demo);
        assert_eq!(self::files(&server).await, files);
    }

    async fn an_object_without_a_file_is_deleted_after_two_hours(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        add_photo(&ingrid, &create(&ingrid, json!({})).await).await;
        let kept = stored(&server).await;
        for orphan in [key(&server, "company-northgate"), key(&server, "company-gone")] {
            server.objects.put(&orphan, b"half a photo".to_vec()).await.unwrap();
        }
        server.objects.put("company-northgate/note.txt", b"not of Parlor".to_vec()).await.unwrap();
        server.later(HOUR * 2 - Duration::from_millis(1)).await;
        assert_eq!(stored(&server).await.len(), kept.len() + 3, "a transaction may still store its file");
        server.later(HOUR).await;
        let mut expected = kept;
        expected.push("company-northgate/note.txt".to_owned());
        assert_eq!(stored(&server).await, expected);
    }

    async fn a_missing_or_replaced_object_is_reported_as_lost(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let (_, link) = add_photo(&ingrid, &create(&ingrid, json!({})).await).await;
        assert_eq!(server.rest("GET", &link, "", None).await.status, 200);
        let kept = stored(&server).await;
        for key in &kept {
            server.objects.put(key, b"cut off".to_vec()).await.unwrap();
        }
        assert_eq!(server.rest("GET", &link, "", None).await.reason(), "FILE_LOST");
        server.objects.delete(&kept).await.unwrap();
        assert_eq!(server.rest("GET", &link, "", None).await.reason(), "FILE_LOST");
    }

    async fn the_object_of_another_company_is_never_handed_out(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let demo = stored(&server).await;
        let (_, link) = add_photo(&ingrid, &create(&ingrid, json!({})).await).await;
        let added = stored(&server).await.into_iter().filter(|key| !demo.contains(key));
        let mut tx = server.db.write(&Scope::of_company(&"company-northgate".into())).await.unwrap();
        for key in added {
            let foreign = "UPDATE file SET object_key = 'company-harborline/' || id WHERE object_key = $1";
            assert_eq!(tx.query(foreign).bind(key).run().await.unwrap(), 1);
        }
        let keys: Vec<(String, i64)> = tx.query("SELECT object_key, size_bytes FROM file").all().await.unwrap();
        tx.commit().await.unwrap();
        for (key, size) in keys {
            server.objects.put(&key, vec![0; usize::try_from(size).unwrap()]).await.unwrap();
        }
        assert_eq!(server.rest("GET", &link, "", None).await.status, 500);
    }

    async fn files_are_stored_in_and_deleted_from_a_bucket(it: WithBucket) {
        let server = &it.server;
        let ingrid = server.northgate_admin().await;
        let (photo, link) = add_photo(&ingrid, &create(&ingrid, json!({})).await).await;
        assert_eq!(it.s3.stored().len(), 2);
        let shown = server.rest("GET", &link, "", None).await;
        assert!(shown.status == 200 && image::load_from_memory(&shown.bytes).is_ok());
        let orphan = key(server, "company-northgate");
        server.objects.put(&orphan, b"half a photo".to_vec()).await.unwrap();
        assert_eq!(it.s3.stored().len(), 3);
        server.later(HOUR * 2).await;
        assert_eq!(it.s3.stored().len(), 2, "the object without a file is deleted");
        let ingrid = server.northgate_admin().await;
        ingrid.delete(&photo).await.ok();
        server.later(QUARTER).await;
        assert!(it.s3.stored().is_empty());
    }

    async fn an_unavailable_bucket_fails_only_file_requests_until_it_recovers(it: WithBucket) {
        let WithBucket { server, mut s3 } = it;
        let ingrid = server.northgate_admin().await;
        let request = create(&ingrid, json!({})).await;
        let (_, link) = add_photo(&ingrid, &request).await;
        s3.stop_listening().await;
        let photos = format!("{}/photos", path_of(&request));
        assert_eq!(ingrid.post(&photos, photo()).await.status, 503);
        assert_eq!(server.rest("GET", &link, "", None).await.status, 503);
        assert_eq!(ingrid.get(&path_of(&request)).await.ok()["serviceRequest"]["photoCount"], 1);
        s3.listen_again().await;
        assert_eq!(server.rest("GET", &link, "", None).await.status, 200);
        assert_eq!(ingrid.post(&photos, photo()).await.ok()["serviceRequest"]["photoCount"], 2);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bucket_objects_are_listed_in_order_across_pages() {
    let s3 = S3::start().await;
    let objects = s3.objects();
    for name in ["b/2", "a/1", "c/1", "b/1"] {
        objects.put(name, b"bytes".to_vec()).await.unwrap();
    }
    assert_eq!(objects.list_after("", 2).await.unwrap(), ["a/1", "b/1"]);
    assert_eq!(objects.list_after("b/1", 2).await.unwrap(), ["b/2", "c/1"]);
    assert!(objects.list_after("c/1", 2).await.unwrap().is_empty());
    objects.delete(&["a/1".to_owned(), "none/1".to_owned()]).await.unwrap();
    assert_eq!(objects.get("a/1").await.unwrap(), None);
    assert_eq!(objects.get("b/1").await.unwrap().unwrap(), "bytes");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_key_cannot_access_a_bucket() {
    let s3 = S3::start().await;
    let objects =
        app::objects::Objects::bucket(&platform::config::Bucket { key: "another key".into(), ..s3.bucket() })
            .unwrap();
    assert!(objects.put("a/1", b"bytes".to_vec()).await.is_err());
    assert!(s3.stored().is_empty());
}
