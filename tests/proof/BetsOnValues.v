(** The bets that point values decide: the 52 cards in ten classes. *)

From Coq Require Import Arith NArith ZArith List Bool Lia.
Require Import Baccarat Bets Catalogue Regrouping Tallies.
Import ListNotations.
Open Scope N_scope.

(** For each value a card that has it; and the value of each of the 52 cards. *)
Definition value_faces : list card := map (fun r => (r, O)) (10 :: seq 1 9)%nat.
Definition value_class : list nat := Eval vm_compute in map point_value deck.

Definition sees_values (l : list expression) : bool := forallb (only on_values) l.

(** For every shoe: a count over the 52 cards is one over their values. *)
Lemma count_by_values l k c : List.length c = 52%nat -> sees_values l = true ->
  count_category l k c = coups value_faces standard (by_class 10 value_class c) (belongs l k).
Proof.
  intros size seen. unfold count_category.
  apply (coups_by_class 10 value_class) with (alike := fun x y => point_value x = point_value y).
  - apply Forall_forall. intros v inside. apply Nat.ltb_lt. revert v inside. apply forallb_forall. vm_compute. reflexivity.
  - intros v inside. apply Nat.eqb_eq.
    assert (forallb (fun v => point_value (face deck v) =? point_value (face value_faces (nth v value_class O)))%nat (seq 0 52) = true)
      as all by (vm_compute; reflexivity).
    apply (proj1 (forallb_forall _ _) all). apply in_seq. split; [lia|exact inside].
  - auto.
  - unfold fits. rewrite size. reflexivity.
  - intros p p' b b' P B. unfold belongs. erewrite category_only; [reflexivity| |exact seen].
    intros n own. apply names_on_values; [apply map_alike; exact P|apply map_alike; exact B|exact own].
Qed.

(** ** The computations

    Two tables: the totals, the numbers of cards and punto's third card; and how many cards of each value there are. *)

Definition totals : list name := [punto_wins; banco_wins; tie; margin; cards; punto_total; punto_two_card_total; punto_cards;
  punto_natural; punto_value_3; banco_total; banco_two_card_total; banco_cards; banco_natural; banco_value_3].
Definition dealt : list name := [tie; highest_value; aces; twos; threes; fours; fives; sixes; sevens; eights; nines].

Definition of_totals : list bet := filter (sees totals) bets_on_values.
Definition of_dealt : list bet := filter (fun b => negb (sees totals b)) bets_on_values.

Definition all_fit (s : list name) (bets : list bet) : bool :=
  forallb (fun b => sees_values (conditions b)) bets
  && forallb (fitting 6 counts_6 edge_6 (among s)) bets && forallb (fitting 8 counts_8 edge_8 (among s)) bets.

Lemma totals_fit : all_fit totals of_totals = true. Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma dealt_fit : all_fit dealt of_dealt = true. Proof. vm_cast_no_check (eq_refl true). Qed.

Definition right (d : N) (s : list name) (bets : list bet) (counts : bet -> list N) : Prop :=
  counted (fun step => pass value_faces step standard (by_class 10 value_class (full_decks d))) s bets counts = map counts bets.

Ltac compute_right := unfold right; match goal with |- _ = ?published => vm_cast_no_check (eq_refl published) end.

Lemma totals_6 : right 6 totals of_totals counts_6. Proof. compute_right. Qed.
Lemma totals_8 : right 8 totals of_totals counts_8. Proof. compute_right. Qed.
Lemma dealt_6 : right 6 dealt of_dealt counts_6. Proof. compute_right. Qed.
Lemma dealt_8 : right 8 dealt of_dealt counts_8. Proof. compute_right. Qed.

Lemma hold s bets : all_fit s bets = true -> right 6 s bets counts_6 -> right 8 s bets counts_8 -> Forall bet_holds bets.
Proof.
  intros fit right_6 right_8. apply andb_prop in fit as [fit fit_8]. apply andb_prop in fit as [seen fit_6].
  apply both_hold; eapply all_hold; try eassumption; intros b inside own k _;
    (rewrite count_by_values; [| apply repeat_length | exact (proj1 (forallb_forall _ _) seen b inside)]).
  - refine (counted_right _ _ _ s bets counts_6 b k inside own right_6). intros. apply score_pass. assumption.
  - refine (counted_right _ _ _ s bets counts_8 b k inside own right_8). intros. apply score_pass. assumption.
Qed.

Lemma bets_on_values_hold : Forall bet_holds bets_on_values.
Proof.
  apply Forall_forall. intros b inside. destruct (sees totals b) eqn:seen.
  - apply (proj1 (Forall_forall _ _) (hold totals of_totals totals_fit totals_6 totals_8)).
    apply filter_In. auto.
  - apply (proj1 (Forall_forall _ _) (hold dealt of_dealt dealt_fit dealt_6 dealt_8)).
    apply filter_In. rewrite seen. auto.
Qed.
