# Completes each line of stdin in an interactive zsh of its own, which has a line editor.
export LINES_FILE=$PWD/zsh-lines ANSWERS=$PWD/zsh-answers ZDOTDIR=$PWD/zsh
cat > $LINES_FILE
mkdir $ZDOTDIR
cat > $ZDOTDIR/.zshrc <<'RC'
fpath=($SCRIPTS $fpath)
autoload -Uz compinit
compinit -u -D
unsetopt auto_menu auto_list
compadd() {
    # A call that fills an array offers nothing.
    if [[ ${(j: :)@[1,(i)(-|--)]} == *-[OAD]* ]]; then
        builtin compadd "$@"
        return
    fi
    local -a found
    builtin compadd -A found "$@"
    (( $#found )) && print -rl -- $found >> $ANSWERS
    builtin compadd "$@"
}
zle-line-init() {
    local line
    for line in "${(@f)$(<$LINES_FILE)}"; do
        print '== ' >> $ANSWERS
        BUFFER=$line
        CURSOR=$#BUFFER
        zle complete-word
    done
    exit
}
zle -N zle-line-init
RC
zmodload zsh/zpty
zpty inner zsh -i
while zpty -r inner output; do :; done
cat $ANSWERS
