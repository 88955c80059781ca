// RUN: spir64 O1 forward
// RUN: spir64 O1 roundtrip CL2.0
// RUN: spir64 O1 roundtrip
// COVERS: s3_19 s3_22
kernel void pipes(read_only pipe int in, write_only pipe int out, global int *found) {
    int packet;
    if (read_pipe(in, &packet) == 0)
        write_pipe(out, &packet);
    reserve_id_t id = reserve_read_pipe(in, 2);
    if (is_valid_reserve_id(id)) {
        read_pipe(in, id, 1, &packet);
        commit_read_pipe(in, id);
    }
    id = work_group_reserve_write_pipe(out, 4);
    write_pipe(out, id, 1, &packet);
    work_group_commit_write_pipe(out, id);
    *found = (int)(get_pipe_num_packets(in) + get_pipe_max_packets(out));
}
