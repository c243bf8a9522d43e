(** All bets of the catalogue together. *)

From Coq Require Import List.
Require Import Bets Catalogue BetsOnValues BetsOnCards BetsOnRanks BetsOnSuits BetsOnFirstSuits BetsOnPatterns.

(** The counts of all categories, and the house edges under every pay table, with six decks and with eight. *)
Definition prices : Prop := Forall bet_holds
  (bets_on_values ++ bets_on_punto_cards ++ bets_on_banco_cards ++ bets_on_first_ranks ++ bets_on_ranks
  ++ bets_on_suits ++ bets_on_colours ++ bets_on_patterns ++ bets_on_perfect_pairs ++ bets_on_first_suits).

Theorem prices_holds : prices.
Proof.
  unfold prices. rewrite !Forall_app.
  auto 20 using bets_on_values_hold, bets_on_punto_cards_hold, bets_on_banco_cards_hold, bets_on_first_ranks_hold, bets_on_ranks_hold,
    bets_on_suits_hold, bets_on_colours_hold, bets_on_patterns_hold, bets_on_perfect_pairs_hold, bets_on_first_suits_hold.
Qed.
