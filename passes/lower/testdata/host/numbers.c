// Calls the functions of numbers.desc; what it prints is numbers.out, computed by hand from language.md.
#include <stdio.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
// Every buffer must be freed once: --wrap counts them. __real_free aborts when one is freed twice.
static long live;
void *__real_malloc(size_t n); void __real_free(void *p);
void *__wrap_malloc(size_t n) { live++; return __real_malloc(n); }
void __wrap_free(void *p) { live--; __real_free(p); }
int8_t f32_to_i8(float); int64_t f64_to_i64(double); uint32_t f64_to_u32(double); uint64_t f32_to_u64(float);
int32_t shr(int32_t,int32_t); uint8_t shl(uint8_t,uint8_t); int32_t rem(int32_t,int32_t); double hyp(double,double); float mn(float,float); int32_t ab(int32_t); int32_t find(int32_t);
int32_t boxes(int32_t); int32_t parts(int32_t); int64_t fact(int64_t);
int main(){
 printf("%d %d %d %d %d\n", f32_to_i8(127.9f), f32_to_i8(128), f32_to_i8(-128.9f), f32_to_i8(-1000), f32_to_i8(NAN));
 printf("%ld %ld %ld %ld\n", f64_to_i64(1e30), f64_to_i64(-1e30), f64_to_i64(-5.9), f64_to_i64(9007199254740993.0));
 printf("%u %u %u %u\n", f64_to_u32(-0.5), f64_to_u32(4294967295.9), f64_to_u32(1e20), f64_to_u32(-3));
 printf("%lu %lu\n", f32_to_u64(1.8446743e19f), f32_to_u64(INFINITY));
 printf("%d %d %d\n", shr(-8,1), shr(-8,33), shl(3,9));
 printf("%d %d\n", rem(-7,3), rem(7,-3));
 printf("%g %g %g %g\n", hyp(3,4), hyp(1e200,1e200), hyp(0,0), hyp(INFINITY,1));
 printf("%g %g\n", mn(NAN,1), mn(2,NAN));
 printf("%d %d\n", ab(-5), ab(INT32_MIN));
 printf("%d %d\n", find(7), find(2));
 printf("%d %d %d %d %ld\n", boxes(4), boxes(0), boxes(2), boxes(3), fact(10));
 printf("%d %d %d\n", parts(1), parts(4), parts(8));
 printf("live %ld\n", live);
}
