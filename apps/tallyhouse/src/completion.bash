# Completes the commands of tallyhouse and their options. In ~/.bashrc: source <(tallyhouse completion)
# In ~/.zshrc: autoload -U +X bashcompinit && bashcompinit && source <(tallyhouse completion)
_tallyhouse() {
  local word=${COMP_WORDS[COMP_CWORD]} words
  if ((COMP_CWORD == 1)); then
    words="$("$1" --help | sed -nE 's/^  ([a-z-]+) .*/\1/p') completion"
  else
    words=$("$1" "${COMP_WORDS[1]}" --help 2>/dev/null | sed -nE 's/^ +(--[a-z-]+).*/\1/p')
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
# Where nothing fits, names of files.
complete -o default -F _tallyhouse tallyhouse
