import SecretCrypto
import SecretFile

extension Explanation {
  private func context(_ entry: KeyEntry) -> [UInt8] {
    var out = Writer(capacity: 20)
    out.append(header.containerID)
    out.u32(entry.keyID)
    return out.bytes
  }

  /// An entry of the key table, and the layers of the chain that gives its class key.
  mutating func explain(_ entry: KeyEntry) {
    begin("key \(entry.keyID)", "9")
    note(
      "class", "accessibility \(entry.accessibility.rawValue), accessControl \(entry.accessControl.rawValue)")
    note("sinceEpoch", "\(entry.sinceEpoch)")
    if let device = entry.deviceID { note("deviceID", [UInt8](copying: device.span)) }
    note("check", [UInt8](copying: entry.check.span))
    note("chains", entry.chains.map { Hexadecimal.text($0.head) }.joined(separator: " "))
    guard case .usable(let index) = keys.choose(entry) else {
      note("class key", "not at hand: \(keys.choose(entry))")
      return
    }
    let chain = entry.chains[index]
    note("chain", "\(index)")
    var blob = chain.blob
    for layer in (0...chain.factors.count).reversed() {
      let isOutermost = layer == chain.factors.count
      let name = isOutermost ? "outermost layer" : "layer of factor \(chain.factors[layer].kind)"
      let associated = associated(entry, chain, layer)
      guard let key = isOutermost ? opened.master : key(chain.factors[layer], entry) else { return }
      let layerKey = Self.derived(key, isOutermost ? KeyLabel.classWrap : KeyLabel.factor, context(entry))
      note("\(name), key", layerKey)
      note("\(name), associated data", associated)
      guard let inner = Self.open(blob, associated, layerKey) else { return }
      blob = inner
    }
    note("class key", blob)
    let classKey = SecretBuffer(copying: blob.span)
    note("check of it", Self.derived(classKey, KeyLabel.check, context(entry)))
  }

  private func key(_ factor: Factor, _ entry: KeyEntry) -> SecretBuffer? {
    switch factor {
    case .device: keys.devices.first { $0.id == entry.deviceID }?.key
    case .presence: keys.presence
    case .passcode: keys.passcode
    case .unknown: nil
    }
  }

  private func associated(_ entry: KeyEntry, _ chain: Chain, _ layer: Int) -> [UInt8] {
    var out = Writer()
    out.label(BlobLabel.chain)
    out.append(header.containerID)
    entry.encodeBound(into: &out)
    guard layer < chain.factors.count else {
      out.u8(0)
      out.u32(header.keyEpoch)
      return out.bytes
    }
    out.u8(chain.factors[layer].kind)
    switch chain.factors[layer] {
    case .device: if let device = entry.deviceID { out.append(device) }
    case .presence(let set): out.append(set)
    case .passcode, .unknown: break
    }
    return out.bytes
  }

  // MARK: Pages and items

  /// The pages, and the payloads behind them.
  mutating func explainSegments() throws {
    let pageKey = Self.derived(opened.master, KeyLabel.page, containerID)
    var associated = Writer(capacity: 21)
    associated.label(BlobLabel.page)
    associated.append(header.containerID)
    let first = header.encodedCount + Int(header.rootLength)
    for index in 0..<root.segments.count {
      let start = first + Int(root.segments.position(index))
      let end = start + Int(root.segments.pageLength(index))
      let blob = Array(bytes[start..<end])
      begin("page \(index)", "10.1")
      note("offset", "\(start)")
      note("link", Self.link(blob))
      note("page key", pageKey)
      note("associated data", associated.bytes)
      guard let plain = Self.open(blob, associated.bytes, pageKey) else {
        throw SecretFileError(.page, "page \(index): it does not open")
      }
      let page = try Page.parse(plain[...], segment: index, of: root.segments, keyTable: table)
      note("content", Array(try Plaintext.content(of: plain[...], code: .page)))
      for (number, entry) in page.entries.enumerated() {
        let payload = end + Int(entry.payloadStart)
        explain(
          page.record(number), "page \(index), record \(number)",
          bytes[payload..<payload + Int(entry.payloadBytes)])
      }
    }
  }

  private mutating func explain(_ record: borrowing RecordView, _ name: String, _ blob: ArraySlice<UInt8>) {
    begin(name, "10.2, 12")
    let identity = [UInt8](copying: record.identity)
    let itemID = [UInt8](copying: record.itemID.span)
    note("identity", identity)
    note("H(identity)", Self.link(identity))
    note("itemID", itemID)
    note("keyID", "\(record.keyID)")
    note("payload link", Self.link(Array(blob)))
    var associated = Writer()
    associated.label(BlobLabel.payload)
    associated.append(header.containerID)
    associated.append(record.itemID)
    associated.u32(record.payloadRevision)
    associated.u32(record.keyID)
    associated.u8(record.contentType.rawValue)
    associated.u32(record.payloadLength)
    associated.append(Self.link(identity).span)
    note("payload associated data", associated.bytes)
    note("payloadLength", "\(record.payloadLength), padded to \(blob.count - AEAD.overhead)")
    guard let entry = table.entry(record.keyID), let classKey = try? keys.unwrap(entry) else {
      note("value", "its class key is not at hand")
      return
    }
    if entry.accessControl.contains(.applicationPassword) {
      note("value", "it has an application password")
      return
    }
    let key = Self.derived(classKey, KeyLabel.item, itemID)
    note("payload key", key)
    guard let plain = Self.open(Array(blob), associated.bytes, key) else {
      note("value", "the payload does not open")
      return
    }
    note("value", Array(plain.prefix(Int(record.payloadLength))))
  }
}
