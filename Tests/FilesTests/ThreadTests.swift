import Files
import Testing

@Suite struct ThreadTests {
  @Test func monitorLendsToOneAtATime() throws {
    let monitor = Monitor(0)
    let threads = (0..<4).compactMap { _ in
      WorkerThread {
        for _ in 0..<1_000 { monitor.withLock { $0 += 1 } }
      }
    }
    for thread in threads { thread.join() }
    #expect(threads.count == 4)
    #expect(monitor.withLock { $0 } == 4_000)
  }

  @Test func waitingEndsWhenTheValueIsRight() throws {
    let monitor = Monitor([Int]())
    let consumer = try #require(
      WorkerThread {
        for number in 0..<100 { monitor.wait(until: { $0.last == 2 * number }) { $0.append(2 * number + 1) } }
      })
    for number in 0..<100 {
      monitor.wait(until: { number == 0 ? $0.isEmpty : $0.last == 2 * number - 1 }) { $0.append(2 * number) }
    }
    consumer.join()
    #expect(monitor.withLock { $0 } == Array(0..<200))
  }

  @Test func errorsPassThrough() {
    struct Refused: Error {}
    let monitor = Monitor(1)
    #expect(throws: Refused.self) {
      try monitor.withLock { (_: inout Int) throws(Refused) in throw Refused() }
    }
    #expect(monitor.withLock { $0 } == 1, "the lock is free again")
  }

  @Test func facts() {
    #expect(WorkerThread.processors >= 1)
    // After 2024 and before 2100.
    #expect((1_704_067_200_000..<4_102_444_800_000).contains(currentMilliseconds()))
  }
}
