(** The polynomial: sequences of six values grouped by their multisets, a million of them, by computation. *)

From Coq Require Import Arith NArith List Bool Lia.
Require Import Coefficients Baccarat Padding.
Import ListNotations.
Open Scope N_scope.

Definition ten (c : shoe) : Prop := List.length c = 10%nat.

Lemma without_ten v c : ten c -> ten (without v c).
Proof.
  unfold ten. intros <-. revert v. induction c as [|x c IH]; intros [|v]; simpl; auto.
Qed.

(** ** Paths

    A multiset as a list of marks: one [true] for each of its cards of value 0, a [false], one [true] for each card of
    value 1, a [false], and so on.  All multisets of six have paths of the same length, so they are the leaves of a binary
    tree. *)

Definition nothing : list bool := repeat false 9.

Fixpoint with_card (v : nat) (p : list bool) : list bool :=
  match v, p with
  | O, _ => true :: p
  | S v', false :: p => false :: with_card v' p
  | S _, true :: p => true :: with_card v p
  | S _, [] => []
  end.

(** The ways to deal the cards of a path from a shoe, in one fixed order. *)
Fixpoint ways (c : shoe) (p : list bool) : N :=
  match p, c with
  | [], _ => 1
  | true :: p, x :: rest => x * ways (N.pred x :: rest) p
  | false :: p, _ :: rest => ways rest p
  | _ :: _, [] => 0
  end.

Definition path (s : list nat) : list bool := fold_right with_card nothing s.

Fixpoint skips (p : list bool) : nat :=
  match p with [] => O | true :: p => skips p | false :: p => S (skips p) end.

Lemma skips_with_card v p : (v <= skips p)%nat -> skips (with_card v p) = skips p.
Proof.
  revert v. induction p as [|[] p IH]; intros [|v] small; simpl in *; auto.
  rewrite IH; lia.
Qed.

(** One card more: its value's cards in the shoe, times the ways without it. *)
Lemma ways_with_card p : forall v c, (v <= skips p)%nat -> List.length c = S (skips p) ->
  ways c (with_card v p) = left c v * ways (without v c) p.
Proof.
  induction p as [|[] p IH]; intros v c small size; destruct c as [|x c]; try discriminate size.
  - destruct v; [|simpl in small; lia]. simpl. unfold left. simpl. lia.
  - destruct v as [|v]; [simpl; unfold left; simpl; lia|].
    simpl. rewrite IH by (simpl in *; lia). unfold left. simpl. lia.
  - destruct v as [|v]; [simpl; unfold left; simpl; lia|].
    simpl. rewrite IH by (simpl in *; lia). unfold left. simpl. lia.
Qed.

Lemma skips_path s : Forall (fun v => (v < 10)%nat) s -> skips (path s) = 9%nat.
Proof.
  induction 1 as [|v s small all IH]; simpl; auto. rewrite skips_with_card; lia.
Qed.

Lemma ways_path v s c : (v < 10)%nat -> Forall (fun v => (v < 10)%nat) s -> ten c ->
  ways c (path (v :: s)) = left c v * ways (without v c) (path s).
Proof.
  intros small all H. simpl. apply ways_with_card; rewrite skips_path by exact all; [lia|exact H].
Qed.

(** ** The published form of the same product *)

Lemma term_cons v s c : (v < 10)%nat -> ten c -> term c (v :: s) = left c v * term (without v c) s.
Proof.
  intros small H. do 10 (destruct c as [|? c]; [discriminate H|]). destruct c; [|discriminate H].
  do 10 (destruct v as [|v]; [unfold term; simpl; unfold left, multiplicity; simpl; ring|]). lia.
Qed.

Lemma term_path s : forall c, Forall (fun v => (v < 10)%nat) s -> ten c -> ways c (path s) = term c s.
Proof.
  induction s as [|v s IH]; intros c all H.
  - do 10 (destruct c as [|? c]; [discriminate H|]). destruct c; [|discriminate H]. reflexivity.
  - inversion all as [|? ? small rest]; subst.
    rewrite ways_path, term_cons by assumption. f_equal. apply IH; auto using without_ten.
Qed.

(** ** Sums over the sequences of k values *)

Fixpoint over_sequences (k : nat) (f : list nat -> N) : N :=
  match k with O => f [] | S k => sum (map (fun v => over_sequences k (fun s => f (v :: s))) values) end.

Definition valued (k : nat) (s : list nat) : Prop := List.length s = k /\ Forall (fun v => (v < 10)%nat) s.

Lemma in_values v : In v values -> (v < 10)%nat.
Proof. intros inside. apply in_seq in inside. lia. Qed.

Lemma over_sequences_ext k : forall f g,
  (forall s, valued k s -> f s = g s) -> over_sequences k f = over_sequences k g.
Proof.
  induction k as [|k IH]; intros f g same; cbn [over_sequences].
  - apply same. split; [reflexivity|constructor].
  - apply sum_ext. intros v inside. apply IH. intros s [size all]. apply same.
    split; [simpl; congruence|constructor; auto using in_values].
Qed.

Lemma over_sequences_scale k w : forall f, over_sequences k (fun s => w * f s) = w * over_sequences k f.
Proof.
  induction k as [|k IH]; intros f; cbn [over_sequences]; auto.
  rewrite <- sum_scale. apply sum_ext. intros. apply IH.
Qed.

(** A sequence's ways depend only on its multiset. *)
Lemma deal_over_sequences k : forall c f, ten c ->
  deal k c f = over_sequences k (fun s => f s * ways c (path s)).
Proof.
  induction k as [|k IH]; intros c f H; cbn [deal over_sequences].
  - rewrite term_path by (auto; constructor).
    do 10 (destruct c as [|? c]; [discriminate H|]). destruct c; [|discriminate H].
    replace (term _ []) with 1 by reflexivity. lia.
  - unfold next_card. rewrite (H : List.length c = 10%nat). apply sum_ext. intros v inside. rewrite IH by auto using without_ten.
    rewrite <- over_sequences_scale. apply over_sequences_ext. intros s [size all].
    rewrite ways_path by auto using in_values. ring.
Qed.

(** ** The tree that gathers what all sequences of a multiset add *)

Inductive tree := Empty | Node (here : N * N * N) (card value : tree).

Definition none : N * N * N := (0, 0, 0).
Definition one_more (o : outcome) (three : N * N * N) : N * N * N :=
  match o, three with
  | Punto, (p, b, t) => (N.succ p, b, t)
  | Banco, (p, b, t) => (p, N.succ b, t)
  | Tie, (p, b, t) => (p, b, N.succ t)
  end.

Definition here (t : tree) := match t with Empty => none | Node here _ _ => here end.
Definition card (t : tree) := match t with Empty => Empty | Node _ card _ => card end.
Definition value (t : tree) := match t with Empty => Empty | Node _ _ value => value end.

Fixpoint insert (o : outcome) (p : list bool) (t : tree) : tree :=
  match p with
  | [] => Node (one_more o (here t)) (card t) (value t)
  | true :: p => Node (here t) (insert o p (card t)) (value t)
  | false :: p => Node (here t) (card t) (insert o p (value t))
  end.

Fixpoint worth (o : outcome) (c : shoe) (t : tree) : N :=
  match t with
  | Empty => 0
  | Node here card value =>
      part o here + match c with [] => 0 | x :: rest => x * worth o (N.pred x :: rest) card + worth o rest value end
  end.

Definition same (o o' : outcome) : N :=
  match o, o' with Punto, Punto | Banco, Banco | Tie, Tie => 1 | _, _ => 0 end.

Lemma part_one_more o o' three : part o (one_more o' three) = part o three + same o o'.
Proof. destruct o, o', three as [[p b] t]; simpl; lia. Qed.

Lemma worth_here o c t : worth o c t =
  part o (here t) + match c with [] => 0 | x :: rest => x * worth o (N.pred x :: rest) (card t) + worth o rest (value t) end.
Proof. destruct t; [|reflexivity]. destruct c, o; cbn; rewrite ?N.mul_0_r; reflexivity. Qed.

Lemma worth_insert o o' p : forall c t, worth o c (insert o' p t) = worth o c t + same o o' * ways c p.
Proof.
  induction p as [|[] p IH]; intros c t; rewrite (worth_here o c t); cbn [insert worth ways].
  - rewrite part_one_more. destruct c; ring.
  - destruct c as [|x c]; [|rewrite IH]; ring.
  - destruct c as [|x c]; [|rewrite IH]; ring.
Qed.

Fixpoint gather (k : nat) (f : list nat -> outcome * list bool) (t : tree) : tree :=
  match k with
  | O => let (o, p) := f [] in insert o p t
  | S k => fold_left (fun t v => gather k (fun s => f (v :: s)) t) values t
  end.

Lemma worth_gather o c k : forall f t,
  worth o c (gather k f t) = worth o c t + over_sequences k (fun s => same o (fst (f s)) * ways c (snd (f s))).
Proof.
  induction k as [|k IH]; intros f t; cbn [gather over_sequences].
  - destruct (f []). apply worth_insert.
  - revert t. induction values as [|v l IHl]; intros t; cbn [fold_left map sum fold_right].
    + ring.
    + rewrite IHl, IH. unfold sum. ring.
Qed.

(** ** The tree of a tableau *)

Definition higher (p b : nat) : outcome := match Nat.compare p b with Gt => Punto | Lt => Banco | Eq => Tie end.
Definition winner (t : tableau) (s : list nat) : outcome := let (p, b) := final_totals t s in higher p b.
Definition tree_of (t : tableau) : tree := gather 6 (fun s => (winner t s, path s)) Empty.

Lemma ending_winner t o s : ending t o s = same o (winner t s).
Proof.
  unfold ending, winner, ends, higher. destruct (final_totals t s) as [p b].
  destruct o, (Nat.compare p b); reflexivity.
Qed.

Lemma count_worth t o c : ten c -> count t o c = worth o c (tree_of t).
Proof.
  intros H. unfold tree_of. rewrite padding, worth_gather, deal_over_sequences by exact H. simpl worth.
  rewrite N.add_0_l. apply over_sequences_ext. intros s _. rewrite ending_winner. reflexivity.
Qed.

(** ** The leaves of the tree *)

Definition empty (three : N * N * N) : bool := match three with (0, 0, 0) => true | _ => false end.

Fixpoint leaves (t : tree) (before : list bool -> list bool) : list (list bool * (N * N * N)) :=
  match t with
  | Empty => []
  | Node here card value =>
      (if empty here then [] else [(before [], here)])
      ++ leaves card (fun p => before (true :: p)) ++ leaves value (fun p => before (false :: p))
  end.

Definition leaves_worth (o : outcome) (c : shoe) (l : list (list bool * (N * N * N))) : N :=
  sum (map (fun leaf => part o (snd leaf) * ways c (fst leaf)) l).

(** With a constant continuation, the leaves are those of the tree with a longer path. *)
Lemma leaves_before t : forall before,
  leaves t before = map (fun leaf => (before (fst leaf), snd leaf)) (leaves t (fun p => p)).
Proof.
  induction t as [|here card IHc value IHv]; intros before; cbn [leaves]; [reflexivity|].
  rewrite IHc, IHv, (IHc (fun p => true :: p)), (IHv (fun p => false :: p)), !map_app, !map_map.
  destruct (empty here); reflexivity.
Qed.

Lemma worth_leaves o t : forall c, worth o c t = leaves_worth o c (leaves t (fun p => p)).
Proof.
  unfold leaves_worth.
  induction t as [|here card IHc value IHv]; intros c; [reflexivity|].
  cbn [worth leaves]. rewrite !map_app, !sum_app. f_equal.
  { destruct here as [[[|p] [|b]] [|t]]; destruct o; simpl; lia. }
  rewrite (leaves_before card), (leaves_before value), !map_map. cbn [fst snd].
  destruct c as [|x rest].
  - rewrite !sum_zero by (intros; cbn [ways]; lia). reflexivity.
  - rewrite IHc, IHv, <- sum_scale. f_equal. apply sum_ext. intros leaf _. cbn [ways]. ring.
Qed.

(** ** The computation: the leaves of the standard tableau's tree are the printed rows *)

Definition printed_leaves := map (fun '(m, three) => (path m, three)) coefficients.

Lemma leaves_printed : leaves (tree_of standard) (fun p => p) = printed_leaves.
Proof. vm_cast_no_check (eq_refl printed_leaves). Qed.

Lemma rows_in_order : map fst coefficients = multisets 6 0.
Proof. vm_cast_no_check (eq_refl (multisets 6 0)). Qed.

Lemma rows_valued : forallb (fun row => forallb (fun v => Nat.ltb v 10) (fst row)) coefficients = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma printed_terms o c : ten c ->
  leaves_worth o c printed_leaves = sum (map (fun '(m, three) => part o three * term c m) coefficients).
Proof.
  intros H. unfold leaves_worth, printed_leaves. rewrite map_map. apply sum_ext. intros [m three] inside. cbn [fst snd].
  f_equal. apply term_path; [|exact H].
  pose proof (proj1 (forallb_forall _ _) rows_valued _ inside) as all. cbn [fst] in all.
  apply Forall_forall. intros v into. apply Nat.ltb_lt. exact (proj1 (forallb_forall _ _) all v into).
Qed.

(** (c) *)
Theorem polynomial_holds : polynomial.
Proof.
  split; [exact rows_in_order|]. intros c o H.
  rewrite count_worth, worth_leaves, leaves_printed by exact H. apply printed_terms. exact H.
Qed.

