"""Executes the kernels of one source on the OpenCL platform of the environment: the process that kernels.py starts.

    execute.py JOB.json, which says {"source": ..., "options": [...], "il": ..., "kernels": [{name, launch, arguments, files}]}

Writes what buffers and images hold into the files, and a line for each kernel that has run.
"""

import json
import pathlib
import sys

import numpy as np
import pyopencl as cl

import launches


def bound(context, given, data):
    """The memory or value that an argument is on the device."""
    if given.kind == "local":
        return cl.LocalMemory(launches.LOCAL_BYTES)
    if given.kind == "sampler":
        return cl.Sampler(context, False, cl.addressing_mode.CLAMP_TO_EDGE, cl.filter_mode.NEAREST)
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    if given.kind == "image":
        pixels = cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.FLOAT)
        return cl.Image(context, flags, pixels, shape=(launches.SIDE, launches.SIDE), hostbuf=data)
    if given.kind == "buffer":
        return cl.Buffer(context, flags, hostbuf=data)
    return (np.append(data, data[:1]) if given.components == 3 else data).tobytes()


def run(queue, program, step):
    """Launches a kernel and writes what it leaves."""
    name, launch = step["name"], launches.Launch(*step["launch"])
    kernel, memory = cl.Kernel(program, name), []
    for position, (words, file) in enumerate(zip(step["arguments"], step["files"])):
        given = launches.Argument(*words)
        data = launches.content(name, position, given, launch.count) if given.kind in ("buffer", "image", "value") else None
        memory.append((given, bound(queue.context, given, data), data, file))
        kernel.set_arg(position, memory[-1][1])
    cl.enqueue_nd_range_kernel(queue, kernel, launch.size(), launch.local).wait()
    for given, there, data, file in memory:
        if given.kind == "buffer":
            cl.enqueue_copy(queue, data, there)
        elif given.kind == "image":
            cl.enqueue_copy(queue, data, there, origin=(0, 0), region=(launches.SIDE, launches.SIDE))
        if file:
            data.tofile(file)


def main():
    job = json.loads(pathlib.Path(sys.argv[1]).read_text())
    [platform] = cl.get_platforms()
    context = cl.Context(platform.get_devices())
    if job["il"]:
        program = cl.Program(context, pathlib.Path(job["il"]).read_bytes()).build()
    else:
        program = cl.Program(context, pathlib.Path(job["source"]).read_text(errors="replace")).build(job["options"])
    queue = cl.CommandQueue(context)
    for step in job["kernels"]:
        run(queue, program, step)
        print("ran", step["name"], flush=True)


if __name__ == "__main__":
    main()
