// Two programs in one: functions with results, errors, a kernel.
#include "kinds.h"
#include "scan.h"

#include <cstdio>
#include <vector>

int main() {
	uint64_t f = 0;
	if (kinds_factorial(5, &f))
		return 1;
	std::vector<int32_t> input(256, 1), output(256);
	input[0] = -240;
	if (scan_main(input.data(), output.data(), 256))
		return 2;
	std::printf("%llu %d\n", static_cast<unsigned long long>(f), output[255]);
	int32_t q;
	if (!kinds_divide(1, 0, &q))
		return 3;
	std::printf("%s\n", descend_error());
	float x;
	uint8_t c;
	if (!kinds_divide(1, 1, nullptr))
		return 4;
	std::printf("%s\n", descend_error());
	if (!kinds_point(1, 2, 3, &x, nullptr, &c))
		return 5;
	std::printf("%s\n", descend_error());
	return 0;
}
