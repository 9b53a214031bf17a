/// The descriptors that the options name.
enum Descriptors {
  private static let options: [Option] = [.passphraseFD, .newPassphraseFD, .itemPassphraseFD, .valueFD]

  /// Before any file is opened, for then a number that nobody redirected could be a file of ours: each must be open,
  /// and none can be read twice.
  static func check(_ arguments: ParsedArguments) throws(Outcome) {
    var seen: Set<Int64> = []
    for option in options {
      for number in try arguments.numbers(option, in: 0...0xFFFF) {
        let name = "--\(option.spec.name) \(number)"
        guard seen.insert(number).inserted else {
          throw .usage("\(name): the descriptor is named twice", hint: "what is in it can be read once only")
        }
        guard Launch.isOpen(Int32(number)) else {
          throw .usage("\(name): the descriptor is not open", hint: "redirect it: \(number)<FILE")
        }
      }
    }
  }
}
