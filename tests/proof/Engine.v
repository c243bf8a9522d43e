(** An engine from the theorems: [answer] counts as the definitions do, and Coq writes it as the program [engine/proved.ml]. *)

From Coq Require Import Arith NArith List Bool Ascii String Lia Extraction.
Require Import Published Baccarat Evaluation Known.
Import ListNotations.
Open Scope N_scope.

(** ** Drawing tables without letters: true for D *)

Record table := { for_punto : list bool; for_banco : list (list bool); for_totals : list (nat * list (list bool)) }.

Definition cells (letters : string) : list bool :=
  map (fun letter => match letter with "D"%char => true | _ => false end) (list_ascii_of_string letters).

Definition rows (letters : list string) : list (list bool) := map cells letters.

Definition table_of (punto : string) (banco : list string) (against : list (nat * list string)) : table := {|
  for_punto := cells punto;
  for_banco := rows banco;
  for_totals := map (fun '(total, letters) => (total, rows letters)) against
|}.

Definition tableau_of (t : table) : tableau := {|
  punto_draws p := nth p (for_punto t) false;
  banco_draws b third final :=
    let rows := match find (fun '(total, _) => total =? final)%nat (for_totals t) with
      Some (_, rows) => rows | None => for_banco t end in
    let row := nth b rows [] in
    nth (match third with Some x => x | None => List.length row - 1 end)%nat row false
|}.

(** The names of the readings that share a table, how many cards of value 0 in a deck it tells apart, and the table. *)
Definition tables : list (list string * N * table) := Eval vm_compute in
  map (fun '(names, punto, banco, against, k, _, _) => (names, k, table_of punto banco against)) readings.

(** ** The shoe of a question *)

(** Counts of the ten values; of A, 2 … 10, J, Q, K; or of 52 cards, the four suits of each rank side by side. *)
Inductive cards := Values (counts : list N) | Ranks (counts : list N) | Types (counts : list N).

(** Rules that tell 4 cards of value 0 in a deck apart mean the tens, those that tell 12 apart the jacks, queens and kings. *)
Definition shoe_of_ranks (k : N) (counts : list N) : shoe :=
  let tens := nth 9 counts 0 in
  let court := sum (skipn 10 counts) in
  match k with
  | 0 => (tens + court) :: firstn 9 counts
  | 4 => court :: firstn 9 counts ++ [tens]
  | _ => tens :: firstn 9 counts ++ [court]
  end.

Fixpoint ranks_of (counts : list N) : list N :=
  match counts with s :: h :: d :: c :: counts => s + h + d + c :: ranks_of counts | _ => [] end.

(** None if the counts are too many or too few, or do not tell cards apart as the rules do. *)
Definition shoe_of (k : N) (given : cards) : option shoe :=
  match given with
  | Values counts => if (List.length counts =? 10)%nat && (k =? 0) then Some counts else None
  | Ranks counts => if (List.length counts =? 13)%nat then Some (shoe_of_ranks k counts) else None
  | Types counts => if (List.length counts =? 52)%nat then Some (shoe_of_ranks k (ranks_of counts)) else None
  end.

(** The counts of punto, banco and the tie; None also for a shoe of fewer than six cards. *)
Definition answer (k : N) (t : table) (given : cards) : option (N * N * N) :=
  match shoe_of k given with
  | Some c => if 6 <=? sum c then Some (count_each (tableau_of t) c) else None
  | None => None
  end.

(** ** The statement *)

(** For every shoe and reading, the answer is the counts of the reading's drawing table in [Published.v], dealt card by card
    as [Baccarat.v] says; the reading called standard is [standard] there; and full decks are the same shoe, however they are
    described. *)
Definition engine : Prop :=
  Forall2 (fun '(names, k, t) '(names', punto, banco, against, k', _, _) =>
      names = names' /\ k = k' /\
      (forall given c, shoe_of k given = Some c -> 6 <= sum c ->
        answer k t given = Some (counts (lettered punto banco against) c)) /\
      (forall d, let full := if k =? 0 then decks d else decks_with_told_apart k d in
        shoe_of k (Ranks (repeat (4 * d) 13)) = Some full /\ shoe_of k (Types (repeat d 52)) = Some full))
    tables readings
  /\ Forall (fun '(names, k, t) => In "standard"%string names -> forall given c,
      shoe_of k given = Some c -> List.length c = 10%nat -> 6 <= sum c -> answer k t given = Some (counts standard c)) tables
  /\ forall c, List.length c = 10%nat -> shoe_of 0 (Values c) = Some c.

(** ** The proof *)

Lemma nth_cells letters : forall place, nth place (cells letters) false = draws letters place.
Proof. induction letters as [|letter letters IH]; intros [|place]; try reflexivity. apply (IH place). Qed.

Lemma length_cells letters : List.length (cells letters) = String.length letters.
Proof. unfold cells. rewrite map_length. induction letters; simpl; congruence. Qed.

(** Two tableaux that draw alike on the cards 0 … n−1. *)
Definition alike (n : nat) (t t' : tableau) : Prop :=
  (forall p, punto_draws t p = punto_draws t' p) /\
  (forall b final, banco_draws t b None final = banco_draws t' b None final) /\
  (forall b x final, (x < n)%nat -> banco_draws t b (Some x) final = banco_draws t' b (Some x) final).

Lemma next_card_alike n c f g : List.length c = n ->
  (forall v c', (v < n)%nat -> List.length c' = n -> f v c' = g v c') -> next_card c f = next_card c g.
Proof.
  intros size same. unfold next_card. f_equal. apply map_ext_in. intros v inside. apply in_seq in inside.
  f_equal. apply same; [lia|]. rewrite length_without. exact size.
Qed.

Lemma count_alike t t' o c : alike (List.length c) t t' -> count t o c = count t' o c.
Proof.
  remember (List.length c) as n eqn:size. symmetry in size. intros [punto [without_third with_third]]. unfold count.
  apply (next_card_alike n _ _ _ size). clear c size. intros p1 c _ size.
  apply (next_card_alike n _ _ _ size). clear c size. intros b1 c _ size.
  apply (next_card_alike n _ _ _ size). clear c size. intros p2 c _ size.
  apply (next_card_alike n _ _ _ size). clear c size. intros b2 c _ size. cbv zeta.
  destruct (_ || _)%bool; [reflexivity|]. rewrite punto, without_third. destruct (punto_draws t' _); [|reflexivity].
  apply (next_card_alike n _ _ _ size). intros p3 c' small _. rewrite with_third by exact small. reflexivity.
Qed.

Lemma banco_lettered punto banco against b third final :
  banco_draws (tableau_of (table_of punto banco against)) b third final = banco_draws (lettered punto banco against) b third final.
Proof.
  cbn [banco_draws tableau_of lettered table_of for_banco for_totals].
  set (chosen := match find _ against with Some (_, letters) => letters | None => banco end).
  replace (match find _ (map _ _) with Some (_, rows) => rows | None => rows banco end) with (rows chosen).
  - unfold rows. change (@nil bool) with (cells EmptyString). rewrite map_nth, length_cells, nth_cells. reflexivity.
  - subst chosen. induction against as [|[total letters] against IH]; [reflexivity|].
    cbn [map find]. destruct (total =? final)%nat; [reflexivity|exact IH].
Qed.

Lemma alike_lettered n punto banco against :
  alike n (tableau_of (table_of punto banco against)) (lettered punto banco against).
Proof. split; [intros p; apply nth_cells|]. split; intros; apply banco_lettered. Qed.

Lemma alike_standard : alike 10 (tableau_of (snd (hd ([], 0, table_of "" [] []) tables))) standard.
Proof.
  split; [|split].
  - intros p. do 8 (destruct p as [|p]; [reflexivity|]). destruct p; reflexivity.
  - intros b final. do 8 (destruct b as [|b]; [reflexivity|]). destruct b; reflexivity.
  - intros b x final small. do 8 (destruct b as [|b]; [do 10 (destruct x as [|x]; [reflexivity|]); lia|]).
    destruct b, x; reflexivity.
Qed.

Lemma answered k punto banco against given c : shoe_of k given = Some c -> 6 <= sum c ->
  answer k (table_of punto banco against) given = Some (counts (lettered punto banco against) c).
Proof.
  intros same enough. unfold answer. rewrite same, (proj2 (N.leb_le _ _) enough), <- counts_each. unfold counts.
  rewrite !(count_alike _ _ _ _ (alike_lettered _ punto banco against)). reflexivity.
Qed.

Lemma standard_answered : Forall (fun '(names, k, t) => In "standard"%string names -> forall given c,
  shoe_of k given = Some c -> List.length c = 10%nat -> 6 <= sum c -> answer k t given = Some (counts standard c)) tables.
Proof.
  pose proof alike_standard as same. unfold tables in *. cbn [hd snd] in same. apply Forall_cons.
  - intros _ given c described size enough. unfold answer. rewrite described, (proj2 (N.leb_le _ _) enough), <- counts_each.
    unfold counts. rewrite <- size in same. rewrite !(count_alike _ _ _ _ same). reflexivity.
  - repeat (apply Forall_cons; [intros named; repeat destruct named as [named|named]; discriminate || contradiction|]).
    apply Forall_nil.
Qed.

Lemma full_decks k d : k = 0 \/ k = 4 \/ k = 12 -> let full := if k =? 0 then decks d else decks_with_told_apart k d in
  shoe_of k (Ranks (repeat (4 * d) 13)) = Some full /\ shoe_of k (Types (repeat d 52)) = Some full.
Proof.
  assert (suits : d + d + d + d = 4 * d) by lia.
  assert (every : ranks_of (repeat d 52) = repeat (4 * d) 13) by (cbn [repeat ranks_of]; rewrite suits; reflexivity).
  intros which. cbv zeta. split; cbn [shoe_of]; [|rewrite every]; apply (f_equal Some); destruct which as [->|[->| ->]];
    unfold shoe_of_ranks, decks, decks_with_told_apart, sum; cbn [repeat skipn nth firstn app fold_right N.eqb Pos.eqb];
    repeat apply (f_equal2 cons); lia || reflexivity.
Qed.

Ltac one_reading := match goal with |- _ /\ _ /\ (forall given c, _ -> _ -> answer ?k ?t _ = Some (counts (lettered ?p ?b ?a) _)) /\ _ =>
  change t with (table_of p b a);
  exact (conj eq_refl (conj eq_refl (conj (answered k p b a) (fun d => full_decks k d ltac:(auto))))) end.

Theorem engine_holds : engine.
Proof.
  split.
  - unfold tables, readings. repeat (apply Forall2_cons; [cbv beta iota; one_reading|]). apply Forall2_nil.
  - split; [exact standard_answered|]. intros c size. cbn [shoe_of]. rewrite size. reflexivity.
Qed.

(** ** The program

    Numbers stay Coq's own, in unary and in binary.  Only truth values, lists, pairs and options become OCaml's types with the
    same constructors, and the names of the readings become texts, which nothing here takes apart. *)

Extract Inductive bool => "bool" ["true" "false"].
Extract Inductive list => "list" ["[]" "(::)"].
Extract Inductive prod => "(*)" ["(,)"].
Extract Inductive option => "option" ["Some" "None"].
Extract Inductive ascii => "char" [""].
Extract Inductive string => "string" ["" ""].

Extraction "engine/proved.ml" tables answer N.of_uint N.to_uint.
