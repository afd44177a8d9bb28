# The names of the hooks of the hooks.toml that the line means.
_hookctl_names() {
    local -a lines hooks
    lines=("${(@f)$("${program/#\~/$HOME}" hook-names -- "${(@Q)words}" 2>/dev/null)}")
    hooks=("${(@)${(@)lines//:/\\:}/$'\t'/:}")
    [[ -n $lines ]] && _describe -t hooks hook hooks
}

