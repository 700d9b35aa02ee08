import Foundation

/// How many times as much processor time eight times as much input takes: about 8 where the work is
/// in proportion to the input, 64 where it is in proportion to its square. Above `linearGrowth` the
/// work is not in proportion to it.
///
/// The time is that of the calling thread alone, so that tests beside it do not count. What they do
/// to the processor's memory can only make it longer: the shortest time of each size counts, and all
/// is measured again until the answer is a small one, at most six times.
/// - Parameters:
///   - start: how much input is tried first. It is doubled until the work takes long enough to be
///     measured, however this was compiled, so that a small part in proportion to the square shows;
///     what looks at the first bytes alone never does.
///   - input: makes as much input as it is asked for, which is not measured.
package func growth<Input>(
  from start: Int = 64, of input: (Int) throws -> Input, work: (Input) throws -> Void
) rethrows -> Double {
  var (count, few) = (start, try input(start))
  // The first call makes tables and types that the others find.
  try work(few)
  while count < 1 << 19, try time(of: { try work(few) }) < measurableTime {
    count *= 2
    few = try input(count)
  }
  let many = try input(8 * count)
  var (small, large) = (Double.infinity, Double.infinity)
  for _ in 0..<6 {
    for _ in 0..<2 { small = min(small, try time(of: { try work(few) })) }
    large = min(large, try time(of: { try work(many) }))
    if large <= linearGrowth * small { break }
  }
  return large / small
}

/// Half of what the square takes. Memory that no longer fits beside the processor makes large
/// inputs slower, up to 25 times where other machines share it and the instructions grow by 6;
/// what is sorted or looked up takes somewhat more than its share.
package let linearGrowth = 32.0

/// In seconds: far above what the clock can tell, and a small part of what a test takes.
private let measurableTime = 0.002

private func time(of work: () throws -> Void) rethrows -> Double {
  let start = threadTime()
  try work()
  return threadTime() - start
}

/// The processor time of this thread, in seconds.
private func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// The bytes of a text, so many times one after the other. Tests are not optimised; this is.
package func repeated(_ text: String, _ count: Int) -> [UInt8] {
  repeated(Array(text.utf8), count)
}

package func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
  Array(repeatElement(bytes, count: count).joined())
}
