
type nat =
| O
| S of nat

(** val snd : ('a1*'a2) -> 'a2 **)

let snd = function
| _,y -> y

(** val length : 'a1 list -> nat **)

let rec length = function
| [] -> O
| _::l' -> S (length l')

(** val app : 'a1 list -> 'a1 list -> 'a1 list **)

let rec app l m =
  match l with
  | [] -> m
  | a::l1 -> a::(app l1 m)

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

(** val revapp : uint -> uint -> uint **)

let rec revapp d d' =
  match d with
  | Nil -> d'
  | D0 d0 -> revapp d0 (D0 d')
  | D1 d0 -> revapp d0 (D1 d')
  | D2 d0 -> revapp d0 (D2 d')
  | D3 d0 -> revapp d0 (D3 d')
  | D4 d0 -> revapp d0 (D4 d')
  | D5 d0 -> revapp d0 (D5 d')
  | D6 d0 -> revapp d0 (D6 d')
  | D7 d0 -> revapp d0 (D7 d')
  | D8 d0 -> revapp d0 (D8 d')
  | D9 d0 -> revapp d0 (D9 d')

(** val rev : uint -> uint **)

let rev d =
  revapp d Nil

module Little =
 struct
  (** val double : uint -> uint **)

  let rec double = function
  | Nil -> Nil
  | D0 d0 -> D0 (double d0)
  | D1 d0 -> D2 (double d0)
  | D2 d0 -> D4 (double d0)
  | D3 d0 -> D6 (double d0)
  | D4 d0 -> D8 (double d0)
  | D5 d0 -> D0 (succ_double d0)
  | D6 d0 -> D2 (succ_double d0)
  | D7 d0 -> D4 (succ_double d0)
  | D8 d0 -> D6 (succ_double d0)
  | D9 d0 -> D8 (succ_double d0)

  (** val succ_double : uint -> uint **)

  and succ_double = function
  | Nil -> D1 Nil
  | D0 d0 -> D1 (double d0)
  | D1 d0 -> D3 (double d0)
  | D2 d0 -> D5 (double d0)
  | D3 d0 -> D7 (double d0)
  | D4 d0 -> D9 (double d0)
  | D5 d0 -> D1 (succ_double d0)
  | D6 d0 -> D3 (succ_double d0)
  | D7 d0 -> D5 (succ_double d0)
  | D8 d0 -> D7 (succ_double d0)
  | D9 d0 -> D9 (succ_double d0)
 end

(** val add : nat -> nat -> nat **)

let rec add n0 m =
  match n0 with
  | O -> m
  | S p -> S (add p m)

(** val sub : nat -> nat -> nat **)

let rec sub n0 m =
  match n0 with
  | O -> n0
  | S k -> (match m with
            | O -> n0
            | S l -> sub k l)

module Nat =
 struct
  (** val sub : nat -> nat -> nat **)

  let rec sub n0 m =
    match n0 with
    | O -> n0
    | S k -> (match m with
              | O -> n0
              | S l -> sub k l)

  (** val eqb : nat -> nat -> bool **)

  let rec eqb n0 m =
    match n0 with
    | O -> (match m with
            | O -> true
            | S _ -> false)
    | S n' -> (match m with
               | O -> false
               | S m' -> eqb n' m')

  (** val leb : nat -> nat -> bool **)

  let rec leb n0 m =
    match n0 with
    | O -> true
    | S n' -> (match m with
               | O -> false
               | S m' -> leb n' m')

  (** val compare : nat -> nat -> comparison **)

  let rec compare n0 m =
    match n0 with
    | O -> (match m with
            | O -> Eq
            | S _ -> Lt)
    | S n' -> (match m with
               | O -> Gt
               | S m' -> compare n' m')

  (** val divmod : nat -> nat -> nat -> nat -> nat*nat **)

  let rec divmod x y q u =
    match x with
    | O -> q,u
    | S x' ->
      (match u with
       | O -> divmod x' y (S q) y
       | S u' -> divmod x' y q u')

  (** val modulo : nat -> nat -> nat **)

  let modulo x = function
  | O -> x
  | S y' -> sub y' (snd (divmod x y' O y'))
 end

type positive =
| XI of positive
| XO of positive
| XH

type n =
| N0
| Npos of positive

module Pos =
 struct
  (** val succ : positive -> positive **)

  let rec succ = function
  | XI p -> XO (succ p)
  | XO p -> XI p
  | XH -> XO XH

  (** val add : positive -> positive -> positive **)

  let rec add x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XO p ->
      (match y with
       | XI q -> XI (add p q)
       | XO q -> XO (add p q)
       | XH -> XI p)
    | XH -> (match y with
             | XI q -> XO (succ q)
             | XO q -> XI q
             | XH -> XO XH)

  (** val add_carry : positive -> positive -> positive **)

  and add_carry x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XI (add_carry p q)
       | XO q -> XO (add_carry p q)
       | XH -> XI (succ p))
    | XO p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XH ->
      (match y with
       | XI q -> XI (succ q)
       | XO q -> XO (succ q)
       | XH -> XI XH)

  (** val pred_double : positive -> positive **)

  let rec pred_double = function
  | XI p -> XI (XO p)
  | XO p -> XI (pred_double p)
  | XH -> XH

  (** val pred_N : positive -> n **)

  let pred_N = function
  | XI p -> Npos (XO p)
  | XO p -> Npos (pred_double p)
  | XH -> N0

  (** val mul : positive -> positive -> positive **)

  let rec mul x y =
    match x with
    | XI p -> add y (XO (mul p y))
    | XO p -> XO (mul p y)
    | XH -> y

  (** val compare_cont : comparison -> positive -> positive -> comparison **)

  let rec compare_cont r x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> compare_cont r p q
       | XO q -> compare_cont Gt p q
       | XH -> Gt)
    | XO p ->
      (match y with
       | XI q -> compare_cont Lt p q
       | XO q -> compare_cont r p q
       | XH -> Gt)
    | XH -> (match y with
             | XH -> r
             | _ -> Lt)

  (** val compare : positive -> positive -> comparison **)

  let compare =
    compare_cont Eq

  (** val eqb : positive -> positive -> bool **)

  let rec eqb p q =
    match p with
    | XI p0 -> (match q with
                | XI q0 -> eqb p0 q0
                | _ -> false)
    | XO p0 -> (match q with
                | XO q0 -> eqb p0 q0
                | _ -> false)
    | XH -> (match q with
             | XH -> true
             | _ -> false)

  (** val of_uint_acc : uint -> positive -> positive **)

  let rec of_uint_acc d acc =
    match d with
    | Nil -> acc
    | D0 l -> of_uint_acc l (mul (XO (XI (XO XH))) acc)
    | D1 l -> of_uint_acc l (add XH (mul (XO (XI (XO XH))) acc))
    | D2 l -> of_uint_acc l (add (XO XH) (mul (XO (XI (XO XH))) acc))
    | D3 l -> of_uint_acc l (add (XI XH) (mul (XO (XI (XO XH))) acc))
    | D4 l -> of_uint_acc l (add (XO (XO XH)) (mul (XO (XI (XO XH))) acc))
    | D5 l -> of_uint_acc l (add (XI (XO XH)) (mul (XO (XI (XO XH))) acc))
    | D6 l -> of_uint_acc l (add (XO (XI XH)) (mul (XO (XI (XO XH))) acc))
    | D7 l -> of_uint_acc l (add (XI (XI XH)) (mul (XO (XI (XO XH))) acc))
    | D8 l ->
      of_uint_acc l (add (XO (XO (XO XH))) (mul (XO (XI (XO XH))) acc))
    | D9 l ->
      of_uint_acc l (add (XI (XO (XO XH))) (mul (XO (XI (XO XH))) acc))

  (** val of_uint : uint -> n **)

  let rec of_uint = function
  | Nil -> N0
  | D0 l -> of_uint l
  | D1 l -> Npos (of_uint_acc l XH)
  | D2 l -> Npos (of_uint_acc l (XO XH))
  | D3 l -> Npos (of_uint_acc l (XI XH))
  | D4 l -> Npos (of_uint_acc l (XO (XO XH)))
  | D5 l -> Npos (of_uint_acc l (XI (XO XH)))
  | D6 l -> Npos (of_uint_acc l (XO (XI XH)))
  | D7 l -> Npos (of_uint_acc l (XI (XI XH)))
  | D8 l -> Npos (of_uint_acc l (XO (XO (XO XH))))
  | D9 l -> Npos (of_uint_acc l (XI (XO (XO XH))))

  (** val to_little_uint : positive -> uint **)

  let rec to_little_uint = function
  | XI p0 -> Little.succ_double (to_little_uint p0)
  | XO p0 -> Little.double (to_little_uint p0)
  | XH -> D1 Nil

  (** val to_uint : positive -> uint **)

  let to_uint p =
    rev (to_little_uint p)
 end

module N =
 struct
  (** val pred : n -> n **)

  let pred = function
  | N0 -> N0
  | Npos p -> Pos.pred_N p

  (** val add : n -> n -> n **)

  let add n0 m =
    match n0 with
    | N0 -> m
    | Npos p -> (match m with
                 | N0 -> n0
                 | Npos q -> Npos (Pos.add p q))

  (** val mul : n -> n -> n **)

  let mul n0 m =
    match n0 with
    | N0 -> N0
    | Npos p -> (match m with
                 | N0 -> N0
                 | Npos q -> Npos (Pos.mul p q))

  (** val compare : n -> n -> comparison **)

  let compare n0 m =
    match n0 with
    | N0 -> (match m with
             | N0 -> Eq
             | Npos _ -> Lt)
    | Npos n' -> (match m with
                  | N0 -> Gt
                  | Npos m' -> Pos.compare n' m')

  (** val eqb : n -> n -> bool **)

  let eqb n0 m =
    match n0 with
    | N0 -> (match m with
             | N0 -> true
             | Npos _ -> false)
    | Npos p -> (match m with
                 | N0 -> false
                 | Npos q -> Pos.eqb p q)

  (** val leb : n -> n -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val of_uint : uint -> n **)

  let of_uint =
    Pos.of_uint

  (** val to_uint : n -> uint **)

  let to_uint = function
  | N0 -> D0 Nil
  | Npos p -> Pos.to_uint p
 end

(** val nth : nat -> 'a1 list -> 'a1 -> 'a1 **)

let rec nth n0 l default =
  match n0 with
  | O -> (match l with
          | [] -> default
          | x::_ -> x)
  | S m -> (match l with
            | [] -> default
            | _::t -> nth m t default)

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a::t -> (f a)::(map f t)

(** val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1 **)

let rec fold_right f a0 = function
| [] -> a0
| b::t -> f b (fold_right f a0 t)

(** val find : ('a1 -> bool) -> 'a1 list -> 'a1 option **)

let rec find f = function
| [] -> None
| x::tl -> if f x then Some x else find f tl

(** val firstn : nat -> 'a1 list -> 'a1 list **)

let rec firstn n0 l =
  match n0 with
  | O -> []
  | S n1 -> (match l with
             | [] -> []
             | a::l0 -> a::(firstn n1 l0))

(** val skipn : nat -> 'a1 list -> 'a1 list **)

let rec skipn n0 l =
  match n0 with
  | O -> l
  | S n1 -> (match l with
             | [] -> []
             | _::l0 -> skipn n1 l0)

(** val seq : nat -> nat -> nat list **)

let rec seq start = function
| O -> []
| S len0 -> start::(seq (S start) len0)

type shoe = n list

(** val left : shoe -> nat -> n **)

let left c v =
  nth v c N0

(** val sum : n list -> n **)

let sum =
  fold_right N.add N0

(** val falling : n -> nat -> n **)

let rec falling x = function
| O -> Npos XH
| S k0 -> N.mul x (falling (N.pred x) k0)

(** val without : nat -> shoe -> shoe **)

let rec without v c =
  match v with
  | O -> (match c with
          | [] -> []
          | x::rest -> (N.pred x)::rest)
  | S v0 -> (match c with
             | [] -> []
             | x::rest -> x::(without v0 rest))

(** val unused : nat -> shoe -> n **)

let unused k c =
  falling (sum c) k

type tableau = { punto_draws : (nat -> bool);
                 banco_draws : (nat -> nat option -> nat -> bool) }

(** val total : nat -> nat -> nat **)

let total a b =
  Nat.modulo (add a b) (S (S (S (S (S (S (S (S (S (S O))))))))))

type three = (n*n)*n

(** val add0 : three -> three -> three **)

let add0 x y =
  let p0,t = x in
  let p,b = p0 in
  let p1,t' = y in let p',b' = p1 in ((N.add p p'),(N.add b b')),(N.add t t')

(** val scale : n -> three -> three **)

let scale k = function
| p0,t -> let p,b = p0 in ((N.mul k p),(N.mul k b)),(N.mul k t)

(** val next_card_each : shoe -> (nat -> shoe -> three) -> three **)

let next_card_each c go_on =
  fold_right add0 ((N0,N0),N0)
    (map (fun v ->
      match left c v with
      | N0 -> (N0,N0),N0
      | Npos p -> scale (Npos p) (go_on v (without v c))) (seq O (length c)))

(** val ends_each : nat -> nat -> n -> three **)

let ends_each p b ways =
  match Nat.compare p b with
  | Eq -> (N0,N0),ways
  | Lt -> (N0,ways),N0
  | Gt -> (ways,N0),N0

(** val last_card_each : shoe -> (nat -> n -> three) -> three **)

let last_card_each c ends =
  fold_right add0 ((N0,N0),N0)
    (map (fun v -> ends v (left c v)) (seq O (length c)))

(** val count_each : tableau -> shoe -> three **)

let count_each t c =
  next_card_each c (fun p1 c0 ->
    next_card_each c0 (fun b1 c1 ->
      next_card_each c1 (fun p2 c2 ->
        next_card_each c2 (fun b2 c3 ->
          let p = total p1 p2 in
          let b = total b1 b2 in
          if if Nat.leb (S (S (S (S (S (S (S (S O)))))))) p
             then true
             else Nat.leb (S (S (S (S (S (S (S (S O)))))))) b
          then ends_each p b (unused (S (S O)) c3)
          else if t.punto_draws p
               then next_card_each c3 (fun p3 c4 ->
                      let final = total p p3 in
                      if t.banco_draws b (Some p3) final
                      then last_card_each c4 (fun b3 ->
                             ends_each final (total b b3))
                      else ends_each final b (unused (S O) c4))
               else if t.banco_draws b None p
                    then next_card_each c3 (fun b3 c4 ->
                           ends_each p (total b b3) (unused (S O) c4))
                    else ends_each p b (unused (S (S O)) c3)))))

type table = { for_punto : bool list; for_banco : bool list list;
               for_totals : (nat*bool list list) list }

(** val tableau_of : table -> tableau **)

let tableau_of t =
  { punto_draws = (fun p -> nth p t.for_punto false); banco_draws =
    (fun b third final ->
    let rows =
      match find (fun pat -> let total0,_ = pat in Nat.eqb total0 final)
              t.for_totals with
      | Some p -> let _,rows = p in rows
      | None -> t.for_banco
    in
    let row = nth b rows [] in
    nth (match third with
         | Some x -> x
         | None -> sub (length row) (S O)) row false) }

(** val tables : ((string list*n)*table) list **)

let tables =
  ((("standard"::("classic-it"::("classic-it:eight-for-one"::("classic-it:ties-lose"::("castle-vaduz"::("come-si-gioca"::("come-si-gioca:ties-lose"::("classic-sl"::("classic-sl:of-the-payout"::("otto-mazzi"::[])))))))))),N0),{ for_punto =
    (true::(true::(true::(true::(true::(true::(false::(false::[]))))))));
    for_banco =
    ((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(false::(true::(true::[])))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(true::[])))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(true::[])))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[])))))))))))::[]))))))));
    for_totals =
    [] })::(((("classic-it:ten-stands"::("classic-sl:ten-stands"::("otto-mazzi:ten-stands"::[]))),(Npos
    (XO (XO XH)))),{ for_punto =
    (true::(true::(true::(true::(true::(true::(false::(false::[]))))))));
    for_banco =
    ((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[]))))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[]))))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[]))))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(false::(true::(false::(true::[]))))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(false::(true::[]))))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(false::(true::[]))))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(false::(false::[]))))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[]))))))))))))::[]))))))));
    for_totals =
    [] })::(((("classic-it:ten-draws"::("classic-sl:ten-draws"::("otto-mazzi:ten-draws"::[]))),(Npos
    (XO (XO XH)))),{ for_punto =
    (true::(true::(true::(true::(true::(true::(false::(false::[]))))))));
    for_banco =
    ((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[]))))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[]))))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[]))))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(false::(true::(true::(true::[]))))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(true::(true::[]))))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(true::(true::[]))))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(true::(false::[]))))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[]))))))))))))::[]))))))));
    for_totals = [] })::(((("castle-vaduz:literal"::[]),N0),{ for_punto =
    (true::(true::(true::(true::(true::(true::(false::(false::[]))))))));
    for_banco =
    ((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(false::(true::(true::[])))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[])))))))))))::[]))))))));
    for_totals = [] })::(((("castle-vaduz:has-eight"::[]),N0),{ for_punto =
    (true::(true::(true::(true::(true::(true::(false::(false::[]))))))));
    for_banco =
    ((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(true::[])))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(true::[])))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[])))))))))))::[]))))))));
    for_totals =
    [] })::(((("castle-vaduz:literal-has-eight"::[]),N0),{ for_punto =
    (true::(true::(true::(true::(true::(true::(false::(false::[]))))))));
    for_banco =
    ((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[])))))))))))::[]))))))));
    for_totals =
    [] })::(((("castle-vaduz:final-total-row-3"::[]),N0),{ for_punto =
    (true::(true::(true::(true::(true::(true::(false::(false::[]))))))));
    for_banco =
    ((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(true::[])))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(true::[])))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[])))))))))))::[]))))))));
    for_totals = (((S (S (S (S (S (S (S (S
    O)))))))),((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(false::(false::(false::(false::(false::(false::(true::(true::[])))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(true::[])))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(true::[])))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[])))))))))))::[])))))))))::[]) })::(((("castle-vaduz:final-total"::[]),N0),{ for_punto =
    (true::(true::(true::(true::(true::(true::(false::(false::[]))))))));
    for_banco =
    ((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(true::[])))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(true::[])))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[])))))))))))::[]))))))));
    for_totals = (((S (S (S (S (S (S (S (S
    O)))))))),((true::(true::(true::(false::(false::(false::(false::(false::(false::(true::(true::[])))))))))))::((true::(true::(true::(false::(false::(false::(false::(false::(false::(true::(true::[])))))))))))::((true::(true::(true::(false::(false::(false::(false::(false::(false::(true::(true::[])))))))))))::((true::(true::(true::(false::(false::(false::(false::(false::(false::(true::(true::[])))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(true::[])))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(true::[])))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[])))))))))))::[])))))))))::(((S
    (S (S (S (S (S (S (S (S
    O))))))))),((true::(true::(true::(true::(false::(false::(false::(false::(false::(false::(true::[])))))))))))::((true::(true::(true::(true::(false::(false::(false::(false::(false::(false::(true::[])))))))))))::((true::(true::(true::(true::(false::(false::(false::(false::(false::(false::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(true::[])))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(true::[])))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[])))))))))))::[])))))))))::[])) })::(((("castle-vaduz:literal-final-total-row-3"::[]),N0),{ for_punto =
    (true::(true::(true::(true::(true::(true::(false::(false::[]))))))));
    for_banco =
    ((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[])))))))))))::[]))))))));
    for_totals = (((S (S (S (S (S (S (S (S
    O)))))))),((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(false::(false::(false::(false::(false::(false::(true::(true::[])))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[])))))))))))::[])))))))))::[]) })::(((("castle-vaduz:literal-final-total"::[]),N0),{ for_punto =
    (true::(true::(true::(true::(true::(true::(false::(false::[]))))))));
    for_banco =
    ((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[])))))))))))::[]))))))));
    for_totals = (((S (S (S (S (S (S (S (S
    O)))))))),((true::(true::(true::(false::(false::(false::(false::(false::(false::(true::(true::[])))))))))))::((true::(true::(true::(false::(false::(false::(false::(false::(false::(true::(true::[])))))))))))::((true::(true::(true::(false::(false::(false::(false::(false::(false::(true::(true::[])))))))))))::((true::(true::(true::(false::(false::(false::(false::(false::(false::(true::(true::[])))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[])))))))))))::[])))))))))::(((S
    (S (S (S (S (S (S (S (S
    O))))))))),((true::(true::(true::(true::(false::(false::(false::(false::(false::(false::(true::[])))))))))))::((true::(true::(true::(true::(false::(false::(false::(false::(false::(false::(true::[])))))))))))::((true::(true::(true::(true::(false::(false::(false::(false::(false::(false::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[])))))))))))::[])))))))))::[])) })::(((("come-si-gioca:literal"::[]),N0),{ for_punto =
    (true::(true::(true::(true::(true::(true::(false::(false::[]))))))));
    for_banco =
    ((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(false::(true::(false::[])))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[])))))))))))::[]))))))));
    for_totals = [] })::(((("come-si-gioca:court-stands"::[]),(Npos (XO (XO
    (XI XH))))),{ for_punto =
    (true::(true::(true::(true::(true::(true::(false::(false::[]))))))));
    for_banco =
    ((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[]))))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[]))))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[]))))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(false::(true::(false::(true::[]))))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(false::(true::[]))))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(false::(true::[]))))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(false::(false::[]))))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[]))))))))))))::[]))))))));
    for_totals = [] })::(((("come-si-gioca:court-draws"::[]),(Npos (XO (XO
    (XI XH))))),{ for_punto =
    (true::(true::(true::(true::(true::(true::(false::(false::[]))))))));
    for_banco =
    ((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[]))))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[]))))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[]))))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(false::(true::(true::(true::[]))))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(true::(true::[]))))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(true::(true::[]))))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(true::(false::[]))))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[]))))))))))))::[]))))))));
    for_totals = [] })::(((("otto-mazzi:draws-on-6"::[]),N0),{ for_punto =
    (true::(true::(true::(true::(true::(true::(true::(false::[]))))))));
    for_banco =
    ((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(false::(true::(true::[])))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(true::[])))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(true::[])))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[])))))))))))::[]))))))));
    for_totals = [] })::(((("otto-mazzi:draws-on-7"::[]),N0),{ for_punto =
    (true::(true::(true::(true::(true::(true::(false::(true::[]))))))));
    for_banco =
    ((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(false::(true::(true::[])))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(true::[])))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(true::[])))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[])))))))))))::[]))))))));
    for_totals =
    [] })::(((("otto-mazzi:draws-on-6-and-7"::[]),N0),{ for_punto =
    (true::(true::(true::(true::(true::(true::(true::(true::[]))))))));
    for_banco =
    ((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(true::(true::(true::[])))))))))))::((true::(true::(true::(true::(true::(true::(true::(true::(false::(true::(true::[])))))))))))::((false::(false::(true::(true::(true::(true::(true::(true::(false::(false::(true::[])))))))))))::((false::(false::(false::(false::(true::(true::(true::(true::(false::(false::(true::[])))))))))))::((false::(false::(false::(false::(false::(false::(true::(true::(false::(false::(false::[])))))))))))::((false::(false::(false::(false::(false::(false::(false::(false::(false::(false::(false::[])))))))))))::[]))))))));
    for_totals = [] })::[])))))))))))))))

type cards =
| Values of n list
| Ranks of n list
| Types of n list

(** val shoe_of_ranks : n -> n list -> shoe **)

let shoe_of_ranks k counts =
  let tens = nth (S (S (S (S (S (S (S (S (S O))))))))) counts N0 in
  let court = sum (skipn (S (S (S (S (S (S (S (S (S (S O)))))))))) counts) in
  (match k with
   | N0 ->
     (N.add tens court)::(firstn (S (S (S (S (S (S (S (S (S O))))))))) counts)
   | Npos p ->
     (match p with
      | XO p0 ->
        (match p0 with
         | XO p1 ->
           (match p1 with
            | XH ->
              court::(app
                       (firstn (S (S (S (S (S (S (S (S (S O))))))))) counts)
                       (tens::[]))
            | _ ->
              tens::(app
                      (firstn (S (S (S (S (S (S (S (S (S O))))))))) counts)
                      (court::[])))
         | _ ->
           tens::(app (firstn (S (S (S (S (S (S (S (S (S O))))))))) counts)
                   (court::[])))
      | _ ->
        tens::(app (firstn (S (S (S (S (S (S (S (S (S O))))))))) counts)
                (court::[]))))

(** val ranks_of : n list -> n list **)

let rec ranks_of = function
| [] -> []
| s::l ->
  (match l with
   | [] -> []
   | h::l0 ->
     (match l0 with
      | [] -> []
      | d::l1 ->
        (match l1 with
         | [] -> []
         | c::counts0 -> (N.add (N.add (N.add s h) d) c)::(ranks_of counts0))))

(** val shoe_of : n -> cards -> shoe option **)

let shoe_of k = function
| Values counts ->
  if if Nat.eqb (length counts) (S (S (S (S (S (S (S (S (S (S O))))))))))
     then N.eqb k N0
     else false
  then Some counts
  else None
| Ranks counts ->
  if Nat.eqb (length counts) (S (S (S (S (S (S (S (S (S (S (S (S (S
       O)))))))))))))
  then Some (shoe_of_ranks k counts)
  else None
| Types counts ->
  if Nat.eqb (length counts) (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
       (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
       (S (S (S (S (S (S (S (S (S (S (S (S (S
       O))))))))))))))))))))))))))))))))))))))))))))))))))))
  then Some (shoe_of_ranks k (ranks_of counts))
  else None

(** val answer : n -> table -> cards -> ((n*n)*n) option **)

let answer k t given =
  match shoe_of k given with
  | Some c ->
    if N.leb (Npos (XO (XI XH))) (sum c)
    then Some (count_each (tableau_of t) c)
    else None
  | None -> None
