"""Makes gRPC's generator of Python stubs a separate plugin. It is only distributed within the protoc
of grpcio-tools."""

import sys
import tempfile
from pathlib import Path

from google.protobuf.compiler.plugin_pb2 import CodeGeneratorRequest, CodeGeneratorResponse
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from grpc_tools import protoc

request = CodeGeneratorRequest.FromString(sys.stdin.buffer.read())
response = CodeGeneratorResponse(supported_features=CodeGeneratorResponse.FEATURE_PROTO3_OPTIONAL)
with tempfile.TemporaryDirectory() as folder:
    files, out = Path(folder, "files"), Path(folder, "out")
    files.write_bytes(FileDescriptorSet(file=request.proto_file).SerializeToString())
    out.mkdir()
    with_services = [file.name for file in request.proto_file if file.service and file.name in request.file_to_generate]
    code = protoc.main(["protoc", f"--descriptor_set_in={files}", f"--grpc_python_out={out}", *with_services])
    if code:
        response.error = f"protoc ended with {code}"
    for path in sorted(out.rglob("*.py")):
        response.file.add(name=str(path.relative_to(out)), content=path.read_text())
sys.stdout.buffer.write(response.SerializeToString())
