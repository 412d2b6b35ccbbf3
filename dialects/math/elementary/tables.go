package elementary

// polynomial has the coefficients of an approximation, lowest first, for f32 and f64: they interpolate the function at the
// Chebyshev nodes of the interval (made with mpmath; rounded to the type).
type polynomial struct{ single, double []float64 }

var (
	// expPoly is (e^r - 1 - r) / r^2 for |r| <= log(2) / 2.
	expPoly = polynomial{
		single: []float64{0x1.0000000000000p-1, 0x1.5555560000000p-3, 0x1.5554e40000000p-5, 0x1.1110e00000000p-7, 0x1.6d49200000000p-10, 0x1.a12a420000000p-13},
		double: []float64{0x1.0000000000000p-1, 0x1.5555555555555p-3, 0x1.5555555555557p-5, 0x1.1111111111111p-7, 0x1.6c16c16c158f5p-10, 0x1.a01a01a0195e6p-13, 0x1.a01a01aa828e2p-16, 0x1.71de3a5af94e9p-19, 0x1.27e4d2841fc93p-22, 0x1.ae642ad2afd38p-26, 0x1.1f820dbf5e732p-29, 0x1.61c2c1ba3877dp-33},
	}
	// logPoly is ((log((1+s)/(1-s)) - 2s) / s^3 - 2/3) / s^2 by s^2, for s^2 <= 0.0295.
	logPoly = polynomial{
		single: []float64{0x1.99999a0000000p-2, 0x1.24928e0000000p-2, 0x1.c6c0d80000000p-3, 0x1.8797f20000000p-3},
		double: []float64{0x1.999999999999ap-2, 0x1.2492492492491p-2, 0x1.c71c71c71cfdep-3, 0x1.745d174512f5ep-3, 0x1.3b13b1bcae4fap-3, 0x1.1110df9bb9145p-3, 0x1.e1f80050fe02dp-4, 0x1.ac4a0689e4f11p-4, 0x1.b8d8d83f51283p-4},
	}
	// log1Poly is ((log(1+f) - f) / f^2 + 1/2) / f for 1 + f from sqrt(1/2) to sqrt(2), for f32 only.
	log1Poly = polynomial{
		single: []float64{0x1.5555540000000p-2, -0x1.fffffc0000000p-3, 0x1.999d5a0000000p-3, -0x1.555b4a0000000p-3, 0x1.23d21a0000000p-3, -0x1.fcf4c60000000p-4, 0x1.dea2820000000p-4, -0x1.d635bc0000000p-4, 0x1.1d8ea60000000p-4},
	}
	// sinPoly is (sin r - r) / r^3 by r^2, for |r| <= pi/4.
	sinPoly = polynomial{
		single: []float64{-0x1.5555560000000p-3, 0x1.11110e0000000p-7, -0x1.a013a60000000p-13, 0x1.6dbdc60000000p-19},
		double: []float64{-0x1.5555555555555p-3, 0x1.1111111111110p-7, -0x1.a01a01a019936p-13, 0x1.71de3a5460533p-19, -0x1.ae64541251e39p-26, 0x1.61217eaffbfdbp-33, -0x1.ab179e14267cdp-41},
	}
	// cosPoly is (cos r - 1 + r^2/2) / r^4 by r^2, for |r| <= pi/4.
	cosPoly = polynomial{
		single: []float64{0x1.5555540000000p-5, -0x1.6c12d20000000p-10, 0x1.9bd8580000000p-16},
		double: []float64{0x1.5555555555555p-5, -0x1.6c16c16c16966p-10, 0x1.a01a019f4e7d9p-16, -0x1.27e4fa179895fp-22, 0x1.1eeb68a508535p-29, -0x1.907d724680d4ep-37},
	}
	// atanPoly is (atan q - q) / q^3 by q^2, for |q| <= 1.
	atanPoly = polynomial{
		single: []float64{-0x1.5555560000000p-2, 0x1.9999560000000p-3, -0x1.2489520000000p-3, 0x1.c62cda0000000p-4, -0x1.6dd8fe0000000p-4, 0x1.2006f80000000p-4, -0x1.9115a40000000p-5, 0x1.aefb2c0000000p-6, -0x1.2ba6b60000000p-7, 0x1.86406c0000000p-10},
		double: []float64{-0x1.5555555555555p-2, 0x1.999999999997dp-3, -0x1.2492492491234p-3, 0x1.c71c71c6882cdp-4, -0x1.745d1731e853fp-4, 0x1.3b13af957f086p-4, -0x1.1110f9a06b09dp-4, 0x1.e1e0069edf96ep-5, -0x1.af1a76061e434p-5, 0x1.85c82bf04fbd6p-5, -0x1.62c464c86804fp-5, 0x1.42a843b89b0ebp-5, -0x1.20f157ad652dfp-5, 0x1.f0f041d3e2f50p-6, -0x1.8c59dbc673323p-6, 0x1.198ad7e0bd0c6p-6, -0x1.552f78ddf9b30p-7, 0x1.50ea3497605b5p-8, -0x1.0110cfd66bd22p-9, 0x1.19e6b726893d0p-11, -0x1.890e58e18ff08p-14, 0x1.04a3628aee536p-17},
	}
	// slopePoly is the slope of atan, 1 / (1 + z) for z = q^2 up to 1, to a hundredth: it is for rests of an ulp.
	slopePoly = polynomial{
		single: []float64{0x1.fap-1, -0x1.9ep-1, 0x1.4bp-2},
		double: []float64{0x1.fap-1, -0x1.9ep-1, 0x1.4bp-2},
	}
	// tanhPoly is (tanh x - x) / x^3 by x^2, for |x| <= 0.565, for f32 only.
	tanhPoly = polynomial{
		single: []float64{-0x1.5555540000000p-2, 0x1.110fa40000000p-3, -0x1.b98b720000000p-5, 0x1.5c29ee0000000p-6, -0x1.aa1f7a0000000p-8},
	}
	// asinPoly is (asin x - x) / x^3 by x^2, for |x| <= 1/2.
	asinPoly = polynomial{
		single: []float64{0x1.5555540000000p-3, 0x1.3334300000000p-4, 0x1.6d5bba0000000p-5, 0x1.fd8da20000000p-6, 0x1.18f91e0000000p-6, 0x1.13fed40000000p-5},
		double: []float64{0x1.5555555555555p-3, 0x1.3333333333388p-4, 0x1.6db6db6dac1e0p-5, 0x1.f1c71c7a52ba3p-6, 0x1.6e8ba123e494cp-6, 0x1.1c4efce23019fp-6, 0x1.c990ad3d8fdcap-7, 0x1.7b027ee1dd585p-7, 0x1.3b49de7121487p-7, 0x1.31622469ce5adp-7, 0x1.8f193743418ffp-9, 0x1.406192d124629p-6, -0x1.3b416bb7d9257p-6, 0x1.e529c6fce9bb4p-6},
	}
	// cbrtPoly is the cube root of m from 1 to 8, roughly.
	cbrtPoly = polynomial{
		single: []float64{0x1.6ef7d80000000p-1, 0x1.50ba800000000p-2, -0x1.16bdce0000000p-5, 0x1.aaa35e0000000p-10},
		double: []float64{0x1.6ef7d7cd66d8cp-1, 0x1.50ba80e69b747p-2, -0x1.16bdce74d65dbp-5, 0x1.aaa35d014643bp-10},
	}
	// erfPoly is erf(x) / x - 1 by x^2, for |x| <= 1.
	erfPoly = polynomial{
		single: []float64{0x1.06eba80000000p-3, -0x1.81273e0000000p-2, 0x1.ce2d100000000p-4, -0x1.b7faba0000000p-6, 0x1.5412700000000p-8, -0x1.a450880000000p-11, 0x1.4a56900000000p-14},
		double: []float64{0x1.06eba8214db69p-3, -0x1.812746b0379e6p-2, 0x1.ce2f21a042b30p-4, -0x1.b82ce31284e00p-6, 0x1.565bcd0dbaa38p-8, -0x1.c02db3dac435fp-11, 0x1.f9a321d5b8e1ep-14, -0x1.f4d1e3183f7aep-17, 0x1.b9df224ca4b97p-20, -0x1.5f1ecb6f0764cp-23, 0x1.f7b4bf3b13964p-27, -0x1.389d4f2641625p-30, 0x1.05ffd737fb32ep-34},
	}
	// erfcPoly is (1 + 2x) e^(x^2) erfc(x) by (x-4)/(x+4), from x = 0.4 on.
	erfcPoly = polynomial{
		single: []float64{0x1.3ba5920000000p+0, -0x1.1df1a40000000p-3, 0x1.f7f5820000000p-7, 0x1.16e9780000000p-4, -0x1.9ddb960000000p-4, 0x1.8022140000000p-4, -0x1.0f8b3a0000000p-4, 0x1.2e2d400000000p-5, -0x1.0ef8b40000000p-6, 0x1.6a81e80000000p-8, 0x1.59a1480000000p-13},
		double: []float64{0x1.3ba5916e9fd7fp+0, -0x1.1df1ad154a28ep-3, 0x1.f7f5df66fd7b6p-7, 0x1.16ecefcfa538fp-4, -0x1.9ddb23c3e90bcp-4, 0x1.7fee004e1267fp-4, -0x1.0fb06dfe49448p-4, 0x1.3079edf67f15cp-5, -0x1.09623885213acp-6, 0x1.49c672879a0f8p-8, -0x1.8d4a99c3d9ccap-11, -0x1.a1df26c7af7eap-13, 0x1.3be0382078cd9p-13, -0x1.99591266e3266p-16, -0x1.7882f7f714f24p-17, 0x1.7f26811b19c36p-18, 0x1.38e11dd99ab08p-22, -0x1.baf5167102b04p-21, 0x1.4ef9bca741284p-24, 0x1.d866c86b7f954p-24, -0x1.643e18c3e382fp-26, -0x1.eb72a8e71b3b8p-27, 0x1.a85db34451204p-29, 0x1.807c35bda2e7bp-30, -0x1.bb19f1eff1ea5p-33},
	}
)

// constant is a number as the sum of three of the type, each the nearest to what those before it leave.
type constant struct{ single, double [3]float64 }

var (
	ln2       = constant{[3]float64{0x1.62e4300000000p-1, -0x1.05c6100000000p-29, -0x1.950d880000000p-54}, [3]float64{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, 0x1.7b57a079a1934p-111}}   // log 2
	invLn2    = constant{[3]float64{0x1.7154760000000p+0, 0x1.4ae0c00000000p-26, -0x1.e888300000000p-52}, [3]float64{0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56, -0x1.60bb8a5442ab9p-110}}   // 1 / log 2
	invLn10   = constant{[3]float64{0x1.bcb7b20000000p-2, -0x1.5b235e0000000p-27, -0x1.cd59540000000p-54}, [3]float64{0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57, 0x1.ee191f71a3012p-112}}   // 1 / log 10
	ln10      = constant{[3]float64{0x1.26bb1c0000000p+1, -0x1.12aaba0000000p-25, -0x1.3e915a0000000p-50}, [3]float64{0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53, -0x1.9ebae3ae0260cp-107}} // log 10
	log10of2  = constant{[3]float64{0x1.3441360000000p-2, -0x1.ec10c00000000p-27, -0x1.0cee0e0000000p-54}, [3]float64{0x1.34413509f79ffp-2, -0x1.9dc1da994fd21p-59, 0x1.22f04d5a618a8p-114}}  // log10 2
	log2of10  = constant{[3]float64{0x1.a934f00000000p+1, 0x1.2f346e0000000p-24, 0x1.5fc9260000000p-51}, [3]float64{0x1.a934f0979a371p+1, 0x1.7f2495fb7fa6dp-53, 0x1.fb699b2d8abfcp-107}}     // log2 10
	pi2       = constant{[3]float64{0x1.921fb60000000p+0, -0x1.777a5c0000000p-25, -0x1.ee59da0000000p-50}, [3]float64{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110}}  // pi/2
	pi1       = constant{[3]float64{0x1.921fb60000000p+1, -0x1.777a5c0000000p-24, -0x1.ee59da0000000p-49}, [3]float64{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53, -0x1.f1976b7ed8fbcp-109}}  // pi
	twoOverPi = constant{[3]float64{0x1.45f3060000000p-1, 0x1.b939100000000p-26, 0x1.529fc20000000p-52}, [3]float64{0x1.45f306dc9c883p-1, -0x1.6b01ec5417056p-55, -0x1.6447e493ad4cep-109}}   // 2/pi
	twoThirds = constant{[3]float64{0x1.5555560000000p-1, -0x1.5555560000000p-26, 0x1.5555560000000p-51}, [3]float64{0x1.5555555555555p-1, 0x1.5555555555555p-55, 0x1.5555555555555p-109}}    // 2/3
)

// The binary digits of 2/pi behind the point, in words with one of zeros before them.
var (
	digits32 = []uint64{0x0, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab}
	digits64 = []uint64{0x0, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x6492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab}
)
