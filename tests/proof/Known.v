(** Known cards and removed cards, for every shoe: definitions, statements, proofs. *)

From Coq Require Import Arith NArith List Bool Lia.
Require Import Baccarat Padding.
Import ListNotations.
Open Scope N_scope.

(** ** What is known

    The six places of a coup, padded to six cards, in the order in which they are dealt: the value of the card there, if it
    is known. *)
Definition knowledge := list (option nat).

(** The ways to deal the known cards in this order, and the shoe without them. *)
Fixpoint known_ways (known : knowledge) (c : shoe) : N :=
  match known with
  | [] => 1
  | Some v :: known => left c v * known_ways known (without v c)
  | None :: known => known_ways known c
  end.
Fixpoint known_gone (known : knowledge) (c : shoe) : shoe :=
  match known with
  | [] => c
  | Some v :: known => known_gone known (without v c)
  | None :: known => known_gone known c
  end.
Fixpoint unknown (known : knowledge) : nat :=
  match known with [] => O | Some _ :: known => unknown known | None :: known => S (unknown known) end.

(** The sum of f over the deals from the shoe c that agree with what is known. *)
Fixpoint deal_agreeing (known : knowledge) (c : shoe) (f : list nat -> N) : N :=
  match known with
  | [] => f []
  | Some v :: known => left c v * deal_agreeing known (without v c) (fun s => f (v :: s))
  | None :: known => next_card c (fun v c => deal_agreeing known c (fun s => f (v :: s)))
  end.

(** The sum of f over the deals that have the known cards in place and draw all others from c, which is what is left. *)
Fixpoint deal_in_place (known : knowledge) (c : shoe) (f : list nat -> N) : N :=
  match known with
  | [] => f []
  | Some v :: known => deal_in_place known c (fun s => f (v :: s))
  | None :: known => next_card c (fun v c => deal_in_place known c (fun s => f (v :: s)))
  end.

(** Knowledge of one card of value v: at the first of k places, at the second, … *)
Fixpoint places (v k : nat) : list knowledge :=
  match k with O => [] | S k => (Some v :: repeat None k) :: map (cons None) (places v k) end.

(** ** The statements *)

(** For every shoe, whichever cards are known at whichever places: what is counted over the deals that agree is the same count
    with the known cards in place, on what is left, times the ways to deal the known cards.  f may be [ending], or be 1 where
    something else holds, such as a total.  All deals that agree are as many times the deals of the other places; so the odds
    are those of what is left.  If nothing is known, it is the count of the outcome. *)
Definition known_cards : Prop := forall (known : knowledge) (c : shoe),
  (forall f, deal_agreeing known c f = known_ways known c * deal_in_place known (known_gone known c) f) /\
  deal_agreeing known c (fun _ => 1) = known_ways known c * falling (sum (known_gone known c)) (unknown known) /\
  (forall t o, deal_agreeing (repeat None 6) c (ending t o) = count t o c).

(** For every shoe with a card of value v: what the count of an outcome loses when this card is removed, the difference of two
    counts, is the counts on what is left with this card at each of the six places. *)
Definition removal : Prop := forall (t : tableau) (o : outcome) (v : nat) (c : shoe), left c v <> 0 ->
  count t o c = count t o (without v c) + sum (map (fun known => deal_in_place known (without v c) (ending t o)) (places v 6)).

(** ** Two cards in either order *)

Lemma without_swap v : forall w c, without v (without w c) = without w (without v c).
Proof. induction v as [|v IH]; intros [|w] [|x c]; simpl; f_equal; auto. Qed.

Lemma left_without_other v : forall w c, v <> w -> left (without w c) v = left c v.
Proof.
  unfold left. induction v as [|v IH]; intros [|w] [|x c] other; simpl; auto; congruence.
Qed.

Lemma left_without_same v : forall c, left (without v c) v = N.pred (left c v).
Proof. unfold left. induction v as [|v IH]; intros [|x c]; simpl; auto. Qed.

Lemma left_swap v w c : left c v * left (without v c) w = left c w * left (without w c) v.
Proof.
  destruct (Nat.eq_dec v w) as [->|other]; [reflexivity|].
  rewrite !left_without_other by auto. lia.
Qed.

Lemma length_without v : forall c, List.length (without v c) = List.length c.
Proof. induction v as [|v IH]; intros [|x c]; simpl; auto. Qed.

Lemma next_card_swap w c g :
  next_card c (fun v c => left c w * g v (without w c)) = left c w * next_card (without w c) g.
Proof.
  unfold next_card. rewrite length_without, <- sum_scale. apply sum_ext. intros v _.
  rewrite !N.mul_assoc, left_swap, without_swap. reflexivity.
Qed.

(** ** Known cards *)

Lemma next_card_known known : forall c g,
  next_card c (fun v c => known_ways known c * g v (known_gone known c)) = known_ways known c * next_card (known_gone known c) g.
Proof.
  induction known as [|[w|] known IH]; intros c g; cbn [known_ways known_gone]; auto.
  - rewrite N.mul_1_l. apply next_card_ext. intros. lia.
  - rewrite (next_card_ext _ _ (fun v c => left c w * (known_ways known (without w c) * g v (known_gone known (without w c)))))
      by (intros; lia).
    rewrite (next_card_swap w c (fun v c => known_ways known c * g v (known_gone known c))), IH. lia.
Qed.

Lemma agreeing_in_place known : forall c f,
  deal_agreeing known c f = known_ways known c * deal_in_place known (known_gone known c) f.
Proof.
  induction known as [|[v|] known IH]; intros c f; cbn [deal_agreeing deal_in_place known_ways known_gone].
  - lia.
  - rewrite IH. lia.
  - rewrite <- next_card_known. apply next_card_ext. intros. apply IH.
Qed.

Lemma in_place_constant w known : forall c, deal_in_place known c (fun _ => w) = w * unused (unknown known) c.
Proof.
  induction known as [|[v|] known IH]; intros c; cbn [deal_in_place unknown]; auto.
  - unfold unused. simpl. lia.
  - rewrite <- next_card_constant. apply next_card_ext. auto.
Qed.

Lemma agreeing_nothing k : forall c f, deal_agreeing (repeat None k) c f = deal k c f.
Proof.
  induction k as [|k IH]; intros c f; [reflexivity|]. cbn [repeat deal_agreeing deal]. apply next_card_ext. intros. apply IH.
Qed.

Theorem known_cards_holds : known_cards.
Proof.
  intros known c. split; [intros f; apply agreeing_in_place|]. split.
  - rewrite agreeing_in_place, in_place_constant. unfold unused. lia.
  - intros t o. rewrite padding. apply agreeing_nothing.
Qed.

(** ** Removed cards *)

Lemma in_place_nothing k c f : deal_in_place (repeat None k) c f = deal k c f.
Proof.
  revert c f. induction k as [|k IH]; intros c f; [reflexivity|].
  cbn [repeat deal_in_place deal]. apply next_card_ext. intros. apply IH.
Qed.

Lemma left_beyond v c : left c v <> 0 -> (v < List.length c)%nat.
Proof. intros some. apply Nat.lt_nge. intros far. apply some. unfold left. rewrite nth_overflow; auto. Qed.

Lemma sum_one v (x : N) : forall k first, (first <= v < first + k)%nat ->
  sum (map (fun u => if Nat.eqb u v then x else 0) (seq first k)) = x.
Proof.
  induction k as [|k IH]; intros first inside; [lia|]. cbn [seq map sum fold_right].
  destruct (Nat.eqb_spec first v) as [->|other].
  - unfold sum in *. cbn [fold_right]. fold (sum (map (fun u => if Nat.eqb u v then x else 0) (seq (S v) k))).
    replace (sum _) with 0; [lia|]. symmetry. clear. assert (later : (v < S v)%nat) by lia. revert later. generalize (S v).
    induction k as [|k IH]; intros first later; [reflexivity|]. cbn [seq map]. unfold sum in *. cbn [fold_right].
    rewrite IH by lia. destruct (Nat.eqb_spec first v); lia.
  - unfold sum in *. cbn [fold_right]. rewrite IH by lia. reflexivity.
Qed.

(** The sum over the places of one card, of which the first is dealt already. *)
Definition with_card_in_place (v k : nat) (c : shoe) (f : list nat -> N) : N :=
  sum (map (fun known => deal_in_place known c f) (places v k)).

Lemma sum_of_next_cards {A} (l : list A) c (g : A -> nat -> shoe -> N) :
  sum (map (fun x => next_card c (g x)) l) = next_card c (fun v c => sum (map (fun x => g x v c) l)).
Proof.
  induction l as [|x l IH].
  - unfold next_card. cbn [map sum fold_right]. symmetry. rewrite (sum_ext _ (fun v => 0 * left c v)) by (intros; simpl; lia).
    rewrite sum_scale. lia.
  - cbn [map]. unfold sum at 1. cbn [fold_right]. fold (sum (map (fun x => next_card c (g x)) l)).
    rewrite IH, <- next_card_plus. apply next_card_ext. intros. reflexivity.
Qed.

Lemma with_card_next v k c f : with_card_in_place v (S k) c f =
  deal k c (fun s => f (v :: s)) + next_card c (fun u c => with_card_in_place v k c (fun s => f (u :: s))).
Proof.
  unfold with_card_in_place. cbn [places map]. unfold sum at 1. cbn [fold_right deal_in_place].
  rewrite in_place_nothing. f_equal. rewrite map_map. cbn [deal_in_place]. apply sum_of_next_cards.
Qed.

Lemma deal_removed v k : forall c f, left c v <> 0 ->
  deal k c f = deal k (without v c) f + with_card_in_place v k (without v c) f.
Proof.
  induction k as [|k IH]; intros c f some.
  - cbn. lia.
  - rewrite with_card_next. cbn [deal].
    set (rest := without v c).
    rewrite N.add_assoc, (N.add_comm _ (deal k rest _)), <- N.add_assoc, <- next_card_plus.
    rewrite <- (sum_one v (deal k rest (fun s => f (v :: s))) (List.length c) 0) by (split; [lia|apply left_beyond, some]).
    unfold next_card. subst rest. rewrite length_without, <- sum_plus. apply sum_ext. intros u _.
    destruct (Nat.eqb_spec u v) as [->|other].
    + rewrite left_without_same. destruct (N.eq_dec (N.pred (left c v)) 0) as [last|more].
      * replace (left c v) with 1 by lia. cbn [N.pred Pos.pred_N]. lia.
      * rewrite <- IH by (rewrite left_without_same; exact more). nia.
    + rewrite left_without_other by exact other. rewrite N.add_0_l. f_equal.
      rewrite IH by (rewrite left_without_other; auto). rewrite without_swap. reflexivity.
Qed.

Theorem removal_holds : removal.
Proof. intros t o v c some. rewrite !padding. apply deal_removed. exact some. Qed.
