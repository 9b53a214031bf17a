/// Dates as property lists have them: text `YYYY-MM-DDThh:mm:ssZ`, or seconds since 2001-01-01 00:00:00 UTC.
enum CalendarDate {
  /// Days from 1970-01-01 to 2001-01-01.
  private static let referenceDay = 11_323
  /// The seconds that have a four-digit year, 0000 to 9999.
  private static let written = -63_145_094_400.0..<252_455_616_000.0

  /// Reads the text form; `nil` if it is not one. Years have four digits or more and may be negative.
  static func seconds(_ text: Span<UInt8>) -> Double? { seconds(text, separator: "T", isZoned: false) }

  /// Reads GNUstep's form, `YYYY-MM-DD hh:mm:ss +hhmm`; `nil` if a text is not of it.
  static func seconds(zoned text: Span<UInt8>) -> Double? { seconds(text, separator: " ", isZoned: true) }

  private static func seconds(
    _ text: Span<UInt8>, separator: Unicode.Scalar, isZoned: Bool
  ) -> Double? {
    var at = 0
    func digits(_ count: Int) -> Int? {
      guard at + count <= text.count else { return nil }
      var number = 0
      for _ in 0..<count {
        guard let digit = decimalDigit(text[at]) else { return nil }
        number = number * 10 + digit
        at += 1
      }
      return number
    }
    func skip(_ byte: Unicode.Scalar) -> Bool {
      guard at < text.count, text[at] == UInt8(ascii: byte) else { return false }
      at += 1
      return true
    }
    let negative = skip("-")
    var yearDigits = 0
    while at + yearDigits < text.count, decimalDigit(text[at + yearDigits]) != nil { yearDigits += 1 }
    guard (4...7).contains(yearDigits), let year = digits(yearDigits), skip("-"),
      let month = digits(2), (1...12).contains(month), skip("-"),
      let day = digits(2), (1...31).contains(day), skip(separator),
      let hour = digits(2), hour < 24, skip(":"), let minute = digits(2), minute < 60, skip(":"),
      let second = digits(2), second <= 60, skip(isZoned ? " " : "Z")
    else { return nil }
    var offset = 0
    if isZoned {
      let isWest = skip("-")
      guard isWest || skip("+"), let hours = digits(2), hours < 24, let minutes = digits(2), minutes < 60
      else {
        return nil
      }
      offset = (hours * 60 + minutes) * (isWest ? -60 : 60)
    }
    guard at == text.count else { return nil }
    let days = daysFrom1970(year: negative ? -year : year, month: month, day: day) - referenceDay
    return Double(days * 86_400 + hour * 3_600 + minute * 60 + second - offset)
  }

  /// Writes the text form. Fractions of a second follow the seconds; what has no four-digit year is written
  /// as plain seconds since 2001, so that no date loses its exact value.
  static func write(_ seconds: Double, into text: inout ScalarText) {
    let whole = seconds.rounded(.down)
    guard written.contains(seconds), seconds == whole || seconds.magnitude >= 0.001 else {
      text.append(seconds.description)
      return
    }
    let total = Int(whole)
    let day = total.quotientRoundedDown(86_400)
    let second = total - day * 86_400
    let civil = civil(daysFrom1970: day + referenceDay)
    text.append(decimal: Int128(civil.year), width: 4)
    text.append("-")
    text.append(decimal: Int128(civil.month), width: 2)
    text.append("-")
    text.append(decimal: Int128(civil.day), width: 2)
    text.append("T")
    text.append(decimal: Int128(second / 3_600), width: 2)
    text.append(":")
    text.append(decimal: Int128(second / 60 % 60), width: 2)
    text.append(":")
    text.append(decimal: Int128(second % 60), width: 2)
    if seconds != whole {
      // Sterbenz: the difference of two doubles this near is exact.
      let fraction = (seconds - whole).description
      text.append(fraction.hasPrefix("0.") ? fraction.dropFirst() : "." + fraction[...])
    }
    text.append("Z")
  }

  // MARK: - The proleptic Gregorian calendar

  private static func daysFrom1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.quotientRoundedDown(400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(daysFrom1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted.quotientRoundedDown(146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * part + 2) / 5 + 1)
  }
}

extension Int {
  /// The quotient rounded towards negative infinity; the divisor is positive.
  fileprivate func quotientRoundedDown(_ divisor: Int) -> Int {
    self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
  }
}

/// The value of a decimal digit in ASCII.
func decimalDigit(_ byte: UInt8) -> Int? {
  byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? Int(byte - UInt8(ascii: "0")) : nil
}
