"""The main job of a new user: start `hybrid dev`, look, save a file, break it, fix it, stop.

Usage: main_job.py TOOLS_HYBRID PROJECT. The project is edited. Every step has a deadline; the first failure
ends the job with a message and exit code 1.
"""

import asyncio
import json
import os
import pathlib
import signal
import socket
import sys
import time
import urllib.error
import urllib.request

import websockets

READY = 900  # seconds: the first start builds
STEP = 30


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def get(url):
    with urllib.request.urlopen(url, timeout=STEP) as answer:
        return answer.read().decode()


async def ready_line(lines):
    """The first `ready` line of --json, as an object."""
    while True:
        line = await lines.readline()
        if not line:
            raise SystemExit("hybrid dev ended before it was ready")
        message = json.loads(line)
        if "ready" in (message.get("event"), message.get("type")):
            return message


async def next_message(client, kind):
    """The next message about a build, which must be of the kind `kind`."""
    while True:
        message = json.loads(await client.recv())
        if message["type"] in ("update", "failed", "fixed"):
            assert message["type"] == kind, f"expected {kind}, got {json.dumps(message)[:300]}"
            return message


async def nothing_follows(client, seconds):
    """Checks that no further message about a build follows: one save causes one update."""
    try:
        message = await asyncio.wait_for(client.recv(), seconds)
    except asyncio.TimeoutError:
        return
    assert json.loads(message)["type"] == "log", f"one message too many: {message[:300]}"


async def talk(ready, project):
    url = ready["url"].split("?")[0].split("#")[0].rstrip("/")
    assert get(url + "/status") == "packager-status:running"
    json.loads(get(url + "/hybrid/status"))
    assert 'name="hybrid-token"' in get(url + "/"), "the preview has no token"
    with urllib.request.urlopen(url + "/hybrid/unit/home.png", timeout=STEP) as picture:
        assert picture.read(8) == b"\x89PNG\r\n\x1a\n", "no picture of the home page"

    protocols = ["hybrid.1", "hybrid.token." + ready["token"]]
    async with websockets.connect(ready["socket"], subprotocols=protocols, max_size=None) as client:
        await client.send(json.dumps({"type": "hello", "client": "ci", "unit": "home"}))
        while json.loads(await client.recv())["type"] != "snapshot":
            pass

        data = project / "pages/home/data.json"
        good = data.read_text()
        data.write_text(good.replace("Fresh from the fire", "Still warm"))
        update = await next_message(client, "update")
        assert [change["unit"] for change in update["changes"]] == ["home"], update
        assert "Still warm" in json.dumps(update), update
        await nothing_follows(client, 1)

        data.write_text("{")
        failed = await next_message(client, "failed")
        assert failed["diagnostics"][0]["file"].endswith("pages/home/data.json"), failed
        data.write_text(good)
        await next_message(client, "fixed")

    # A running page: typed text reaches its script, and the script's changes come back.
    async with websockets.connect(ready["socket"], subprotocols=protocols, max_size=None) as client:
        await client.send(json.dumps({"type": "hello", "client": "ci", "unit": "todo"}))
        while (message := json.loads(await client.recv()))["type"] != "snapshot":
            pass
        numbers = {}
        nodes = [message["tree"]]
        while nodes:
            node = nodes.pop()
            numbers[node.get("id")] = node["n"]
            nodes += node.get("children", [])
        await client.send(
            json.dumps({"type": "event", "name": "input", "n": numbers["new"], "text": "Sweep the floor"})
        )
        await client.send(json.dumps({"type": "event", "name": "tap", "n": numbers["add"]}))
        while True:
            message = json.loads(await client.recv())
            if message["type"] == "page" and "2 open" in json.dumps(message):
                break

    # Disconnected during two saves: exactly these two are sent, and no full tree.
    hello = {"type": "hello", "client": "ci", "unit": "cart"}
    async with websockets.connect(ready["socket"], subprotocols=protocols, max_size=None) as client:
        await client.send(json.dumps(hello))
        while (message := json.loads(await client.recv()))["type"] != "welcome":
            pass
        hello["session"] = message["session"]
        while (message := json.loads(await client.recv()))["type"] != "snapshot":
            pass
        hello["revision"] = message["revision"]
    page = project / "pages/cart/index.html"
    text = page.read_text()
    for word in ("first", "second"):
        page.write_text(text.replace("</body>", f"<p>{word}</p></body>"))
        deadline = time.monotonic() + STEP
        while word not in get(url + "/hybrid/unit/cart.json"):
            assert time.monotonic() < deadline, "the save did not arrive"
            await asyncio.sleep(0.05)
    async with websockets.connect(ready["socket"], subprotocols=protocols, max_size=None) as client:
        await client.send(json.dumps(hello))
        missed = []
        while len(missed) < 2:
            message = json.loads(await client.recv())
            assert message["type"] != "snapshot", "a whole tree where two patches would do"
            if message["type"] == "update":
                missed.append(message)
        assert "second" in json.dumps(missed[1]), missed

    # An agent can query the problems with the token, and not without it.
    question = urllib.request.Request(
        url + "/hybrid/problems", headers={"Authorization": "Bearer " + ready["token"]}
    )
    with urllib.request.urlopen(question, timeout=STEP) as answer:
        json.load(answer)
    try:
        get(url + "/hybrid/problems")
        raise SystemExit("problems were told without the token")
    except urllib.error.HTTPError as error:
        assert error.code == 401, error.code


async def main(command, project):
    process = await asyncio.create_subprocess_exec(
        command, "dev", str(project), "--port", str(free_port()), "--json", stdout=asyncio.subprocess.PIPE
    )
    try:
        ready = await asyncio.wait_for(ready_line(process.stdout), READY)
        await asyncio.wait_for(talk(ready, project), STEP)
        process.send_signal(signal.SIGINT)
        # Remaining output is read, so that the server does not block.
        await asyncio.wait_for(process.stdout.read(), STEP)
        code = await asyncio.wait_for(process.wait(), STEP)
        assert code == 0, f"hybrid dev ended with {code} after Ctrl-C"
        assert not os.path.exists(project / ".hybrid/dev.json"), "dev.json was left behind"
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    print("main job: ready, looked at, updated, failed, fixed, used, caught up, asked, stopped")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], pathlib.Path(sys.argv[2])))
