import Diagnostics
import Reporters
import Workspace

extension Change {
  /// Where git is told to write files to the disk in another encoding than they are committed in:
  /// what a run reads there need not be what other tools make of the commit.
  func encodingNotices(in place: Place) -> [Notice] {
    attributes.compactMap { file in
      let path = place.printedPath(of: top.appending(file.path.bytes), namedAs: FilePath(""))
      guard let sides = try? texts(of: file) else {
        return Notice(
          "settings-unknown", in: path,
          "git cannot tell what it sets, so that nobody knows in which encoding files are written")
      }
      let offsets = sides.map(offsetOfEncoding)
      let words =
        "sets the encoding of files in the working tree, where they are read as they are there"
      if let offset = offsets[0] {
        return Notice(
          "encoding-set", in: SourceFile(path: path, bytes: sides[0]), at: offset, words)
      }
      return offsets.contains { $0 != nil }
        ? Notice("encoding-set", in: path, "no longer \(words)") : nil
    }
  }

  /// The new one, then the old ones; empty where there is no file.
  private func texts(of file: ChangedPath) throws -> [[UInt8]] {
    var texts: [[UInt8]] = []
    let blobs = file.old.compactMap { $0 }
    switch file.new {
    case .nothing: texts.append([])
    case .blob(let name): texts.append(contentsOf: try self.blobs([name]))
    case .disk:
      do throws(FileError) {
        texts.append(try readFile(top.appending(file.path.bytes), .refusingLinks))
      } catch {
        // Git reads no link either.
        guard error.isMissing || error.isLink else { throw error }
        texts.append([])
      }
    }
    return texts + (try self.blobs(blobs))
  }

  private func blobs(_ names: [FilePath]) throws(GitError) -> [[UInt8]] {
    guard !names.isEmpty else { return [] }
    var reader = try ObjectReader(names)
    return try names.map { (_) throws(GitError) in
      guard case .blob(let bytes) = try reader.next() else {
        throw GitError("no such object")
      }
      return bytes
    }
  }
}

/// Where a `.gitattributes` file names the attribute; nil where it does not.
private func offsetOfEncoding(in text: [UInt8]) -> Int? {
  let name = Array("working-tree-encoding".utf8)
  return text.indices.first { text[$0...].starts(with: name) }
}
