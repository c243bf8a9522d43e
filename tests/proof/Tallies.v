(** All categories of many bets, counted in one pass over the coups that a shoe of classes can deal. *)

From Coq Require Import Arith NArith ZArith List Bool Lia.
Require Import Baccarat Padding Bets Regrouping.
Import ListNotations.
Open Scope N_scope.

(** ** A pass over the coups

    It carries an account along, and the number w of ways to deal the cards so far.  A card that is not there is not dealt. *)

Section Pass.
Context {A : Type} (faces : list card) (step : N -> list card -> list card -> A -> A).

Definition next (c : shoe) (w : N) (go_on : N -> nat -> shoe -> A -> A) (account : A) : A :=
  fold_left (fun account v => match left c v with 0 => account | n => go_on (n * w) v (without v c) account end)
    (seq 0 (List.length c)) account.

Definition pass (t : tableau) (c : shoe) : A -> A :=
  next c 1 (fun w p1 c => next c w (fun w b1 c => next c w (fun w p2 c => next c w (fun w b2 c =>
    let (p1, p2) := (face faces p1, face faces p2) in
    let (b1, b2) := (face faces b1, face faces b2) in
    let p := total (point_value p1) (point_value p2) in
    let b := total (point_value b1) (point_value b2) in
    if ((8 <=? p) || (8 <=? b))%nat then step (unused 2 c * w) [p1; p2] [b1; b2]
    else if punto_draws t p then
      next c w (fun w p3 c =>
        let p3 := face faces p3 in
        if banco_draws t b (Some (point_value p3)) (total p (point_value p3))
        then next c w (fun w b3 _ => step w [p1; p2; p3] [b1; b2; face faces b3])
        else step (unused 1 c * w) [p1; p2; p3] [b1; b2])
    else if banco_draws t b None p then next c w (fun w b3 c => step (unused 1 c * w) [p1; p2] [b1; b2; face faces b3])
    else step (unused 2 c * w) [p1; p2] [b1; b2])))).

(** A number in the account, to which each coup adds w times what f finds for it. *)
Variables (score : A -> N) (f : list card -> list card -> N).
Hypothesis score_step : forall w p b account, score (step w p b account) = score account + w * f p b.

Lemma score_next c w go_on g :
  (forall w v c' account, score (go_on w v c' account) = score account + w * g v c') ->
  forall account, score (next c w go_on account) = score account + w * next_card c g.
Proof.
  intros each. unfold next, next_card. induction (seq 0 (List.length c)) as [|v l IH]; intros account.
  - cbn. lia.
  - cbn [fold_left map]. unfold sum in *. cbn [fold_right]. rewrite IH. destruct (left c v) as [|n].
    + lia.
    + rewrite each. lia.
Qed.

Lemma score_pass t c account : score (pass t c account) = score account + coups faces t c f.
Proof.
  unfold pass, coups. rewrite <- (N.mul_1_l (next_card c _)). revert account.
  apply score_next. clear c. intros w p1 c. apply score_next. clear c w. intros w b1 c.
  apply score_next. clear c w. intros w p2 c. apply score_next. clear c w. intros w b2 c account. cbv zeta.
  destruct (_ || _)%bool; [rewrite score_step; lia|].
  destruct (punto_draws _ _).
  - apply score_next. clear c w account. intros w p3 c account. destruct (banco_draws _ _ _ _).
    + apply score_next. intros. apply score_step.
    + rewrite score_step. lia.
  - destruct (banco_draws _ _ _ _).
    + apply score_next. intros. rewrite score_step. lia.
    + rewrite score_step. lia.
Qed.
End Pass.

(** ** A table of the coups

    Coups in which the same names have the same values are counted together.  The table is a tree with a branch for each list
    of values, which are whole numbers from −1: one step to [next] for each unit, then one [down] to the following value. *)

Inductive tree := Empty | Node (here : N) (down next : tree).

Definition code (z : Z) : nat := Z.to_nat (z + 1).
Definition decode (v : nat) : Z := (Z.of_nat v - 1)%Z.

Definition here (t : tree) := match t with Empty => 0 | Node n _ _ => n end.
Definition down (t : tree) := match t with Empty => Empty | Node _ d _ => d end.
Definition next_of (t : tree) := match t with Empty => Empty | Node _ _ n => n end.

Fixpoint climb (v : nat) (finish : tree -> tree) (t : tree) : tree :=
  match v with
  | O => Node (here t) (finish (down t)) (next_of t)
  | S v => Node (here t) (down t) (climb v finish (next_of t))
  end.
Fixpoint insert (w : N) (key : list nat) (t : tree) : tree :=
  match key with
  | [] => Node (w + here t) (down t) (next_of t)
  | v :: key => climb v (insert w key) t
  end.

(** What the table is worth, if each list of values, the last first, is worth what g says. *)
Fixpoint worth (g : list nat -> N) (t : tree) (v : nat) (before : list nat) : N :=
  match t with
  | Empty => 0
  | Node here down next => here * g before + worth g down O (v :: before) + worth g next (S v) before
  end.

Lemma worth_node g t v before :
  worth g t v before = here t * g before + worth g (down t) O (v :: before) + worth g (next_of t) (S v) before.
Proof. destruct t; reflexivity. Qed.

Lemma worth_climb g finish more n : (forall t before, worth g (finish t) O before = worth g t O before + more before) ->
  forall t v before, worth g (climb n finish t) v before = worth g t v before + more ((v + n)%nat :: before).
Proof.
  intros finished. induction n as [|n IH]; intros t v before; rewrite (worth_node g t); cbn [climb worth].
  - rewrite finished, Nat.add_0_r. lia.
  - rewrite IH. replace (S v + n)%nat with (v + S n)%nat by lia. lia.
Qed.

Lemma worth_insert g w key : forall t before, worth g (insert w key t) O before = worth g t O before + w * g (rev key ++ before).
Proof.
  induction key as [|v key IH]; intros t before; cbn [insert rev].
  - rewrite (worth_node g t). cbn. lia.
  - rewrite (worth_climb g _ (fun before => w * g (rev key ++ before))) by exact IH. rewrite <- app_assoc. reflexivity.
Qed.

Fixpoint walk {A} (step : N -> list nat -> A -> A) (t : tree) (v : nat) (before : list nat) (account : A) : A :=
  match t with
  | Empty => account
  | Node here down next =>
      walk step next (S v) before (walk step down O (v :: before) (match here with 0 => account | w => step w before account end))
  end.

Lemma score_walk {A} (step : N -> list nat -> A -> A) (score : A -> N) g :
  (forall w key account, score (step w key account) = score account + w * g key) ->
  forall t v before account, score (walk step t v before account) = score account + worth g t v before.
Proof.
  intros each. induction t as [|here down IHd next IHn]; intros v before account; cbn [walk worth]; [lia|].
  rewrite IHn, IHd. destruct here; [|rewrite each]; lia.
Qed.

(** ** The values of names *)

Scheme Equality for group.
Scheme Equality for pattern.
Scheme Equality for name.

Definition among (s : list name) (n : name) : bool := existsb (name_beq n) s.
Definition sees_only (seen : name -> bool) (b : bet) : bool := forallb (only seen) (conditions b).
Definition sees (s : list name) (b : bet) : bool := sees_only (among s) b.

Fixpoint assigned (s : list name) (key : list nat) (n : name) : Z :=
  match s, key with
  | m :: s, v :: key => if name_beq n m then decode v else assigned s key n
  | _, _ => 0%Z
  end.

Definition codes (s : list name) (p b : list card) : list nat := let facts := names p b in map (fun n => code (facts n)) s.

Lemma names_from p b n : (-1 <= names p b n)%Z.
Proof.
  assert (forall b, -1 <= truth b)%Z by (intros []; cbn; lia).
  assert (forall l, -1 <= total_of l)%Z by (intros; unfold total_of; lia).
  assert (forall i l, -1 <= at_place i l)%Z by (intros; unfold at_place; destruct (nth_error _ _); lia).
  assert (forall x l, -1 <= found l x)%Z by (intros [] l; cbn [found]; auto; lia).
  destruct n; cbn -[found]; auto; unfold copies, highest; lia.
Qed.

Lemma assigned_codes s p b n : among s n = true -> assigned s (codes s p b) n = names p b n.
Proof.
  unfold among. induction s as [|m s IH]; cbn; [discriminate|]. destruct (name_beq n m) eqn:same; [|exact IH].
  intros _. apply internal_name_dec_bl in same. subst m. unfold code, decode. pose proof (names_from p b n). lia.
Qed.

(** ** The account of many bets: the counts of their categories *)

Fixpoint add_at (k : nat) (w : N) (l : list N) : list N :=
  match k, l with
  | O, [] => [w]
  | O, x :: l => w + x :: l
  | S k, [] => 0 :: add_at k w []
  | S k, x :: l => x :: add_at k w l
  end.

Fixpoint settle (bets : list bet) (facts : name -> Z) (w : N) (accounts : list (list N)) : list (list N) :=
  match bets with
  | [] => []
  | b :: bets => add_at (category (conditions b) facts) w (hd [] accounts) :: settle bets facts w (tl accounts)
  end.

Lemma nth_add_at w k : forall k' l, nth k (add_at k' w l) 0 = nth k l 0 + w * (if (k' =? k)%nat then 1 else 0).
Proof.
  induction k as [|k IH]; intros [|k'] [|x l]; cbn -[N.add N.mul]; rewrite ?IH; cbn -[N.add N.mul]; try lia; destruct k; lia.
Qed.

Lemma nth_settle bets facts w d k : forall i accounts, (i < List.length bets)%nat ->
  nth k (nth i (settle bets facts w accounts) []) 0
  = nth k (nth i accounts []) 0 + w * (if (category (conditions (nth i bets d)) facts =? k)%nat then 1 else 0).
Proof.
  induction bets as [|b bets IH]; intros i accounts inside; [cbn in inside; lia|].
  destruct i as [|i]; cbn [settle nth].
  - rewrite nth_add_at. destruct accounts; reflexivity.
  - rewrite IH by (cbn in inside; lia). f_equal. destruct accounts; cbn; [destruct i|]; reflexivity.
Qed.

Lemma nth_map_in {A B} (g : A -> B) l i d d' : (i < List.length l)%nat -> nth i (map g l) d' = g (nth i l d).
Proof. intros small. rewrite (nth_indep _ d' (g d)) by (rewrite map_length; exact small). apply map_nth. Qed.

Definition nothing (l : list N) : list N := map (fun _ => 0) l.

Lemma nth_nothing k l : nth k (nothing l) 0 = 0.
Proof. exact (map_nth (fun _ => 0) l 0 k). Qed.

(** [deal] passes over some coups, and [all] is the number of them that f counts. *)
Section Counted.
Variables (deal : (N -> list card -> list card -> tree -> tree) -> tree -> tree) (all : (list card -> list card -> N) -> N).
Hypothesis deals : forall step (score : tree -> N) f,
  (forall w p b t, score (step w p b t) = score t + w * f p b) -> forall t, score (deal step t) = score t + all f.

(** The counts of all categories of these bets, which use the names s only. *)
Definition counted (s : list name) (bets : list bet) (counts : bet -> list N) : list (list N) :=
  walk (fun w key => settle bets (assigned s key) w) (deal (fun w p b => insert w (codes (rev s) p b)) Empty) O []
    (map (fun b => nothing (counts b)) bets).

Lemma counted_right s bets counts b k : In b bets -> sees s b = true -> counted s bets counts = map counts bets ->
  all (belongs (conditions b) k) = nth k (counts b) 0.
Proof.
  intros inside own right. apply (In_nth _ _ b) in inside as (i & small & at_i).
  pose (g := fun key => if (category (conditions b) (assigned s key) =? k)%nat then 1 else 0).
  pose (score := fun accounts : list (list N) => nth k (nth i accounts []) 0).
  assert (score (map counts bets) = score (map (fun b => nothing (counts b)) bets) + all (belongs (conditions b) k)) as total.
  { rewrite <- right. unfold counted. rewrite (score_walk _ score g).
    - f_equal. rewrite (deals _ (fun t => worth g t O []) (belongs (conditions b) k)); [reflexivity|].
      intros w p p' t. rewrite worth_insert, app_nil_r. unfold codes. rewrite <- map_rev, rev_involutive.
      unfold g, belongs. erewrite (category_only _ (assigned _ _)); [reflexivity| |exact own].
      intros n seen. exact (assigned_codes s p p' n seen).
    - intros w key accounts. unfold score, g. rewrite (nth_settle _ _ _ b) by exact small. rewrite at_i. reflexivity. }
  unfold score in total. rewrite !(nth_map_in _ _ _ b), nth_nothing, at_i in total by exact small. symmetry. exact total.
Qed.
End Counted.

(** ** The edges *)

Definition edge_right (d : N) (counts : list N) (t : pay_table) (edge : Z * Z) : bool :=
  let (top, bottom) := edge in
  ((0 <? bottom) && (0 <? unit t) && (List.length (pays t) =? List.length counts)%nat
   && (- paid t counts * bottom =? top * unit t * Z.of_N (falling (sum (full_decks d)) 6)))%Z.

Definition fitting (d : N) (counts : bet -> list N) (edge : pay_table -> Z * Z) (seen : name -> bool) (b : bet) : bool :=
  sees_only seen b && (List.length (counts b) =? S (List.length (conditions b)))%nat
  && forallb (fun t => edge_right d (counts b) t (edge t)) (pay_tables b).

Lemma all_hold d counts edge seen bets : forallb (fitting d counts edge seen) bets = true ->
  (forall b, In b bets -> sees_only seen b = true -> forall k, (k < List.length (counts b))%nat ->
    count_category (conditions b) k (full_decks d) = nth k (counts b) 0) ->
  Forall (holds_with d counts edge) bets.
Proof.
  intros fit counted. apply Forall_forall. intros b inside.
  pose proof (proj1 (forallb_forall _ _) fit b inside) as right. apply andb_prop in right as [right edges].
  apply andb_prop in right as [good size]. apply Nat.eqb_eq in size. split.
  - rewrite (map_ext_in _ (fun k => nth k (counts b) 0))
      by (intros k from; apply in_seq in from; apply counted; (assumption || lia)).
    rewrite <- size. generalize (counts b). intros l. induction l as [|x l IH]; [reflexivity|].
    cbn [List.length seq map nth]. f_equal. rewrite <- seq_shift, map_map. exact IH.
  - apply Forall_forall. intros t own. pose proof (proj1 (forallb_forall _ _) edges t own) as equal.
    unfold edge_right in equal. destruct (edge t) as [top bottom].
    apply andb_prop in equal as [equal exact]. apply andb_prop in equal as [equal long].
    apply andb_prop in equal as [positive stake].
    apply Z.ltb_lt in positive, stake. apply Nat.eqb_eq in long. apply Z.eqb_eq in exact. auto.
Qed.

Lemma both_hold bets : Forall (holds_with 6 counts_6 edge_6) bets -> Forall (holds_with 8 counts_8 edge_8) bets ->
  Forall bet_holds bets.
Proof.
  intros six eight. rewrite Forall_forall in *. intros b inside. split; auto.
Qed.
