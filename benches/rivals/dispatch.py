"""A dispatcher as one writes it by hand: which tool is it, and does its hook agree?"""
import json
import subprocess
import sys

HOOKS = [{"tools": ["Bash"], "command": "true"}]

event = json.load(sys.stdin)
for hook in HOOKS:
    if event["tool"] in hook["tools"]:
        ran = subprocess.run(
            ["/bin/sh", "-c", hook["command"]], input=json.dumps(event), capture_output=True, text=True, timeout=10
        )
        if ran.returncode:
            print(json.dumps({"decision": "deny", "reason": ran.stdout}))
            sys.exit(2)
print(json.dumps({"decision": "allow", "tool": event["tool"]}))
