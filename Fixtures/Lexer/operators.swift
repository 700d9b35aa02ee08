// Operators by what they touch, and numbers.
a+b; a + b; a +b; a+ b; -a; a!; a?.b; a ?? b; a ? b : c; a?b:c; a! = b; a!=b; try? a; as! B
let f: (inout A<B<C>>) -> [D<E>?]= &g; x = (+); y.reduce(0, +); z ...w; 0..<10; a...; ...b
^.a; a^.b; .+. ; a.+b; a/*c*/+/*d*/b; a +// comment
b; i */ j; k +*/ l; a<<<#b#>; ≠ a ⊕ b; a−b; +̈a; a&b; &&a; |> ; <| ; ->; =>
1 1.0 1.e 1.foo 1_000.5_0 1e5 1e 1e+ 1.5e-3 0x1F 0x1.8p3 0xff.description 0xF.f 0b10_1 0o17 0X1
x.0.1.2 x .0.1 1a 0b2 0xG 1.0.0 -1 a-1 10.15.4
