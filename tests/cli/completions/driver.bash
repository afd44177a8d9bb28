# Completes each line of stdin as readline would: it splits at blanks, and at = and : as well.
# Outside of readline there is nothing to set.
compopt() { :; }

source "$SCRIPTS/hookctl.bash"
while IFS= read -r COMP_LINE; do
    COMP_POINT=${#COMP_LINE}
    split="${COMP_LINE//=/ = }"
    read -ra COMP_WORDS <<<"${split//:/ : }"
    last="${COMP_LINE##*[ =:]}"
    [[ -z $last && $COMP_LINE != *[=:] ]] && COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    last="${COMP_WORDS[COMP_CWORD]}"
    COMPREPLY=()
    _hookctl_words "${COMP_WORDS[0]}" "$last" "${COMP_WORDS[COMP_CWORD - 1]}"
    echo "== "
    [[ ${#COMPREPLY[@]} -eq 0 ]] || printf '%s\n' "${COMPREPLY[@]}"
done
