import Diagnostics
import Testing

@testable import Rules

@Suite struct RequiredVersionTests {
  @Test func versionsAreComparedAsNumbers() throws {
    let ascending = ["0.0.9", "0.0.10", "0.9.0", "0.10.0", "1.0.0", "1.0.1", "2.0.0", "10.0.0"]
    let versions = ascending.compactMap(SemanticVersion.init)
    try #require(versions.count == ascending.count)
    for (index, version) in versions.enumerated() {
      for (other, later) in versions.enumerated() {
        #expect((version < later) == (index < other), "\(ascending[index]), \(ascending[other])")
        #expect((version == later) == (index == other))
      }
    }
  }

  @Test(arguments: [
    "", "1", "1.0", "1.0.0.0", "1..0", ".1.0", "1.0.", "01.0.0", "1.0.00", "1.0.x", "-1.0.0",
    "1.0.0-", "1.0.0-beta", "1.0.0+1", "v1.0.0", " 1.0.0", "1.0.0 ", "٣.0.0",
    "99999999999999999999.0.0",
  ])
  func anythingElseIsNoVersion(text: String) {
    #expect(SemanticVersion(text) == nil)
  }

  @Test(arguments: [
    ("0.1.0", "0.1.0", true), ("0.1.0", "0.1.1", false), (" 0.1.0 ", "0.1.0", true),
    (">=0.1, <0.3", "0.1.0", true), (">=0.1, <0.3", "0.2.9", true),
    (">=0.1, <0.3", "0.3.0", false), (">=0.1, <0.3", "0.0.9", false),
    (">=0.1,<0.3", "0.10.0", false), (">= 0.1 , < 0.3", "0.2.0", true),
    (">0.1", "0.1.0", false), (">0.1", "0.1.1", true), ("<=1", "1.0.0", true),
    ("<=1", "1.0.1", false),
    (">=0.1, <0.3, >0.1.5", "0.1.5", false),
  ])
  func aVersionIsAskedFor(text: String, version: String, isIn: Bool) throws {
    let required = try RequiredVersion(parsing: text)
    #expect(required.contains(try #require(SemanticVersion(version))) == isIn)
    #expect(required.text == text)
    #expect(required.isExact == !text.contains { "<>=".contains($0) })
  }

  @Test(arguments: [
    ("0.1", 0), ("v0.1.0", 0), ("0.1.x", 0), (">=0.1, <latest", 7), ("0.1.0-beta", 0),
    (">=0.1.0+5", 0), (">=0.1 <0.3", 0), (">=0.1, >0.2<0.3", 7), ("~>0.1", 0), ("^0.1.0", 0),
    ("==0.1.0", 0), (">=0.1, = 0.2.0", 7), (">=0.1, !=0.2.0", 7), ("≥0.1", 0), ("*", 0), (">=", 0),
    (">=0.1,", 6), (">=0.1, , <0.3", 7), ("0.1.0, 0.2.0", 0), (">=0.1, 0.2.0", 7),
  ])
  func whatIsNoneIsSaidAtItsPlace(text: String, offset: Int) {
    let message =
      "expected all three numbers of a version, e.g. '0.1.0', or a range such as '>=0.1, <0.3'"
    #expect(throws: PatternError(message: message, offset: offset)) {
      try RequiredVersion(parsing: text)
    }
  }

  @Test func theRangeOfOneVersionIsOne() throws {
    let required = try RequiredVersion(parsing: ">=0.3, <=0.3")
    #expect(required.contains(try #require(SemanticVersion("0.3.0"))))
  }
}
