import socket
import time

try:
    socket.create_connection(("162.159.135.232", 443))
except OSError as error:
    print(error, flush=True)
time.sleep(60)
