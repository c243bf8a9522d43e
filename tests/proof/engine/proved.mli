
type nat =
| O
| S of nat

val snd : ('a1*'a2) -> 'a2

val length : 'a1 list -> nat

val app : 'a1 list -> 'a1 list -> 'a1 list

type comparison =
| Eq
| Lt
| Gt

type uint =
| Nil
| D0 of uint
| D1 of uint
| D2 of uint
| D3 of uint
| D4 of uint
| D5 of uint
| D6 of uint
| D7 of uint
| D8 of uint
| D9 of uint

val revapp : uint -> uint -> uint

val rev : uint -> uint

module Little :
 sig
  val double : uint -> uint

  val succ_double : uint -> uint
 end

val add : nat -> nat -> nat

val sub : nat -> nat -> nat

module Nat :
 sig
  val sub : nat -> nat -> nat

  val eqb : nat -> nat -> bool

  val leb : nat -> nat -> bool

  val compare : nat -> nat -> comparison

  val divmod : nat -> nat -> nat -> nat -> nat*nat

  val modulo : nat -> nat -> nat
 end

type positive =
| XI of positive
| XO of positive
| XH

type n =
| N0
| Npos of positive

module Pos :
 sig
  val succ : positive -> positive

  val add : positive -> positive -> positive

  val add_carry : positive -> positive -> positive

  val pred_double : positive -> positive

  val pred_N : positive -> n

  val mul : positive -> positive -> positive

  val compare_cont : comparison -> positive -> positive -> comparison

  val compare : positive -> positive -> comparison

  val eqb : positive -> positive -> bool

  val of_uint_acc : uint -> positive -> positive

  val of_uint : uint -> n

  val to_little_uint : positive -> uint

  val to_uint : positive -> uint
 end

module N :
 sig
  val pred : n -> n

  val add : n -> n -> n

  val mul : n -> n -> n

  val compare : n -> n -> comparison

  val eqb : n -> n -> bool

  val leb : n -> n -> bool

  val of_uint : uint -> n

  val to_uint : n -> uint
 end

val nth : nat -> 'a1 list -> 'a1 -> 'a1

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val find : ('a1 -> bool) -> 'a1 list -> 'a1 option

val firstn : nat -> 'a1 list -> 'a1 list

val skipn : nat -> 'a1 list -> 'a1 list

val seq : nat -> nat -> nat list

type shoe = n list

val left : shoe -> nat -> n

val sum : n list -> n

val falling : n -> nat -> n

val without : nat -> shoe -> shoe

val unused : nat -> shoe -> n

type tableau = { punto_draws : (nat -> bool);
                 banco_draws : (nat -> nat option -> nat -> bool) }

val total : nat -> nat -> nat

type three = (n*n)*n

val add0 : three -> three -> three

val scale : n -> three -> three

val next_card_each : shoe -> (nat -> shoe -> three) -> three

val ends_each : nat -> nat -> n -> three

val last_card_each : shoe -> (nat -> n -> three) -> three

val count_each : tableau -> shoe -> three

type table = { for_punto : bool list; for_banco : bool list list;
               for_totals : (nat*bool list list) list }

val tableau_of : table -> tableau

val tables : ((string list*n)*table) list

type cards =
| Values of n list
| Ranks of n list
| Types of n list

val shoe_of_ranks : n -> n list -> shoe

val ranks_of : n list -> n list

val shoe_of : n -> cards -> shoe option

val answer : n -> table -> cards -> ((n*n)*n) option
