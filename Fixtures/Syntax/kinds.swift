#!/usr/bin/env swift
// Each kind of node at least once; kinds.tree has the tree, as `dump-tree` prints it.
@_exported import struct A.B
#sourceLocation(file: "a.swift", line: 1)
#sourceLocation()
precedencegroup P { higherThan: Q }
infix operator +++ : P
#if os(Linux) && !DEBUG
  let a = 1
#elseif A
  let a = 2
#else
#endif

protocol Shape<Side>: AnyObject where Side: P {
  associatedtype Side: Equatable = Int
  var area: Double { get async throws }
  subscript<T>(index: T) -> Self? { get set }
}

@Wrapper(a: 1) public final class C<T: P, each U>: D.E<[Int]>, @unchecked Sendable where T == Int {
  private(set) lazy var a: [String: (x: Int, Double)?] = [:], b = 1
  var c: Int = 0 { willSet { d() } didSet(old) { d() } }
  var e: some P & Q { if a { 1 } else { 2 } }
  static func f<V>(_ a: inout V, b c: (Int) async throws(E) -> Void..., d: Int = 3) rethrows -> any P.Type {
    defer { g() }
    return .h
  }
  required init?(a: borrowing C!, _: consuming _) throws(E) { super.init(a: `self`) }
  deinit { }
  func i() -> <X: P> X { j() }
  subscript(k: [3 of Int]) -> Int { yield &l }
  #stringify(1)
}
actor A { nonisolated(unsafe) let b: repeat each T }
enum E: Int { indirect case a(b: Int, @Sendable () -> Void), c = 2 }
struct S: ~Copyable { typealias T<A> = B<A>.C; consuming func f() { discard self } }
extension [Int] where Element == S { }
protocol Old: class {}
@freestanding(expression) macro m<T>(_ a: T) -> T = #external(module: "A")
@available(macOS 12, *) #Preview("a") { View() }

outer: for try await case let (a, _)? in b where c > 0 { continue outer }
while let a, case .b(let c, d: _) = e, #available(iOS 15, *), var f: Int = g { break }
repeat { fallthrough } while a
guard a is B, !c else { throw D.e }
do throws(E) { try? a() } catch E.b where c { } catch { }
switch (a, b) {
case is Int, let c as D where e: f()
#if DEBUG
case .g: break
#endif
@unknown default: h()
}
let t: (Int, Int) = (a: 1, 2), u = ()
(v.w, x) = y
let (aa, b: cc) = dd
f { $0 } g: { [weak self, h = i.j, unowned(safe) k] (l: Int, m) async -> Int in n }
o { p, _ in q } ; r { @MainActor in s }
let _ = borrow a, d: Int
_ = a as? B ?? c ? d! : -e + f.g[h, 1]?.i(j:k:)
_ = await unsafe try! consume a + copy b
_ = \A.b?.c[0].d! ; _ = \.self
_ = "a\(b, default: "c")d" + #"e\#(f)"#
_ = #/a.b/# ; _ = 0x1F ; _ = 1.5e3 ; _ = nil ; _ = [1: true, 2: false] ; _ = [.now, Date()]
_ = reduce(0, +) ; _ = A<B, C<D>>() ; _ = a < b ; _ = (Int) -> Void.self ; _ = any P.self
_ = repeat each a ; _ = b... ; _ = #selector(c(d:)) ; _ = [3 of Int].self ; _ = M::n
_ = [A<3>.B of [2 of C?]].self ; _ = [a < b, c > d, of]
view
  .a()
  #if os(iOS)
    .b { c }
  #else
    .d
  #endif
  .e()
@_specialize(where T: _Trivial(64), U: _Class)
func specialized<T, U>(t: T, u: U) {}
