/** The supported shells, each with a script that sets up completion. The command itself finds the words. */
export const scripts = {
  bash: String.raw`# flowgate: completion for bash. Load it with: source <(flowgate completion bash)
_flowgate() {
  local line IFS=$'\n'
  COMPREPLY=()
  while read -r line; do
    COMPREPLY+=("${"$"}{line%% *}")
  done < <("$1" complete -- "${"$"}{COMP_WORDS[@]:1:$COMP_CWORD}" 2> /dev/null)
}
complete -o default -F _flowgate flowgate
`,
  zsh: String.raw`#compdef flowgate
# flowgate: completion for zsh. Load it with: source <(flowgate completion zsh)
_flowgate() {
  local line
  local -a found
  while IFS= read -r line; do
    found+=("${"$"}{${"$"}{line%% *}//:/\\:}:${"$"}{line#* }")
  done < <("${"$"}{words[1]}" complete -- "${"$"}{(@)words[2,$CURRENT]}" 2> /dev/null)
  if (( $#found )); then _describe flowgate found; else _files; fi
}
if [[ "${"$"}{funcstack[1]}" = _flowgate ]]; then _flowgate "$@"; else compdef _flowgate flowgate; fi
`,
  fish: String.raw`# flowgate: completion for fish. Load it with: flowgate completion fish | source
function __flowgate
    set -l typed (commandline -opc) (commandline -ct)
    set -l found ($typed[1] complete -- $typed[2..-1] 2> /dev/null)
    if test (count $found) -gt 0
        string replace ' ' \t -- $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c flowgate -f -a '(__flowgate)'
`,
} as const;

export type Shell = keyof typeof scripts;
