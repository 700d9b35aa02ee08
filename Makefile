# The commands of the project; `make help` lists them.

PREFIX ?= /usr/local
# Without the package's plugins, for which SwiftPM would compile all a second time.
SWIFT := DETERMINISM_LINT_WITHOUT_PLUGINS=1 swift
TOOL := $(CURDIR)/.build/release/swift-determinism-lint

# On Linux the tool is one file without libraries, which starts in half the time; where the system's
# C library cannot be linked in, one with the Swift runtime in it. The linker warns of functions
# that are never called. On macOS the runtime is part of the system.
FLAGS :=
ifeq ($(shell uname),Linux)
  LIBC := $(wildcard /usr/lib/libc.a /usr/lib64/libc.a /usr/lib/*/libc.a)
  FLAGS := $(if $(LIBC),-Xswiftc -static-executable,--static-swift-stdlib)
  # The compiler makes the types of arrays and the like, which a short run would spend a tenth of its
  # time on.
  FLAGS += -Xswiftc -Xfrontend -Xswiftc -prespecialize-generic-metadata
endif
# Without debug information it is built sooner.
FLAGS += -Xswiftc -gnone

# What the command line says of a variable; one of the environment may mean something else.
said = $(if $(filter command line,$(origin $(1))),$($(1)))

.PHONY: help embed build lint test test-build test-portable sanitize check conformance fuzz truth goldens bench \
  integration integration-slow faults soak docs docs-open picture dist vsix version install clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' Makefile

# Made anew where a file that it holds is newer.
EMBEDDED := $(wildcard Sources/BundledRules/EmbeddedRules.swift)

embed: ## Rules/ and what the tool prints of Fixtures/ as Swift, for the tool to be one file
	Sources/BundledRules/embed

$(EMBEDDED): $(wildcard Sources/BundledRules/embed Rules/*.yml Fixtures/Rules/*.swift \
    Fixtures/Editors/*.* Fixtures/CI/*.*)
	Sources/BundledRules/embed

build: $(EMBEDDED) ## the tool, optimised: .build/release/swift-determinism-lint
	@$(SWIFT) build -c release $(FLAGS) --product swift-determinism-lint >&2

# PATHS is shell text: PATHS="Sources Tests", PATHS="'My App/Sources'". A make that fails has the
# status 2 whatever failed; the tool's own is in its last line, `Error 1`. The sample has findings on
# purpose: the tool's status 1 is success there, and any other is a failure.
lint: build ## lint PATHS="…", or a small sample
ifdef PATHS
	@"$(TOOL)" $(PATHS)
else
	@cd Fixtures/Sample && { status=0; "$(TOOL)" || status=$$?; \
	  [ $$status = 1 ] || { echo "error: the tool ended with status $$status on Fixtures/Sample;" \
	    "expected 1, for the findings there" >&2; exit 1; }; \
	  echo "Fixtures/Sample/Tea.swift has these findings on purpose. To lint your code: make lint PATHS=\"…\"" >&2; }
endif

# Without debug information, too: what a crash prints has the functions' names.
TEST_OPTIONS := --disable-xctest -debug-info-format none
SWIFT_TEST := DETERMINISM_LINT_OPTIMIZED=1 $(SWIFT)

# DETERMINISM_LINT_TOOL names a tool that is there for what runs one; SCRATCH is another folder to build
# in, so that `make build` need not wait.
test: $(EMBEDDED) ## all tests, or those of FILTER="…"
	$(SWIFT_TEST) test $(TEST_OPTIONS) $(if $(SCRATCH),--scratch-path "$(SCRATCH)") \
	  $(if $(FILTER),--filter "$(FILTER)")

test-build: $(EMBEDDED) ## the tests, without running them
	$(SWIFT_TEST) build --build-tests $(TEST_OPTIONS) $(if $(SCRATCH),--scratch-path "$(SCRATCH)")

test-portable: ## the code for processors other than x86-64
	@Tests/Portable/run

# Each builds all anew: an hour where the processors are busy.
sanitize: $(EMBEDDED) ## all tests under AddressSanitizer and ThreadSanitizer
	@Tests/Sanitize/run

check: test test-portable build conformance ## tests, format, the tool on its own sources, conformance
	$(SWIFT) format lint --strict --parallel --recursive Sources Tests Package.swift
	"$(TOOL)" Sources

# FILES is a file with paths, one a line: their tokens and trees are compared. MUTATIONS says how many
# changed copies are, 20,000 by default.
conformance: ## tokens and trees against the toolchain's own parser; FILES=LIST
	Tests/Conformance/run $(if $(FILES),--files "$(FILES)") $(if $(MUTATIONS),--mutations $(MUTATIONS))

# What fails stays in Fixtures/Fuzz, where the tests check it; Tests/Fuzz/README.md tells more.
fuzz: $(EMBEDDED) ## inputs that nobody thinks of; SECONDS=… for each target, TARGETS="…" for some
	@Tests/Fuzz/run $(or $(SECONDS),60) $(TARGETS)

# PACKAGES="DIR …" are built first; a folder without `Package.swift` is read as far as it goes.
# TRACES="DIR …" are packages, too: what their functions can reach, by tokens and by the index.
# ORDER="DIR …" are folders: which values are sets and dictionaries, by tokens and by the compiler.
truth: build ## the fixtures against the compiler's own view; or PACKAGES, TRACES, ORDER="…"
ifdef ORDER
	@Tests/Truth/Order/run $(ORDER)
else ifdef TRACES
	@Tests/Truth/Trace/run "$(TOOL)" $(if $(EDGES),--edges $(EDGES)) $(TRACES)
else
	@Tests/Truth/run "$(TOOL)" $(PACKAGES)
endif

# DIR holds the trees as Tests/Goldens/check says; WRITE=1 puts the hashes of what it is now there.
goldens: build ## the reports on public repositories against Tests/Goldens.tsv; TREES=DIR
	@TOOL="$(TOOL)" Tests/Goldens/check $(if $(WRITE),--write) $(if $(TREES),"$(TREES)")

# BENCH_TREE names a tree to measure in place of the generated app; BENCH_FILES=100000 makes the
# large tree larger; BENCH_ONLY=instructions holds what fixed runs take against the figures of
# Tests/Bench/instructions.tsv, and fails above two percent more; WRITE=1 writes these.
bench: build ## speed beside the searches it replaces, memory, scale; BENCH_TREE=…, BENCH_ONLY=…
	@Tests/Bench/run "$(TOOL)"

# SCENES="git since" runs these alone.
integration: build ## the tool with git, pre-commit and readers of its reports; SCENES="…"
	@Tests/Integration/run "$(TOOL)" $(SCENES)

integration-slow: build ## what builds the tool anew: pre-commit's own build, a package that uses it
	@Tests/Integration/run --slow "$(TOOL)" $(SCENES)

# EVERY=10 tries each tenth system call of a run in place of all, FROM=2 another tenth, as CI does.
faults: build ## the tool where files, git, streams and the system fail; SCENES="…"
	@Tests/Integration/run --faults "$(TOOL)" $(SCENES)

# RUNS=200 by default.
soak: build ## the same bytes whatever the threads, order, language and memory; RUNS=…
	@Tests/Soak/run "$(TOOL)" $(RUNS)

# BASE is the path at which a host serves them: BASE=/swift-determinism-lint.
docs: build ## the pages as a site: .build/docs; BASE=/…
	@Sources/Distribution/docs .build/docs "$(TOOL)" "$(call said,BASE)"
	@echo "'make docs-open' shows them"

docs-open: docs ## the site, served on this machine alone; PORT=8000
	@Sources/Distribution/docs-open .build/docs "$(call said,PORT)"

# EXECUTABLES names those of other platforms. RELEASE_URL is where this release will lie, PROJECT_URL
# the project's page, MAINTAINER="Name <mail>" who answers for the packages.
dist: build ## what a release carries, into dist/: archives, packages, folders; EXECUTABLES="…"
	@Sources/Distribution/dist dist "$(TOOL)" $(EXECUTABLES)

version: ## raise the version in all places to VERSION=…; without it, where it stands
	@Sources/Distribution/version "$(if $(filter command line,$(origin VERSION)),$(VERSION),--list)"

picture: build ## the pictures of a terminal that the README shows
	@Sources/Distribution/picture "$(TOOL)"

vsix: ## the extension for VS Code, into dist/
	@Sources/Distribution/vsix dist/swift-determinism-lint.vsix
	@echo dist/swift-determinism-lint.vsix

install: build ## with manual page and completions into PREFIX, by default /usr/local
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 "$(TOOL)" "$(DESTDIR)$(PREFIX)/bin/swift-determinism-lint"
	Sources/Distribution/share "$(DESTDIR)$(PREFIX)/share" "$(TOOL)"

clean: ## remove what was built
	$(SWIFT) package clean
