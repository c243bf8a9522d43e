"""The names that you may type for punto, banco, tie and the bets, and text for readers who say Player and Banker."""

import re
from collections import Counter
from collections.abc import Collection, Iterable
from itertools import chain

SYNONYMS = {"player": "punto", "banker": "banco", "egalite": "tie", "égalité": "tie", "standoff": "tie"}
"""Synonyms, and the program's own word for each; they also replace words of longer names."""
_SOLD_AS = {
    "fortune-7": "dragon-7",
    "tiger-7": "dragon-7",
    "monkey-7": "dragon-7",
    "golden-8": "panda-8",
    "tiger": "lucky-6",
    "super-6": "banco-half-on-6 banco-wins-6:super-6",
    "nepal": "banco-half-on-6",
    "punto-banco-2000": "banco-half-on-6",
    "ez-baccarat": "ez-banco",
    "any-pair": "either-pair",
    "small-6": "small-tiger",
    "big-6": "big-tiger",
    "monkey-6-tie": "monkey-tie",
    "super-6-side-bet": "banco-wins-6:super-6",
    "fabulous-4-punto": "punto-wins-4:fabulous-4",
    "fabulous-4-banco": "banco-wins-4:fabulous-4",
    "fortune-4-punto": "punto-wins-4:fortune-4",
    "fortune-4-banco": "banco-wins-4:fortune-4",
    "big-bull": "ox-6:big-bull",
    "flame-7s": "blazing-7s:150-40",
    "heaven-9": "heavenly-9:60-8",
    "treasure-all": "cover-all:5",
}
TRADE_NAMES = tuple((trade, bet) for trade, bets in _SOLD_AS.items() for bet in bets.split())
"""Names under which casinos offer a bet, from its title or source; after a colon the pay table, if not the first."""
SIDES = ("punto", "banco")

_ONE = {"punto": "player", "banco": "banker", "tie": "tie"}
_ENGLISH = _ONE | {f"{own}s": f"{english}s" for own, english in _ONE.items()}
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
DIGITS = {word: str(number) for number, word in enumerate(_NUMBERS)}
FILLERS = frozenset(("bet", "on", "the"))
_WORD = re.compile(r"[^\W_]+")
_TYPED = re.compile(r"[^\W_]+(?:[-_ ][^\W_]+)*")  #: A name: words separated by single blanks, hyphens or underscores
_QUOTED_OR_WORD = re.compile(
    r"(?P<kept>«(?:[^«»]|«[^«»]*»)*»|\bpunto[ -]banco\b)|[^\W_]+(?:[-_=][^\W_]+)*=?", re.IGNORECASE
)


def canonical(name: str, known: Collection[str]) -> str:
    """``name`` if it is in ``known``, else the known name that its synonyms give, in any case, or else ``name``."""
    if name in known:
        return name
    replaced = _WORD.sub(lambda word: SYNONYMS.get(word[0].lower(), word[0]), name)
    return next((form for form in (replaced, replaced.lower()) if form in known), name)


def matches(typed: str, known: Collection[str]) -> list[str]:
    """The names in ``known`` that ``typed`` can mean, after synonyms and in any order, or as a trade name.

    A trade name may bring a pay table, after a colon. Names with a synonym in them go first if it is typed: «égalité 9»
    is not tie-9, but «tie 9» may be égalité on 9.
    """
    if typed in known:
        return [typed]
    if not _TYPED.fullmatch(typed):
        return []
    words, meaning = words_of(typed), _meaning(typed)
    names = [name for name in known if _meaning(name) == meaning]
    if not SYNONYMS.keys().isdisjoint(words):
        names = [name for name in names if words_of(name) == words] or names
    return names + [bet for trade, bet in TRADE_NAMES if bet.partition(":")[0] in known and _meaning(trade) == meaning]


def with_one_word_more(typed: str, known: Collection[str]) -> list[str]:
    """The names in ``known`` that have the words of ``typed``, after synonyms, and one more."""
    if not _TYPED.fullmatch(typed):
        return []
    words = Counter(chain(*_meaning(typed)))
    meanings = {name: Counter(chain(*_meaning(name))) for name in known}
    return [name for name, more in meanings.items() if more >= words and more.total() == words.total() + 1]


def spellings(name: str) -> list[str]:
    """``name`` and its other accepted spellings: with a synonym in place of each word, and trade names."""
    replaced = [re.sub(rf"(?<![^\W_]){own}(?![^\W_])", synonym, name) for synonym, own in SYNONYMS.items()]
    trade = [trade for trade, bet in TRADE_NAMES if bet == name]
    return list(dict.fromkeys((name, *replaced, *trade)))


def also_called(name: str, title: str) -> str:
    """The extra words by which a search must find the bet, besides those of its name and title."""
    own_words = {SYNONYMS.get(word, word) for word in words_of(f"{name} {title}")}
    synonyms = [word for synonym, own in SYNONYMS.items() if own in own_words for word in (synonym, own)]
    there = (name + title).lower()
    trade = [word for entry, bet in TRADE_NAMES if bet.partition(":")[0] == name for word in words_of(entry)]
    return " ".join(dict.fromkeys(word for word in (*synonyms, *trade) if word not in there))


def renamed(text: str) -> str:
    """``text`` for readers who say Player, Banker and Tie: words are capitalised, names that you can type are not.

    Quotations in «…» are a document's own words and stay, as does the game's name, punto banco. Add markup afterwards.
    """
    return _QUOTED_OR_WORD.sub(lambda match: match[0] if match["kept"] else _renamed(match[0]), text)


def _renamed(name: str) -> str:
    is_compound = _WORD.fullmatch(name) is None

    def english(match: re.Match[str]) -> str:
        word, new = match[0], _ENGLISH.get(match[0].lower())
        if new is None or (is_compound and word.islower()):
            return new or word
        return new.upper() if word.isupper() else new.capitalize()

    return _WORD.sub(english, name)


def has_words(text: str, words: Iterable[str]) -> bool:
    """Whether each of ``words`` is a word of ``text``, or a part of one."""
    searched = " ".join(words_of(text))
    return all(word in searched for word in words)


def words_of(name: str) -> list[str]:
    """The words and numbers of a name, in lower case without accents."""
    return _WORD.findall(name.lower().replace("é", "e"))


def _meaning(name: str) -> tuple[list[str], list[str]]:
    """The words of a name after synonyms, sorted, and its numbers, in their order."""
    words = [SYNONYMS.get(word, DIGITS.get(word, word)) for word in words_of(name) if word not in FILLERS]
    return sorted(word for word in words if not word.isdigit()), [word for word in words if word.isdigit()]
