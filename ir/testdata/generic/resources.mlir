"x.r"() {a = dense_resource<blob1> : tensor<2xi32>, b = dense_resource<bl_ob> : tensor<1xf32>} : () -> ()
{-#
  dialect_resources: {
    builtin: {
      blob1: "0x040000000100000002000000",
      bl_ob: "0x040000000000803F",
      unused: "0x0400000000000000"
    }
  },
  external_resources: {
    foo: {
      pipeline: "builtin.module(cse)",
      flag: true
    }
  }
#-}
