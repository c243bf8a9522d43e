(** Bets that the first two cards of each side decide, or of one side: the rest of the coup does not matter. *)

From Coq Require Import Arith NArith ZArith List Bool Lia.
Require Import Baccarat Padding Bets Regrouping Tallies.
Import ListNotations.
Open Scope N_scope.

(** ** The first four cards *)

Definition first_four (faces : list card) (c : shoe) (f : list card -> list card -> N) : N :=
  next_card c (fun p1 c => next_card c (fun b1 c => next_card c (fun p2 c => next_card c (fun b2 c =>
    f [face faces p1; face faces p2] [face faces b1; face faces b2] * unused 2 c)))).

Definition early (f : list card -> list card -> N) : Prop := forall p b, f p b = f (firstn 2 p) (firstn 2 b).

Lemma coups_early faces t c f : early f -> coups faces t c f = first_four faces c f.
Proof.
  intros same. unfold coups, first_four.
  do 4 (apply next_card_ext; clear c; intros ? c). cbv zeta.
  destruct (_ || _)%bool; [reflexivity|].
  destruct (punto_draws _ _).
  - rewrite <- next_card_constant. apply next_card_ext. clear c. intros p3 c. destruct (banco_draws _ _ _ _).
    + rewrite <- next_card_constant. apply next_card_ext. intros b3 c'. unfold unused. cbn [falling].
      rewrite same. cbn [firstn]. lia.
    + rewrite same. reflexivity.
  - destruct (banco_draws _ _ _ _); [|reflexivity].
    rewrite <- next_card_constant. apply next_card_ext. clear c. intros b3 c. rewrite same. reflexivity.
Qed.

Section Pass.
Context {A : Type} (faces : list card) (step : N -> list card -> list card -> A -> A).

Definition pass_four (c : shoe) : A -> A :=
  next c 1 (fun w p1 c => next c w (fun w b1 c => next c w (fun w p2 c => next c w (fun w b2 c =>
    step (unused 2 c * w) [face faces p1; face faces p2] [face faces b1; face faces b2])))).

Variables (score : A -> N) (f : list card -> list card -> N).
Hypothesis score_step : forall w p b account, score (step w p b account) = score account + w * f p b.

Lemma score_four c account : score (pass_four c account) = score account + first_four faces c f.
Proof.
  unfold pass_four, first_four. rewrite <- (N.mul_1_l (next_card c _)). revert account.
  do 4 (apply score_next; clear c; intros ? ? c). intros account. rewrite score_step. lia.
Qed.
End Pass.

(** ** The first two cards of one side *)

(** Which of two cards comes first does not matter. *)
Lemma left_without v w c : v <> w -> left (without v c) w = left c w.
Proof.
  unfold left. revert v w. induction c as [|x c IH]; intros [|v] [|w] apart; cbn; auto; try lia.
  all: try (apply IH; lia).
Qed.

Lemma without_without v : forall w c, without v (without w c) = without w (without v c).
Proof.
  induction v as [|v IH]; intros [|w] [|x c]; cbn; auto. rewrite IH. reflexivity.
Qed.

Lemma next_card_swap c g :
  next_card c (fun v c => next_card c (fun w c => g v w c)) = next_card c (fun w c => next_card c (fun v c => g v w c)).
Proof.
  unfold next_card.
  transitivity (sum (map (fun v => sum (map (fun w => left c v * (left (without v c) w * g v w (without w (without v c))))
    (seq 0 (List.length c)))) (seq 0 (List.length c)))).
  { apply sum_ext. intros v _. rewrite sum_scale, length_without. reflexivity. }
  rewrite sum_swap. apply sum_ext. intros w _. rewrite length_without, <- sum_scale. apply sum_ext. intros v _.
  rewrite without_without. destruct (Nat.eq_dec v w) as [->|apart]; [reflexivity|].
  rewrite !left_without by auto. ring.
Qed.

Definition first_two (faces : list card) (c : shoe) (f : list card -> N) : N :=
  next_card c (fun x c => next_card c (fun y c => f [face faces x; face faces y] * unused 4 c)).

Lemma four_punto faces c g : first_four faces c (fun p _ => g p) = first_two faces c g.
Proof.
  unfold first_four, first_two. apply next_card_ext. clear c. intros p1 c.
  rewrite (next_card_ext _ _ (fun b1 c => next_card c (fun p2 c => g [face faces p1; face faces p2] * unused 3 c))).
  - rewrite next_card_swap. apply next_card_ext. clear c. intros p2 c. apply next_card_constant.
  - intros b1 c'. apply next_card_ext. intros p2 c''. apply next_card_constant.
Qed.

Lemma four_banco faces c g : first_four faces c (fun _ b => g b) = first_two faces c g.
Proof.
  unfold first_four, first_two. rewrite next_card_swap. apply next_card_ext. clear c. intros b1 c.
  rewrite (next_card_ext _ _ (fun p1 c => next_card c (fun b2 c => g [face faces b1; face faces b2] * unused 3 c))).
  - rewrite next_card_swap. apply next_card_ext. clear c. intros b2 c. apply next_card_constant.
  - intros p1 c'. rewrite next_card_swap. apply next_card_ext. intros b2 c''. apply next_card_constant.
Qed.

Section PassTwo.
Context {A : Type} (faces : list card) (step : N -> list card -> A -> A).

Definition pass_two (c : shoe) : A -> A :=
  next c 1 (fun w x c => next c w (fun w y c => step (unused 4 c * w) [face faces x; face faces y])).

Variables (score : A -> N) (f : list card -> N).
Hypothesis score_step : forall w l account, score (step w l account) = score account + w * f l.

Lemma score_two c account : score (pass_two c account) = score account + first_two faces c f.
Proof.
  unfold pass_two, first_two. rewrite <- (N.mul_1_l (next_card c _)). revert account.
  do 2 (apply score_next; clear c; intros ? ? c). intros account. rewrite score_step. lia.
Qed.
End PassTwo.

(** ** The names that these cards decide *)

Definition on_punto (n : name) : bool :=
  match n with
  | punto_two_card_total | punto_natural | punto_value_1 | punto_value_2 | punto_pair | punto_perfect_pair
  | punto_first_two_suited | punto_rank_1 | punto_rank_2 | punto_suit_1 | punto_suit_2 | punto_colour_1 | punto_colour_2 => true
  | _ => false
  end.

Definition on_banco (n : name) : bool :=
  match n with
  | banco_two_card_total | banco_natural | banco_value_1 | banco_value_2 | banco_pair | banco_perfect_pair
  | banco_first_two_suited | banco_rank_1 | banco_rank_2 | banco_suit_1 | banco_suit_2 | banco_colour_1 | banco_colour_2 => true
  | _ => false
  end.

Lemma belongs_punto b k p p' : sees_only on_punto b = true ->
  belongs (conditions b) k p p' = belongs (conditions b) k (firstn 2 p) [].
Proof.
  intros own. unfold belongs. erewrite category_only; [reflexivity| |exact own].
  intros n. destruct p as [|x [|y p]], n; intros seen; try discriminate seen; reflexivity.
Qed.

Lemma belongs_banco b k p p' : sees_only on_banco b = true ->
  belongs (conditions b) k p p' = belongs (conditions b) k [] (firstn 2 p').
Proof.
  intros own. unfold belongs. erewrite category_only; [reflexivity| |exact own].
  intros n. destruct p' as [|x [|y p']], n; intros seen; try discriminate seen; reflexivity.
Qed.

Lemma belongs_early b k : sees_only (fun n => on_punto n || on_banco n) b = true -> early (belongs (conditions b) k).
Proof.
  intros own p p'. unfold belongs. erewrite category_only; [reflexivity| |exact own].
  intros n. destruct p as [|x [|y p]], p' as [|x' [|y' p']], n; intros seen; try discriminate seen; reflexivity.
Qed.
