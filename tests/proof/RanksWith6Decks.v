(** The bets that the ranks of all cards decide, with six decks. *)

From Coq Require Import NArith List.
Require Import Bets Catalogue Tallies BetsOnCards.

Lemma ranks_6 : counted (deal_ranks 6) rank_names bets_on_ranks counts_6 = map counts_6 bets_on_ranks.
Proof. evaluated. Qed.
