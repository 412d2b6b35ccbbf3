"""Hands complex numbers to the module of my-complex.desc."""
import numpy as np
import my_complex as c

z = (np.arange(8) + 1j * np.arange(8)[::-1]).astype(np.complex64)
want = z * z
c.main(z)
assert z.dtype == np.complex64 and (z == want).all(), z
pairs = np.zeros(4, np.dtype([("re", "<f4"), ("im", "<f4")]))
pairs["im"] = 1
c.main(pairs)
assert (pairs["re"] == -1).all()
raw = np.ones((4, 2), np.float32).view(np.uint8)
c.main(raw)
assert (raw.view(np.float32) == [0, 2]).all()
wide = np.arange(6).reshape(2, 3) * (1 + 2j)
out = np.empty_like(wide)
c.conjugates(wide, out)
assert out.dtype == np.complex128 and (out == wide.conj()).all()
one = c.ones(z)
assert one.dtype == np.complex64 and one.shape == (8,) and (one == 1).all()
for f, args in ((c.main, (z.astype(np.complex128),)), (c.conjugates, (z.reshape(2, 4), z.reshape(2, 4).copy())), (c.three, (z,))):
    try:
        f(*args)
    except TypeError as e:
        assert "has dtype complex" in str(e), e
        continue
    raise AssertionError("%s takes the wrong type" % f)
