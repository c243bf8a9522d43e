(** Cards that a bet does not tell apart can be counted together: a coup dealt from the 52 cards is one dealt from classes. *)

From Coq Require Import Arith NArith ZArith List Bool Lia.
Require Import Baccarat Padding Bets.
Import ListNotations.
Open Scope N_scope.

(** ** A shoe of classes

    [class] says for each kind of card in a shoe, by its place, to which class it belongs. *)

Fixpoint gathered (j : nat) (class : list nat) (c : shoe) : N :=
  match class, c with
  | k :: class, x :: c => (if (k =? j)%nat then x else 0) + gathered j class c
  | _, _ => 0
  end.

Definition by_class (n : nat) (class : list nat) (c : shoe) : shoe := map (fun j => gathered j class c) (seq 0 n).

Lemma gathered_without j class : forall c v, (v < List.length c)%nat -> List.length class = List.length c -> left c v <> 0 ->
  gathered j class (without v c) = if (nth v class O =? j)%nat then N.pred (gathered j class c) else gathered j class c.
Proof.
  unfold left. induction class as [|k class IH]; intros [|x c] v inside size some; try discriminate size; [simpl in inside; lia|].
  destruct v as [|v]; cbn [without gathered nth] in *.
  - destruct (k =? j)%nat; lia.
  - injection size as size. rewrite IH by (simpl in inside; auto with arith; lia).
    destruct (nth v class O =? j)%nat eqn:same; [|reflexivity].
    assert (gathered j class c <> 0); [|lia].
    apply Nat.eqb_eq in same. subst j. clear - some size inside. revert c v some size inside.
    induction class as [|k' class IH]; intros [|y c] [|v] some size inside; try discriminate size; cbn in *; try lia.
    + rewrite Nat.eqb_refl. lia.
    + injection size as size. specialize (IH c v some size ltac:(lia)). lia.
Qed.

Lemma without_map (f : nat -> N) v : forall start n,
  without v (map f (seq start n)) = map (fun j => if (start + v =? j)%nat then N.pred (f j) else f j) (seq start n).
Proof.
  induction v as [|v IH]; intros start [|n]; cbn [seq map without]; try reflexivity.
  - rewrite Nat.add_0_r, Nat.eqb_refl. f_equal. apply map_ext_in. intros j inside. apply in_seq in inside.
    destruct (start =? j)%nat eqn:same; [apply Nat.eqb_eq in same; lia|reflexivity].
  - rewrite IH. f_equal.
    + destruct (start + S v =? start)%nat eqn:same; [apply Nat.eqb_eq in same; lia|reflexivity].
    + apply map_ext. intros j. replace (start + S v)%nat with (S start + v)%nat by lia. reflexivity.
Qed.

Lemma by_class_without n class c v : (v < List.length c)%nat -> List.length class = List.length c -> left c v <> 0 ->
  by_class n class (without v c) = without (nth v class O) (by_class n class c).
Proof.
  intros inside size some. unfold by_class. rewrite without_map. apply map_ext. intros j.
  rewrite gathered_without by assumption. reflexivity.
Qed.

Lemma sum_one (h : nat -> N) x k n : forall start, (start <= k < start + n)%nat ->
  sum (map (fun j => (if (k =? j)%nat then x else 0) * h j) (seq start n)) = x * h k.
Proof.
  induction n as [|n IH]; intros start inside; [lia|]. cbn [seq map]. unfold sum in *. cbn [fold_right].
  destruct (Nat.eq_dec k start) as [->|other].
  - rewrite Nat.eqb_refl. replace (fold_right _ _ _) with 0; [lia|]. symmetry.
    assert (forall l, (forall j, In j l -> start <> j) ->
      fold_right N.add 0 (map (fun j => (if (start =? j)%nat then x else 0) * h j) l) = 0) as zero.
    { induction l as [|j l IHl]; intros apart; [reflexivity|]. cbn [map fold_right].
      rewrite IHl by (intros; apply apart; right; assumption).
      rewrite (proj2 (Nat.eqb_neq start j)) by (apply apart; left; reflexivity). lia. }
    apply zero. intros j from. apply in_seq in from. lia.
  - rewrite (proj2 (Nat.eqb_neq k start)) by assumption. rewrite IH by lia. lia.
Qed.

Lemma sum_by_class n (h : nat -> N) class : Forall (fun k => (k < n)%nat) class -> forall c, List.length class = List.length c ->
  sum (map (fun v => left c v * h (nth v class O)) (seq 0 (List.length c)))
  = sum (map (fun j => gathered j class c * h j) (seq 0 n)).
Proof.
  induction 1 as [|k class inside all IH]; intros [|x c] size; try discriminate size.
  - cbn [List.length seq map gathered]. induction (seq 0 n) as [|j l IHl]; [reflexivity|].
    cbn [map]. unfold sum in *. cbn [fold_right]. rewrite <- IHl. reflexivity.
  - injection size as size. cbn [List.length seq map gathered]. rewrite <- seq_shift, map_map. unfold sum at 1. cbn [fold_right].
    change (fold_right N.add 0) with sum.
    rewrite (sum_ext _ (fun v => left c v * h (nth v class O))) by reflexivity. rewrite IH by exact size.
    rewrite (sum_ext (fun j => (_ + _) * h j) (fun j => (if (k =? j)%nat then x else 0) * h j + gathered j class c * h j))
      by (intros; lia).
    rewrite sum_plus, sum_one by lia. unfold left. cbn [nth]. reflexivity.
Qed.

Lemma sum_of_classes n class c : Forall (fun k => (k < n)%nat) class -> List.length class = List.length c ->
  sum (by_class n class c) = sum c.
Proof.
  intros all size. rewrite <- (sum_left c). unfold by_class.
  rewrite (sum_ext (left c) (fun v => left c v * 1)) by (intros; lia).
  rewrite (sum_by_class n (fun _ => 1) class all c size). apply sum_ext. intros. lia.
Qed.

Lemma sum_swap {A B} (g : A -> B -> N) l l' :
  sum (map (fun x => sum (map (g x) l')) l) = sum (map (fun y => sum (map (fun x => g x y) l)) l').
Proof.
  induction l as [|x l IH]; cbn [map].
  - induction l' as [|y l' IH]; [reflexivity|]. cbn [map]. unfold sum in *. cbn [fold_right] in *. rewrite <- IH. reflexivity.
  - unfold sum at 1. cbn [fold_right]. change (fold_right N.add 0) with sum. rewrite IH, <- sum_plus. reflexivity.
Qed.

(** ** The coup *)

Lemma length_without v : forall c, List.length (without v c) = List.length c.
Proof. induction v as [|v IH]; intros [|x c]; cbn; auto. Qed.

Section Regrouped.
Variables (n : nat) (class : list nat).
Hypothesis inside : Forall (fun k => (k < n)%nat) class.

Definition fits (c : shoe) := List.length class = List.length c.

Lemma next_card_by_class c f g : fits c ->
  (forall v c', (v < List.length class)%nat -> fits c' -> f v c' = g (nth v class O) (by_class n class c')) ->
  next_card c f = next_card (by_class n class c) g.
Proof.
  intros size same. unfold next_card.
  rewrite (sum_ext _ (fun v => left c v * g (nth v class O) (without (nth v class O) (by_class n class c)))).
  - rewrite (sum_by_class n (fun j => g j (without j (by_class n class c))) class inside c size).
    replace (List.length (by_class n class c)) with n by (unfold by_class; rewrite map_length, seq_length; reflexivity).
    apply sum_ext. intros j from. apply in_seq in from. f_equal.
    unfold left, by_class. change 0 with ((fun _ => 0) O).
    rewrite (nth_indep _ _ (gathered 0 class c)) by (rewrite map_length, seq_length; lia).
    rewrite (map_nth (fun j => gathered j class c)), seq_nth by lia. reflexivity.
  - intros v from. apply in_seq in from. destruct (N.eq_dec (left c v) 0) as [none|some]; [rewrite none; lia|].
    rewrite same by (unfold fits in *; rewrite ?length_without; lia).
    rewrite by_class_without by (unfold fits in *; lia || assumption). reflexivity.
Qed.

Lemma unused_by_class k c : fits c -> unused k (by_class n class c) = unused k c.
Proof. intros size. unfold unused. rewrite sum_of_classes by assumption. reflexivity. Qed.

(** The cards of a class are alike, and so are their hands; what is counted is the same for hands that are alike. *)
Variables (faces faces' : list card) (alike : card -> card -> Prop).
Hypothesis alike_faces : forall v, (v < List.length class)%nat -> alike (face faces v) (face faces' (nth v class O)).
Hypothesis alike_values : forall x y, alike x y -> point_value x = point_value y.

Theorem coups_by_class t f f' c : fits c ->
  (forall p p' b b', Forall2 alike p p' -> Forall2 alike b b' -> f p b = f' p' b') ->
  coups faces t c f = coups faces' t (by_class n class c) f'.
Proof.
  intros size same. unfold coups.
  apply next_card_by_class; [exact size|]. clear c size. intros p1 c H1 size.
  apply next_card_by_class; [exact size|]. clear c size. intros b1 c H2 size.
  apply next_card_by_class; [exact size|]. clear c size. intros p2 c H3 size.
  apply next_card_by_class; [exact size|]. clear c size. intros b2 c H4 size.
  apply alike_faces in H1, H2, H3, H4. cbv zeta.
  rewrite !unused_by_class by exact size.
  rewrite (alike_values _ _ H1), (alike_values _ _ H2), (alike_values _ _ H3), (alike_values _ _ H4).
  destruct (_ || _)%bool; [f_equal; apply same; auto|].
  destruct (punto_draws _ _).
  - apply next_card_by_class; [exact size|]. clear c size. intros p3 c H5 size. apply alike_faces in H5.
    rewrite (alike_values _ _ H5).
    destruct (banco_draws _ _ _ _).
    + apply next_card_by_class; [exact size|]. intros b3 c' H6 size'. apply alike_faces in H6. apply same; auto.
    + rewrite unused_by_class by exact size. f_equal. apply same; auto.
  - destruct (banco_draws _ _ _ _).
    + apply next_card_by_class; [exact size|]. clear c size. intros b3 c H5 size. apply alike_faces in H5.
      rewrite unused_by_class by exact size. f_equal. apply same; auto.
    + f_equal. apply same; auto.
Qed.

End Regrouped.

(** ** What a bet sees *)

(** A bet that uses only some names has the same category for coups that agree in these names. *)
Fixpoint only (seen : name -> bool) (e : expression) : bool :=
  match e with
  | Number _ => true
  | Name n => seen n
  | Not a => only seen a
  | And a b | Or a b | Equal a b | Less a b | Plus a b | Minus a b | Times a b | Quotient a b | Remainder a b =>
      only seen a && only seen b
  end.

Lemma meaning_only seen f g e : (forall n, seen n = true -> f n = g n) -> only seen e = true -> meaning f e = meaning g e.
Proof.
  intros agree. induction e; cbn [only meaning]; intros own; try (apply andb_prop in own as [first second]);
    rewrite ?IHe1, ?IHe2, ?IHe by assumption; auto.
Qed.

Lemma category_only seen f g l : (forall n, seen n = true -> f n = g n) -> forallb (only seen) l = true ->
  category l f = category l g.
Proof.
  intros agree. induction l as [|e l IH]; cbn [forallb category]; [reflexivity|]. intros own.
  apply andb_prop in own as [first rest]. rewrite (meaning_only seen f g) by assumption. rewrite IH by exact rest. reflexivity.
Qed.

(** The names that point values decide. *)
Definition on_values (n : name) : bool :=
  match n with
  | punto_wins | banco_wins | tie | margin | cards | highest_value
  | punto_total | punto_two_card_total | punto_cards | punto_natural | punto_value_1 | punto_value_2 | punto_value_3
  | banco_total | banco_two_card_total | banco_cards | banco_natural | banco_value_1 | banco_value_2 | banco_value_3
  | aces | twos | threes | fours | fives | sixes | sevens | eights | nines => true
  | _ => false
  end.

Lemma names_on_values p p' b b' n : map point_value p = map point_value p' -> map point_value b = map point_value b' ->
  on_values n = true -> names p b n = names p' b' n.
Proof.
  intros P B. unfold names. rewrite P, B. destruct n; intros own; try discriminate own; reflexivity.
Qed.

Lemma map_alike {A} (f : card -> A) l l' : Forall2 (fun x y => f x = f y) l l' -> map f l = map f l'.
Proof. induction 1; cbn; congruence. Qed.
