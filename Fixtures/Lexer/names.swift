#!/usr/bin/env swift
// Names, keywords and what is read as a name.
import struct Foundation.Date
import Foundation::Date

let `class` = `hello world`(), `a/b` = x.`init`, `unterminated = 1
let été = "日本", 🙂 = $0 + $12 + $name, _ = _a, a$b = $
func precedencegroups(precedencegroup associatedtypes: Self) async throws -> Any { self }
#if canImport(Glibc) && compiler(>=6)
  #available(macOS 13, *) ; #unavailable(iOS 1) ; #sourceLocation(file: "a", line: 1)
#elseif swift(>=10.15)
  #warning("a") ; #selector(a) ; @attached(member) macro m() = #externalMacro(module: "A", type: "B")
#else
# if
#endif
<#placeholder#> <#with spaces, and "quotes"#> a<#T##Int#>b <#open
let curly = “quoted text” + ”
aVeryLongIdentifierThatIsLongerThanAnyKeyword.fallthrough.andAnotherOneÜbermäßigLang
