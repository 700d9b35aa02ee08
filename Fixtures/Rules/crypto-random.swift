#if canImport(CryptoKit)
  import CryptoKit

  // Reported: keys and nonces that are new each time.

  struct Vault {
    let key = SymmetricKey(size: .bits256)  // expect: crypto-random
    let spare: SymmetricKey = .init(size: .bits128)  // expect: crypto-random
    var nonce: AES.GCM.Nonce { AES.GCM.Nonce() }  // expect: crypto-random
    var streamNonce = ChaChaPoly.Nonce()  // expect: crypto-random

    func seal(_ text: Data, header: Data) throws -> [Data?] {
      [
        try AES.GCM.seal(text, using: key).combined,  // expect: crypto-random
        try AES.GCM.seal(  // expect: crypto-random
          text, using: key, authenticating: header
        ).combined,
        try ChaChaPoly.seal(text, using: key).combined,  // expect: crypto-random
        try ChaChaPoly.seal(  // expect: crypto-random
          text, using: key, authenticating: header
        ).combined,
      ]
    }
  }

  struct Identity {
    let signing = Curve25519.Signing.PrivateKey()  // expect: crypto-random
    let agreement = Curve25519.KeyAgreement.PrivateKey()  // expect: crypto-random

    func keys() throws -> [Any] {
      [
        try SecureEnclave.P256.Signing.PrivateKey(),  // expect: crypto-random
        try SecureEnclave.P256.KeyAgreement.PrivateKey(),  // expect: crypto-random
        P256.Signing.PrivateKey(),  // expect: crypto-random
        P256.Signing.PrivateKey(compactRepresentable: true),  // expect: crypto-random
        P256.KeyAgreement.PrivateKey(),  // expect: crypto-random
        P256.KeyAgreement.PrivateKey(compactRepresentable: true),  // expect: crypto-random
        P384.Signing.PrivateKey(),  // expect: crypto-random
        P384.Signing.PrivateKey(compactRepresentable: true),  // expect: crypto-random
        P384.KeyAgreement.PrivateKey(),  // expect: crypto-random
        P384.KeyAgreement.PrivateKey(compactRepresentable: true),  // expect: crypto-random
        P521.Signing.PrivateKey(),  // expect: crypto-random
        P521.Signing.PrivateKey(compactRepresentable: true),  // expect: crypto-random
        P521.KeyAgreement.PrivateKey(),  // expect: crypto-random
        P521.KeyAgreement.PrivateKey(compactRepresentable: true),  // expect: crypto-random
      ]
    }
    var makeKey: () -> Curve25519.Signing.PrivateKey =
      Curve25519.Signing.PrivateKey.init  // expect: crypto-random
  }

  func makeKeys(_ attributes: CFDictionary) -> SecKey? {
    var (publicKey, privateKey): (SecKey?, SecKey?)
    SecKeyGeneratePair(attributes, &publicKey, &privateKey)  // expect: crypto-random
    return SecKeyCreateRandomKey(attributes, nil)  // expect: crypto-random
  }

  // Not reported: the key and the nonce are given.

  func seal(_ text: Data, _ bytes: Data, nonce: Data) throws -> Data? {
    let key = SymmetricKey(data: bytes)
    _ = try ChaChaPoly.seal(text, using: key, nonce: ChaChaPoly.Nonce(data: nonce))
    return try AES.GCM.seal(text, using: key, nonce: AES.GCM.Nonce(data: nonce)).combined
  }
  func sign(_ text: Data, _ bytes: Data) throws -> Data {
    let key = try P256.Signing.PrivateKey(rawRepresentation: bytes)
    return try key.signature(for: text).rawRepresentation
  }
#endif

// Another type's members.
enum House {
  struct SymmetricKey { var size: Int }
  enum P256 {
    enum Signing { struct PrivateKey {} }
  }
}
let frontDoor = House.SymmetricKey(size: 4)
let backDoor = House.P256.Signing.PrivateKey()

// Texts: SymmetricKey(size: .bits256)
let help = "SymmetricKey(size: .bits256)"
