# A host in Python: starts a plugin, asks it what it is, and has it solve a puzzle.
#
#   python3 host.py PUZZLE PROGRAM [ARGUMENT]…
#
# It needs Debian's python3-grpcio and python3-protobuf, and algorithm_pb2.py beside it, which protobuf-compiler makes:
#
#   sudokuctl plugin proto > algorithm.proto && protoc --python_out=. algorithm.proto
import contextlib, os, subprocess, sys, tempfile
import grpc, algorithm_pb2 as pb

def ask(channel, kind, name, request, answer):  # kind: unary_unary, stream_stream, …
    return getattr(channel, kind)("/sudokuctl.v1.AlgorithmService/" + name,
                                  request_serializer=request.SerializeToString, response_deserializer=answer.FromString)

with tempfile.TemporaryDirectory() as folder:
    env = dict(os.environ, SUDOKUCTL_PLUGIN="a2cd3b0e-6f44-4f1c-9d4b-53b0c1e6a881", SUDOKUCTL_HOST_PID=str(os.getpid()),
               PLUGIN_UNIX_SOCKET_DIR=folder)
    plugin = subprocess.Popen(sys.argv[2:], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    address = plugin.stdout.readline().split("|")[3]  # 1|1|unix|ADDRESS|grpc|
    with grpc.insecure_channel("unix:" + address) as channel:
        info = ask(channel, "unary_unary", "Describe", pb.DescribeRequest, pb.DescribeResponse)(pb.DescribeRequest())
        print(info.id, *info.powers)
        rows = [[9 * r + c for c in range(9)] for r in range(9)]
        boxes = [[27 * (b // 3) + 3 * (b % 3) + 9 * (i // 3) + i % 3 for i in range(9)] for b in range(9)]
        houses = rows + [list(column) for column in zip(*rows)] + boxes
        geometry = pb.Geometry(text="9", digits=9, cells=81, house_kinds=bytes(i // 9 for i in range(27)),
                               house_sizes=[9] * 27, house_cells=sum(houses, []))
        batch = pb.Batch(geometry=geometry, givens=bytes(int(c) for c in sys.argv[1].replace(".", "0")))
        puzzles = iter([pb.SolveRequest(options=pb.Options(limit=2, timeout_ns=10**10), batch=batch)])
        for answer in ask(channel, "stream_stream", "Solve", pb.SolveRequest, pb.SolveResponse)(puzzles):
            print(pb.Ending.Name(answer.endings[0]), "".join(map(str, answer.solutions)))
        with contextlib.suppress(grpc.RpcError):  # it may be gone before it answers
            channel.unary_unary("/plugin.GRPCController/Shutdown")(b"")
        plugin.wait(5)
