// String literals.
"" "a" "a\"b" "\\" "\u{41}" 'a' 'b\'c' "unterminated
"a\(b)c" "\(a)\(b)" "\(f("nested \("deep \(er)") text"))" "\(a // comment
"\(a, [b], { (c) }())" #"raw \(a) \#(b) "quoted""# ##"a"#b\##(c)"## #"""# #""a""#
"""
a "" b "c" \""" d \(
  """
  nested \(a)
  """
) \
e // no comment /* nor this
""" + #"""
  """ \(a) \#(b) \##(c)
  """#
"a"b"c" "\(/regex with )/)" "\(try? a)" """
unterminated "multi-line" string
\(
