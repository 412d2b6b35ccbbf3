"""Calls the module of kinds.desc with arguments that fit and with such that do not."""
import numpy as np
import kinds


def fails(error, text, f, *args, **kwargs):
    try:
        f(*args, **kwargs)
    except error as e:
        assert text in str(e), "expected %r in %r" % (text, str(e))
        return
    raise AssertionError("no %s with %r" % (error.__name__, text))


assert kinds.numbers(-3, 255, 1, 2, 3, 4, 5, 2**64 - 2, 0.25, 1.5, 2.5, True) == (-2, 0, 2, 3, 4, 5, 6, 2**64 - 1, 0.75, 2.0, 3.0, False)
assert kinds.point(1.0, 2.0, 3) == (2.0, 1.0, 4)
v = np.linspace(0, 1, 9, dtype=np.float32)
assert (kinds.doubled(v) == 2 * v).all() and kinds.doubled(v).dtype == np.float32
assert kinds.total(np.ones(5, np.float32)) == 5.0
assert (kinds.on_device(np.arange(6, dtype=np.int32)) == np.arange(6)).all()
x, sums = np.arange(12, dtype=np.float64).reshape(3, 4), np.zeros(3)
kinds.rows(x, sums)
assert (sums == x.sum(1)).all()
points = np.zeros((4, 12), np.uint8)
kinds.shift(points, 1.5)
assert (points.view(np.float32)[:, 0] == 1.5).all()
records = np.zeros(4, np.dtype([("x", "<f4"), ("y", "<f4"), ("id", "u1")], align=True))
kinds.shift(records, 2.5)
assert (records["x"] == 2.5).all() and (records["y"] == 0).all()
h = np.arange(6, dtype=np.int32)
kinds.halves(h)
assert (h == -np.arange(6)).all()
d = np.arange(4, dtype=np.int32)
kinds.negate(d)
assert (d == -np.arange(4)).all() and kinds.device() == "cpu"
for columns in 1, 16, 17, 43:  # every block runs once, in whatever order
    terms = np.arange(3 * 2 * columns, dtype=np.int32).reshape(3, 2 * columns)
    out = np.arange(2 * columns * 37, dtype=np.int32).reshape(37, 2 * columns)
    expected = out + terms.sum(0)
    kinds.add_sums(terms, out)
    assert (out == expected).all()
assert kinds.find(np.array([5, 6, 7], np.int32), 7) == 2
nothing, floats = np.zeros(0, np.int32), np.zeros(0, np.float32)
kinds.any_halves(h)
assert (h == np.arange(6)).all()
kinds.any_halves(nothing)
kinds.negate(nothing)
assert kinds.doubled(floats).shape == (0,) and kinds.total(floats) == 0.0 and kinds.on_device(nothing).shape == (0,)
kinds.rows(np.zeros((0, 4)), np.zeros(0))
kinds.rows(np.zeros((3, 0)), sums)
assert (sums == 0).all()
kinds.shift(np.zeros((0, 12), np.uint8), 1.5)
for m, n, p in (0, 2, 2), (2, 0, 2), (2, 2, 0):
    out = np.ones((p, 2 * n), np.int32)
    kinds.add_sums(np.zeros((m, 2 * n), np.int32), out)
    assert (out == 1).all()

fails(kinds.Error, "kinds.desc:49:8: index out of bounds: i: the index is 3, there are 3 elements", kinds.find, np.array([5, 6, 7], np.int32), 8)
fails(kinds.Error, "division by zero", kinds.divide, 1, 0)
fails(kinds.Error, "assertion failed: x > 0", kinds.positive, -1)
fails(kinds.Error, "assertion failed: x < 1000; in block (1), thread (0)", kinds.halves, np.array([1, 2, 1000, 4], np.int32))
fails(kinds.Error, "nested too deeply", kinds.deep, 2**40)
assert kinds.factorial(20) == 2432902008176640000  # and all works after errors

fails(OverflowError, "300 does not fit u8", kinds.numbers, 0, 300, 0, 0, 0, 0, 0, 0, 0.0, 0.0, 0.0, True)
fails(TypeError, "needs an integer, not float", kinds.factorial, 1.0)
fails(TypeError, "needs a bool, not int", kinds.numbers, 0, 0, 0, 0, 0, 0, 0, 0, 0.0, 0.0, 0.0, 1)
fails(TypeError, "needs a NumPy array, not list", kinds.doubled, [1.0])
fails(TypeError, "dtype float64, the parameter is [f32; n] (float32)", kinds.doubled, np.zeros(3))
fails(TypeError, "dtype >f4", kinds.doubled, np.zeros(3, ">f4"))
fails(ValueError, "has shape (2, 2)", kinds.doubled, np.zeros((2, 2), np.float32))
fails(ValueError, "for these sizes", kinds.shift, np.zeros(4, [("x", "<f4"), ("y", "<f4"), ("id", "u1")]), 1.0)
fails(ValueError, "in Fortran order", kinds.rows, np.asfortranarray(np.zeros((3, 4))), sums)
fails(ValueError, "not contiguous", kinds.doubled, v[::2])
read_only = np.zeros(3)
read_only.flags.writeable = False
fails(ValueError, "read-only", kinds.rows, x, read_only)
fails(ValueError, "overlap", kinds.rows, x, x.reshape(12)[:3])
fails(ValueError, "for these sizes [f64; m] has 3", kinds.rows, x, np.zeros(5))
fails(ValueError, "no n fits dimension 0, which is 5", kinds.halves, np.zeros(5, np.int32))
fails(ValueError, "for these sizes [f32; n] has 4", kinds.doubled, v, n=4)
fails(ValueError, "needs `n >= 1`", kinds.halves, np.zeros(0, np.int32))


class OnGPU:
    __cuda_array_interface__ = {"shape": (4,), "typestr": "<i4", "data": (4096, False), "version": 3}


fails(TypeError, "lies on a GPU, but kernels run on the cpu", kinds.negate, OnGPU())
print("done")
