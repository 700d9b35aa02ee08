import Workspace

/// Does some work on each batch of a run. Nothing else sets up threads for a run.
/// - Parameters:
///   - jobs: how many threads work; nil for as many as there are processors.
///   - size: how many bytes a result keeps until it is delivered.
///   - deliver: takes what came of the batches, in order; false ends the run.
package func forEachBatch<Result: Sendable>(
  of inputs: InputBatches, jobs: Int?,
  work: @escaping @Sendable (LintWorkerState, InputBatch) -> Result,
  size: @escaping @Sendable (Result) -> Int, deliver: (InputBatch, Result) -> Bool
) {
  workInOrder(
    on: inputs, jobs: jobs, makeWorker: { LintWorkerState() }, work: work, size: size,
    deliver: deliver)
}

/// Does independent pieces of work on several threads and hands their results over in order, on
/// the calling thread, as soon as all results before them are there. It is part of this target,
/// since generic code is compiled for the types that it is used with only where these are known.
///
/// - Parameters:
///   - pieces: asked for by whichever thread needs some, but never by two at a time; to come by a
///     piece may be work as well. Only a few are taken ahead of the work.
///   - jobs: how many threads work, the calling one included; nil for as many as there are
///     processors. The others start only once the work has taken a while.
///   - makeWorker: called on each thread for what it uses from one piece to the next.
///   - size: how many bytes a result keeps; threads wait while too many have not been handed over.
///   - deliver: takes a piece and its result; false ends the run.
package func workInOrder<Piece: Sendable, Worker, Result: Sendable>(
  on pieces: some Sequence<Piece> & Sendable, jobs: Int?,
  makeWorker: @escaping @Sendable () -> Worker,
  work: @escaping @Sendable (Worker, Piece) -> Result,
  size: @escaping @Sendable (Result) -> Int,
  deliver: (Piece, Result) -> Bool
) {
  let queue = WorkQueue<Piece, Result>(pieces, size: size)
  var threads: [Thread]?
  defer {
    queue.end()
    for thread in threads ?? [] { thread.join() }
  }
  func startThreads() -> [Thread] {
    let threadCount = max(jobs ?? availableProcessorCount(), 1)
    queue.prepare(forThreads: threadCount)
    return (1..<threadCount).map { _ in
      Thread {
        let worker = makeWorker()
        while let (number, piece) = queue.takePieceWhenThereIsRoom() {
          queue.put(work(worker, piece), of: piece, number)
        }
      }
    }
  }
  let worker = makeWorker()
  let start = monotonicSeconds()
  while true {
    if let (number, piece) = queue.takePiece() {
      if threads == nil, threadCost < monotonicSeconds() - start {
        threads = startThreads()
      }
      queue.put(work(worker, piece), of: piece, number)
    } else if !queue.waitForResult() {
      return
    }
    for (piece, result) in queue.takeResults() {
      guard deliver(piece, result) else { return }
    }
  }
}

/// In seconds: starting threads for less than this makes a run slower.
private let threadCost = 0.0003

/// The pieces that are not taken yet and the results that are not handed over yet.
private final class WorkQueue<Piece: Sendable, Result: Sendable>: @unchecked Sendable {
  typealias NumberedPiece = (number: Int, piece: Piece)

  private let lock = Lock()
  /// Called by one thread at a time, without the lock.
  private let nextPiece: () -> Piece?
  private var isAskedForPiece = false
  private var hasMorePieces = true
  /// Pieces that no thread is at, so that none waits while another one is asking for more.
  private var stock: [Piece] = []
  private var stockSize = 1
  private var takenCount = 0

  private let size: (Result) -> Int
  /// Of the pieces from `handedOverCount` on; nil where another one was quicker.
  private var results: [(Piece, Result)?] = []
  private var handedOverCount = 0
  /// In bytes, of the results that are not handed over yet.
  private var waitingSize = 0
  private var isEnded = false

  private var hasRoom: Bool { waitingSize < 64 << 20 }

  init(_ pieces: some Sequence<Piece>, size: @escaping (Result) -> Int) {
    var iterator = pieces.makeIterator()
    nextPiece = { iterator.next() }
    self.size = size
  }

  func prepare(forThreads count: Int) {
    lock.withLock { stockSize = 2 * count }
  }

  /// For the calling thread. Nil where no piece is left or too much waits to be handed over.
  func takePiece() -> NumberedPiece? {
    lock.withLock { hasRoom } ? takeNextPiece() : nil
  }

  /// For the other threads. Nil where no piece is left or the run has ended.
  func takePieceWhenThereIsRoom() -> NumberedPiece? {
    lock.withLock { lock.wait { isEnded || hasRoom } }
    return takeNextPiece()
  }

  private func takeNextPiece() -> NumberedPiece? {
    while true {
      switch nextStep() {
      case .take(let piece): return piece
      case .end: return nil
      case .ask:
        let piece = nextPiece()
        lock.withLock {
          if let piece { stock.append(piece) } else { hasMorePieces = false }
          isAskedForPiece = false
          lock.wakeAll()
        }
      }
    }
  }

  private enum Step {
    case take(NumberedPiece)
    case ask, end
  }

  private func nextStep() -> Step {
    lock.withLock {
      lock.wait { isEnded || !isAskedForPiece || !stock.isEmpty }
      if isEnded { return .end }
      if hasMorePieces, !isAskedForPiece, stock.count < stockSize {
        isAskedForPiece = true
        return .ask
      }
      guard !stock.isEmpty else { return .end }
      takenCount += 1
      return .take((takenCount - 1, stock.removeFirst()))
    }
  }

  func put(_ result: Result, of piece: Piece, _ number: Int) {
    lock.withLock {
      let index = number - handedOverCount
      while results.count <= index { results.append(nil) }
      results[index] = (piece, result)
      waitingSize += size(result)
      // The calling thread waits for this piece alone.
      if number == handedOverCount { lock.wakeAll() }
    }
  }

  /// For the calling thread, when it got no piece: another one is at the piece that is next in
  /// order.
  /// - Returns: false where all results have been handed over.
  func waitForResult() -> Bool {
    lock.withLock {
      guard handedOverCount < takenCount else { return false }
      lock.wait { results.first.map { $0 != nil } == true }
      return true
    }
  }

  /// The results that are next in order.
  func takeResults() -> [(Piece, Result)] {
    lock.withLock {
      var taken: [(Piece, Result)] = []
      for case let result? in results.prefix(while: { $0 != nil }) {
        waitingSize -= size(result.1)
        taken.append(result)
      }
      results.removeFirst(taken.count)
      handedOverCount += taken.count
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
