"""Print a script that completes commands, options, bets, rulebooks, tables and files in bash, zsh or fish.

To install it for every new shell:

  bash   echo 'source <(exact completion bash)' >> ~/.bashrc
  zsh    echo 'source <(exact completion zsh)' >> ~/.zshrc
  fish   exact completion fish > ~/.config/fish/completions/exact.fish

The script asks the program itself, by "exact completion words -- WORD …", so it always offers the options of this version.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from exact.answers.answer import Answer, Parameter
from exact.errors import ExactError
from exact.inputs import near_misses
from exact.names import spellings
from exact.report.languages import LANGUAGES
from exact.report.render import FORMATS

SHELLS = ("bash", "zsh", "fish")
FILES, DIRECTORIES = ":files", ":directories"
"""Placeholders for any file or any directory; the shell completes their names."""
_WORDS = "words"
_SCRIPTS = {
    "bash": rf"""
_exact_completion() {{
    # The words without their quotes; "kept" is the text before the part of the last word that the shell will replace.
    local line=${{COMP_LINE:0:COMP_POINT}} quote= word= kept= escaped= begun= char found kind option=
    local -i at
    local -a words=()
    for ((at = 0; at < ${{#line}}; at++)); do
        char=${{line:at:1}}
        if [[ $escaped ]]; then
            [[ $quote && $char != [\"\\\$\`] ]] && word+=\\
            word+=$char escaped=
        elif [[ $char == \\ && $quote != \' ]]; then
            escaped=1 begun=1
        elif [[ $quote ]]; then
            if [[ $char == "$quote" ]]; then quote=; else word+=$char; fi
        elif [[ $char == [\"\'] ]]; then
            quote=$char kept=$word begun=1
        elif [[ $char == [[:space:]] ]]; then
            [[ $begun ]] && words+=("$word")
            word= kept= begun=
        else
            word+=$char begun=1
            [[ $char == [:=] && $COMP_WORDBREAKS == *$char* ]] && kept=$word
        fi
    done
    [[ $word == --*=* ]] && option=${{word%%=*}}=
    COMPREPLY=()
    while IFS= read -r found; do
        case $found in
            {FILES} | {DIRECTORIES})
                [[ $found == {FILES} ]] && kind=-f || kind=-d
                compopt -o filenames
                while IFS= read -r found; do
                    found=$option$found
                    COMPREPLY+=("${{found#"$kept"}}")
                done < <(compgen $kind -- "${{word#"$option"}}") ;;
            *) [[ $found == *[=,] ]] && compopt -o nospace; COMPREPLY+=("${{found#"$kept"}}") ;;
        esac
    done < <("$1" completion {_WORDS} -- "${{words[@]:1}}" "$word" 2>/dev/null)
}}
complete -F _exact_completion exact
""",
    "zsh": rf"""
(( $+functions[compdef] )) || {{ autoload -Uz compinit && compinit; }}
_exact_completion() {{
    local found current=$PREFIX
    [[ -n $compstate[quote] ]] || current=${{(Q)PREFIX}}
    for found in "${{(@f)$("$words[1]" completion {_WORDS} -- "${{(@Q)words[2,CURRENT-1]}}" "$current" 2>/dev/null)}}"; do
        case $found in
            '') ;;
            {FILES}) compset -P 1 '--*='; _files ;;
            {DIRECTORIES}) compset -P 1 '--*='; _files -/ ;;
            *[=,]) compadd -S '' -- "$found" ;;
            *) compadd -- "$found" ;;
        esac
    done
}}
compdef _exact_completion exact
""",
    "fish": rf"""
function __exact_completion
    set -l words (commandline -opc)
    set -l current (string unescape -- (commandline -ct))
    set -l option (string match -r -- '^--[^=]*=' $current)
    set -l path (string replace -r -- '^--[^=]*=' '' $current)
    set -l directory (string match -r -- '^.*/' $path)
    for found in ($words[1] completion {_WORDS} -- $words[2..-1] "$current" 2>/dev/null)
        switch $found
            case {FILES} {DIRECTORIES}
                for name in (string replace -r -- '^~/' "$HOME/" "$path")*
                    set -l shown "$option$directory"(string replace -r -- '^.*/' '' "$name")
                    if test -d "$name"
                        echo "$shown/"
                    else if test $found = {FILES}
                        echo "$shown"
                    end
                end
            case '*'
                echo $found
        end
    end
end
complete -c exact -f -a '(__exact_completion)'
""",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``exact completion``."""
    parser.add_argument("shell", metavar="SHELL", help=f"{', '.join(SHELLS)}")
    words = parser.add_argument("words", nargs="*", help=argparse.SUPPRESS)
    words.required = False  # otherwise argparse would complain about it by name if the shell is missing


def answer(arguments: argparse.Namespace) -> Answer:
    """The script, or the candidates for the last word."""
    if arguments.shell == _WORDS:
        found = candidates(arguments.words)
        return Answer("completion", (Parameter("candidates", found, "" if found else None, tuple(found)),))
    if arguments.shell not in SHELLS:
        bound = f"is not a known shell: {near_misses(arguments.shell, SHELLS)}"
        raise ExactError("shell", arguments.shell, bound)
    if arguments.words:
        raise ExactError("shell", arguments.words[0], "is one word too many")
    script = Parameter("script", _SCRIPTS[arguments.shell].strip(), "")
    return Answer("completion", (Parameter("shell", arguments.shell), script))


def candidates(words: list[str]) -> list[str]:
    """The candidates for the last of ``words``; `FILES` or `DIRECTORIES` stands for any name of one."""
    from exact.cli.commands.verify import SUBCOMMANDS
    from exact.cli.main import COMMANDS, parser_of, subcommand

    *given, current = words or [""]
    if not given:
        return _matching((*COMMANDS, "--help", "--version"), current)
    command = given[0]
    if command not in COMMANDS:
        return []
    if given == ["verify"] and not current.startswith("-"):
        return _matching(SUBCOMMANDS, current)
    try:
        command, given = subcommand(command, given[1:])
    except ExactError:
        return []
    parser = parser_of(command)
    options = parser._option_string_actions
    open_option, places = _read(given, options)
    if open_option is not None:
        return _continued(values_of(command, open_option), current)
    name, equals, value = current.partition("=")
    if equals and name in options:
        values = _continued(values_of(command, options[name]), value)
        return [found if found in (FILES, DIRECTORIES) else f"{name}={found}" for found in values]
    positionals = [action for action in parser._actions if not action.option_strings]
    if current.startswith("-") or not positionals:
        taken = {name for word in given for name in _names(options, word)}
        return [name for name in _matching(options, current) if name not in taken]
    place = positionals[min(places, len(positionals) - 1)]
    ended = places >= len(positionals) and place.nargs not in ("+", "*")
    return [] if ended else _continued(values_of(command, place), current)


def _read(words: list[str], options: Mapping[str, argparse.Action]) -> tuple[argparse.Action | None, int]:
    """The option whose value must follow ``words``, if there is one, and the number of words that belong to no option."""
    open_option, places = None, 0
    for word in words:
        if open_option is not None:
            open_option = None
        elif word in options:
            open_option = options[word] if options[word].nargs != 0 else None
        elif not word.startswith("--"):
            places += 1
    return open_option, places


def _names(options: Mapping[str, argparse.Action], word: str) -> list[str]:
    """The names of the option ``word``, if it may be given only once."""
    action = options.get(word.partition("=")[0])
    return [] if action is None or isinstance(action, argparse._AppendAction) else list(action.option_strings)


def _continued(values: Values, current: str) -> list[str]:
    """The possible completions of ``current``; of its last item if it is a list with commas."""
    before, comma, last = current.rpartition(",") if values.are_many else ("", "", current)
    known: Iterable[str] = values.known
    if not any(value.startswith(last) for value in known):
        known = [spelling for value in known for spelling in spellings(value)]
    return [
        value if value in (FILES, DIRECTORIES) else f"{before}{comma}{value}"
        for value in known
        if value in (FILES, DIRECTORIES) or value.startswith(last)
    ]


def _matching(names: Iterable[str], current: str) -> list[str]:
    return [name for name in names if name.startswith(current)]


class Values(NamedTuple):
    """The values with names; ``are_many`` if several may be given, separated by commas."""

    known: tuple[str, ...] = ()
    are_many: bool = False


def values_of(command: str, action: argparse.Action) -> Values:
    """The values of ``action``, an option or an argument of ``command``; none for free values."""
    name = str(action.metavar)
    if name == "NAME|FILE":
        return _rulebooks() if "rules" in (action.dest, command) else _bets(FILES)
    known = _KNOWN.get(name, Values)
    return known()


def _bets(*more: str) -> Values:
    from exact.bets.bet import INLINE
    from exact.bets.catalogue import catalogue

    tables = (f"{bet.name}:{table}" for bet in catalogue().values() for table in bet.pay_tables if table != INLINE)
    return Values((*catalogue(), *tables, *more), are_many=True)


def _rulebooks() -> Values:
    from exact.rules.named import all_rules

    return Values((*all_rules(), FILES))


def _tables() -> Values:
    from exact.publication.publish import TABLE_IDS

    return Values(TABLE_IDS)


def _citable() -> Values:
    from exact.publication.citable import citable_ids

    return Values(tuple(citable_ids()))


def _expressions() -> Values:
    from exact.bets.vocabulary import known_names

    return Values((*known_names(), *_bets().known))


def _stakes() -> Values:
    return Values(tuple(f"{bet}=" for bet in _bets().known))


def _grids() -> Values:
    from exact.analysis.perfect_play import GRIDS

    return Values(tuple(GRIDS))


def _burns() -> Values:
    from exact.cli.commands.study import BURNS

    return Values(tuple(BURNS))


def _roundings() -> Values:
    from exact.analysis.count_play import ROUNDINGS

    return Values(tuple(ROUNDINGS))


def _orders() -> Values:
    from exact.cli.commands.bets import SORTS

    return Values(tuple(SORTS))


def _favours() -> Values:
    from exact.analysis.commission import FAVOURS

    return Values(FAVOURS[:-1])  # all but the last, nobody


def _models() -> Values:
    from exact.analysis.equilibrium.game import MODELS

    return Values(tuple(MODELS))


def _runs() -> Values:
    from exact.cli.commands.session import EVENTS

    return Values(EVENTS)


def _promotions() -> Values:
    from exact.cli.commands.promotion import KINDS

    return Values(tuple(KINDS))


_KNOWN: dict[str, Callable[[], Values]] = {
    "FILE": lambda: Values((FILES,)),
    "COMMAND": lambda: Values((FILES,)),
    "DIR": lambda: Values((DIRECTORIES,)),
    "ID": _citable,
    "TABLE": _tables,
    "LANG": lambda: Values(tuple(LANGUAGES)),
    "FORMAT": lambda: Values(FORMATS),
    "SHELL": lambda: Values(SHELLS),
    "BET": lambda: _bets(FILES),
    "BETS": _bets,
    "EXPR": _expressions,
    "BET=AMOUNT": _stakes,
    "GRID": _grids,
    "RULE": _burns,
    "HOW": _roundings,
    "WHOM": _favours,
    "MODEL": _models,
    "STRATEGY": _rulebooks,
    "ORDER": _orders,
    "CLASSES": lambda: Values(("each",)),
    "RUN": _runs,
    "KIND": _promotions,
    "break|skip|count": lambda: Values(("break", "skip", "count")),
    "keep|lose": lambda: Values(("keep", "lose")),
    "BASIS": lambda: Values(("turnover", "losses", "net-loss")),
    "TAGS|best": lambda: Values(("best",)),
}
"""The values behind each of the other metavars."""
