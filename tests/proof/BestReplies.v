(** Equilibria: the game as rows, grouped by what the sides know; best replies from the two amounts of each group. *)

From Coq Require Import NArith ZArith QArith String List Bool Lia.
Require Import Baccarat Equilibria CheminDeFer.
Import ListNotations.
Open Scope Z_scope.

(** ** Groups

    A row has a key and two amounts.  Rows of equal keys are added up.  A tree finds the keys fast; any path will do for
    a key, because a leaf compares keys. *)

Notation row K := (K * (Z * Z))%type.
Definition total_by {K} (f : K -> Z -> Z -> Z) (l : list (row K)) : Z :=
  total_of (map (fun '(k, (x, y)) => f k x y) l).
Definition additive {K} (f : K -> Z -> Z -> Z) : Prop :=
  forall k x y x' y', f k (x + x') (y + y') = f k x y + f k x' y'.

Lemma total_cons {K} f (k : K) x y l : total_by f ((k, (x, y)) :: l) = f k x y + total_by f l.
Proof. reflexivity. Qed.

Lemma total_app {K} f (l l' : list (row K)) : total_by f (l ++ l') = total_by f l + total_by f l'.
Proof.
  induction l as [|[k [x y]] l IH]; [reflexivity|]. cbn [app]. rewrite !total_cons, IH. ring.
Qed.

Section Groups.

Context {K : Type} (same : forall k k' : K, {k = k'} + {k <> k'}) (path : K -> list bool).

Fixpoint put (new : row K) (l : list (row K)) : list (row K) :=
  match l with
  | [] => [new]
  | (k, (x, y)) :: l =>
      if same (fst new) k then (k, (x + fst (snd new), y + snd (snd new))) :: l else (k, (x, y)) :: put new l
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

Lemma total_put f k x y l : additive f -> total_by f (put (k, (x, y)) l) = f k x y + total_by f l.
Proof.
  intros add. induction l as [|[k' [x' y']] l IH]; cbn [put fst snd]; [reflexivity|].
  destruct (same k k') as [<-|]; rewrite !total_cons, ?add, ?IH; ring.
Qed.

Lemma total_insert f k x y p : additive f -> forall t,
  total_by f (rows_of (insert (k, (x, y)) p t)) = f k x y + total_by f (rows_of t).
Proof.
  intros add. induction p as [|[] p IH]; intros [|here yes no]; cbn [insert rows_of app];
    rewrite ?total_app, ?total_put, ?IH by exact add; cbn [rows_of]; rewrite ?total_cons;
    cbn [total_by map total_of fold_right]; ring.
Qed.

Lemma total_grouped f l : additive f -> total_by f (grouped l) = total_by f l.
Proof.
  intros add. unfold grouped. change (total_by f l) with (total_by f (rows_of Empty) + total_by f l). generalize Empty.
  induction l as [|[k [x y]] l IH]; intros t; cbn [fold_left fst].
  - cbn. ring.
  - rewrite IH, total_insert, total_cons by exact add. ring.
Qed.

End Groups.

(** ** The rows of a game: a key is punto's hand if punto chooses, and what banco knows *)

Definition known : Set := option hand * (hand * option nat).

Definition each (m : model) (c : shoe) (w : Z) (f : nat -> shoe -> Z -> list (row known)) : list (row known) :=
  flat_map (fun v => f v (after m v c) (w * Z.of_N (left c v))) values.

Definition rows (m : model) (c : shoe) : list (row known) :=
  each m c 1 (fun p1 c w => each m c w (fun b1 c w => each m c w (fun p2 c w => each m c w (fun b2 c w =>
    let p := total p1 p2 in
    let b := total b1 b2 in
    if ((8 <=? p) || (8 <=? b))%nat then []
    else
      let own := sees (banco_sees_cards m) b1 b2 in
      let chooses := if (p =? 5)%nat then Some (sees (punto_sees_cards m) p1 p2) else None in
      (if (p <=? 5)%nat then
        each m c w (fun p3 c w =>
          let final := total p p3 in
          [((chooses, (own, Some p3)),
            (w * (wins final b * ways m 1 c), w * next m c (fun b3 _ => wins final (total b b3))))])
       else [])
      ++
      (if (5 <=? p)%nat then
        [((chooses, (own, None)),
          (w * (wins p b * ways m 2 c), w * next m c (fun b3 c => wins p (total b b3) * ways m 1 c)))]
       else []))))).

Definition naturals (m : model) (c : shoe) : Z :=
  next m c (fun p1 c => next m c (fun b1 c => next m c (fun p2 c => next m c (fun b2 c =>
    let p := total p1 p2 in
    let b := total b1 b2 in
    if ((8 <=? p) || (8 <=? b))%nat then wins p b * ways m 2 c else 0)))).

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

Lemma total_each m c w f F g :
  (forall v c w, total_by F (f v c w) = w * g v c) -> total_by F (each m c w f) = w * next m c g.
Proof.
  intros same. unfold each, next. rewrite <- total_of_scale.
  induction values as [|v l IH]; [reflexivity|]. cbn [flat_map map total_of fold_right].
  rewrite total_app, IH, same. unfold total_of. ring.
Qed.

(** The sum over the deals without a natural, as in the definition. *)
Lemma total_rows m punto banco c :
  total_by (amount punto banco) (rows m c) =
  next m c (fun p1 c => next m c (fun b1 c => next m c (fun p2 c => next m c (fun b2 c =>
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
  rewrite <- (Z.mul_1_l (next _ _ _)). apply total_each. intros p1 c1 w1. apply total_each. intros b1 c2 w2.
  apply total_each. intros p2 c3 w3. apply total_each. intros b2 c4 w4. cbv zeta.
  destruct (_ || _)%bool; [symmetry; apply Z.mul_0_r|].
  rewrite total_app. set (p := total p1 p2). set (b := total b1 b2). set (own := sees (banco_sees_cards m) b1 b2).
  assert (takes : forall k, total_by (amount punto banco)
      (each m c4 w4 (fun p3 c w => [((k, (own, Some p3)),
        (w * (wins (total p p3) b * ways m 1 c), w * next m c (fun b3 _ => wins (total p p3) (total b b3))))]))
    = w4 * (leads punto (k, (own, Some O)) * next m c4 (fun p3 c => choose banco (own, Some p3)
        (wins (total p p3) b * ways m 1 c) (next m c (fun b3 _ => wins (total p p3) (total b b3)))))).
  { intros k. rewrite next_scale. apply total_each. intros. rewrite total_cons.
    unfold amount, choose, leads. cbn [total_by map total_of fold_right snd]. destruct k; ring. }
  destruct (Nat.compare_spec p 5) as [equal|less|more].
  - rewrite (proj2 (Nat.leb_le p 5)), (proj2 (Nat.leb_le 5 p)) by lia.
    rewrite (proj2 (Nat.eqb_eq p 5)), (proj2 (Nat.leb_gt p 4)) by lia. rewrite takes, total_cons.
    unfold amount, choose. cbn [total_by map total_of fold_right snd leads]. ring.
  - rewrite (proj2 (Nat.leb_le p 5)), (proj2 (Nat.leb_gt 5 p)) by lia.
    rewrite (proj2 (Nat.eqb_neq p 5)), (proj2 (Nat.leb_le p 4)) by lia.
    rewrite takes. cbn [total_by map total_of fold_right leads]. ring.
  - rewrite (proj2 (Nat.leb_gt p 5)), (proj2 (Nat.leb_le 5 p)) by lia.
    rewrite (proj2 (Nat.eqb_neq p 5)), (proj2 (Nat.leb_gt p 4)) by lia.
    rewrite total_cons. unfold amount, choose. cbn [total_by map total_of fold_right snd leads]. ring.
Qed.

Lemma net_rows m punto banco c :
  net m punto banco c = lots punto * lots banco * naturals m c + total_by (amount punto banco) (rows m c).
Proof.
  rewrite total_rows. unfold net, naturals.
  do 4 (rewrite next_scale, next_plus; apply next_ext; intros).
  cbv zeta. destruct (_ || _)%bool; ring.
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

(** The least that punto gets against any banco, per lot of banco; the most that any punto gets, per lot of punto. *)
Definition least (punto : punto_strategy) (l : list (row known)) : Z :=
  total_by (fun _ => Z.min) (grouped banco_same banco_path
    (map (fun '(k, (x, y)) => (snd k, (leads punto k * x, leads punto k * y))) l)).

Definition by_punto (banco : banco_strategy) '((k, (x, y)) : row known) : row (option hand) :=
  let n := choose banco (snd k) x y in (fst k, match snd (snd k) with None => (n, 0) | Some _ => (0, n) end).
Definition most (banco : banco_strategy) (l : list (row known)) : Z :=
  total_by (fun h => match h with None => Z.add | Some _ => Z.max end)
    (grouped punto_same punto_path (map (by_punto banco) l)).

Lemma total_map {K K'} (f : K -> Z -> Z -> Z) (f' : K' -> Z -> Z -> Z) (g : row K -> row K') l :
  (forall k x y, total_by f' [g (k, (x, y))] = f k x y) -> total_by f' (map g l) = total_by f l.
Proof.
  intros same. induction l as [|[k [x y]] l IH]; [reflexivity|]. cbn [map].
  change (?a :: ?l) with ([a] ++ l) at 1. rewrite total_app, total_cons, IH, same. reflexivity.
Qed.

Lemma total_at_most {K} (f f' : K -> Z -> Z -> Z) w l :
  (forall k x y, f k x y <= w * f' k x y) -> total_by f l <= w * total_by f' l.
Proof.
  intros small. induction l as [|[k [x y]] l IH]; [cbn; lia|].
  rewrite !total_cons. specialize (small k x y). lia.
Qed.

Lemma total_at_least {K} (f f' : K -> Z -> Z -> Z) w l :
  (forall k x y, w * f' k x y <= f k x y) -> w * total_by f' l <= total_by f l.
Proof.
  intros small. induction l as [|[k [x y]] l IH]; [cbn; lia|].
  rewrite !total_cons. specialize (small k x y). lia.
Qed.

Lemma choose_between {choice} (s : strategy choice) c x y : proper s ->
  lots s * Z.min x y <= choose s c x y <= lots s * Z.max x y.
Proof. intros [_ between]. specialize (between c). unfold choose. nia. Qed.

Lemma least_is_least punto banco l : proper banco -> lots banco * least punto l <= total_by (amount punto banco) l.
Proof.
  intros fair. unfold least.
  transitivity (total_by (choose banco) (grouped banco_same banco_path
    (map (fun '(k, (x, y)) => (snd k, (leads punto k * x, leads punto k * y))) l))).
  - apply total_at_least. intros. apply choose_between, fair.
  - rewrite total_grouped by (intros k x y x' y'; unfold choose; ring). apply Z.eq_le_incl, total_map.
    intros k x y. unfold amount, choose. cbn. ring.
Qed.

Lemma most_is_most punto banco l : proper punto -> total_by (amount punto banco) l <= lots punto * most banco l.
Proof.
  intros fair. unfold most.
  set (f := fun h x y => match h with None => lots punto * (x + y) | Some h => choose punto h x y end).
  transitivity (total_by f (grouped punto_same punto_path (map (by_punto banco) l))).
  - rewrite total_grouped by (intros [h|] x y x' y'; unfold f, choose; ring). apply Z.eq_le_incl, eq_sym, total_map.
    intros [[h|] [own [third|]]] x y; unfold total_by, by_punto, f, amount, choose;
      cbn [map total_of fold_right leads fst snd]; ring.
  - apply total_at_most. intros [h|] x y; unfold f; [apply choose_between, fair|lia].
Qed.

(** ** The checker: what the one side gets at least is what the other lets it get at most *)

Definition is_equilibrium (m : model) (punto : punto_strategy) (banco : banco_strategy) (c : shoe) (v : Q) : bool :=
  let l := grouped known_same known_path (rows m c) in
  let certain := naturals m c in
  let deals := ways m 6 c in
  (0 <? deals)
  && ((lots punto * certain + least punto l) * QDen v =? Qnum v * (lots punto * deals))
  && ((lots banco * certain + most banco l) * QDen v =? Qnum v * (lots banco * deals)).

Lemma bounds m punto banco c : proper punto -> proper banco ->
  let l := grouped known_same known_path (rows m c) in
  lots banco * (lots punto * naturals m c + least punto l) <= net m punto banco c
  <= lots punto * (lots banco * naturals m c + most banco l).
Proof.
  intros fair fair' l. rewrite net_rows, <- (total_grouped known_same known_path) by apply amount_additive. fold l.
  pose proof (least_is_least punto banco l fair'). pose proof (most_is_most punto banco l fair). lia.
Qed.

Lemma checked m punto banco c v : proper punto -> proper banco ->
  is_equilibrium m punto banco c v = true -> equilibrium m punto banco c v.
Proof.
  intros fair fair' holds. apply andb_prop in holds as [holds high]. apply andb_prop in holds as [some low].
  apply Z.ltb_lt in some. apply Z.eqb_eq in low, high.
  assert (above : forall other, proper other -> (value m other banco c <= v)%Q).
  { intros other proper_other. pose proof (bounds m other banco c proper_other fair') as [_ bound].
    destruct proper_other as [lots_other _], fair' as [lots_banco _].
    unfold value, Qle. cbn [Qnum Qden]. rewrite Z2Pos.id by (repeat apply Z.mul_pos_pos; assumption).
    apply (Z.mul_le_mono_nonneg_r _ _ (QDen v)) in bound; [|lia].
    etransitivity; [exact bound|]. rewrite <- Z.mul_assoc, high. lia. }
  assert (below : forall other, proper other -> (v <= value m punto other c)%Q).
  { intros other proper_other. pose proof (bounds m punto other c fair proper_other) as [bound _].
    destruct proper_other as [lots_other _], fair as [lots_punto _].
    unfold value, Qle. cbn [Qnum Qden]. rewrite Z2Pos.id by (repeat apply Z.mul_pos_pos; assumption).
    apply (Z.mul_le_mono_nonneg_r _ _ (QDen v)) in bound; [|lia].
    etransitivity; [|exact bound]. rewrite <- (Z.mul_assoc (lots other)), low. lia. }
  repeat split; try apply fair; try apply fair'; auto using Qle_antisym.
Qed.

(** ** The printed strategies *)

Definition fair_punto '((all, rows) : Z * list (hand * Z)) : bool :=
  (0 <? all) && forallb (fun '(_, n) => (0 <=? n) && (n <=? all)) rows.
Definition fair_banco '((all, mixes, _) : Z * Z * list (hand * string)) : bool :=
  (0 <? all) && (0 <=? mixes) && (mixes <=? all).

Lemma found_in {A} h (l : list (hand * A)) a : found h l = Some a -> exists h', In (h', a) l.
Proof.
  unfold found. match goal with |- context [find ?f l] => destruct (find f l) as [[h' a']|] eqn:here end;
    [|discriminate].
  intros is_a. injection is_a as <-. exists h'. apply (proj1 (find_some _ _ here)).
Qed.

Lemma punto_proper p : fair_punto p = true -> proper (printed_punto p).
Proof.
  destruct p as [all rows]. intros fair. apply andb_prop in fair as [some each]. apply Z.ltb_lt in some.
  split; [exact some|]. intros h. cbn [printed_punto draws lots]. destruct (found h rows) as [n|] eqn:here; [|lia].
  apply found_in in here as [h' inside]. pose proof (proj1 (forallb_forall _ _) each _ inside) as between.
  cbn beta iota in between. lia.
Qed.

Lemma banco_proper b : fair_banco b = true -> proper (printed_banco b).
Proof.
  destruct b as [[all mixes] rows]. intros fair. unfold fair_banco in fair.
  split; cbn [printed_banco draws lots]; [lia|]. intros [h third].
  destruct (found h rows); [|lia]. destruct (get _ _) as [a|]; [|lia].
  repeat match goal with |- context [match ?x with _ => _ end] => destruct x end; lia.
Qed.

Definition checks
  '((name, d, punto, banco, v) : string * N * (Z * list (hand * Z)) * (Z * Z * list (hand * string)) * Q) : bool :=
  fair_punto punto && fair_banco banco
  && is_equilibrium (model_named name) (printed_punto punto) (printed_banco banco) (decks d) v.

Lemma printed_equilibrium name d punto banco v : checks (name, d, punto, banco, v) = true ->
  equilibrium (model_named name) (printed_punto punto) (printed_banco banco) (decks d) v.
Proof.
  intros holds. apply andb_prop in holds as [holds check]. apply andb_prop in holds as [fair fair'].
  apply checked; auto using punto_proper, banco_proper.
Qed.

(** ** The computations *)

Ltac check_row :=
  apply printed_equilibrium;
  match goal with |- checks (?name, ?d, _, _, _) = true =>
    first [abstract (vm_cast_no_check (eq_refl true)) | fail 1 "no equilibrium of this value: model" name "decks" d]
  end.

Theorem chemin_de_fer_holds : chemin_de_fer.
Proof.
  unfold chemin_de_fer, equilibria. repeat (apply Forall_cons; [check_row|]). apply Forall_nil.
Qed.
