(** The bets on suits and colours of all cards. *)

From Coq Require Import Arith NArith ZArith List Bool Lia.
Require Import Baccarat Padding Bets Catalogue Regrouping Tallies Composed Marked.
Import ListNotations.
Open Scope N_scope.

(** ** Parts by marks *)

Definition by_values (keep : list nat -> bool) (l : list card) : bool := keep (map point_value l).
Definition of_values (f : list card -> list card -> N) : Prop := forall p p' b b',
  map point_value p = map point_value p' -> map point_value b = map point_value b' -> f p b = f p' b'.

Lemma kept_of_values keep keep' f : of_values f -> of_values (kept (by_values keep) (by_values keep') f).
Proof. intros own p p' b b' P B. unfold kept, by_values. rewrite P, B, (own p p' b b') by assumption. reflexivity. Qed.

Definition any (_ : nat) : bool := true.
Definition all_kept (_ : list nat) : bool := true.

(** The coups of which punto's cards have good marks, and banco's too; counted by classes. *)
Definition marked_count (mark : card -> nat) (good good' : nat -> bool) (d : N) (f : list card -> list card -> N) : N :=
  coups marked_faces standard (marked_shoe mark d) (among_both (with_mark good) (with_mark good') f).
Definition marked_part mark good good' (keep keep' : list nat -> bool) (d : N) (uses : list (N * N * (name -> option Z))) : part := {|
  deal_part step := pass_among marked_faces step (by_values keep) (by_values keep')
    (places marked_faces 30 (with_mark good)) (places marked_faces 30 (with_mark good')) standard (marked_shoe mark d);
  count_part f := marked_count mark good good' d (kept (by_values keep) (by_values keep') f);
  uses := uses |}.

Lemma marked_passes mark good good' keep keep' d uses : passes (marked_part mark good good' keep keep' d uses).
Proof.
  intros step score f each t. apply score_among; [exact each|].
  unfold marked_shoe, by_class. rewrite map_length. apply seq_length.
Qed.

(** The same coups of the 52 cards. *)
Definition marked_cards mark (good good' : nat -> bool) d f : N :=
  coups deck standard (full_decks d) (among_both (fun x => good (mark x)) (fun x => good' (mark x)) f).

Lemma any_mark mark (p : list card) : forallb (fun x => any (mark x)) p = true.
Proof. induction p as [|x p IH]; [reflexivity|exact IH]. Qed.

Definition no_mark (_ : card) : nat := 0.

Lemma unmarked d f : of_values f ->
  coups deck standard (full_decks d) f = marked_count no_mark any any d (kept (by_values all_kept) (by_values all_kept) f).
Proof.
  intros own. unfold marked_count. rewrite <- coups_marked by (reflexivity || apply kept_of_values, own).
  apply (coups_ext deck standard _ (fun _ => True)); [auto|]. intros p b _ _. unfold among_both, kept.
  rewrite !any_mark. reflexivity.
Qed.

Definition told_by_values (fixed : name -> option Z) (n : name) : bool :=
  on_values n || match fixed n with Some _ => true | None => false end.

Lemma belongs_if_values fixed b k : sees_only (told_by_values fixed) b = true -> of_values (belongs_if fixed (conditions b) k).
Proof.
  intros own p p' b1 b2 P B. unfold belongs_if. erewrite category_only; [reflexivity| |exact own].
  intros n told. unfold with_fixed, told_by_values in *. destruct (fixed n); [reflexivity|].
  rewrite orb_false_r in told. apply names_on_values; assumption.
Qed.

Lemma category_same l f g : (forall n, f n = g n) -> category l f = category l g.
Proof.
  intros same. apply (category_only (fun _ => true)); [auto|]. apply forallb_forall. intros e _.
  induction e; cbn; rewrite ?IHe1, ?IHe2, ?IHe; reflexivity.
Qed.

(** ** Suits of a side: 1 for a hand in one suit

    They matter only if a hand of three cards has the total 8. *)

Definition suits_fixed (x y : Z) (n : name) : option Z :=
  match n with punto_suited => Some x | banco_suited => Some y | _ => None end.

(** The mark 0 is the suit s, and 1 the suit s', if it is another. *)
Definition suit_mark (s s' : nat) (x : card) : nat := if (suit x =? s)%nat then 0 else if (suit x =? s')%nat then 1 else 2.
Definition eight (l : list nat) : bool := ((List.length l =? 3) && (fold_right Nat.add 0 l mod 10 =? 8))%nat.

Definition suit_parts (d : N) : list part := [
  marked_part no_mark any any all_kept all_kept d [(0, 1, suits_fixed 0 0)];
  marked_part (suit_mark 0 0) (Nat.eqb 0) any eight all_kept d [(4, 0, suits_fixed 0 0); (0, 4, suits_fixed 1 0)];
  marked_part (suit_mark 0 0) any (Nat.eqb 0) all_kept eight d [(4, 0, suits_fixed 0 0); (0, 4, suits_fixed 0 1)];
  marked_part (suit_mark 0 0) (Nat.eqb 0) (Nat.eqb 0) eight eight d
    [(4, 0, suits_fixed 1 0); (4, 0, suits_fixed 0 1); (0, 4, suits_fixed 1 1); (0, 4, suits_fixed 0 0)];
  marked_part (suit_mark 0 1) (Nat.eqb 0) (Nat.eqb 1) eight eight d
    [(12, 0, suits_fixed 1 0); (12, 0, suits_fixed 0 1); (0, 12, suits_fixed 1 1); (0, 12, suits_fixed 0 0)]].

(** Of four suits a hand in one suit has exactly one. *)
Lemma one_of_suits h (p : list card) : is_hand (fun x => suit x < 4)%nat p ->
  sum (map (fun s => if forallb (fun x => suit x =? s)%nat p then h else 0) (seq 0 4)) = if same (map suit p) then h else 0.
Proof.
  intros [some all]. destruct all as [|x p small _]; [cbn in some; lia|]. clear some.
  assert (forall s, forallb (Nat.eqb s) (map suit p) = forallb (fun x => suit x =? s)%nat p) as hand.
  { intros s. induction p as [|y p IH]; [reflexivity|]. cbn. rewrite IH, Nat.eqb_sym. reflexivity. }
  cbn [map same]. rewrite hand. cbn [seq map forallb].
  destruct (suit x) as [|[|[|[|s]]]]; [| | | |lia]; cbn [Nat.eqb andb]; unfold sum; cbn [fold_right]; destruct (forallb _ p); lia.
Qed.

(** The full decks have as many cards of each suit. *)
Definition alone (s s' : nat) : nat := if (s =? s')%nat then 0 else 1.

Lemma suits_alike d s s' : d = 6 \/ d = 8 -> (s < 4)%nat -> (s' < 4)%nat ->
  marks_fit (suit_mark s s') = true /\ marked_shoe (suit_mark s s') d = marked_shoe (suit_mark 0 (alone s s')) d.
Proof.
  intros full small small'.
  destruct s as [|[|[|[|s]]]]; try lia; (destruct s' as [|[|[|[|s']]]]; try lia); destruct full as [-> | ->]; vm_compute; auto.
Qed.

Section Suits.
Variables (d : N) (b : bet) (k : nat).
Hypothesis full : d = 6 \/ d = 8.
Hypothesis own : forall x y, sees_only (told_by_values (suits_fixed x y)) b = true.

(** Whether suits matter: a total of 8 with three cards. *)
Let with_three (total cards : name) (facts : name -> Z) : bool := ((facts total =? 8) && (facts cards =? 3))%Z.
Let punto_three := with_three punto_total punto_cards.
Let banco_three := with_three banco_total banco_cards.
Hypothesis seen_suits : forall facts x y, (facts cards = 6 -> facts punto_cards = 3 /\ facts banco_cards = 3)%Z ->
  category (conditions b) (with_fixed (suits_fixed (truth x) (truth y)) facts)
  = category (conditions b) (with_fixed (suits_fixed (truth (x && punto_three facts)) (truth (y && banco_three facts))) facts).

Let count := coups deck standard (full_decks d).
Let h (x y : Z) := belongs_if (suits_fixed x y) (conditions b) k.
Let part s' good good' := marked_count (suit_mark 0 s') good good' d.

Lemma part_of_suits s s' good good' f : (s < 4)%nat -> (s' < 4)%nat -> of_values f ->
  marked_cards (suit_mark s s') good good' d f = part (alone s s') good good' f.
Proof.
  intros small small' values. destruct (suits_alike d s s' full small small') as [fit same].
  unfold marked_cards. rewrite coups_marked by assumption. unfold part, marked_count. rewrite same. reflexivity.
Qed.

Lemma deck_suits v : (suit (face deck v) < 4)%nat.
Proof.
  unfold face. destruct (nth_in_or_default v deck (0, 0)%nat) as [inside| ->]; [|cbn; lia].
  assert (forallb (fun x => suit x <? 4)%nat deck = true) as all by reflexivity.
  apply Nat.ltb_lt. exact (proj1 (forallb_forall _ _) all _ inside).
Qed.

Lemma mark_0 s s' (p : list card) : forallb (fun x => Nat.eqb 0 (suit_mark s s' x)) p = forallb (fun x => suit x =? s)%nat p.
Proof.
  induction p as [|x p IH]; [reflexivity|]. cbn [forallb]. rewrite IH. f_equal. unfold suit_mark.
  destruct (suit x =? s)%nat; [reflexivity|]. destruct (suit x =? s')%nat; reflexivity.
Qed.

Lemma mark_other s s' (p : list card) :
  forallb (fun x => Nat.eqb (alone s s') (suit_mark s s' x)) p = forallb (fun x => suit x =? s')%nat p.
Proof.
  unfold alone. destruct (s =? s')%nat eqn:same; [apply Nat.eqb_eq in same; subst s'; apply mark_0|].
  induction p as [|x p IH]; [reflexivity|]. cbn [forallb]. rewrite IH. f_equal. unfold suit_mark.
  destruct (suit x =? s)%nat eqn:first; [|destruct (suit x =? s')%nat; reflexivity].
  apply Nat.eqb_eq in first. rewrite first, same. reflexivity.
Qed.

Lemma punto_suits f : of_values f -> count (fun p b => if same (map suit p) then f p b else 0) = 4 * part 0 (Nat.eqb 0) any f.
Proof.
  intros values. transitivity (sum (map (fun s => marked_cards (suit_mark s s) (Nat.eqb 0) any d f) (seq 0 4))).
  - unfold marked_cards. rewrite <- (coups_over _ _ _ _ (fun s => among_both _ _ _)).
    apply (coups_ext deck standard _ (fun x => (suit x < 4)%nat) _ _ deck_suits). intros p b' P _.
    rewrite <- (one_of_suits _ p P). apply sum_ext. intros s _. unfold among_both.
    rewrite mark_0, any_mark, andb_true_r. reflexivity.
  - cbn [seq map]. rewrite !part_of_suits by (assumption || lia). unfold sum. cbn [fold_right alone Nat.eqb]. lia.
Qed.

Lemma banco_suits f : of_values f -> count (fun p b => if same (map suit b) then f p b else 0) = 4 * part 0 any (Nat.eqb 0) f.
Proof.
  intros values. transitivity (sum (map (fun s => marked_cards (suit_mark s s) any (Nat.eqb 0) d f) (seq 0 4))).
  - unfold marked_cards. rewrite <- (coups_over _ _ _ _ (fun s => among_both _ _ _)).
    apply (coups_ext deck standard _ (fun x => (suit x < 4)%nat) _ _ deck_suits). intros p b' _ B.
    rewrite <- (one_of_suits _ b' B). apply sum_ext. intros s _. unfold among_both.
    rewrite mark_0, any_mark. reflexivity.
  - cbn [seq map]. rewrite !part_of_suits by (assumption || lia). unfold sum. cbn [fold_right alone Nat.eqb]. lia.
Qed.

Lemma both_suits f : of_values f -> count (fun p b => if same (map suit p) then if same (map suit b) then f p b else 0 else 0)
  = 4 * part 0 (Nat.eqb 0) (Nat.eqb 0) f + 12 * part 1 (Nat.eqb 0) (Nat.eqb 1) f.
Proof.
  intros values. transitivity (sum (map (fun s => sum (map (fun s' => marked_cards (suit_mark s s') (Nat.eqb 0) (Nat.eqb (alone s s')) d f)
    (seq 0 4))) (seq 0 4))).
  - unfold marked_cards.
    rewrite (sum_ext _ (fun s => count (fun p b => sum (map (fun s' =>
      among_both (fun x => Nat.eqb 0 (suit_mark s s' x)) (fun x => Nat.eqb (alone s s') (suit_mark s s' x)) f p b) (seq 0 4)))))
      by (intros; symmetry; apply (coups_over _ _ _ _ (fun s' => among_both _ _ _))).
    unfold count. rewrite <- (coups_over _ _ _ _ (fun s p b => sum (map (fun s' => among_both _ _ _ p b) _))).
    apply (coups_ext deck standard _ (fun x => (suit x < 4)%nat) _ _ deck_suits). intros p b' P B.
    rewrite <- (one_of_suits _ p P). apply sum_ext. intros s _. unfold among_both.
    destruct (forallb (fun x => suit x =? s)%nat p) eqn:first.
    + rewrite <- (one_of_suits _ b' B). apply sum_ext. intros s' _. rewrite mark_0, mark_other, first. reflexivity.
    + symmetry. apply sum_zero. intros s'. rewrite mark_0, first. reflexivity.
  - cbn [seq map]. rewrite !part_of_suits by (assumption || lia). unfold sum. cbn [fold_right alone Nat.eqb]. lia.
Qed.

Lemma three_cards (from : card -> Prop) p b' : is_hand from p -> is_hand from b' ->
  punto_three (names p b') = by_values eight p /\ banco_three (names p b') = by_values eight b'
  /\ (names p b' cards = 6 -> names p b' punto_cards = 3 /\ names p b' banco_cards = 3)%Z.
Proof.
  intros [P _] [B _]. unfold punto_three, banco_three, with_three, by_values, eight, names, total_of. rewrite !map_length.
  split; [|split; [|lia]]; rewrite andb_comm; f_equal;
    match goal with |- (?x =? ?y)%Z = (?a =? ?c)%nat => destruct (Z.eqb_spec x y), (Nat.eqb_spec a c); lia || reflexivity end.
Qed.

Lemma suits_composed :
  count_category (conditions b) k (full_decks d) + side fst (suit_parts d) (conditions b) k = side snd (suit_parts d) (conditions b) k.
Proof.
  unfold side, suit_parts. cbn [map uses count_part marked_part fst snd]. fold (h 0 0) (h 1 0) (h 0 1) (h 1 1).
  assert (forall x y, of_values (h x y)) as values by (intros; apply belongs_if_values; apply own).
  pose (P := kept (by_values eight) (by_values all_kept)). pose (B := kept (by_values all_kept) (by_values eight)).
  pose (both := kept (by_values eight) (by_values eight)). fold P B both.
  pose (in_P f p (b : list card) := if same (map suit p) then f p b else 0 : N).
  pose (in_B f (p : list card) b := if same (map suit b) then f p b else 0 : N).
  pose (in_both f p b := if same (map suit p) then if same (map suit b) then f p b else 0 else 0 : N).
  assert (count (belongs (conditions b) k) + count (in_P (P (h 0 0))) + count (in_B (B (h 0 0)))
    + count (in_both (both (h 1 0))) + count (in_both (both (h 0 1)))
    = count (h 0 0) + count (in_P (P (h 1 0))) + count (in_B (B (h 0 1)))
    + count (in_both (both (h 1 1))) + count (in_both (both (h 0 0)))) as equation.
  { unfold count. rewrite <- !coups_plus.
    apply (coups_ext deck standard _ (fun x => (suit x < 4)%nat) _ _ deck_suits). intros p b' hand hand'.
    destruct (three_cards _ p b' hand hand') as (three & three' & six).
    assert (belongs (conditions b) k p b'
      = h (truth (same (map suit p) && by_values eight p)) (truth (same (map suit b') && by_values eight b')) p b') as ->.
    { unfold belongs, h, belongs_if. rewrite <- three, <- three', <- seen_suits by exact six.
      rewrite (category_same _ (names p b')
        (with_fixed (suits_fixed (truth (same (map suit p))) (truth (same (map suit b')))) (names p b'))); [reflexivity|].
      intros n. destruct n; reflexivity. }
    unfold in_P, in_B, in_both, P, B, both, kept. change (by_values all_kept _) with true.
    destruct (same (map suit p)), (same (map suit b')), (by_values eight p), (by_values eight b'); cbn [truth andb]; lia. }
  unfold count_category. fold count. rewrite <- unmarked by apply values. fold count.
  unfold in_P, in_B, in_both in equation.
  rewrite (punto_suits (P (h 0 0))), (punto_suits (P (h 1 0))), !banco_suits, !both_suits in equation by (apply kept_of_values, values).
  unfold part in equation. unfold sum. cbn [fold_right]. lia.
Qed.
End Suits.

(** ** One colour: red 0 and black 1 *)

Definition colour_fixed (x y : Z) (n : name) : option Z :=
  match n with one_colour => Some x | punto_colour_1 => Some y | _ => None end.

(** The mark 0 is one colour. *)
Definition colour_mark (c : nat) (x : card) : nat := if (colour x =? c)%nat then 0 else 1.

Definition colour_parts (d : N) : list part := [
  marked_part no_mark any any all_kept all_kept d [(0, 1, colour_fixed 0 0)];
  marked_part (colour_mark 0) (Nat.eqb 0) (Nat.eqb 0) all_kept all_kept d
    [(2, 0, colour_fixed 0 0); (0, 1, colour_fixed 1 0); (0, 1, colour_fixed 1 1)]].

Section Colours.
Variables (d : N) (b : bet) (k : nat).
Hypothesis full : d = 6 \/ d = 8.
Hypothesis own : forall x y, sees_only (told_by_values (colour_fixed x y)) b = true.
(** If the colours differ, the bet does not look at the first. *)
Hypothesis mixed : forall facts, facts one_colour = 0%Z ->
  category (conditions b) facts = category (conditions b) (with_fixed (colour_fixed 0 0) facts).

Let count := coups deck standard (full_decks d).
Let h (x y : Z) := belongs_if (colour_fixed x y) (conditions b) k.

(** The coups in which all cards have the colour c. *)
Let all_in (c : nat) := among_both (fun x => Nat.eqb 0 (colour_mark c x)) (fun x => Nat.eqb 0 (colour_mark c x)).

Lemma colours_alike c f : (c < 2)%nat -> of_values f ->
  count (all_in c f) = marked_count (colour_mark 0) (Nat.eqb 0) (Nat.eqb 0) d f.
Proof.
  intros two values.
  assert (marks_fit (colour_mark c) = true /\ marked_shoe (colour_mark c) d = marked_shoe (colour_mark 0) d) as [fit same]
    by (destruct c as [|[|c]]; try lia; destruct full as [-> | ->]; vm_compute; auto).
  unfold count, all_in. rewrite coups_marked by assumption. unfold marked_count. rewrite same. reflexivity.
Qed.

Lemma mark_colour c l : forallb (fun x => Nat.eqb 0 (colour_mark c x)) l = forallb (Nat.eqb c) (map colour l).
Proof.
  induction l as [|x l IH]; [reflexivity|]. cbn [map forallb]. rewrite IH. f_equal. unfold colour_mark.
  rewrite (Nat.eqb_sym c). destruct (colour x =? c)%nat; reflexivity.
Qed.

Lemma colours_composed :
  count_category (conditions b) k (full_decks d) + side fst (colour_parts d) (conditions b) k
  = side snd (colour_parts d) (conditions b) k.
Proof.
  unfold side, colour_parts. cbn [map uses count_part marked_part fst snd]. fold (h 0 0) (h 1 0) (h 1 1).
  assert (forall x y, of_values (h x y)) as values by (intros; apply belongs_if_values; apply own).
  assert (count (belongs (conditions b) k) + (count (all_in 0%nat (h 0 0)) + count (all_in 1%nat (h 0 0)))
    = count (h 0 0) + (count (all_in 0%nat (h 1 0)) + count (all_in 1%nat (h 1 1)))) as equation.
  { unfold count. rewrite <- !coups_plus.
    apply (coups_ext deck standard _ (fun _ => True)); [auto|]. intros p b' [size _] _.
    destruct p as [|x p]; [cbn in size; lia|]. unfold all_in, among_both. rewrite !mark_colour. cbn [map forallb].
    assert (colour x = 0%nat \/ colour x = 1%nat) as two by (unfold colour, colour_of; destruct (suit x) as [|[|[|]]]; auto).
    assert (same (map colour (x :: p) ++ map colour b')
      = forallb (Nat.eqb (colour x)) (map colour p) && forallb (Nat.eqb (colour x)) (map colour b')) as equal
      by (cbn [map app same]; apply forallb_app).
    destruct (forallb (Nat.eqb (colour x)) (map colour p) && forallb (Nat.eqb (colour x)) (map colour b')) eqn:all.
    - assert (belongs (conditions b) k (x :: p) b' = h 1 (Z.of_nat (colour x)) (x :: p) b') as ->.
      { unfold belongs, h, belongs_if. rewrite (category_same _ (names (x :: p) b')
          (with_fixed (colour_fixed 1 (Z.of_nat (colour x))) (names (x :: p) b'))); [reflexivity|].
        intros n. destruct n; try reflexivity. cbn [names]. rewrite equal. reflexivity. }
      destruct two as [first|first]; rewrite first in *;
        change (Nat.eqb 0 0) with true; change (Nat.eqb 1 1) with true; change (Nat.eqb 0 1) with false; change (Nat.eqb 1 0) with false;
        cbn [andb]; rewrite all;
        change (Z.of_nat 0) with 0%Z; change (Z.of_nat 1) with 1%Z; lia.
    - assert (belongs (conditions b) k (x :: p) b' = h 0 0 (x :: p) b') as ->.
      { unfold belongs, h, belongs_if. rewrite mixed by (cbn [names]; rewrite equal; reflexivity). reflexivity. }
      destruct two as [first|first]; rewrite first in *;
        change (Nat.eqb 0 0) with true; change (Nat.eqb 1 1) with true; change (Nat.eqb 0 1) with false; change (Nat.eqb 1 0) with false;
        cbn [andb]; rewrite all; lia. }
  unfold count_category. fold count. rewrite <- unmarked by apply values. fold count.
  change (kept (by_values all_kept) (by_values all_kept) (h 0 0)) with (h 0 0).
  change (kept (by_values all_kept) (by_values all_kept) (h 1 0)) with (h 1 0).
  change (kept (by_values all_kept) (by_values all_kept) (h 1 1)) with (h 1 1).
  rewrite !colours_alike in equation by (apply values || lia). unfold sum. cbn [fold_right]. lia.
Qed.
End Colours.

(** ** The bets *)

Definition suit_names : list name := [punto_total; banco_total; punto_cards; banco_cards; cards].
Definition colour_names : list name := [tie; cards; punto_total].

Lemma bets_on_colours_hold : Forall bet_holds bets_on_colours.
Proof.
  apply (composed_hold colour_parts colour_names).
  - intros d. repeat (apply Forall_cons; [apply marked_passes|]). apply Forall_nil.
  - intros d b k full inside. apply colours_composed; [exact full| |].
    + intros x y. revert b inside. apply forallb_forall. reflexivity.
    + intros facts apart. repeat (destruct inside as [<-|inside]; [cbn; rewrite apart; reflexivity|]). destruct inside.
  - vm_cast_no_check (eq_refl true).
  - vm_cast_no_check (eq_refl true).
  - vm_cast_no_check (eq_refl true).
Qed.

Lemma bets_on_suits_hold : Forall bet_holds bets_on_suits.
Proof.
  apply (composed_hold suit_parts suit_names).
  - intros d. repeat (apply Forall_cons; [apply marked_passes|]). apply Forall_nil.
  - intros d b k full inside. apply suits_composed; [exact full| |].
    + intros x y. revert b inside. apply forallb_forall. reflexivity.
    + intros facts x y all_six.
      assert ((facts cards =? 6) = false \/ (facts cards =? 6) = true /\ (facts punto_cards =? 3) = true
        /\ (facts banco_cards =? 3) = true)%Z as six.
      { destruct (Z.eqb_spec (facts cards) 6) as [equal|]; [|auto]. right. destruct (all_six equal) as [-> ->]. auto. }
      repeat (destruct inside as [<-|inside]; [cbn;
        destruct (facts punto_total =? 8)%Z, (facts banco_total =? 8)%Z, x, y, six as [-> | (-> & -> & ->)]; cbn;
        try destruct (facts punto_cards =? 3)%Z; try destruct (facts banco_cards =? 3)%Z; reflexivity|]).
      destruct inside.
  - vm_cast_no_check (eq_refl true).
  - vm_cast_no_check (eq_refl true).
  - vm_cast_no_check (eq_refl true).
Qed.
