kernel void say(global int *p, float x) { printf("%d of %s: %f\n", p[get_global_id(0)], "all", x); printf("done\n"); }
