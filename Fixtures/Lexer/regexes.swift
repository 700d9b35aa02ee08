// Regex literals, and slashes that are none.
let a = /abc/, b = /[)]\/"{/, c = x / y / z, d = f(/, /), e = [/, +], g = (/a)/b
let h = #/a/b/#, i = ##/"a"/#b/##, j = #/
  a # comment
  (b /* c */
/#.firstMatch(in: "/a/")
x /y/ z
x
/y/
.z
return / a/
try? /a b/.wholeMatch(in: c); try! / a/
!/a/ ^ /b/ + /c/; a ? /b/ : /c/; _ = /x}*/ .self; func /(a: B) {} ; operator /^/
{ _ in /a/ } ; m { /a /; /b / } ; a=>/b/ ; = //comment/ ; = /*comment*/ /d/
#/cut off
##/cut off/#
#/
  not closed
