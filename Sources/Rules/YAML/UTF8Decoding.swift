/// The Unicode scalar whose UTF-8 begins at the offset; nil where the bytes are not UTF-8.
func unicodeScalar(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
  guard UTF8.isASCII(bytes[offset]) == false else { return Unicode.Scalar(bytes[offset]) }
  var iterator = bytes[offset...].makeIterator()
  var decoder = UTF8()
  switch decoder.decode(&iterator) {
  case .scalarValue(let scalar): return scalar
  case .emptyInput, .error: return nil
  }
}
