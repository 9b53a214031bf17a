import SecretCrypto

/// H of spec §2.
func hash(_ bytes: Bytes) -> Bytes {
  array(Hash.blake2b256(bytes.span))
}

/// KH of spec §2.
func hash(_ bytes: Bytes, key: Bytes) -> Bytes {
  array(Hash.blake2b256(bytes.span, key: key.span))
}

/// derive of spec §5.1, its first `count` bytes.
func derived(_ key: Bytes, _ label: StaticString, _ context: Bytes = [], _ count: Int = 32) -> Bytes {
  var out = Bytes(repeating: 0, count: count)
  var span = out.mutableSpan
  derive(key.span, label, context.span, into: &span)
  return out
}

/// A blob of spec §5.2.
func seal(_ plain: Bytes, key: Bytes, nonce: Bytes, associated: Bytes) -> Bytes {
  var blob = Bytes(repeating: 0, count: plain.count + AEAD.overhead)
  var span = blob.mutableSpan
  AEAD.seal(plain.span, associated: associated.span, nonce: nonce.span, key: key.span, into: &span)
  return blob
}

/// Argon2id of spec §6.1 and §12.2; costs are small, so it cannot fail but for memory.
func argon2id(_ password: Bytes, salt: Bytes, opslimit: UInt32, memlimit: UInt32) throws -> Bytes {
  let ceiling = KDFCost.Ceiling(opslimit: 32, memlimitKiB: 1 << 16, total: 1 << 20)
  let secret = try PasswordHash.argon2id(
    password.span, salt: salt.span, opslimit: opslimit, memlimitKiB: memlimit, ceiling: ceiling)
  return array(secret)
}

/// The X25519 public key of a scalar.
func publicKey(_ scalar: Bytes) -> Bytes {
  array(X25519.publicKey(of: scalar.span))
}

/// The X25519 shared secret; zeros where there is none.
func sharedSecret(_ scalar: Bytes, _ point: Bytes) -> Bytes {
  guard let secret = X25519.sharedSecret(scalar: scalar.span, point: point.span) else {
    return Bytes(repeating: 0, count: 32)
  }
  return array(secret)
}

/// The normal form of a passphrase.
func normalized(_ passphrase: Bytes) -> Bytes {
  guard let form = Normalization.nfc(passphrase.span) else { return passphrase }
  return array(form)
}

private func array(_ inline: InlineArray<32, UInt8>) -> Bytes {
  inline.indices.map { inline[$0] }
}

private func array(_ secret: borrowing SecretBytes) -> Bytes {
  secret.withBytes { (span) in span.indices.map { span[$0] } }
}
