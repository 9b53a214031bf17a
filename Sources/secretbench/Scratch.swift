internal import SecretFile

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A folder for the run's files, in memory where the system has such a place.
final class ScratchFolder: Sendable {
  /// Its path.
  let path: String

  /// A new folder, in `base` if that is given.
  init(in base: String? = nil) throws(BenchError) {
    let memory = unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    path = (base ?? memory) + "/secretbench-\(getpid())"
    if unsafe mkdir(path, 0o700) != 0 { throw BenchError("\(path): cannot be made") }
  }

  deinit { _ = try? run(["/bin/rm", "-rf", path]) }

  /// A path inside.
  func file(_ name: String) -> String { path + "/" + name }
}

/// Runs `body`, whose errors become errors of the benchmark.
func benched<R>(_ body: () throws -> R) throws(BenchError) -> R {
  do {
    return try body()
  } catch let error as BenchError {
    throw error
  } catch {
    throw BenchError("\(error)")
  }
}
