/// Does independent pieces of work on several threads and hands their results over in order, on
/// the calling thread, as soon as all results before them are there.
///
/// - Parameters:
///   - count: how many pieces there are.
///   - jobs: how many threads work, the calling one included; nil for as many as there are
///     processors. The others start only once the work has taken a while.
///   - makeWorker: called on each thread for what it uses from one piece to the next.
///   - work: does the piece with this number, from 0.
///   - size: how many bytes a result keeps; threads wait while too many have not been handed over.
///   - deliver: takes the result of the piece with this number; false ends the run.
package func workInOrder<Worker, Result: Sendable>(
  count: Int, jobs: Int?,
  makeWorker: @escaping @Sendable () -> Worker,
  work: @escaping @Sendable (Worker, Int) -> Result,
  size: @escaping @Sendable (Result) -> Int,
  deliver: (Int, Result) -> Bool
) {
  let queue = WorkQueue<Result>(count: count, size: size)
  var threads: [Thread]?
  defer {
    queue.end()
    for thread in threads ?? [] { thread.join() }
  }
  let worker = makeWorker()
  let start = monotonicSeconds()
  var delivered = 0
  while delivered < count {
    if let piece = queue.takePiece() {
      queue.put(work(worker, piece), piece)
    }
    for result in queue.takeResults() {
      guard deliver(delivered, result) else { return }
      delivered += 1
    }
    if threads == nil, threadCost < monotonicSeconds() - start {
      let threadCount = min(jobs ?? availableProcessorCount(), count - delivered)
      threads = (0..<max(threadCount - 1, 0)).map { _ in
        Thread {
          let worker = makeWorker()
          while let piece = queue.takePieceWhenThereIsRoom() {
            queue.put(work(worker, piece), piece)
          }
        }
      }
    }
  }
}

/// In seconds: starting threads for less than this makes a run slower.
private let threadCost = 0.001

/// The pieces that are not taken yet and the results that are not handed over yet.
private final class WorkQueue<Result: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private let count: Int
  private let size: (Result) -> Int
  private var nextPiece = 0
  private var results: [Result?]
  private var handedOver = 0
  /// In bytes, of the results that are not handed over yet.
  private var waitingSize = 0
  private var isEnded = false

  private var hasRoom: Bool { waitingSize < 64 << 20 }

  init(count: Int, size: @escaping (Result) -> Int) {
    self.count = count
    self.size = size
    results = Array(repeating: nil, count: count)
  }

  /// For the calling thread. Nil where no piece is left or too much waits to be handed over; then
  /// another thread is at the piece that is next in order, and its result has been waited for.
  func takePiece() -> Int? {
    lock.withLock {
      guard nextPiece < count, hasRoom else {
        lock.wait { results[handedOver] != nil }
        return nil
      }
      nextPiece += 1
      return nextPiece - 1
    }
  }

  /// For the other threads. Nil where no piece is left or the run has ended.
  func takePieceWhenThereIsRoom() -> Int? {
    lock.withLock {
      lock.wait { isEnded || hasRoom }
      guard !isEnded, nextPiece < count else { return nil }
      nextPiece += 1
      return nextPiece - 1
    }
  }

  func put(_ result: Result, _ piece: Int) {
    lock.withLock {
      results[piece] = result
      waitingSize += size(result)
      // The calling thread waits for this piece alone.
      if piece == handedOver { lock.wakeAll() }
    }
  }

  /// The results that are next in order.
  func takeResults() -> [Result] {
    lock.withLock {
      var taken: [Result] = []
      while handedOver < count, let result = results[handedOver] {
        results[handedOver] = nil
        waitingSize -= size(result)
        taken.append(result)
        handedOver += 1
      }
      if !taken.isEmpty { lock.wakeAll() }
      return taken
    }
  }

  func end() {
    lock.withLock {
      isEnded = true
      lock.wakeAll()
    }
  }
}
