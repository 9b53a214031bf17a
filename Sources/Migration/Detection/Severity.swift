extension Finding {
  /// How bad it is that the value lies open, for reports that are sorted and filtered.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// It opens something, and it is fairly sure what it is.
    case high
    /// It opens little or only together with something else, or it is less sure.
    case medium
    /// It may well be nothing.
    case low
  }

  /// By what the secret opens and by how sure the finding is.
  public var severity: Severity {
    if confidence < 0.6 { return .low }
    switch kind {
    case .csrfToken, .passwordHash, .licenseKey, .idToken: return confidence < 0.7 ? .low : .medium
    default: return confidence < 0.8 ? .medium : .high
    }
  }
}
