(** Bets on patterns of the first four cards.  They are counted by ranks as if there were no flush; then the coups with a flush
    are counted as they are. *)

From Coq Require Import Arith NArith ZArith List Bool Lia.
Require Import Baccarat Padding Bets Catalogue Regrouping Tallies EarlyCards BetsOnCards Composed Marked.
Import ListNotations.
Open Scope N_scope.

Definition pattern_names : list name := [punto_rank_1; punto_rank_2; banco_rank_1; banco_rank_2]
  ++ map (fun x => Pattern x BetLanguage.first_four)
    [Two_pair; Three_of_a_kind; Four_of_a_kind; Straight; Flush; Straight_flush; Royal_flush].

Definition no_flush (n : name) : option Z :=
  match n with Pattern (Flush | Straight_flush | Royal_flush) _ => Some 0%Z | _ => None end.
Definition as_dealt (n : name) : option Z := None.
Definition flushed (p b : list card) : bool := same (map suit (p ++ b)).

(** ** Coups with a flush *)

Definition in_suit (v w : nat) : bool := (suit (face deck v) =? suit (face deck w))%nat.

Definition flushes (c : shoe) (f : list card -> list card -> N) : N :=
  next_card c (fun p1 c => next_card c (fun b1 c => if in_suit p1 b1 then next_card c (fun p2 c => if in_suit p1 p2 then
    next_card c (fun b2 c => if in_suit p1 b2 then f [face deck p1; face deck p2] [face deck b1; face deck b2] * unused 2 c else 0)
  else 0) else 0)).

Lemma first_four_flushed c f : first_four deck c (fun p b => if flushed p b then f p b else 0) = flushes c f.
Proof.
  unfold first_four, flushes. apply next_card_ext. clear c. intros p1 c. apply next_card_ext. clear c. intros b1 c.
  unfold flushed, in_suit. cbn [map app same forallb].
  destruct (suit (face deck p1) =? suit (face deck b1))%nat.
  - apply next_card_ext. clear c. intros p2 c. destruct (suit (face deck p1) =? suit (face deck p2))%nat.
    + apply next_card_ext. clear c. intros b2 c. destruct (_ =? _)%nat; reflexivity.
    + apply next_card_none. intros. reflexivity.
  - apply next_card_none. intros p2 c'. apply next_card_none. intros. rewrite andb_false_r. reflexivity.
Qed.

Definition pattern_parts (d : N) : list part := let c := full_decks d in [
  {| deal_part step := pass_four rank_faces step (rank_shoe d);
     count_part f := first_four rank_faces (rank_shoe d) f; uses := [(0, 1, no_flush)] |};
  {| deal_part step := next c 1 (fun w p1 c => next c w (fun w b1 c => if in_suit p1 b1 then
       next c w (fun w p2 c => if in_suit p1 p2 then next c w (fun w b2 c => if in_suit p1 b2 then
         step (unused 2 c * w) [face deck p1; face deck p2] [face deck b1; face deck b2] else id) else id) else id));
     count_part f := flushes c f; uses := [(1, 0, no_flush); (0, 1, as_dealt)] |}].

Lemma patterns_pass d : Forall passes (pattern_parts d).
Proof.
  unfold pattern_parts. apply Forall_cons; [|apply Forall_cons; [|apply Forall_nil]];
    intros step score f each t; cbn [deal_part count_part].
  - apply score_four. exact each.
  - unfold flushes. rewrite <- (N.mul_1_l (next_card _ _)). revert t. generalize (full_decks d). intros c.
    do 2 (apply score_next; clear c; intros ? ? c). destruct (in_suit _ _); [|intros; unfold id; lia].
    apply score_next. clear c. intros ? ? c. destruct (in_suit _ _); [|intros; unfold id; lia].
    apply score_next. clear c. intros ? ? c. destruct (in_suit _ _); [|intros; unfold id; lia].
    intros account. rewrite each. lia.
Qed.

(** ** What decides these bets *)

Section Decided.
Variables (conditions : list expression) (k : nat).
Hypothesis own : forallb (only (among pattern_names)) conditions = true.

Lemma four_decide fixed p b : belongs_if fixed conditions k p b = belongs_if fixed conditions k (firstn 2 p) (firstn 2 b).
Proof.
  unfold belongs_if. erewrite category_only; [reflexivity| |exact own]. intros n told. unfold with_fixed.
  destruct (fixed n); [reflexivity|]. destruct n; try discriminate told;
    destruct p as [|? [|? p]], b as [|? [|? b]]; try reflexivity; destruct g; try reflexivity; destruct x; discriminate told.
Qed.

Lemma ranks_decide p p' b b' : map rank p = map rank p' -> map rank b = map rank b' ->
  belongs_if no_flush conditions k p b = belongs_if no_flush conditions k p' b'.
Proof.
  intros P B. unfold belongs_if. erewrite category_only; [reflexivity| |exact own]. intros n told.
  assert (forall g, g = BetLanguage.first_four -> map rank (cards_of g p b) = map rank (cards_of g p' b')) as ranks.
  { intros g ->. cbn [cards_of]. rewrite !map_app, <- !firstn_map, P, B. reflexivity. }
  unfold with_fixed. destruct n; try discriminate told; cbn [no_flush names]; rewrite ?P, ?B; try reflexivity.
  assert (g = BetLanguage.first_four) as first by (destruct g; try reflexivity; destruct x; discriminate told).
  specialize (ranks g first). pose proof (f_equal (@List.length nat) ranks) as size. rewrite !map_length in size.
  assert (forall l, map (fun x => if rank x =? 1 then 14 else rank x)%nat l = map (fun r => if r =? 1 then 14 else r)%nat (map rank l))
    as aces by (intros; rewrite map_map; reflexivity).
  destruct x; try discriminate told; try reflexivity; cbn [found]; unfold low_row, high_row, in_row, different, ranks_with, most, times;
    rewrite ?aces, ?ranks, ?size; reflexivity.
Qed.

Lemma no_flush_right p b : flushed (firstn 2 p) (firstn 2 b) = false ->
  belongs conditions k p b = belongs_if no_flush conditions k p b.
Proof.
  intros none. unfold belongs, belongs_if. erewrite category_only; [reflexivity| |exact own]. intros n told.
  unfold with_fixed. destruct n; try discriminate told; try reflexivity.
  destruct g; try (destruct x; discriminate told). unfold flushed in none.
  destruct x; try discriminate told; try reflexivity; cbn [no_flush names found cards_of]; unfold one_suited; rewrite none; reflexivity.
Qed.

Lemma patterns_composed d : count_category conditions k (full_decks d) + side fst (pattern_parts d) conditions k
  = side snd (pattern_parts d) conditions k.
Proof.
  pose (dealt_as fixed := belongs_if fixed conditions k).
  pose (if_flushed fixed p b := if flushed (firstn 2 p) (firstn 2 b) then dealt_as fixed (firstn 2 p) (firstn 2 b) else 0).
  pose (count := coups deck standard (full_decks d)).
  assert (forall fixed, count (if_flushed fixed) = flushes (full_decks d) (dealt_as fixed)) as flush_counts.
  { intros fixed. rewrite <- first_four_flushed. unfold count. rewrite coups_early.
    - unfold first_four. do 4 (apply next_card_ext; intros). reflexivity.
    - intros p b. unfold if_flushed. rewrite !firstn_firstn. reflexivity. }
  assert (count (dealt_as no_flush) = first_four rank_faces (rank_shoe d) (dealt_as no_flush)) as rank_counts.
  { unfold count. rewrite coups_by_ranks; [|apply repeat_length|exact ranks_decide].
    apply coups_early. intros p b. apply four_decide. }
  assert (count (belongs conditions k) + count (if_flushed no_flush) = count (dealt_as no_flush) + count (if_flushed as_dealt))
    as equation.
  { unfold count. rewrite <- !coups_plus. apply (coups_ext deck standard _ (fun _ => True)); [auto|]. intros p b _ _.
    unfold if_flushed, dealt_as. destruct (flushed _ _) eqn:flush.
    - rewrite <- !four_decide. change (belongs_if as_dealt conditions k p b) with (belongs conditions k p b). lia.
    - rewrite (no_flush_right p b flush). reflexivity. }
  rewrite !flush_counts, rank_counts in equation. unfold count, dealt_as in equation.
  unfold side, pattern_parts, sum. cbn [map uses count_part fst snd fold_right]. unfold count_category. lia.
Qed.
End Decided.

Lemma bets_on_patterns_hold : Forall bet_holds bets_on_patterns.
Proof.
  apply (composed_hold pattern_parts pattern_names).
  - exact patterns_pass.
  - intros d b k _ inside. apply patterns_composed. revert b inside. apply forallb_forall. reflexivity.
  - vm_cast_no_check (eq_refl true).
  - vm_cast_no_check (eq_refl true).
  - vm_cast_no_check (eq_refl true).
Qed.
