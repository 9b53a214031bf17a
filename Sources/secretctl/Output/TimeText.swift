/// Milliseconds since 1970-01-01T00:00:00Z and their texts, by the proleptic Gregorian calendar.
package enum TimeText {
  private static let day: Int64 = 86_400_000

  /// RFC 3339 in UTC with milliseconds. Years outside 0000 to 9999, which RFC 3339 cannot say, take a sign
  /// and as many digits as they need (ISO 8601's extended form).
  package static func text(_ milliseconds: Int64) -> String {
    let (days, rest) = floorDivide(milliseconds, day)
    let date = civil(days)
    var out: [UInt8] = []
    if (0...9999).contains(date.year) {
      append(date.year, digits: 4, to: &out)
    } else {
      out.append(date.year < 0 ? 0x2D : 0x2B)
      append(date.year < 0 ? -date.year : date.year, digits: 6, to: &out)
    }
    out.append(0x2D)
    append(date.month, digits: 2, to: &out)
    out.append(0x2D)
    append(date.day, digits: 2, to: &out)
    out.append(0x54)
    append(rest / 3_600_000, digits: 2, to: &out)
    out.append(0x3A)
    append(rest / 60_000 % 60, digits: 2, to: &out)
    out.append(0x3A)
    append(rest / 1000 % 60, digits: 2, to: &out)
    out.append(0x2E)
    append(rest % 1000, digits: 3, to: &out)
    out.append(0x5A)
    return String(decoding: out, as: Unicode.UTF8.self)
  }

  /// How long ago, in one unit: `12s`, `5m`, `3h`, `40d`, `3y`; `now` for less than a second or the future.
  package static func age(from then: Int64, to now: Int64) -> String {
    let (difference, overflow) = now.subtractingReportingOverflow(then)
    let seconds = overflow ? Int64.max / 1000 : difference / 1000
    return switch seconds {
    case ..<1: "now"
    case ..<60: "\(seconds)s"
    case ..<3600: "\(seconds / 60)m"
    case ..<86_400: "\(seconds / 3600)h"
    case ..<63_072_000: "\(seconds / 86_400)d"
    default: "\(seconds / 31_556_952)y"
    }
  }

  /// The time that a person gave: `2027-01-31`, `2027-01-31T12:00:00Z` (fractions and offsets too), or a
  /// span from now such as `90d`, `12h`, `2w`. Nil if it is none of them.
  package static func parse(_ text: [UInt8], now: Int64) -> Int64? {
    if let span = span(text) {
      let (sum, overflow) = now.addingReportingOverflow(span)
      return overflow ? nil : sum
    }
    var cursor = DigitCursor(text)
    guard let year = cursor.number(4), cursor.take(0x2D), let month = cursor.number(2), cursor.take(0x2D),
      let dayOfMonth = cursor.number(2), let days = daysFromCivil(year, month, dayOfMonth)
    else { return nil }
    if cursor.isAtEnd { return days * day }
    guard cursor.take(0x54) || cursor.take(0x74) || cursor.take(0x20),
      let hour = cursor.number(2), hour < 24, cursor.take(0x3A),
      let minute = cursor.number(2), minute < 60, cursor.take(0x3A),
      let second = cursor.number(2), second < 60
    else { return nil }
    let fraction = cursor.take(0x2E) ? cursor.milliseconds() : 0
    guard let fraction, let offset = cursor.offsetMinutes(), cursor.isAtEnd else { return nil }
    let seconds = days * 86_400 + hour * 3600 + (minute - offset) * 60 + second
    return seconds * 1000 + fraction
  }

  // MARK: Calendar

  /// Days since 1970-01-01, or nil if there is no such day.
  static func daysFromCivil(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let longest: Int64 =
      switch month {
      case 1, 3, 5, 7, 8, 10, 12: 31
      case 4, 6, 9, 11: 30
      case 2: isLeap ? 29 : 28
      default: 0
      }
    guard day >= 1, day <= longest else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = floorDivide(shifted, 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func floorDivide(_ value: Int64, _ divisor: Int64) -> (Int64, Int64) {
    let remainder = value % divisor
    return remainder < 0 ? (value / divisor - 1, remainder + divisor) : (value / divisor, remainder)
  }

  private static func append(_ number: Int64, digits: Int, to out: inout [UInt8]) {
    let text = number.description.utf8
    for _ in 0..<max(0, digits - text.count) { out.append(0x30) }
    out.append(contentsOf: text)
  }

  // MARK: Spans

  /// A length of time such as `90d`, `12h`, `2w`, in milliseconds. Nil if it is none.
  package static func span(_ text: [UInt8]) -> Int64? {
    guard let last = text.last, text.count <= 10, text.count >= 2 else { return nil }
    let unit: Int64
    switch last {
    case 0x73: unit = 1000
    case 0x6D: unit = 60_000
    case 0x68: unit = 3_600_000
    case 0x64: unit = day
    case 0x77: unit = 7 * day
    case 0x79: unit = 365 * day
    default: return nil
    }
    var cursor = DigitCursor(Array(text.dropLast()))
    guard let count = cursor.number(text.count - 1), cursor.isAtEnd else { return nil }
    let (span, overflow) = count.multipliedReportingOverflow(by: unit)
    return overflow ? nil : span
  }
}

/// Takes fixed numbers of digits off the front of a text.
struct DigitCursor {
  private let text: [UInt8]
  private var index = 0

  init(_ text: [UInt8]) { self.text = text }

  var isAtEnd: Bool { index == text.count }

  mutating func take(_ byte: UInt8) -> Bool {
    guard index < text.count, text[index] == byte else { return false }
    index += 1
    return true
  }

  /// Exactly so many digits, at most 18.
  mutating func number(_ digits: Int) -> Int64? {
    guard digits > 0, digits <= 18, text.count - index >= digits else { return nil }
    var value: Int64 = 0
    for _ in 0..<digits {
      guard (0x30...0x39).contains(text[index]) else { return nil }
      value = value * 10 + Int64(text[index] - 0x30)
      index += 1
    }
    return value
  }

  /// One or more digits of a fraction, cut to three.
  mutating func milliseconds() -> Int64? {
    var value: Int64 = 0
    var count = 0
    while index < text.count, (0x30...0x39).contains(text[index]) {
      if count < 3 { value = value * 10 + Int64(text[index] - 0x30) }
      count += 1
      index += 1
    }
    guard count > 0 else { return nil }
    for _ in 0..<max(0, 3 - count) { value *= 10 }
    return value
  }

  /// `Z`, or an offset such as `+02:00`, in minutes.
  mutating func offsetMinutes() -> Int64? {
    if take(0x5A) || take(0x7A) { return 0 }
    let sign: Int64
    if take(0x2B) {
      sign = 1
    } else if take(0x2D) {
      sign = -1
    } else {
      return nil
    }
    guard let hours = number(2), hours < 24, take(0x3A), let minutes = number(2), minutes < 60 else {
      return nil
    }
    return sign * (hours * 60 + minutes)
  }
}
