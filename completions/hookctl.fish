# The names of the hooks of the hooks.toml that the line means.
function __fish_hookctl_names
    set -l words (commandline -opc)
    set -l program (string replace -r '^~(?=/)' "$HOME" -- $words[1])
    $program hook-names -- $words[2..-1] 2>/dev/null
end

# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_hookctl_global_optspecs
    string join \n h/help V/version
end

function __fish_hookctl_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_hookctl_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_hookctl_using_subcommand
    set -l cmd (__fish_hookctl_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c hookctl -n "__fish_hookctl_needs_command" -s h -l help -d 'Print help'
complete -c hookctl -n "__fish_hookctl_needs_command" -s V -l version -d 'Print version'
complete -c hookctl -n "__fish_hookctl_needs_command" -f -a "run" -d 'Run the hooks of a phase on the event on stdin'
complete -c hookctl -n "__fish_hookctl_needs_command" -f -a "check" -d 'Check hooks.toml and say everything that is wrong with it'
complete -c hookctl -n "__fish_hookctl_needs_command" -f -a "replay" -d 'Run saved events again: debug a hook, or compare two policies'
complete -c hookctl -n "__fish_hookctl_needs_command" -f -a "init" -d 'Write a commented hooks.toml to start from'
complete -c hookctl -n "__fish_hookctl_needs_command" -f -a "trust" -d 'Look at a project\'s hooks and trust them as they are now'
complete -c hookctl -n "__fish_hookctl_needs_command" -f -a "install" -d 'Wire hookctl into a coding agent\'s own settings'
complete -c hookctl -n "__fish_hookctl_needs_command" -f -a "uninstall" -d 'Take hookctl out of a coding agent\'s settings again'
complete -c hookctl -n "__fish_hookctl_needs_command" -f -a "schema" -d 'Print the JSON Schema of hooks.toml, for editors'
complete -c hookctl -n "__fish_hookctl_needs_command" -f -a "help" -d 'Explain a command or a topic'
complete -c hookctl -n "__fish_hookctl_using_subcommand run" -l host -d 'Read the event of this host, and answer in its form [default: hookctl\'s own form]' -r -f -a "claude\t'Claude Code'
codex\t'Codex'
gemini\t'Gemini CLI'
qwen\t'Qwen Code'
copilot\t'Copilot CLI'
droid\t'Factory Droid'"
complete -c hookctl -n "__fish_hookctl_using_subcommand run" -l event -d 'What the host calls the event, where its payload does not say' -r
complete -c hookctl -n "__fish_hookctl_using_subcommand run" -l config -d 'Read this file, and neither the user\'s nor the project\'s; may be repeated' -r -F
complete -c hookctl -n "__fish_hookctl_using_subcommand run" -l deadline -d 'The limit of the whole chain, in seconds [default: `deadline_secs`, else the host\'s]' -r -f
complete -c hookctl -n "__fish_hookctl_using_subcommand run" -l record -d 'Append the event and its outcome to this file, as a line that `replay` reads' -r -F
complete -c hookctl -n "__fish_hookctl_using_subcommand run" -l record-max-mib -d 'How large that file may become before it is renamed to FILE.1, in MiB' -r -f
complete -c hookctl -n "__fish_hookctl_using_subcommand run" -l require-trust -d 'Run the project\'s hooks only if a person trusted them, as with --host'
complete -c hookctl -n "__fish_hookctl_using_subcommand run" -s v -l verbose -d 'Log on stderr what hookctl does; twice for every detail'
complete -c hookctl -n "__fish_hookctl_using_subcommand run" -l record-redact -d 'Replace what looks like a secret (a token, a password, an API key) in that file'
complete -c hookctl -n "__fish_hookctl_using_subcommand run" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c hookctl -n "__fish_hookctl_using_subcommand check" -l config -d 'Check this file, and neither the user\'s nor the project\'s; may be repeated' -r -F
complete -c hookctl -n "__fish_hookctl_using_subcommand check" -l host -d 'Also say what does not fit this host' -r -f -a "claude\t'Claude Code'
codex\t'Codex'
gemini\t'Gemini CLI'
qwen\t'Qwen Code'
copilot\t'Copilot CLI'
droid\t'Factory Droid'"
complete -c hookctl -n "__fish_hookctl_using_subcommand check" -l format -d 'The form of the report' -r -f -a "human\t'Excerpts of the file for a person'
json\t'An array of objects'
github\t'Annotations for GitHub Actions'
sarif\t'SARIF 2.1.0 for code scanning'"
complete -c hookctl -n "__fish_hookctl_using_subcommand check" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hookctl -n "__fish_hookctl_using_subcommand check" -l strict -d 'Fail on warnings too'
complete -c hookctl -n "__fish_hookctl_using_subcommand check" -l list-codes -d 'Print the table of codes, and check nothing'
complete -c hookctl -n "__fish_hookctl_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c hookctl -n "__fish_hookctl_using_subcommand replay" -l config -d 'Read this file, and neither the user\'s nor the project\'s; may be repeated' -r -F
complete -c hookctl -n "__fish_hookctl_using_subcommand replay" -l host -d 'Take the events for those of this host [default: a host\'s event is known by its fields]' -r -f -a "claude\t'Claude Code'
codex\t'Codex'
gemini\t'Gemini CLI'
qwen\t'Qwen Code'
copilot\t'Copilot CLI'
droid\t'Factory Droid'"
complete -c hookctl -n "__fish_hookctl_using_subcommand replay" -l jobs -d 'How many events of gates may run side by side, 1 to 256' -r -f
complete -c hookctl -n "__fish_hookctl_using_subcommand replay" -l expect -d 'What each event should be decided to be' -r -f -a "allow\t'Nobody objected'
ask\t'A person has to agree first'
deny\t'Not permitted'"
complete -c hookctl -n "__fish_hookctl_using_subcommand replay" -l against -d 'Compare with what this other config decides: was is the config in force, is this one' -r -F
complete -c hookctl -n "__fish_hookctl_using_subcommand replay" -l format -d 'What to print on stdout' -r -f -a "json\t'The outcome of each event, one line each'
junit\t'A test report, with a case for each event'"
complete -c hookctl -n "__fish_hookctl_using_subcommand replay" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hookctl -n "__fish_hookctl_using_subcommand replay" -l only -d 'Run this hook of the chain alone' -r -f -a "(__fish_hookctl_names)"
complete -c hookctl -n "__fish_hookctl_using_subcommand replay" -l dry-run -d 'Start nothing: say for each hook of the phase whether it would run, and why not'
complete -c hookctl -n "__fish_hookctl_using_subcommand replay" -l run-observers -d 'Of several events, also run those of phases that only observe'
complete -c hookctl -n "__fish_hookctl_using_subcommand replay" -l compare -d 'Compare with the outcome that was recorded with each event'
complete -c hookctl -n "__fish_hookctl_using_subcommand replay" -l coverage -d 'List the hooks that no event reached, and those that never denied'
complete -c hookctl -n "__fish_hookctl_using_subcommand replay" -l explain -d 'Trace each event on stderr for people, as on a terminal'
complete -c hookctl -n "__fish_hookctl_using_subcommand replay" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c hookctl -n "__fish_hookctl_using_subcommand init" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c hookctl -n "__fish_hookctl_using_subcommand trust" -s y -l yes -d 'Trust it without asking'
complete -c hookctl -n "__fish_hookctl_using_subcommand trust" -l list -d 'List what is trusted, and whether it still is as it was'
complete -c hookctl -n "__fish_hookctl_using_subcommand trust" -l revoke -d 'No longer trust it'
complete -c hookctl -n "__fish_hookctl_using_subcommand trust" -l check -d 'Say whether it is trusted as it is now, by the exit status too'
complete -c hookctl -n "__fish_hookctl_using_subcommand trust" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c hookctl -n "__fish_hookctl_using_subcommand install" -l config -d 'Read this file, and neither the user\'s nor the project\'s, and name it in what is wired; may be repeated' -r -F
complete -c hookctl -n "__fish_hookctl_using_subcommand install" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hookctl -n "__fish_hookctl_using_subcommand install" -l format -d 'The form of that list' -r -f -a "human\t'In columns, for people'
json\t'As a list of objects, for scripts'"
complete -c hookctl -n "__fish_hookctl_using_subcommand install" -l all -d 'Wire every event, and not those alone that hooks.toml has hooks for'
complete -c hookctl -n "__fish_hookctl_using_subcommand install" -l user -d 'In your own settings, for every project (the default)'
complete -c hookctl -n "__fish_hookctl_using_subcommand install" -l project -d 'In the settings of this project: at the top of its Git work tree, else in the current folder'
complete -c hookctl -n "__fish_hookctl_using_subcommand install" -l print -d 'Print the file as it would be, and write nothing'
complete -c hookctl -n "__fish_hookctl_using_subcommand install" -s y -l yes -d 'Do not ask'
complete -c hookctl -n "__fish_hookctl_using_subcommand install" -l list -d 'Show for each agent on this machine what is wired, and change nothing'
complete -c hookctl -n "__fish_hookctl_using_subcommand install" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c hookctl -n "__fish_hookctl_using_subcommand uninstall" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hookctl -n "__fish_hookctl_using_subcommand uninstall" -l user -d 'In your own settings, for every project (the default)'
complete -c hookctl -n "__fish_hookctl_using_subcommand uninstall" -l project -d 'In the settings of this project: at the top of its Git work tree, else in the current folder'
complete -c hookctl -n "__fish_hookctl_using_subcommand uninstall" -l print -d 'Print the file as it would be, and write nothing'
complete -c hookctl -n "__fish_hookctl_using_subcommand uninstall" -s y -l yes -d 'Do not ask'
complete -c hookctl -n "__fish_hookctl_using_subcommand uninstall" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c hookctl -n "__fish_hookctl_using_subcommand schema" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c hookctl -n "__fish_hookctl_using_subcommand help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c hookctl -n "__fish_hookctl_using_subcommand run" -f -a "pre_tool\t'Before a tool runs'
permission_request\t'When the host would ask the person for a permission'
prompt_submit\t'When the person submits a prompt'
stop\t'When the agent is about to end its turn'
subagent_stop\t'When a subagent is about to end'
pre_compact\t'Before the conversation is compacted'
post_tool\t'After a tool ran'
session_start\t'When a session starts'
subagent_start\t'When a subagent starts'
post_compact\t'After the conversation was compacted'
notification\t'When the host notifies the person'
session_end\t'When a session ends'"
complete -c hookctl -n "__fish_hookctl_using_subcommand check" -f
complete -c hookctl -n "__fish_hookctl_using_subcommand install" -f -a "claude\t'Claude Code'
codex\t'Codex'
gemini\t'Gemini CLI'
qwen\t'Qwen Code'
copilot\t'Copilot CLI'
droid\t'Factory Droid'"
complete -c hookctl -n "__fish_hookctl_using_subcommand uninstall" -f -a "claude\t'Claude Code'
codex\t'Codex'
gemini\t'Gemini CLI'
qwen\t'Qwen Code'
copilot\t'Copilot CLI'
droid\t'Factory Droid'"
complete -c hookctl -n "__fish_hookctl_using_subcommand schema" -f
complete -c hookctl -n "__fish_hookctl_using_subcommand help" -f -a "run\t'Run the hooks of a phase on the event on stdin'
check\t'Check hooks.toml and say everything that is wrong with it'
replay\t'Run saved events again: debug a hook, or compare two policies'
init\t'Write a commented hooks.toml to start from'
trust\t'Look at a project\'s hooks and trust them as they are now'
install\t'Wire hookctl into a coding agent\'s own settings'
uninstall\t'Take hookctl out of a coding agent\'s settings again'
schema\t'Print the JSON Schema of hooks.toml, for editors'
help\t'Explain a command or a topic'
exit-codes\t'What the exit statuses mean'
hooks\t'What a hook gets, and how it answers'"
