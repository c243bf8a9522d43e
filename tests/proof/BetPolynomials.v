(** For every shoe, a category of a bet on point values is a sum over the multisets of six values. *)

From Coq Require Import Arith NArith ZArith List Bool FinFun Lia.
Require Import Baccarat Padding Polynomial Bets Regrouping BetsOnValues.
Import ListNotations.
Open Scope N_scope.

(** ** The statement *)

(** The hands dealt from six cards, the last of which may not be used. *)
Definition hands (t : tableau) (s : list card) : list card * list card :=
  match s with
  | [p1; b1; p2; b2; fifth; sixth] =>
      let p := total (point_value p1) (point_value p2) in
      let b := total (point_value b1) (point_value b2) in
      if ((8 <=? p) || (8 <=? b))%nat then ([p1; p2], [b1; b2])
      else if punto_draws t p then
        if banco_draws t b (Some (point_value fifth)) (total p (point_value fifth))
        then ([p1; p2; fifth], [b1; b2; sixth])
        else ([p1; p2; fifth], [b1; b2])
      else if banco_draws t b None p then ([p1; p2], [b1; b2; fifth])
      else ([p1; p2], [b1; b2])
  | _ => ([], [])
  end.

(** All sequences of k values, and those among them that are orders of the multiset m. *)
Fixpoint sequences (k : nat) : list (list nat) :=
  match k with O => [[]] | S k => flat_map (fun v => map (cons v) (sequences k)) values end.
Definition order_of (m s : list nat) : bool := forallb (fun v => multiplicity v s =? multiplicity v m)%nat values.
Definition orders (m : list nat) : list (list nat) := filter (order_of m) (sequences 6).

(** How many orders of the multiset m belong to category k of a bet: the coefficient of m. *)
Definition in_category (conditions : list expression) (k : nat) (s : list nat) : N :=
  let (p, b) := hands standard (map (face value_faces) s) in belongs conditions k p b.
Definition coefficient (conditions : list expression) (k : nat) (m : list nat) : N :=
  sum (map (in_category conditions k) (orders m)).

(** How many cards of each value a shoe of cards has. *)
Definition by_value : shoe -> shoe := by_class 10 value_class.

Definition bet_polynomials : Prop := forall (conditions : list expression) (k : nat) (c : shoe),
  List.length c = 52%nat -> sees_values conditions = true ->
  count_category conditions k c = sum (map (fun m => coefficient conditions k m * term (by_value c) m) (multisets 6 0)).

(** ** Every coup padded to six cards *)

Lemma padded faces t c f :
  coups faces t c f = deal 6 c (fun s => let (p, b) := hands t (map (face faces) s) in f p b).
Proof.
  unfold coups. cbn [deal map hands].
  apply next_card_ext. clear c. intros p1 c.
  apply next_card_ext. clear c. intros b1 c.
  apply next_card_ext. clear c. intros p2 c.
  apply next_card_ext. clear c. intros b2 c. cbv zeta.
  destruct (_ || _)%bool.
  { symmetry. exact (deal_constant 2 _ c). }
  destruct (punto_draws _ _).
  - apply next_card_ext. clear c. intros p3 c. destruct (banco_draws _ _ _ _).
    + reflexivity.
    + symmetry. exact (deal_constant 1 _ c).
  - destruct (banco_draws _ _ _ _).
    + apply next_card_ext. clear c. intros b3 c. symmetry. exact (deal_constant 1 _ c).
    + symmetry. exact (deal_constant 2 _ c).
Qed.

Lemma over_sequences_sum k : forall f, over_sequences k f = sum (map f (sequences k)).
Proof.
  induction k as [|k IH]; intros f; cbn [over_sequences sequences]; [cbn; lia|].
  induction values as [|v l IHl]; [reflexivity|].
  cbn [map flat_map]. rewrite map_app, sum_app, map_map, <- IHl. unfold sum at 1. cbn [fold_right]. rewrite IH. reflexivity.
Qed.

Lemma sequences_valued k : forall s, In s (sequences k) -> valued k s.
Proof.
  induction k as [|k IH]; intros s inside; cbn [sequences] in inside.
  - destruct inside as [<-|[]]. split; [reflexivity|constructor].
  - apply in_flat_map in inside as (v & small & inside). apply in_map_iff in inside as (s' & <- & inside).
    apply IH in inside as [size all]. split; [cbn; congruence|constructor; auto using in_values].
Qed.

(** ** The multiset of a sequence *)

Fixpoint put (v : nat) (m : list nat) : list nat :=
  match m with [] => [v] | a :: m => if (v <=? a)%nat then v :: a :: m else a :: put v m end.
Definition sorted (s : list nat) : list nat := fold_right put [] s.

Lemma in_multisets size least a m :
  In (a :: m) (multisets (S size) least) <-> (least <= a < 10)%nat /\ In m (multisets size a).
Proof.
  cbn [multisets]. rewrite in_flat_map. split.
  - intros (v & from & inside). apply in_map_iff in inside as (m' & same & inside). injection same as -> ->.
    apply in_seq in from. split; [lia|exact inside].
  - intros [range inside]. exists a. split; [apply in_seq; lia|apply in_map; exact inside].
Qed.

Lemma put_in v : forall size m least, In m (multisets size least) -> (least <= v < 10)%nat ->
  In (put v m) (multisets (S size) least).
Proof.
  induction size as [|size IH]; intros m least inside range.
  - destruct inside as [<-|[]]. apply in_multisets. split; [lia|left; reflexivity].
  - destruct m as [|a m].
    { cbn [multisets] in inside. apply in_flat_map in inside as (x & _ & inside).
      apply in_map_iff in inside as (m' & same & _). discriminate same. }
    apply in_multisets in inside as [first rest]. cbn [put]. destruct (Nat.leb_spec v a).
    + apply in_multisets. split; [lia|]. apply in_multisets. split; [lia|exact rest].
    + apply in_multisets. split; [lia|]. apply IH; [exact rest|lia].
Qed.

Lemma sorted_in s : Forall (fun v => (v < 10)%nat) s -> In (sorted s) (multisets (List.length s) 0).
Proof.
  induction 1 as [|v s small all IH]; [left; reflexivity|]. cbn [sorted fold_right List.length].
  apply put_in; [exact IH|lia].
Qed.

Lemma multiplicity_sorted w s : multiplicity w (sorted s) = multiplicity w s.
Proof.
  induction s as [|v s IH]; [reflexivity|]. cbn [sorted fold_right]. fold (sorted s).
  assert (forall m, multiplicity w (put v m) = multiplicity w (v :: m)) as step.
  { induction m as [|a m IHm]; [reflexivity|]. cbn [put]. destruct (v <=? a)%nat; [reflexivity|].
    unfold multiplicity in *. cbn [filter] in *. destruct (w =? a)%nat, (w =? v)%nat; cbn [List.length] in *; lia. }
  rewrite step. unfold multiplicity in *. cbn [filter]. destruct (w =? v)%nat; cbn [List.length]; lia.
Qed.

Definition from_multiplicities (m : list nat) : list nat := flat_map (fun v => repeat v (multiplicity v m)) values.

Lemma all_in_order : forallb (fun m => if list_eq_dec Nat.eq_dec (from_multiplicities m) m then true else false) (multisets 6 0) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma apart_app {A} (l l' : list A) : NoDup l -> NoDup l' -> (forall x, In x l -> ~ In x l') -> NoDup (l ++ l').
Proof.
  intros first rest. induction first as [|x l out first IH]; intros apart; [exact rest|].
  cbn. constructor; [|apply IH; intros y inside; apply apart; right; exact inside].
  rewrite in_app_iff. intros [inside|inside]; [contradiction|]. exact (apart x (or_introl eq_refl) inside).
Qed.

Lemma all_different size : forall least, NoDup (multisets size least).
Proof.
  induction size as [|size IH]; intros least; cbn [multisets]; [constructor; [intros []|constructor]|].
  induction (seq_NoDup (10 - least) least) as [|v l out _ IHl]; cbn [flat_map]; [constructor|].
  apply apart_app; [|exact IHl|].
  - apply Injective_map_NoDup; [intros m m' same; injection same; auto|apply IH].
  - intros m first rest. apply in_map_iff in first as (m' & <- & _).
    apply in_flat_map in rest as (v' & inside & rest). apply in_map_iff in rest as (m'' & same & _).
    injection same as -> _. contradiction.
Qed.

Lemma order_of_iff m s : In m (multisets 6 0) -> valued 6 s -> (order_of m s = true <-> m = sorted s).
Proof.
  intros inside [size all]. unfold order_of. rewrite forallb_forall. split.
  - intros same.
    assert (forall m, In m (multisets 6 0) -> from_multiplicities m = m) as own.
    { intros m' inside'. pose proof (proj1 (forallb_forall _ _) all_in_order m' inside') as equal. cbv beta in equal.
      destruct (list_eq_dec _ _ _) as [equal'|]; [exact equal'|discriminate equal]. }
    rewrite <- (own m inside), <- (own (sorted s)) by (rewrite <- size; apply sorted_in; exact all).
    unfold from_multiplicities. rewrite !flat_map_concat_map. f_equal. apply map_ext_in. intros v value.
    rewrite multiplicity_sorted. f_equal. symmetry. apply Nat.eqb_eq. exact (same v value).
  - intros -> v _. rewrite multiplicity_sorted. apply Nat.eqb_refl.
Qed.

Lemma term_order c m s : order_of m s = true -> term c s = term c m.
Proof.
  unfold order_of. rewrite forallb_forall. intros same. unfold term. f_equal. apply map_ext_in. intros v value.
  f_equal. apply Nat.eqb_eq. exact (same v value).
Qed.

(** ** The sequences, gathered by multisets *)

Lemma sum_filter {A} (g : A -> N) q l : sum (map g (filter q l)) = sum (map (fun s => if q s then g s else 0) l).
Proof.
  induction l as [|x l IH]; [reflexivity|]. cbn [filter map]. unfold sum in *. cbn [fold_right].
  destruct (q x); cbn [map fold_right]; rewrite IH; lia.
Qed.

Lemma sum_single {A} (x : A) (w : N) (q : A -> bool) l : NoDup l -> In x l -> (forall y, In y l -> (q y = true <-> y = x)) ->
  sum (map (fun y => if q y then w else 0) l) = w.
Proof.
  intros apart. induction apart as [|y l out apart IH]; intros inside only; [destruct inside|].
  cbn [map]. unfold sum in *. cbn [fold_right]. destruct inside as [->|inside].
  - rewrite (proj2 (only x (or_introl eq_refl)) eq_refl).
    rewrite (map_ext_in _ (fun _ => 0)).
    + pose proof (sum_zero (fun _ : A => 0) l (fun _ => eq_refl)) as zero. unfold sum in zero. rewrite zero. lia.
    + intros z into. destruct (q z) eqn:found; [|reflexivity].
      apply only in found; [subst z; contradiction|right; exact into].
  - rewrite IH by (auto; intros; apply only; right; assumption).
    destruct (q y) eqn:found; [|lia]. apply only in found; [subst y; contradiction|left; reflexivity].
Qed.

Lemma gathered_sequences g c :
  sum (map (fun s => g s * term c s) (sequences 6)) = sum (map (fun m => sum (map g (orders m)) * term c m) (multisets 6 0)).
Proof.
  transitivity (sum (map (fun m => sum (map (fun s => if order_of m s then g s * term c s else 0) (sequences 6))) (multisets 6 0))).
  - rewrite sum_swap. apply sum_ext. intros s inside. apply sequences_valued in inside.
    symmetry. apply (sum_single (sorted s)).
    + apply all_different.
    + destruct inside as [size all]. rewrite <- size. apply sorted_in. exact all.
    + intros m into. apply order_of_iff; assumption.
  - apply sum_ext. intros m _. unfold orders. rewrite sum_filter, N.mul_comm, <- sum_scale. apply sum_ext. intros s _.
    destruct (order_of m s) eqn:same; [|lia]. rewrite (term_order c m s same). lia.
Qed.

Theorem bet_polynomials_holds : bet_polynomials.
Proof.
  intros conditions k c size seen. rewrite count_by_values by assumption. fold (by_value c).
  assert (ten (by_value c)) as H by (unfold ten, by_value, by_class; rewrite map_length, seq_length; reflexivity).
  rewrite padded, deal_over_sequences, over_sequences_sum by exact H.
  rewrite <- (gathered_sequences (in_category conditions k)). apply sum_ext. intros s inside.
  apply sequences_valued in inside as [_ all]. rewrite term_path by assumption. reflexivity.
Qed.
