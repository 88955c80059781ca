; Or it is refused, where that is asked for; what nobody else sees is moved all the same.
; RUN: fails forward --strict-address-spaces
; COVERS: s3_82
target triple = "spir64"

@table = private unnamed_addr constant [2 x i32] [i32 1, i32 2]
@v = global i32 0
