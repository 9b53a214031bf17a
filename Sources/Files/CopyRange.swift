internal import CSystem

/// Copies `range` of one file to `offset` of another.
func copyRange(
  from source: ReadableFile, range: Range<UInt64>, to copy: TemporaryFile, at offset: UInt64
) throws(FileError) {
  guard let start = Int64(exactly: range.lowerBound), let end = Int64(exactly: range.upperBound),
    let place = Int64(exactly: offset), place <= Int64.max - (end - start)
  else { throw FileError(.truncated, source.path, "read") }
  var done: Int64 = 0
  while done < end - start {
    let result = csystem_copy_range(
      source.descriptor.number, start + done, copy.descriptor.number, place + done, Int(end - start - done))
    if result > 0 {
      done += result
    } else if result == 0 {
      // The end of the source, or a file system that only says it can: reading tells.
      break
    } else if [EXDEV, ENOSYS, EINVAL, EOPNOTSUPP, EPERM, EBADF].contains(Int32(truncatingIfNeeded: -result)) {
      break
    } else {
      throw FileError(result: Int(result), copy.path, "write", .writing)
    }
  }
  let rest = UInt64(start + done)..<UInt64(end)
  try copyThroughMemory(from: source, range: rest, to: copy, at: UInt64(place + done))
}

/// The same by reading and writing, for systems and pairs of file systems that cannot do better.
func copyThroughMemory(
  from source: ReadableFile, range: Range<UInt64>, to copy: TemporaryFile, at offset: UInt64
) throws(FileError) {
  let total = range.upperBound - range.lowerBound
  var buffer = [UInt8](repeating: 0, count: Int(min(total, 256 * 1_024)))
  var done: UInt64 = 0
  while done < total {
    if UInt64(buffer.count) > total - done { buffer.removeLast(buffer.count - Int(total - done)) }
    var span = buffer.mutableSpan
    try source.read(at: range.lowerBound + done, into: &span)
    try copy.write(span.span, at: offset + done)
    done += UInt64(buffer.count)
  }
}
