"""A release by a new user: keys, package, verify, edit, package, diff, publish, serve, roll back.

Usage: release_job.py TOOLS_HYBRID PROJECT. The project is edited. Every step has a deadline; the first
failure ends the job with a message and exit code 1. Keys and all other output are in a temporary folder.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

STEP = 300  # seconds: the first command may build
SECONDS = 30


def main(command, project, work):
    environment = dict(
        os.environ,
        HYBRID_KEYS=str(work / "keys"),
        HYBRID_PASSPHRASE="four words for trials",
        HOME=str(work),
    )
    dist, host = work / "dist", work / "host"

    def hybrid(*words, code=0):
        words = [str(word) for word in words]
        result = subprocess.run(
            [command, *words], cwd=project, env=environment, capture_output=True, text=True, timeout=STEP
        )
        assert result.returncode == code, (
            f"hybrid {' '.join(words)} ended with {result.returncode}:\n{result.stdout}{result.stderr}"
        )
        return result.stdout

    def newest():
        """The newest release on the host, according to `verify`."""
        report = json.loads(hybrid("verify", host, "--keys", "keys/1.json", "--json"))
        assert report["ok"], report
        return report["newest"]

    hybrid("keys", "new", "--memory", "8")
    for key in (work / "keys").iterdir():
        assert key.stat().st_mode & 0o077 == 0, f"{key} can be read by others"
    hybrid("package", "-o", dist)
    hybrid("verify", dist, "--keys", "keys/1.json")
    before = sorted(path.relative_to(dist) for path in dist.rglob("*"))
    hybrid("package", "-o", dist)
    after = sorted(path.relative_to(dist) for path in dist.rglob("*"))
    assert before == after, "nothing changed, yet there is another release"
    hybrid("publish", dist, host)
    assert newest() == 1

    page = project / "pages/home/data.json"
    page.write_text(page.read_text().replace("Fresh from the fire", "Still warm"))
    hybrid("package", "-o", dist)
    difference = hybrid("diff", dist / "releases/1.json", dist)
    assert "home" in difference, difference
    assert "cart" not in difference, difference
    sent = json.loads(hybrid("publish", dist, host, "--json"))["sent"]
    assert sent[-1]["path"] == "freshness.json", sent
    assert len([file for file in sent if file["path"].startswith("files/")]) == 1, sent
    assert newest() == 2

    server = subprocess.Popen(
        [command, "serve", str(host), "--json"], env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, text=True,
    )
    try:
        url = json.loads(server.stdout.readline())["url"] + "/freshness.json"
        with urllib.request.urlopen(url, timeout=SECONDS) as answer:
            tag = answer.headers["ETag"]
            assert json.load(answer)["newest"]["number"] == 2
        question = urllib.request.Request(url, headers={"If-None-Match": tag})
        try:
            urllib.request.urlopen(question, timeout=SECONDS)
            raise SystemExit("all of freshness.json, though nothing has changed")
        except urllib.error.HTTPError as error:
            assert error.code == 304, error.code

        hybrid("keys", "rollback", dist, "--to", "1", "--reason", "a trial")
        hybrid("publish", dist, host)
        assert newest() == 3
        # The rollback is the newest statement, and the same request returns it.
        with urllib.request.urlopen(question, timeout=SECONDS) as answer:
            assert json.load(answer)["newest"]["number"] == 3
        server.send_signal(signal.SIGINT)
        assert server.wait(SECONDS) == 0, "hybrid serve did not end well after Ctrl-C"
    finally:
        if server.poll() is None:
            server.kill()
            server.wait()

    # With one changed byte in a file, DIST is not published.
    file = next(path for path in sorted((dist / "files").iterdir()) if path.stat().st_size)
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    hybrid("verify", dist, "--keys", "keys/1.json", code=1)
    hybrid("publish", dist, host, code=1)
    assert newest() == 3
    print("release job: keys, packaged, verified, edited, packaged, compared, published, served, taken back")


if __name__ == "__main__":
    # Ends a step that hangs.
    signal.alarm(3 * STEP)
    with tempfile.TemporaryDirectory() as folder:
        main(sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(folder).resolve())
