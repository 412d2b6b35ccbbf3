module descend

go 1.26.0

require (
	github.com/google/go-cmp v0.7.0 
	github.com/kr/pretty v0.2.0 
	github.com/kr/text v0.2.0 
	github.com/llir/ll v0.0.0-20220802044011-65001c0fb73c 
	github.com/llir/llvm v0.3.6 
	github.com/mewmew/float v0.0.0-20201204173432-505706aa38fa 
	github.com/pkg/errors v0.9.1 
	github.com/spf13/pflag v1.0.10 
	golang.org/x/mod v0.4.2 
	golang.org/x/sys v0.49.0 
	golang.org/x/term v0.47.0 
	golang.org/x/tools v0.1.4 
	golang.org/x/xerrors v0.0.0-20200804184101-5ec99f83aff1 
)
