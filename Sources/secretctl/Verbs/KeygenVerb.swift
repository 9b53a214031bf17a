import SecretFile

/// `keygen`: a key file, an age identity or a device key; the public part goes to stderr.
enum KeygenVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    try arguments.exclude(.x25519, .device)
    let target = Places.output(arguments)
    if console.isJSON, target == nil {
      throw .usage(
        "keygen --json needs -o FILE", hint: "the key itself goes to that file, never into the document")
    }
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
    try GetVerb.deliver(document, target, console)
    if console.isJSON, let target {
      var writer = JSONWriter()
      writer.object {
        $0.field("kind", isIdentity ? "x25519" : arguments.has(.device) ? "device" : "keyFile")
        $0.field("file", bytes: target.bytes)
        if let recipient {
          $0.field("publicKey", recipient)
          $0.field("recipient", recipient)
        } else {
          $0.key("publicKey")
          $0.null()
        }
      }
      writer.raw(0x0A)
      try console.out.write(writer.bytes)
    }
    if let recipient {
      console.note("public key: \(recipient)")
    } else if let target {
      console.note("wrote \(target)", hint: "keep a copy elsewhere: without it the container stays shut")
    }
    return .done
  }
}
