// Reported: a duration that is measured with a real clock.

func rebuild(_ index: inout [String: Int], words: [String]) async -> [Duration] {
  let first = ContinuousClock().measure {  // expect: clock-measure
    for word in words { index[word, default: 0] += 1 }
  }
  let second = ContinuousClock().measure({ index = [:] })  // expect: clock-measure
  let third = SuspendingClock().measure {}  // expect: clock-measure
  let fourth = await ContinuousClock()  // expect: clock-measure
    .measure { await save() }
  return [first, second, third, fourth]
}

func save() async {}

// A module, backticks, `init` or parentheses in the name do not hide it.
let durations = [
  _Concurrency.ContinuousClock().measure {},  // expect: clock-measure
  `ContinuousClock`().measure {},  // expect: clock-measure
  ContinuousClock.init().measure {},  // expect: clock-measure
  (SuspendingClock()).measure {},  // expect: clock-measure
]
#if compiler(>=6.3)
  // Module selectors, SE-0491.
  let selected = _Concurrency::ContinuousClock().measure {}  // expect: clock-measure
#endif

// Code inside a string is code.
let text = "took \(ContinuousClock().measure {})"  // expect: clock-measure

// Not reported: a clock that is given.

struct Profiler {
  var clock: any Clock<Duration>
  func time(_ work: () -> Void) -> Duration { clock.measure(work) }
}
let profiler = Profiler(clock: ContinuousClock())
func profile(_ clock: some Clock<Duration>) -> Duration { clock.measure {} }

// A member of another type.
struct Ruler {
  func measure(_ work: () -> Void) -> Int { 0 }
}
let length = Ruler().measure {}

// Texts: ContinuousClock().measure {}
let help = "ContinuousClock().measure { work() }"
