// `import SecretFile` is all that a user of the library writes: secret memory and paths come with it.
@_exported public import Files
@_exported public import SecretCrypto
