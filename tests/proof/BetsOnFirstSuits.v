(** Lucky Nines, and perfect pairs of both sides: suits of the first four cards. *)

From Coq Require Import Arith NArith ZArith List Bool Lia.
Require Import Baccarat Padding Bets Catalogue Regrouping Tallies EarlyCards BetsOnCards Composed Marked.
Import ListNotations.
Open Scope N_scope.

(** ** Nines of each suit, and all other cards as one class *)

Definition nine_faces : list card := [(9, 0); (9, 1); (9, 2); (9, 3); (1, 0)]%nat.
Definition nine_class : list nat := map (fun x => if rank x =? 9 then suit x else 4)%nat deck.
Definition nine_shoe (d : N) : shoe := by_class 5 nine_class (full_decks d).

(** A card that is no nine may be an ace. *)
Definition as_ace (x : card) : card := if (rank x =? 9)%nat then x else (1, 0)%nat.

Lemma four_by_class n class faces faces' c f f' : Forall (fun k => k < n)%nat class -> List.length class = List.length c ->
  (forall v, (v < List.length class)%nat -> as_ace (face faces v) = face faces' (nth v class O)) ->
  (forall x y z u, f [x; y] [z; u] = f' [as_ace x; as_ace y] [as_ace z; as_ace u]) ->
  first_four faces c f = first_four faces' (by_class n class c) f'.
Proof.
  intros inside size faces_fit same. unfold first_four.
  apply next_card_by_class; [exact inside|exact size|]. clear c size. intros p1 c H1 size.
  apply next_card_by_class; [exact inside|exact size|]. clear c size. intros b1 c H2 size.
  apply next_card_by_class; [exact inside|exact size|]. clear c size. intros p2 c H3 size.
  apply next_card_by_class; [exact inside|exact size|]. clear c size. intros b2 c H4 size.
  rewrite unused_by_class by assumption. rewrite same, !faces_fit by assumption. reflexivity.
Qed.

Definition first_suit_names : list name := [punto_value_1; punto_value_2; banco_value_1; banco_value_2;
  punto_suit_1; punto_suit_2; banco_suit_1; banco_suit_2].

Lemma nine_value x : (Z.of_nat (point_value x) =? 9)%Z = (rank x =? 9)%nat.
Proof.
  unfold point_value, value_of.
  destruct (Nat.leb_spec (rank x) 9), (Nat.eqb_spec (rank x) 9), (Z.eqb_spec (Z.of_nat (if rank x <=? 9 then rank x else 0)%nat) 9);
    try reflexivity; destruct (Nat.leb_spec (rank x) 9); lia.
Qed.

Lemma as_aces b k x y z u : In b bets_on_first_suits ->
  belongs (conditions b) k [x; y] [z; u] = belongs (conditions b) k [as_ace x; as_ace y] [as_ace z; as_ace u].
Proof.
  intros inside. unfold belongs. replace (category _ (names [as_ace x; _] _)) with (category (conditions b) (names [x; y] [z; u]));
    [reflexivity|].
  repeat (destruct inside as [<-|inside]; [|]); [|destruct inside].
  cbn -[point_value Z.of_nat Z.eqb Z.add as_ace suit]. rewrite !nine_value. unfold as_ace.
  destruct (rank x =? 9)%nat eqn:X, (rank y =? 9)%nat eqn:Y, (rank z =? 9)%nat eqn:Z, (rank u =? 9)%nat eqn:U;
    rewrite ?X, ?Y, ?Z, ?U; reflexivity.
Qed.

Lemma bets_on_first_suits_hold : Forall bet_holds bets_on_first_suits.
Proof.
  apply (group_holds (fun d step => pass_four nine_faces step (nine_shoe d)) (fun d f => first_four nine_faces (nine_shoe d) f)
    (fun n => on_punto n || on_banco n) first_suit_names).
  - intros d step score f each t. apply score_four. exact each.
  - intros d b k inside own. unfold count_category. rewrite coups_early by (apply belongs_early, own).
    apply four_by_class.
    + repeat constructor.
    + unfold full_decks. rewrite repeat_length. reflexivity.
    + intros v small. do 52 (destruct v as [|v]; [reflexivity|]). cbn in small. lia.
    + intros. apply as_aces, inside.
  - evaluated.
  - evaluated.
  - evaluated.
Qed.

(** ** Perfect pairs of both sides *)

Definition perfect (l : list card) : bool := same (map rank l) && same (map suit l).

(** Punto's pair first, then banco's. *)
Definition two_pairs (c : shoe) (n : N) : N :=
  next_card c (fun x c => next_card c (fun y c => if perfect [face deck x; face deck y] then
    next_card c (fun z c => next_card c (fun u c => if perfect [face deck z; face deck u] then n * unused 2 c else 0)) else 0)).

Lemma first_two_pairs c n : first_four deck c (fun p b => if perfect p then if perfect b then n else 0 else 0) = two_pairs c n.
Proof.
  unfold first_four, two_pairs. apply next_card_ext. clear c. intros x c. rewrite next_card_swap.
  apply next_card_ext. clear c. intros y c. destruct (perfect _).
  - apply next_card_ext. clear c. intros z c. apply next_card_ext. clear c. intros u c. destruct (perfect _); lia.
  - apply next_card_none. intros. apply next_card_none. intros. reflexivity.
Qed.

Definition pairs_fixed (x y : Z) (n : name) : option Z :=
  match n with punto_perfect_pair => Some x | banco_perfect_pair => Some y | _ => None end.

Definition pair_parts (d : N) : list part := let c := full_decks d in [
  {| deal_part step := step (unused 6 c) [] []; count_part f := unused 6 c * f [] []; uses := [(0, 1, pairs_fixed 0 0)] |};
  {| deal_part step := pass_two deck (fun w p t => if perfect p then step w [] [] t else t) c;
     count_part f := first_two deck c (fun p => if perfect p then f [] [] else 0);
     uses := [(2, 0, pairs_fixed 0 0); (0, 1, pairs_fixed 1 0); (0, 1, pairs_fixed 0 1)] |};
  {| deal_part step := next c 1 (fun w x c => next c w (fun w y c => if perfect [face deck x; face deck y] then
       next c w (fun w z c => next c w (fun w u c => if perfect [face deck z; face deck u] then step (unused 2 c * w) [] [] else id))
       else id));
     count_part f := two_pairs c (f [] []);
     uses := [(1, 0, pairs_fixed 1 0); (1, 0, pairs_fixed 0 1); (0, 1, pairs_fixed 1 1); (0, 1, pairs_fixed 0 0)] |}].

Lemma pairs_pass d : Forall passes (pair_parts d).
Proof.
  unfold pair_parts. apply Forall_cons; [|apply Forall_cons; [|apply Forall_cons; [|apply Forall_nil]]];
    intros step score f each t; cbn [deal_part count_part].
  - apply each.
  - rewrite (score_two deck _ score (fun p => if perfect p then f [] [] else 0)); [reflexivity|].
    intros w p account. destruct (perfect p); [apply each|lia].
  - unfold two_pairs. rewrite <- (N.mul_1_l (next_card _ _)). revert t. generalize (full_decks d). intros c.
    do 2 (apply score_next; clear c; intros ? ? c). destruct (perfect _); [|intros; unfold id; lia].
    do 2 (apply score_next; clear c; intros ? ? c). destruct (perfect _); [|intros; unfold id; lia].
    intros account. rewrite each. lia.
Qed.

Section Pairs.
Variables (d : N) (b : bet) (k : nat).
Hypothesis own : forall x y, sees_only (told [] (pairs_fixed x y)) b = true.

Let count := coups deck standard (full_decks d).
Let h (x y : Z) : N := belongs_if (pairs_fixed x y) (conditions b) k [] [].

Lemma early_pairs f : count (fun p b => f (perfect (firstn 2 p)) (perfect (firstn 2 b)))
  = first_four deck (full_decks d) (fun p b => f (perfect p) (perfect b)).
Proof.
  unfold count. rewrite coups_early; [unfold first_four; do 4 (apply next_card_ext; intros); reflexivity|].
  intros p b'. rewrite !firstn_firstn. reflexivity.
Qed.

Lemma pairs_composed :
  count_category (conditions b) k (full_decks d) + side fst (pair_parts d) (conditions b) k = side snd (pair_parts d) (conditions b) k.
Proof.
  unfold side, pair_parts. cbn [map uses count_part fst snd]. fold (h 0 0) (h 1 0) (h 0 1) (h 1 1).
  pose (punto n (p q : bool) := if p then n else 0 : N). pose (banco n (p q : bool) := if q then n else 0 : N).
  pose (both n (p q : bool) := if p then if q then n else 0 else 0 : N). pose (always n (p q : bool) := n : N).
  pose (on f := count (fun p b => f (perfect (firstn 2 p)) (perfect (firstn 2 b)) : N)).
  assert (count (belongs (conditions b) k) + on (punto (h 0 0)) + on (banco (h 0 0)) + on (both (h 1 0)) + on (both (h 0 1))
    = on (always (h 0 0)) + on (punto (h 1 0)) + on (banco (h 0 1)) + on (both (h 1 1)) + on (both (h 0 0))) as equation.
  { unfold on, count. rewrite <- !coups_plus. apply (coups_ext deck standard _ (fun _ => True)); [auto|]. intros p b' _ _.
    assert (belongs (conditions b) k p b' = h (truth (perfect (firstn 2 p))) (truth (perfect (firstn 2 b')))) as ->.
    { unfold belongs, h, belongs_if. erewrite (category_only _ (names p b')); [reflexivity| |exact (own 0%Z 0%Z)].
      intros n told. unfold with_fixed. unfold perfect. rewrite <- !firstn_map.
      destruct n; try discriminate told; reflexivity. }
    unfold punto, banco, both, always. destruct (perfect (firstn 2 p)), (perfect (firstn 2 b')); cbn [truth]; lia. }
  unfold on in equation. rewrite !early_pairs in equation. unfold punto, banco, both, always in equation.
  rewrite !four_punto, !four_banco, !first_two_pairs in equation.
  assert (forall n, first_two deck (full_decks d) (fun _ => n) = unused 6 (full_decks d) * n) as constant.
  { intros n. unfold first_two. rewrite (next_card_ext _ _ (fun _ c => n * unused 5 c)).
    - rewrite next_card_constant. lia.
    - intros _ c. apply next_card_constant. }
  rewrite constant in equation. unfold count_category. fold count. unfold sum. cbn [fold_right]. lia.
Qed.
End Pairs.

Lemma bets_on_perfect_pairs_hold : Forall bet_holds bets_on_perfect_pairs.
Proof.
  apply (composed_hold pair_parts []).
  - exact pairs_pass.
  - intros d b k _ inside. apply pairs_composed. intros x y. revert b inside. apply forallb_forall. reflexivity.
  - vm_cast_no_check (eq_refl true).
  - vm_cast_no_check (eq_refl true).
  - vm_cast_no_check (eq_refl true).
Qed.
