"""Runs the server linter on small trees: a valid one, and one per violation."""

import tempfile
import unittest
from pathlib import Path

import server_dependencies

GOOD = {
    "server/contract/Cargo.toml": '[package]\nname = "contract"\n[dependencies]\nprost = "1"\n',
    "server/answering/Cargo.toml": '[package]\nname = "answering"\n',
    "server/platform/Cargo.toml": '[package]\nname = "platform"\n[dependencies]\ncontract.workspace = true\n',
    "server/app/Cargo.toml": '[package]\nname = "parlor"\n[dependencies]\nplatform.workspace = true\nanswering.workspace = true\n',
    "server/app/src/office/note/mod.rs": "mod convert;\nmod model;\nmod rules;\nmod service;\nmod store;\npub use store::find;\n",
    "server/app/src/office/note/model.rs": "/// As in `contract::v1::Note`.\npub struct Note;\n",
    "server/app/src/office/note/rules.rs": "use super::model::Note;\n// Never async.\npub fn may(_: &Note) -> bool { true }\n",
    "server/app/src/office/note/store.rs": 'use super::model::Note;\npub async fn find(tx: &mut Tx) { tx.query("SELECT 1") }\n',
    "server/app/src/office/note/convert.rs": "use contract::v1;\nuse super::model::Note;\n",
    "server/app/src/office/note/service.rs": "use contract::v1;\nuse super::{convert, rules, store};\nuse crate::office::{pad, pad::Pad};\nfn f() { pad::open() }\n",
    "server/app/src/office/pad/mod.rs": "mod model;\npub use model::Pad;\npub fn open() {}\n",
    "server/app/src/office/pad/model.rs": "pub struct Pad;\n",
    "server/app/src/transport/mod.rs": "use contract::v1;\n",
}

# Files added to the valid tree, and a part of each line that the linter must print.
BAD = {
    "platform_stands_on_the_app": (
        {"server/platform/Cargo.toml": '[package]\nname = "platform"\n[dev-dependencies]\nparlor = "1"\n'},
        ["server/platform/Cargo.toml:1: platform may not depend on parlor"],
    ),
    "answering_opens_a_socket": (
        {"server/answering/Cargo.toml": '[package]\nname = "answering"\n[dependencies]\ntokio = "1"\n'},
        ["answering has no database and no network, so no tokio"],
    ),
    "answering_is_fuzzed_in_production": (
        {
            "server/answering/Cargo.toml": '[package]\nname = "answering"\n[dependencies]\nfuzzing.workspace = true\n',
            "server/platform/Cargo.toml": '[package]\nname = "platform"\n[dev-dependencies]\nfuzzing.workspace = true\n',
        },
        ["server/answering/Cargo.toml:1: answering may not depend on fuzzing"],
    ),
    "a_crate_nobody_knows": (
        {"server/extra/Cargo.toml": '[package]\nname = "extra"\n'},
        ["the crate extra has no place"],
    ),
    "the_store_names_the_contract": (
        {"server/app/src/office/note/store.rs": "use std::fmt;\n\nuse contract::v1::Note;\n"},
        ["note/store.rs:3: only service.rs, convert.rs and ports.rs name the contract"],
    ),
    "the_service_asks_the_database": (
        {"server/app/src/office/note/service.rs": 'fn f() {\n    tx.query("SELECT 1")\n}\n'},
        ["note/service.rs:2: only store.rs queries the database"],
    ),
    "a_helper_asks_the_database": (
        {"server/app/src/office/pad/sheets.rs": 'fn f() { tx.query("SELECT 1") }\n'},
        ["pad/sheets.rs:1: only store.rs queries the database"],
    ),
    "rules_wait": (
        {"server/app/src/office/note/rules.rs": "pub async fn may() {\n    go().await\n}\n"},
        ["note/rules.rs:1: rules.rs is pure: no async", "note/rules.rs:2: rules.rs is pure: no .await"],
    ),
    "rules_take_a_transaction": (
        {"server/app/src/office/note/rules.rs": "pub fn may(tx: &mut Tx) {}\n"},
        ["note/rules.rs:1: rules.rs is pure: no Tx"],
    ),
    "rules_read_the_clock": (
        {"server/app/src/office/note/rules.rs": "pub fn may() { SystemTime::now() }\n"},
        ["rules.rs is pure: no SystemTime::now()"],
    ),
    "rules_use_the_store": (
        {"server/app/src/office/note/rules.rs": "use super::store;\n"},
        ["note/rules.rs:1: rules may not use store"],
    ),
    "the_store_uses_the_service": (
        {"server/app/src/office/note/store.rs": "use super::{\n    model::Note,\n    service::Service,\n};\n"},
        ["note/store.rs:1: store may not use service"],
    ),
    "anothers_store": (
        {"server/app/src/office/note/service.rs": "use crate::office::pad::model::Pad;\n"},
        ["note/service.rs:1: office::pad::model is not exported by office::pad"],
    ),
    "anothers_store_by_a_brace": (
        {"server/app/src/office/note/service.rs": "use crate::{call, office::pad::{self, model::Pad}};\n"},
        ["office::pad::model is not exported by office::pad"],
    ),
    "anothers_store_through_its_name": (
        {"server/app/src/office/note/service.rs": "use crate::office::pad;\n\nfn f() { pad::model::Pad }\n"},
        ["note/service.rs:3: office::pad::model is not exported by office::pad"],
    ),
    "a_door_left_open": (
        {"server/app/src/office/pad/mod.rs": "pub(crate) mod model;\n"},
        ["pad/mod.rs:1: model stays private"],
    ),
    "a_circle": (
        {"server/app/src/office/pad/mod.rs": "mod model;\nuse crate::office::note;\n"},
        ["a cycle of modules: office::note -> office::pad -> office::note"],
    ),
    "a_file_of_a_domain_in_a_cycle": (
        {"server/app/src/office/mod.rs": "mod draft;\npub mod pad;\n", "server/app/src/office/draft.rs": "use super::pad;\n", "server/app/src/office/pad/mod.rs": "mod model;\nuse crate::office::draft::Draft;\npub use model::Pad;\npub fn open() {}\n"},
        ["a cycle of modules: office::draft -> office::pad -> office::draft"],
    ),
    "a_split_file_of_a_domain_in_a_cycle": (
        {"server/app/src/office/store/mod.rs": "mod rows;\n", "server/app/src/office/store/rows.rs": "use crate::office::pad;\n", "server/app/src/office/pad/model.rs": "pub struct Pad;\nuse super::super::store;\n"},
        ["a cycle of modules: office::pad -> office::store -> office::pad"],
    ),
    "a_cycle_through_a_name_that_the_domain_exports": (
        {"server/app/src/office/mod.rs": "mod draft;\npub use draft::{find, Draft as Letter};\n", "server/app/src/office/draft.rs": "use super::pad;\n", "server/app/src/office/pad/model.rs": "pub struct Pad;\nuse crate::office::Letter;\n"},
        ["a cycle of modules: office::draft -> office::pad -> office::draft"],
    ),
    "a_cycle_through_what_the_domain_defines": (
        {"server/app/src/office/mod.rs": "pub fn key() { self::pad::open() }\n", "server/app/src/office/pad/model.rs": "pub struct Pad;\nuse crate::office;\nfn f() { office::key() }\n"},
        ["a cycle of modules: office -> office::pad -> office"],
    ),
    "a_file_of_a_domain_queries_the_database": (
        {"server/app/src/office/draft.rs": 'fn f() { tx.query("SELECT 1") }\n'},
        ["office/draft.rs:1: only store.rs queries the database"],
    ),
    "a_domain_cycle": (
        {"server/app/src/lobby/bell/mod.rs": "use crate::office::pad;\n", "server/app/src/office/pad/mod.rs": "use crate::lobby;\nmod model;\npub use model::Pad;\npub fn open() {}\n"},
        ["a cycle of domains: lobby -> office -> lobby"],
    ),
    "a_capability_imports_transport": (
        {"server/app/src/transport/mod.rs": "use crate::office::pad;\n", "server/app/src/office/pad/mod.rs": "use crate::transport::Edge;\nmod model;\npub use model::Pad;\npub fn open() {}\n"},
        ["a cycle of domains: office -> transport -> office", "a cycle of modules: office::pad -> transport -> office::pad"],
    ),
    "a_root_file_in_a_cycle": (
        {"server/app/src/context.rs": "use crate::office::pad;\n", "server/app/src/office/pad/mod.rs": "use crate::context::Context;\nmod model;\npub use model::Pad;\npub fn open() {}\n"},
        ["a cycle of domains: context -> office -> context"],
    ),
    "an_eighth_capability": (
        {f"server/app/src/office/more{n}/mod.rs": "" for n in range(6)},
        ["server/app/src/office:1: 8 capabilities; at most 7"],
    ),
}


def breaches(overlay: dict[str, str]) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        for path, text in (GOOD | overlay).items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        return server_dependencies.check(root).breaches


class ServerDependencies(unittest.TestCase):
    def test_a_good_tree_has_no_breach(self):
        self.assertEqual(breaches({}), [])

    def test_this_tree_is_looked_at(self):
        self.assertTrue(list(server_dependencies.ROOT.glob("server/app/src/*/*/mod.rs")))


def breach_test(overlay, wanted):
    def test(self):
        found = breaches(overlay)
        for words in wanted:
            self.assertTrue(any(words in line for line in found), f"{words!r} in {found}")
        self.assertEqual(len(found), len(wanted), found)

    return test


for name, (overlay, wanted) in BAD.items():
    setattr(ServerDependencies, f"test_{name}", breach_test(overlay, wanted))

if __name__ == "__main__":
    unittest.main()
