package gpu

import (
	"fmt"
	"slices"
	"strings"

	"descend/dialects/ods"
	"descend/ir"
)

// Handles of what the library for sparse matrices has.
var (
	denseHandle   = &ods.Params{Dialect: "gpu", Name: "sparse.dntensor_handle"}
	sparseHandle  = &ods.Params{Dialect: "gpu", Name: "sparse.spmat_handle"}
	productHandle = &ods.Params{Dialect: "gpu", Name: "sparse.spgemmop_handle"}
	handles       = []*ods.Params{denseHandle, sparseHandle, productHandle}
)

// The words of sparse matrices.
var (
	transposeModes = &ods.Words{Dialect: "gpu", Name: "mat_transpose_mode", Bare: true, Class: "::mlir::gpu::TransposeMode",
		List: []string{"NON_TRANSPOSE", "TRANSPOSE", "CONJUGATE_TRANSPOSE"}}
	pruneFlags = &ods.Words{Dialect: "gpu", Name: "prune_2to4_spmat_flag", Bare: true, Class: "::mlir::gpu::Prune2To4SpMatFlag",
		List: []string{"NONE", "PRUNE_ONLY", "PRUNE_AND_CHECK"}}
	productKinds = &ods.Words{Dialect: "gpu", Name: "spgemm_work_estimation_or_compute_kind", Bare: true,
		Class: "::mlir::gpu::SpGEMMWorkEstimationOrComputeKind", List: []string{"WORK_ESTIMATION", "COMPUTE"}}
)

// SparseOp is an operation on sparse matrices, which the host gives to a library; it counts as having any effect.
type SparseOp struct {
	*ir.Operation
	def *ir.OpDef
}

// Def returns the definition.
func (o SparseOp) Def() *ir.OpDef { return o.def }

// sparseValue is an operand or a result by what the table says of it: "name" is index, "name:kind" another type, with "*" any number.
func sparseValue(text string) ir.OperandDef {
	name, kind, _ := strings.Cut(text, ":")
	kind, many := strings.CutSuffix(kind, "*")
	d := ir.OperandDef{Name: name}
	switch kind {
	case "":
		d.Type = ods.Index
	case "memref":
		d.Type = ods.AnyMemRef
	case "dense":
		d.Type = denseHandle.Constraint("dense tensor handle type")
	case "sparse":
		d.Type = sparseHandle.Constraint("sparse matrix handle type")
	case "product":
		d.Type = productHandle.Constraint("SpGEMM operation handle type")
	}
	if many {
		d.Arity = ir.Variadic
	}
	return d
}

// sparseAttr is an attribute of the table.
func sparseAttr(name string) ir.AttrDef {
	first := func(w *ods.Words, word string) func(c *ir.Context) ir.Attribute {
		return func(c *ir.Context) ir.Attribute { return w.New(c, word) }
	}
	switch name {
	case "modeA", "modeB":
		return ir.AttrDef{Name: name, Attr: transposeModes.Constraint("transpose mode of sparse matrix supported by sparse tensor ops"),
			Default: first(transposeModes, "NON_TRANSPOSE")}
	case "pruneFlag":
		return ir.AttrDef{Name: name, Attr: pruneFlags.Constraint("pruning strategy for 2:4 sparse matrix"), Default: first(pruneFlags, "PRUNE_AND_CHECK")}
	case "kind":
		return ir.AttrDef{Name: name, Attr: productKinds.Constraint("choose whether spgemm_work_estimation_or_compute does work estimation or compute")}
	}
	return ir.AttrDef{Name: name, Attr: ir.TypeA}
}

// sparseTable lists the operations: name, summary, operands, results, attributes, format, and a line of an example with a dense tensor %d,
// sparse matrices %s and %s2, a buffer %m, a product %p, a token %t and a number %n.
var sparseTable = []struct{ mnemonic, summary, operands, results, attrs, form, line string }{
	{"create_dn_tensor", "dense tensor of a buffer", "memref:memref dims:*", "dnTensor:dense", "",
		"$memref `,` $dims attr-dict `:` type($dims) `into` type($memref)", "%0 = gpu.create_dn_tensor %m, %n, %n : index, index into memref<?xf64>"},
	{"destroy_dn_tensor", "end of a dense tensor", "dnTensor:dense", "", "", "$dnTensor attr-dict", "gpu.destroy_dn_tensor %d"},
	{"create_coo", "sparse matrix of places and values", "rows cols nnz rowIdxs:memref colIdxs:memref values:memref", "spmat:sparse", "",
		"$rows `,` $cols `,` $nnz `,` $rowIdxs `,` $colIdxs `,` $values attr-dict `:` type($rowIdxs) `,` type($colIdxs) `,` type($values)",
		"%0 = gpu.create_coo %n, %n, %n, %i, %i, %m : memref<?xindex>, memref<?xindex>, memref<?xf64>"},
	{"create_coo_aos", "sparse matrix of places in one buffer, and values", "rows cols nnz idxs:memref values:memref", "spmat:sparse", "",
		"$rows `,` $cols `,` $nnz `,` $idxs `,` $values attr-dict `:` type($idxs) `,` type($values)",
		"%0 = gpu.create_coo_aos %n, %n, %n, %i, %m : memref<?xindex>, memref<?xf64>"},
	{"create_csr", "sparse matrix by rows", "rows cols nnz rowPos:memref colIdxs:memref values:memref", "spmat:sparse", "",
		"$rows `,` $cols `,` $nnz `,` $rowPos `,` $colIdxs `,` $values attr-dict `:` type($rowPos) `,` type($colIdxs) `,` type($values)",
		"%0 = gpu.create_csr %n, %n, %n, %i, %i, %m : memref<?xindex>, memref<?xindex>, memref<?xf64>"},
	{"create_csc", "sparse matrix by columns", "rows cols nnz colPos:memref rowIdxs:memref values:memref", "spmat:sparse", "",
		"$rows `,` $cols `,` $nnz `,` $colPos `,` $rowIdxs `,` $values attr-dict `:` type($colPos) `,` type($rowIdxs) `,` type($values)",
		"%0 = gpu.create_csc %n, %n, %n, %i, %i, %m : memref<?xindex>, memref<?xindex>, memref<?xf64>"},
	{"create_bsr", "sparse matrix of blocks, by rows", "brows bcols bnnz rBlockSize cBlockSize bRowPos:memref bColIdxs:memref values:memref", "spmat:sparse", "",
		"$brows `,` $bcols `,` $bnnz `,` $rBlockSize `,` $cBlockSize `,` $bRowPos `,` $bColIdxs `,` $values attr-dict `:` type($bRowPos) `,` type($bColIdxs) `,` type($values)",
		"%0 = gpu.create_bsr %n, %n, %n, %n, %n, %i, %i, %m : memref<?xindex>, memref<?xindex>, memref<?xf64>"},
	{"create_2to4_spmat", "sparse matrix with two of each four elements", "rows cols memref:memref", "spMat:sparse", "pruneFlag",
		"`{` $pruneFlag `}` $rows `,` $cols `,` $memref attr-dict `:` type($memref)", "%0 = gpu.create_2to4_spmat {PRUNE_ONLY} %n, %n, %m : memref<?xf64>"},
	{"destroy_sp_mat", "end of a sparse matrix", "spmat:sparse", "", "", "$spmat attr-dict", "gpu.destroy_sp_mat %s"},
	{"spmv_buffer_size", "bytes that gpu.spmv needs", "spmatA:sparse dnX:dense dnY:dense", "bufferSz", "modeA computeType",
		"$spmatA (`{` $modeA^ `}`)? `,` $dnX `,` $dnY attr-dict `into` $computeType", "%0 = gpu.spmv_buffer_size %s{TRANSPOSE}, %d, %d into f64"},
	{"spmv", "product of a sparse matrix and a vector", "spmatA:sparse dnX:dense dnY:dense buffer:memref", "", "modeA computeType",
		"$spmatA (`{` $modeA^ `}`)? `,` $dnX `,` $dnY `,` $buffer attr-dict `:` type($buffer) `into` $computeType", "gpu.spmv %s, %d, %d, %m : memref<?xf64> into f64"},
	{"spmm_buffer_size", "bytes that gpu.spmm needs", "spmatA:sparse dnmatB:dense dnmatC:dense", "bufferSzs:*", "modeA modeB computeType",
		"$spmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $dnmatC attr-dict `:` type($bufferSzs) `into` $computeType",
		"%0:2 = gpu.spmm_buffer_size %s, %d{TRANSPOSE}, %d : index, index into f64"},
	{"spmm", "product of a sparse matrix and a dense one", "spmatA:sparse dnmatB:dense dnmatC:dense buffers:memref*", "", "modeA modeB computeType",
		"$spmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $dnmatC `,` $buffers attr-dict `:` type($buffers) `into` $computeType",
		"gpu.spmm %s, %d, %d, %m, %m : memref<?xf64>, memref<?xf64> into f64"},
	{"sddmm_buffer_size", "bytes that gpu.sddmm needs", "dnmatA:dense dnmatB:dense spmatC:sparse", "bufferSz", "modeA modeB computeType",
		"$dnmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $spmatC attr-dict `into` $computeType", "%0 = gpu.sddmm_buffer_size %d, %d, %s into f64"},
	{"sddmm", "elements of a product of dense matrices", "dnmatA:dense dnmatB:dense spmatC:sparse buffer:memref", "", "modeA modeB computeType",
		"$dnmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $spmatC `,` $buffer attr-dict `:` type($buffer) `into` $computeType",
		"gpu.sddmm %d, %d, %s, %m : memref<?xf64> into f64"},
	{"spgemm_create_descr", "product of sparse matrices to be computed", "", "desc:product", "", "attr-dict", "%0 = gpu.spgemm_create_descr"},
	{"spgemm_destroy_descr", "end of a product of sparse matrices", "desc:product", "", "", "$desc attr-dict", "gpu.spgemm_destroy_descr %p"},
	{"spgemm_work_estimation_or_compute", "step of a product of sparse matrices",
		"desc:product spmatA:sparse spmatB:sparse spmatC:sparse bufferSz buffer:memref", "bufferSzNew", "modeA modeB computeType kind",
		"`{` $kind `}` $spmatA (`{` $modeA^ `}`)? `,` $spmatB (`{` $modeB^ `}`)? `,` $spmatC `,` $desc `,` $bufferSz `,` $buffer attr-dict `:` $computeType `into` type($buffer)",
		"%0 = gpu.spgemm_work_estimation_or_compute {COMPUTE} %s, %s, %s, %p, %n, %m : f32 into memref<?xf64>"},
	{"spgemm_copy", "result of a product of sparse matrices", "desc:product spmatA:sparse spmatB:sparse spmatC:sparse", "", "modeA modeB computeType",
		"$spmatA (`{` $modeA^ `}`)? `,` $spmatB (`{` $modeB^ `}`)? `,` $spmatC `,` $desc attr-dict `:` $computeType", "gpu.spgemm_copy %s, %s, %s, %p : f32"},
	{"spmat_get_size", "size of a sparse matrix", "spmat:sparse", "rows cols nnz", "", "$spmat attr-dict", "%0:3 = gpu.spmat_get_size %s"},
	{"set_csr_pointers", "buffers of a sparse matrix by rows", "spmat:sparse positions:memref coordinates:memref values:memref", "", "",
		"$spmat `,` $positions `,` $coordinates `,` $values attr-dict `:` type($positions) `,` type($coordinates) `,` type($values)",
		"gpu.set_csr_pointers %s, %i, %i, %m : memref<?xindex>, memref<?xindex>, memref<?xf64>"},
}

// sparseOps lists them.
func sparseOps() (list []ir.OpEntry) {
	for _, row := range sparseTable {
		d := &ir.OpDef{
			Name: "gpu." + row.mnemonic, Summary: row.summary, Format: row.form,
			Description: "Of the library for sparse matrices that the host calls (cuSPARSE); `modeA` and `modeB` say whether a matrix is taken transposed, `computeType` in which type the library computes.",
			Example: fmt.Sprintf("func.func @example(%%d: !gpu.sparse.dntensor_handle, %%s: !gpu.sparse.spmat_handle, %%p: !gpu.sparse.spgemmop_handle, %%m: memref<?xf64>, %%i: memref<?xindex>, %%n: index) {\n  %s\n  return\n}\n",
				row.line),
		}
		variadic := func(o ir.OperandDef) bool { return o.Arity != ir.One }
		for _, o := range strings.Fields(row.operands) {
			d.Operands = append(d.Operands, sparseValue(o))
		}
		for _, r := range strings.Fields(row.results) {
			d.Results = append(d.Results, sparseValue(r))
		}
		for _, a := range strings.Fields(row.attrs) {
			d.Attrs = append(d.Attrs, sparseAttr(a))
		}
		if slices.ContainsFunc(d.Operands, variadic) {
			d.Traits |= ir.AttrSizedOperands
		}
		if slices.ContainsFunc(d.Results, variadic) {
			d.Traits |= ir.AttrSizedResults
		}
		d = async(d)
		list = append(list, ir.OpEntry{Def: d, Wrap: func(o *ir.Operation) any { return SparseOp{o, d} }})
	}
	return list
}
