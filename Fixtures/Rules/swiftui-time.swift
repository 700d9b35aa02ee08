import Foundation

// Reported: a view that redraws itself as time passes.

#if canImport(SwiftUI)
  import SwiftUI

  struct ClockView: View {
    let start: Date

    var body: some View {
      TimelineView(.everyMinute) { context in  // expect: swiftui-time
        ClockFace(date: context.date)
      }
      TimelineView(.periodic(from: start, by: 1)) { context in  // expect: swiftui-time
        ClockFace(date: context.date)
      }
      TimelineView(.animation, content: face)  // expect: swiftui-time
    }

    func face(_ context: TimelineViewDefaultContext) -> ClockFace {
      ClockFace(date: context.date)
    }
  }

  struct CountdownView: View {
    let range: ClosedRange<Date>

    var body: some View {
      Text(timerInterval: range)  // expect: swiftui-time
      Text(timerInterval: range, pauseTime: range.lowerBound)  // expect: swiftui-time
      Text(timerInterval: range, countsDown: false)  // expect: swiftui-time
      Text(timerInterval: range, showsHours: false)  // expect: swiftui-time
      Text(timerInterval: range, pauseTime: nil, countsDown: true)  // expect: swiftui-time
      Text(timerInterval: range, pauseTime: nil, showsHours: true)  // expect: swiftui-time
      Text(timerInterval: range, countsDown: true, showsHours: true)  // expect: swiftui-time
      Text(  // expect: swiftui-time
        timerInterval: range.lowerBound...range.upperBound,
        pauseTime: nil, countsDown: true, showsHours: true)
    }

    @ViewBuilder var progress: some View {
      ProgressView(timerInterval: range)  // expect: swiftui-time
      ProgressView(timerInterval: range, countsDown: false)  // expect: swiftui-time
      ProgressView(timerInterval: range) { Text("Tea") }  // expect: swiftui-time
      ProgressView(timerInterval: range, label: { Text("Tea") })  // expect: swiftui-time
      ProgressView(timerInterval: range, countsDown: false) {  // expect: swiftui-time
        Text("Tea")
      }
      ProgressView(timerInterval: range) {  // expect: swiftui-time
        Text("Tea")
      } currentValueLabel: {
        EmptyView()
      }
      ProgressView(  // expect: swiftui-time
        timerInterval: range, countsDown: true, label: { Text("Tea") },
        currentValueLabel: { EmptyView() })
    }
  }

  // Not reported: a view that draws what is passed in.

  struct ClockFace: View {
    let date: Date
    var body: some View {
      Text(date, style: .time)
      ProgressView(value: 0.5)
      ProgressView("Loading")
    }
  }
#endif

// A chat has a timeline, too: other labels are another type's.
enum Room {
  struct TimelineView {
    init(timelineContext: Int) {}
  }
  static func make() -> Room.TimelineView { Room.TimelineView(timelineContext: 1) }
}

// Texts: TimelineView(.everyMinute) { _ in }
let help = "Text(timerInterval: range)"
