/* Arrays in .npy files: versions 1 to 3, C order. */
#include <errno.h>
#include <sys/stat.h>

enum { MAX_RANK = 64 };

/* That there was none for an argument. */
static bool no_memory;

typedef struct {
	char descr[16];
	bool fortran;
	int rank;
	int swapped; /* bytes of numbers in big-endian order, 0 of others */
	int64_t shape[MAX_RANK];
} npy_header;

/* The type of elements in a file: "<i4" for i32. */
static const char *npy_descr(const char *elem) {
	static const char *const table[][2] = {
		{"bool", "|b1"}, {"i8", "|i1"}, {"u8", "|u1"}, {"i16", "<i2"}, {"u16", "<u2"}, {"i32", "<i4"}, {"u32", "<u4"},
		{"i64", "<i8"}, {"u64", "<u8"}, {"f16", "<f2"}, {"f32", "<f4"}, {"f64", "<f8"},
	};
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
		if (!strcmp(elem, table[i][0]))
			return table[i][1];
	return "?";
}

/* A type string without the order of bytes. */
static const char *plain_descr(const char *a) { return a + (*a && strchr("<=|>", *a)); }

/* Whether two type strings mean the same type, in whatever order of bytes. */
static bool same_descr(const char *a, const char *want) {
	a = plain_descr(a);
	return !strcmp(strcmp(a, "?") ? a : "b1", want + 1);
}

/* How NumPy makes an array of the type of a parameter of one of another type; "" if it does not, or imaginary parts would go. */
static const char *conversion(const char *descr, const descend_param *p) {
	static char out[80];
	const char *from = plain_descr(descr), *to = plain_descr(p->complex ? p->complex : npy_descr(p->elem));
	const char *kind = *to == 'f' ? "float" : *to == 'i' ? "int" : *to == 'u' ? "uint" : *to == 'c' ? "complex" : "bool";
	bool raw = !p->complex && !strcmp(p->elem, "u8") && !strstr(p->type, "u8"); /* the bytes of structs */
	if (raw || !*from || !strchr(p->complex ? "fiub?c" : "fiub?", *from))
		return "";
	if (*to == 'b')
		snprintf(out, sizeof out, "; NumPy converts it: .astype(\"bool\")");
	else
		snprintf(out, sizeof out, "; NumPy converts it: .astype(\"%s%d\")", kind, 8 * atoi(to + 1));
	return out;
}

static const char *skip(const char *s) { return s + strspn(s, " \t\r\n"); }

/* Reads the value of a key of the header, a Python dictionary. */
static const char *npy_value(const char *text, const char *key) {
	char quoted[32];
	for (const char *q = "'\""; *q; q++) {
		snprintf(quoted, sizeof quoted, "%c%s%c", *q, key, *q);
		const char *p = strstr(text, quoted);
		if (p && *(p = skip(p + strlen(quoted))) == ':')
			return skip(p + 1);
	}
	return NULL;
}

static bool npy_parse(const char *text, npy_header *h) {
	const char *descr = npy_value(text, "descr"), *order = npy_value(text, "fortran_order"), *shape = npy_value(text, "shape");
	if (!descr || !order || !shape || !strchr("'\"", *descr) || *shape != '(')
		return false;
	const char *end = strchr(descr + 1, *descr);
	if (!end || (size_t)(end - descr) > sizeof h->descr)
		return false;
	memcpy(h->descr, descr + 1, (size_t)(end - descr - 1));
	h->descr[end - descr - 1] = 0;
	h->fortran = !strncmp(order, "True", 4);
	if (!h->fortran && strncmp(order, "False", 5))
		return false;
	h->rank = 0;
	for (const char *p = skip(shape + 1); *p != ')';) {
		char *rest;
		errno = 0;
		long long n = strtoll(p, &rest, 10);
		if (rest == p || errno || n < 0 || h->rank == MAX_RANK)
			return false;
		h->shape[h->rank++] = n;
		p = skip(rest);
		if (*p == ',')
			p = skip(p + 1);
		else if (*p != ')')
			return false;
	}
	return true;
}

static void format_shape(char *out, size_t n, int rank, const int64_t *shape) {
	size_t used = (size_t)snprintf(out, n, "(");
	for (int i = 0; i < rank && used < n; i++)
		used += (size_t)snprintf(out + used, n - used, "%s%lld", i ? ", " : "", (long long)shape[i]);
	if (used < n)
		snprintf(out + used, n - used, "%s", rank == 1 ? ",)" : ")");
}

/* Reads the header. The error is noted and false given if the file is not one that can be read. */
static bool npy_read_header(FILE *f, const char *file, npy_header *h) {
	unsigned char start[12];
	size_t have = fread(start, 1, 8, f);
	if (have < 6 || memcmp(start, "\x93NUMPY", 6))
		return set_error(NULL, "%s: not a .npy file%s", file, have ? " (wrong magic bytes)" : ": it is empty"), false;
	size_t length_bytes = start[6] == 1 ? 2 : 4;
	if (have < 8 || fread(start + 8, 1, length_bytes, f) != length_bytes)
		return set_error(NULL, "%s: truncated: it ends inside the header", file), false;
	if (start[6] < 1 || start[6] > 3)
		return set_error(NULL, "%s: version %d of the .npy format is not known", file, start[6]), false;
	size_t length = start[8] | (size_t)start[9] << 8;
	if (length_bytes == 4)
		length |= (size_t)start[10] << 16 | (size_t)start[11] << 24;
	if (length > 1 << 20)
		return set_error(NULL, "%s: a header of %zu bytes is too long", file, length), false;
	char *text = malloc(length + 1);
	if (!text || fread(text, 1, length, f) != length) {
		free(text);
		return set_error(NULL, "%s: truncated: it ends inside the header", file), false;
	}
	text[length] = 0;
	bool ok = npy_parse(text, h);
	const char *descr = npy_value(text, "descr");
	if (!ok)
		set_error(NULL, descr && (*descr == '[' || *descr == '(') ? "%s: the elements are structures (a structured dtype); only plain scalars can be read" :
			"%s: the header is malformed", file);
	free(text);
	return ok;
}

/* Takes complex numbers for the bytes of the structs that a parameter has: a dimension more, which changes no order. */
static void npy_complex(npy_header *h, const descend_param *p) {
	if (!p->complex || h->rank == MAX_RANK || !same_descr(h->descr, p->complex))
		return;
	h->swapped = *h->descr == '>' ? atoi(p->complex + 2) / 2 : 0; /* each part by itself */
	int above1 = 0;
	for (int i = 0; i < h->rank; i++)
		above1 += h->shape[i] != 1;
	h->fortran = h->fortran && above1 > 1;
	h->shape[h->rank++] = atoi(p->complex + 2);
	strcpy(h->descr, "|u1");
}

/* Puts the bytes of numbers in our order, and wants bools to be some. */
static bool npy_finish(const char *file, const descend_param *p, const npy_header *h, unsigned char *data, int64_t bytes) {
	for (int64_t i = 0; h->swapped && i < bytes; i += h->swapped)
		for (int low = 0, high = h->swapped - 1; low < high; low++, high--) {
			unsigned char c = data[i + low];
			data[i + low] = data[i + high], data[i + high] = c;
		}
	for (int64_t i = 0; !strcmp(p->elem, "bool") && i < bytes; i++)
		if (data[i] > 1)
			return set_error(NULL, "%s: element %lld is the byte %d, which is no bool", file, (long long)i, data[i]), false;
	return true;
}

/* Reads an array of elements of a type. The caller frees data. */
static bool npy_read(const char *file, const descend_param *p, npy_header *h, void **data) {
	FILE *f = fopen(file, "rb");
	struct stat st;
	if (!f)
		return set_error(NULL, "%s: %s", file, strerror(errno)), false;
	*data = NULL;
	bool ok = false;
	if (!fstat(fileno(f), &st) && S_ISDIR(st.st_mode)) {
		set_error(NULL, "%s: is a folder", file);
	} else if (npy_read_header(f, file, h)) {
		char shape[200];
		h->swapped = *h->descr == '>' && p->size > 1 ? p->size : 0;
		npy_complex(h, p);
		format_shape(shape, sizeof shape, h->rank, h->shape);
		int64_t count = 1, bytes = 0;
		bool fits = true;
		int above1 = 0;
		for (int i = 0; i < h->rank; i++) {
			fits = fits && !__builtin_mul_overflow(count, h->shape[i], &count);
			above1 += h->shape[i] != 1;
		}
		fits = fits && !__builtin_mul_overflow(count, p->size, &bytes);
		if (!same_descr(h->descr, npy_descr(p->elem)))
			set_error(NULL, "%s: holds '%s', the parameter is %s ('%s')%s", file, h->descr, p->type, npy_descr(p->elem), conversion(h->descr, p));
		else if (h->rank != p->rank)
			set_error(NULL, "%s: has shape %s, the parameter is %s with %d dimension%s", file, shape, p->type, p->rank, p->rank == 1 ? "" : "s");
		else if (h->fortran && above1 > 1 && count > 0)
			set_error(NULL, "%s: the array is stored in Fortran order; save it with np.ascontiguousarray", file);
		else if (!fits)
			set_error(NULL, "%s: shape %s is too large", file, shape);
		else if (S_ISREG(st.st_mode) && st.st_size - ftell(f) != bytes)
			set_error(NULL, "%s: %s: %lld bytes of data, shape %s of %s needs %lld", file, st.st_size - ftell(f) < bytes ? "truncated" : "too long",
				(long long)(st.st_size - ftell(f)), shape, p->elem, (long long)bytes);
		else if (!(*data = host_memory((uint64_t)bytes)))
			set_error(NULL, "%s: out of memory: %lld bytes", file, (long long)bytes), no_memory = true;
		else if (fread(*data, 1, (size_t)bytes, f) != (size_t)bytes)
			set_error(NULL, "%s: truncated: shape %s of %s needs %lld bytes", file, shape, p->elem, (long long)bytes);
		else
			ok = npy_finish(file, p, h, *data, bytes);
	}
	fclose(f);
	if (!ok) {
		free(*data);
		*data = NULL;
	}
	return ok;
}

/* Writes an array. A file appears whole or not at all; what is no ordinary file, or has no name any more, is written in
 * place. */
static bool npy_write(const char *file, const descend_param *p, const int64_t *shape, const void *data) {
	struct stat st;
	bool in_place = !stat(file, &st) && (!S_ISREG(st.st_mode) || !st.st_nlink);
	char temporary[4096], text[512], dims[400];
	if (snprintf(temporary, sizeof temporary, in_place ? "%s" : "%s.%d.tmp", file, (int)getpid()) >= (int)sizeof temporary)
		return set_error(NULL, "%s: the name is too long", file), false;
	format_shape(dims, sizeof dims, p->complex ? p->rank - 1 : p->rank, shape);
	int n = snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", p->complex ? p->complex : npy_descr(p->elem), dims);
	int padded = (10 + n + 1 + 63) / 64 * 64 - 10;
	unsigned char start[10] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)(padded & 255), (unsigned char)(padded >> 8)};
	size_t bytes = (size_t)p->size;
	for (int i = 0; i < p->rank; i++)
		bytes *= (size_t)shape[i];
	FILE *f = fopen(temporary, "wb");
	bool ok = f && fwrite(start, 1, 10, f) == 10 && fprintf(f, "%s%*s\n", text, padded - n - 1, "") > 0 && fwrite(data, 1, bytes, f) == bytes;
	int error = errno;
	if (f && fclose(f)) {
		ok = false;
		error = errno;
	}
	if (ok && !in_place && rename(temporary, file)) {
		ok = false;
		error = errno;
	}
	if (ok)
		return true;
	if (f && !in_place)
		unlink(temporary);
	return set_error(NULL, "cannot write %s: %s", file, strerror(error)), false;
}
