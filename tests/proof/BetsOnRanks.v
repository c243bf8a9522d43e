(** The bets that the ranks of all cards decide. *)

From Coq Require Import NArith List.
Require Import Baccarat Bets Catalogue Tallies BetsOnCards RanksWith6Decks RanksWith8Decks.

Lemma bets_on_ranks_hold : Forall bet_holds bets_on_ranks.
Proof.
  apply (group_holds deal_ranks (fun d f => coups rank_faces standard (rank_shoe d) f) on_ranks rank_names).
  - intros d step score f each t. apply score_pass. exact each.
  - intros d b k _ own. apply count_by_ranks; [apply repeat_length|exact own].
  - evaluated.
  - exact ranks_6.
  - exact ranks_8.
Qed.
