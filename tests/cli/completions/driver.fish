# Completes each line of stdin.
source $SCRIPTS/hookctl.fish
while read line
    echo "== "
    complete -C "$line" | string replace -r '\t.*' ''
end
exit 0
