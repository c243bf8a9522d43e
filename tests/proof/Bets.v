(** What the other files prove of the bets in [Catalogue.v], and how these are written there. *)

From Coq Require Import NArith ZArith List Bool.
Require Import Baccarat BetLanguage.
Export BetLanguage.
Import ListNotations.
Open Scope Z_scope.

(** * What is proved of the bets in the catalogue *)

(** What each category pays, and the stake, in the same unit, and the house edges with six and with eight decks as fractions. *)
Record pay_table := { unit : Z; pays : list Z; edge_6 : Z * Z; edge_8 : Z * Z }.
Record bet := { conditions : list expression; counts_6 : list N; counts_8 : list N; pay_tables : list pay_table }.

Definition paid (t : pay_table) (counts : list N) : Z :=
  fold_right Z.add 0 (map (fun '(x, n) => x * Z.of_N n) (combine (pays t) counts)).

(** These are the counts of all categories, and a stake loses this edge on average: what is paid, per coup and unit. *)
Definition holds_with (d : N) (counts : bet -> list N) (edge : pay_table -> Z * Z) (b : bet) : Prop :=
  map (fun k => count_category (conditions b) k (full_decks d)) (seq 0 (S (List.length (conditions b)))) = counts b
  /\ Forall (fun t => let (top, bottom) := edge t in 0 < bottom /\ 0 < unit t /\ List.length (pays t) = List.length (counts b) /\
       - paid t (counts b) * bottom = top * unit t * Z.of_N (falling (sum (full_decks d)) 6)) (pay_tables b).

Definition bet_holds (b : bet) : Prop := holds_with 6 counts_6 edge_6 b /\ holds_with 8 counts_8 edge_8 b.

(** * How the catalogue writes it *)

Declare Scope language_scope.
Module Language.
Coercion Number : Z >-> expression.
Coercion Name : name >-> expression.
Definition of_a_kind := Pattern Of_a_kind.
Definition pairs := Pattern Pairs.
Definition distinct_ranks := Pattern Distinct_ranks.
Definition one_pair := Pattern One_pair.
Definition two_pair := Pattern Two_pair.
Definition three_of_a_kind := Pattern Three_of_a_kind.
Definition full_house := Pattern Full_house.
Definition four_of_a_kind := Pattern Four_of_a_kind.
Definition straight := Pattern Straight.
Definition flush := Pattern Flush.
Definition same_colour := Pattern Same_colour.
Definition straight_flush := Pattern Straight_flush.
Definition royal_flush := Pattern Royal_flush.
Definition high_card := Pattern High_card.
Infix "or" := Or (at level 85, right associativity) : language_scope.
Infix "and" := And (at level 80, right associativity) : language_scope.
Notation "'not' a" := (Not a) (at level 75, right associativity) : language_scope.
Infix "==" := Equal (at level 70, no associativity) : language_scope.
Notation "a != b" := (Not (Equal a b)) (at level 70, no associativity) : language_scope.
Infix "<" := Less : language_scope.
Notation "a <= b" := (Not (Less b a)) : language_scope.
Notation "a > b" := (Less b a) : language_scope.
Notation "a >= b" := (Not (Less a b)) : language_scope.
Infix "+" := Plus : language_scope.
Infix "-" := Minus : language_scope.
Infix "*" := Times : language_scope.
Infix "//" := Quotient (at level 40, left associativity) : language_scope.
Infix "mod" := Remainder : language_scope.
End Language.
