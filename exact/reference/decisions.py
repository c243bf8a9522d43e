"""Who receives the next card: one plain function for each reading, in the order of the document's text.

They share nothing with the rulebook files: each was written from the page, to be checked against the page.
"""

from functools import partial

from exact.game import Decision, Side

PUNTO, BANCO = Side.PUNTO, Side.BANCO


def standard(punto: int, banco: int, third: int | None) -> Side | None:
    """58 Pa. Code § 631a.11, Rules for determining whether a third card shall be dealt."""
    # (a) a natural on either side: no more cards to either hand
    if punto >= 8 or banco >= 8:
        return None
    # (b) both hands 0 to 7: punto draws on less than 6
    if third is None and punto < 6:
        return PUNTO
    # (c)(1) punto has no third card: banco draws on 5 or less
    if third is None:
        return BANCO if banco <= 5 else None
    # (c)(2)(i)
    if banco < 3:
        return BANCO
    # (c)(2)(ii)
    if banco == 7:
        return None
    # (c)(2)(iii) Table 1, columns 0 to 9
    table_1 = {3: "DDDDDDDDSD", 4: "SSDDDDDDSS", 5: "SSSSDDDDSS", 6: "SSSSSSDDSS"}
    return BANCO if table_1[banco][third] == "D" else None


def classic_it(punto: int, banco: int, third: int | None) -> Side | None:
    """House document 000, § 5 «Regole per la distribuzione delle carte»."""
    # «con le prime due carte viene raggiunto il valore di 8 oppure 9 punti, l'altra casella non ha più diritto»
    if punto in (8, 9) or banco in (8, 9):
        return None
    if third is None:
        # «se la somma … sul PUNTO equivale a 0, 1, 2, 3, 4, 5, si tira la terza carta sul PUNTO»
        if punto in (0, 1, 2, 3, 4, 5):
            return PUNTO
        # «Se la somma delle prime due carte sul PUNTO è 6 o 7 …»: 0, 1, 2, 3, 4, 5 tira, 6, 7, 8, 9 non tira
        return BANCO if banco in (0, 1, 2, 3, 4, 5) else None
    # «se la somma delle prime due carte sul banco è 0, 1, 2, si tira la terza carta»
    if banco in (0, 1, 2):
        return BANCO
    # the table «il BANCO tira la terza carta, se la terza carta distribuita al PUNTO è:»
    if banco == 3:
        return BANCO if third in (0, 1, 2, 3, 4, 5, 6, 7, 9) else None
    if banco == 4:
        return BANCO if third in (2, 3, 4, 5, 6, 7) else None
    if banco == 5:
        return BANCO if third in (4, 5, 6, 7) else None
    if banco == 6:
        return BANCO if third in (6, 7) else None
    # «7: non tira la terza carta»
    return None


def classic_sl(punto: int, banco: int, third: int | None) -> Side | None:
    """House document 003, § 5 «Pravila vlečenja in zmagovalne kombinacije»."""
    # «v kolikor ima eno od polj (PUNTO ali BANCO) s prvima dvema kartama seštevki 8 ali 9 …»
    if punto == 8 or punto == 9 or banco == 8 or banco == 9:
        return None
    # «0, 1, 2, 3, 4, 5 točk se mora povleči še tretjo karto na polje PUNTO»
    if 0 <= punto <= 5 and third is None:
        return PUNTO
    # «Če tvori PUNTO s prvima dvema kartama seštevki 6 ali 7»
    if punto in (6, 7):
        if banco in (0, 1, 2, 3, 4, 5):
            return BANCO  # «vleče tretjo karto»
        return None  # «ne vleče tretje karte»
    # the right-hand column of the table: «ne vleče tretje karte, če je bila tretja podeljena karta za PUNTO»
    if banco == 3 and third == 8:
        return None
    if banco == 4 and third in (0, 1, 8, 9):
        return None
    if banco == 5 and third in (0, 1, 2, 3, 8, 9):
        return None
    if banco == 6 and third in (0, 1, 2, 3, 4, 5, 8, 9):
        return None
    if banco == 7:
        return None
    # «če ima BANCO seštevki 0, 1, 2, vleče tretjo karto», and the left-hand column: «vleče tretjo karto»
    return BANCO


def castle_vaduz(punto: int, banco: int, third: int | None) -> Side | None:
    """House document 001, «REGOLE DI ESTRAZIONE»; rows 4 and 5 are silent on a standing Punto; assumed: Banco draws."""
    # «valore totale di 8 o 9, non si possono estrarre altre carte»
    if punto in (8, 9) or banco in (8, 9):
        return None
    # «0, 1, 2, 3, 4, 5: Punto riceve una terza carta»
    if punto <= 5 and third is None:
        return PUNTO
    # «0, 1, 2: Banco riceve una terza carta a meno che Punto abbia 8 o 9»
    if banco in (0, 1, 2):
        return BANCO
    # «3: Banco riceve una terza carta a meno che Punto abbia 8», read as: has received an 8
    if banco == 3:
        return None if third == 8 else BANCO
    # «4: … se Punto ha ricevuto 2-7 come terza carta»
    if banco == 4:
        return BANCO if third is None or 2 <= third <= 7 else None
    # «5: … se Punto ha ricevuto 4-7 come terza carta»
    if banco == 5:
        return BANCO if third is None or 4 <= third <= 7 else None
    # «6: … solo se Punto ha ricevuto 6 o 7 come terza carta»
    if banco == 6:
        return BANCO if third in (6, 7) else None
    # «7: Banco non riceve una terza carta»
    return None


def castle_vaduz_has_eight(punto: int, banco: int, third: int | None) -> Side | None:
    """House document 001 with «a meno che Punto abbia 8» as a two-card total, which has already ended the coup."""
    # so row 3 draws whatever Punto's third card is
    return BANCO if banco == 3 and third == 8 else castle_vaduz(punto, banco, third)


def castle_vaduz_final_total_row_3(punto: int, banco: int, third: int | None) -> Side | None:
    """House document 001 with «a meno che Punto abbia 8» said of Punto's total when Banco decides."""
    if banco == 3 and third is not None:
        return None if (punto + third) % 10 == 8 else BANCO
    return castle_vaduz(punto, banco, third)


def castle_vaduz_final_total(punto: int, banco: int, third: int | None) -> Side | None:
    """House document 001 with «abbia 8 o 9» in rows 0 to 2 said of Punto's total too."""
    if banco in (0, 1, 2) and third is not None and (punto + third) % 10 in (8, 9):
        return None
    return castle_vaduz_final_total_row_3(punto, banco, third)


def _literally(rows: tuple[int, ...], decide: Decision, punto: int, banco: int, third: int | None) -> Side | None:
    """Clauses on the card that Punto «ha ricevuto» or was «assegnato», taken literally: no card, no draw."""
    return None if punto in (6, 7) and banco in rows and third is None else decide(punto, banco, third)


def come_si_gioca(punto: int, banco: int, third: int | None) -> Side | None:
    """House document 002, «tabella dei tiraggi»; it is silent on 3 to 6 against a standing Punto: assumed."""
    # «Queste combinazioni chiudono la mano»
    if punto in (8, 9) or banco in (8, 9):
        return None
    # «0, 1, 2, 3, 4, 5: tira carta»; «6, 7: non tira carta»
    if punto in (0, 1, 2, 3, 4, 5) and third is None:
        return PUNTO
    # «0, 1, 2: tira carta sempre salvo dichiarazione di "battuta"»
    if banco in (0, 1, 2):
        return BANCO
    # «resta sempre con 7»
    if banco == 7:
        return None
    # silent: Banco's 3 to 6 when Punto received no card
    if third is None:
        return BANCO if banco < 6 else None
    # the document prints the third card as 1 to 10
    given = 10 if third == 0 else third
    if banco == 3:
        return BANCO if given in (1, 2, 3, 4, 5, 6, 7, 9, 10) else None
    if banco == 4:
        return BANCO if given in (2, 3, 4, 5, 6, 7) else None
    if banco == 5:
        return BANCO if given in (4, 5, 6, 7) else None
    return BANCO if given in (6, 7) else None


def _otto_mazzi(punto_opens: tuple[int, ...], punto: int, banco: int, third: int | None) -> Side | None:
    """House document 004: its rules for the player, who draws first on ``punto_opens``, and the two for the bank."""
    # «Se uno dei due ha una battuta, vince questa mano. Se tutte e due hanno battuto, la battuta piú alta vince.»
    if punto in (8, 9) or banco in (8, 9):
        return None
    if third is None:
        # «Se il totale é meno di 6 il giocatore deve prendere un'altra carta»
        if punto in punto_opens:
            return PUNTO
        # «DRAW avendo un punteggio di 0, 1, 2, 3, 4, o 5 e stare (STAND) con un punteggio di 6 o 7»
        return BANCO if banco in (0, 1, 2, 3, 4, 5) else None
    # the matrix by third card 0 to 9, each with the columns Punteggio del Banco 7 6 5 4 3 2 1 0
    matrix = "SSSSDDDD SSSSDDDD SSSDDDDD SSSDDDDD SSDDDDDD SSDDDDDD SDDDDDDD SDDDDDDD SSSSSDDD SSSSDDDD"
    return BANCO if matrix[9 * third + 7 - banco] == "D" else None


DECISIONS: dict[str, Decision] = {
    "standard": standard,
    "classic-it": classic_it,
    "classic-it:eight-for-one": classic_it,
    "classic-it:ties-lose": classic_it,
    "castle-vaduz": castle_vaduz,
    "castle-vaduz:literal": partial(_literally, (4, 5), castle_vaduz),
    "castle-vaduz:has-eight": castle_vaduz_has_eight,
    "castle-vaduz:literal-has-eight": partial(_literally, (4, 5), castle_vaduz_has_eight),
    "castle-vaduz:final-total-row-3": castle_vaduz_final_total_row_3,
    "castle-vaduz:final-total": castle_vaduz_final_total,
    "castle-vaduz:literal-final-total-row-3": partial(_literally, (4, 5), castle_vaduz_final_total_row_3),
    "castle-vaduz:literal-final-total": partial(_literally, (4, 5), castle_vaduz_final_total),
    "come-si-gioca": come_si_gioca,
    "come-si-gioca:literal": partial(_literally, (3, 4, 5, 6), come_si_gioca),
    "come-si-gioca:ties-lose": come_si_gioca,
    "classic-sl": classic_sl,
    "classic-sl:of-the-payout": classic_sl,
    "otto-mazzi": partial(_otto_mazzi, (0, 1, 2, 3, 4, 5)),
    # «puó scegliere di stare con un punteggio di 6 o 7»: Punto may choose to draw first on 6, on 7 or on both
    "otto-mazzi:draws-on-6": partial(_otto_mazzi, (0, 1, 2, 3, 4, 5, 6)),
    "otto-mazzi:draws-on-7": partial(_otto_mazzi, (0, 1, 2, 3, 4, 5, 7)),
    "otto-mazzi:draws-on-6-and-7": partial(_otto_mazzi, (0, 1, 2, 3, 4, 5, 6, 7)),
}
"""The decision function of every shipped reading that point values decide; some change a payoff, not the drawing."""
