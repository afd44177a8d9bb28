# The names of the hooks of the hooks.toml that the line means.
function __fish_hookctl_names
    set -l words (commandline -opc)
    set -l program (string replace -r '^~(?=/)' "$HOME" -- $words[1])
    $program hook-names -- $words[2..-1] 2>/dev/null
end

