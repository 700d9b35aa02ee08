import ComposableArchitecture
import Foundation

struct Score: Equatable {
  let points: Int
  let reachedAt: Date
}

// What a 'TestStore' cannot know.
@Reducer
struct MemorySomehow {
  @ObservableState
  struct State: Equatable {
    var id = UUID()  // expect: reducer-uuid
    var cards: [Int] = []
    var startedAt = Date()  // expect: reducer-date
    var score: Score?
  }

  enum Action { case deal, hide, cardTapped(Int) }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .deal:
        state.cards = (1...8).shuffled()  // expect: reducer-random
        state.cards += Deck.mixed().cards  // expect: reducer-random
        return .run { send in
          try await Task.sleep(for: .seconds(3))  // expect: reducer-sleep
          await send(.hide)
        }
      case .hide:
        Task { await load() }  // expect: reducer-task
        return .publisher { hidden.receive(on: DispatchQueue.main) }  // expect: reducer-queue
      case .cardTapped(let card):
        state.score = Score(points: card, reachedAt: .now)  // expect: reducer-date
        return .none
      }
    }
  }
}

extension MemorySomehow {
  func age(of state: State) -> TimeInterval {
    Date().timeIntervalSince(state.startedAt)  // expect: reducer-date
  }
}

// The same with dependencies.
@Reducer
struct Memory {
  @ObservableState
  struct State: Equatable {
    let id: UUID
    var cards: [Int] = []
    let startedAt: Date
    var score: Score?
  }

  enum Action { case deal, hide, cardTapped(Int) }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now
  @Dependency(\.mainQueue) var mainQueue
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .deal:
        state.cards = withRandomNumberGenerator { (1...8).shuffled(using: &$0) }
        state.cards += withRandomNumberGenerator { Deck.mixed(using: &$0).cards }
        return .run { send in
          try await clock.sleep(for: .seconds(3))
          await send(.hide)
        }
      case .hide:
        return .publisher { hidden.receive(on: mainQueue) }
      case .cardTapped(let card):
        state.score = Score(points: card, reachedAt: now)
        return .none
      }
    }
  }
}

// The real thing behind a dependency stands in its live value, in a reducer's file, too.
extension Memory: DependencyKey {
  static let liveValue = Memory.scored(at: { Date() })
  static var testValue: () -> Date { { Date(timeIntervalSince1970: 0) } }
}
