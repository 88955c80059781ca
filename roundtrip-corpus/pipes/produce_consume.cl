// options: -cl-std=CL2.0
// Packets through a pipe, one by one and by reservation.

kernel void produce(write_only pipe int packets, global const int *in)
{
    int value = in[get_global_id(0)];
    write_pipe(packets, &value);
}

kernel void produce_reserved(write_only pipe int packets, global const int *in)
{
    reserve_id_t id = work_group_reserve_write_pipe(packets, get_local_size(0));
    if (is_valid_reserve_id(id)) {
        int value = in[get_global_id(0)];
        write_pipe(packets, id, (uint)get_local_id(0), &value);
        work_group_commit_write_pipe(packets, id);
    }
}

kernel void consume(read_only pipe int packets, global int *out)
{
    int value = -1;
    if (get_pipe_num_packets(packets) <= get_pipe_max_packets(packets) && read_pipe(packets, &value) == 0)
        out[get_global_id(0)] = value;
}
