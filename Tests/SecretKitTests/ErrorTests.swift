import Foundation
import ItemStore
import SecretFile
import SecretKit
import Testing

/// What can go wrong, and in which words.
@Suite struct ErrorTests {
  /// P-21: no two of Apple's statuses become one code.
  @Test func p21NoTwoStatusesCollapse() {
    let statuses: [Int32: SecretStoreError.Code] = [
      -25308: .locked, -25291: .unavailable, -128: .userCancelled, -25293: .authenticationFailed,
      -34018: .missingEntitlement, -25299: .duplicate, -25300: .notFound, -50: .parameter, -25302: .tooLarge,
      -26275: .damaged, -25310: .newerVersion, -25292: .readOnly, -36: .io, -25303: .noSuchAttribute,
      -25306: .noSuchClass, -25316: .dataNotAvailable, -108: .allocate, -4: .unimplemented,
    ]
    for (status, code) in statuses {
      let error = SecretStoreError(status: status)
      #expect(error.code == code && error.status == status && code.status == status)
      #expect(error.symbol?.hasPrefix("errSec") == true)
    }
    #expect(Set(statuses.values).count == statuses.count)
    let other = SecretStoreError(status: -67_585)
    #expect(other.code == .other && other.status == -67_585)
  }

  /// Absent, locked, denied, invalidated, damaged, of a foreign key: a container's errors stay apart, too.
  @Test func containersErrorsStayApart() {
    let codes: [(SecretFileError.Code, SecretStoreError.Code)] = [
      (.unlock, .wrongKey), (.payload, .damaged), (.headerHash, .damaged), (.version, .newerVersion),
      (.invalidated, .invalidated), (.rollback, .rolledBack), (.device, .dataNotAvailable),
      (.locked, .locked),
      (.notProven, .readOnly), (.file(.notFound), .unavailable), (.file(.noSpace), .io),
      (.file(.busy), .busy),
      (.duplicate, .duplicate), (.ambiguous, .ambiguous), (.tooLarge, .tooLarge),
      (.passcode, .passcodeNotSet),
    ]
    for (code, expected) in codes {
      #expect(SecretStoreError(SecretFileError(code, "message")).code == expected, "\(code)")
    }
  }

  @Test func everyCodeHasItsTexts() {
    for code in SecretStoreError.Code.allCases {
      let error = SecretStoreError(code, item: "token")
      for part in ["what", "reason", "suggestion"] {
        let text = SecretStoreStrings.english["\(code.rawValue).\(part)"]
        #expect(text?.hasSuffix(".") == true, "\(code).\(part)")
      }
      #expect(error.errorDescription?.hasSuffix("(token)") == true)
      #expect(error.failureReason?.isEmpty == false && error.recoverySuggestion?.isEmpty == false)
      #expect(error.localizedDescription == error.errorDescription)
    }
    #expect(SecretStoreStrings.english.count == 3 * SecretStoreError.Code.allCases.count)
  }

  @Test func anErrorIsAnNSErrorOfApples() {
    let error = SecretStoreError(.locked) as NSError
    #expect(error.domain == "NSOSStatusErrorDomain" && error.code == -25308)
  }

  @Test func oneLineForALog() {
    let error = SecretStoreError(.missingEntitlement, item: "to\nken", detail: "wanted a")
    #expect("\(error)" == "missingEntitlement to\\nken (errSecMissingEntitlement, -34018): wanted a")
    #expect("\(SecretStoreError(.notVerified))" == "notVerified")
  }

  @Test func anAppTranslatesInATableOfItsOwn() throws {
    let folder = try TemporaryFolder()
    let language = folder.url.appendingPathComponent("en.lproj")
    try FileManager.default.createDirectory(at: language, withIntermediateDirectories: true)
    try Data(#""locked.what" = "Bitte entsperren.";"#).write(
      to: language.appendingPathComponent("SecretKit.strings"))
    let bundle = try #require(Bundle(path: folder.url.path))
    let strings = SecretStoreStrings(bundle: bundle)
    #expect(SecretStoreError(.locked).localizedDescription(in: strings) == "Bitte entsperren.")
    #expect(SecretStoreError(.io).localizedDescription(in: strings) == SecretStoreStrings.english["io.what"])
    let own = SecretStoreStrings { $0 == "io.what" ? "!" : nil }
    #expect(SecretStoreError(.io, item: "a").localizedDescription(in: own) == "! (a)")
  }

  @Test func whatMayPass() {
    #expect(SecretStoreError(.locked).isTemporary && SecretStoreError(.busy).isTemporary)
    #expect(!SecretStoreError(.invalidated).isTemporary && !SecretStoreError(.damaged).isTemporary)
  }
}
