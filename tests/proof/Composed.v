(** Counts put together: a bet's coups are counted in parts, in each of which some names have known values. *)

From Coq Require Import Arith NArith ZArith List Bool Lia.
Require Import Baccarat Padding Bets Regrouping Tallies.
Import ListNotations.
Open Scope N_scope.

(** The values of names if some of them are fixed; and 1 for the coups that these values put into category k. *)
Definition with_fixed (fixed : name -> option Z) (facts : name -> Z) (n : name) : Z :=
  match fixed n with Some z => z | None => facts n end.
Definition belongs_if (fixed : name -> option Z) (conditions : list expression) (k : nat) (p b : list card) : N :=
  if (category conditions (with_fixed fixed (names p b)) =? k)%nat then 1 else 0.

(** A part: a way to pass over some coups, and the number that f counts there.  It is used with several values of the fixed
    names, so many times on the left side of an equation, and so many times on the right. *)
Record part := {
  deal_part : (N -> list card -> list card -> tree -> tree) -> tree -> tree;
  count_part : (list card -> list card -> N) -> N;
  uses : list (N * N * (name -> option Z)) }.

Definition passes (a : part) : Prop := forall step (score : tree -> N) f,
  (forall w p b t, score (step w p b t) = score t + w * f p b) -> forall t, score (deal_part a step t) = score t + count_part a f.

Definition side (times : N * N -> N) (parts : list part) (conditions : list expression) (k : nat) : N :=
  sum (map (fun a => sum (map (fun '(l, r, fixed) => times (l, r) * count_part a (belongs_if fixed conditions k)) (uses a))) parts).

Definition told (s : list name) (fixed : name -> option Z) (n : name) : bool :=
  among s n || match fixed n with Some _ => true | None => false end.

Section Accounts.
Variables (s : list name) (bets : list bet) (counts : bet -> list N).

(** The counts of all categories of the bets, in each use of each part. *)
Definition accounts (parts : list part) : list (N * N * list (list N)) :=
  flat_map (fun a =>
    let table := deal_part a (fun w p b => insert w (codes (rev s) p b)) Empty in
    map (fun '(l, r, fixed) => (l, r, walk (fun w key => settle bets (with_fixed fixed (assigned s key)) w) table O []
      (map (fun b => nothing (counts b)) bets))) (uses a)) parts.

Definition all_told (parts : list part) : bool :=
  forallb (fun a => forallb (fun '(_, _, fixed) => forallb (sees_only (told s fixed)) bets) (uses a)) parts.

Lemma account_right a fixed i b k : passes a -> nth i bets b = b -> (i < List.length bets)%nat -> sees_only (told s fixed) b = true ->
  nth k (nth i (walk (fun w key => settle bets (with_fixed fixed (assigned s key)) w)
    (deal_part a (fun w p b => insert w (codes (rev s) p b)) Empty) O [] (map (fun b => nothing (counts b)) bets)) []) 0
  = count_part a (belongs_if fixed (conditions b) k).
Proof.
  intros deals at_i small own.
  pose (g := fun key => if (category (conditions b) (with_fixed fixed (assigned s key)) =? k)%nat then 1 else 0).
  rewrite (score_walk _ (fun accounts : list (list N) => nth k (nth i accounts []) 0) g).
  - rewrite (nth_map_in _ _ _ b), nth_nothing by exact small.
    rewrite (deals _ (fun t => worth g t O []) (belongs_if fixed (conditions b) k)); [reflexivity|].
    intros w p p' t. rewrite worth_insert, app_nil_r. unfold codes. rewrite <- map_rev, rev_involutive.
    unfold g, belongs_if. erewrite (category_only _ (with_fixed fixed (assigned _ _))); [reflexivity| |exact own].
    intros n seen. unfold with_fixed, told in *. destruct (fixed n); [reflexivity|]. rewrite orb_false_r in seen.
    exact (assigned_codes s p p' n seen).
  - intros w key account. unfold g. rewrite (nth_settle _ _ _ b), at_i by exact small. reflexivity.
Qed.

Lemma accounts_right times i b k parts : Forall passes parts -> all_told parts = true ->
  nth i bets b = b -> (i < List.length bets)%nat -> In b bets ->
  sum (map (fun '(l, r, account) => times (l, r) * nth k (nth i account []) 0) (accounts parts))
  = side times parts (conditions b) k.
Proof.
  intros deals own at_i small inside. unfold side, accounts, all_told in *.
  induction deals as [|a parts deal _ IH]; [reflexivity|].
  cbn [forallb flat_map map] in *. apply andb_prop in own as [own rest].
  rewrite map_app, sum_app, IH by exact rest.
  match goal with |- _ = sum (?x :: ?l) => change (sum (x :: l)) with (x + sum l) end. f_equal. rewrite map_map.
  apply sum_ext. intros [[l r] fixed] used. f_equal. apply account_right; auto.
  apply (proj1 (forallb_forall _ _) own) in used. exact (proj1 (forallb_forall _ _) used b inside).
Qed.

Definition balanced (parts : list part) : bool :=
  let accounts := accounts parts in
  forallb (fun '(i, b) => forallb (fun k =>
      let total times := sum (map (fun '(l, r, account) => times (l, r) * nth k (nth i account []) 0) accounts) in
      nth k (counts b) 0 + total fst =? total snd)
    (seq 0 (List.length (counts b)))) (combine (seq 0 (List.length bets)) bets).

Lemma balanced_right parts b k : Forall passes parts -> all_told parts = true -> balanced parts = true ->
  In b bets -> (k < List.length (counts b))%nat ->
  nth k (counts b) 0 + side fst parts (conditions b) k = side snd parts (conditions b) k.
Proof.
  intros deals own equal inside small. apply (In_nth _ _ b) in inside as position. destruct position as (i & at_most & at_i).
  unfold balanced in equal. rewrite forallb_forall in equal. specialize (equal (i, b)). cbv beta iota in equal.
  assert (In (i, b) (combine (seq 0 (List.length bets)) bets)) as pair.
  { rewrite <- at_i at 1. replace (i, nth i bets b) with (nth i (combine (seq 0 (List.length bets)) bets) (O, b)).
    - apply nth_In. rewrite combine_length, seq_length. lia.
    - rewrite combine_nth by apply seq_length. rewrite seq_nth by exact at_most. reflexivity. }
  apply equal in pair. rewrite forallb_forall in pair. specialize (pair k). cbv zeta in pair.
  assert (In k (seq 0 (List.length (counts b)))) as from by (apply in_seq; lia).
  apply pair, N.eqb_eq in from. rewrite !(accounts_right _ i b) in from by assumption. exact from.
Qed.
End Accounts.

(** ** The bets of a group *)

Section Group.
Variables (parts : N -> list part) (s : list name) (bets : list bet).
Hypothesis deals : forall d, Forall passes (parts d).
Hypothesis composed : forall d b k, d = 6 \/ d = 8 -> In b bets ->
  count_category (conditions b) k (full_decks d) + side fst (parts d) (conditions b) k = side snd (parts d) (conditions b) k.
Hypothesis fit : all_told s bets (parts 6) && forallb (fitting 6 counts_6 edge_6 (fun _ => true)) bets
  && (all_told s bets (parts 8) && forallb (fitting 8 counts_8 edge_8 (fun _ => true)) bets) = true.
Hypothesis right_6 : balanced s bets counts_6 (parts 6) = true.
Hypothesis right_8 : balanced s bets counts_8 (parts 8) = true.

Lemma composed_hold : Forall bet_holds bets.
Proof.
  apply andb_prop in fit as [six eight]. apply andb_prop in six as [told_6 fit_6]. apply andb_prop in eight as [told_8 fit_8].
  apply both_hold; eapply all_hold; try eassumption; intros b inside _ k small.
  - pose proof (balanced_right s bets counts_6 (parts 6) b k (deals 6) told_6 right_6 inside small).
    pose proof (composed 6 b k (or_introl eq_refl) inside). lia.
  - pose proof (balanced_right s bets counts_8 (parts 8) b k (deals 8) told_8 right_8 inside small).
    pose proof (composed 8 b k (or_intror eq_refl) inside). lia.
Qed.
End Group.
