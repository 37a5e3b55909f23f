# What people and CI run. `make` alone lists the targets.

SWIFT ?= swift
# All tests are built as a release: most of them run the program, which reads its arguments ten times as fast then. One
# module's are built for debugging: a changed line is compiled sooner.
CONFIGURATION ?= $(if $(MODULE),debug,release)
# Passed to scripts/setup, for example SETUP_FLAGS=--no-runtime or SETUP_FLAGS=--no-heavy
SETUP_FLAGS ?=

# The one module whose tests `make test` builds and runs, for example MODULE=PoseMotion
MODULE ?=

# What is built in besides: LiveServer (the page of `pose3d live`), or TLS (that page with TLS)
TRAITS ?=

SETUP = SWIFT="$(SWIFT)" scripts/setup $(SETUP_FLAGS)
SOURCES = Package.swift Plugins Sources Tests Fuzzing/Package.swift Fuzzing/Sources \
  $(wildcard Benchmarks/Sources Benchmarks/Tests)
POSE3D = .build/release/pose3d
# The program as it is passed on: Swift's libraries inside, for other machines don't have them.
PASSED_ON = .build-deb/release/pose3d
STATIC = -c release --static-swift-stdlib --scratch-path .build-deb --product pose3d --traits TLS
DEMO = fixtures/demo
MODULES = $(patsubst %Tests,%,$(notdir $(wildcard Tests/*Tests Benchmarks/Tests/*Tests)))
# Tests are built beside the program, with Package.swift's settings for this variable, and without debug
# information: `swift build --build-tests` makes such as a debugger can follow.
TESTED = POSE3D_TESTS=$(or $(MODULE),all)
TEST_FLAGS = --scratch-path .build-tests -c $(CONFIGURATION) -debug-info-format none \
  --traits LiveServer $(if $(filter release,$(CONFIGURATION)),-Xswiftc -enable-testing)
# The folders of a module and its tests, which is what is linted where one is named.
MODULE_FOLDERS = $(wildcard $(foreach place,. Benchmarks,$(place)/Sources/$(MODULE:CLI=Pose3DCLI) $(place)/Tests/$(MODULE)Tests))
# Compilers use much memory in small pieces. In large pages, where Linux has them for those who ask, they are a tenth
# faster (glibc's own setting; nothing happens where there is none).
BUILD = GLIBC_TUNABLES=$${GLIBC_TUNABLES:+$$GLIBC_TUNABLES:}glibc.malloc.hugetlb=1 $(SWIFT) build
BENCH = POSE3D_BENCHMARKS=1 $(SWIFT) run -c release -debug-info-format none pose3d-bench

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.PHONY: help setup build demo test check check-scripts check-processors check-commands lint format docs bench bench-guard fuzz \
  program man command-line install uninstall deb tarball check-deb check-tarball check-source wheel check-wheel check-consumers check-ray check-vision check-exports check-report \
  check-live check-live-streams clean distclean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

setup: ## install what is missing, fetch the detection runtime and the models
	@$(SETUP)

build: ## build the program: make build [TRAITS=LiveServer|TLS], with the page of pose3d live, with TLS for it
	$(BUILD) -c release --product pose3d -debug-info-format none $(if $(TRAITS),--traits $(TRAITS))

demo: ## set up, build, and analyse the bundled picture into out/
	@$(SETUP)
	@$(MAKE) build
	@mkdir -p out
	@set -e; keypoints=""; \
	if [ ! -f .deps/stamp ]; then \
	  echo "demo: no detection runtime here, so the joints come from $(DEMO)/keypoints.json"; \
	  keypoints="--keypoints $(DEMO)/keypoints.json"; \
	fi; \
	set -x; \
	$(POSE3D) analyze $(DEMO)/color.jpg --depth $(DEMO)/depth.png --depth-scale mm \
	  --camera $(DEMO)/camera.json $$keypoints -o out/skeleton.json --overlay out/overlay.png

test: ## set up, check the format, build and run all tests, or one module's, or some of them: make test [MODULE=PoseMotion] [ONLY=GaitTests]
	@if [ -n "$(MODULE)" ] && [ -z "$(filter $(MODULE),$(MODULES))" ]; then \
	  echo "make test MODULE=$(MODULE): there is no such module; those with tests are $(MODULES)" >&2; \
	  exit 64; fi
	@$(SETUP) --tests
ifeq ($(MODULE),)
	@$(MAKE) lint
	$(TESTED) $(BUILD) $(TEST_FLAGS) --build-tests
else
	$(SWIFT) format lint --strict --parallel --recursive $(MODULE_FOLDERS)
	$(if $(filter CLI Options Packaging Pose3DC,$(MODULE)),$(TESTED) $(BUILD) $(TEST_FLAGS) --product pose3d)
	$(if $(filter Pose3DC,$(MODULE)),$(TESTED) $(BUILD) $(TEST_FLAGS) --product pose3d_c)
	$(if $(filter PoseEvaluation,$(MODULE)),$(TESTED) $(BUILD) $(TEST_FLAGS) --product pose3d-bench)
	$(TESTED) $(BUILD) $(TEST_FLAGS) --product Pose3DPackageTests
endif
	$(TESTED) $(SWIFT) test $(TEST_FLAGS) --skip-build $(if $(ONLY),--filter "$(ONLY)")
	@if [ ! -f .deps/stamp ]; then \
	  echo "test: no detection runtime here, so the tests that need it were skipped: scripts/setup"; \
	fi

check: ## run every check there is, cheapest first, with a summary at the end: make check [CHECKS="test docs"]
	@MAKE="$(MAKE)" scripts/check_everything $(CHECKS)

check-scripts: ## test what installs, packs and documents the program, and the recipes for clusters
	@$(MAKE) test MODULE=Packaging CONFIGURATION=release

check-processors: build ## compare results under the kernels that other processors choose
	@scripts/check_processors.py $(POSE3D)

check-commands: build ## run the examples of README.md and docs/, and compare what they print
	@scripts/check_commands.py $(POSE3D)

lint: ## check the format of the sources, and the documents against them
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)
	@scripts/check_documents.py
	@scripts/check_process_state.py
	@scripts/check_parameters.py
	@scripts/constants_table.py
	@scripts/check_packaging.py
	@scripts/check_commits.py

format: ## format the sources
	$(SWIFT) format --in-place --recursive $(SOURCES)

docs: ## build the documentation of the libraries into out/docs
	@SWIFT="$(SWIFT)" scripts/documentation

bench: ## measure speed, and on a folder accuracy: make bench [DATA=folder] [FRAMES=folder] [VIDEO=file] [SEQUENCES=folders] [PEER=python with scipy, mediapipe] [TASKS=python with mediapipe 1.2.2 TASK=file.task] [REFERENCE=folder]
	@if [ -n "$(DATA)" ] && [ ! -d "$(DATA)" ]; then \
	  echo "make bench DATA=folder: '$(DATA)' is no folder" >&2; exit 64; fi
	@if [ -n "$(FRAMES)" ] && [ ! -d "$(FRAMES)" ]; then \
	  echo "make bench FRAMES=folder: '$(FRAMES)' is no folder" >&2; exit 64; fi
	@$(SETUP)
	$(BENCH) kinematics $(if $(PEER),--numpy-python "$(PEER)")
	$(BENCH) depth
	$(BENCH) lifting $(if $(and $(PEER),$(REFERENCE)),--python "$(PEER)" --reference "$(REFERENCE)")
	@if [ -z "$(DATA)" ]; then \
	  echo "bench: pictures are measured with make bench DATA=folder of rendered cases"; fi
	@if [ -z "$(FRAMES)" ]; then \
	  echo "bench: following a person is measured with make bench FRAMES=folder of a video's frames"; fi
	$(if $(FRAMES),$(BENCH) tracking "$(FRAMES)" --assets .deps $(if $(PEER),--mediapipe-python "$(PEER)") \
	  $(if $(and $(TASKS),$(TASK)),--tasks-python "$(TASKS)" --task "$(TASK)"))
	@if [ -z "$(VIDEO)" ]; then \
	  echo "bench: a video to JSON is measured with make bench VIDEO=file"; fi
	$(if $(VIDEO)$(SEQUENCES),@$(MAKE) build)
	$(if $(VIDEO),$(BENCH) video "$(VIDEO)" --pose3d $(POSE3D) --memory $(if $(PEER),--mediapipe-python "$(PEER)"))
	$(if $(SEQUENCES),$(BENCH) curves $(SEQUENCES) --pose3d $(POSE3D))
	$(if $(DATA),$(BENCH) pictures "$(DATA)" --assets .deps $(if $(PEER),--mediapipe-python "$(PEER)"))

bench-guard: build ## count the instructions of some commands, and fail if they are 3 % more than at the last commit: make bench-guard [BASE=revision]; needs valgrind; builds that commit in .build-guard
	@SWIFT="$(SWIFT)" scripts/bench_guard.py $(POSE3D) $(if $(BASE),--base "$(BASE)")

fuzz: ## feed readers, lifter and drawings with damaged files and odd numbers, a minute each: make fuzz [TARGET=png] [SECONDS=600] [CORPUS=folder]
	@SWIFT="$(SWIFT)" Fuzzing/run $(if $(SECONDS),--seconds "$(SECONDS)") $(if $(CORPUS),--corpus "$(CORPUS)") $(TARGET)

program: ## build the program as it is passed on, with Swift's libraries inside
	@$(SETUP)
	$(BUILD) $(STATIC)

man: program ## write the manual pages into out/man
	@rm -rf out/man
	scripts/manual_pages.py $(PASSED_ON) out/man

command-line: program ## write docs/reference/command-line.md from the program's own arguments
	scripts/manual_pages.py $(PASSED_ON) docs/reference/command-line.md

install: ## install what make program built: make install [PREFIX=/usr/local] [DESTDIR=]
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" scripts/install $(PASSED_ON)

uninstall: ## remove what make install installed: make uninstall [PREFIX=/usr/local] [DESTDIR=]
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" scripts/install --remove

deb: program ## pack the program for Debian: dist/pose3d_VERSION_ARCHITECTURE.deb
	@$(SETUP) --packing
	@Packaging/deb $(PASSED_ON)

tarball: program ## pack the program with all its libraries: dist/pose3d-VERSION-linux-MACHINE.tar.xz
	@$(SETUP) --packing
	@Packaging/tarball $(PASSED_ON)

check-deb: deb build ## install the package in a bare Debian and compare results; as root, some minutes
	@Packaging/check dist/pose3d_$$($(PASSED_ON) --version)_$$(dpkg --print-architecture).deb $(POSE3D)

check-tarball: tarball build ## run the tarball's program in a bare Debian and compare results; as root
	@Packaging/check dist/pose3d-$$($(PASSED_ON) --version)-linux-$$(uname -m).tar.xz $(POSE3D)

check-source: build ## build the last commit in another bare system, and compare results: make check-source [SUITE=trixie] [MIRROR=address]; as root, five to ten minutes
	@SWIFT="$(SWIFT)" Packaging/check_source $(POSE3D) $(or $(SUITE),trixie) $(MIRROR)

wheel: ## build the Python package with everything that it needs into dist/
	@$(SETUP) --packing
	@SWIFT="$(SWIFT)" Python/backend.py dist

check-wheel: build ## install dist/'s wheel in an empty environment, and compare it with the program: make check-wheel [DEBIAN=root of one]
	@Python/check_wheel.sh dist $(POSE3D) $(DEBIAN)

check-live: program ## test the live page's TLS, and open the page in Chromium before a camera that shows a clip: make check-live [CLIP=file EXERCISE=name]; skipped without chromium; fetches playwright, 50 MB, into out/report
	@python3 -m venv out/report && out/report/bin/python -m pip install --quiet playwright || true
	POSE3D_TESTS=PoseLive $(SWIFT) test $(subst --traits LiveServer,--traits TLS,$(TEST_FLAGS:.build-tests=.build-live)) --filter ListeningTests
	@out/report/bin/python scripts/check_live.py $(PASSED_ON) $(if $(CLIP),--clip "$(CLIP)") $(if $(EXERCISE),--exercise "$(EXERCISE)")

check-live-streams: build ## try pose3d live on pipes, RTSP, HTTP and receivers: make check-live-streams [SECONDS=600]; needs ffmpeg, and GStreamer's RTSP server and python-osc for all of it
	@python3 -m venv out/report && out/report/bin/python -m pip install --quiet python-osc || true
	@out/report/bin/python scripts/check_live_streams.py $(POSE3D) $(if $(SECONDS),--seconds $(SECONDS))

check-report: build ## open reports in Chromium and use them; skipped without chromium; fetches playwright, 50 MB, into out/report
	@python3 -m venv out/report && out/report/bin/python -m pip install --quiet playwright || true
	@out/report/bin/python scripts/check_report.py $(POSE3D)

check-exports: build ## open exported files in OpenSim, Blender, ezc3d, usd-core …; fetches them, 2.5 GB, into .venv-exports
	@test -d .venv-exports || python3 -m venv .venv-exports
	@for package in numpy ezc3d==1.7.2 c3d==0.6.0 usd-core==26.11 pygltflib==1.16.5 trimesh==5.2 opensim==4.6 bpy==4.2.0; do \
	  .venv-exports/bin/python -m pip install --quiet --disable-pip-version-check "$$package" || \
	    echo "check-exports: $$package can't be had for this Python, and what it reads is skipped"; done
	@test -d .venv-exports/pose2sim || { \
	  .venv-exports/bin/python -m pip download --quiet --no-deps -d .venv-exports/download pose2sim==0.10.49 && \
	  .venv-exports/bin/python -m zipfile -e .venv-exports/download/pose2sim-*.whl .venv-exports/pose2sim; } || \
	    echo "check-exports: pose2sim's models can't be had, and what needs them is skipped"
	.venv-exports/bin/python scripts/check_exports.py --pose3d $(POSE3D)

check-consumers: build ## depend on the last commit from an empty folder, set up, build, and measure a picture
	@SWIFT="$(SWIFT)" scripts/check_consumers.py $(POSE3D)

check-ray: ## run the example for Ray on two nodes and lose one, with dist/'s wheel; fetches Ray, about 600 MB, into out/ray
	@ls dist/pose3d-*.whl >/dev/null || { echo "check-ray: there is no wheel in dist: make wheel" >&2; exit 66; }
	python3 -m venv out/ray
	out/ray/bin/python -m pip install --quiet --force-reinstall --no-deps dist/pose3d-*.whl
	out/ray/bin/python -m pip install --quiet "ray[data]" dist/pose3d-*.whl
	cd Examples/cluster && env -u PYTHONPATH -u POSE3D_HOME -u POSE3D_LIBRARY ../../out/ray/bin/python -m unittest -v test_ray

check-vision: ## build the examples in Vision's shape, run them on the fixtures, and compare with docs/tutorials/port-vision-code.md
	@$(SETUP)
	@SWIFT="$(SWIFT)" scripts/check_vision

clean: ## remove what was built
	rm -rf .build* out dist

distclean: clean ## remove the detection runtime and the models too
	rm -rf .deps .venv-exports
