//! A page of honest shell: nothing may be said about any of it.

use super::Room;

/// Commands as people write them. `guard.sh`, `policy/guard.py` and `policy/lib.sh` are there, and the programs
/// of the room.
const HONEST: &[&str] = &[
    // Plain programs, builtins, quotes and comments.
    "true",
    "exit 2",
    ":",
    "./guard.sh",
    "./guard.sh --strict 'a b' \"c d\" e\\ f",
    "\"./guard.sh\"",
    "policy/../guard.sh # what it does",
    "# first a comment\n./guard.sh",
    "echo 'it''s not allowed: $HOME/~' >&2; exit 2",
    "printf '%s\\n' \"no: \\$5 is too much\" >&2; exit 2",
    "echo {a,b}{1..3} *.txt ?x [a-z]*",
    "echo $'tab\\tand \\'quote\\'' $\"translated\"",
    "echo a \\\n  b \\\n  c",
    "\n\n  ./guard.sh\n\n",
    // Pipes.
    "cat | jq -e '.input.command | test(\"rm -rf\") | not' >/dev/null || exit 2",
    "jq -r .input.command | grep -q -- '--force' && exit 2; exit 0",
    "grep -Eq 'git +push +.*--force' && { echo 'no force push'; exit 2; } || exit 0",
    "! grep -q 'rm -rf'",
    "if ! grep -q secret; then exit 0; fi\necho 'a secret' >&2\nexit 2",
    "cat | tee -a audit.jsonl >/dev/null",
    "tee -a audit.jsonl",
    "jq -c . | tee -a audit.jsonl",
    "set -o pipefail; ./guard.sh | tee guard.log",
    "tr a-z A-Z |& cat",
    "sort | uniq -c | sort -rn | head -n 1 | awk '{print $1}'",
    "awk -F: '$3 ~ /x/ { print $1, $NF }' | sed -e 's/~\\//$HOME/' -e 's/\\$X//'",
    // Tests for what may not be there.
    "command -v shellcheck >/dev/null || exit 0; shellcheck -",
    "command -v shellcheck >/dev/null 2>&1 && shellcheck -",
    "if command -v gitleaks >/dev/null; then gitleaks protect; fi",
    "type gitleaks >/dev/null 2>&1 || { echo 'install gitleaks' >&2; exit 2; }",
    "which gitleaks && gitleaks protect",
    "gitleaks version >/dev/null 2>&1 || exit 0",
    "if gitleaks version 2>/dev/null; then exit 0; fi",
    "[ -x ./extra.sh ] && ./extra.sh",
    "[ -x ./extra.sh ] || exit 0; ./extra.sh",
    "test -f ./extra.sh && . ./extra.sh",
    "if [ -x node_modules/.bin/lint ]; then node_modules/.bin/lint; else exit 0; fi",
    "[[ -f ./extra.sh && $(uname) == Darwin* ]] && ./extra.sh",
    "[ \"$(uname)\" = Darwin ] || exit 0; osascript -e 'beep'",
    "case \"$(uname)\" in Darwin) osascript -e beep ;; Linux) logger beep ;; *) ;; esac",
    // Variables: set by hookctl, by the line, by the shell, by the host, or asked about.
    "echo \"$HOOKCTL_TOOL $HOOKCTL_PHASE ${HOOKCTL_SESSION_ID} $HOOKCTL_CONFIG_DIR\"",
    "\"$HOOKCTL_CONFIG_DIR/guard.sh\"",
    "python3 \"$HOOKCTL_CONFIG_DIR\"/policy/guard.py --strict",
    "\"$CLAUDE_PROJECT_DIR\"/.claude/guard.sh",
    "\"${CLAUDE_PROJECT_DIR}/guard.sh\"",
    "echo \"$HOME $PATH $PWD $USER $? $$ $! $# $@ $* $- $0 $1 ${10} $RANDOM $LINENO $SET_HERE\"",
    "X=1; echo $X ${X}y ${X%.*} ${X##*/} ${X/a/b} ${#X} ${X:0:3} ${X^^}",
    "echo ${X:-none} ${Y-none} ${Z:+set} ${W:=1} ${V:?must be set}",
    "echo \"${X:-\"$(date)\"}\" \"${Y:-none}\" ${Z:-${HOME}}",
    ": \"${LIMIT:=5}\"; [ \"$LIMIT\" -gt 3 ] && echo $LIMIT",
    "if [ -z \"$MAYBE\" ]; then exit 0; fi; echo \"$MAYBE\"",
    "[ -n \"${MAYBE}\" ] && echo $MAYBE; true",
    "[[ $MODE == strict ]] && exit 2; exit 0",
    "case $MODE in strict|s) exit 2;; (lax) ;; *) echo \"$MODE\" >&2;; esac",
    "input=$(cat); echo \"$input\" | jq -e . >/dev/null || exit 2",
    "input=`cat`; tool=`echo \"$input\" | jq -r .tool`; test \"$tool\" = Bash",
    "read -r line; echo \"$line\"; while IFS= read -r other rest; do echo \"$other$rest\"; done",
    "cat | while read -r name value; do echo \"$name=$value\"; done",
    "for f in a b \"$HOME\"/*; do echo \"$f\"; done",
    "for f; do echo $f; done; for f do echo $f; done",
    "for ((i = 0; i < 3; i++)); do echo $i; done",
    "i=0; while [ $i -lt 3 ]; do i=$((i + 1)); done; until (( i > 9 )); do ((i++)); done; echo $i",
    "n=$(( $(wc -l) * (2 + 3) )); echo $((n << 1)) $(( n > 0 ? n : 1 ))",
    "export LEVEL=3 OTHER; ./guard.sh $LEVEL $OTHER",
    "export TOKEN; echo $TOKEN",
    "local_var() { local a=1 b; echo $a $b \"$1\"; }; local_var x",
    "declare -A seen; seen[x]=1; echo ${seen[x]} ${seen[@]}",
    "list=(a 'b c' $(date)); echo \"${list[@]}\" \"${#list[@]}\" ${!list[@]}",
    "mapfile -t lines; printf '%s\\n' \"${lines[@]}\"; printf -v padded '%03d' 7; echo $padded",
    "while getopts 'ab:' opt; do case $opt in a) ;; b) echo $OPTARG;; esac; done; shift $((OPTIND - 1))",
    "set -a; . policy/lib.sh; set +a; echo $FROM_LIB",
    "source policy/lib.sh && deny_push \"$ANYTHING\"",
    "eval \"$(cat policy/lib.sh)\"; echo $SET_BY_EVAL; deny",
    "while IFS='=' read -r k v; do export \"$k=$v\"; done < .env; echo \"$API_KEY\"",
    "export $(grep -v '^#' .env); echo $API_KEY",
    "name=x; printf -v \"$name\" 1; echo $y",
    "[[ -v MAYBE ]] && echo $MAYBE",
    "let 'x = 1' \"y = 2\"; echo $x $y",
    "export \"LEVEL=3\"; echo $LEVEL",
    "declare -n ref=\"$1\"; IFS=, read -ra parts <<< \"$1\"; echo \"${parts[0]} $ref\"",
    // Assignments and programs that start programs.
    "FOO=1 ./guard.sh",
    "FOO=1 BAR='x y' env -i BAZ=2 ./guard.sh",
    "env FOO=1 timeout -k 1 5 python3 -u policy/guard.py --strict",
    "env -u FOO -- ./guard.sh; env | grep -c PATH",
    "exec ./guard.sh",
    "exec 3>&1; ./guard.sh >&3; exec 2>/dev/null",
    "exec timeout --signal=TERM 5 ./guard.sh",
    "nohup ./guard.sh >/dev/null 2>&1 &",
    "timeout 5 ./guard.sh || exit 2",
    "time ./guard.sh; time -p ./guard.sh",
    "PATH=\"$HOOKCTL_CONFIG_DIR/tools:$PATH\" own-tool; PATH=x:$PATH; other-tool",
    "export PATH=\"$PWD/tools:$PATH\"; own-tool",
    "alias ll='ls -l'; ll",
    "xargs -0 rm -f --",
    "find . -name '*.sh' -exec grep -l x {} + -o -name '*.py' \\( -newer guard.sh \\)",
    "bash -c 'echo \"$1 $X\"' _ x",
    "sh -ec 'nosuch; exit 2'",
    "sh sync-policy",
    "bash <(cat guard.sh); bash -s < guard.sh",
    "node -e 'process.exit(2)'; perl -ne 'print if /~/'; python3 -m json.tool; python3 -",
    "python3 -c 'import sys; sys.exit(0)'",
    "make guard && ./built-guard",
    "make guard; ./built-guard",
    "git show HEAD:guard.sh > ./old-guard.sh; sh ./old-guard.sh",
    "kubectl config current-context 2>/dev/null | grep -q prod && exit 2; exit 0",
    "jq -r .input.file_path | { read -r f; [[ $f == *.env ]] && exit 2; exit 0; }",
    "test \"$(jq -r .tool)\" != Bash || exit 2",
    "if [ \"$DEBUG\" ]; then set -x; fi; ./guard.sh",
    // Folders.
    "cd sub && ./only-there.sh",
    "cd \"$HOOKCTL_CWD\" || exit 2; ./only-there.sh; node scripts/only-there.js",
    "(cd /tmp && ./only-there.sh); ./guard.sh",
    "pushd sub >/dev/null; ./only-there.sh; popd",
    "~/bin-that-nobody-has 2>/dev/null || exit 2",
    // Groups, subshells, functions and branches.
    "{ ./guard.sh; }",
    "(./guard.sh; exit $?)",
    "( set -eu; ./guard.sh ); code=$?; exit $code",
    "deny() { echo \"$1\" >&2; exit 2; }\nallow () {\n  exit 0\n}\ngrep -q x && deny 'no x'\nallow",
    "function deny { echo no; return 2; }; deny",
    "if ./guard.sh; then :; elif grep -q x; then exit 2; else exit 1; fi",
    "{ echo a; echo b; } | sort > sorted.txt 2>> errors.log",
    "while true; do ./guard.sh && break; sleep 1; done",
    "coproc cat; select x in a b; do echo $x; break; done",
    "trap 'rm -f \"$tmp\"' EXIT; tmp=$(mktemp); cat > \"$tmp\"; ./guard.sh < \"$tmp\"",
    "./guard.sh & wait $!; exit $?",
    "[ a = b ] || [ \"x\" != 'y' -a -n z ] && test 1 -eq 1",
    "[[ $HOME =~ ^/(home|Users)/[a-z]+$ ]] || exit 2",
    "[[ ( -n $HOME || 1 -lt 2 ) && ! -e /nowhere ]]",
    // Here-documents and here-strings.
    "cat <<EOF\nno: $ANYTHING $(nosuch) `nosuch` ~/x \"\nEOF\nexit 2",
    "python3 - <<'EOF'\nimport os, sys\nprint(f\"${os.environ}\"); sys.exit(0) # it's \" open\nEOF",
    "python3 - \"$HOOKCTL_TOOL\" <<-EOF\n\tprint(1)\n\tEOF\n./guard.sh",
    "cat <<A; cat <<B\none\nA\ntwo\nB\n./guard.sh",
    "text=$(cat <<'EOF'\nit's (not) closed \"\nEOF\n)\necho \"$text\"",
    "jq -r .tool <<< \"$(cat)\"",
    "diff <(sort a.txt) <(sort b.txt) > /dev/null",
    // Verdicts that are not thrown away.
    "echo '{\"decision\":\"deny\",\"reason\":\"no\"}'; exit 0",
    "jq -n '{decision: \"deny\", reason: env.HOOKCTL_TOOL}'; exit 0",
    "cat > /dev/null; exit 0",
    "cat >> events.jsonl; exit 0",
    "mkdir -p logs || true",
    "cat >> events.jsonl || true",
    "./guard.sh >> guard.log 2>&1 || true",
    "curl -fsS -d @- https://example.org/hook >/dev/null || true",
    "grep -q 'git push' && exit 2 || true",
    "grep -o 'TODO.*' || true",
    "count=$(grep -c x || true); [ \"$count\" -gt 3 ] && exit 2; exit 0",
    "set -e\n./guard.sh\nexit 0",
    "./guard.sh || exit 2; exit 0",
    "./guard.sh || { echo 'the guard said no' >&2; exit 2; }",
    "if ./guard.sh; then exit 0; else exit 2; fi",
    "./guard.sh; code=$?; [ $code -eq 0 ] || exit 2; exit 0",
    "./guard.sh && true",
    "true || ./guard.sh",
    "git diff --quiet || exit 2",
    "logger -t hooks \"$HOOKCTL_TOOL\" || :",
    "sync-policy >/dev/null 2>&1 & exit 0",
    // A tilde that is a text.
    "grep -q '~/.ssh' && exit 2; exit 0",
    "jq -e '.input.command | contains(\"~/.ssh\") | not' >/dev/null",
    "case \"$(cat)\" in *'~/.ssh'*|\"~/x\"*) exit 2;; esac",
    "echo \"~/.ssh is not for agents\"; git diff HEAD~1 --stat; ls ~ ~/",
    "[ \"$X\" = '~/x' ] && exit 2; exit 0",
    "sed -n '~2p'; awk '$1 ~ /a/'",
];

#[test]
fn nothing_is_said_about_honest_shell() {
    let room = Room::new();
    assert!(HONEST.len() >= 60);
    let mut loud = Vec::new();
    for command in HONEST {
        // The shell that most people write for; a machine without it does not ask one.
        let bash = if room.path("bin/bash").is_symlink() { "shell = \"bash\"" } else { "" };
        let found = room.check(&super::hook_of(command, bash));
        if !found.is_empty() {
            loud.push(format!("{command}\n    {found:?}"));
        }
    }
    assert!(loud.is_empty(), "{}", loud.join("\n"));
}

#[test]
fn honest_shell_is_understood() {
    // `coproc` is left alone on purpose.
    let strange: Vec<_> = HONEST
        .iter()
        .filter(|command| !command.starts_with("coproc") && crate::shell::script::parse(command).is_none())
        .collect();
    assert!(strange.is_empty(), "{strange:#?}");
}
