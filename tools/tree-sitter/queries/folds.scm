[ (block) (match) (split) (indep) (struct) (enum) (parameters) (block_comment) ] @fold
