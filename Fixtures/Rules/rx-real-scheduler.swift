#if canImport(RxSwift)
  import RxSwift

  // Reported: the schedulers of real time, wherever they are passed.

  final class Suggestions {
    let background = ConcurrentDispatchQueueScheduler(qos: .utility)  // expect: rx-real-scheduler
    let serial = SerialDispatchQueueScheduler(  // expect: rx-real-scheduler
      internalSerialQueueName: "suggestions")
    let main: SchedulerType = MainScheduler()  // expect: rx-real-scheduler
    let other: MainScheduler = .instance  // expect: rx-real-scheduler

    func suggestions(_ queries: Observable<String>, _ queue: OperationQueue) -> Observable<String> {
      queries
        // expect@+1:50: rx-real-scheduler
        .debounce(.milliseconds(300), scheduler: MainScheduler.instance)
        .subscribe(on: ConcurrentMainScheduler.instance)  // expect: rx-real-scheduler
        .observe(on: MainScheduler.asyncInstance)  // expect: rx-real-scheduler
        .observe(
          on: OperationQueueScheduler(operationQueue: queue)  // expect: rx-real-scheduler
        )
    }

    func ticks() -> Observable<Int> {
      let scheduler =
        MainScheduler  // expect: rx-real-scheduler
        .instance
      return Observable<Int>.interval(.seconds(1), scheduler: scheduler)
    }
  }
  let makeScheduler: (DispatchQoS) -> SerialDispatchQueueScheduler = {
    SerialDispatchQueueScheduler.init(qos: $0)  // expect: rx-real-scheduler
  }

  // Not reported: a scheduler that is given, and the types.

  struct Ticker {
    let scheduler: SchedulerType
    func ticks(_ main: MainScheduler) -> Observable<Int> {
      MainScheduler.ensureRunningOnMainThread()
      return Observable<Int>.interval(.seconds(1), scheduler: scheduler).observe(on: main)
    }
    var isMain: Bool { scheduler is MainScheduler }
  }
#endif

#if canImport(ReactiveSwift)
  import ReactiveSwift

  // Reported: those of ReactiveSwift.

  final class Completions {
    let background = QueueScheduler(qos: .utility)  // expect: rx-real-scheduler
    let other: QueueScheduler = .main  // expect: rx-real-scheduler

    func completions(_ queries: Signal<String, Never>) -> Signal<String, Never> {
      queries
        .debounce(0.3, on: QueueScheduler.main)  // expect: rx-real-scheduler
        .throttle(1, on: QueueScheduler())  // expect: rx-real-scheduler
        .observe(on: UIScheduler())  // expect: rx-real-scheduler
    }
  }

  // Not reported: a scheduler that is given, and one that runs the work at once.

  struct Countdown {
    let scheduler: any DateScheduler
    func ticks(_ queue: QueueScheduler) -> SignalProducer<Date, Never> {
      SignalProducer.timer(interval: .seconds(1), on: scheduler).observe(on: queue)
        .observe(on: ImmediateScheduler())
    }
  }
#endif

// Another type's members.
enum Fake {
  enum MainScheduler { static let instance = 0 }
  struct UIScheduler {}
}
let fakes: [Any] = [Fake.MainScheduler.instance, Fake.UIScheduler()]

// Texts: MainScheduler.instance
let help = "MainScheduler.instance"
