// What the plug-in of pytest says of refusals, and how users sign in with it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aProject, pytest } from "./pytest-project.ts";

test("users sign in to sites and devices, and what is refused says why", async () => {
  const folder = await aProject();
  writeFileSync(
    join(folder, "test_reasons.py"),
    `import json
import urllib.parse
import urllib.request

import pytest
from antechamber_pytest import CannotDo, Reply


def answers(status):
    def create_app(env):
        def app(environ, start_response):
            start_response(status, [])
            return [b'{"type": 1}']

        return app

    return create_app


def test_an_application_is_told_why_it_gets_no_interactions(world):
    with pytest.raises(CannotDo, match='it answers POST / with 404: say where .* path="/interactions"'):
        world.serve("Concierge", answers("404 Not Found"))
    with pytest.raises(CannotDo, match="it answered a wrong signature with 200 instead of 401"):
        world.serve("Concierge", answers("200 OK"))
    with pytest.raises(CannotDo, match="nothing answers at http://127.0.0.1:1/interactions"):
        world.serve("Concierge", "http://127.0.0.1:1", path="/interactions")
    own = world.control.call("GET /applications/Concierge/key")["verify_key"]
    assert world.env["DISCORD_PUBLIC_KEY"] == world.public_key("Concierge") == own


def command(world, **fields):
    api(world, f"/applications/{world.env['DISCORD_APPLICATION_ID']}/commands", fields)


def api(world, path, fields, authorization=None):
    headers = {"Authorization": authorization or f"Bot {world.env['DISCORD_TOKEN']}"}
    headers["Content-Type"] = "application/json"
    request = urllib.request.Request(f"{world.api}/v10{path}", json.dumps(fields).encode(), headers)
    return json.loads(urllib.request.urlopen(request).read())


def test_a_denial_and_a_failure_say_why(world):
    command(world, name="ban", description="Bans", default_member_permissions="4")
    denied = world.user("bob").in_("#general").run("/ban")
    assert denied.why.startswith("at step 11, not met: ")
    assert denied.why.endswith("(user bob; it needs BAN_MEMBERS)")
    assert denied.why in repr(denied)
    failed = Reply(world.user("bob"), "/ban", {
        "outcome": "failed", "interaction": "1", "messages": [], "decision": [],
        "reason": {"message": "The answer was refused", "error": {"errors": {"data": {"content": {
            "_errors": [{"code": "X", "message": "Too long"}]}}}}},
    })
    assert repr(failed) == "<bob /ban: failed '': The answer was refused; data.content: Too long>"


def signs_in(world, device):
    arena = world.application("Arena")
    body = {"client_id": arena["id"], "client_secret": arena["client_secret"], **device}
    path = "token" if "device_code" in device else "device/authorize"
    request = urllib.request.Request(f"{world.api}/v10/oauth2/{path}", urllib.parse.urlencode(body).encode())
    return json.loads(urllib.request.urlopen(request).read())


def test_users_sign_in_to_sites_and_devices(world):
    query = {"client_id": world.application("Arena")["id"], "response_type": "code", "scope": "openid identify"}
    address = f"{world.url}/oauth2/authorize?{urllib.parse.urlencode(query)}"
    assert "code=" in world.user("alice").consents(address, scopes=["identify", "openid"])
    assert "error=access_denied" in world.user("bob").refuses(address)
    with pytest.raises(AssertionError, match='asks for "openid identify", and not for "openid"'):
        world.user("alice").consents(address, scopes=["openid"])
    device = signs_in(world, {"scope": "openid"})
    with pytest.raises(CannotDo, match="take verification_uri_complete"):
        world.user("alice").consents(device["verification_uri"])
    world.user("alice").consents(device["verification_uri_complete"], scopes=["openid"])
    grant = "urn:ietf:params:oauth:grant-type:device_code"
    assert signs_in(world, {"grant_type": grant, "device_code": device["device_code"]})["scope"] == "openid"
`,
  );
  expect(await pytest(folder, "off", ["test_reasons.py"])).toMatch(/^3 passed in/m);
}, 60_000);

test("what the kit cannot do is shown at the test's own line, without the lines of the plug-in", async () => {
  const folder = await aProject();
  writeFileSync(
    join(folder, "test_lines.py"),
    `import pytest


def test_user(world):
    world.user("nobody")


def test_refusal(world):
    world.user("alice").in_("#nowhere").message("hello")


def test_call(world):
    world.control.call("GET /users/nobody")


@pytest.mark.antechamber(world={"users": [{"name": "carol"}]})
def test_world(world):
    pass
`,
  );
  const shown = await pytest(folder, "off", ["test_lines.py", "--tb=line"]);
  expect(shown).toMatch(/test_lines\.py:5: .*CannotDo: there is no user "nobody"/);
  expect(shown).toMatch(/test_lines\.py:9: .*CannotDo: alice cannot write in #nowhere/);
  expect(shown).toMatch(/test_lines\.py:13: .*Refusal: GET \/users\/nobody was refused with 404/);
  expect(shown).toContain("CannotDo: the world of a test lacks username");
  const whole = await pytest(folder, "off", ["test_lines.py", "-k", "not world"]);
  expect(whole).not.toContain("antechamber_pytest.py:");
}, 60_000);
