(** The bets that the ranks of all cards decide, with eight decks. *)

From Coq Require Import NArith List.
Require Import Bets Catalogue Tallies BetsOnCards.

Lemma ranks_8 : counted (deal_ranks 8) rank_names bets_on_ranks counts_8 = map counts_8 bets_on_ranks.
Proof. evaluated. Qed.
