(** The language of bets of docs/reference/language-of-bets.md, and its meaning for a dealt coup. *)

From Coq Require Import NArith ZArith List Bool.
Require Import Baccarat.
Import ListNotations.
Open Scope nat_scope.

(** * Cards *)

(** A card is its rank, ace 1 to king 13, and its suit: spades 0, hearts 1, diamonds 2, clubs 3. *)
Definition card := (nat * nat)%type.
Definition rank : card -> nat := fst.
Definition suit : card -> nat := snd.
Definition colour_of (s : nat) : nat := match s with 1 | 2 => 0 | _ => 1 end.
Definition value_of (r : nat) : nat := if r <=? 9 then r else 0.
Definition colour (x : card) : nat := colour_of (suit x).
Definition point_value (x : card) : nat := value_of (rank x).

(** The 52 cards.  A shoe of cards lists, in this order, how many of each are left. *)
Definition deck : list card := list_prod (seq 1 13) (seq 0 4).
Definition full_decks (d : N) : shoe := repeat d 52.

(** * The coup *)

(** As [count] in [Baccarat.v]: the coups dealt card by card from the shoe c.  Each adds what f finds for the hands of punto and
    of banco, as often as it can be dealt.  The shoe lists how many cards of each of these faces are left. *)
Section Coups.
Variable faces : list card.
Definition face (v : nat) : card := nth v faces (0, 0).
Definition coups (t : tableau) (c : shoe) (f : list card -> list card -> N) : N :=
  next_card c (fun p1 c => next_card c (fun b1 c => next_card c (fun p2 c => next_card c (fun b2 c =>
    let (p1, p2) := (face p1, face p2) in
    let (b1, b2) := (face b1, face b2) in
    let p := total (point_value p1) (point_value p2) in
    let b := total (point_value b1) (point_value b2) in
    if ((8 <=? p) || (8 <=? b))%nat then f [p1; p2] [b1; b2] * unused 2 c
    else if punto_draws t p then
      next_card c (fun p3 c =>
        let p3 := face p3 in
        if banco_draws t b (Some (point_value p3)) (total p (point_value p3))
        then next_card c (fun b3 _ => f [p1; p2; p3] [b1; b2; face b3])
        else f [p1; p2; p3] [b1; b2] * unused 1 c)
    else if banco_draws t b None p then next_card c (fun b3 c => f [p1; p2] [b1; b2; face b3] * unused 1 c)
    else f [p1; p2] [b1; b2] * unused 2 c))))%N.
End Coups.

(** * The language *)

Inductive group := punto_hand | banco_hand | first_four | punto_first_two | banco_first_two | all_dealt.
Inductive pattern :=
  | Of_a_kind | Pairs | Distinct_ranks | One_pair | Two_pair | Three_of_a_kind | Full_house | Four_of_a_kind
  | Straight | Straight_aces_low | Straight_aces_high | Flush | Same_colour
  | Straight_flush | Straight_flush_aces_low | Straight_flush_aces_high | Royal_flush | High_card.

Inductive name :=
  | punto_wins | banco_wins | tie | margin | cards | highest_value
  | punto_total | punto_two_card_total | punto_cards | punto_natural | punto_value_1 | punto_value_2 | punto_value_3
  | banco_total | banco_two_card_total | banco_cards | banco_natural | banco_value_1 | banco_value_2 | banco_value_3
  | aces | twos | threes | fours | fives | sixes | sevens | eights | nines | tens | jacks | queens | kings | court_cards
  | punto_pair | punto_perfect_pair | punto_first_two_suited | punto_suited | punto_one_colour
  | banco_pair | banco_perfect_pair | banco_first_two_suited | banco_suited | banco_one_colour | one_suit | one_colour
  | punto_rank_1 | punto_rank_2 | punto_rank_3 | banco_rank_1 | banco_rank_2 | banco_rank_3
  | punto_suit_1 | punto_suit_2 | punto_suit_3 | banco_suit_1 | banco_suit_2 | banco_suit_3
  | punto_colour_1 | punto_colour_2 | punto_colour_3 | banco_colour_1 | banco_colour_2 | banco_colour_3
  | Pattern (x : pattern) (g : group).

Inductive expression :=
  | Number (z : Z) | Name (n : name)
  | And (a b : expression) | Or (a b : expression) | Not (a : expression)
  | Equal (a b : expression) | Less (a b : expression)
  | Plus (a b : expression) | Minus (a b : expression) | Times (a b : expression)
  | Quotient (a b : expression) | Remainder (a b : expression).

(** What the suits, the colours and a third card that was not dealt are compared with. *)
Definition spades := Number 0.
Definition hearts := Number 1.
Definition diamonds := Number 2.
Definition clubs := Number 3.
Definition red := Number 0.
Definition black := Number 1.
Definition none := Number (-1).

(** * Its meaning *)

Open Scope Z_scope.

(** A condition is worth 1 if it holds, and otherwise 0. *)
Definition truth (b : bool) : Z := if b then 1 else 0.

(** Of the values of some cards: their total, the highest, how many are x, the one at a place, and whether all are the same. *)
Definition total_of (l : list nat) : Z := Z.of_nat (fold_right Nat.add O l mod 10).
Definition highest (l : list nat) : Z := Z.of_nat (fold_right Nat.max O l).
Definition copies (x : nat) (l : list nat) : Z := Z.of_nat (List.length (filter (Nat.eqb x) l)).
Definition at_place (i : nat) (l : list nat) : Z := match nth_error l i with Some x => Z.of_nat x | None => -1 end.
Definition same (l : list nat) : bool := match l with [] => true | x :: l => forallb (Nat.eqb x) l end.

(** For patterns: how many of some cards have a rank, how many ranks come k times, … After a king, an ace is a 14. *)
Section Patterns. Variable l : list card.
Definition times (r : nat) : nat := List.length (filter (Nat.eqb r) (map rank l)).
Definition ranks_with (k : nat) : nat := List.length (filter (fun r => times r =? k)%nat (seq 1 13)).
Definition different : nat := 13 - ranks_with 0.
Definition most : nat := fold_right Nat.max O (map times (map rank l)).
Definition in_row (ranks : list nat) : bool :=
  ((3 <=? List.length l) && (most =? 1)
   && (fold_right Nat.max O ranks + 1 =? fold_right Nat.min 14 ranks + List.length l))%nat.
Definition low_row : bool := in_row (map rank l).
Definition high_row : bool := in_row (map (fun x => if rank x =? 1 then 14 else rank x)%nat l).
Definition one_suited : bool := same (map suit l).

Definition found (x : pattern) : Z :=
  match x with
  | Of_a_kind => Z.of_nat most | Pairs => Z.of_nat (ranks_with 2) | Distinct_ranks => Z.of_nat different
  | One_pair => truth ((most =? 2) && (ranks_with 2 =? 1))%nat
  | Two_pair => truth ((most =? 2) && (2 <=? ranks_with 2))%nat
  | Three_of_a_kind => truth ((most =? 3) && (different + 2 =? List.length l))%nat
  | Full_house => truth ((most =? 3) && (different + 2 <? List.length l))%nat | Four_of_a_kind => truth (most =? 4)%nat
  | Straight_aces_low => truth low_row | Straight_aces_high => truth high_row | Straight => truth (low_row || high_row)
  | Flush => truth one_suited | Same_colour => truth (same (map colour l))
  | Straight_flush => truth (one_suited && (low_row || high_row))
  | Straight_flush_aces_low => truth (one_suited && low_row) | Straight_flush_aces_high => truth (one_suited && high_row)
  | Royal_flush => truth (one_suited && high_row && (0 <? times 1)%nat)
  | High_card => truth (negb ((2 <=? most)%nat || low_row || high_row || one_suited))
  end.
End Patterns.

Definition cards_of (g : group) (p b : list card) : list card :=
  match g with
  | punto_hand => p | banco_hand => b | all_dealt => p ++ b
  | punto_first_two => firstn 2 p | banco_first_two => firstn 2 b | first_four => firstn 2 p ++ firstn 2 b
  end.

(** Each name's value, if punto's cards are p and banco's b. *)
Definition names (p b : list card) : name -> Z :=
  let pv := map point_value p in
  let bv := map point_value b in
  let pt := total_of pv in
  let bt := total_of bv in
  let first (f : card -> nat) hand := firstn 2 (map f hand) in
  fun n => match n with
  | punto_wins => truth (bt <? pt) | banco_wins => truth (pt <? bt) | tie => truth (pt =? bt)
  | margin => Z.abs (pt - bt)
  | cards => Z.of_nat (List.length pv + List.length bv)
  | highest_value => highest (pv ++ bv)
  | punto_total => pt | banco_total => bt
  | punto_two_card_total => total_of (firstn 2 pv) | banco_two_card_total => total_of (firstn 2 bv)
  | punto_cards => Z.of_nat (List.length pv) | banco_cards => Z.of_nat (List.length bv)
  | punto_natural => truth (8 <=? total_of (firstn 2 pv)) | banco_natural => truth (8 <=? total_of (firstn 2 bv))
  | punto_value_1 => at_place 0 pv | punto_value_2 => at_place 1 pv | punto_value_3 => at_place 2 pv
  | banco_value_1 => at_place 0 bv | banco_value_2 => at_place 1 bv | banco_value_3 => at_place 2 bv
  | aces => copies 1 (pv ++ bv) | twos => copies 2 (pv ++ bv) | threes => copies 3 (pv ++ bv)
  | fours => copies 4 (pv ++ bv) | fives => copies 5 (pv ++ bv) | sixes => copies 6 (pv ++ bv)
  | sevens => copies 7 (pv ++ bv) | eights => copies 8 (pv ++ bv) | nines => copies 9 (pv ++ bv)
  | tens => copies 10 (map rank p ++ map rank b) | jacks => copies 11 (map rank p ++ map rank b)
  | queens => copies 12 (map rank p ++ map rank b) | kings => copies 13 (map rank p ++ map rank b)
  | court_cards => let all := map rank p ++ map rank b in copies 11 all + copies 12 all + copies 13 all
  | punto_pair => truth (same (first rank p)) | banco_pair => truth (same (first rank b))
  | punto_perfect_pair => truth (same (first rank p) && same (first suit p))
  | banco_perfect_pair => truth (same (first rank b) && same (first suit b))
  | punto_first_two_suited => truth (same (first suit p)) | banco_first_two_suited => truth (same (first suit b))
  | punto_suited => truth (same (map suit p)) | banco_suited => truth (same (map suit b))
  | punto_one_colour => truth (same (map colour p)) | banco_one_colour => truth (same (map colour b))
  | one_suit => truth (same (map suit p ++ map suit b)) | one_colour => truth (same (map colour p ++ map colour b))
  | punto_rank_1 => at_place 0 (map rank p) | banco_rank_1 => at_place 0 (map rank b)
  | punto_rank_2 => at_place 1 (map rank p) | banco_rank_2 => at_place 1 (map rank b)
  | punto_rank_3 => at_place 2 (map rank p) | banco_rank_3 => at_place 2 (map rank b)
  | punto_suit_1 => at_place 0 (map suit p) | banco_suit_1 => at_place 0 (map suit b)
  | punto_suit_2 => at_place 1 (map suit p) | banco_suit_2 => at_place 1 (map suit b)
  | punto_suit_3 => at_place 2 (map suit p) | banco_suit_3 => at_place 2 (map suit b)
  | punto_colour_1 => at_place 0 (map colour p) | banco_colour_1 => at_place 0 (map colour b)
  | punto_colour_2 => at_place 1 (map colour p) | banco_colour_2 => at_place 1 (map colour b)
  | punto_colour_3 => at_place 2 (map colour p) | banco_colour_3 => at_place 2 (map colour b)
  | Pattern x g => found (cards_of g p b) x
  end.

Fixpoint meaning (names : name -> Z) (e : expression) : Z :=
  match e with
  | Number z => z | Name n => names n
  | And a b => if meaning names a =? 0 then 0 else meaning names b
  | Or a b => if meaning names a =? 0 then meaning names b else 1
  | Not a => truth (meaning names a =? 0)
  | Equal a b => truth (meaning names a =? meaning names b)
  | Less a b => truth (meaning names a <? meaning names b)
  | Plus a b => meaning names a + meaning names b
  | Minus a b => meaning names a - meaning names b
  | Times a b => meaning names a * meaning names b
  | Quotient a b => meaning names a / meaning names b | Remainder a b => meaning names a mod meaning names b
  end.

(** The place of the first condition that holds; if none does, the place after them all. *)
Fixpoint category (conditions : list expression) (names : name -> Z) : nat :=
  match conditions with
  | [] => O
  | e :: rest => if meaning names e =? 0 then S (category rest names) else O
  end.

(** 1 for the coups that a bet puts into category k, and how many ways lead to such a coup from a shoe of cards. *)
Definition belongs (conditions : list expression) (k : nat) (p b : list card) : N :=
  if (category conditions (names p b) =? k)%nat then 1 else 0.
Definition count_category (conditions : list expression) (k : nat) (c : shoe) : N :=
  coups deck standard c (belongs conditions k).
