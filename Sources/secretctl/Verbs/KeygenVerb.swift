import SecretFile

/// `keygen`: a key file, an age identity or a device key; the public part goes to stderr.
enum KeygenVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    try arguments.exclude(.x25519, .device)
    let target = arguments.value(.output).map { Path(bytes: $0) }
    if target == nil, console.out.isTerminal {
      throw .usage("keygen does not show a key on a terminal", hint: "-o FILE, or pipe the output")
    }
    let isIdentity = arguments.has(.x25519)
    let key = isIdentity ? GeneratedKey.identity() : arguments.has(.device) ? .device() : .keyFile()
    let recipient = isIdentity ? key.recipient.description : nil
    var text = SecretText()
    text.append("# made by secretctl, \(TimeText.text(Launch.now()))\n")
    if let recipient { text.append("# public key: \(recipient)\n") }
    key.text.withBytes { text.append($0) }
    let document = text.finish()
    if console.isJSON, target != nil {
      var writer = JSONWriter()
      writer.object {
        $0.field("kind", isIdentity ? "x25519" : arguments.has(.device) ? "device" : "keyFile")
        if let recipient { $0.field("recipient", recipient) }
      }
      writer.raw(0x0A)
      try console.out.write(writer.bytes)
    }
    try GetVerb.deliver(document, target, console)
    if let recipient {
      console.note("public key: \(recipient)")
    } else if let target {
      console.note("wrote \(target)", hint: "keep a copy elsewhere: without it the container stays shut")
    }
    return .done
  }
}
