import Migration
import SecretCrypto

/// Reads a preference file of one format; nil if the input is of another.
private func read(_ input: [UInt8], _ format: SourceFormat) throws(Refusal) -> Document? {
  let isBinary = input.starts(with: Array("bplist".utf8))
  guard isBinary == (format == .binaryPlist) else { return nil }
  let document = try Document.read(SecretBuffer(copying: input.span))
  let found = document.format == .jsonc ? .json : document.format
  return found == format ? document : nil
}

/// What a reader must keep: every value lies in the source, lends what it says, and is found again by its path.
func fuzzReader(_ input: [UInt8], _ format: SourceFormat) -> Bool {
  let document: Document
  do throws(Refusal) {
    guard let read = try read(input, format) else { return false }
    document = read
  } catch {
    law((error.offset ?? 0) <= input.count, "a refusal at a byte behind the end: \(error)")
    law(!error.message.isEmpty && !error.hint.isEmpty, "a refusal without words")
    return true
  }
  for number in 0..<min(document.nodeCount, 4_096) {
    let id = NodeID(number)
    let node = document.node(id)
    law(
      node.range.lowerBound >= 0 && node.range.upperBound <= input.count, "a value outside of the source")
    law(document.children(of: id).count == node.count, "another number of children")
    let length = document.withContent(of: id) { $0.count }
    law(length == document.contentLength(of: id), "content of another length")
    _ = document.integer(of: id)
    _ = document.real(of: id)
    _ = document.seconds(of: id)
    _ = document.boolean(of: id)
  }
  for place in document.fuzzPlaces(budget: 256) {
    law(document.find(place.path).contains(place.node), "a value is not found by its path")
  }
  return true
}

/// The search for secrets, with the way into values: it ends, and what it finds is where it says.
func fuzzDetection(_ input: [UInt8]) throws -> Bool {
  let document = try Document.read(SecretBuffer(copying: input.span))
  let findings = document.findings()
  for finding in findings.list {
    law(finding.confidence > 0 && finding.confidence <= 1, "a confidence of \(finding.confidence)")
    law(!finding.reason.isEmpty, "a finding without a reason")
    law(!document.find(finding.place.path).isEmpty, "a finding at a place that is not there")
    law(
      finding.range.lowerBound >= 0 && finding.range.upperBound <= input.count,
      "a finding outside of the source")
  }
  let regions = document.regions(of: findings.list.map(\.range))
  law(
    regions.values.allSatisfy { $0.charOffset + $0.charLength <= input.count }, "a region outside of the text"
  )
  for finding in findings.list.filter({ !$0.place.inner.isEmpty }).prefix(4) {
    fuzzPart(of: document, finding.place)
  }
  return true
}

/// JSON with comments may lose its last one, and an OpenStep dictionary without entries is one of JSON too.
private func keepsFormat(_ before: Document, _ after: Document) -> Bool {
  after.format == before.format || before.format == .jsonc
    || before.format == .openStep && [.json, .jsonc].contains(after.format)
      && after.children(of: after.root).isEmpty
}

/// A part that only the way into a value leads to: it can be taken out, or the patch says why not.
private func fuzzPart(of document: Document, _ place: Place) {
  for mode in [Scrub.Mode.remove, .placeholder(Array("gone".utf8))] {
    do throws(Refusal) {
      let result = try document.scrub([place], mode: mode, leftovers: .report)
      let again = try Document.read(result.bytes)
      law(keepsFormat(document, again), "a patch made another format")
      law(!again.find(place.path).isEmpty, "a patch took more than a part")
    } catch {
      law(error.code != "patchFailed", "\(error.code): \(error)")
    }
  }
}

/// Patches: the last three bytes of the input choose the places and the mode. The patch reads its result again and
/// says `patchFailed` if that is not equal but for the chosen values; that, and a result that does not read, are
/// findings.
func fuzzPatch(_ input: [UInt8], _ format: SourceFormat) throws -> Bool {
  guard input.count > 3, let document = try read(Array(input.dropLast(3)), format) else { return false }
  let places = document.fuzzPlaces(budget: 256)
  guard !places.isEmpty else { return true }
  let chosen = input.suffix(3).map { Int($0) }
  let paths = chosen.prefix(2).map { places[$0 % places.count].path }
  let mode: Scrub.Mode = chosen[2].isMultiple(of: 2) ? .remove : .placeholder(Array("gone ü".utf8))
  do throws(Refusal) {
    let result = try document.scrub(paths, mode: mode, leftovers: .report)
    let again = try Document.read(result.bytes)
    law(keepsFormat(document, again), "a patch made another format")
    law(result.bytes.count <= 2 * document.source.count + 400, "a patch blew the file up")
  } catch {
    law(
      ["duplicateKey", "overlappingObjects", "lastComment", "nothingLeft"].contains(error.code),
      "\(error.code): \(error)")
  }
  return true
}

extension Document {
  /// Values below the root with their paths, the first of them up to a budget.
  fileprivate func fuzzPlaces(budget: Int) -> [(path: KeyPath, node: NodeID)] {
    var found: [(path: KeyPath, node: NodeID)] = []
    var open: [(path: KeyPath, node: NodeID)] = [(KeyPath(), root)]
    while let next = open.popLast(), found.count < budget {
      for (position, child) in children(of: next.node).prefix(budget).enumerated() {
        let component = child.key.map { KeyPath.Component.key(key($0)) } ?? .index(position)
        let place = (next.path.appending(component), child.value)
        found.append(place)
        open.append(place)
      }
    }
    return found
  }
}
