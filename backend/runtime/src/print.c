/* What the host prints comes after what kernels print that were launched before, and not at all if one was stopped. */
static void seen(void) {
	if (device.cuda && cuda_wait(NULL))
		end_call();
}

/* print: floats in the shortest form that reads back. */

DESCEND_RT void descend_print_char(uint64_t c) {
	char out[5] = {0};
	seen();
	if (c < 0x80) {
		out[0] = (char)c;
	} else if (c < 0x800) {
		out[0] = (char)(0xc0 | c >> 6), out[1] = (char)(0x80 | (c & 63));
	} else if (c < 0x10000) {
		out[0] = (char)(0xe0 | c >> 12), out[1] = (char)(0x80 | (c >> 6 & 63)), out[2] = (char)(0x80 | (c & 63));
	} else {
		out[0] = (char)(0xf0 | c >> 18), out[1] = (char)(0x80 | (c >> 12 & 63)), out[2] = (char)(0x80 | (c >> 6 & 63)), out[3] = (char)(0x80 | (c & 63));
	}
	fputs(out, stdout);
}

static bool reads_back(const char *text, double x, int bits) {
	switch (bits) {
	case 16:
		return (double)(_Float16)strtod(text, NULL) == x;
	case 32:
		return (double)strtof(text, NULL) == x;
	}
	return strtod(text, NULL) == x;
}

/* Writes x, a number of 16, 32 or 64 bits: 1.5, 1e+06, NaN, +Inf. */
static void format_float(char *out, size_t n, double x, int bits) {
	if (x != x) {
		snprintf(out, n, "NaN");
		return;
	}
	if (x - x != 0) {
		snprintf(out, n, x > 0 ? "+Inf" : "-Inf");
		return;
	}
	char text[40]; /* -d.ddde+xx with as few digits as possible */
	int digits = 0;
	do
		snprintf(text, sizeof text, "%.*e", digits, x);
	while (!reads_back(text, x, bits) && ++digits < 17);
	char *e = strchr(text, 'e');
	int exponent = atoi(e + 1);
	if (exponent < -4 || exponent >= 6)
		snprintf(out, n, "%s", text);
	else
		snprintf(out, n, "%.*f", digits > exponent ? digits - exponent : 0, strtod(text, NULL));
}

static void print_float(double x, int bits) {
	char out[400];
	seen();
	format_float(out, sizeof out, x, bits);
	fputs(out, stdout);
}

DESCEND_RT void descend_print_bool(uint64_t v) { seen(), fputs(v & 1 ? "true" : "false", stdout); }
DESCEND_RT void descend_print_i1(uint64_t v) { descend_print_bool(v); }
DESCEND_RT void descend_print_f16(double x) { print_float(x, 16); }
DESCEND_RT void descend_print_f32(double x) { print_float(x, 32); }
DESCEND_RT void descend_print_f64(double x) { print_float(x, 64); }

#define SIGNED(type) \
	DESCEND_RT void descend_print_##type(int64_t v) { seen(), printf("%lld", (long long)v); }
#define UNSIGNED(type) \
	DESCEND_RT void descend_print_##type(uint64_t v) { seen(), printf("%llu", (unsigned long long)v); }
SIGNED(i8) SIGNED(i16) SIGNED(i32) SIGNED(i64) UNSIGNED(u8) UNSIGNED(u16) UNSIGNED(u32) UNSIGNED(u64)
#undef SIGNED
#undef UNSIGNED

/* print in a kernel on the CPU. */
DESCEND_RT __attribute__((format(printf, 1, 2))) void descend_rt_printf(const char *format, ...) {
	va_list args;
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
}
