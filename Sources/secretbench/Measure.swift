internal import SecretFile

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Seconds on a clock that never goes back.
func now() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The seconds that `body` takes.
func seconds<E: Error>(_ body: () throws(E) -> Void) throws(E) -> Double {
  let start = now()
  try body()
  return now() - start
}

/// The middle one of the values, which must not be none.
func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
}

private func mebibytes(_ usage: rusage) -> Double {
  #if canImport(Darwin)
    Double(usage.ru_maxrss) / 1048576
  #else
    Double(usage.ru_maxrss) / 1024
  #endif
}

/// A finished child process.
struct Finished {
  /// Seconds from start to end, as seen from outside.
  var wall: Double
  /// Its largest resident size.
  var peakMiB: Double
}

/// What stops a benchmark.
struct BenchError: Error {
  var message: String
  init(_ message: String) { self.message = message }
}

/// A child's peak begins at that of its parent, which Linux can be told to count anew.
private func forgetPeak() {
  #if os(Linux)
    let descriptor = unsafe open("/proc/self/clear_refs", O_WRONLY)
    if descriptor < 0 { return }
    _ = unsafe write(descriptor, "5", 1)
    close(descriptor)
  #endif
}

/// Runs a program with its output thrown away and waits for it.
/// - Throws: if it cannot be started or does not exit with one of these codes.
func run(_ arguments: [String], accepting codes: [Int32] = [0]) throws(BenchError) -> Finished {
  forgetPeak()
  var actions = unsafe posix_spawn_file_actions_t()
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
  var argv: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) }
  unsafe argv.append(nil)
  defer {
    for index in unsafe argv.indices { unsafe free(argv[index]) }
  }
  var child: pid_t = 0
  let start = now()
  let started = unsafe posix_spawn(&child, arguments[0], &actions, nil, argv, environ)
  if started != 0 { throw BenchError("\(arguments[0]): cannot be started (error \(started))") }
  var status: Int32 = 0
  var usage = rusage()
  while unsafe wait4(child, &status, 0, &usage) < 0 {
    if errno != EINTR { throw BenchError("\(arguments[0]): cannot be waited for") }
  }
  let wall = now() - start
  guard status & 0x7F == 0, codes.contains((status >> 8) & 0xFF) else {
    throw BenchError("\(arguments.joined(separator: " ")): ended with status \(status)")
  }
  return Finished(wall: wall, peakMiB: mebibytes(usage))
}

/// Runs two commands in turn, so that a drifting machine treats both alike.
func pairs(
  _ count: Int, _ a: [String], _ b: [String], accepting codes: [Int32] = [0]
) throws(BenchError) -> (a: [Finished], b: [Finished]) {
  let runs = try inTurn(count, [a, b], accepting: codes)
  return (runs[0], runs[1])
}

/// Runs several commands in turn, `count` times after one that is not counted; the runs of each command.
func inTurn(
  _ count: Int, _ commands: [[String]], accepting codes: [Int32] = [0]
) throws(BenchError) -> [[Finished]] {
  var runs: [[Finished]] = commands.map { _ in [] }
  for round in 0...count {
    for (index, command) in commands.enumerated() {
      let finished = try run(command, accepting: codes)
      if round > 0 { runs[index].append(finished) }
    }
  }
  return runs
}
