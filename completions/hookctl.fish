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

complete -c hookctl -n "__fish_hookctl_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c hookctl -n "__fish_hookctl_needs_command" -s V -l version -d 'Print version'
complete -c hookctl -n "__fish_hookctl_needs_command" -f -a "run" -d 'Run the hooks of a phase on the event on stdin'
complete -c hookctl -n "__fish_hookctl_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c hookctl -n "__fish_hookctl_using_subcommand run" -l host -d 'Read the event of this host, and answer in its form' -r -f -a "claude\t'Claude Code'
codex\t'Codex'"
complete -c hookctl -n "__fish_hookctl_using_subcommand run" -l event -d 'The event as the host calls it, where its payload does not say' -r
complete -c hookctl -n "__fish_hookctl_using_subcommand run" -l config -d 'Read this file and not ./hooks.toml; may be repeated' -r -F
complete -c hookctl -n "__fish_hookctl_using_subcommand run" -l deadline -d 'The limit of the whole chain, in place of the host\'s and of `deadline_secs`' -r
complete -c hookctl -n "__fish_hookctl_using_subcommand run" -s v -l verbose -d 'Log on stderr what hookctl does; twice for every detail'
complete -c hookctl -n "__fish_hookctl_using_subcommand run" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c hookctl -n "__fish_hookctl_using_subcommand help; and not __fish_seen_subcommand_from run help" -f -a "run" -d 'Run the hooks of a phase on the event on stdin'
complete -c hookctl -n "__fish_hookctl_using_subcommand help; and not __fish_seen_subcommand_from run help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
