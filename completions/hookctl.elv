
use builtin;
use str;

set edit:completion:arg-completer[hookctl] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'hookctl'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'hookctl'= {
            cand -h 'Print help'
            cand --help 'Print help'
            cand -V 'Print version'
            cand --version 'Print version'
            cand run 'Run the hooks of a phase on the event on stdin'
            cand check 'Check hooks.toml and say everything that is wrong with it'
            cand replay 'Run saved events again: debug a hook, or compare two policies'
            cand init 'Write a commented hooks.toml to start from'
            cand trust 'Look at a project''s hooks and trust them as they are now'
            cand install 'Wire hookctl into a coding agent''s own settings'
            cand uninstall 'Take hookctl out of a coding agent''s settings again'
            cand schema 'Print the JSON Schema of hooks.toml, for editors'
            cand help 'Explain a command or a topic'
        }
        &'hookctl;run'= {
            cand --host 'Read the event of this host, and answer in its form [default: hookctl''s own form]'
            cand --event 'What the host calls the event, where its payload does not say'
            cand --config 'Read this file, and neither the user''s nor the project''s; may be repeated'
            cand --deadline 'The limit of the whole chain, in seconds [default: `deadline_secs`, else the host''s]'
            cand --record 'Append the event and its outcome to this file, as a line that `replay` reads'
            cand --record-max-mib 'How large that file may become before it is renamed to FILE.1, in MiB'
            cand --require-trust 'Run the project''s hooks only if a person trusted them, as with --host'
            cand -v 'Log on stderr what hookctl does; twice for every detail'
            cand --verbose 'Log on stderr what hookctl does; twice for every detail'
            cand --record-redact 'Replace what looks like a secret (a token, a password, an API key) in that file'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'hookctl;check'= {
            cand --config 'Check this file, and neither the user''s nor the project''s; may be repeated'
            cand --host 'Also say what does not fit this host'
            cand --format 'The form of the report'
            cand --color 'When to use colour'
            cand --strict 'Fail on warnings too'
            cand --list-codes 'Print the table of codes, and check nothing'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'hookctl;replay'= {
            cand --config 'Read this file, and neither the user''s nor the project''s; may be repeated'
            cand --host 'Take the events for those of this host [default: a host''s event is known by its fields]'
            cand --jobs 'How many events of gates may run side by side, 1 to 256'
            cand --expect 'What each event should be decided to be'
            cand --against 'Compare with what this other config decides: was is the config in force, is this one'
            cand --format 'What to print on stdout'
            cand --color 'When to use colour'
            cand --only 'Run this hook of the chain alone'
            cand --dry-run 'Start nothing: say for each hook of the phase whether it would run, and why not'
            cand --run-observers 'Of several events, also run those of phases that only observe'
            cand --compare 'Compare with the outcome that was recorded with each event'
            cand --coverage 'List the hooks that no event reached, and those that never denied'
            cand --explain 'Trace each event on stderr for people, as on a terminal'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'hookctl;init'= {
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'hookctl;trust'= {
            cand -y 'Trust it without asking'
            cand --yes 'Trust it without asking'
            cand --list 'List what is trusted, and whether it still is as it was'
            cand --revoke 'No longer trust it'
            cand --check 'Say whether it is trusted as it is now, by the exit status too'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'hookctl;install'= {
            cand --config 'Read this file, and neither the user''s nor the project''s, and name it in what is wired; may be repeated'
            cand --color 'When to use colour'
            cand --format 'The form of that list'
            cand --all 'Wire every event, and not those alone that hooks.toml has hooks for'
            cand --user 'In your own settings, for every project (the default)'
            cand --project 'In the settings of this project: at the top of its Git work tree, else in the current folder'
            cand --print 'Print the file as it would be, and write nothing'
            cand -y 'Do not ask'
            cand --yes 'Do not ask'
            cand --list 'Show for each agent on this machine what is wired, and change nothing'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'hookctl;uninstall'= {
            cand --color 'When to use colour'
            cand --user 'In your own settings, for every project (the default)'
            cand --project 'In the settings of this project: at the top of its Git work tree, else in the current folder'
            cand --print 'Print the file as it would be, and write nothing'
            cand -y 'Do not ask'
            cand --yes 'Do not ask'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'hookctl;schema'= {
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'hookctl;help'= {
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
    ]
    $completions[$command]
}
