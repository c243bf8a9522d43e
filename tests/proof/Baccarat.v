(** Punto banco from its rules alone: definitions, then the statements that the other files prove.

    [Coefficients.v] and [Published.v] hold what the project prints. *)

From Coq Require Import NArith ZArith List Bool Ascii String.
Require Import Coefficients Published.
Import ListNotations.
Open Scope N_scope.

(** * The shoe *)

(** A shoe lists ten numbers: how many cards of value 0 (tens and figures), 1 (aces), 2 … 9 are left.  If a rule tells some
    cards of value 0 from the others, the shoe has an eleventh place for them, where they are worth 10. *)
Definition shoe := list N.
Definition left (c : shoe) (v : nat) : N := nth v c 0.
Definition sum : list N -> N := fold_right N.add 0.
Definition product : list N -> N := fold_right N.mul 1.

(** A full deck has sixteen cards of value 0 and four of each other value.  A rule may tell k of the sixteen apart. *)
Definition decks (d : N) : shoe := 16 * d :: repeat (4 * d) 9.
Definition decks_with_told_apart (k d : N) : shoe := (16 - k) * d :: repeat (4 * d) 9 ++ [k * d].

(** x(x−1)…, k factors: the ways to draw k of x cards in order.  It is 0 if x < k: the predecessor of 0 is 0. *)
Fixpoint falling (x : N) (k : nat) : N := match k with O => 1 | S k => x * falling (N.pred x) k end.

(** The shoe with one card of value v less. *)
Fixpoint without (v : nat) (c : shoe) : shoe :=
  match v, c with _, [] => [] | O, x :: rest => N.pred x :: rest | S v, x :: rest => x :: without v rest end.

(** Deal one card and go on: each value v can come in as many ways as it has cards. *)
Definition next_card (c : shoe) (go_on : nat -> shoe -> N) : N :=
  sum (map (fun v => left c v * go_on v (without v c)) (seq 0 (List.length c))).

(** Six cards count as gone from the shoe in every coup: the ways to fill k places that the coup does not use. *)
Definition unused (k : nat) (c : shoe) : N := falling (sum c) k.

(** * The rules *)

(** Whether punto draws, by its two cards' total, and whether banco draws, by its two cards' total, by punto's third card if
    there is one, and by punto's final total (which only some readings of one document look at). *)
Record tableau := { punto_draws : nat -> bool; banco_draws : nat -> option nat -> nat -> bool }.

Definition standard : tableau := {|
  punto_draws p := (p <=? 5)%nat;
  banco_draws b third _ :=
    match b, third with
    | _, None => b <=? 5
    | (0 | 1 | 2), Some x => true
    | 3, Some x => negb (x =? 8)
    | 4, Some x => (2 <=? x) && (x <=? 7)
    | 5, Some x => (4 <=? x) && (x <=? 7)
    | 6, Some x => (6 <=? x) && (x <=? 7)
    | _, Some x => false
    end%nat
|}.

(** A tableau in letters, D for draws: one for each total of punto; for each total of banco a row, with one for each third
    card of punto and a last one if it has none; and other such rows against some final totals of punto. *)
Definition draws (letters : string) (place : nat) : bool :=
  match get place letters with Some "D"%char => true | _ => false end.
Definition lettered (punto : string) (banco : list string) (against : list (nat * list string)) : tableau := {|
  punto_draws := draws punto;
  banco_draws b third final :=
    let rows := match find (fun '(total, _) => total =? final)%nat against with Some (_, rows) => rows | None => banco end in
    let row := nth b rows EmptyString in
    draws row (match third with Some x => x | None => String.length row - 1 end)
|}.

(** * The coup *)

Inductive outcome := Punto | Banco | Tie.

Definition total (a b : nat) : nat := (a + b) mod 10.

(** 1 if the totals p of punto and b of banco mean the outcome o, otherwise 0. *)
Definition ends (o : outcome) (p b : nat) : N :=
  match o, Nat.compare p b with Punto, Gt | Banco, Lt | Tie, Eq => 1 | _, _ => 0 end.

(** The number of ways in which a coup dealt card by card from the shoe c ends with the outcome o. *)
Definition count (t : tableau) (o : outcome) (c : shoe) : N :=
  next_card c (fun p1 c => next_card c (fun b1 c => next_card c (fun p2 c => next_card c (fun b2 c =>
    let p := total p1 p2 in
    let b := total b1 b2 in
    if ((8 <=? p) || (8 <=? b))%nat then ends o p b * unused 2 c
    else if punto_draws t p then
      next_card c (fun p3 c =>
        let final := total p p3 in
        if banco_draws t b (Some p3) final then next_card c (fun b3 _ => ends o final (total b b3))
        else ends o final b * unused 1 c)
    else if banco_draws t b None p then next_card c (fun b3 c => ends o p (total b b3) * unused 1 c)
    else ends o p b * unused 2 c)))).

Definition counts (t : tableau) (c : shoe) : N * N * N := (count t Punto c, count t Banco c, count t Tie c).

(** * The statements *)

(** (a) Six and eight full decks under the standard rules. *)
Definition six_and_eight_decks : Prop :=
  counts standard (decks 6) = (392220492728832, 403095751234560, 83552962932288)
  /\ counts standard (decks 8) = (2230518282592256, 2292252566437888, 475627426473216).

(** (b) Every drawing table among the documents' readings, some of which tell k cards of value 0 in a deck apart. *)
Definition every_reading : Prop :=
  Forall (fun '(_, punto, banco, against, k, of_six, of_eight) =>
    let shoe_of d := if k =? 0 then decks d else decks_with_told_apart k d in
    counts (lettered punto banco against) (shoe_of 6) = of_six /\
    counts (lettered punto banco against) (shoe_of 8) = of_eight) readings.

(** (c) The polynomial, for every shoe.  A multiset of six values is written in ascending order. *)
Fixpoint multisets (size least : nat) : list (list nat) :=
  match size with
  | O => [[]]
  | S size => flat_map (fun v => map (cons v) (multisets size v)) (seq least (10 - least))
  end.
Definition values : list nat := seq 0 10.
Definition multiplicity (v : nat) (m : list nat) : nat := List.length (filter (Nat.eqb v) m).
Definition term (c : shoe) (m : list nat) : N :=
  product (map (fun v => falling (left c v) (multiplicity v m)) values).
Definition part {A} (o : outcome) (three : A * A * A) : A :=
  match o, three with Punto, (p, _, _) => p | Banco, (_, b, _) => b | Tie, (_, _, t) => t end.

Definition polynomial : Prop :=
  map fst coefficients = multisets 6 0 /\
  forall (c : shoe) (o : outcome), List.length c = 10%nat ->
  count standard o c = sum (map (fun '(m, three) => part o three * term c m) coefficients).

(** (d) d full decks, for every d: the counts are polynomials in d, and the expectations of the three bets quotients of two
    polynomials (here multiplied by their denominators). *)
Fixpoint value_at (d : Z) (p : list Z) : Z := match p with [] => 0 | a :: p => a + d * value_at d p end%Z.

Definition closed_forms : Prop :=
  (forall (d : N) (o : outcome), Z.of_N (count standard o (decks d)) = value_at (Z.of_N d) (part o counts_in_decks))
  /\ Forall (fun '(pays, unit, numerator, constant, factors) => forall d : N,
       let paid o := part o pays * Z.of_N (count standard o (decks d)) in
       let denominator := fold_right (fun '(a, b) rest => (a * Z.of_N d - b) * rest) constant factors in
       (paid Punto + paid Banco + paid Tie) * denominator
       = unit * Z.of_N (falling (sum (decks d)) 6) * value_at (Z.of_N d) numerator)%Z expectations.

(** (e) The three counts add up to the ordered deals of six cards, under any tableau. *)
Definition conservation : Prop := forall (t : tableau) (c : shoe),
  count t Punto c + count t Banco c + count t Tie c = falling (sum c) 6.
