#if os(Linux)
  import Diagnostics
  import Foundation
  import Testing

  @testable import Workspace

  @Suite struct ExtendedAttributeTests {
    let folder: TemporaryFolder
    let file: String

    init() throws {
      folder = try TemporaryFolder()
      try folder.write("a.swift", "old")
      file = folder.path.string + "/a.swift"
    }

    private func replaceBytes() throws -> LostAttribute? {
      try FileEntry(at: FilePath(file)).replaceBytes(Array("old".utf8), with: Array("new".utf8))
    }

    private func set(_ name: String, of path: String, to value: [UInt8]) -> Bool {
      lsetxattr(path, name, value, value.count, 0) == 0
    }

    private func value(_ name: String) -> [UInt8]? {
      var value = [UInt8](repeating: 0, count: 65_536)
      let count = lgetxattr(file, name, &value, value.count)
      return count < 0 ? nil : Array(value[..<count])
    }

    @Test func attributesStay() throws {
      let values: [[UInt8]] = [[], Array("utf-8".utf8), Array(0...255) + Array(0...255)]
      for (number, value) in values.enumerated() {
        try #require(set("user.test\(number)", of: file, to: value))
      }
      #expect(try replaceBytes() == nil)
      for (number, value) in values.enumerated() {
        #expect(self.value("user.test\(number)") == value)
      }
      #expect(try readFile(FilePath(file)) == Array("new".utf8))
    }

    /// acl(5) as Linux keeps it: a version, then a tag, permissions and an id of each entry.
    private func list(_ entries: [(tag: UInt8, permissions: UInt8, id: UInt32)]) -> [UInt8] {
      entries.reduce([2, 0, 0, 0]) { bytes, entry in
        let id = (0..<4).map { UInt8(truncatingIfNeeded: entry.id >> (8 * $0)) }
        return bytes + [entry.tag, 0, entry.permissions, 0] + id
      }
    }

    private var listForAnother: [UInt8] {
      let none = UInt32.max
      return list([(1, 6, none), (2, 6, 1234), (4, 4, none), (0x10, 6, none), (0x20, 0, none)])
    }

    @Test func anAccessControlListStays() throws {
      try #require(set("system.posix_acl_access", of: file, to: listForAnother))
      #expect(try replaceBytes() == nil)
      #expect(value("system.posix_acl_access") == listForAnother)
      var status = stat()
      lstat(file, &status)
      #expect(status.st_mode & 0o777 == 0o660)
    }

    /// New files of the folder have a list that this one has not.
    @Test func theFoldersListIsNotInherited() throws {
      let list = listForAnother
      try #require(set("system.posix_acl_default", of: folder.path.string, to: list))
      try folder.write("b.swift")
      #expect(lgetxattr(folder.path.string + "/b.swift", "system.posix_acl_access", nil, 0) != -1)
      #expect(try replaceBytes() == nil)
      #expect(value("system.posix_acl_access") == nil)
    }
  }

  // From the C library, whose module does not show them.

  @_silgen_name("lsetxattr") private func lsetxattr(
    _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeRawPointer?,
    _ size: Int, _ flags: Int32
  ) -> Int32

  @_silgen_name("lgetxattr") private func lgetxattr(
    _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeMutableRawPointer?,
    _ size: Int
  ) -> Int
#endif
