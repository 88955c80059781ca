// options: -cl-std=CL2.0
// Packets by reservation: of a work-item, and of a whole work-group.

kernel void produce(global const int4 *in, write_only pipe int4 out)
{
    reserve_id_t place = work_group_reserve_write_pipe(out, (uint)get_local_size(0));
    if (is_valid_reserve_id(place)) {
        int4 packet = in[get_global_id(0)];
        write_pipe(out, place, (uint)get_local_id(0), &packet);
        work_group_commit_write_pipe(out, place);
    }
}

kernel void consume(read_only pipe int4 in, global int4 *out, global uint *left)
{
    reserve_id_t place = reserve_read_pipe(in, 2);
    if (is_valid_reserve_id(place)) {
        for (uint i = 0; i < 2; ++i) {
            int4 packet;
            if (read_pipe(in, place, i, &packet) == 0)
                out[get_global_id(0) * 2 + i] = packet;
        }
        commit_read_pipe(in, place);
    }
    left[get_global_id(0)] = get_pipe_num_packets(in) + get_pipe_max_packets(in);
}
