extension Suite {
  /// Steps 1 to 3 of spec §13.1: what the first bytes say.
  mutating func addFraming() throws {
    try fault("framing_cut_in_magic", .framing, "4.2-1", "Only the first five bytes of the magic are left.") {
      $0.edit(.file) { $0 = Bytes($0.prefix(5)) }
    }
    try fault(
      "framing_line_ends", .framing, "4.2-1", "A transfer in text mode made 0d 0a into 0a everywhere."
    ) {
      $0.edit(.file) { file in
        file = file.indices.filter { file[$0] != 0x0d || $0 + 1 == file.count || file[$0 + 1] != 0x0a }
          .map { file[$0] }
      }
    }
    try fault(
      "framing_top_bit", .framing, "4.2-1", "A transfer of seven bits cleared the top bit of the magic."
    ) {
      $0.edit(.file) { $0[0] = 0x09 }
    }
    try fault("framing_first_byte_lost", .framing, "4.2-1", "The first byte of the file is missing.") {
      $0.edit(.file) { $0.removeFirst() }
    }
    try fault("framing_utf8", .framing, "4.2-1", "The first byte was written as UTF-8, c2 89.") {
      $0.edit(.file) { $0.insert(0xc2, at: 0) }
    }
    try fault(
      "framing_two_more", .framing, "4.2-1", "Two bytes stand before the magic: 53 46 31 is at offset 3."
    ) {
      $0.edit(.file) { $0.insert(contentsOf: [0xff, 0xfe], at: 0) }
    }
    try fault("framing_only_end", .framing, "4.2-1", "The start is zeros, the end is that of a container.") {
      $0.edit(.file) { $0.put(Bytes(repeating: 0, count: 16), at: 0) }
    }
    try fault("framing_eleven_bytes", .framing, "4.2-3", "The magic and three bytes more.") {
      $0.edit(.file) { $0 = Bytes($0.prefix(11)) }
    }
    try fault("framing_91_bytes", .framing, "4.2-5", "Cut in the last of the fixed fields of the header.") {
      $0.edit(.file) { $0 = Bytes($0.prefix(91)) }
    }
    try fault("framing_length_155", .framing, "4.2-5", "headerLength 155 has no room for the fixed fields.") {
      $0.edit(.header) { $0.put(155, 4, at: 12) }
    }
    try fault("framing_length_over_file", .framing, "4.2-5", "headerLength is the file's size and one more.")
    {
      $0.edit(.file) { $0.put($0.count + 1, 4, at: 12) }
    }
    try fault(
      "framing_length_65537", .framing, "4.2-5 3-1",
      "A header of 65,537 bytes, right in everything but its length."
    ) {
      $0.slot(Slot(.unknown(9, body: Bytes(repeating: 0, count: 65_537 - 244 - 16))))
    }
    try fault("magic_empty", .notSecretFile, "4.2-2", "The empty file.") { $0.raw = [] }
    try fault("magic_text", .notSecretFile, "4.2-2", "A text.") {
      $0.raw = Bytes("Dear diary, today I met SF1.\n")
    }
    try fault("magic_sf1_at_four", .notSecretFile, "4.2-2", "53 46 31 at offset 4 shows nothing.") {
      $0.raw = Bytes("\0\0\0\0SF1 and no end of a container")
    }
    try fault("version_two", .version, "4.2-4", "A whole container of version 2.") {
      $0.container.version = 2
    }
    try fault("version_suite_two", .version, "4.2-4", "A whole container of version 1 with suite 2.") {
      $0.container.suite = 2
    }
    try fault(
      "version_cut", .version, "4.2-4", "Version 2 with its end cut off: there is nothing to compare."
    ) {
      $0.container.version = 2
      $0.edit(.file) { $0.removeLast(100) }
    }
    try fault(
      "version_short", .version, "4.2-4", "A later version with a header of 12 bytes, 40 bytes in all."
    ) {
      let start: Bytes = [0x89, 0x53, 0x46, 0x31, 0x0d, 0x0a, 0x1a, 0x0a, 7, 0, 1, 0]
      $0.raw = start + start + Bytes(40, 8) + Bytes(12, 4) + [0x53, 0x46, 0x31, 0x0a]
    }
    try fault(
      "version_damaged", .headerHash, "4.2-4", "A bit of the version is wrong; the second header tells."
    ) {
      $0.edit(.file) { $0.flip(8) }
    }
  }
}
