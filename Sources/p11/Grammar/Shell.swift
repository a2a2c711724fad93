/// The shells that there is a completion script for.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// A script that asks `p11` itself what fits where the cursor is, so that it never has to be made anew for another version.
    var script: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    /// Bash splits words at `=` and `:` too; they are put together again, and what was there already is taken off the answers.
    private static let bashScript = """
        _p11() {
            local IFS=$'\\n' words=() word line=${COMP_LINE:0:COMP_POINT} rest current answer kind candidate index
            rest=$line
            for (( index = 0; index <= COMP_CWORD; index++ )); do
                word=${COMP_WORDS[index]}
                if (( ${#words[@]} > 0 )) && [[ "$rest" != [[:blank:]]* ]]; then
                    words[${#words[@]} - 1]+=$word
                else
                    words+=("$word")
                    while [[ "$rest" == [[:blank:]]* ]]; do rest=${rest#[[:blank:]]}; done
                fi
                rest=${rest#"$word"}
            done
            COMPREPLY=()
            answer=$("${words[0]}" __complete -- "${words[@]:1}" 2> /dev/null) || return 0
            kind=${answer%%$'\\n'*}
            current=${words[${#words[@]} - 1]}
            if [[ "$kind" == file ]]; then
                compopt -o filenames 2> /dev/null
                COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]#=}"))
                return 0
            fi
            [[ "$answer" == *$'\\n'* ]] || return 0
            local prefix=${current%"${current##*[=:]}"}
            while IFS=$'\\t' read -r candidate _; do
                candidate=${candidate#"$prefix"}
                COMPREPLY+=("$(printf '%q' "$candidate")")
            done <<< "${answer#*$'\\n'}"
        }
        complete -F _p11 p11

        """

    private static let zshScript = """
        #compdef p11
        _p11() {
            local -a lines candidates
            local line word
            lines=("${(@f)$("${words[1]}" __complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)words[CURRENT]}" 2> /dev/null)}")
            if [[ "${lines[1]}" == file ]]; then
                [[ "$PREFIX" == --*=* ]] && compset -P '*='
                _files
                return
            fi
            for line in "${(@)lines[2,-1]}"; do
                word=${line%%$'\\t'*}
                candidates+=("${word//:/\\\\:}:${line#*$'\\t'}")
            done
            _describe p11 candidates
        }
        if [[ "${funcstack[1]}" == _p11 ]]; then _p11 "$@"; else compdef _p11 p11; fi

        """

    private static let fishScript = """
        function __p11_complete
            set -l words (commandline -opc)
            set -l current (commandline -ct)
            set -l lines ($words[1] __complete -- $words[2..-1] $current 2> /dev/null)
            if test "$lines[1]" = file
                __fish_complete_path (string replace -r '^--[^=]*=' '' -- $current)
            else
                printf '%s\\n' $lines[2..-1]
            end
        end
        complete -c p11 -f -a '(__p11_complete)'

        """
}
