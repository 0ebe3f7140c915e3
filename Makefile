# Needs cargo, node, npm and python3; everything else is fetched into the checkout.
.DEFAULT_GOAL := help
.PHONY: help run build test lint drift check bench bench-answers soak-texts soak-blasts soak-requests soak-email soak-parsers fmt generate baseline web

BIN := web/node_modules/.bin
INSTALLED := web/node_modules/.package-lock.json
CHECK := python3 tools/check.py

export PYTHONDONTWRITEBYTECODE := 1

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

run: web ## Build everything and serve the demo on http://127.0.0.1:8080
	@folder=$$(python3 tools/fetch_model.py) && export PARLOR_MODEL_DIR="$${PARLOR_MODEL_DIR:-$$folder}"; \
	cargo run --release -p parlor -- serve --demo --demo-history-days 90

build: web ## Build the server with the web in it: target/release/parlor
	cargo build --release

test: ## Run every test: Rust, web, browser, the README's examples
	@$(CHECK) test

lint: ## Formatting, compilers' warnings, the contract's style, imports between modules, dependencies
	@$(CHECK) lint

drift: ## Checked-in stubs match the contract, and the contract is backward compatible
	@$(CHECK) drift

check: ## lint, drift and test, with the time of each part
	@$(CHECK) lint drift test

bench: web ## Measure: stack, sign-ins, inbound texts, knowledge, streams, drafts, overload, lists, blasts, reports, jobs against graphile-worker, a browser
	cargo bench -p parlor --bench stack --bench crowd --bench inbound --bench knowledge --bench streams --bench drafting --bench overload --bench lists --bench blasts --bench reports --bench claims
	cargo build --release -p parlor
	cd web && PARLOR_BINARY=$${PARLOR_BINARY:-../target/release/parlor} node_modules/.bin/playwright test -c e2e/bench

soak-texts: ## Kill servers 200 times while they receive and answer texts, on both engines
	PARLOR_TEXT_KILLS=200 cargo test --release -p parlor --test it -- resilience::kill_during_text --nocapture

soak-blasts: ## Kill servers 200 times while they send a blast to 10,000 recipients, on both engines
	PARLOR_BLAST_RECIPIENTS=10000 PARLOR_BLAST_KILLS=200 cargo test --release -p parlor --test it -- resilience::kill_during_blast --nocapture

soak-requests: ## Kill servers 200 times while texts become service requests, and 200 times while photos are uploaded, on both engines
	PARLOR_REQUEST_KILLS=200 cargo test --release -p parlor --test it -- resilience::kill_during_request --nocapture

soak-email: ## Kill servers 50 times while they receive 500 emails from a mail server, on both engines
	PARLOR_MAIL_COUNT=500 PARLOR_MAIL_KILLS=50 cargo test --release -p parlor --test it -- resilience::kill_during_email --nocapture

# Debug builds, which check arithmetic for overflow.
soak-parsers: ## Parse 30 times as much malformed input as the tests do, a different one in each run
	PARLOR_FUZZ_FACTOR=30 PARLOR_FUZZ_SEED=$${PARLOR_FUZZ_SEED:-$$(date +%s)} cargo test --workspace -- malformed

bench-answers: build ## Measure answers: make bench-answers DATA=folder of BANKING77 and CLINC150
	python3 tools/bench_answers.py $(DATA)

fmt: $(INSTALLED) ## Format Rust, TypeScript and the contract
	cargo fmt --all
	$(BIN)/buf format --write
	cd web && node_modules/.bin/biome check --write .

generate: $(INSTALLED) ## Generate web/src/gen from the contract
	$(BIN)/buf generate

baseline: $(INSTALLED) ## Record today's contract as the one that must not be broken
	$(BIN)/buf build --exclude-source-info -o proto/baseline.binpb

web: $(INSTALLED)
	cd web && npm run --silent build -- --manifest --logLevel warn

$(INSTALLED): web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	@touch $@
