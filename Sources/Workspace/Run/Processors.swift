import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How many processors this process may use, at least 1.
package func availableProcessorCount() -> Int {
  let online = sysconf(Int32(_SC_NPROCESSORS_ONLN))
  return max(1, allowedProcessorCount() ?? online)
}

/// How many processors `taskset` or a container leaves to the process; nil where the system does
/// not say. Read from /proc (proc_pid_status(5)), since Swift does not see `sched_getaffinity`.
private func allowedProcessorCount() -> Int? {
  guard let status = try? readFile(FilePath("/proc/self/status")) else { return nil }
  let name = "Cpus_allowed:"
  let line = status.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: name.utf8) }
  let digits = line?.dropFirst(name.utf8.count).compactMap {
    Character(Unicode.Scalar($0)).hexDigitValue
  }
  return digits?.reduce(0) { $0 + $1.nonzeroBitCount }
}

/// Seconds since some moment before the start of the process; never runs backwards.
package func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
