(** For every shoe, a bet on one side's first two cards is counted over these two cards alone. *)

From Coq Require Import NArith List Bool.
Require Import Baccarat Padding Bets Tallies EarlyCards.
Import ListNotations.

(** In [first_two] two cards are dealt, and the four other places are filled in any way; the bet is asked about one hand. *)
Definition first_cards : Prop := forall (b : bet) (k : nat) (c : shoe),
  (sees_only on_punto b = true ->
   count_category (conditions b) k c = first_two deck c (fun hand => belongs (conditions b) k hand []))
  /\ (sees_only on_banco b = true ->
   count_category (conditions b) k c = first_two deck c (fun hand => belongs (conditions b) k [] hand)).

Lemma weaken (f g : name -> bool) b : (forall n, f n = true -> g n = true) -> sees_only f b = true -> sees_only g b = true.
Proof.
  intros less. unfold sees_only. rewrite !forallb_forall. intros each e inside. specialize (each e inside). clear inside.
  induction e; cbn [Regrouping.only] in *; try (apply andb_prop in each as [first second]); rewrite ?IHe1, ?IHe2, ?IHe; auto.
Qed.

Theorem first_cards_holds : first_cards.
Proof.
  intros b k c. split; intros own; unfold count_category.
  - rewrite coups_early, <- four_punto.
    + unfold first_four. do 4 (apply next_card_ext; intros). rewrite belongs_punto by exact own. reflexivity.
    + apply belongs_early, (weaken on_punto); [intros n ->; reflexivity|exact own].
  - rewrite coups_early, <- four_banco.
    + unfold first_four. do 4 (apply next_card_ext; intros). rewrite belongs_banco by exact own. reflexivity.
    + apply belongs_early, (weaken on_banco); [intros n ->; apply orb_true_r|exact own].
Qed.
