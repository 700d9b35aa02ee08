// Rules that are compiled once for all the configurations that come to them.

extension Rule: Equatable {
  package static func == (left: Rule, right: Rule) -> Bool {
    (left.id, left.pack, left.severity, left.category, left.message, left.url)
      == (right.id, right.pack, right.severity, right.category, right.message, right.url)
      && left.files == right.files && left.allow == right.allow && left.ban == right.ban
      && left.inside == right.inside && left.allowInside == right.allowInside
      && left.defaultArguments == right.defaultArguments && left.unless == right.unless
      && left.coveredBy == right.coveredBy && left.beside == right.beside
      && left.replacements.elementsEqual(right.replacements) {
        $0.pattern == $1.pattern && $0.text == $1.text
      }
  }
}

extension Glob: Equatable {
  package static func == (left: Glob, right: Glob) -> Bool {
    left.text == right.text && left.base == right.base
  }
}
