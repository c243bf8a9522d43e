(** Bets on ranks and suits that the first cards decide. *)

From Coq Require Import Arith NArith ZArith List Bool Lia.
Require Import Baccarat Padding Bets Catalogue Regrouping Tallies EarlyCards.
Import ListNotations.
Open Scope N_scope.

(** ** Thirteen ranks *)

Definition rank_faces : list card := map (fun r => (r, O)) (seq 1 13).
Definition rank_class : list nat := Eval vm_compute in map (fun x => rank x - 1)%nat deck.
Definition rank_shoe (d : N) : shoe := by_class 13 rank_class (full_decks d).

Definition on_ranks (n : name) : bool :=
  on_values n || match n with
  | tens | jacks | queens | kings | court_cards | punto_pair | banco_pair
  | punto_rank_1 | punto_rank_2 | punto_rank_3 | banco_rank_1 | banco_rank_2 | banco_rank_3 => true
  | _ => false
  end.

Lemma names_on_ranks p p' b b' n : map rank p = map rank p' -> map rank b = map rank b' ->
  on_ranks n = true -> names p b n = names p' b' n.
Proof.
  intros P B.
  assert (forall l, map point_value l = map value_of (map rank l)) as values by (intros; rewrite map_map; reflexivity).
  unfold names. rewrite !values, P, B. destruct n; intros own; try discriminate own; reflexivity.
Qed.

Lemma coups_by_ranks c f : List.length c = 52%nat ->
  (forall p p' b b', map rank p = map rank p' -> map rank b = map rank b' -> f p b = f p' b') ->
  coups deck standard c f = coups rank_faces standard (by_class 13 rank_class c) f.
Proof.
  intros size ranks. apply (coups_by_class 13 rank_class) with (alike := fun x y => rank x = rank y).
  - apply Forall_forall. intros v inside. apply Nat.ltb_lt. revert v inside. apply forallb_forall. vm_compute. reflexivity.
  - intros v inside. apply Nat.eqb_eq.
    assert (forallb (fun v => rank (face deck v) =? rank (face rank_faces (nth v rank_class O)))%nat (seq 0 52) = true)
      as all by (vm_compute; reflexivity).
    apply (proj1 (forallb_forall _ _) all). apply in_seq. split; [lia|exact inside].
  - intros x y same. unfold point_value. rewrite same. reflexivity.
  - unfold fits. rewrite size. reflexivity.
  - intros p p' b' b'' P B. apply ranks; apply map_alike; assumption.
Qed.

Lemma count_by_ranks b k c : List.length c = 52%nat -> sees_only on_ranks b = true ->
  count_category (conditions b) k c = coups rank_faces standard (by_class 13 rank_class c) (belongs (conditions b) k).
Proof.
  intros size seen. apply coups_by_ranks; [exact size|]. intros p p' b' b'' P B. unfold belongs.
  erewrite category_only; [reflexivity| |exact seen]. intros n own. apply names_on_ranks; assumption.
Qed.

(** ** Bets of which a table has the right counts *)

Ltac evaluated := match goal with |- _ = ?value => vm_cast_no_check (eq_refl value) end.

Section Group.
Variables (deal : N -> (N -> list card -> list card -> tree -> tree) -> tree -> tree).
Variables (all : N -> (list card -> list card -> N) -> N) (seen : name -> bool) (s : list name) (bets : list bet).
Hypothesis deals : forall d step (score : tree -> N) f,
  (forall w p b t, score (step w p b t) = score t + w * f p b) -> forall t, score (deal d step t) = score t + all d f.
Hypothesis decomposed : forall d b k, In b bets -> sees_only seen b = true ->
  count_category (conditions b) k (full_decks d) = all d (belongs (conditions b) k).
Hypothesis fit : forallb (sees_only seen) bets && forallb (fitting 6 counts_6 edge_6 (among s)) bets
  && forallb (fitting 8 counts_8 edge_8 (among s)) bets = true.
Hypothesis right_6 : counted (deal 6) s bets counts_6 = map counts_6 bets.
Hypothesis right_8 : counted (deal 8) s bets counts_8 = map counts_8 bets.

Lemma group_holds : Forall bet_holds bets.
Proof.
  apply andb_prop in fit as [first fit_8]. apply andb_prop in first as [own fit_6].
  apply both_hold; eapply all_hold; try eassumption; intros b inside all_own k _;
    rewrite decomposed by (exact inside || exact (proj1 (forallb_forall _ _) own b inside)).
  - exact (counted_right _ _ (deals 6) s bets counts_6 b k inside all_own right_6).
  - exact (counted_right _ _ (deals 8) s bets counts_8 b k inside all_own right_8).
Qed.
End Group.

(** ** The first two cards of punto, and of banco *)

Definition punto_names : list name := [punto_two_card_total; punto_value_1; punto_value_2; punto_pair; punto_perfect_pair;
  punto_first_two_suited; punto_rank_1; punto_suit_1; punto_colour_1; punto_colour_2].
Definition banco_names : list name := [banco_pair; banco_perfect_pair; banco_first_two_suited; banco_rank_1; banco_suit_1;
  banco_colour_1; banco_colour_2].

Lemma bets_on_punto_cards_hold : Forall bet_holds bets_on_punto_cards.
Proof.
  apply (group_holds (fun d step => pass_two deck (fun w p => step w p []) (full_decks d))
    (fun d f => first_two deck (full_decks d) (fun p => f p [])) on_punto punto_names).
  - intros d step score f each t. apply (score_two deck _ score (fun p => f p [])). intros. apply each.
  - intros d b k _ own. unfold count_category. rewrite coups_early.
    + rewrite <- four_punto. unfold first_four. do 4 (apply next_card_ext; intros). rewrite belongs_punto by exact own. reflexivity.
    + intros p p'. rewrite (belongs_punto _ _ p), (belongs_punto _ _ (firstn 2 p) (firstn 2 p')) by exact own.
      rewrite firstn_firstn. reflexivity.
  - evaluated.
  - evaluated.
  - evaluated.
Qed.

Lemma bets_on_banco_cards_hold : Forall bet_holds bets_on_banco_cards.
Proof.
  apply (group_holds (fun d step => pass_two deck (fun w b => step w [] b) (full_decks d))
    (fun d f => first_two deck (full_decks d) (fun b => f [] b)) on_banco banco_names).
  - intros d step score f each t. apply (score_two deck _ score (fun b => f [] b)). intros. apply each.
  - intros d b k _ own. unfold count_category. rewrite coups_early.
    + rewrite <- four_banco. unfold first_four. do 4 (apply next_card_ext; intros). rewrite belongs_banco by exact own. reflexivity.
    + intros p p'. rewrite (belongs_banco _ _ p p'), (belongs_banco _ _ (firstn 2 p) (firstn 2 p')) by exact own.
      rewrite firstn_firstn. reflexivity.
  - evaluated.
  - evaluated.
  - evaluated.
Qed.

(** ** The ranks of the first four cards *)

Definition first_rank_names : list name :=
  [punto_pair; banco_pair; punto_rank_1; punto_rank_2; banco_rank_1; banco_rank_2].

Lemma bets_on_first_ranks_hold : Forall bet_holds bets_on_first_ranks.
Proof.
  apply (group_holds (fun d step => pass_four rank_faces step (rank_shoe d)) (fun d f => first_four rank_faces (rank_shoe d) f)
    (fun n => on_ranks n && (on_punto n || on_banco n)) first_rank_names).
  - intros d step score f each t. apply score_four. exact each.
  - intros d b k _ own.
    assert (forall (f g : name -> bool), (forall n, f n = true -> g n = true) -> sees_only f b = true -> sees_only g b = true)
      as weaken.
    { intros f g less. unfold sees_only. rewrite !forallb_forall. intros each e inside. specialize (each e inside).
      clear inside. induction e; cbn [only] in *; try (apply andb_prop in each as [first second]); rewrite ?IHe1, ?IHe2, ?IHe; auto. }
    rewrite count_by_ranks, coups_early; [reflexivity| |apply repeat_length|].
    + apply belongs_early. apply (weaken _ _ (fun n H => proj2 (andb_prop _ _ H)) own).
    + apply (weaken _ _ (fun n H => proj1 (andb_prop _ _ H)) own).
  - evaluated.
  - evaluated.
  - evaluated.
Qed.

(** ** The ranks of all cards, which take longest: [RanksWith6Decks.v] and [RanksWith8Decks.v] count them *)

Definition rank_names : list name := [tie; cards; punto_rank_3; banco_rank_3; tens; jacks; queens; kings; court_cards].
Definition deal_ranks (d : N) (step : N -> list card -> list card -> tree -> tree) : tree -> tree :=
  pass rank_faces step standard (rank_shoe d).
