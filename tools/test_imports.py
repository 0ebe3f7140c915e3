"""Feeds the import linter small trees: a good one, and each breach on its own."""

import tempfile
import unittest
from pathlib import Path

import imports

GOOD = {
    "server/contract/Cargo.toml": '[package]\nname = "contract"\n[dependencies]\nprost = "1"\n',
    "server/answering/Cargo.toml": '[package]\nname = "answering"\n',
    "server/platform/Cargo.toml": '[package]\nname = "platform"\n[dependencies]\ncontract.workspace = true\n',
    "server/app/Cargo.toml": '[package]\nname = "parlor"\n[dependencies]\nplatform.workspace = true\nanswering.workspace = true\n',
    "server/app/src/note/mod.rs": "mod convert;\nmod model;\nmod rules;\nmod service;\nmod store;\npub use store::find;\n",
    "server/app/src/note/model.rs": "/// As in `contract::v1::Note`.\npub struct Note;\n",
    "server/app/src/note/rules.rs": "use super::model::Note;\n// Never async.\npub fn may(_: &Note) -> bool { true }\n",
    "server/app/src/note/store.rs": 'use super::model::Note;\npub async fn find(tx: &mut Tx) { tx.query("SELECT 1") }\n',
    "server/app/src/note/convert.rs": "use contract::v1;\nuse super::model::Note;\n",
    "server/app/src/note/service.rs": "use contract::v1;\nuse super::{convert, rules, store};\nuse crate::{pad, pad::Pad};\nfn f() { pad::open() }\n",
    "server/app/src/pad/mod.rs": "mod model;\npub use model::Pad;\npub fn open() {}\n",
    "server/app/src/pad/model.rs": "pub struct Pad;\n",
    "server/app/src/transport/mod.rs": "use contract::v1;\n",
    "web/src/gen/note_pb.ts": "export type Note = {};\n",
    "web/src/lib/age.ts": "export const age = 1;\n",
    "web/src/ui/button.tsx": 'import { age } from "../lib/age";\n',
    "web/src/rpc/query.ts": 'import type { Note } from "../gen/note_pb";\nimport { age } from "../lib/age";\n',
    "web/src/features/notes/page.tsx": 'import { q } from "../../rpc/query";\nimport { Row } from "./row";\nimport { useParams } from "react-router";\n',
    "web/src/features/notes/row.tsx": "// import { Pad } from \"../pads/pad\";\nexport const Row = 1;\n",
    "web/src/features/notes/row.test.tsx": 'import { render } from "../../testing/render";\n',
    "web/src/features/pads/pad.tsx": "export const Pad = 1;\n",
    "web/src/app/main.tsx": 'import { page } from "../features/notes/page";\n',
    "web/src/testing/render.tsx": 'import { main } from "../app/main";\n',
}

# What is laid over the good tree, and a part of each line that it must give.
BAD = {
    "platform_stands_on_the_app": (
        {"server/platform/Cargo.toml": '[package]\nname = "platform"\n[dev-dependencies]\nparlor = "1"\n'},
        ["server/platform/Cargo.toml:1: platform may not depend on parlor"],
    ),
    "answering_opens_a_socket": (
        {"server/answering/Cargo.toml": '[package]\nname = "answering"\n[dependencies]\ntokio = "1"\n'},
        ["answering has no database and no network, so no tokio"],
    ),
    "a_crate_nobody_knows": (
        {"server/extra/Cargo.toml": '[package]\nname = "extra"\n'},
        ["the crate extra has no place"],
    ),
    "the_store_names_the_contract": (
        {"server/app/src/note/store.rs": "use std::fmt;\n\nuse contract::v1::Note;\n"},
        ["note/store.rs:3: only service.rs and convert.rs name the contract"],
    ),
    "the_service_asks_the_database": (
        {"server/app/src/note/service.rs": 'fn f() {\n    tx.query("SELECT 1")\n}\n'},
        ["note/service.rs:2: only store.rs asks the database"],
    ),
    "a_helper_asks_the_database": (
        {"server/app/src/pad/sheets.rs": 'fn f() { tx.query("SELECT 1") }\n'},
        ["pad/sheets.rs:1: only store.rs asks the database"],
    ),
    "rules_wait": (
        {"server/app/src/note/rules.rs": "pub async fn may() {\n    go().await\n}\n"},
        ["note/rules.rs:1: rules.rs is pure: no async", "note/rules.rs:2: rules.rs is pure: no .await"],
    ),
    "rules_take_a_transaction": (
        {"server/app/src/note/rules.rs": "pub fn may(tx: &mut Tx) {}\n"},
        ["note/rules.rs:1: rules.rs is pure: no Tx"],
    ),
    "rules_read_the_clock": (
        {"server/app/src/note/rules.rs": "pub fn may() { SystemTime::now() }\n"},
        ["rules.rs is pure: no SystemTime::now()"],
    ),
    "rules_use_the_store": (
        {"server/app/src/note/rules.rs": "use super::store;\n"},
        ["note/rules.rs:1: rules may not use store"],
    ),
    "the_store_uses_the_service": (
        {"server/app/src/note/store.rs": "use super::{\n    model::Note,\n    service::Service,\n};\n"},
        ["note/store.rs:1: store may not use service"],
    ),
    "anothers_store": (
        {"server/app/src/note/service.rs": "use crate::pad::model::Pad;\n"},
        ["note/service.rs:1: pad::model is not exported by pad"],
    ),
    "anothers_store_by_a_brace": (
        {"server/app/src/note/service.rs": "use crate::{call, pad::{self, model::Pad}};\n"},
        ["pad::model is not exported by pad"],
    ),
    "anothers_store_through_its_name": (
        {"server/app/src/note/service.rs": "use crate::pad;\n\nfn f() { pad::model::Pad }\n"},
        ["note/service.rs:3: pad::model is not exported by pad"],
    ),
    "a_door_left_open": (
        {"server/app/src/pad/mod.rs": "pub(crate) mod model;\n"},
        ["pad/mod.rs:1: model stays private"],
    ),
    "a_circle": (
        {"server/app/src/pad/mod.rs": "mod model;\nuse crate::note;\n"},
        ["a circle of capabilities: note -> pad -> note"],
    ),
    "lib_knows_a_widget": (
        {"web/src/lib/age.ts": 'import { Button } from "../ui/button";\n'},
        ["web/src/lib/age.ts:1: lib may not import ui"],
    ),
    "a_widget_knows_the_domain": (
        {"web/src/ui/button.tsx": 'import type { Note } from "../gen/note_pb";\n'},
        ["ui/button.tsx:1: ui may not import gen"],
    ),
    "a_widget_knows_the_router": (
        {"web/src/ui/button.tsx": 'import {\n  Link,\n} from "react-router";\nimport "@tanstack/react-query";\n'},
        ["ui may not import react-router", "ui/button.tsx:4: ui may not import @tanstack/react-query"],
    ),
    "rpc_knows_a_widget": (
        {"web/src/rpc/query.ts": 'export { Button } from "../ui/button";\n'},
        ["rpc/query.ts:1: rpc may not import ui"],
    ),
    "a_feature_knows_another": (
        {"web/src/features/notes/page.tsx": 'const Pad = import("../pads/pad");\n'},
        ["notes/page.tsx:1: the feature notes may not import the feature pads"],
    ),
    "a_feature_knows_the_app": (
        {"web/src/features/notes/page.tsx": 'import { main } from "../../app/main";\n'},
        ["features may not import app"],
    ),
    "a_page_imports_what_is_for_tests": (
        {"web/src/features/notes/page.tsx": 'import { render } from "../../testing/render";\n'},
        ["features may not import testing"],
    ),
    "a_folder_nobody_knows": (
        {"web/src/stuff/a.ts": "export {};\n"},
        ["the folder stuff has no place"],
    ),
}


def breaches(overlay: dict[str, str]) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        for path, text in (GOOD | overlay).items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        return imports.check(root)


class Imports(unittest.TestCase):
    def test_a_good_tree_has_no_breach(self):
        self.assertEqual(breaches({}), [])

    def test_this_tree_is_looked_at(self):
        self.assertTrue(list(imports.ROOT.glob("server/app/src/*/mod.rs")))
        self.assertTrue(list(imports.ROOT.glob("web/src/features/*/*.tsx")))


def breach_test(overlay, wanted):
    def test(self):
        found = breaches(overlay)
        for words in wanted:
            self.assertTrue(any(words in line for line in found), f"{words!r} in {found}")
        self.assertEqual(len(found), len(wanted), found)

    return test


for name, (overlay, wanted) in BAD.items():
    setattr(Imports, f"test_{name}", breach_test(overlay, wanted))

if __name__ == "__main__":
    unittest.main()
