/* The command line of an executable: arguments by parameter name, as in "descendc run". */

typedef struct {
	void *data; /* of a buffer */
	int64_t shape[MAX_RANK];
	union {
		uint64_t bits;
		float f32;
		double f64;
		_Float16 f16;
	} scalar;
	const char *given, *out;
} argument;

typedef struct {
	const descend_function *f;
	argument *args;
	int64_t *nats;
	bool *known; /* nats */
	bool stats;
} command;

/* Writes a field of the report, which is a line. */
static void put_line(FILE *f, const char *s) {
	for (; *s; s++)
		fputc(*s == '\n' ? ' ' : *s, f);
	fputc('\n', f);
}

/* Wrong usage ends the program with status 2, a failed run with 1, a missing device with 3. */
static int report(const char *program, int status) {
	const char *file = getenv("DESCEND_REPORT");
	FILE *f = file && *file ? fopen(file, "w") : NULL;
	if (f) { /* for a program that reads it: one field a line */
		put_line(f, last.site.file ? last.site.file : "");
		fprintf(f, "%d\n%d\n", last.site.line, last.site.column);
		put_line(f, last.headline);
		put_line(f, last.label);
		put_line(f, last.note);
		fclose(f);
	} else {
		fflush(stdout);
		fprintf(stderr, "%s: %s\n", program, descend_error());
	}
	return status;
}

static const char *find_value(const char *s, const char *name) {
	size_t n = strlen(name);
	return !strncmp(s, name, n) && s[n] == '=' ? s + n + 1 : NULL;
}

/* Reads an integer as programs have them: 12, -1_000, 0xff, 0o17, 0b1010. errno is ERANGE if it has more than 64 bits. */
static bool parse_integer(const char *s, bool *negative, uint64_t *value) {
	*negative = *s == '-';
	s += *s == '-' || *s == '+';
	uint64_t base = 10;
	if (*s == '0' && s[1] && s[2]) {
		int c = s[1] | 32;
		base = c == 'x' ? 16 : c == 'o' ? 8 : c == 'b' ? 2 : 10;
		s += base == 10 ? 0 : 2;
	}
	if (base == 10 && *s == '_')
		return false;
	bool digits = false;
	errno = 0;
	for (*value = 0; *s; s++) {
		if (*s == '_')
			continue;
		uint64_t d = *s >= '0' && *s <= '9' ? *s - '0' : (*s | 32) >= 'a' && (*s | 32) <= 'f' ? (*s | 32) - 'a' + 10 : 99;
		if (d >= base)
			return false;
		if (__builtin_mul_overflow(*value, base, value) || __builtin_add_overflow(*value, d, value))
			errno = ERANGE;
		digits = true;
	}
	return digits;
}

/* Reads a decimal number, inf or nan; NULL, or what is wrong. */
static const char *parse_float(const descend_param *p, argument *a) {
	char text[400], *end = text;
	for (const char *s = a->given; *s; s++)
		if (*s != '_' || s == a->given)
			if ((*end++ = *s), end == text + sizeof text - 1)
				return "expected a number of type";
	*end = 0;
	double v = strtod(text, &end);
	if (end == text || *end || strpbrk(text, "xX_"))
		return "expected a decimal number of type";
	bool infinite = strpbrk(text, "iI") != NULL;
	a->scalar.bits = 0;
	if (p->size == 2)
		a->scalar.f16 = (_Float16)v, v = (double)a->scalar.f16;
	else if (p->size == 4)
		a->scalar.f32 = strtof(text, &end), v = (double)a->scalar.f32;
	else
		a->scalar.f64 = v;
	return __builtin_isinf(v) && !infinite ? "too large, where infinity is inf, for" : NULL;
}

/* Reads the value of a scalar; NULL, or what is wrong with it, to say before its type. */
static const char *parse_scalar(const descend_param *p, argument *a) {
	const char *s = a->given, *end;
	for (int i = 0; p->num_enums && i < p->enums->count; i++) /* Op::Add is Add */
		if (!strcmp(s, p->enums->variants[i]) || ((end = strrchr(s, ':')) && !strcmp(end + 1, p->enums->variants[i]))) {
			a->scalar.bits = (uint64_t)i;
			return NULL;
		}
	if (!strcmp(p->elem, "bool")) {
		a->scalar.bits = !strcmp(s, "true");
		return a->scalar.bits || !strcmp(s, "false") ? NULL : "expected true or false, of type";
	}
	if (p->elem[0] == 'f')
		return parse_float(p, a);
	bool negative, is_signed = p->elem[0] == 'i';
	uint64_t v, most = UINT64_MAX >> (64 - 8 * p->size + is_signed);
	if (!parse_integer(s, &negative, &v))
		return "expected an integer of type";
	if (errno || (negative && v && !is_signed) || v > most + (negative && is_signed))
		return "does not fit into";
	a->scalar.bits = negative ? -v : v;
	return NULL;
}

/* Reads random or random:SEED. */
static bool is_random(const char *s, uint64_t *seed) {
	*seed = 0;
	if (!strcmp(s, "random"))
		return true;
	if (strncmp(s, "random:", 7) || s[7] < '0' || s[7] > '9')
		return false;
	char *end;
	errno = 0;
	*seed = strtoull(s + 7, &end, 10);
	return !*end && !errno;
}

static bool is_generator(const char *s) {
	uint64_t seed;
	return !strcmp(s, "zeros") || !strcmp(s, "ones") || !strcmp(s, "iota") || is_random(s, &seed);
}

/* The state of a PCG generator with DXSM output (M. E. O'Neill, 2014 and 2019), the one of Go's math/rand/v2: a seed gives
 * the same numbers here and in descendc run. */
typedef unsigned __int128 random_state;

static uint64_t random_bits(random_state *state) {
	const random_state times = (random_state)2549297995355413924u << 64 | 4865540595714422341u;
	const random_state plus = (random_state)6364136223846793005u << 64 | 1442695040888963407u;
	*state = *state * times + plus;
	uint64_t high = (uint64_t)(*state >> 64), low = (uint64_t)*state;
	high ^= high >> 32;
	high *= 0xda942042e4dd58b5u;
	high ^= high >> 48;
	return high * (low | 1);
}

/* A number below n, all with the same chance. */
static uint64_t random_below(random_state *state, uint64_t n) {
	if (!(n & (n - 1)))
		return random_bits(state) & (n - 1);
	for (;;) {
		random_state product = (random_state)random_bits(state) * n;
		if ((uint64_t)product >= n || (uint64_t)product >= -n % n)
			return (uint64_t)(product >> 64);
	}
}

/* Whether the elements are bf16: they are kept as their bits, in no other u16. */
static bool holds_bf16(const descend_param *p) { return !strcmp(p->elem, "u16") && strstr(p->type, "bf16"); }

/* Fills an array: with 0, 1 or i, which wraps where the type does not hold it exactly, or with random numbers: bools, u in
 * 0..99, i in -100..99, f in [0, 1). */
static void generate(const descend_param *p, const char *how, int64_t count, char *data) {
	int bits = 8 * p->size;
	bool is_bf16 = holds_bf16(p), is_float = p->elem[0] == 'f' || is_bf16, is_bool = !strcmp(p->elem, "bool"), is_signed = p->elem[0] == 'i';
	uint64_t most = is_bool ? 1 : is_float ? (1ull << (is_bf16 ? 8 : bits == 16 ? 11 : bits == 32 ? 24 : 53)) - 1 : UINT64_MAX >> (64 - bits), seed;
	bool at_random = is_random(how, &seed);
	random_state state = (random_state)seed << 64 | 0x64657363656e64u;
	for (int64_t i = 0; i < count; i++, data += p->size) {
		uint64_t v = *how == 'z' ? 0 : *how == 'o' ? 1 : (uint64_t)i & most;
		double scale = 1;
		if (at_random && is_bool)
			v = random_bits(&state) >> 63;
		else if (at_random && is_float)
			v = random_below(&state, most + 1), scale = (double)(most + 1);
		else if (at_random)
			v = is_signed ? random_below(&state, 200) - 100 : random_below(&state, 100);
		double d = (double)v / scale;
		float f = (float)d;
		_Float16 h = (_Float16)d;
		if (is_bf16) { /* exact in the upper half of an f32 */
			uint32_t word;
			memcpy(&word, &f, sizeof word);
			v = word >> 16;
		}
		memcpy(data, !is_float || is_bf16 ? (void *)&v : bits == 16 ? (void *)&h : bits == 32 ? (void *)&f : (void *)&d, (size_t)p->size);
	}
}

/* The number of the one nat that an expression depends on and that is not known; -1: none, -2: several. An
 * expression depends on a nat if another value of it gives another result. */
static int sole_unknown(const command *c, descend_expr *e) {
	int found = -1;
	int64_t nats[c->f->num_nats + 1], v, w;
	for (int i = 0; i < c->f->num_nats; i++) {
		if (c->known[i])
			continue;
		bool depends = false;
		for (int64_t base = 1; base <= 1 << 20 && !depends; base *= 1024)
			for (int64_t x = 0; x <= 1 << 20 && !depends; x = x ? 2 * x : 1) {
				for (int j = 0; j < c->f->num_nats; j++)
					nats[j] = c->known[j] ? c->nats[j] : base;
				bool a = e(nats, &v);
				nats[i] = x;
				bool b = e(nats, &w);
				depends = a != b || (a && v != w);
			}
		if (depends)
			found = found == -1 ? i : -2;
		if (found == -2)
			return found;
	}
	return found;
}

/* Finds the value of nat i for which an expression is value: by search, since sizes grow with their nats. */
static bool solve(command *c, descend_expr *e, int i, int64_t value) {
	int64_t low = 0, high = (int64_t)1 << 62, v;
	while (low < high) {
		int64_t middle = low + (high - low) / 2;
		c->nats[i] = middle;
		if (e(c->nats, &v) ? v < value : middle < value)
			low = middle + 1;
		else
			high = middle;
	}
	c->nats[i] = low;
	return e(c->nats, &v) && v == value;
}

static const descend_param *nat_param(const descend_function *f, int n) {
	for (int i = 0; i < f->num_params; i++)
		if (f->params[i].kind == DESCEND_NAT && n-- == 0)
			return &f->params[i];
	return NULL;
}

/* Finds the nats that -D did not give from the shapes of the arrays that were read, and checks the shapes. */
static bool solve_nats(command *c) {
	const descend_function *f = c->f;
	for (bool progress = true; progress;) {
		progress = false;
		for (int i = 0; i < f->num_params; i++)
			for (int d = 0; c->args[i].data && d < f->params[i].rank; d++) {
				if (c->args[i].shape[d] < 0)
					continue;
				int n = sole_unknown(c, f->params[i].shape[d]);
				if (n < 0)
					continue;
				if (!solve(c, f->params[i].shape[d], n, c->args[i].shape[d]))
					return set_error(NULL, "%s: no %s fits dimension %d, which is %lld; the parameter is %s", c->args[i].given,
						nat_param(f, n)->name, d, (long long)c->args[i].shape[d], f->params[i].type), false;
				c->known[n] = progress = true;
			}
	}
	for (int n = 0; n < f->num_nats; n++)
		if (!c->known[n])
			return set_error(NULL, "nothing determines the nat %s of %s: give it with -D %s=..", nat_param(f, n)->name, f->name, nat_param(f, n)->name), false;
	for (int i = 0; i < f->num_params; i++)
		for (int d = 0; c->args[i].data && d < f->params[i].rank; d++) {
			int64_t v;
			if (!f->params[i].shape[d](c->nats, &v) || (v != c->args[i].shape[d] && c->args[i].shape[d] >= 0))
				return set_error(NULL, "%s: dimension %d is %lld, but for these sizes %s has %lld", c->args[i].given, d, (long long)c->args[i].shape[d],
					f->params[i].type, (long long)v), false;
		}
	return true;
}

/* Elements on the command line, 1,2,3 or [[1, 2], [3, 4]], while they are read. */
typedef struct {
	const descend_param *p;
	argument *a;
	const char *at; /* in the text */
	char *end;      /* of the data */
} list;

/* Whether an array is given as its elements, or as one number. A file with such a name is ./1,2,3. */
static bool is_list(const descend_param *p, const char *s) {
	size_t n = strlen(s);
	if (!n || strchr(s, '/') || (n >= 4 && !strcmp(s + n - 4, ".npy")) || is_generator(s))
		return false;
	argument a = {.given = s};
	bool negative;
	uint64_t v;
	if (*s == '[' || strchr(s, ',') || !parse_scalar(p, &a) || parse_integer(s, &negative, &v))
		return true;
	char *end;
	strtod(s, &end);
	return !*end && strpbrk(s, "0123456789");
}

/* Whether an argument is the name of a file. */
static bool is_file(const descend_param *p, const char *given) { return is_buffer(p) && !is_generator(given) && !is_list(p, given); }

static bool wrong_list(const list *l, const char *format, ...) {
	char text[600];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return set_error(NULL, "--arg %s=%s: %s", l->p->name, l->a->given, text), false;
}

static bool unexpected(const list *l, const char *want) {
	return wrong_list(l, *l->at ? "expected %s before `%s`" : "expected %s at the end", want, l->at);
}

/* Moves over a character if it is the next one. */
static bool accept(list *l, char c) {
	l->at = skip(l->at);
	if (*l->at != c)
		return false;
	l->at = skip(l->at + 1);
	return true;
}

/* The bits of the bf16 that is nearest to a number, of two the even one: of the f32 at its side of 0 whose last bit says that there was more. */
static uint64_t bf16_bits(double v) {
	float f = (float)v;
	uint32_t word;
	memcpy(&word, &f, sizeof word);
	if (v != v)
		return word >> 16 | 0x40;
	if ((double)f != v)
		word = (word - (__builtin_fabs((double)f) > __builtin_fabs(v))) | 1;
	return (word + 0x7fff + (word >> 16 & 1)) >> 16;
}

/* Reads a number as an element of an array. */
static const char *parse_element(const descend_param *p, argument *a) {
	if (!holds_bf16(p))
		return parse_scalar(p, a);
	descend_param f64 = *p;
	f64.elem = "f64", f64.size = 8;
	const char *wrong = parse_float(&f64, a);
	if (wrong)
		return wrong;
	bool infinite = __builtin_isinf(a->scalar.f64);
	a->scalar.bits = bf16_bits(a->scalar.f64);
	return (a->scalar.bits & 0x7fff) == 0x7f80 && !infinite ? "too large, where infinity is inf, for" : NULL;
}

static bool read_element(list *l) {
	char word[400];
	size_t n = strcspn(l->at, ",[]"), length = n;
	while (length && l->at[length - 1] == ' ')
		length--;
	if (length >= sizeof word)
		return wrong_list(l, "an element is too long");
	memcpy(word, l->at, length);
	word[length] = 0;
	argument one = {.given = word};
	const char *wrong = parse_element(l->p, &one);
	if (wrong)
		return wrong_list(l, "\"%s\": %s %s", word, wrong, holds_bf16(l->p) ? "bf16" : l->p->elem);
	if (l->p->num_enums && !strcmp(l->p->elem, "u32") && one.scalar.bits >= (uint64_t)l->p->enums->count)
		return wrong_list(l, "\"%s\": is no variant of the enum", word);
	memcpy(l->end, &one.scalar, (size_t)l->p->size);
	l->end += l->p->size;
	l->at += n;
	return true;
}

/* Reads the elements along a dimension. */
static bool read_dimension(list *l, int dim) {
	int rank = l->p->rank;
	if (dim == rank)
		return wrong_list(l, "the parameter is %s, with %d dimension%s", l->p->type, rank, rank == 1 ? "" : "s");
	if (!accept(l, '['))
		return wrong_list(l, "the parameter is %s, with %d dimensions: write a list of lists, [[..], [..]]", l->p->type, rank);
	int64_t n = 0, *before = &l->a->shape[dim];
	for (; !accept(l, ']'); n++) {
		if (n && !accept(l, ','))
			return unexpected(l, "`,` or `]`");
		if (n && accept(l, ']')) /* a comma may end the list */
			break;
		if (dim < rank - 1 || *l->at == '[' ? !read_dimension(l, dim + 1) : !read_element(l))
			return false;
	}
	if (*before >= 0 && *before != n)
		return wrong_list(l, "a list has %lld elements where the one before has %lld", (long long)n, (long long)*before);
	*before = n;
	return true;
}

/* Reads elements as an array. A dimension behind one without elements is -1: it has any size. */
static bool read_list(const descend_param *p, argument *a) {
	size_t n = strlen(a->given);
	char *text = malloc(n + 3);
	list l = {p, a, text, a->data = host_memory((n + 1) * (uint64_t)p->size)};
	l.end = a->data;
	if (!text || !a->data) {
		free(text);
		return set_error(NULL, "out of memory: the elements of %s", p->name), no_memory = true, false;
	}
	for (int d = 0; d < p->rank; d++)
		a->shape[d] = -1;
	bool bare = p->rank && *skip(a->given) != '[';
	snprintf(text, n + 3, bare ? "[%s]" : "%s", a->given);
	l.at = skip(text);
	bool ok = p->rank || *l.at == '[' ? read_dimension(&l, 0) : read_element(&l);
	ok = ok && (!*l.at || unexpected(&l, "the end"));
	free(text);
	return ok;
}

/* Reads files and values, and makes generated arrays. */
static bool bind_arguments(command *c) {
	const descend_function *f = c->f;
	for (int i = 0; i < f->num_params; i++) {
		const descend_param *p = &f->params[i];
		argument *a = &c->args[i];
		if (p->kind == DESCEND_NAT)
			continue;
		if (!a->given)
			return set_error(NULL, "parameter %s: %s needs --arg %s=%s", p->name, p->type, p->name, is_buffer(p) ? "FILE.npy or zeros, ones, iota, random[:SEED] or 1,2,3" : "VALUE"), false;
		const char *wrong = is_buffer(p) ? NULL : parse_scalar(p, a);
		if (wrong)
			return set_error(NULL, "--arg %s=%s: %s %s", p->name, a->given, wrong, p->elem), false;
		npy_header h;
		if (is_buffer(p) && is_list(p, a->given)) {
			if (!read_list(p, a))
				return false;
		} else if (is_file(p, a->given)) {
			if (access(a->given, F_OK) && errno == ENOENT)
				return set_error(NULL, "--arg %s=%s: no such file; an array is FILE.npy or zeros, ones, iota, random[:SEED] or 1,2,3", p->name, a->given), false;
			if (!npy_read(a->given, p, &h, &a->data))
				return false;
			memcpy(a->shape, h.shape, sizeof a->shape);
		}
	}
	if (!solve_nats(c))
		return false;
	for (int i = 0; i < f->num_params; i++) {
		const descend_param *p = &f->params[i];
		argument *a = &c->args[i];
		for (int d = 0; a->data && d < p->rank; d++)
			if (a->shape[d] < 0)
				p->shape[d](c->nats, &a->shape[d]);
		if (!is_buffer(p) || a->data)
			continue;
		int64_t count;
		if (!count_of(p, c->nats, &count))
			return set_error(NULL, "--arg %s=%s: %s is too large", p->name, a->given, p->type), false;
		if (!(a->data = host_memory((uint64_t)(count * p->size))))
			return set_error(NULL, "--arg %s=%s: out of memory: %lld bytes", p->name, a->given, (long long)(count * p->size)), no_memory = true, false;
		for (int d = 0; d < p->rank; d++)
			p->shape[d](c->nats, &a->shape[d]);
		generate(p, a->given, count, a->data);
	}
	return true;
}

/* Whether two names are of one regular file. */
static bool same_file(const char *a, const char *b) {
	struct stat x, y;
	if (stat(a, &x) || stat(b, &y))
		return !strcmp(a, b);
	return S_ISREG(x.st_mode) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Whether no output is an input or another output; nothing is written then. */
static bool check_outputs(const command *c) {
	const descend_function *f = c->f;
	for (int i = 0; i < f->num_params; i++)
		for (int j = 0; j < f->num_params && c->args[i].out; j++) {
			const argument *b = &c->args[j];
			if (b->given && is_file(&f->params[j], b->given) && same_file(c->args[i].out, b->given))
				return set_error(NULL, "--out %s=%s would replace the input %s; nothing was written", f->params[i].name, c->args[i].out, b->given), false;
			if (j < i && b->out && same_file(c->args[i].out, b->out))
				return set_error(NULL, "--out %s=%s and --out %s=%s are one file; nothing was written", f->params[j].name, b->out, f->params[i].name, c->args[i].out), false;
		}
	return true;
}

static void print_result(const descend_param *p, const void *value) {
	uint64_t v = 0;
	memcpy(&v, value, (size_t)p->size);
	int unused = 64 - 8 * p->size;
	if (!strcmp(p->elem, "bool"))
		descend_print_bool(v);
	else if (p->elem[0] == 'i')
		descend_print_i64((int64_t)(v << unused) >> unused);
	else if (p->elem[0] == 'u')
		descend_print_u64(v);
	else if (p->size == 2)
		descend_print_f16((double)*(const _Float16 *)value);
	else if (p->size == 4)
		descend_print_f32((double)*(const float *)value);
	else
		descend_print_f64(*(const double *)value);
	putchar('\n');
}

static const char *plural(uint64_t n) { return n == 1 ? "" : "s"; }

/* Calls the function. Buffers on the device are copied there and back. */
static bool run(command *c) {
	const descend_function *f = c->f;
	void *pointers[f->num_params + f->num_results + 1], *args[f->num_params + f->num_results + 1];
	uint64_t results[f->num_results + 1];
	int n = 0;
	bool ok = true;
	for (int i = 0; i < f->num_params; i++) {
		const descend_param *p = &f->params[i];
		argument *a = &c->args[i];
		int64_t count;
		pointers[i] = a->data;
		args[i] = p->kind == DESCEND_NAT ? (void *)&c->nats[n++] : is_buffer(p) ? (void *)&pointers[i] : (void *)&a->scalar;
		if (ok && is_buffer(p) && p->device)
			ok = count_of(p, c->nats, &count) && !descend_alloc(&pointers[i], (size_t)(count * p->size)) && !descend_copy_to_device(pointers[i], a->data, (size_t)(count * p->size));
	}
	for (int i = 0; i < f->num_results; i++)
		args[f->num_params + i] = is_buffer(&f->results[i]) ? (void *)&pointers[f->num_params + i] : (void *)&results[i];
	double start = seconds();
	ok = ok && !descend_invoke(f, args);
	double end = seconds();
	for (int i = 0; i < f->num_params && ok; i++) {
		const descend_param *p = &f->params[i];
		int64_t count;
		if (is_buffer(p) && p->device && p->kind == DESCEND_REF)
			ok = count_of(p, c->nats, &count) && !descend_copy_to_host(c->args[i].data, pointers[i], (size_t)(count * p->size)) && !descend_free(pointers[i]);
	}
	if (!ok)
		return false;
	for (int i = 0; i < f->num_results; i++)
		if (!is_buffer(&f->results[i]))
			print_result(&f->results[i], &results[i]);
	if (c->stats)
		fprintf(stderr, "%s: %llu launch%s, %llu block%s, %llu thread%s, %llu byte%s copied, kernels %.6f s, in all %.6f s\n", device.cuda ? "cuda" : "cpu",
			(unsigned long long)stats.launches, stats.launches == 1 ? "" : "es", (unsigned long long)stats.blocks, plural(stats.blocks), (unsigned long long)stats.threads,
			plural(stats.threads), (unsigned long long)stats.bytes, plural(stats.bytes), stats.kernel_seconds, end - start);
	return true;
}

static const descend_param *find_param(const descend_function *f, const char *option, int *index) {
	for (*index = 0; *index < f->num_params; ++*index)
		if (f->params[*index].kind != DESCEND_NAT && find_value(option, f->params[*index].name))
			return &f->params[*index];
	return NULL;
}

/* Lists the parameters of a function of one sort, for messages. */
static const char *names_of(const descend_function *f, bool nats) {
	static char out[1000];
	out[0] = 0;
	for (int i = 0; i < f->num_params; i++)
		if ((f->params[i].kind == DESCEND_NAT) == nats && strlen(out) + strlen(f->params[i].name) + 4 < sizeof out)
			snprintf(out + strlen(out), sizeof out - strlen(out), "%s%s", out[0] ? ", " : "", f->params[i].name);
	return out[0] ? out : "none";
}

static bool set_option(command *c, const char *option, const char *value) {
	const descend_function *f = c->f;
	int i;
	if (!strcmp(option, "-D")) {
		for (i = 0; i < f->num_nats; i++) {
			const char *v = find_value(value, nat_param(f, i)->name);
			bool negative;
			uint64_t n;
			if (!v)
				continue;
			if (!parse_integer(v, &negative, &n) || (negative && (n || errno)))
				return set_error(NULL, "-D takes NAME=NUMBER, not %s", value), false;
			if (errno || n > INT64_MAX)
				return set_error(NULL, "-D %s: sizes are below 2^63 = 9223372036854775808", value), false;
			c->nats[i] = (int64_t)n, c->known[i] = true;
			return true;
		}
		return set_error(NULL, "-D %s: the nats of %s that are not constant in this program: %s", value, f->name, names_of(f, true)), false;
	}
	const descend_param *p = find_param(f, value, &i);
	if (!p)
		return set_error(NULL, "%s %s: the parameters of %s: %s", option, value, f->name, names_of(f, false)), false;
	bool out = !strcmp(option, "--out");
	if (out && p->kind != DESCEND_REF)
		return set_error(NULL, "--out %s: the parameter is %s, which is no reference", value, p->type), false;
	if (out && !strcmp(find_value(value, p->name), "-"))
		return set_error(NULL, "--out %s: a program writes files; descendc run prints arrays", value), false;
	const char **slot = out ? &c->args[i].out : &c->args[i].given;
	if (*slot)
		return set_error(NULL, "%s gives %s twice", option, p->name), false;
	*slot = find_value(value, p->name);
	return true;
}

/* Lists the functions, for messages: without those of modules and instances, of which the names have parts. */
static const char *functions_of(const descend_program *p) {
	static char out[1000];
	size_t used = 0;
	for (int i = 0; i < p->num_functions; i++)
		if (!strstr(p->functions[i].name, "__") && used + strlen(p->functions[i].name) + 3 < sizeof out)
			used += (size_t)snprintf(out + used, sizeof out - used, "%s%s", used ? ", " : "", p->functions[i].name);
	return used ? out : "none";
}

static int usage(const descend_program *program, const descend_function *f, const char *name) {
	printf("usage: %s [--arg PARAMETER=VALUE].. [--out PARAMETER=FILE.npy].. [-D NAT=NUMBER].. [--fn FUNCTION]\n"
		"       [--device=cpu|cuda|auto] [--stats]\n\n%s takes\n", name, f->name);
	for (int i = 0; i < f->num_params; i++)
		printf("    %-16s %s%s\n", f->params[i].name, f->params[i].written ? "&uniq " : "", f->params[i].type);
	printf("\nAn array is given as a .npy file, as zeros, ones, iota or random[:SEED], or as its elements, 1,2,3 or [[1,2],[3,4]]; sizes follow from shapes or from -D.\nFunctions: %s\n"
		"Status: 0 done, 1 the run failed, 2 wrong usage or a file, 3 the device is missing.\n", functions_of(program));
	return 0;
}

static const descend_function *find_function(const descend_program *p, const char *name) {
	for (int i = 0; i < p->num_functions; i++)
		if (!strcmp(p->functions[i].name, name))
			return &p->functions[i];
	return NULL;
}

/* Options are --name=VALUE, --name VALUE, -DVALUE or -D VALUE; the function is chosen first. */
DESCEND_RT int descend_main(descend_program *program, const char *function, int argc, char **argv) {
	static const char *const options[] = {"--arg", "--out", "--fn", "--device", "-D"};
	const char *name = strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0];
	struct {
		const char *option, *value;
	} given[argc];
	int n = 0;
	bool help = false, show_stats = false;
	for (int i = 1; i < argc; i++) {
		const char *value = NULL;
		given[n].option = NULL;
		for (size_t j = 0; j < sizeof options / sizeof options[0] && !value; j++) {
			if (!strcmp(argv[i], options[j])) {
				value = i + 1 < argc ? argv[++i] : "";
				given[n].option = options[j];
			} else if ((value = find_value(argv[i], options[j]))) {
				given[n].option = options[j];
			}
		}
		if (!value && !strncmp(argv[i], "-D", 2))
			given[n].option = "-D", value = argv[i] + 2;
		if (value)
			given[n++].value = value;
		else if (!strcmp(argv[i], "--stats"))
			show_stats = true;
		else if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
			help = true;
		else
			return set_error(NULL, "unknown option %s; see %s --help", argv[i], name), report(name, 2);
	}
	for (int i = 0; i < n; i++)
		if (!strcmp(given[i].option, "--fn"))
			function = given[i].value;
		else if (!strcmp(given[i].option, "--device"))
			setenv("DESCEND_DEVICE", given[i].value, 1), device.wished_by = "--device";
	const char *wish = getenv("DESCEND_DEVICE");
	if (wish && *wish && strcmp(wish, "cpu") && strcmp(wish, "cuda") && strcmp(wish, "auto"))
		return set_error(NULL, "the device must be cpu, cuda or auto, not %s", wish), report(name, 2);
	const descend_function *f = find_function(program, function);
	if (!f)
		return set_error(NULL, "there is no function %s; the program has %s", function, functions_of(program)), report(name, 2);
	if (help)
		return usage(program, f, name);
	device.announce = !getenv("DESCEND_REPORT");
	open_monitor();
	command c = {.f = f, .stats = show_stats};
	c.args = calloc((size_t)f->num_params + 1, sizeof *c.args);
	c.nats = calloc((size_t)f->num_nats + 1, sizeof *c.nats);
	c.known = calloc((size_t)f->num_nats + 1, sizeof *c.known);
	if (!c.args || !c.nats || !c.known)
		return set_error(NULL, "out of memory"), report(name, 1);
	for (int i = 0; i < n; i++)
		if (strcmp(given[i].option, "--fn") && strcmp(given[i].option, "--device") && !set_option(&c, given[i].option, given[i].value))
			return report(name, 2);
	if (!check_outputs(&c) || !bind_arguments(&c))
		return report(name, no_memory ? 1 : 2);
	for (int i = 0; i < f->num_clauses; i++)
		if (!f->clauses[i].holds(c.nats))
			return set_error(NULL, "%s cannot run with these sizes: it needs `%s`", f->name, f->clauses[i].text), report(name, 1);
	if (!run(&c))
		return report(name, device.missing ? 3 : 1);
	for (int i = 0; i < f->num_params; i++)
		if (c.args[i].out && !npy_write(c.args[i].out, &f->params[i], c.args[i].shape, c.args[i].data))
			return report(name, 2);
	if (fflush(stdout))
		return set_error(NULL, "standard output: %s", strerror(errno)), report(name, 2);
	return 0;
}
