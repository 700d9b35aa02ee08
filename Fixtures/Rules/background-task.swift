#if canImport(BackgroundTasks)
  import BackgroundTasks

  // Reported: what the system runs when it sees fit.

  protocol Refreshing {
    func submit(_ request: BGTaskRequest) throws
  }
  extension BGTaskScheduler: Refreshing {}

  final class Refresher {
    let tasks: any Refreshing
    init(tasks: any Refreshing = BGTaskScheduler.shared) {  // The seam itself.
      self.tasks = tasks
    }

    func register() {
      let tasks: BGTaskScheduler = .shared  // expect: background-task
      tasks.cancel(taskRequestWithIdentifier: "refresh")
      // expect@+1:7: background-task
      BGTaskScheduler.shared.register(forTaskWithIdentifier: "refresh", using: nil) { _ in }
      BGTaskScheduler  // expect: background-task
        .shared
        .cancelAllTaskRequests()
    }

    // Not reported: a scheduler that is given, and its types.

    func schedule() {
      do {
        try tasks.submit(BGAppRefreshTaskRequest(identifier: "refresh"))
      } catch let error as BGTaskScheduler.Error where error.code == .unavailable {
        print(error)
      } catch {}
    }
  }
#endif

#if canImport(AppKit)
  import Foundation

  let activity = NSBackgroundActivityScheduler(identifier: "backup")  // expect: background-task
#endif

#if canImport(UserNotifications)
  import UserNotifications

  func remind(_ content: UNNotificationContent) -> [UNNotificationRequest] {
    let trigger = UNTimeIntervalNotificationTrigger(  // expect: background-task
      timeInterval: 60, repeats: false)
    return [
      UNNotificationRequest(identifier: "a", content: content, trigger: trigger),
      UNNotificationRequest(identifier: "b", content: content, trigger: nil),
    ]
  }
#endif

// Another type's members.
enum Fake {
  final class BGTaskScheduler: Sendable {
    static let shared = BGTaskScheduler()
  }
  struct NSBackgroundActivityScheduler { var identifier: String }
}
let fake = (Fake.BGTaskScheduler.shared, Fake.NSBackgroundActivityScheduler(identifier: "a"))

// Texts: BGTaskScheduler.shared
let help = "BGTaskScheduler.shared"
