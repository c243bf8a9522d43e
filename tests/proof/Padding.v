(** A coup dealt card by card is a sum over the sequences of six values: pad every coup to six cards. *)

From Coq Require Import Arith NArith List Bool Lia.
Require Import Baccarat.
Import ListNotations.
Open Scope N_scope.

(** ** Sums *)

Lemma sum_ext {A} (f g : A -> N) l : (forall v, In v l -> f v = g v) -> sum (map f l) = sum (map g l).
Proof. intros same. f_equal. apply map_ext_in. exact same. Qed.

Lemma sum_scale {A} (f : A -> N) k l : sum (map (fun v => k * f v) l) = k * sum (map f l).
Proof. induction l as [|v l IH]; simpl; [lia|]. rewrite IH. lia. Qed.

Lemma sum_plus {A} (f g : A -> N) l : sum (map (fun v => f v + g v) l) = sum (map f l) + sum (map g l).
Proof. induction l as [|v l IH]; simpl; [lia|]. rewrite IH. lia. Qed.

Lemma sum_app l l' : sum (l ++ l') = sum l + sum l'.
Proof. induction l as [|x l IH]; simpl; [lia|]. unfold sum in *. rewrite IH. lia. Qed.

Lemma sum_zero {A} (f : A -> N) l : (forall x, f x = 0) -> sum (map f l) = 0.
Proof. intros zero. induction l as [|x l IH]; simpl; [reflexivity|]. rewrite zero. exact IH. Qed.

Lemma sum_left c : sum (map (left c) (seq 0 (List.length c))) = sum c.
Proof.
  induction c as [|x c IH]; [reflexivity|]. cbn [List.length seq map]. rewrite <- seq_shift, map_map.
  unfold sum in *. cbn [fold_right]. rewrite <- IH. reflexivity.
Qed.

Lemma sum_without v c : left c v <> 0 -> sum (without v c) = N.pred (sum c).
Proof.
  unfold left. revert v. induction c as [|x c IH]; intros [|v] H; simpl in *; try lia.
  rewrite IH by exact H.
  assert (sum c <> 0); [|lia].
  clear IH. revert v H. induction c as [|y c IH]; intros [|v] H; simpl in *; try lia.
  specialize (IH v H). lia.
Qed.

(** ** The next card *)

Lemma next_card_ext c f g : (forall v c', f v c' = g v c') -> next_card c f = next_card c g.
Proof.
  intros same. apply sum_ext. intros v _. f_equal. apply same.
Qed.

Lemma next_card_plus c f g : next_card c (fun v c' => f v c' + g v c') = next_card c f + next_card c g.
Proof.
  unfold next_card. rewrite <- sum_plus. apply sum_ext. intros. lia.
Qed.

(** What does not depend on the next card keeps its value and loses a place. *)
Lemma next_card_constant c w k : next_card c (fun _ c' => w * unused k c') = w * unused (S k) c.
Proof.
  unfold next_card, unused.
  rewrite (sum_ext _ (fun v => w * falling (N.pred (sum c)) k * left c v)).
  - rewrite sum_scale, sum_left. simpl. lia.
  - intros v _. destruct (N.eq_dec (left c v) 0) as [none|some].
    + rewrite none. lia.
    + rewrite sum_without by exact some. lia.
Qed.

(** ** Dealing k cards, whatever they are *)

Fixpoint deal (k : nat) (c : shoe) (f : list nat -> N) : N :=
  match k with O => f [] | S k => next_card c (fun v c' => deal k c' (fun s => f (v :: s))) end.

Lemma deal_ext k : forall c f g, (forall s, List.length s = k -> f s = g s) -> deal k c f = deal k c g.
Proof.
  induction k as [|k IH]; intros c f g same; simpl.
  - apply same. reflexivity.
  - apply sum_ext. intros v _. f_equal. apply IH. intros s size. apply same. simpl. congruence.
Qed.

Lemma deal_plus k : forall c f g, deal k c (fun s => f s + g s) = deal k c f + deal k c g.
Proof.
  induction k as [|k IH]; intros c f g; simpl; auto.
  rewrite <- next_card_plus. apply sum_ext. intros v _. f_equal. apply IH.
Qed.

Lemma deal_constant k w : forall c, deal k c (fun _ => w) = w * unused k c.
Proof.
  induction k as [|k IH]; intros c; simpl deal.
  - unfold unused. simpl. lia.
  - rewrite <- next_card_constant. apply next_card_ext; auto.
Qed.

(** ** The coup as a function of six values, the last of which it may not use *)

Definition final_totals (t : tableau) (s : list nat) : nat * nat :=
  match s with
  | [p1; b1; p2; b2; fifth; sixth] =>
      let p := total p1 p2 in
      let b := total b1 b2 in
      if ((8 <=? p) || (8 <=? b))%nat then (p, b)
      else if punto_draws t p then
        let final := total p fifth in
        if banco_draws t b (Some fifth) final then (final, total b sixth) else (final, b)
      else if banco_draws t b None p then (p, total b fifth) else (p, b)
  | _ => (O, O)
  end.

Definition ending (t : tableau) (o : outcome) (s : list nat) : N := let (p, b) := final_totals t s in ends o p b.

Lemma padding t o c : count t o c = deal 6 c (ending t o).
Proof.
  unfold count. cbn [deal]. unfold ending. cbn [final_totals].
  apply next_card_ext. clear c. intros p1 c.
  apply next_card_ext. clear c. intros b1 c.
  apply next_card_ext. clear c. intros p2 c.
  apply next_card_ext. clear c. intros b2 c. cbv zeta.
  set (p := total p1 p2). set (b := total b1 b2).
  destruct ((8 <=? p) || (8 <=? b))%nat.
  { symmetry. exact (deal_constant 2 (ends o p b) c). }
  destruct (punto_draws t p).
  - apply next_card_ext. clear c. intros p3 c.
    destruct (banco_draws t b (Some p3) (total p p3)).
    + reflexivity.
    + symmetry. exact (deal_constant 1 _ c).
  - destruct (banco_draws t b None p).
    + apply next_card_ext. clear c. intros b3 c.
      symmetry. exact (deal_constant 1 _ c).
    + symmetry. exact (deal_constant 2 _ c).
Qed.

(** (e) *)
Theorem conservation_holds : conservation.
Proof.
  intros t c. rewrite !padding, <- !deal_plus.
  rewrite (deal_ext 6 c _ (fun _ => 1)).
  - rewrite deal_constant. unfold unused. lia.
  - intros s _. unfold ending, ends. destruct (final_totals t s) as [p b].
    destruct (Nat.compare p b); reflexivity.
Qed.
