(** Chemin de fer from its rules alone: the game in which both sides choose, and what an equilibrium is.

    [Equilibria.v] holds the equilibria that the project prints; the shoe and its cards are those of [Baccarat.v]. *)

From Coq Require Import NArith ZArith QArith List Bool Ascii String.
Require Import Baccarat Equilibria.
Import ListNotations.
Open Scope Z_scope.

(** * Strategies *)

(** What a side knows of its first two cards: their values in ascending order, or only their total. *)
Definition hand := list nat.

(** At a choice a side draws one of [lots] equal lots, and takes a card with [draws] of them.  A pure strategy has one
    lot.  Each side chooses at most once in a coup, so every rational mixture of pure strategies has this form. *)
Record strategy (choice : Set) := { lots : Z; draws : choice -> Z }.
Arguments lots {_}.
Arguments draws {_}.

Definition proper {choice} (s : strategy choice) : Prop := 0 < lots s /\ forall c, 0 <= draws s c <= lots s.

(** Punto chooses by its hand.  Banco chooses by its hand and punto's third card, if there is one. *)
Definition punto_strategy := strategy hand.
Definition banco_strategy := strategy (hand * option nat).

(** What a side gets, over all its lots, if it gets [stands] when it stands and [takes] when it takes a card. *)
Definition choose {choice} (s : strategy choice) (c : choice) (stands takes : Z) : Z :=
  (lots s - draws s c) * stands + draws s c * takes.

(** * The game *)

Record model := { replaced : bool; punto_sees_cards : bool; banco_sees_cards : bool }.
Definition model_named (name : string) : model := {|
  replaced := (name =? "A1");
  punto_sees_cards := (name =? "B3");
  banco_sees_cards := (name =? "B2") || (name =? "B3")
|}%string.

Definition sees (cards : bool) (x y : nat) : hand := if cards then [Nat.min x y; Nat.max x y] else [total x y].

(** The shoe after a card of value v; a sum over the next card: each value comes in as many ways as it has cards. *)
Definition after (m : model) (v : nat) (c : shoe) : shoe := if replaced m then c else without v c.
Definition total_of : list Z -> Z := fold_right Z.add 0.
Definition next (m : model) (c : shoe) (go_on : nat -> shoe -> Z) : Z :=
  total_of (map (fun v => Z.of_N (left c v) * go_on v (after m v c)) values).

(** Six cards count as dealt in every coup: the ways to deal k of them from the shoe c. *)
Definition ways (m : model) (k : nat) (c : shoe) : Z :=
  Z.of_N (if replaced m then sum c ^ N.of_nat k else falling (sum c) k).

(** What punto wins with the total p against the total b. *)
Definition wins (p b : nat) : Z := match Nat.compare p b with Gt => 1 | Lt => -1 | Eq => 0 end.

(** Punto's wins less banco's, over all deals of a coup from the shoe c and all lots of both sides. *)
Definition net (m : model) (punto : punto_strategy) (banco : banco_strategy) (c : shoe) : Z :=
  next m c (fun p1 c => next m c (fun b1 c => next m c (fun p2 c => next m c (fun b2 c =>
    let p := total p1 p2 in
    let b := total b1 b2 in
    if ((8 <=? p) || (8 <=? b))%nat then lots punto * lots banco * (wins p b * ways m 2 c)
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

(** What punto wins per coup on average. *)
Definition value (m : model) (punto : punto_strategy) (banco : banco_strategy) (c : shoe) : Q :=
  net m punto banco c # Z.to_pos (lots punto * lots banco * ways m 6 c).

(** Neither side has a strategy, pure or mixed, that does better against the other side's. *)
Definition equilibrium (m : model) (punto : punto_strategy) (banco : banco_strategy) (c : shoe) (v : Q) : Prop :=
  proper punto /\ proper banco /\ (value m punto banco c == v)%Q
  /\ (forall other : punto_strategy, proper other -> (value m other banco c <= v)%Q)
  /\ (forall other : banco_strategy, proper other -> (v <= value m punto other c)%Q).

(** The choices of a coup: punto's hands worth 5; banco's hands worth at most 7, each without a third card of punto and with
    each.  Two strategies are the same if they draw with the same probability at each choice. *)
Definition hands (cards : bool) (low high : nat) : list hand :=
  flat_map (fun x => flat_map (fun y =>
    if ((low <=? total x y) && (total x y <=? high))%nat then [sees cards x y] else []) values) values.
Definition punto_choices (m : model) : list hand := hands (punto_sees_cards m) 5 5.
Definition banco_choices (m : model) : list (hand * option nat) :=
  list_prod (hands (banco_sees_cards m) 0 7) (None :: map Some values).

Definition same_strategy {choice : Set} (choices : list choice) (s other : strategy choice) : Prop :=
  forall c, In c choices -> draws s c * lots other = draws other c * lots s.

(** An equilibrium, and every equilibrium is this one. *)
Definition only_equilibrium (m : model) (punto : punto_strategy) (banco : banco_strategy) (c : shoe) (v : Q) : Prop :=
  equilibrium m punto banco c v
  /\ forall (other_punto : punto_strategy) (other_banco : banco_strategy) (other_v : Q),
    equilibrium m other_punto other_banco c other_v ->
    (v == other_v)%Q /\ same_strategy (punto_choices m) punto other_punto
    /\ same_strategy (banco_choices m) banco other_banco.

(** * The statement *)

(** What a printed strategy has for a hand. *)
Definition found {A} (h : hand) (rows : list (hand * A)) : option A :=
  match find (fun '(other, _) => if list_eq_dec Nat.eq_dec h other then true else false) rows with
  | Some (_, a) => Some a
  | None => None
  end.

(** Numbers are coefficients of 1, d, d² … for d decks.  Punto's lots, and for each hand those for drawing. *)
Definition printed_punto (d : Z) '((all, rows) : list Z * list (hand * list Z)) : punto_strategy :=
  {| lots := value_at d all; draws h := match found h rows with Some n => value_at d n | None => 0 end |}.

(** Banco's lots, those with which it draws where it mixes, and for each hand eleven letters, the first if punto has no
    third card, then for 0 to 9: D for draws, S for stands, M for mixes. *)
Definition printed_banco (d : Z) '((all, mixes, rows) : list Z * list Z * list (hand * string)) : banco_strategy := {|
  lots := value_at d all;
  draws '(h, third) :=
    match found h rows with
    | None => 0
    | Some letters =>
        match get (match third with None => O | Some x => S x end) letters with
        | Some "D"%char => value_at d all
        | Some "M"%char => value_at d mixes
        | _ => 0
        end
    end
|}.

(** The value is a quotient of two polynomials in d. *)
Definition printed_equilibrium (m : model) (n : N) (punto : list Z * list (hand * list Z))
    (banco : list Z * list Z * list (hand * string)) '((numerator, denominator) : list Z * list Z) : Prop :=
  let d := Z.of_N n in
  0 < value_at d denominator
  /\ only_equilibrium m (printed_punto d punto) (printed_banco d banco) (decks n)
       (value_at d numerator # Z.to_pos (value_at d denominator)).

(** For each model its printed equilibria, each the only one for all numbers of decks from [first] to [last], or from [first] on. *)
Definition chemin_de_fer : Prop :=
  Forall (fun '(name, printed) =>
    Forall (fun '(first, last, punto, banco, value) => forall n : N,
      (first <= n)%N -> match last with Some last => (n <= last)%N | None => True end ->
      printed_equilibrium (model_named name) n punto banco value) printed) equilibria.
