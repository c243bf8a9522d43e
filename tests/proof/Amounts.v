(** Chemin de fer as rows, grouped by what the sides know, and an equilibrium from the two amounts of each group.

    The amounts are polynomials in the number of decks d, as lists of coefficients, so that one sum is for every d. *)

From Coq Require Import Arith NArith ZArith QArith Ascii String List Bool Lia.
Require Import Baccarat Decks Equilibria CheminDeFer.
Import ListNotations.
Open Scope Z_scope.

(** ** Groups

    A row has a key and two amounts.  Rows of equal keys are added up.  A tree finds the keys fast; any path will do for
    a key, because a leaf compares keys. *)

Notation poly := (list Z).
Notation row K := (K * (poly * poly))%type.

Definition total_by {K} (d : Z) (f : K -> Z -> Z -> Z) (l : list (row K)) : Z :=
  total_of (map (fun '(k, (x, y)) => f k (value_at d x) (value_at d y)) l).
Definition additive {K} (f : K -> Z -> Z -> Z) : Prop :=
  forall k x y x' y', f k (x + x') (y + y') = f k x y + f k x' y'.

Lemma total_cons {K} d f (k : K) x y l :
  total_by d f ((k, (x, y)) :: l) = f k (value_at d x) (value_at d y) + total_by d f l.
Proof. reflexivity. Qed.

Lemma total_app {K} d f (l l' : list (row K)) : total_by d f (l ++ l') = total_by d f l + total_by d f l'.
Proof. induction l as [|[k [x y]] l IH]; [reflexivity|]. cbn [app]. rewrite !total_cons, IH. ring. Qed.

Section Groups.

Context {K : Type} (same : forall k k' : K, {k = k'} + {k <> k'}) (path : K -> list bool).

Fixpoint put (new : row K) (l : list (row K)) : list (row K) :=
  match l with
  | [] => [new]
  | (k, (x, y)) :: l =>
      if same (fst new) k then (k, (plus x (fst (snd new)), plus y (snd (snd new)))) :: l else (k, (x, y)) :: put new l
  end.

Inductive tree := Empty | Node (here : list (row K)) (yes no : tree).

Fixpoint insert (new : row K) (p : list bool) (t : tree) : tree :=
  match p, t with
  | [], Empty => Node [new] Empty Empty
  | [], Node here yes no => Node (put new here) yes no
  | true :: p, Empty => Node [] (insert new p Empty) Empty
  | true :: p, Node here yes no => Node here (insert new p yes) no
  | false :: p, Empty => Node [] Empty (insert new p Empty)
  | false :: p, Node here yes no => Node here yes (insert new p no)
  end.

Fixpoint rows_of (t : tree) : list (row K) :=
  match t with Empty => [] | Node here yes no => here ++ rows_of yes ++ rows_of no end.

Definition grouped (l : list (row K)) : list (row K) :=
  rows_of (fold_left (fun t new => insert new (path (fst new)) t) l Empty).

Lemma total_put d f k x y l : additive f ->
  total_by d f (put (k, (x, y)) l) = f k (value_at d x) (value_at d y) + total_by d f l.
Proof.
  intros add. induction l as [|[k' [x' y']] l IH]; cbn [put fst snd]; [reflexivity|].
  destruct (same k k') as [<-|]; rewrite !total_cons, ?at_plus, ?add, ?IH; ring.
Qed.

Lemma total_insert d f k x y p : additive f -> forall t,
  total_by d f (rows_of (insert (k, (x, y)) p t)) = f k (value_at d x) (value_at d y) + total_by d f (rows_of t).
Proof.
  intros add. induction p as [|[] p IH]; intros [|here yes no]; cbn [insert rows_of app];
    rewrite ?total_app, ?total_put, ?IH by exact add; cbn [rows_of]; rewrite ?total_cons;
    cbn [total_by map total_of fold_right]; ring.
Qed.

Lemma total_grouped d f l : additive f -> total_by d f (grouped l) = total_by d f l.
Proof.
  intros add. unfold grouped. change (total_by d f l) with (total_by d f (rows_of Empty) + total_by d f l).
  generalize Empty. induction l as [|[k [x y]] l IH]; intros t; cbn [fold_left fst].
  - cbn. ring.
  - rewrite IH, total_insert, total_cons by exact add. ring.
Qed.

End Groups.

(** ** The shoe of d decks *)

Definition matches (d : Z) (c : shoe) (s : list poly) : Prop := Forall2 (fun x p => Z.of_N x = value_at d p) c s.

Definition in_decks : list poly := [0; 16] :: repeat [0; 4] 9.
Definition number (v : nat) (s : list poly) : poly := nth v s [].
Fixpoint less (v : nat) (s : list poly) : list poly :=
  match v, s with _, [] => [] | O, p :: rest => plus p [-1] :: rest | S v, p :: rest => p :: less v rest end.
Definition then_left (m : model) (v : nat) (s : list poly) : list poly := if replaced m then s else less v s.

Fixpoint ways_from (again : bool) (k : nat) (cards : poly) : poly :=
  match k with O => [1] | S k => times cards (ways_from again k (if again then cards else plus cards [-1])) end.
Definition ways_in (m : model) (k : nat) (s : list poly) : poly := ways_from (replaced m) k (fold_right plus [] s).

Lemma decks_match d : matches (Z.of_N d) (decks d) in_decks.
Proof. repeat constructor; cbn [value_at]; lia. Qed.

Lemma number_matches d c s v : matches d c s -> Z.of_N (left c v) = value_at d (number v s).
Proof. intros same. revert v. induction same; intros [|v]; cbn; auto. apply IHsame. Qed.

Lemma then_left_matches m d c s v : matches d c s -> left c v <> 0%N -> matches d (after m v c) (then_left m v s).
Proof.
  unfold after, then_left. destruct (replaced m); [auto|]. intros same. revert v.
  induction same as [|x p c s first rest IH]; intros [|v] some; unfold left in *; cbn [nth without less] in *;
    [constructor|constructor|constructor; [|exact rest]|constructor; [exact first|exact (IH v some)]].
  rewrite at_plus, <- first. cbn [value_at]. lia.
Qed.

Lemma sum_matches d c s : matches d c s -> Z.of_N (sum c) = value_at d (fold_right plus [] s).
Proof.
  induction 1 as [|x p c s first rest IH]; [reflexivity|]. cbn [fold_right]. rewrite at_plus, <- IH, <- first.
  unfold sum. cbn [fold_right]. lia.
Qed.

Lemma ways_matches m d k c s : matches d c s -> ways m k c = value_at d (ways_in m k s).
Proof.
  intros same. apply sum_matches in same. unfold ways, ways_in. revert same.
  generalize (fold_right plus [] s) as cards. generalize (sum c) as x. destruct (replaced m).
  - induction k as [|k IH]; intros x cards same; cbn [ways_from].
    + cbn [value_at]. rewrite Z.mul_0_r. reflexivity.
    + rewrite at_times, <- same, Nnat.Nat2N.inj_succ, N.pow_succ_r', N2Z.inj_mul, (IH x cards same). reflexivity.
  - induction k as [|k IH]; intros x cards same; cbn [ways_from falling].
    + cbn [value_at]. rewrite Z.mul_0_r. reflexivity.
    + rewrite at_times, <- same, N2Z.inj_mul. destruct (N.eq_dec x 0) as [->|some]; [reflexivity|].
      rewrite (IH (N.pred x) (plus cards [-1])); [reflexivity|]. rewrite at_plus, <- same. cbn [value_at]. lia.
Qed.

(** ** Sums over the next card *)

Definition next_in (m : model) (s : list poly) (f : nat -> list poly -> poly) : poly :=
  fold_right plus [] (map (fun v => times (number v s) (f v (then_left m v s))) values).

Lemma next_matches m d c s f g : matches d c s ->
  (forall v c s, matches d c s -> f v c = value_at d (g v s)) -> next m c f = value_at d (next_in m s g).
Proof.
  intros same each. unfold next, next_in. induction values as [|v l IH]; [reflexivity|].
  cbn [map fold_right total_of]. rewrite at_plus, at_times, <- IH, <- (number_matches d c s v same).
  destruct (N.eq_dec (left c v) 0) as [->|some]; [cbn; reflexivity|].
  rewrite <- (each v (after m v c) (then_left m v s)) by (apply then_left_matches; assumption). reflexivity.
Qed.

Lemma total_of_scale {A} (f : A -> Z) w l : total_of (map (fun v => w * f v) l) = w * total_of (map f l).
Proof. induction l as [|v l IH]; cbn [map total_of fold_right] in *; [|unfold total_of in *; rewrite IH]; ring. Qed.

Lemma total_of_plus {A} (f g : A -> Z) l :
  total_of (map (fun v => f v + g v) l) = total_of (map f l) + total_of (map g l).
Proof. induction l as [|v l IH]; cbn [map total_of fold_right] in *; [|unfold total_of in *; rewrite IH]; ring. Qed.

Lemma next_ext m c f g : (forall v c', f v c' = g v c') -> next m c f = next m c g.
Proof. intros same. unfold next. f_equal. apply map_ext. intros v. rewrite same. reflexivity. Qed.

Lemma next_plus m c f g : next m c f + next m c g = next m c (fun v c' => f v c' + g v c').
Proof. unfold next. rewrite <- total_of_plus. f_equal. apply map_ext. intros v. ring. Qed.

Lemma next_scale m c w f : w * next m c f = next m c (fun v c' => w * f v c').
Proof. unfold next. rewrite <- total_of_scale. f_equal. apply map_ext. intros v. ring. Qed.

(** ** The rows of a game: a key is punto's hand if punto chooses, and what banco knows *)

Definition known : Set := option hand * (hand * option nat).

Definition each (m : model) (s : list poly) (w : poly) (f : nat -> list poly -> poly -> list (row known)) :=
  flat_map (fun v => f v (then_left m v s) (times w (number v s))) values.

Definition rows (m : model) : list (row known) :=
  each m in_decks [1] (fun p1 s w => each m s w (fun b1 s w => each m s w (fun p2 s w => each m s w (fun b2 s w =>
    let p := total p1 p2 in
    let b := total b1 b2 in
    if ((8 <=? p) || (8 <=? b))%nat then []
    else
      let own := sees (banco_sees_cards m) b1 b2 in
      let chooses := if (p =? 5)%nat then Some (sees (punto_sees_cards m) p1 p2) else None in
      (if (p <=? 5)%nat then
        each m s w (fun p3 s w =>
          let final := total p p3 in
          [((chooses, (own, Some p3)),
            (times w (scale (wins final b) (ways_in m 1 s)),
             times w (next_in m s (fun b3 _ => [wins final (total b b3)]))))])
       else [])
      ++
      (if (5 <=? p)%nat then
        [((chooses, (own, None)),
          (times w (scale (wins p b) (ways_in m 2 s)),
           times w (next_in m s (fun b3 s => scale (wins p (total b b3)) (ways_in m 1 s)))))]
       else []))))).

Definition naturals (m : model) : poly :=
  next_in m in_decks (fun p1 s => next_in m s (fun b1 s => next_in m s (fun p2 s => next_in m s (fun b2 s =>
    let p := total p1 p2 in
    let b := total b1 b2 in
    if ((8 <=? p) || (8 <=? b))%nat then scale (wins p b) (ways_in m 2 s) else [])))).

(** How many of punto's lots lead to a row. *)
Definition leads (punto : punto_strategy) '((chooses, (_, third)) : known) : Z :=
  match chooses, third with
  | None, _ => lots punto
  | Some h, None => lots punto - draws punto h
  | Some h, Some _ => draws punto h
  end.

Definition amount (punto : punto_strategy) (banco : banco_strategy) (k : known) (x y : Z) : Z :=
  leads punto k * choose banco (snd k) x y.

Lemma amount_additive punto banco : additive (amount punto banco).
Proof. intros k x y x' y'. unfold amount, choose. ring. Qed.

(** Where the polynomials do not match the shoe, no deal leads. *)
Definition leading (d : Z) (c : shoe) (s : list poly) (w : poly) : Prop := value_at d w = 0 \/ matches d c s.

Lemma total_each m d c s w f F g : leading d c s w ->
  (forall v c s w, leading d c s w -> total_by d F (f v s w) = value_at d w * g v c) ->
  total_by d F (each m s w f) = value_at d w * next m c g.
Proof.
  intros leads_here same. unfold each, next. rewrite <- total_of_scale.
  induction values as [|v l IH]; [reflexivity|]. cbn [flat_map map total_of fold_right].
  rewrite total_app, IH, (same v (after m v c)), at_times.
  - unfold total_of. destruct leads_here as [none|matching]; [rewrite none; ring|].
    rewrite <- (number_matches d c s v matching). ring.
  - unfold leading. rewrite at_times. destruct leads_here as [none|matching]; [left; rewrite none; reflexivity|].
    rewrite <- (number_matches d c s v matching).
    destruct (N.eq_dec (left c v) 0) as [->|some]; [left; ring|right; apply then_left_matches; assumption].
Qed.

(** The sum over the deals without a natural, as in the definition. *)
Lemma total_rows m punto banco n :
  total_by (Z.of_N n) (amount punto banco) (rows m) =
  next m (decks n) (fun p1 c => next m c (fun b1 c => next m c (fun p2 c => next m c (fun b2 c =>
    let p := total p1 p2 in
    let b := total b1 b2 in
    if ((8 <=? p) || (8 <=? b))%nat then 0
    else
      let own := sees (banco_sees_cards m) b1 b2 in
      let stands :=
        choose banco (own, None) (wins p b * ways m 2 c) (next m c (fun b3 c => wins p (total b b3) * ways m 1 c)) in
      let takes :=
        next m c (fun p3 c =>
          let final := total p p3 in
          choose banco (own, Some p3) (wins final b * ways m 1 c) (next m c (fun b3 _ => wins final (total b b3)))) in
      if (p <=? 4)%nat then lots punto * takes
      else if (p =? 5)%nat then choose punto (sees (punto_sees_cards m) p1 p2) stands takes
      else lots punto * stands)))).
Proof.
  set (d := Z.of_N n).
  match goal with |- _ = ?sum => transitivity (value_at d [1] * sum); [|cbn [value_at]; ring] end.
  apply total_each; [right; apply decks_match|]. intros p1 c1 s1 w1 here. apply total_each; [exact here|].
  clear c1 s1 w1 here. intros b1 c2 s2 w2 here. apply total_each; [exact here|].
  clear c2 s2 w2 here. intros p2 c3 s3 w3 here. apply total_each; [exact here|].
  clear c3 s3 w3 here. intros b2 c s w here. cbv zeta.
  destruct (_ || _)%bool; [symmetry; apply Z.mul_0_r|].
  rewrite total_app. set (p := total p1 p2). set (b := total b1 b2). set (own := sees (banco_sees_cards m) b1 b2).
  assert (takes : forall k, total_by d (amount punto banco)
      (each m s w (fun p3 s w => [((k, (own, Some p3)),
        (times w (scale (wins (total p p3) b) (ways_in m 1 s)),
         times w (next_in m s (fun b3 _ => [wins (total p p3) (total b b3)]))))]))
    = value_at d w * (leads punto (k, (own, Some O)) * next m c (fun p3 c => choose banco (own, Some p3)
        (wins (total p p3) b * ways m 1 c) (next m c (fun b3 _ => wins (total p p3) (total b b3)))))).
  { intros k. rewrite next_scale. apply total_each; [exact here|]. clear c s w here. intros p3 c s w here.
    rewrite total_cons, !at_times, at_scale. cbn [total_by map total_of fold_right].
    destruct here as [none|matching]; [rewrite none; unfold amount, choose; ring|].
    rewrite <- (ways_matches m d 1 c s matching).
    rewrite <- (next_matches m d c s (fun b3 _ => wins (total p p3) (total b b3))); [|exact matching|cbn; lia].
    unfold amount, choose. cbn [snd leads]. destruct k; ring. }
  assert (stands : forall k, total_by d (amount punto banco)
      [((k, (own, None)),
        (times w (scale (wins p b) (ways_in m 2 s)),
         times w (next_in m s (fun b3 s => scale (wins p (total b b3)) (ways_in m 1 s)))))]
    = value_at d w * (leads punto (k, (own, None)) * choose banco (own, None)
        (wins p b * ways m 2 c) (next m c (fun b3 c => wins p (total b b3) * ways m 1 c)))).
  { intros k. rewrite total_cons, !at_times, at_scale. cbn [total_by map total_of fold_right].
    destruct here as [none|matching]; [rewrite none; unfold amount, choose; ring|].
    rewrite <- (ways_matches m d 2 c s matching).
    rewrite <- (next_matches m d c s (fun b3 c => wins p (total b b3) * ways m 1 c)); [|exact matching|].
    2: { intros. rewrite at_scale, <- ways_matches with (c := c0); auto. }
    unfold amount, choose. cbn [snd leads]. destruct k; ring. }
  destruct (Nat.compare_spec p 5) as [equal|below|above].
  - rewrite (proj2 (Nat.leb_le p 5)), (proj2 (Nat.leb_le 5 p)) by lia.
    rewrite (proj2 (Nat.eqb_eq p 5)), (proj2 (Nat.leb_gt p 4)) by lia.
    rewrite takes, stands. cbn [leads]. unfold choose. ring.
  - rewrite (proj2 (Nat.leb_le p 5)), (proj2 (Nat.leb_gt 5 p)) by lia.
    rewrite (proj2 (Nat.eqb_neq p 5)), (proj2 (Nat.leb_le p 4)) by lia.
    rewrite takes. cbn [total_by map total_of fold_right leads]. ring.
  - rewrite (proj2 (Nat.leb_gt p 5)), (proj2 (Nat.leb_le 5 p)) by lia.
    rewrite (proj2 (Nat.eqb_neq p 5)), (proj2 (Nat.leb_gt p 4)) by lia.
    rewrite stands. cbn [total_by map total_of fold_right leads]. ring.
Qed.

Lemma naturals_match m n :
  next m (decks n) (fun p1 c => next m c (fun b1 c => next m c (fun p2 c => next m c (fun b2 c =>
    let p := total p1 p2 in
    let b := total b1 b2 in
    if ((8 <=? p) || (8 <=? b))%nat then wins p b * ways m 2 c else 0)))) = value_at (Z.of_N n) (naturals m).
Proof.
  apply next_matches; [apply decks_match|]. intros p1 c1 s1 same1. apply next_matches; [exact same1|].
  intros b1 c2 s2 same2. apply next_matches; [exact same2|]. intros p2 c3 s3 same3. apply next_matches; [exact same3|].
  intros b2 c s same. cbv zeta. destruct (_ || _)%bool; [|reflexivity].
  rewrite at_scale, (ways_matches m (Z.of_N n) 2 c s same). reflexivity.
Qed.

Lemma net_rows m punto banco n : let d := Z.of_N n in
  net m punto banco (decks n)
  = lots punto * lots banco * value_at d (naturals m) + total_by d (amount punto banco) (rows m).
Proof.
  intros d. unfold d. rewrite total_rows, <- naturals_match. unfold net.
  do 4 (rewrite next_scale, next_plus; apply next_ext; intros).
  cbv zeta. destruct (_ || _)%bool; ring.
Qed.

(** ** Polynomials that are not negative at any number from 0 on *)

Definition minus (p q : poly) : poly := plus p (scale (-1) q).
Definition no_minus (p : poly) : bool := forallb (Z.leb 0) p.
Definition positive (p : poly) : bool := match p with [] => false | a :: p => (0 <? a) && no_minus p end.

Lemma at_minus e p q : value_at e (minus p q) = value_at e p - value_at e q.
Proof. unfold minus. rewrite at_plus, at_scale. ring. Qed.

Lemma no_minus_at e p : 0 <= e -> no_minus p = true -> 0 <= value_at e p.
Proof.
  intros from_0. induction p as [|a p IH]; [reflexivity|]. intros all. apply andb_prop in all as [first rest].
  apply Z.leb_le in first. specialize (IH rest). cbn [value_at]. nia.
Qed.

Lemma positive_at e p : 0 <= e -> positive p = true -> 0 < value_at e p.
Proof.
  intros from_0. destruct p as [|a p]; [discriminate|]. intros all. apply andb_prop in all as [first rest].
  apply Z.ltb_lt in first. apply (no_minus_at e) in rest; [|exact from_0]. cbn [value_at]. nia.
Qed.

(** The lesser and the greater of two polynomials, if they are the same ones at every number from 0 on. *)
Definition lesser (p q : poly) : option poly :=
  if no_minus (minus q p) then Some p else if no_minus (minus p q) then Some q else None.
Definition greater (p q : poly) : option poly :=
  if no_minus (minus p q) then Some p else if no_minus (minus q p) then Some q else None.

Lemma lesser_at e p q r : 0 <= e -> lesser p q = Some r -> value_at e r = Z.min (value_at e p) (value_at e q).
Proof.
  intros from_0. unfold lesser. destruct (no_minus (minus q p)) eqn:p_first.
  - apply (no_minus_at e) in p_first; [|exact from_0]. rewrite at_minus in p_first.
    intros is_r. injection is_r as <-. lia.
  - destruct (no_minus (minus p q)) eqn:q_first; [|discriminate].
    apply (no_minus_at e) in q_first; [|exact from_0]. rewrite at_minus in q_first.
    intros is_r. injection is_r as <-. lia.
Qed.

Lemma greater_at e p q r : 0 <= e -> greater p q = Some r -> value_at e r = Z.max (value_at e p) (value_at e q).
Proof.
  intros from_0. unfold greater. destruct (no_minus (minus p q)) eqn:q_first.
  - apply (no_minus_at e) in q_first; [|exact from_0]. rewrite at_minus in q_first.
    intros is_r. injection is_r as <-. lia.
  - destruct (no_minus (minus q p)) eqn:p_first; [|discriminate].
    apply (no_minus_at e) in p_first; [|exact from_0]. rewrite at_minus in p_first.
    intros is_r. injection is_r as <-. lia.
Qed.

(** ** Best replies *)

Definition known_same : forall k k' : known, {k = k'} + {k <> k'}.
Proof. repeat decide equality. Defined.
Definition banco_same : forall k k' : hand * option nat, {k = k'} + {k <> k'}.
Proof. repeat decide equality. Defined.
Definition punto_same : forall k k' : option hand, {k = k'} + {k <> k'}.
Proof. repeat decide equality. Defined.

Definition digits : list nat -> list bool := flat_map (fun n => repeat true n ++ [false]).
Definition punto_path (chooses : option hand) : list bool := match chooses with None => [] | Some h => digits h end.
Definition banco_path '((h, third) : hand * option nat) : list bool :=
  digits (match third with None => O | Some x => S x end :: h).
Definition known_path '((chooses, place) : known) : list bool := banco_path place ++ punto_path chooses.

(** A strategy in polynomials, and one in the numbers that they are at e. *)
Definition plan (choice : Set) : Set := poly * (choice -> poly).
Definition follows {choice} (e : Z) (s : strategy choice) (planned : plan choice) : Prop :=
  lots s = value_at e (fst planned) /\ forall c, draws s c = value_at e (snd planned c).

Definition leads_in '((all, takes) : plan hand) '((chooses, (_, third)) : known) : poly :=
  match chooses, third with
  | None, _ => all
  | Some h, None => minus all (takes h)
  | Some h, Some _ => takes h
  end.
Definition choose_in {choice} '((all, takes) : plan choice) (c : choice) (x y : poly) : poly :=
  plus (times (minus all (takes c)) x) (times (takes c) y).

Fixpoint sum_in {K} (f : K -> poly -> poly -> option poly) (l : list (row K)) : option poly :=
  match l with
  | [] => Some []
  | (k, (x, y)) :: l => match f k x y, sum_in f l with Some p, Some q => Some (plus p q) | _, _ => None end
  end.

(** The least that punto gets against any banco, per lot of banco; the most that any punto gets, per lot of punto. *)
Definition by_banco (punto : plan hand) '((k, (x, y)) : row known) : row (hand * option nat) :=
  (snd k, (times (leads_in punto k) x, times (leads_in punto k) y)).
Definition least (punto : plan hand) (l : list (row known)) : option poly :=
  sum_in (fun _ => lesser) (grouped banco_same banco_path (map (by_banco punto) l)).

Definition by_punto (banco : plan (hand * option nat)) '((k, (x, y)) : row known) : row (option hand) :=
  let n := choose_in banco (snd k) x y in (fst k, match snd (snd k) with None => (n, []) | Some _ => ([], n) end).
Definition most (banco : plan (hand * option nat)) (l : list (row known)) : option poly :=
  sum_in (fun h x y => match h with None => Some (plus x y) | Some _ => greater x y end)
    (grouped punto_same punto_path (map (by_punto banco) l)).

Lemma total_map {K K'} e (f : K -> Z -> Z -> Z) (f' : K' -> Z -> Z -> Z) (g : row K -> row K') l :
  (forall k x y, total_by e f' [g (k, (x, y))] = f k (value_at e x) (value_at e y)) ->
  total_by e f' (map g l) = total_by e f l.
Proof.
  intros same. induction l as [|[k [x y]] l IH]; [reflexivity|]. cbn [map].
  change (?a :: ?l) with ([a] ++ l) at 1. rewrite total_app, total_cons, IH, same. reflexivity.
Qed.

Lemma sum_at_least {K} e w f (F : K -> Z -> Z -> Z) l : forall p,
  (forall k x y p, f k x y = Some p -> w * value_at e p <= F k (value_at e x) (value_at e y)) ->
  sum_in f l = Some p -> w * value_at e p <= total_by e F l.
Proof.
  induction l as [|[k [x y]] l IH]; intros p small; cbn [sum_in].
  - intros is_p. injection is_p as <-. cbn. lia.
  - destruct (f k x y) as [q|] eqn:here; [|discriminate]. destruct (sum_in f l) as [r|]; [|discriminate].
    intros is_p. injection is_p as <-. specialize (IH r small eq_refl). apply small in here.
    rewrite total_cons, at_plus. lia.
Qed.

Lemma sum_at_most {K} e w f (F : K -> Z -> Z -> Z) l : forall p,
  (forall k x y p, f k x y = Some p -> F k (value_at e x) (value_at e y) <= w * value_at e p) ->
  sum_in f l = Some p -> total_by e F l <= w * value_at e p.
Proof.
  induction l as [|[k [x y]] l IH]; intros p great; cbn [sum_in].
  - intros is_p. injection is_p as <-. cbn. lia.
  - destruct (f k x y) as [q|] eqn:here; [|discriminate]. destruct (sum_in f l) as [r|]; [|discriminate].
    intros is_p. injection is_p as <-. specialize (IH r great eq_refl). apply great in here.
    rewrite total_cons, at_plus. lia.
Qed.

Lemma choose_between {choice} (s : strategy choice) c x y : proper s ->
  lots s * Z.min x y <= choose s c x y <= lots s * Z.max x y.
Proof. intros [_ between]. specialize (between c). unfold choose. nia. Qed.

Lemma choose_additive {choice} (s : strategy choice) : additive (choose s).
Proof. intros k x y x' y'. unfold choose. ring. Qed.

Lemma leads_at e punto planned k : follows e punto planned -> leads punto k = value_at e (leads_in planned k).
Proof.
  intros [same_lots same_draws]. destruct planned as [all takes], k as [[h|] [own [third|]]]; cbn in *;
    rewrite ?at_minus, ?same_lots, ?same_draws; reflexivity.
Qed.

Lemma choose_at {choice} e (s : strategy choice) planned c x y : follows e s planned ->
  choose s c (value_at e x) (value_at e y) = value_at e (choose_in planned c x y).
Proof.
  intros [same_lots same_draws]. destruct planned as [all takes]. unfold choose, choose_in. cbn [fst snd] in *.
  rewrite at_plus, !at_times, at_minus, same_lots, same_draws. reflexivity.
Qed.

Lemma least_is_least e punto planned banco l p : 0 <= e -> follows e punto planned -> proper banco ->
  least planned l = Some p -> lots banco * value_at e p <= total_by e (amount punto banco) l.
Proof.
  intros from_0 follow fair is_p.
  rewrite <- (total_map e _ (choose banco) (by_banco planned)).
  - rewrite <- (total_grouped banco_same banco_path) by apply choose_additive.
    revert is_p. apply sum_at_least. intros k x y q is_q. apply lesser_at with (e := e) in is_q; [|exact from_0].
    rewrite is_q. apply choose_between, fair.
  - intros k x y. unfold amount, by_banco. rewrite total_cons, !at_times, (leads_at e punto planned) by exact follow.
    unfold choose. cbn [total_by map total_of fold_right]. ring.
Qed.

Lemma most_is_most e punto banco planned l p : 0 <= e -> follows e banco planned -> proper punto ->
  most planned l = Some p -> total_by e (amount punto banco) l <= lots punto * value_at e p.
Proof.
  intros from_0 follow fair is_p.
  set (f := fun h x y => match h with None => lots punto * (x + y) | Some h => choose punto h x y end).
  rewrite <- (total_map e _ f (by_punto planned)).
  - rewrite <- (total_grouped punto_same punto_path) by (intros [h|] x y x' y'; unfold f, choose; ring).
    revert is_p. apply sum_at_most. intros [h|] x y q is_q; unfold f.
    + apply greater_at with (e := e) in is_q; [|exact from_0]. rewrite is_q. apply choose_between, fair.
    + injection is_q as <-. rewrite at_plus. lia.
  - intros [[h|] [own third]] x y; unfold amount, by_punto; cbn [fst snd];
      rewrite (choose_at e banco planned) by exact follow; destruct third; unfold f, total_by, choose;
      cbn [map total_of fold_right leads value_at]; ring.
Qed.

(** ** The checker: what the one side gets at least is what the other lets it get at most *)

(** A game: its rows, punto's net wins by naturals, and all deals. *)
Definition summary : Type := list (row known) * poly * poly.
Definition sums (e : Z) (m : model) (c : shoe) '((l, certain, deals) : summary) : Prop :=
  ways m 6 c = value_at e deals /\ forall punto banco,
  net m punto banco c = lots punto * lots banco * value_at e certain + total_by e (amount punto banco) l.

Definition is_equilibrium '((l, certain, deals) : summary) (punto : plan hand) (banco : plan (hand * option nat))
    (above below : poly) : bool :=
  match least punto l, most banco l with
  | Some low, Some high =>
      positive deals && positive below
      && equal (times (plus (times (fst punto) certain) low) below) (times above (times (fst punto) deals))
      && equal (times (plus (times (fst banco) certain) high) below) (times above (times (fst banco) deals))
  | _, _ => false
  end.

Lemma checked e m c game punto punto_plan banco banco_plan above below : 0 <= e -> sums e m c game ->
  follows e punto punto_plan -> follows e banco banco_plan -> proper punto -> proper banco ->
  is_equilibrium game punto_plan banco_plan above below = true ->
  0 < value_at e below /\ equilibrium m punto banco c (value_at e above # Z.to_pos (value_at e below)).
Proof.
  destruct game as [[l certain] deals]. intros from_0 [all_deals nets] follow follow' fair fair' holds.
  unfold is_equilibrium in holds.
  destruct (least punto_plan l) as [low|] eqn:is_low; [|discriminate].
  destruct (most banco_plan l) as [high|] eqn:is_high; [|discriminate].
  apply andb_prop in holds as [holds at_high]. apply andb_prop in holds as [holds at_low].
  apply andb_prop in holds as [some some_below].
  apply (positive_at e) in some; [|exact from_0]. apply (positive_at e) in some_below; [|exact from_0].
  apply (at_equal e) in at_high, at_low. rewrite !at_times, !at_plus, !at_times in at_high, at_low.
  rewrite <- (proj1 follow) in at_low. rewrite <- (proj1 follow') in at_high. rewrite <- all_deals in *.
  split; [exact some_below|].
  assert (high_enough : forall other, proper other ->
    (value m other banco c <= value_at e above # Z.to_pos (value_at e below))%Q).
  { intros other fair_other.
    pose proof (most_is_most e other banco banco_plan l high from_0 follow' fair_other is_high) as bound.
    unfold value, Qle. cbn [Qnum Qden]. destruct fair_other as [lots_other _], fair' as [lots_banco _].
    rewrite !Z2Pos.id by (repeat apply Z.mul_pos_pos; assumption). rewrite nets.
    replace (value_at e above * _) with (lots other * (value_at e above * (lots banco * ways m 6 c))) by ring.
    rewrite <- at_high, Z.mul_assoc. apply Z.mul_le_mono_nonneg_r; lia. }
  assert (low_enough : forall other, proper other ->
    (value_at e above # Z.to_pos (value_at e below) <= value m punto other c)%Q).
  { intros other fair_other.
    pose proof (least_is_least e punto punto_plan other l low from_0 follow fair_other is_low) as bound.
    unfold value, Qle. cbn [Qnum Qden]. destruct fair_other as [lots_other _], fair as [lots_punto _].
    rewrite !Z2Pos.id by (repeat apply Z.mul_pos_pos; assumption). rewrite nets.
    replace (value_at e above * _) with (lots other * (value_at e above * (lots punto * ways m 6 c))) by ring.
    rewrite <- at_low, Z.mul_assoc. apply Z.mul_le_mono_nonneg_r; lia. }
  repeat split; try apply fair; try apply fair'; auto using Qle_antisym.
Qed.
