# reference.py NAME: reads f64 numbers (pairs of them for pow and atan2) from the standard input and writes, for each, the value
# of the function as a sum of two f64, computed by MPFR with 200 bits; the second times 2^400 where the first is below 1e-200.
# Needs gmpy2.
import struct
import sys

import gmpy2

gmpy2.get_context().precision = 200
gmpy2.get_context().emax = 1 << 20
gmpy2.get_context().emin = -(1 << 20)
name = sys.argv[1]
functions = {"pow": lambda x, y: x**y, "atan2": gmpy2.atan2, "exp": gmpy2.exp, "exp2": gmpy2.exp2, "exp10": gmpy2.exp10,
             "expm1": gmpy2.expm1, "log": gmpy2.log, "log2": gmpy2.log2, "log10": gmpy2.log10, "log1p": gmpy2.log1p,
             "sin": gmpy2.sin, "cos": gmpy2.cos, "tan": gmpy2.tan, "asin": gmpy2.asin, "acos": gmpy2.acos, "atan": gmpy2.atan,
             "sinh": gmpy2.sinh, "cosh": gmpy2.cosh, "tanh": gmpy2.tanh, "cbrt": gmpy2.cbrt, "erf": gmpy2.erf, "erfc": gmpy2.erfc,
             "sqrt": gmpy2.sqrt, "rsqrt": gmpy2.rec_sqrt, "hypot": gmpy2.hypot}
f = functions[name]
data = sys.stdin.buffer.read()
out = bytearray()
mpfr = gmpy2.mpfr
step = 2 if name in ("pow", "atan2", "hypot") else 1
numbers = struct.unpack("<%dd" % (len(data) // 8), data)
for i in range(0, len(numbers), step):
    r = f(*[mpfr(x) for x in numbers[i:i + step]])
    hi = float(r)
    lo = 0.0
    if gmpy2.is_finite(r) and abs(hi) != float("inf"):
        lo = float((r - mpfr(hi)) * (mpfr(2) ** 400 if abs(hi) < 1e-200 else 1))
    out += struct.pack("<dd", hi, lo)
sys.stdout.buffer.write(out)
