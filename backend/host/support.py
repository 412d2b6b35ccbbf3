import ctypes
import os

import numpy


class Error(RuntimeError):
    """A run failed: a check in the program, the device, or memory."""


_ELEMENTS = {
    "bool": ("bool", ctypes.c_bool), "i8": ("int8", ctypes.c_int8), "u8": ("uint8", ctypes.c_uint8),
    "i16": ("int16", ctypes.c_int16), "u16": ("uint16", ctypes.c_uint16), "i32": ("int32", ctypes.c_int32),
    "u32": ("uint32", ctypes.c_uint32), "i64": ("int64", ctypes.c_int64), "u64": ("uint64", ctypes.c_uint64),
    "f16": ("float16", ctypes.c_uint16), "f32": ("float32", ctypes.c_float), "f64": ("float64", ctypes.c_double),
}


class _Param:
    """A parameter or result. shape is a list of _Size; complex is the type for elements of two floats, else empty."""

    def __init__(self, name, kind, elem, text, device=False, written=False, align=1, shape=(), complex=""):
        self.name, self.kind, self.elem, self.text = name, kind, elem, text
        self.device, self.written, self.align, self.shape = device, written, align, shape
        dtype, self.ctype = _ELEMENTS[elem]
        self.dtype = numpy.dtype(dtype)
        self.complex = numpy.dtype(complex) if complex else None


class _Size:
    """An expression over the nats that it uses."""

    def __init__(self, uses, value):
        self.uses, self.value = uses, value

    def __call__(self, **nats):
        return self.value(*[nats[n] for n in self.uses])


class _Function:
    def __init__(self, name, symbol, nats, params, results, requires):
        self.name, self.symbol, self.nats, self.params = name, symbol, nats, params
        self.results, self.requires = results, requires


_library = None


def load(path=None):
    """Loads the shared library: from path, or from beside this file."""
    global _library
    if path is None:
        folder = os.path.dirname(os.path.abspath(__file__))
        tried = [os.environ.get(_PROGRAM.upper() + "_LIBRARY"), os.path.join(folder, "lib" + _PROGRAM + ".so"), os.path.join(folder, _PROGRAM + ".so")]
        found = [p for p in tried if p and os.path.exists(p)]
        if not found:
            raise ImportError("no lib%s.so in %s: make it with descendc build --emit=shared" % (_PROGRAM, folder))
        path = found[0]
    _library = ctypes.CDLL(os.path.abspath(path))
    _library.descend_error.restype = _library.descend_device.restype = ctypes.c_char_p


def _lib():
    if _library is None:
        load()
    return _library


def _check(status):
    if status:
        raise Error(_lib().descend_error().decode("utf-8", "replace"))


def device():
    """Where kernels run: "cpu" or "cuda"."""
    d = _lib().descend_device()
    _check(d is None)
    return d.decode()


def _conversion(dtype, p):
    """How NumPy makes an array of the parameter's type, where that keeps what the elements are: not of structs, which are bytes."""
    to = p.complex or p.dtype
    if p.complex is None and (dtype.kind == "c" or dtype.names or "{" in p.text or "(" in p.text):
        return ""
    return '; NumPy converts it: .astype("%s")' % to


def _address(f, p, x):
    """The address and shape of an array argument."""
    what = "%s(): argument %s" % (f.name, p.name)
    if p.device and hasattr(x, "__cuda_array_interface__"):
        if device() != "cuda":
            raise TypeError("%s: lies on a GPU, but kernels run on the cpu" % what)
        i = x.__cuda_array_interface__
        dtype, shape, readonly, address = numpy.dtype(i["typestr"]), tuple(i["shape"]), i["data"][1], i["data"][0] or 0
        strides = i.get("strides")
        contiguous = strides is None or tuple(strides) == _c_strides(shape, dtype.itemsize) or 0 in shape
        fortran = False
    elif p.device and device() == "cuda":
        raise TypeError("%s: needs an array on the GPU (CuPy, PyTorch), not %s" % (what, type(x).__name__))
    elif isinstance(x, numpy.ndarray):
        dtype, shape, readonly, address = x.dtype, x.shape, not x.flags.writeable, x.ctypes.data
        contiguous, fortran = x.flags.c_contiguous, x.flags.f_contiguous
        if dtype.names and p.dtype == numpy.uint8:  # structs are bytes
            dtype, shape = p.dtype, shape + (dtype.itemsize,)
    else:
        raise TypeError("%s: needs a NumPy array, not %s" % (what, type(x).__name__))
    if p.complex is not None and dtype == p.complex:
        dtype, shape = p.dtype, shape + (dtype.itemsize,)
    if dtype != p.dtype:
        raise TypeError("%s: has dtype %s, the parameter is %s (%s)%s" % (what, dtype, p.text, p.complex or p.dtype, _conversion(dtype, p)))
    if len(shape) != len(p.shape):
        raise ValueError("%s: has shape %s, the parameter is %s with %d dimension%s" % (what, shape, p.text, len(p.shape), "" if len(p.shape) == 1 else "s"))
    if not contiguous:
        order = "in Fortran order" if fortran else "not contiguous"
        raise ValueError("%s: is %s; use numpy.ascontiguousarray" % (what, order))
    if p.written and readonly:
        raise ValueError("%s: is read-only, but %s is written" % (what, p.name))
    if address % p.align:
        raise ValueError("%s: its address is no multiple of %d" % (what, p.align))
    return address, shape


def _c_strides(shape, size):
    out = []
    for n in reversed(shape):
        out.insert(0, size)
        size *= n
    return tuple(out)


def _value(f, p, x):
    """A scalar argument."""
    what = "%s(): argument %s" % (f.name, p.name)
    kind = p.dtype.kind
    if kind == "b":
        if not isinstance(x, (bool, numpy.bool_)):
            raise TypeError("%s: needs a bool, not %s" % (what, type(x).__name__))
        return bool(x)
    if kind == "f":
        if isinstance(x, (bool, numpy.bool_)) or not isinstance(x, (int, float, numpy.integer, numpy.floating)):
            raise TypeError("%s: needs a number, not %s" % (what, type(x).__name__))
        return int(numpy.float16(x).view(numpy.uint16)) if p.elem == "f16" else float(x)
    if isinstance(x, (bool, numpy.bool_)) or not isinstance(x, (int, numpy.integer)):
        raise TypeError("%s: needs an integer, not %s" % (what, type(x).__name__))
    limits = numpy.iinfo(p.dtype)
    if not limits.min <= int(x) <= limits.max:
        raise OverflowError("%s: %d does not fit %s" % (what, x, p.elem))
    return int(x)


def _evaluate(e, nats):
    """The value of a size, None if it has none or depends on a nat that is not known."""
    try:
        return e(**nats)
    except (ZeroDivisionError, KeyError):
        return None


def _search(e, nats, name, value):
    """The value of a nat for which a size, which grows with it, is value."""
    low, high = 0, 1 << 62
    while low < high:
        middle = (low + high) // 2
        v = _evaluate(e, {**nats, name: middle})
        if middle < value if v is None else v < value:
            low = middle + 1
        else:
            high = middle
    return low if _evaluate(e, {**nats, name: low}) == value else None


def _solve(f, shapes, given):
    """The nats: those given, and those that follow from the shapes."""
    nats = {n: v for n, v in given.items() if v is not None}
    for n, v in nats.items():
        if isinstance(v, bool) or not isinstance(v, (int, numpy.integer)) or not 0 <= v < 1 << 63:
            raise ValueError("%s(): %s must be a natural number below 2**63" % (f.name, n))
        nats[n] = int(v)
    sizes = [(p, d, e, n) for p, shape in shapes for d, (e, n) in enumerate(zip(p.shape, shape))]
    progress = True
    while progress:
        progress = False
        for p, d, e, size in sizes:
            unknown = [n for n in e.uses if n not in nats]
            if len(unknown) == 1:
                v = _search(e, nats, unknown[0], size)
                if v is None:
                    raise ValueError("%s(): argument %s: no %s fits dimension %d, which is %d; the parameter is %s" % (f.name, p.name, unknown[0], d, size, p.text))
                nats[unknown[0]] = v
                progress = True
    for n in f.nats:
        if n not in nats:
            raise TypeError("%s(): nothing determines %s: give it as a keyword argument" % (f.name, n))
    for p, d, e, size in sizes:
        v = _evaluate(e, nats)
        if v != size:
            raise ValueError("%s(): argument %s: dimension %d is %d, but for these sizes %s has %s" % (f.name, p.name, d, size, p.text, v))
    return nats


def _overlap(f, buffers):
    for i, (p, a, n) in enumerate(buffers):
        for q, b, m in buffers[:i]:
            if (p.written or q.written) and a < b + m and b < a + n:
                raise ValueError("%s(): arguments %s and %s overlap, and one of them is written" % (f.name, q.name, p.name))


def _call(f, args, given):
    """Checks the arguments, calls the function and gives its results."""
    values, shapes, buffers = [], [], []
    for p, x in zip(f.params, args):
        if p.kind == "scalar":
            values.append(p.ctype(_value(f, p, x)))
            continue
        address, shape = _address(f, p, x)
        shapes.append((p, shape))
        buffers.append((p, address, int(numpy.prod(shape, dtype=object)) * p.dtype.itemsize))
        values.append(ctypes.c_void_p(address))
    nats = _solve(f, shapes, given)
    _overlap(f, buffers)
    for text, holds in f.requires:
        if not _evaluate(holds, nats):
            raise ValueError("%s() cannot run with these sizes: it needs `%s`" % (f.name, text))
    owned = [i for i, p in enumerate(f.params) if p.kind == "box"]
    for i in owned:
        values[i] = _give(f.params[i], args[i])
    values += [ctypes.c_int64(nats[n]) for n in f.nats]
    results = [ctypes.c_void_p() if p.kind == "box" else p.ctype() for p in f.results]
    _check(getattr(_lib(), f.symbol)(*values, *[ctypes.byref(r) for r in results]))
    out = tuple(_result(p, r, nats) for p, r in zip(f.results, results))
    return None if not out else out[0] if len(out) == 1 else out


def _give(p, x):
    """A copy that the function may own."""
    if p.device:
        memory = ctypes.c_void_p()
        _check(_lib().descend_alloc(ctypes.byref(memory), ctypes.c_size_t(x.nbytes)))
        _check(_lib().descend_copy_to_device(memory, ctypes.c_void_p(x.ctypes.data), ctypes.c_size_t(x.nbytes)))
        return memory
    libc = ctypes.CDLL(None)
    libc.malloc.restype = ctypes.c_void_p
    memory = ctypes.c_void_p(libc.malloc(ctypes.c_size_t(max(1, x.nbytes))))
    ctypes.memmove(memory, x.ctypes.data, x.nbytes)
    return memory


def _result(p, r, nats):
    """A result as a Python value; memory that the function gives away is copied and freed."""
    if p.kind != "box":
        return float(numpy.uint16(r.value).view(numpy.float16)) if p.elem == "f16" else r.value
    out = numpy.empty([e(**nats) for e in p.shape], p.dtype)
    if p.device:
        _check(_lib().descend_copy_to_host(ctypes.c_void_p(out.ctypes.data), r, ctypes.c_size_t(out.nbytes)))
        _check(_lib().descend_free(r))
    else:
        ctypes.memmove(out.ctypes.data, r, out.nbytes)
        ctypes.CDLL(None).free(r)
    return out if p.complex is None else out.view(p.complex)[..., 0]
