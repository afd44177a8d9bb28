
# The names of the hooks of the hooks.toml that the line means, as far as they begin like the last word of it.
_hookctl_names() {
    local typed="${COMP_LINE:0:COMP_POINT}" name
    # Of a name with a colon in it, only what is behind the colon is to be replaced.
    typed="${typed##*[[:space:]=]}"
    local kept="${typed%"$2"}"
    while IFS=$'\t' read -r name _; do
        [[ ${name} == "${typed}"* ]] && COMPREPLY+=("$(printf '%q' "${name#"${kept}"}")")
    done < <("${1/#\~/${HOME}}" hook-names -- "${COMP_WORDS[@]:1}" 2>/dev/null)
}

# Options are offered behind a dash, values everywhere else.
_hookctl_words() {
    local cur="$2" at=${COMP_CWORD} word values=()
    # For bash, = and : are words of their own.
    while [[ ${at} -gt 1 && (${COMP_WORDS[at]} == : || ${COMP_WORDS[at - 1]} == :) ]]; do
        at=$((at - 1))
    done
    local prev="${COMP_WORDS[at - 1]}"
    [[ ${prev} == "=" ]] && prev="${COMP_WORDS[at - 2]}"
    [[ ${cur} == [=:] ]] && cur=""
    _hookctl "$1" "${cur}" "${prev}"
    [[ ${cur} == -* ]] && return
    for word in "${COMPREPLY[@]}"; do
        [[ ${word} == -* ]] || values+=("${word}")
    done
    # Without values the names of files are offered, to a command that takes any.
    if [[ ${#values[@]} -gt 0 || " COMMANDS " == *" ${COMP_WORDS[1]} "* ]]; then
        COMPREPLY=("${values[@]}")
    fi
}

