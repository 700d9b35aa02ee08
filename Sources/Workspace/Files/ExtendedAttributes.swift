import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Something of a file that its replacement does not have.
package struct LostAttribute: Equatable, Sendable {
  /// As it stands in a message, e.g. `'security.capability'`.
  package let name: String
  package let error: FileError
}

#if canImport(Darwin)
  /// Gives a file the extended attributes and the access control list of another one.
  /// - Returns: what it could not be given.
  func copyExtendedAttributes(of original: Int32, to copy: Int32) -> LostAttribute? {
    guard fcopyfile(original, copy, nil, copyfile_flags_t(COPYFILE_ACL | COPYFILE_XATTR)) != 0
    else { return nil }
    return LostAttribute(name: "extended attributes", error: .last)
  }
#elseif os(Linux)
  /// Gives a file the extended attributes of another one; access control lists are some of them
  /// (acl(5)). It loses what it has from its folder (a default list, say) and the other has not.
  /// - Returns: the first that it could not be given.
  func copyExtendedAttributes(of original: Int32, to copy: Int32) -> LostAttribute? {
    var lost: LostAttribute?
    let names = attributeNames(of: original)
    for name in names {
      do throws(FileError) {
        let value = try attribute(name, of: original)
        // What the system sets by itself, it may let nobody set.
        if (try? attribute(name, of: copy)) == value { continue }
        try setAttribute(name, of: copy, to: value)
      } catch {
        lost = lost ?? LostAttribute(name, error)
      }
    }
    for name in attributeNames(of: copy) where !names.contains(name) {
      if name.withCString({ fremovexattr(copy, $0) }) != 0 {
        lost = lost ?? LostAttribute(name, .last)
      }
    }
    return lost
  }

  extension LostAttribute {
    fileprivate init(_ name: ArraySlice<UInt8>, _ error: FileError) {
      self.init(name: "'\(FilePath(bytes: name).string)'", error: error)
    }
  }

  /// In bytes: what Linux takes at most, of the list of names and of a value (xattr(7)).
  private let longestAttribute = 65_536

  /// None where the file system has no attributes.
  private func attributeNames(of descriptor: Int32) -> [ArraySlice<UInt8>] {
    var list = [UInt8](repeating: 0, count: longestAttribute)
    let count = flistxattr(descriptor, &list, list.count)
    return list.prefix(max(count, 0)).split(separator: 0)
  }

  private func attribute(
    _ name: ArraySlice<UInt8>, of descriptor: Int32
  ) throws(FileError) -> ArraySlice<UInt8> {
    var value = [UInt8](repeating: 0, count: longestAttribute)
    let count = try name.withCString { name in
      systemCall { fgetxattr(descriptor, name, &value, value.count) }
    }.get()
    return value.prefix(count)
  }

  private func setAttribute(
    _ name: ArraySlice<UInt8>, of descriptor: Int32, to value: ArraySlice<UInt8>
  ) throws(FileError) {
    _ = try name.withCString { name in
      value.withUnsafeBytes { value in
        systemCall { fsetxattr(descriptor, name, value.baseAddress, value.count, 0) }
      }
    }.get()
  }

  // From the C library, whose module does not show them.

  @_silgen_name("flistxattr") private func flistxattr(
    _ descriptor: Int32, _ list: UnsafeMutableRawPointer, _ size: Int
  ) -> Int

  @_silgen_name("fgetxattr") private func fgetxattr(
    _ descriptor: Int32, _ name: UnsafePointer<CChar>, _ value: UnsafeMutableRawPointer,
    _ size: Int
  ) -> Int

  @_silgen_name("fsetxattr") private func fsetxattr(
    _ descriptor: Int32, _ name: UnsafePointer<CChar>, _ value: UnsafeRawPointer?, _ size: Int,
    _ flags: Int32
  ) -> Int32

  @_silgen_name("fremovexattr") private func fremovexattr(
    _ descriptor: Int32, _ name: UnsafePointer<CChar>
  ) -> Int32
#else
  func copyExtendedAttributes(of original: Int32, to copy: Int32) -> LostAttribute? { nil }
#endif
