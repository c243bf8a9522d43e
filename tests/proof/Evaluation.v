(** (a) and (b): the definitions, evaluated, for the three outcomes at once.  A wrong figure fails where its proof ends. *)

From Coq Require Import Arith NArith List Bool.
Require Import Published Baccarat.
Import ListNotations.
Open Scope N_scope.

(** ** Three numbers at once *)

Definition three : Set := N * N * N.
Definition each (f : outcome -> N) : three := (f Punto, f Banco, f Tie).
Definition add (x y : three) : three := each (fun o => part o x + part o y).
Definition scale (k : N) (x : three) : three := if k =? 0 then (0, 0, 0) else each (fun o => k * part o x).

Definition next_card_each (c : shoe) (go_on : nat -> shoe -> three) : three :=
  fold_right add (0, 0, 0) (map (fun v => scale (left c v) (go_on v (without v c))) values).

Definition ends_each (p b : nat) (ways : N) : three :=
  match Nat.compare p b with Gt => (ways, 0, 0) | Lt => (0, ways, 0) | Eq => (0, 0, ways) end.

Definition count_each (t : tableau) (c : shoe) : three :=
  next_card_each c (fun p1 c => next_card_each c (fun b1 c => next_card_each c (fun p2 c => next_card_each c (fun b2 c =>
    let p := total p1 p2 in
    let b := total b1 b2 in
    if ((8 <=? p) || (8 <=? b))%nat then ends_each p b (unused 2 c)
    else if punto_draws t p then
      next_card_each c (fun p3 c =>
        let final := total p p3 in
        if banco_draws t b (Some p3) final then next_card_each c (fun b3 _ => ends_each final (total b b3) 1)
        else ends_each final b (unused 1 c))
    else if banco_draws t b None p then next_card_each c (fun b3 c => ends_each p (total b b3) (unused 1 c))
    else ends_each p b (unused 2 c))))).

Lemma part_add o x y : part o (add x y) = part o x + part o y.
Proof. destruct o; reflexivity. Qed.

Lemma part_scale o k x : part o (scale k x) = k * part o x.
Proof. unfold scale. destruct (N.eqb_spec k 0) as [->|_]; destruct o; reflexivity. Qed.

Lemma part_ends_each o p b ways : part o (ends_each p b ways) = ends o p b * ways.
Proof. unfold ends_each, ends. destruct o, (Nat.compare p b); simpl; auto; destruct ways; reflexivity. Qed.

Lemma part_next_card o c f g : (forall v c', part o (f v c') = g v c') -> part o (next_card_each c f) = next_card c g.
Proof.
  intros same. unfold next_card_each, next_card, sum. induction values as [|v l IH]; [destruct o; reflexivity|].
  cbn [map fold_right]. rewrite part_add, part_scale, IH, same. reflexivity.
Qed.

Lemma part_count o t c : part o (count_each t c) = count t o c.
Proof.
  unfold count_each, count. do 4 (apply part_next_card; intros). cbv zeta.
  destruct (_ || _)%bool; [apply part_ends_each|].
  destruct (punto_draws _ _).
  - apply part_next_card. intros. destruct (banco_draws _ _ _ _); [|apply part_ends_each].
    apply part_next_card. intros. rewrite part_ends_each. apply N.mul_1_r.
  - destruct (banco_draws _ _ _ _); [|apply part_ends_each].
    apply part_next_card. intros. apply part_ends_each.
Qed.

Lemma counts_each t c : counts t c = count_each t c.
Proof.
  unfold counts. rewrite <- !part_count. destruct (count_each t c) as [[p b] i]. reflexivity.
Qed.

(** ** The computations *)

Ltac evaluate := rewrite counts_each; match goal with |- _ = ?published => vm_cast_no_check (eq_refl published) end.

(** (a) *)
Theorem six_and_eight_decks_holds : six_and_eight_decks.
Proof. split; evaluate. Qed.

Lemma final_total_counted : counts on_the_final_total (decks 8) = (2253066192228608, 2284745350692864, 460586732581888).
Proof. evaluate. Qed.

(** (b) *)
Theorem every_reading_holds : every_reading.
Proof.
  split; [|exact final_total_counted].
  unfold readings. repeat (apply Forall_cons; [split; evaluate|]). apply Forall_nil.
Qed.
