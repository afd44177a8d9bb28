
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'hookctl' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'hookctl'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'hookctl' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('run', 'run', [CompletionResultType]::ParameterValue, 'Run the hooks of a phase on the event on stdin')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check hooks.toml and say everything that is wrong with it')
            [CompletionResult]::new('replay', 'replay', [CompletionResultType]::ParameterValue, 'Run saved events again: debug a hook, or compare two policies')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Write a commented hooks.toml to start from')
            [CompletionResult]::new('trust', 'trust', [CompletionResultType]::ParameterValue, 'Look at a project''s hooks and trust them as they are now')
            [CompletionResult]::new('install', 'install', [CompletionResultType]::ParameterValue, 'Wire hookctl into a coding agent''s own settings')
            [CompletionResult]::new('uninstall', 'uninstall', [CompletionResultType]::ParameterValue, 'Take hookctl out of a coding agent''s settings again')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print the JSON Schema of hooks.toml, for editors')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Explain a command or a topic')
            break
        }
        'hookctl;run' {
            [CompletionResult]::new('--host', '--host', [CompletionResultType]::ParameterName, 'Read the event of this host, and answer in its form [default: hookctl''s own form]')
            [CompletionResult]::new('--event', '--event', [CompletionResultType]::ParameterName, 'What the host calls the event, where its payload does not say')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this file, and neither the user''s nor the project''s; may be repeated')
            [CompletionResult]::new('--deadline', '--deadline', [CompletionResultType]::ParameterName, 'The limit of the whole chain, in seconds [default: `deadline_secs`, else the host''s]')
            [CompletionResult]::new('--record', '--record', [CompletionResultType]::ParameterName, 'Append the event and its outcome to this file, as a line that `replay` reads')
            [CompletionResult]::new('--record-max-mib', '--record-max-mib', [CompletionResultType]::ParameterName, 'How large that file may become before it is renamed to FILE.1, in MiB')
            [CompletionResult]::new('--require-trust', '--require-trust', [CompletionResultType]::ParameterName, 'Run the project''s hooks only if a person trusted them, as with --host')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Log on stderr what hookctl does; twice for every detail')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Log on stderr what hookctl does; twice for every detail')
            [CompletionResult]::new('--record-redact', '--record-redact', [CompletionResultType]::ParameterName, 'Replace what looks like a secret (a token, a password, an API key) in that file')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'hookctl;check' {
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Check this file, and neither the user''s nor the project''s; may be repeated')
            [CompletionResult]::new('--host', '--host', [CompletionResultType]::ParameterName, 'Also say what does not fit this host')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the report')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Fail on warnings too')
            [CompletionResult]::new('--list-codes', '--list-codes', [CompletionResultType]::ParameterName, 'Print the table of codes, and check nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'hookctl;replay' {
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this file, and neither the user''s nor the project''s; may be repeated')
            [CompletionResult]::new('--host', '--host', [CompletionResultType]::ParameterName, 'Take the events for those of this host [default: a host''s event is known by its fields]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'How many events of gates may run side by side, 1 to 256')
            [CompletionResult]::new('--expect', '--expect', [CompletionResultType]::ParameterName, 'What each event should be decided to be')
            [CompletionResult]::new('--against', '--against', [CompletionResultType]::ParameterName, 'Compare with what this other config decides: was is the config in force, is this one')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'What to print on stdout')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Run this hook of the chain alone')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Start nothing: say for each hook of the phase whether it would run, and why not')
            [CompletionResult]::new('--run-observers', '--run-observers', [CompletionResultType]::ParameterName, 'Of several events, also run those of phases that only observe')
            [CompletionResult]::new('--compare', '--compare', [CompletionResultType]::ParameterName, 'Compare with the outcome that was recorded with each event')
            [CompletionResult]::new('--coverage', '--coverage', [CompletionResultType]::ParameterName, 'List the hooks that no event reached, and those that never denied')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Trace each event on stderr for people, as on a terminal')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'hookctl;init' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'hookctl;trust' {
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Trust it without asking')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Trust it without asking')
            [CompletionResult]::new('--list', '--list', [CompletionResultType]::ParameterName, 'List what is trusted, and whether it still is as it was')
            [CompletionResult]::new('--revoke', '--revoke', [CompletionResultType]::ParameterName, 'No longer trust it')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Say whether it is trusted as it is now, by the exit status too')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'hookctl;install' {
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this file, and neither the user''s nor the project''s, and name it in what is wired; may be repeated')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of that list')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Wire every event, and not those alone that hooks.toml has hooks for')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'In your own settings, for every project (the default)')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'In the settings of this project: at the top of its Git work tree, else in the current folder')
            [CompletionResult]::new('--print', '--print', [CompletionResultType]::ParameterName, 'Print the file as it would be, and write nothing')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Do not ask')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Do not ask')
            [CompletionResult]::new('--list', '--list', [CompletionResultType]::ParameterName, 'Show for each agent on this machine what is wired, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'hookctl;uninstall' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'In your own settings, for every project (the default)')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'In the settings of this project: at the top of its Git work tree, else in the current folder')
            [CompletionResult]::new('--print', '--print', [CompletionResultType]::ParameterName, 'Print the file as it would be, and write nothing')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Do not ask')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Do not ask')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'hookctl;schema' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'hookctl;help' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
