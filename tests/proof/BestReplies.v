(** The equilibria of [Equilibria.v], and that each is the only one of its game, by best replies.

    Of two equilibria each side's strategy is a best reply to both of the other side's, because what one side wins the other
    loses.  Where the two amounts of a choice differ, all best replies are the same.  Each side is left with one choice. *)

From Coq Require Import Arith NArith ZArith QArith Ascii String List Bool Lia.
Require Import Baccarat Decks Equilibria CheminDeFer Amounts.
Import ListNotations.
Open Scope Z_scope.

(** ** What drawing gains over standing, per lot *)

Section Gains.

Context (e : Z) (l : list (row known)).

Lemma total_linear a b c (f g h : known -> Z -> Z -> Z) :
  (forall k x y, In k (map fst l) -> a * f k x y = b * g k x y + c * h k x y) ->
  a * total_by e f l = b * total_by e g l + c * total_by e h l.
Proof.
  induction l as [|[k [x y]] rows IH]; intros same; [cbn; ring|].
  rewrite !total_cons. specialize (IH (fun k x y inside => same k x y (or_intror inside))).
  specialize (same k (value_at e x) (value_at e y) (or_introl eq_refl)). lia.
Qed.

Definition hand_same : forall h h' : hand, {h = h'} + {h <> h'} := list_eq_dec Nat.eq_dec.

(** Whether a row has this choice: of banco, 1 or 0; of punto, 1 if it draws there, −1 if it stands, or 0. *)
Definition at_banco (s : hand * option nat) (k : known) : Z := if banco_same (snd k) s then 1 else 0.
Definition at_punto (u : hand) (k : known) : Z :=
  match fst k with
  | Some h => if hand_same h u then match snd (snd k) with None => -1 | Some _ => 1 end else 0
  | None => 0
  end.

Definition banco_gain (punto : punto_strategy) (s : hand * option nat) : Z :=
  total_by e (fun k x y => at_banco s k * (leads punto k * (y - x))) l.
Definition punto_gain (banco : banco_strategy) (u : hand) : Z :=
  total_by e (fun k x y => at_punto u k * choose banco (snd k) x y) l.
(** How much the gain at one of these choices depends on what happens at the other. *)
Definition interaction (u : hand) (s : hand * option nat) : Z :=
  total_by e (fun k x y => at_punto u k * (at_banco s k * (y - x))) l.

(** ** One choice made otherwise *)

Definition with_draws {choice : Set} (same : forall c c' : choice, {c = c'} + {c <> c'}) (s : strategy choice) (c : choice) (n : Z) :=
  {| lots := lots s; draws := fun c' => if same c' c then n else draws s c' |}.

Lemma with_proper {choice : Set} same (s : strategy choice) c n :
  proper s -> 0 <= n <= lots s -> proper (with_draws same s c n).
Proof. intros [some shares] share. split; [exact some|]. intros c'. cbn. destruct (same c' c); auto. Qed.

Let wins punto banco := total_by e (amount punto banco) l.

Lemma other_banco punto banco s n :
  wins punto (with_draws banco_same banco s n) = wins punto banco + (n - draws banco s) * banco_gain punto s.
Proof.
  rewrite <- (Z.mul_1_l (wins punto banco)), <- (Z.mul_1_l (wins _ _)). apply total_linear. intros k x y _.
  unfold amount, choose, at_banco. cbn [with_draws lots draws]. destruct (banco_same (snd k) s) as [<-|]; ring.
Qed.

Lemma other_punto punto banco u n :
  wins (with_draws hand_same punto u n) banco = wins punto banco + (n - draws punto u) * punto_gain banco u.
Proof.
  rewrite <- (Z.mul_1_l (wins punto banco)), <- (Z.mul_1_l (wins _ _)). apply total_linear.
  intros [[h|] [own third]] x y _; unfold amount, at_punto; cbn [fst snd leads with_draws lots draws]; [|ring].
  destruct (hand_same h u) as [<-|], third; ring.
Qed.

(** ** Two strategies that differ at one choice only *)

Definition difference {choice : Set} (s other : strategy choice) (c : choice) : Z := draws s c * lots other - draws other c * lots s.

Lemma banco_gains_differ punto punto' u s :
  (forall k h, In k (map fst l) -> fst k = Some h -> h <> u -> difference punto punto' h = 0) ->
  lots punto' * banco_gain punto s = lots punto * banco_gain punto' s + difference punto punto' u * interaction u s.
Proof.
  intros alike. apply total_linear. intros [[h|] [own third]] x y inside; unfold at_punto; cbn [fst snd leads]; [|ring].
  transitivity (lots punto * (at_banco s (Some h, (own, third)) * (match third with None => lots punto' - draws punto' h
    | Some _ => draws punto' h end * (y - x))) + difference punto punto' h * match third with None => -1 | Some _ => 1 end
    * (at_banco s (Some h, (own, third)) * (y - x))).
  - unfold difference. destruct third; ring.
  - destruct (hand_same h u) as [<-|apart]; [ring|]. rewrite (alike _ h inside eq_refl apart). ring.
Qed.

Lemma punto_gains_differ banco banco' u s :
  (forall k, In k (map fst l) -> snd k <> s -> difference banco banco' (snd k) = 0) ->
  lots banco' * punto_gain banco u = lots banco * punto_gain banco' u + difference banco banco' s * interaction u s.
Proof.
  intros alike. apply total_linear. intros k x y inside.
  transitivity (lots banco * (at_punto u k * choose banco' (snd k) x y)
    + difference banco banco' (snd k) * (at_punto u k * (y - x))).
  - unfold difference, choose. ring.
  - unfold at_banco. destruct (banco_same (snd k) s) as [<-|apart]; [ring|]. rewrite (alike _ inside apart). ring.
Qed.

End Gains.

(** ** Best replies *)

Definition best_punto (m : model) (c : shoe) punto banco : Prop :=
  forall other, proper other -> (value m other banco c <= value m punto banco c)%Q.
Definition best_banco (m : model) (c : shoe) punto banco : Prop :=
  forall other, proper other -> (value m punto banco c <= value m punto other c)%Q.

Lemma exchanged m c punto banco v punto' banco' v' :
  equilibrium m punto banco c v -> equilibrium m punto' banco' c v' ->
  (v == v')%Q /\ best_punto m c punto banco' /\ best_banco m c punto' banco.
Proof.
  intros (fair & fair_banco & _ & high & low) (fair' & fair_banco' & _ & high' & low').
  specialize (high punto' fair') as first. specialize (low' banco fair_banco) as second.
  specialize (high' punto fair) as third. specialize (low banco' fair_banco') as fourth.
  assert (v == v')%Q as same by (apply Qle_antisym; eapply Qle_trans; eassumption).
  split; [exact same|]. split; intros other fair_other.
  - apply Qle_trans with v'; [exact (high' other fair_other)|]. rewrite <- same. exact fourth.
  - apply Qle_trans with v; [exact first|]. rewrite same. exact (low' other fair_other).
Qed.

(** What a choice gains decides it; with a share of both, it gains nothing. *)
Definition best_draws {choice} (s : strategy choice) (c : choice) (gain : Z) : Prop :=
  forall n, 0 <= n <= lots s -> 0 <= (n - draws s c) * gain.

Lemma same_draws {choice} (s other : strategy choice) c gain : proper s -> proper other ->
  best_draws s c gain -> best_draws other c gain -> gain <> 0 -> difference s other c = 0.
Proof.
  assert (forall s : strategy choice, proper s -> best_draws s c gain -> gain <> 0 ->
    draws s c = if 0 <? gain then 0 else lots s) as decided.
  { intros each [some shares] best some_gain. specialize (shares c).
    pose proof (best 0 ltac:(lia)). pose proof (best (lots each) ltac:(lia)).
    destruct (Z.ltb_spec 0 gain); nia. }
  intros fair fair' best best' some. unfold difference. rewrite !decided by assumption.
  destruct (0 <? gain); ring.
Qed.

Lemma no_gain {choice} (s : strategy choice) c gain : best_draws s c gain -> 0 < draws s c < lots s -> gain = 0.
Proof. intros best mixed. pose proof (best 0 ltac:(lia)). pose proof (best (lots s) ltac:(lia)). nia. Qed.

Section Game.

Context (e : Z) (m : model) (c : shoe) (l : list (row known)) (certain deals : poly).
Hypothesis game : sums e m c (l, certain, deals).

Lemma less_value punto banco punto' banco' : proper punto -> proper banco -> lots punto' = lots punto ->
  lots banco' = lots banco -> (value m punto banco c <= value m punto' banco' c)%Q ->
  total_by e (amount punto banco) l <= total_by e (amount punto' banco') l.
Proof.
  destruct game as [all_deals nets]. intros [lots_punto _] [lots_banco _] same same'. unfold value, Qle. cbn [Qnum Qden].
  rewrite !nets, same, same'. intros less. apply Z.mul_le_mono_pos_r in less; lia.
Qed.

Lemma punto_best punto banco u : proper punto -> proper banco -> best_punto m c punto banco ->
  best_draws punto u (- punto_gain e l banco u).
Proof.
  intros fair fair' best n share. specialize (best _ (with_proper hand_same punto u n fair share)).
  apply less_value in best; [|apply (with_proper hand_same punto u n fair share)|exact fair'|reflexivity|reflexivity].
  rewrite other_punto in best. lia.
Qed.

Lemma banco_best punto banco s : proper punto -> proper banco -> best_banco m c punto banco ->
  best_draws banco s (banco_gain e l punto s).
Proof.
  intros fair fair' best n share. specialize (best _ (with_proper banco_same banco s n fair' share)).
  apply less_value in best; [|exact fair|exact fair'|reflexivity|reflexivity]. rewrite other_banco in best. lia.
Qed.

(** ** One choice of each side is mixed, and the two depend on each other *)

Lemma only_one punto banco v u s : equilibrium m punto banco c v ->
  (forall k, In k (map fst l) -> In (snd k) (banco_choices m) /\ forall h, fst k = Some h -> In h (punto_choices m)) ->
  (forall h, In h (punto_choices m) -> h <> u -> punto_gain e l banco h <> 0) ->
  (forall p, In p (banco_choices m) -> p <> s -> banco_gain e l punto p <> 0) ->
  0 < draws punto u < lots punto -> 0 < draws banco s < lots banco -> interaction e l u s <> 0 ->
  only_equilibrium m punto banco c v.
Proof.
  intros this keys punto_decided banco_decided mixed mixed' depend. split; [exact this|].
  intros punto' banco' v' other.
  destruct (exchanged m c punto banco v punto' banco' v' this other) as (same & punto_first & banco_first).
  destruct (exchanged m c punto' banco' v' punto banco v other this) as (_ & punto_second & banco_second).
  destruct (exchanged m c punto banco v punto banco v this this) as (_ & punto_own & banco_own).
  destruct (exchanged m c punto' banco' v' punto' banco' v' other other) as (_ & punto_other & banco_other).
  destruct this as (fair & fair' & _), other as (fair_other & fair_other' & _).
  assert (forall h, In h (punto_choices m) -> h <> u -> difference punto punto' h = 0) as alike.
  { intros h inside apart. apply (same_draws _ _ h (- punto_gain e l banco h)); try apply punto_best; auto.
    specialize (punto_decided h inside apart). lia. }
  assert (forall p, In p (banco_choices m) -> p <> s -> difference banco banco' p = 0) as alike'.
  { intros p inside apart. apply (same_draws _ _ p (banco_gain e l punto p)); try apply banco_best; auto. }
  assert (difference punto punto' u * interaction e l u s = 0) as at_u.
  { pose proof (banco_gains_differ e l punto punto' u s) as equation.
    rewrite (no_gain banco s (banco_gain e l punto s)), (no_gain banco s (banco_gain e l punto' s)) in equation;
      try apply banco_best; auto.
    rewrite !Z.mul_0_r in equation. symmetry. apply equation. intros k h inside own. apply alike, (keys k inside), own. }
  assert (difference banco banco' s * interaction e l u s = 0) as at_s.
  { pose proof (punto_gains_differ e l banco banco' u s) as equation.
    rewrite <- (Z.opp_involutive (punto_gain e l banco u)), <- (Z.opp_involutive (punto_gain e l banco' u)) in equation.
    rewrite (no_gain punto u (- punto_gain e l banco u)), (no_gain punto u (- punto_gain e l banco' u)) in equation;
      try apply punto_best; auto.
    rewrite !Z.mul_0_r in equation. symmetry. apply equation. intros k inside. apply alike', (keys k inside). }
  apply Z.mul_eq_0_l in at_u, at_s; try exact depend.
  split; [exact same|]. split; intros choice inside; apply Z.sub_move_0_r.
  - destruct (hand_same choice u) as [->|apart]; [exact at_u|exact (alike choice inside apart)].
  - destruct (banco_same choice s) as [->|apart]; [exact at_s|exact (alike' choice inside apart)].
Qed.

End Game.

(** ** The same in polynomials *)

Definition gain {K} (same : forall k k' : K, {k = k'} + {k <> k'}) (k : K) (l : list (row K)) : poly :=
  fold_right (fun '(k', (x, y)) p => if same k' k then plus (minus y x) p else p) [] l.
Definition not_0 (p : poly) : bool := positive p || positive (scale (-1) p).
Definition mixes {choice} (planned : plan choice) (c : choice) : bool :=
  positive (snd planned c) && positive (minus (fst planned) (snd planned c)).

(** Every choice but one of each side gains or loses something, these two are mixed, and they depend on each other. *)
Definition is_only (m : model) '((l, _, _) : summary) (punto : plan hand) (banco : plan (hand * option nat)) : bool :=
  let by_hand := grouped punto_same punto_path (map (by_punto banco) l) in
  let by_place := grouped banco_same banco_path (map (by_banco punto) l) in
  let open_hand h := negb (not_0 (gain punto_same (Some h) by_hand)) in
  let open_place p := negb (not_0 (gain banco_same p by_place)) in
  match nodup hand_same (filter open_hand (punto_choices m)), nodup banco_same (filter open_place (banco_choices m)) with
  | [u], [s] => mixes punto u && mixes banco s && not_0 (gain known_same (Some u, s) l)
  | _, _ => false
  end.

(** All choices in the rows are choices of the game. *)
Definition closed (m : model) '((l, _, _) : summary) : bool := forallb (fun '((chooses, place), _) =>
  (if in_dec banco_same place (banco_choices m) then true else false)
  && match chooses with None => true | Some h => if in_dec hand_same h (punto_choices m) then true else false end) l.

Lemma at_gain {K} e same (k : K) l :
  value_at e (gain same k l) = total_by e (fun k' x y => if same k' k then y - x else 0) l.
Proof.
  induction l as [|[k' [x y]] l IH]; [reflexivity|]. rewrite total_cons. cbn [gain fold_right]. unfold gain in IH.
  destruct (same k' k); [rewrite at_plus, at_minus|]; rewrite IH; ring.
Qed.

Lemma gain_additive {K} (same : forall k k' : K, {k = k'} + {k <> k'}) k :
  additive (fun k' x y => if same k' k then y - x else 0).
Proof. intros k' x y x' y'. destruct (same k' k); ring. Qed.

Lemma not_0_at e p : 0 <= e -> not_0 p = true -> value_at e p <> 0.
Proof.
  intros from_0 either. apply orb_prop in either as [above|below].
  - apply (positive_at e) in above; lia.
  - apply (positive_at e) in below; [|exact from_0]. rewrite at_scale in below. lia.
Qed.

Lemma mixes_at {choice} e (s : strategy choice) planned c : 0 <= e -> follows e s planned -> mixes planned c = true ->
  0 < draws s c < lots s.
Proof.
  intros from_0 [same_lots same_draws] both. apply andb_prop in both as [above below].
  apply (positive_at e) in above, below; try exact from_0. rewrite at_minus in below. rewrite same_lots, same_draws. lia.
Qed.

Lemma only_in_filter {A} same (f : A -> bool) l a b : nodup same (filter f l) = [a] -> In b l -> b <> a -> f b = false.
Proof.
  intros one inside apart. destruct (f b) eqn:holds; [|reflexivity].
  assert (In b [a]) as [equal|[]] by (rewrite <- one; apply nodup_In, filter_In; auto). congruence.
Qed.

Lemma is_only_holds e m c game punto planned banco planned' v : 0 <= e -> sums e m c game ->
  follows e punto planned -> follows e banco planned' ->
  closed m game = true -> is_only m game planned planned' = true ->
  equilibrium m punto banco c v -> only_equilibrium m punto banco c v.
Proof.
  destruct game as [[l certain] deals]. intros from_0 all_sums follow follow' all_keys holds this.
  unfold is_only in holds.
  destruct (nodup _ (filter _ (punto_choices m))) as [|u [|]] eqn:only_u; try discriminate.
  destruct (nodup _ (filter _ (banco_choices m))) as [|s [|]] eqn:only_s; try discriminate.
  apply andb_prop in holds as [mixed depend]. apply andb_prop in mixed as [mixed mixed'].
  apply (not_0_at e) in depend; [|exact from_0].
  apply (only_one e m c l certain deals all_sums punto banco v u s this).
  - intros k inside. apply in_map_iff in inside as ([[chooses place] z] & <- & inside).
    pose proof (proj1 (forallb_forall _ _) all_keys _ inside) as known_place. apply andb_prop in known_place as [own other].
    cbn [fst snd]. split.
    + destruct (in_dec banco_same place (banco_choices m)); [assumption|discriminate].
    + intros h ->. destruct (in_dec hand_same h (punto_choices m)); [assumption|discriminate].
  - intros h inside apart. apply (only_in_filter _ _ _ _ h only_u inside), negb_false_iff, (not_0_at e) in apart; [|exact from_0].
    rewrite at_gain, total_grouped in apart by apply gain_additive. intros none. apply apart.
    transitivity (punto_gain e l banco h); [|exact none]. apply total_map. intros [chooses [own third]] x y. unfold by_punto, at_punto. cbn [fst snd].
    rewrite (choose_at e banco planned') by exact follow'. unfold total_by.
    destruct chooses as [h'|], third; cbn [map total_of fold_right value_at];
      destruct (punto_same _ _) as [same|differ]; try discriminate; try injection same as <-;
      try destruct (hand_same _ _); try congruence; ring.
  - intros p inside apart. apply (only_in_filter _ _ _ _ p only_s inside), negb_false_iff, (not_0_at e) in apart; [|exact from_0].
    rewrite at_gain, total_grouped in apart by apply gain_additive. intros none. apply apart.
    transitivity (banco_gain e l punto p); [|exact none]. apply total_map. intros k x y. unfold by_banco, at_banco. rewrite total_cons, !at_times.
    rewrite (leads_at e punto planned) by exact follow. cbn [total_by map total_of fold_right].
    destruct (banco_same (snd k) p); ring.
  - exact (mixes_at e punto planned u from_0 follow mixed).
  - exact (mixes_at e banco planned' s from_0 follow' mixed').
  - rewrite at_gain in depend. intros none. apply depend. unfold interaction in none.
    rewrite <- (Z.mul_1_l (total_by _ _ _)).
    rewrite (total_linear e l 1 (match snd s with None => -1 | Some _ => 1 end) 0 _
      (fun k x y => at_punto u k * (at_banco s k * (y - x))) (fun _ _ _ => 0)), none; [ring|].
    intros [chooses place] x y _. unfold at_punto, at_banco. cbn [fst snd].
    destruct (known_same _ _) as [same|differ]; [injection same as -> ->|].
    + destruct (hand_same u u), (banco_same s s), (snd s); try congruence; ring.
    + destruct chooses as [h|]; [|ring]. destruct (hand_same h u) as [->|], (banco_same place s) as [->|]; try congruence; ring.
Qed.

(** ** Polynomials in d as polynomials in another number e: constants for one d, or powers of d - start *)

Definition constant (d : Z) (p : poly) : poly := [value_at d p].
Fixpoint shifted (start : Z) (p : poly) : poly :=
  match p with [] => [] | a :: p => plus [a] (times [start; 1] (shifted start p)) end.

Lemma at_constant d p : value_at 0 (constant d p) = value_at d p.
Proof. unfold constant. cbn [value_at]. ring. Qed.

Lemma at_shifted start e p : value_at e (shifted start p) = value_at (start + e) p.
Proof.
  induction p as [|a p IH]; [reflexivity|]. cbn [shifted]. rewrite at_plus, at_times, IH. cbn [value_at]. ring.
Qed.

Definition summed (m : model) : summary :=
  (grouped known_same known_path (rows m), naturals m, ways_in m 6 in_decks).
Definition changed (t : poly -> poly) '((l, certain, deals) : summary) : summary :=
  (map (fun '(k, (x, y)) => (k, (t x, t y))) l, t certain, t deals).

Lemma summed_sums m n : sums (Z.of_N n) m (decks n) (summed m).
Proof.
  split; [apply ways_matches, decks_match|]. intros punto banco.
  rewrite total_grouped by apply amount_additive. apply net_rows.
Qed.

Lemma changed_sums t e d m c game : (forall p, value_at e (t p) = value_at d p) ->
  sums d m c game -> sums e m c (changed t game).
Proof.
  destruct game as [[l certain] deals]. intros same [all_deals nets]. split; [rewrite same; exact all_deals|].
  intros punto banco. rewrite nets, same. f_equal. unfold total_by. rewrite map_map. f_equal. apply map_ext.
  intros [k [x y]]. rewrite !same. reflexivity.
Qed.

(** ** The printed strategies *)

Definition punto_plan (t : poly -> poly) '((all, rows) : poly * list (hand * poly)) : plan hand :=
  (t all, fun h => match found h rows with Some n => t n | None => [] end).
Definition banco_plan (t : poly -> poly) '((all, mixes, rows) : poly * poly * list (hand * string))
    : plan (hand * option nat) :=
  (t all, fun '(h, third) =>
    match found h rows with
    | None => []
    | Some letters =>
        match get (match third with None => O | Some x => S x end) letters with
        | Some "D"%char => t all
        | Some "M"%char => t mixes
        | _ => []
        end
    end).

Definition share (n all : poly) : bool := no_minus n && no_minus (minus all n).
Definition fair_punto (t : poly -> poly) '((all, rows) : poly * list (hand * poly)) : bool :=
  positive (t all) && forallb (fun '(_, n) => share (t n) (t all)) rows.
Definition fair_banco (t : poly -> poly) '((all, mixes, _) : poly * poly * list (hand * string)) : bool :=
  positive (t all) && share (t mixes) (t all).

Lemma share_at e n all : 0 <= e -> share n all = true -> 0 <= value_at e n <= value_at e all.
Proof.
  intros from_0 both. apply andb_prop in both as [low high].
  apply (no_minus_at e) in low; [|exact from_0]. apply (no_minus_at e) in high; [|exact from_0].
  rewrite at_minus in high. lia.
Qed.

Lemma found_in {A} h (l : list (hand * A)) a : found h l = Some a -> exists h', In (h', a) l.
Proof.
  unfold found. match goal with |- context [find ?f l] => destruct (find f l) as [[h' a']|] eqn:here end;
    [|discriminate].
  intros is_a. injection is_a as <-. exists h'. apply (proj1 (find_some _ _ here)).
Qed.

Section Printed.

Context (t : poly -> poly) (e d : Z) (from_0 : 0 <= e) (same : forall p, value_at e (t p) = value_at d p).

Lemma punto_follows p : follows e (printed_punto d p) (punto_plan t p).
Proof.
  destruct p as [all rows]. split; cbn [printed_punto lots draws punto_plan fst snd]; [auto|].
  intros h. destruct (found h rows); auto.
Qed.

Lemma banco_follows b : follows e (printed_banco d b) (banco_plan t b).
Proof.
  destruct b as [[all mixes] rows]. split; cbn [printed_banco lots draws banco_plan fst snd]; [auto|].
  intros [h third]. destruct (found h rows); [|reflexivity]. destruct (get _ _) as [a|]; [|reflexivity].
  repeat match goal with |- context [match ?x with _ => _ end] => destruct x end; auto.
Qed.

Lemma punto_proper p : fair_punto t p = true -> proper (printed_punto d p).
Proof.
  destruct p as [all rows]. intros fair. apply andb_prop in fair as [some shares].
  apply (positive_at e) in some; [|exact from_0]. rewrite same in some.
  split; cbn [printed_punto lots draws]; [exact some|]. intros h. destruct (found h rows) as [n|] eqn:here; [|lia].
  apply found_in in here as [h' inside]. pose proof (proj1 (forallb_forall _ _) shares _ inside) as one.
  apply (share_at e) in one; [|exact from_0]. rewrite !same in one. exact one.
Qed.

Lemma banco_proper b : fair_banco t b = true -> proper (printed_banco d b).
Proof.
  destruct b as [[all mixes] rows]. intros fair. apply andb_prop in fair as [some one].
  apply (positive_at e) in some; [|exact from_0]. apply (share_at e) in one; [|exact from_0]. rewrite !same in *.
  split; cbn [printed_banco lots draws]; [exact some|]. intros [h third].
  destruct (found h rows); [|lia]. destruct (get _ _) as [a|]; [|lia].
  repeat match goal with |- context [match ?x with _ => _ end] => destruct x end; lia.
Qed.

End Printed.

(** ** The printed games *)

Definition printed_game : Type :=
  N * option N * (poly * list (hand * poly)) * (poly * poly * list (hand * string)) * (poly * poly).

Definition passes (m : model) (game : summary) (t : poly -> poly) (punto : poly * list (hand * poly))
    (banco : poly * poly * list (hand * string)) '((numerator, denominator) : poly * poly) : bool :=
  fair_punto t punto && fair_banco t banco
  && is_equilibrium (changed t game) (punto_plan t punto) (banco_plan t banco) (t numerator) (t denominator)
  && is_only m (changed t game) (punto_plan t punto) (banco_plan t banco).

Lemma closed_changed t m game : closed m game = true -> closed m (changed t game) = true.
Proof.
  destruct game as [[l certain] deals]. unfold closed, changed. rewrite !forallb_forall. intros all row inside.
  apply in_map_iff in inside as ([[chooses place] [x y]] & <- & inside). exact (all _ inside).
Qed.

Lemma passes_holds m t e n punto banco v : 0 <= e -> (forall p, value_at e (t p) = value_at (Z.of_N n) p) ->
  closed m (summed m) = true -> passes m (summed m) t punto banco v = true -> printed_equilibrium m n punto banco v.
Proof.
  intros from_0 same all_keys holds. destruct v as [numerator denominator]. unfold passes in holds.
  apply andb_prop in holds as [holds only]. apply andb_prop in holds as [holds check].
  apply andb_prop in holds as [fair fair']. pose proof (changed_sums t e _ m _ _ same (summed_sums m n)) as all_sums.
  unfold printed_equilibrium. rewrite <- !same.
  pose proof (punto_follows t e (Z.of_N n) same punto) as follow.
  pose proof (banco_follows t e (Z.of_N n) same banco) as follow'.
  destruct (checked e m _ _ _ _ _ _ (t numerator) (t denominator) from_0 all_sums follow follow'
    (punto_proper t e _ from_0 same _ fair) (banco_proper t e _ from_0 same _ fair') check) as [some this].
  split; [exact some|]. apply (is_only_holds e m _ _ _ _ _ _ _ from_0 all_sums follow follow'); [|exact only|exact this].
  apply closed_changed, all_keys.
Qed.

(** Few numbers of decks are checked one by one, all others at once. *)
Definition many : N := 20.
Definition numbers (first last : N) : list N := map N.of_nat (seq (N.to_nat first) (N.to_nat (last + 1 - first))).

Definition game_passes (m : model) (game : summary) '((first, last, punto, banco, v) : printed_game) : bool :=
  let one n := passes m game (constant (Z.of_N n)) punto banco v in
  match last with
  | Some last => forallb one (numbers first last)
  | None => forallb one (numbers first many) && passes m game (shifted (Z.of_N many)) punto banco v
  end.

Lemma in_numbers first last n : (first <= n)%N -> (n <= last)%N -> In n (numbers first last).
Proof.
  intros low high. unfold numbers. rewrite <- (Nnat.N2Nat.id n). apply in_map, in_seq. lia.
Qed.

Lemma game_passes_holds m first last punto banco v n : closed m (summed m) = true ->
  game_passes m (summed m) (first, last, punto, banco, v) = true ->
  (first <= n)%N -> match last with Some last => (n <= last)%N | None => True end ->
  printed_equilibrium m n punto banco v.
Proof.
  intros all_keys holds low high.
  assert (one : forall last, (n <= last)%N ->
    forallb (fun n => passes m (summed m) (constant (Z.of_N n)) punto banco v) (numbers first last) = true ->
    printed_equilibrium m n punto banco v).
  { intros other below all. pose proof (proj1 (forallb_forall _ _) all n (in_numbers first other n low below)) as this.
    apply (passes_holds m (constant (Z.of_N n)) 0); [lia|apply at_constant|exact all_keys|exact this]. }
  destruct last as [last|]; cbn [game_passes] in holds; [exact (one last high holds)|].
  apply andb_prop in holds as [few others].
  destruct (N.le_gt_cases n many) as [below|above]; [exact (one many below few)|].
  apply (passes_holds m (shifted (Z.of_N many)) (Z.of_N n - Z.of_N many)); [lia| |exact all_keys|exact others].
  intros p. rewrite at_shifted. f_equal. lia.
Qed.

Definition model_passes '((name, printed) : string * list printed_game) : bool :=
  let m := model_named name in let game := summed m in closed m game && forallb (game_passes m game) printed.

Lemma model_passes_holds name printed : model_passes (name, printed) = true ->
  Forall (fun '(first, last, punto, banco, v) => forall n,
    (first <= n)%N -> match last with Some last => (n <= last)%N | None => True end ->
    printed_equilibrium (model_named name) n punto banco v) printed.
Proof.
  unfold model_passes. cbv zeta. intros all. apply andb_prop in all as [all_keys all]. apply Forall_forall. intros [[[[first last] punto] banco] v] inside n.
  apply (game_passes_holds _ _ _ _ _ _ _ all_keys). exact (proj1 (forallb_forall _ _) all _ inside).
Qed.

(** ** The computations *)

Definition refused '((name, printed) : string * list printed_game) : list (string * N) :=
  let m := model_named name in
  let game := summed m in
  map (fun '(first, _, _, _, _) => (name, first)) (filter (fun one => negb (game_passes m game one)) printed).

Ltac check_model :=
  apply model_passes_holds;
  lazymatch goal with |- model_passes ?printed = true =>
    first
      [ abstract (vm_cast_no_check (eq_refl true))
      | let games := eval vm_compute in (refused printed) in
        fail 1 "not the only equilibria, by model and first number of decks:" games ]
  end.

(** Not [repeat], which would hide the message. *)
Ltac check_models :=
  lazymatch goal with
  | |- Forall _ [] => apply Forall_nil
  | |- Forall _ (_ :: _) => apply Forall_cons; [check_model | check_models]
  end.

Theorem chemin_de_fer_holds : chemin_de_fer.
Proof.
  unfold chemin_de_fer, equilibria. check_models.
Qed.
