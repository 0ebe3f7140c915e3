//! `buf.gen.partner.yaml` generates what partners may call, and nothing else. With `UPDATE_GOLDEN=1`
//! the test writes the file instead of comparing it.
use std::{env, fmt::Write, fs, path::Path};

use contract::{POOL, extension, option, options::Access};

const HEAD: &str = "\
# What partners may call, as TypeScript messages and service descriptors in gen/. Exchange the plugin for
# that of another language. The list of methods is derived from the contract: see
# server/contract/tests/it/partner_template.rs.
version: v2
clean: true
inputs:
  - directory: .
    exclude_types: [google.api.http, buf.validate.field, buf.validate.message, buf.validate.oneof]
    types:
";

const TAIL: &str = "\
plugins:
  - local: web/node_modules/.bin/protoc-gen-es
    out: gen
    opt: [target=ts, import_extension=js]
";

fn template() -> String {
    let access = extension("parlor.options.v1.access");
    let mut methods: Vec<String> = POOL
        .services()
        .flat_map(|service| service.methods().collect::<Vec<_>>())
        .filter(|method| {
            option::<Access>(&method.options(), &access).is_some_and(|access| !access.scopes.is_empty())
        })
        .map(|method| method.full_name().to_owned())
        .collect();
    methods.sort();
    methods.iter().fold(HEAD.to_owned(), |mut template, method| {
        let _ = writeln!(template, "      - {method}");
        template
    }) + TAIL
}

#[test]
fn the_partner_template_lists_every_method_with_a_scope() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../buf.gen.partner.yaml");
    let template = template();
    assert!(template.contains("EscalationService.AnswerEscalation\n"), "{template}");
    assert!(!template.contains("PartnerService"), "{template}");
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&file, &template).expect("the template is written");
    }
    assert_eq!(fs::read_to_string(&file).unwrap_or_default(), template, "run with UPDATE_GOLDEN=1");
}
