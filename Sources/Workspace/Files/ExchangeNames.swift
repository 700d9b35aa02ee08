#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Gives each of two names in a folder to the file that has the other one, at one blow. Not every
/// system and file system can. What fails is part of the result.
func tryToExchange(
  _ first: some Collection<UInt8>, _ second: some Collection<UInt8>, in folder: Int32
) -> Result<Int32, FileError> {
  first.withCString { first in
    second.withCString { second in
      systemCall { exchangeNames(first, second, in: folder) }
    }
  }
}

private func exchangeNames(
  _ first: UnsafePointer<CChar>, _ second: UnsafePointer<CChar>, in folder: Int32
) -> Int32 {
  #if canImport(Darwin)
    return renameatx_np(folder, first, folder, second, UInt32(RENAME_SWAP))
  #elseif canImport(Glibc)
    let exchange: UInt32 = 2
    return renameat2(folder, first, folder, second, exchange)
  #else
    errno = ENOSYS
    return -1
  #endif
}

#if canImport(Glibc)
  /// From the C library, whose module does not show what is Linux's own.
  @_silgen_name("renameat2") private func renameat2(
    _ oldFolder: Int32, _ old: UnsafePointer<CChar>,
    _ newFolder: Int32, _ new: UnsafePointer<CChar>, _ flags: UInt32
  ) -> Int32
#endif
