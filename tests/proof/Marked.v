(** Bets on suits and colours: the coups in which the suits are as wanted are counted by values, apart from the others. *)

From Coq Require Import Arith NArith ZArith List Bool Lia.
Require Import Baccarat Padding Bets Regrouping Tallies.
Import ListNotations.
Open Scope N_scope.

(** ** A count is a sum over the coups *)

Definition dealt (faces : list card) (t : tableau) (c : shoe) : list (N * list card * list card) :=
  pass faces (fun w p b l => (w, p, b) :: l) t c [].

Lemma coups_sum faces t c f : coups faces t c f = sum (map (fun '(w, p, b) => w * f p b) (dealt faces t c)).
Proof.
  unfold dealt. rewrite (score_pass faces _ (fun l => sum (map (fun '(w, p, b) => w * f p b) l)) f); [reflexivity|].
  intros. unfold sum. cbn [map fold_right]. lia.
Qed.

Lemma coups_plus faces t c f g : coups faces t c (fun p b => f p b + g p b) = coups faces t c f + coups faces t c g.
Proof. rewrite !coups_sum, <- sum_plus. apply sum_ext. intros [[w p] b] _. lia. Qed.

Lemma coups_over {A} (l : list A) faces t c f :
  coups faces t c (fun p b => sum (map (fun x => f x p b) l)) = sum (map (fun x => coups faces t c (f x)) l).
Proof.
  rewrite coups_sum. rewrite (sum_ext _ (fun y => sum (map (fun x => (let '(w, p, b) := y in w * f x p b)) l))).
  - rewrite sum_swap. apply sum_ext. intros x _. rewrite coups_sum. reflexivity.
  - intros [[w p] b] _. rewrite sum_scale. reflexivity.
Qed.

(** Only hands of two or three cards from the shoe are counted. *)
Definition is_hand (from : card -> Prop) (l : list card) : Prop := (2 <= List.length l <= 3)%nat /\ Forall from l.

Lemma coups_ext faces t c (from : card -> Prop) f g : (forall v, from (face faces v)) ->
  (forall p b, is_hand from p -> is_hand from b -> f p b = g p b) -> coups faces t c f = coups faces t c g.
Proof.
  intros own same. unfold coups. do 4 (apply next_card_ext; intros ? ?). cbv zeta.
  destruct (_ || _)%bool; [|destruct (punto_draws _ _); [apply next_card_ext; intros ? ?; destruct (banco_draws _ _ _ _)|
    destruct (banco_draws _ _ _ _)]]; try (apply next_card_ext; intros ? ?); (apply same || (f_equal; apply same)); (split; [cbn; lia|auto]).
Qed.

(** ** A pass over the coups of which each side's cards are among some, and which are kept *)

Definition among_both (q r : card -> bool) (f : list card -> list card -> N) (p b : list card) : N :=
  if forallb q p && forallb r b then f p b else 0.
Definition kept (keep keep' : list card -> bool) (f : list card -> list card -> N) (p b : list card) : N :=
  if keep p && keep' b then f p b else 0.

Lemma next_card_none c g : (forall v c', g v c' = 0) -> next_card c g = 0.
Proof.
  intros none. unfold next_card. induction (seq 0 _) as [|v l IH]; [reflexivity|].
  unfold sum in *. cbn [map fold_right]. rewrite IH, none. lia.
Qed.

Section Among.
Context {A : Type} (faces : list card) (step : N -> list card -> list card -> A -> A) (n : nat).
Variables keep keep' : list card -> bool.

Definition step_kept (w : N) (p b : list card) (account : A) : A := if keep p && keep' b then step w p b account else account.

Definition places (q : card -> bool) : list nat := filter (fun v => q (face faces v)) (seq 0 n).

Definition next_among (l : list nat) (c : shoe) (w : N) (go_on : N -> nat -> shoe -> A -> A) (account : A) : A :=
  fold_left (fun account v => match left c v with 0 => account | n => go_on (n * w) v (without v c) account end) l account.

Definition pass_among (ps bs : list nat) (t : tableau) (c : shoe) : A -> A :=
  next_among ps c 1 (fun w p1 c => next_among bs c w (fun w b1 c => next_among ps c w (fun w p2 c => next_among bs c w (fun w b2 c =>
    let (p1, p2) := (face faces p1, face faces p2) in
    let (b1, b2) := (face faces b1, face faces b2) in
    let p := total (point_value p1) (point_value p2) in
    let b := total (point_value b1) (point_value b2) in
    if ((8 <=? p) || (8 <=? b))%nat then step_kept (unused 2 c * w) [p1; p2] [b1; b2]
    else let thirds := filter (fun v => keep' [b1; b2; face faces v]) bs in
    if punto_draws t p then
      next_among ps c w (fun w p3 c =>
        let p3 := face faces p3 in
        if banco_draws t b (Some (point_value p3)) (total p (point_value p3))
        then if keep [p1; p2; p3] then next_among thirds c w (fun w b3 _ => step_kept w [p1; p2; p3] [b1; b2; face faces b3]) else id
        else step_kept (unused 1 c * w) [p1; p2; p3] [b1; b2])
    else if banco_draws t b None p then next_among thirds c w (fun w b3 c => step_kept (unused 1 c * w) [p1; p2] [b1; b2; face faces b3])
    else step_kept (unused 2 c * w) [p1; p2] [b1; b2])))).

Variables (score : A -> N) (f : list card -> list card -> N).
Hypothesis score_step : forall w p b account, score (step w p b account) = score account + w * f p b.

Lemma score_kept w p b account : score (step_kept w p b account) = score account + w * kept keep keep' f p b.
Proof. unfold step_kept, kept. destruct (_ && _); [apply score_step|lia]. Qed.

Lemma score_next_among q c w go_on g : List.length c = n ->
  (forall w v c' account, List.length c' = n -> q (face faces v) = true -> score (go_on w v c' account) = score account + w * g v c') ->
  (forall v c', q (face faces v) = false -> g v c' = 0) ->
  forall account, score (next_among (places q) c w go_on account) = score account + w * next_card c g.
Proof.
  intros size each none. unfold next_among, places, next_card. rewrite size.
  induction (seq 0 n) as [|v l IH]; intros account; [cbn; lia|].
  cbn [filter map]. unfold sum in *. cbn [fold_right]. destruct (q (face faces v)) eqn:own.
  - cbn [fold_left]. rewrite IH. destruct (left c v) as [|m]; [lia|].
    rewrite each by (rewrite ?length_without; assumption). lia.
  - rewrite IH, none by exact own. lia.
Qed.

Ltac dead := repeat first [progress cbv zeta | apply next_card_none; intros ? ? |
    match goal with |- (if ?x then _ else _) = 0 => destruct x end];
  unfold among_both; cbn [forallb];
  match goal with own : _ = false |- _ => rewrite own, ?andb_false_r; cbn [andb]; rewrite ?andb_false_r; reflexivity end.
Ltac alive := rewrite score_kept; unfold among_both; cbn [forallb];
  repeat match goal with own : _ (face _ _) = true |- _ => rewrite own; clear own end; cbn [andb]; lia.

Lemma filter_twice (good other : nat -> bool) l : filter other (filter good l) = filter (fun v => good v && other v) l.
Proof. induction l as [|v l IH]; [reflexivity|]. cbn. destruct (good v); cbn; [destruct (other v)|]; congruence. Qed.

(** The third cards of banco that are kept. *)
Lemma score_thirds r keep_third c w go_on g : List.length c = n ->
  (forall w v c' account, r (face faces v) = true -> score (go_on w v c' account) = score account + w * g v c') ->
  (forall v c', r (face faces v) && keep_third (face faces v) = false -> g v c' = 0) ->
  forall account, score (next_among (filter (fun v => keep_third (face faces v)) (places r)) c w go_on account)
    = score account + w * next_card c g.
Proof.
  intros size each none. unfold places. rewrite filter_twice.
  apply (score_next_among (fun x => r x && keep_third x)); [exact size| |exact none].
  intros w' v c' account _ own. apply andb_prop in own as [own _]. exact (each w' v c' account own).
Qed.

Lemma score_among q r t c account : List.length c = n ->
  score (pass_among (places q) (places r) t c account) = score account + coups faces t c (among_both q r (kept keep keep' f)).
Proof.
  intros size. unfold pass_among, coups. rewrite <- (N.mul_1_l (next_card c _)). revert account.
  apply score_next_among; [exact size| |intros; dead]. clear c size. intros w p1 c account size P1. revert account.
  apply score_next_among; [exact size| |intros; dead]. clear c size w. intros w b1 c account size B1. revert account.
  apply score_next_among; [exact size| |intros; dead]. clear c size w. intros w p2 c account size P2. revert account.
  apply score_next_among; [exact size| |intros; dead]. clear c size w. intros w b2 c account size B2. cbv zeta.
  destruct (_ || _)%bool; [alive|].
  assert (forall x p b, r x && keep' (b ++ [x]) = false -> among_both q r (kept keep keep' f) p (b ++ [x]) = 0) as dropped.
  { intros x p b own. unfold among_both, kept. rewrite forallb_app. cbn [forallb].
    apply andb_false_iff in own as [-> | ->]; rewrite ?andb_false_r; [reflexivity|]. destruct (_ && _); reflexivity. }
  destruct (punto_draws _ _).
  - apply score_next_among; [exact size| |intros; dead]. clear c size w account. intros w p3 c account size P3.
    destruct (banco_draws _ _ _ _); [|alive]. destruct (keep _) eqn:good.
    + apply (score_thirds r (fun x => keep' [_; _; x])); [exact size|intros; alive|].
      intros b3 c' own. exact (dropped _ _ [_; _] own).
    + rewrite next_card_none; [unfold id; lia|]. intros. unfold among_both, kept. rewrite good. destruct (_ && _); reflexivity.
  - destruct (banco_draws _ _ _ _); [|alive].
    apply (score_thirds r (fun x => keep' [_; _; x])); [exact size|intros; alive|].
    intros b3 c' own. rewrite (dropped _ _ [_; _] own). reflexivity.
Qed.
End Among.

(** ** Marks

    A class of cards is one value with one mark: 0, 1 or 2.  A card that stands for a class has its mark as its suit. *)

Definition marked_faces : list card := flat_map (fun m => map (fun r => (r, m)) (10 :: seq 1 9)%nat) (seq 0 3).
Definition marked_class (mark : card -> nat) : list nat := map (fun x => 10 * mark x + point_value x)%nat deck.
Definition marked_shoe (mark : card -> nat) (d : N) : shoe := by_class 30 (marked_class mark) (full_decks d).
Definition with_mark (good : nat -> bool) (x : card) : bool := good (suit x).

Definition marks_fit (mark : card -> nat) : bool :=
  forallb (fun k => k <? 30)%nat (marked_class mark)
  && forallb (fun v => let (x, y) := (face deck v, face marked_faces (nth v (marked_class mark) O)) in
       (point_value x =? point_value y) && (mark x =? suit y))%nat (seq 0 52).

Lemma coups_marked mark good good' t d f : marks_fit mark = true ->
  (forall p p' b b', map point_value p = map point_value p' -> map point_value b = map point_value b' -> f p b = f p' b') ->
  coups deck t (full_decks d) (among_both (fun x => good (mark x)) (fun x => good' (mark x)) f)
  = coups marked_faces t (marked_shoe mark d) (among_both (with_mark good) (with_mark good') f).
Proof.
  intros fit same. apply andb_prop in fit as [small fit]. rewrite forallb_forall in fit.
  apply (coups_by_class 30 (marked_class mark)) with (alike := fun x y => point_value x = point_value y /\ mark x = suit y).
  - apply Forall_forall. intros k inside. apply Nat.ltb_lt. exact (proj1 (forallb_forall _ _) small k inside).
  - intros v inside. specialize (fit v). cbv beta in fit.
    assert (In v (seq 0 52)) as from.
    { apply in_seq. unfold marked_class in inside. rewrite map_length in inside. split; [lia|exact inside]. }
    apply fit, andb_prop in from as [first second]. apply Nat.eqb_eq in first, second. auto.
  - intros x y [own _]. exact own.
  - unfold fits, marked_class, full_decks. rewrite map_length, repeat_length. reflexivity.
  - intros p p' b b' P B. unfold among_both, with_mark.
    assert (forall g l l', Forall2 (fun x y => point_value x = point_value y /\ mark x = suit y) l l' ->
      forallb (fun x => g (mark x)) l = forallb (fun x => g (suit x)) l' /\ map point_value l = map point_value l') as hand.
    { intros g l l' H. induction H as [|x y l l' [own marked] _ [IH IH']]; [auto|]. cbn. rewrite marked, IH, own, IH'. auto. }
    destruct (hand good p p' P) as [-> Pv]. destruct (hand good' b b' B) as [-> Bv]. destruct (_ && _); auto.
Qed.
