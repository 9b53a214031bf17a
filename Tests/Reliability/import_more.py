"""Kill sweeps of imports that do more than take whole values: parts of values, a plan on the way, a review."""

import json
import os

from common import CANARY, Failure


def sweeps(tool, folder, common, whole, value, full, sweep, scenario):
    """`whole` authenticates the container and reads it; `value(service, account)` then tells what it holds."""
    secret = b"tok-Hj89K4EtjE0gFeKD6-" + CANARY
    path = os.path.join(folder, "com.example.part.json")
    state = {"auth": {"refreshToken": secret.decode(), "n": 17}, "theme": "dark"}

    def state_now():
        with open(path, "rb") as read:
            tree = json.load(read)
        if tree["launches"] != 3:
            raise Failure("the source lost what was no secret")
        inside = json.loads(tree["state"]) if "state" in tree else {}
        return inside, inside.get("auth", {}).get("refreshToken")

    def check(account, part):
        """After a kill: the secret is in one place at least, and what stays in the source is whole."""
        whole()
        inside, found = state_now()
        if part and (inside.get("theme") != "dark" or inside["auth"]["n"] != 17):
            raise Failure("the value lost what was no part of the secret")
        held = value("com.example.part", account)
        if found != secret.decode() and (held is None or secret not in held):
            raise Failure("the secret is neither in the source nor in the container")

    def done(account, part):
        check(account, part)
        if state_now()[1] is not None or secret not in (value("com.example.part", account) or b""):
            raise Failure("the rerun did not finish")

    def planned(plan):
        # A plan that was written already is not overwritten: it is there whole, and the work goes on with it.
        if state_now()[1] is not None:
            tool.run("import", *common, "--rules", plan, "--scrub", "--yes", path)
        done("state", False)

    def run(name, *options, account, part=False, keys=None, finish=None, again=(0,)):
        with open(path, "w") as out:
            json.dump({"launches": 3, "state": json.dumps(state)}, out, indent=2)
        runs = sweep(
            tool, folder,
            scenario(
                name, ("import", *common, *options, "--scrub", path), b"",
                lambda: check(account, part), finish or (lambda: done(account, part)), again, keys),
            full,
        )
        os.unlink(path)
        return runs

    rules = os.path.join(folder, "rules.json")
    rule = {"keyPath": "state", "inner": [{"decode": "json"}, "auth", "refreshToken"]}
    with open(rules, "w") as out:
        json.dump({"version": 1, "default": "ignore", "rules": [rule]}, out)
    total = run(
        "import --scrub of a part of a value", "--rules", rules, "--yes", account="state/auth/refreshToken", part=True)
    os.unlink(rules)
    plan = os.path.join(folder, "plan.json")
    total += run(
        "import --scrub with --plan-out", "--plan-out", plan, "--yes", account="state", finish=lambda: planned(plan),
        again=(0, 73))
    total += run("import --scrub with --review", "--review", account="state", keys=[b"t"])
    return total
