import Foundation
import Testing

@testable import Pipeline

@Suite struct WorkInOrderTests {
  /// Early pieces take longest, so that results come out of order.
  @Test(arguments: [1, 2, 8])
  func resultsComeInOrder(jobs: Int) {
    var delivered: [Int] = []
    workInOrder(
      on: 0..<500, jobs: jobs, makeWorker: { 0 },
      work: { _, index in
        usleep(index % 50 == 0 ? 3000 : 20)
        return index * index
      },
      size: { _ in 1 },
      deliver: { index, result in
        #expect(result == index * index)
        delivered.append(index)
        return true
      })
    #expect(delivered == Array(0..<500))
  }

  @Test func piecesAreAskedForOneAfterTheOther() {
    let asking = SharedCounter()
    let asked = SharedCounter()
    let pieces = sequence(state: 0) { (next: inout Int) -> Int? in
      #expect(asking.add(1) == 1)
      usleep(100)
      asking.add(-1)
      next += 1
      asked.add(1)
      return 2_000 < next ? nil : next
    }
    var delivered: [Int] = []
    workInOrder(
      on: Unchecked(pieces), jobs: 4, makeWorker: { 0 },
      work: { _, piece in
        usleep(300)
        return -piece
      },
      size: { _ in 1 },
      deliver: { piece, result in
        #expect(result == -piece)
        delivered.append(piece)
        return piece < 150
      })
    #expect(delivered == Array(1...150))
    // What nobody asks for is not looked for: each thread is at one piece when the run ends.
    #expect(asked.add(0) < 2_000)
  }

  @Test func aRunEndsEarlyWhereNothingMoreIsWanted() {
    var delivered = 0
    workInOrder(
      on: 0..<1_000_000, jobs: 4, makeWorker: { 0 },
      work: { _, index in
        usleep(10)
        return index
      },
      size: { _ in 1 },
      deliver: { index, _ in
        delivered += 1
        return index < 300
      })
    #expect(delivered == 301)
  }

  /// The first piece takes long; the others must not pile up their results meanwhile.
  @Test func threadsWaitForRoom() {
    let running = SharedCounter()
    workInOrder(
      on: 0..<200, jobs: 4, makeWorker: { 0 },
      work: { _, index in
        usleep(index == 3 ? 200_000 : 2000)
        return running.add(1)
      },
      size: { _ in 16 << 20 },
      deliver: { index, done in
        // Four results of this size fill the room, and each thread may have one more at hand.
        #expect(done <= index + 12)
        return true
      })
  }
}

/// A sequence that is not asked from two threads at once.
private struct Unchecked<Base: Sequence>: Sequence, @unchecked Sendable {
  private let base: Base

  init(_ base: Base) {
    self.base = base
  }

  func makeIterator() -> Base.Iterator { base.makeIterator() }
}

/// Counts from several threads.
private final class SharedCounter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  @discardableResult
  func add(_ number: Int) -> Int {
    lock.withLock {
      count += number
      return count
    }
  }
}
