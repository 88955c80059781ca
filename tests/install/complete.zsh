# Completes words in an interactive zsh, as the tabulator does, and prints what its terminal shows.
#   zsh -f tests/install/complete.zsh FOLDER WORDS
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "unsetopt zle_bracketed_paste; PROMPT='> '; fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D; print ready"
zpty -r shell out $'*ready\r*' || exit 1
zpty -w -n shell "$2"$'\t'
# The terminal shows what was typed, and in the end the whole line.
for tenth in {1..50}; do
  sleep 0.1
  while zpty -r -t shell part; do shown+=$part; done
done
print -r -- $shown
zpty -d shell
