#if canImport(GameplayKit)
  import GameplayKit

  // Reported: sources and distributions that seed themselves.

  final class Board {
    let source = GKRandomSource()  // expect: gameplaykit-random
    let fast = GKLinearCongruentialRandomSource()  // expect: gameplaykit-random
    let slow = GKMersenneTwisterRandomSource()  // expect: gameplaykit-random
    let usual: GKRandom = GKARC4RandomSource.init()  // expect: gameplaykit-random
    let die = GKRandomDistribution.d6()  // expect: gameplaykit-random
    let bigDie = GKRandomDistribution.d20()  // expect: gameplaykit-random
    let fairDie = GKShuffledDistribution.d6()  // expect: gameplaykit-random
    let fairBigDie = GKShuffledDistribution.d20()  // expect: gameplaykit-random
    let normalDie = GKGaussianDistribution.d6()  // expect: gameplaykit-random
    let normalBigDie = GKGaussianDistribution.d20()  // expect: gameplaykit-random

    func shuffled(_ cards: [Int]) -> [Any] {
      GKRandomSource.sharedRandom()  // expect: gameplaykit-random
        .arrayByShufflingObjects(in: cards)
    }
    func wounds() -> [GKRandomDistribution] {
      [
        GKRandomDistribution(lowestValue: 1, highestValue: 4),  // expect: gameplaykit-random
        GKShuffledDistribution(lowestValue: 1, highestValue: 4),  // expect: gameplaykit-random
        GKGaussianDistribution(lowestValue: 1, highestValue: 4),  // expect: gameplaykit-random
        GKRandomDistribution(forDieWithSideCount: 12),  // expect: gameplaykit-random
        GKShuffledDistribution(forDieWithSideCount: 12),  // expect: gameplaykit-random
        GKGaussianDistribution(forDieWithSideCount: 12),  // expect: gameplaykit-random
      ]
    }
  }

  // Not reported: a seed or a source is given.

  final class Replay {
    let source: GKRandomSource
    init(seed: UInt64) { source = GKMersenneTwisterRandomSource(seed: seed) }

    func sources(_ seed: Data) -> [GKRandomSource] {
      [GKARC4RandomSource(seed: seed), GKLinearCongruentialRandomSource(seed: 1), source]
    }
    func wounds() -> [GKRandomDistribution] {
      [
        GKRandomDistribution(randomSource: source, lowestValue: 1, highestValue: 4),
        GKShuffledDistribution(randomSource: source, lowestValue: 1, highestValue: 4),
        GKGaussianDistribution(randomSource: source, mean: 3, deviation: 1),
      ]
    }
  }
#endif

// Another type's members.
enum Game {
  struct GKRandomSource {
    static func sharedRandom() -> GKRandomSource { GKRandomSource(seed: 1) }
    var seed: Int
  }
}
let source = Game.GKRandomSource.sharedRandom()

// Texts: GKRandomSource()
let help = "GKRandomSource(), GKRandomDistribution.d6()"
