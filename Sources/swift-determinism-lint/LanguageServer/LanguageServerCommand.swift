import Commands
import Diagnostics
import LanguageServer
import Pipeline
import Workspace

/// Talks to an editor on the standard streams until it goes.
///
/// Three threads: this one reads, so that a text which is linted never keeps messages waiting in a
/// pipe; one answers and lints; one writes, since an editor may not read while it writes itself.
func serve(loggingTo path: FilePath?, _ console: Console) throws -> Never {
  let log = try ServerLog(path)
  let (inbox, outbox) = (Inbox(), Outbox())
  // Found out before an editor waits for an answer.
  nonisolated(unsafe) let linter = try WorkspaceLinter { inbox.add(.types) }
  let session = Thread { answer(inbox, outbox, with: linter, log) }
  let writer = Thread { write(outbox, log) }
  receive(into: inbox, log, console)
  session.join()
  writer.join()
  exitProcess(ExitStatus.errorsFound.rawValue)
}

private func receive(into inbox: Inbox, _ log: ServerLog, _ console: Console) {
  var reader = MessageReader()
  do {
    while true {
      let bytes = try readAvailable(standardInputDescriptor)
      guard !bytes.isEmpty else { break }
      reader.append(bytes)
      while let event = reader.next() {
        switch event {
        case .body(let body): inbox.add(.message(body))
        case .mistake(let mistake):
          log.add("skipped to the next header: \(mistake.message)")
          console.printError("cannot read a message; \(mistake.message)")
          inbox.add(.unreadable(mistake.message))
        }
      }
    }
    log.add("the client closed standard input")
  } catch {
    log.add("cannot read standard input")
  }
  inbox.add(.end)
}

private func answer(
  _ inbox: Inbox, _ outbox: Outbox, with linter: WorkspaceLinter, _ log: ServerLog
) {
  let session = Session(linter, name: toolName, version: version) { log.add($0) }
  var isIdle = false
  var isWatched = false
  while session.exitStatus == nil {
    for arrival in inbox.take(waiting: isIdle) {
      switch arrival {
      case .message(let body): session.receive(body)
      case .types: session.relintAll()
      case .unreadable(let reason): session.receiveUnreadable(reason)
      case .end:
        // What was asked for before is still answered.
        while session.work() {}
        session.end()
      }
    }
    isIdle = !session.work()
    // Before the client gets its first answer, and may go at once.
    if !isWatched, let process = session.clientProcess {
      isWatched = true
      watch(process, log)
    }
    outbox.add(session.takeOutgoing())
  }
  outbox.end(status: session.exitStatus!)
  // An editor that reads no more must not keep the process.
  pause(forSeconds: 2)
  exitProcess(session.exitStatus!)
}

/// Ends this process after the client's. A number that is none here, as that of an editor outside
/// of the container, says nothing.
private func watch(_ process: Int, _ log: ServerLog) {
  guard isRunning(process: process) else { return }
  _ = Thread {
    while isRunning(process: process) { pause(forSeconds: 2) }
    log.add("the client is gone")
    exitProcess(ExitStatus.errorsFound.rawValue)
  }
}

private func write(_ outbox: Outbox, _ log: ServerLog) {
  while true {
    let (messages, status) = outbox.take()
    for message in messages {
      do {
        try OutputFile.standardOutput.write(framed(message.json))
      } catch {
        log.add("cannot write to standard output (\(error.text))")
        exitProcess(ExitStatus.errorsFound.rawValue)
      }
    }
    if let status { exitProcess(status) }
  }
}

// MARK: - Between the threads

/// The messages that were read and not answered.
private final class Inbox: @unchecked Sendable {
  enum Arrival {
    case message([UInt8])
    case unreadable(String)
    /// The types of other files are known now.
    case types
    case end
  }

  private let lock = Lock()
  private var arrivals: [Arrival] = []

  func add(_ arrival: Arrival) {
    lock.withLock {
      arrivals.append(arrival)
      lock.wakeAll()
    }
  }

  /// All that is there.
  /// - Parameter waiting: whether to wait where there is nothing.
  func take(waiting: Bool) -> [Arrival] {
    lock.withLock {
      if waiting { lock.wait { !arrivals.isEmpty } }
      defer { arrivals = [] }
      return arrivals
    }
  }
}

/// The messages that are to be sent.
private final class Outbox: @unchecked Sendable {
  private let lock = Lock()
  private var messages: [OutgoingMessage] = []
  private var status: Int32?

  /// Of diagnostics that are published only the newest of a document wait, so that an editor that
  /// does not read makes nothing grow.
  func add(_ new: [OutgoingMessage]) {
    guard !new.isEmpty else { return }
    lock.withLock {
      for message in new {
        if let uri = message.publishedURI { messages.removeAll { $0.publishedURI == uri } }
        messages.append(message)
      }
      lock.wakeAll()
    }
  }

  func end(status: Int32) {
    lock.withLock {
      self.status = status
      lock.wakeAll()
    }
  }

  /// Waits until there is something.
  func take() -> (messages: [OutgoingMessage], status: Int32?) {
    lock.withLock {
      lock.wait { !messages.isEmpty || status != nil }
      defer { messages = [] }
      return (messages, status)
    }
  }
}

/// Lines about what happens, for whoever looks for what an editor does.
private final class ServerLog: @unchecked Sendable {
  private let lock = Lock()
  private let file: OutputFile?
  private let start = monotonicSeconds()

  /// - Parameter path: nil for no log.
  init(_ path: FilePath?) throws(ProjectError) {
    do {
      file = try path.map { path throws(FileError) in
        try OutputFile(appendingTo: Place(workingFolder: currentFolder()).writable(path))
      }
    } catch {
      throw ProjectError("cannot write to '\(path?.string ?? "")' (\(error.text))")
    }
  }

  func add(_ line: String) {
    guard let file else { return }
    let milliseconds = Int((monotonicSeconds() - start) * 1000)
    // Lines that are lost are no reason to end.
    lock.withLock { try? file.write(Array("\(milliseconds) ms: \(line)\n".utf8)) }
  }
}
