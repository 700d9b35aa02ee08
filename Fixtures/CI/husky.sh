swift-determinism-lint --staged --new
