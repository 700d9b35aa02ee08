import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct Photo { let data: Data }

extension Bundle { static let module = Bundle(for: NSObject.self) }

// Reported: samples that need a network, a disk or the defaults.

extension Photo {
  static func sample(at url: URL) throws -> Photo {
    Photo(data: try Data(contentsOf: url))  // expect: sample-io
  }

  static var previewSession: URLSession { .shared }  // expect: sample-io
  static let mockData = UserDefaults.standard.data(forKey: "photo")  // expect: sample-io
}

// Not reported: the value itself, and files that come with the tests.

extension Photo {
  static func sampleFile() throws -> Photo {
    Photo(data: try Data(contentsOf: Bundle.module.url(forResource: "dot", withExtension: "png")!))
  }

  static let sampleDot = Photo(data: Data([0, 0, 0]))
  static func samples() -> [Photo] { [sampleDot] }
}

// Elsewhere another rule reports it.
func load(_ url: URL) throws -> Data { try Data(contentsOf: url) }  // expect: contents-of-url

// Texts: URLSession.shared
let help = "URLSession.shared"
