(** What is proved, and that nothing is assumed: each theorem, its statement, and its axioms. *)

Require Import Baccarat Padding Polynomial Evaluation Decks Known Engine CheminDeFer BestReplies.
Require Import Prices BetPolynomials FirstCards.

Check six_and_eight_decks_holds : six_and_eight_decks.
Print Assumptions six_and_eight_decks_holds.
Check every_reading_holds : every_reading.
Print Assumptions every_reading_holds.
Check polynomial_holds : polynomial.
Print Assumptions polynomial_holds.
Check closed_forms_holds : closed_forms.
Print Assumptions closed_forms_holds.
Check conservation_holds : conservation.
Print Assumptions conservation_holds.
Check known_cards_holds : known_cards.
Print Assumptions known_cards_holds.
Check removal_holds : removal.
Print Assumptions removal_holds.
Check engine_holds : engine.
Print Assumptions engine_holds.
Check chemin_de_fer_holds : chemin_de_fer.
Print Assumptions chemin_de_fer_holds.
Check prices_holds : prices.
Print Assumptions prices_holds.
Check bet_polynomials_holds : bet_polynomials.
Print Assumptions bet_polynomials_holds.
Check first_cards_holds : first_cards.
Print Assumptions first_cards_holds.
