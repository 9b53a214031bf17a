extension DetectionRule {
  static let webToken = DetectionRule(
    "value.json-web-token", "JSON Web Token whose header decodes", source: "RFC 7519 §3, RFC 7516 §3.1")
  static let mnemonic = DetectionRule(
    "value.mnemonic", "wallet seed in words whose checksum is right", source: "BIP-39")
  static let keyPair = DetectionRule(
    "pair.private-key", "a key that stands beside a public key of the same form",
    source: "RFC 8032 §5.1.5, RFC 7748 §6: private and public keys of one size")
  static let jsonWebKey = DetectionRule(
    "pair.json-web-key", "private part of a JSON Web Key", source: "RFC 7518 §6.2.2, §6.3.2, §6.4.1")
  static let cookie = DetectionRule(
    "pair.cookie", "value of a stored cookie with a log-in's name",
    source: "RFC 6265 §5.3, Apple: HTTPCookiePropertyKey")
  static let assignments = DetectionRule(
    "value.assignments", "lines of settings with a secret among them",
    source: "the vocabulary; forms: environment files, WireGuard (wg-quick(8))")
  static let encodedKey = DetectionRule(
    "value.base64-private-key", "base64 of a private key",
    source: "RFC 7468; pkg.go.dev/tailscale.com/types/key")
  static let encodedHeader = DetectionRule(
    "value.base64-authorization", "base64 of an Authorization header", source: "RFC 9110 §11.6.2")
  static let derKey = DetectionRule(
    "value.der-private-key", "private key in DER", source: "RFC 5958 §2, RFC 8017 §A.1.2, RFC 5915 §3")
  static let identity = DetectionRule(
    "value.pkcs12", "certificate with its private key (PKCS #12)", source: "RFC 7292 §4")
  static let identityPayload = DetectionRule(
    "pair.pkcs12-payload", "payload of a configuration profile with a private key",
    source: "Apple, Device Management: CertificatePKCS12")
  static let amazonPair = DetectionRule(
    "pair.aws-secret-key", "40 random characters beside the id of an AWS access key",
    source: "AWS, IAM User Guide: access keys")
  static let enrolmentChallenge = DetectionRule(
    "pair.scep-challenge", "challenge of a certificate's enrolment",
    source: "Apple, Device Management: SCEP; RFC 8894 §2.3")
  static let bridgeUser = DetectionRule(
    "name.bridge-user", "40 random characters as a user's name", source: "Philips Hue, API v1: create user")
  static let encryptedWallet = DetectionRule(
    "pair.encrypted-wallet", "encrypted key of a wallet", source: "Ethereum: Web3 Secret Storage Definition")
  static let deviceKey = DetectionRule(
    "pair.device-key", "16 characters as the key of a device",
    source: "Tuya IoT platform: local key of a device")
  static let proxyUser = DetectionRule(
    "pair.proxy-user", "UUID of a proxy's user",
    source: "v2fly.org (VMess, VLESS: users); sing-box.sagernet.org")
  static let serviceKey = DetectionRule(
    "name.api", "UUID under the name api", source: "docs.snyk.io (snyk config: api)")
  static let fileKey = DetectionRule(
    "name.file-key", "32 bytes as the one key of a file", source: "SQLCipher API: raw key data")
  static let tokenAsKey = DetectionRule(
    "name.token-as-key", "a random key in a dictionary of tokens", source: "the vocabulary")
  static let randomUnderHash = DetectionRule(
    "name.secret-inside", "random data under a name that holds the word for a secret",
    source: "the vocabulary")
  static let credentialInText = DetectionRule(
    "value.authorization", "a scheme and a credential, as in an Authorization header", source: "RFC 9110 §11")
  static let connectionString = DetectionRule(
    "value.connection-string", "connection string with a password",
    source:
      "Microsoft, ADO.NET: connection string syntax; Azure Storage: connection strings; StackExchange.Redis: configuration; JDBC drivers of MySQL, Microsoft and Oracle: URL; Go-MySQL-Driver: DSN; PostgreSQL, libpq: connection strings"
  )
  static let fields = DetectionRule(
    "value.fields", "several secrets in one form, cookie line or query",
    source: "URL Standard §5 (application/x-www-form-urlencoded), RFC 6265 §4.2")
  static let addressPassword = DetectionRule(
    "value.url-password", "address with a user and a password", source: "RFC 3986 §3.2.1")

  /// The rules that neither the shapes nor the vocabulary make.
  static let table: [DetectionRule] = [
    webToken, mnemonic, keyPair, jsonWebKey, cookie, assignments, encodedKey, encodedHeader, derKey, identity,
    identityPayload, amazonPair, enrolmentChallenge, bridgeUser, encryptedWallet, deviceKey, proxyUser,
    serviceKey, fileKey,
    tokenAsKey,
    randomUnderHash, credentialInText, connectionString, fields, addressPassword,
  ]
}
