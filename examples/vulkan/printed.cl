kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void show(global const int *in, global const float8 *vectors)
{
    size_t i = get_global_id(0);
    if (i == 3)
        printf("last\n");
    printf("%d: %5d|%-5s|%c %hhd %lu %.2f %g\n", (int)i, in[i], "a%b", 'a' + in[i], (char)in[i], (ulong)i, vectors[i].x, 1.5);
    printf("%v4hlf %v2hhd %v3hd %v2ld\n", vectors[i].lo, convert_char2(vectors[i].hi.xy), convert_short3(vectors[i].hi.xyz),
           convert_long2(vectors[i].hi.zw));
    printf("%s %s\n", in[i] & 1 ? "uneven" : "even", "number");
}
