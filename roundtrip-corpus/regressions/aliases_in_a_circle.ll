@b = alias i32, getelementptr inbounds (i32, ptr @a, i64 1)
@a = alias i32, getelementptr inbounds (i32, ptr @b, i64 1)
