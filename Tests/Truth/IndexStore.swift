import Foundation

/// What the compiler recorded of one name in a source file.
struct Occurrence {
  let place: Place
  /// The compiler's identifier of the declaration that the name means.
  let usr: String
  /// With argument labels, e.g. `random(in:)`.
  let name: String
  let kind: indexstore_symbol_kind_t
  /// Bits of `indexstore_symbol_role_t`.
  let roles: UInt64
  /// What it has to do with other declarations: the type it is a member of, what it overrides.
  let relations: [(roles: UInt64, usr: String)]
  /// Whether nothing is written in the source: accessors, conformances, what the compiler adds.
  let isImplicit: Bool

  var isDefinition: Bool { has(INDEXSTORE_SYMBOL_ROLE_DEFINITION) }

  func has(_ role: Int) -> Bool { roles & UInt64(role) != 0 }

  /// The other declarations that it has this to do with.
  func related(by role: Int) -> [String] {
    relations.filter { $0.roles & UInt64(role) != 0 }.map(\.usr)
  }
}

/// A line and a column, both from 1; the column in UTF-8 bytes, lines ended by LF alone.
struct Place: Hashable, Comparable {
  let line: Int
  let column: Int

  static func < (left: Place, right: Place) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// The records of a compilation, read through the toolchain's own library.
final class IndexStore {
  /// Where the object files of a compilation would be that only checks types.
  static let noObject = "/type-checked/"

  /// Records of a source file by its path, each with the store that has it.
  private var records: [String: [(store: indexstore_t, name: String)]] = [:]
  private var stores: [indexstore_t] = []

  /// - Parameter folders: as given to the compiler's `-index-store-path`.
  /// - Parameter source: which file of the project was compiled under that path; nil if none was.
  init(_ folders: [String], source: (String) -> String?) throws {
    for folder in folders {
      var error: indexstore_error_t?
      guard let store = indexstore_store_create(folder, &error) else {
        throw TruthError("cannot read the index store '\(folder)'")
      }
      stores.append(store)
      for unit in collect({ indexstore_store_units_apply_f(store, 1, $0, $1) }) {
        readUnit(unit, of: store, source)
      }
    }
  }

  deinit { stores.forEach(indexstore_store_dispose) }

  /// The files that were compiled, sorted.
  var files: [String] { records.keys.sorted() }

  /// All that the compiler recorded of what is written in the file, in the file's order. A file that
  /// was compiled into several modules has what each of them recorded.
  func occurrences(in file: String) -> [Occurrence] {
    var seen: Set<String> = []
    return allOccurrences(in: file)
      .filter { !$0.isImplicit }
      .filter { seen.insert("\($0.place.line):\($0.place.column) \($0.usr)").inserted }
      .sorted { ($0.place, $0.usr) < ($1.place, $1.usr) }
  }

  /// Also what is not written.
  func allOccurrences(in file: String) -> [Occurrence] {
    (records[file] ?? []).flatMap(occurrences(of:))
  }

  private func readUnit(
    _ name: String, of store: indexstore_t, _ source: (String) -> String?
  ) {
    var error: indexstore_error_t?
    guard let unit = indexstore_unit_reader_create(store, name, &error) else { return }
    defer { indexstore_unit_reader_dispose(unit) }
    let folder = text(indexstore_unit_reader_get_working_dir(unit))
    let file = URL(
      fileURLWithPath: text(indexstore_unit_reader_get_main_file(unit)),
      relativeTo: URL(fileURLWithPath: folder, isDirectory: true)
    ).standardizedFileURL.path
    guard let original = source(file) else { return }
    let object = text(indexstore_unit_reader_get_output_file(unit))
    // A file with errors leaves half an index and no object file.
    guard object.hasPrefix(IndexStore.noObject) || FileManager.default.fileExists(atPath: object)
    else { return }
    records[original, default: []] += recordNames(of: unit, file).map { (store, $0) }
  }

  private func recordNames(of unit: indexstore_unit_reader_t, _ file: String) -> [String] {
    var names: [String] = []
    withUnsafeMutablePointer(to: &names) { names in
      _ = indexstore_unit_reader_dependencies_apply_f(unit, names) { names, dependency in
        if indexstore_unit_dependency_get_kind(dependency) == INDEXSTORE_UNIT_DEPENDENCY_RECORD {
          let name = text(indexstore_unit_dependency_get_name(dependency))
          names!.assumingMemoryBound(to: [String].self).pointee.append(name)
        }
        return true
      }
    }
    // Records are named after their file; a unit has those of headers and interfaces too.
    return names.filter { $0.hasPrefix(URL(fileURLWithPath: file).lastPathComponent + "-") }
  }

  private func occurrences(of record: (store: indexstore_t, name: String)) -> [Occurrence] {
    var error: indexstore_error_t?
    guard let reader = indexstore_record_reader_create(record.store, record.name, &error) else {
      return []
    }
    defer { indexstore_record_reader_dispose(reader) }
    var all: [Occurrence] = []
    withUnsafeMutablePointer(to: &all) { all in
      _ = indexstore_record_reader_occurrences_apply_f(reader, all) { all, occurrence in
        all!.assumingMemoryBound(to: [Occurrence].self).pointee.append(Occurrence(occurrence!))
        return true
      }
    }
    return all
  }
}

extension Occurrence {
  fileprivate init(_ occurrence: indexstore_occurrence_t) {
    roles = indexstore_occurrence_get_roles(occurrence)
    let symbol = indexstore_occurrence_get_symbol(occurrence)!
    var line: UInt32 = 0
    var column: UInt32 = 0
    indexstore_occurrence_get_line_col(occurrence, &line, &column)
    place = Place(line: Int(line), column: Int(column))
    usr = text(indexstore_symbol_get_usr(symbol))
    name = text(indexstore_symbol_get_name(symbol))
    kind = indexstore_symbol_get_kind(symbol)
    relations = relatedDeclarations(of: occurrence)
    let unwritten = INDEXSTORE_SYMBOL_ROLE_REL_ACCESSOROF | INDEXSTORE_SYMBOL_ROLE_IMPLICIT
    isImplicit =
      roles & UInt64(unwritten) != 0
      || accessors.contains(indexstore_symbol_get_subkind(symbol).rawValue)
  }
}

private func relatedDeclarations(
  of occurrence: indexstore_occurrence_t
) -> [(roles: UInt64, usr: String)] {
  typealias Relations = [(roles: UInt64, usr: String)]
  var relations: Relations = []
  withUnsafeMutablePointer(to: &relations) { relations in
    _ = indexstore_occurrence_relations_apply_f(occurrence, relations) { relations, relation in
      let roles = indexstore_symbol_relation_get_roles(relation)
      let usr = text(indexstore_symbol_get_usr(indexstore_symbol_relation_get_symbol(relation)))
      relations!.assumingMemoryBound(to: Relations.self).pointee.append((roles, usr))
      return true
    }
  }
  return relations
}

private let accessors: Set<UInt32> = [
  INDEXSTORE_SYMBOL_SUBKIND_ACCESSORGETTER.rawValue,
  INDEXSTORE_SYMBOL_SUBKIND_ACCESSORSETTER.rawValue,
]

/// What a C function of the library passes to its callback, as strings.
private func collect(
  _ apply: (
    UnsafeMutableRawPointer,
    @convention(c) (UnsafeMutableRawPointer?, indexstore_string_ref_t)
      -> Bool
  ) -> Bool
) -> [String] {
  var strings: [String] = []
  _ = withUnsafeMutablePointer(to: &strings) { strings in
    apply(strings) { strings, string in
      strings!.assumingMemoryBound(to: [String].self).pointee.append(text(string))
      return true
    }
  }
  return strings
}

private func text(_ string: indexstore_string_ref_t) -> String {
  guard string.length != 0 else { return "" }
  let bytes = UnsafeRawBufferPointer(start: string.data, count: string.length)
  return String(decoding: bytes, as: UTF8.self)
}

struct TruthError: Error {
  let message: String
  init(_ message: String) { self.message = message }
}
