/// What a finding is. The spelling is the name that JSON output and rules use; ``title`` is for people.
public enum SecretKind: String, Hashable, Sendable, CaseIterable {
  /// A password or passphrase.
  case password
  /// A PIN, passcode or card verification value.
  case pin
  /// The stored hash or verifier of a password.
  case passwordHash = "password_hash"
  /// A token that grants access.
  case accessToken = "access_token"
  /// A token that buys new access tokens.
  case refreshToken = "refresh_token"
  /// A token that says who the user is.
  case idToken = "id_token"
  /// A token that stands for a logged-in session.
  case sessionToken = "session_token"
  /// A token against forged requests.
  case csrfToken = "csrf_token"
  /// A JSON Web Token.
  case jsonWebToken = "json_web_token"
  /// A token that a dictionary uses as a key.
  case tokenAsKey = "token_as_key"
  /// An API key.
  case apiKey = "api_key"
  /// A secret of an application or client.
  case clientSecret = "client_secret"
  /// A secret whose use the name does not tell.
  case secret
  /// A private key.
  case privateKey = "private_key"
  /// A certificate with its private key (PKCS #12).
  case identity = "pkcs12_identity"
  /// A symmetric key.
  case encryptionKey = "encryption_key"
  /// Words or bytes from which a wallet's keys are made.
  case walletSeed = "wallet_seed"
  /// The seed of one-time passwords.
  case oneTimePasswordSeed = "totp_seed"
  /// A cookie, or a line of them.
  case cookie = "session_cookie"
  /// The value of an `Authorization` header.
  case authorization = "authorization_header"
  /// An address that lets whoever knows it act.
  case webhook = "webhook_url"
  /// An address with a password or token in it.
  case urlWithSecret = "url_with_secret"
  /// A connection string with a password.
  case connectionString = "connection_string"
  /// A login or credential of unclear form.
  case credential
  /// A licence or activation key.
  case licenseKey = "license_key"

  /// The kind in words, without an article.
  public var title: String {
    switch self {
    case .password: "password"
    case .pin: "PIN"
    case .passwordHash: "password hash"
    case .accessToken: "access token"
    case .refreshToken: "refresh token"
    case .idToken: "identity token"
    case .sessionToken: "session token"
    case .csrfToken: "token against forged requests"
    case .jsonWebToken: "JSON Web Token"
    case .tokenAsKey: "token used as a key"
    case .apiKey: "API key"
    case .clientSecret: "client secret"
    case .secret: "secret"
    case .privateKey: "private key"
    case .identity: "certificate with its private key"
    case .encryptionKey: "encryption key"
    case .walletSeed: "wallet seed"
    case .oneTimePasswordSeed: "one-time password seed"
    case .cookie: "cookie"
    case .authorization: "authorization header"
    case .webhook: "webhook address"
    case .urlWithSecret: "address with a secret in it"
    case .connectionString: "connection string with a password"
    case .credential: "credential"
    case .licenseKey: "licence key"
    }
  }
}
