import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct Photo { let data: Data }

// Reported: samples that need a network, a disk or the defaults.

extension Photo {
  static func sample(at url: URL) throws -> Photo {
    Photo(data: try Data(contentsOf: url))  // expect: sample-io
  }

  static var previewSession: URLSession { .shared }  // expect: sample-io
  static let mockData = UserDefaults.standard.data(forKey: "photo")  // expect: sample-io
}

// Not reported: the value itself.

extension Photo {
  static let sampleDot = Photo(data: Data([0, 0, 0]))
  static func samples() -> [Photo] { [sampleDot] }
}

// Elsewhere another rule reports it.
func load(_ url: URL) throws -> Data { try Data(contentsOf: url) }  // expect: contents-of-url

// Texts: URLSession.shared
let help = "URLSession.shared"
