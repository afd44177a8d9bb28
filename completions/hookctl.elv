
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
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand run 'Run the hooks of a phase on the event on stdin'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'hookctl;run'= {
            cand --host 'Read the event of this host, and answer in its form'
            cand --event 'The event as the host calls it, where its payload does not say'
            cand --config 'Read this file and not ./hooks.toml; may be repeated'
            cand --deadline 'The limit of the whole chain, in place of the host''s and of `deadline_secs`'
            cand -v 'Log on stderr what hookctl does; twice for every detail'
            cand --verbose 'Log on stderr what hookctl does; twice for every detail'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'hookctl;help'= {
            cand run 'Run the hooks of a phase on the event on stdin'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'hookctl;help;run'= {
        }
        &'hookctl;help;help'= {
        }
    ]
    $completions[$command]
}
