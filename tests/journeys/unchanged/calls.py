# A child of Python that is given an environment of its own.
import os
import subprocess
import urllib.request

url = "https://discord.com/api/v10/gateway"
print("urllib", urllib.request.urlopen(url).status)
curl = ["curl", "-s", "-o", os.devnull, "-w", "%{http_code}", url]
bare = subprocess.run(curl, env={"PATH": os.environ["PATH"]}, capture_output=True, text=True)
print("bare child", bare.stdout)
