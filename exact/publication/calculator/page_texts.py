"""The texts of the calculator page by their keys.

The page fills in the names in braces, and builds keys that end in a name, such as ``group: main`` or ``suit s``.
"""

from __future__ import annotations

from collections.abc import Iterable

from exact.answers.text import Text, _, pgettext
from exact.rules.documents import load_rulebook, split_name
from exact.rules.tableau import Rules

PAGE_TEXTS = {
    "title": _("Punto banco, exactly"),
    "lead": _(
        "What the next coup is worth, from the cards that are left. Every figure is exact; nothing leaves this page."
    ),
    "skip": _("To the results"),
    "language": _("Language"),
    "close": _("Close"),
    "shoe": _("Shoe"),
    "decks": _("Decks"),
    "new shoe": _("New shoe"),
    "entry": _("Deal"),
    "deal": pgettext("deal", "Deal"),
    "undo": _("Undo"),
    "redo": _("Redo"),
    "undone": _("Undone."),
    "redone": _("Redone."),
    "cards left": _("Cards left: choose one to deal it; the first of a row is the rank without its suit"),
    "classes left": _("Cards left: choose one to deal it"),
    "cards of decks": _("Cards left: {cards}; decks: {decks}"),
    "cards typed": _("Cards left: {cards}"),
    "dealt": _("Dealt, {count}:"),
    "none dealt": _("No card dealt."),
    "unsuited": _("Dealt without a suit: {count}. Bets on suits are unavailable until you undo that."),
    "keys": _("Keys"),
    "keys text": _(
        "Type a card into the field: 9h, Kd, Ts or 10s is dealt as soon as its suit is there (s spades, h hearts, d diamonds, c clubs); 9 or K without a suit, at a blank or Enter. Any rank key goes to that field. U, Backspace or Ctrl+Z undoes, R or Ctrl+Y redoes. In the grid the arrow keys move and Enter deals."
    ),
    "type counts": _("Type counts"),
    "known by": _("Described by"),
    "by values": _("point value"),
    "by ranks": pgettext("calculator", "rank"),
    "by cards": _("card and suit"),
    "counts left": _("Cards left of each"),
    "use counts": _("Use these counts"),
    "link": _("Link to this page as it stands"),
    "copy": _("Copy link"),
    "copied": _("Copied."),
    "copy by hand": _("Press Ctrl+C to copy."),
    "rulebook": _("Rules"),
    "reading of": _("{document}, read as {reading}"),
    "states decks": _("The document says: {decks} decks."),
    "commission": _("Commission on banco's winnings: {percent} %."),
    "rounding: nobody": _("It is charged exactly."),
    "rounding: player": _("It is rounded in the player's favour; the edges here charge it exactly."),
    "assumed": _("Assumed, because the document is silent ({count})"),
    "outcomes": _("The next coup"),
    "outcome": _("Outcome"),
    "outcome punto": _("Punto"),
    "outcome banco": _("Banco"),
    "outcome tie": _("Tie"),
    "probability": _("Probability"),
    "edge": _("House edge"),
    "outcomes note": _(
        "The house edge of a bet on each outcome, as these rules pay it, per unit staked; below zero it favours the player."
    ),
    "bet of rules": _("{bet}, as paid by {rules}"),
    "per unit": _("Per unit staked"),
    "edge resolved": _("House edge per resolved stake"),
    "expectation": _("Expectation"),
    "hit": _("Hit frequency"),
    "variance": _("Variance"),
    "always returned": _("the stake always returns"),
    "categories": _("What can happen"),
    "category": _("Category"),
    "pays": _("Pays"),
    "removal": _("Effects of removal"),
    "removal note": _("The change in the player's expectation if one card is gone."),
    "removal few": _("With six cards left, none can be removed: a coup may need all six."),
    "card": _("Card"),
    "effect": _("Effect"),
    "bets": _("Bets"),
    "bet": _("Bet"),
    "find": _("Find"),
    "group": _("Group"),
    "all groups": _("all"),
    "digits": _("Decimals"),
    "found": _("{count} of {all}, each with its pay table"),
    "group: main": _("Punto, banco, tie"),
    "group: pairs": _("Pairs"),
    "group: ties": _("Ties"),
    "group: totals": _("Totals"),
    "group: naturals": _("Naturals"),
    "group: cards": _("Cards dealt"),
    "group: insurance": _("Insurance"),
    "group: side": _("Other side bets"),
    "unknown suits": _("unavailable: it looks at suits, but this shoe is described without suits"),
    "unknown ranks": _("unavailable: it looks at ranks, but this shoe is described only by point value"),
    "computing": _("computing …"),
    "status": _("{cards} cards left. Punto {punto}, banco {banco}, tie {tie}."),
    "spoken dealt": _("Dealt: {cards}."),
    "spoken card": _("{rank} of {suit}"),
    "card label": _("{card}: {count} left"),
    "at most": _("at most"),
    "suit unknown": _("suit unknown"),
    "rank A": _("ace"),
    "rank 2": _("2"),
    "rank 3": _("3"),
    "rank 4": _("4"),
    "rank 5": _("5"),
    "rank 6": _("6"),
    "rank 7": _("7"),
    "rank 8": _("8"),
    "rank 9": _("9"),
    "rank 10": _("10"),
    "rank J": _("jack"),
    "rank Q": _("queen"),
    "rank K": _("king"),
    "suit s": _("spades"),
    "suit h": _("hearts"),
    "suit d": _("diamonds"),
    "suit c": _("clubs"),
    "fault: number": _("{field}: “{value}” must be a whole number from {low} to {high}, in plain digits."),
    "fault: few": _("cards: {cards} are left, and a coup needs at least {low}."),
    "fault: sum": _("{card}: {cards} cards in all, but {high} is the most."),
    "fault: none left": _("{card}: none is left in the shoe."),
    "fault: card": _(
        "card: “{value}” is not a card. Write a rank, A 2 … 9 10 (or T) J Q K, with or without a suit, s h d c."
    ),
    "fault: dealt": _("dealt: a list has at most {high} cards; type the counts instead."),
    "fault: link": _("The link cannot be used: {fault} Your shoe is unchanged."),
    "fault: long link": _("it has {value} characters, but {high} is the most."),
    "fault: link part": _("“{value}” is not part of a link."),
    "fault: link twice": _("“{value}” occurs twice."),
    "fault: link choice": _("{field}: “{value}” is not known here."),
    "fault: link counts": _("counts: “{value}” must be values, ranks or cards with 10, 13 or 52 numbers."),
    "fault: link both": _("it has decks and counts, but only one of the two is allowed."),
    "footer": _(
        "The page evaluates coefficients exported by exact-baccarat with big integers and has no rules of its own. A decimal is rounded once, half to even, from the fraction below it."
    ),
}


def page_texts(readings: Iterable[Rules]) -> dict[str, Text]:
    """All texts of the page: its own, the reason for each reading, and the reading's assumptions."""
    texts = dict(PAGE_TEXTS)
    for rules in readings:
        document, name = split_name(rules.id)
        if name:
            texts[f"why: {rules.id}"] = Text(load_rulebook(document).reading(name).why)
        texts |= {f"assumed: {assumption.phrase}": assumption.phrase for assumption in rules.assumed}
    return texts
