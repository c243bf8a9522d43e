(** (d): polynomials in the number of decks as lists of coefficients, and their sum over the 5005 multisets. *)

From Coq Require Import Arith NArith ZArith List Bool Lia.
Require Import Coefficients Published Baccarat Padding Polynomial.
Import ListNotations.
Open Scope Z_scope.

(** ** Arithmetic of coefficient lists *)

Fixpoint plus (p q : list Z) : list Z :=
  match p, q with [], _ => q | _, [] => p | a :: p, b :: q => a + b :: plus p q end.
Definition scale (k : Z) (p : list Z) : list Z := map (Z.mul k) p.
Fixpoint times (p q : list Z) : list Z :=
  match p with [] => [] | a :: p => plus (scale a q) (0 :: times p q) end.
Definition equal (p q : list Z) : bool := forallb (Z.eqb 0) (plus p (scale (-1) q)).

Lemma at_plus d p : forall q, value_at d (plus p q) = value_at d p + value_at d q.
Proof. induction p as [|a p IH]; intros [|b q]; cbn [plus value_at]; rewrite ?IH; ring. Qed.

Lemma at_scale d k p : value_at d (scale k p) = k * value_at d p.
Proof. induction p as [|a p IH]; cbn [scale map value_at]; [|fold (scale k p); rewrite IH]; ring. Qed.

Lemma at_times d p q : value_at d (times p q) = value_at d p * value_at d q.
Proof. induction p as [|a p IH]; cbn [times value_at]; rewrite ?at_plus, ?at_scale; cbn [value_at]; rewrite ?IH; ring. Qed.

Lemma at_zero d p : forallb (Z.eqb 0) p = true -> value_at d p = 0.
Proof.
  induction p as [|a p IH]; cbn [forallb value_at]; auto. intros zero. apply andb_prop in zero as [first rest].
  apply Z.eqb_eq in first. rewrite IH by exact rest. lia.
Qed.

Lemma at_equal d p q : equal p q = true -> value_at d p = value_at d q.
Proof. intros same. apply (at_zero d) in same. rewrite at_plus, at_scale in same. lia. Qed.

(** ** Falling factorials of a·d *)

Fixpoint falling_z (x : Z) (k : nat) : Z := match k with O => 1 | S k => x * falling_z (x - 1) k end.

Lemma falling_falling_z k : forall x, Z.of_N (falling x k) = falling_z (Z.of_N x) k.
Proof.
  induction k as [|k IH]; intros x; cbn [falling falling_z]; [reflexivity|].
  rewrite N2Z.inj_mul, IH. destruct (N.eq_dec x 0) as [->|some]; [reflexivity|].
  rewrite N2Z.inj_pred by lia. unfold Z.pred. f_equal.
Qed.

Fixpoint falling_poly (a taken : Z) (k : nat) : list Z :=
  match k with O => [1] | S k => times [- taken; a] (falling_poly a (taken + 1) k) end.

Lemma at_falling_poly d a k : forall taken, value_at d (falling_poly a taken k) = falling_z (a * d - taken) k.
Proof.
  induction k as [|k IH]; intros taken; cbn [falling_poly falling_z].
  - cbn [value_at]. ring.
  - rewrite at_times, IH. replace (a * d - (taken + 1)) with (a * d - taken - 1) by ring. cbn [value_at]. ring.
Qed.

(** ** A multiset's product and the counts *)

Definition size (v : nat) : Z := if Nat.eqb v 0 then 16 else 4.

Definition product_poly (m l : list nat) : list Z :=
  fold_right (fun v p => times (falling_poly (size v) 0 (multiplicity v m)) p) [1] l.
Definition term_poly (m : list nat) : list Z := product_poly m values.

Lemma left_decks d v : In v values -> Z.of_N (left (decks d) v) = size v * Z.of_N d.
Proof.
  intros inside. apply in_values in inside.
  do 10 (destruct v as [|v]; [unfold left, decks, size; cbn [nth repeat Nat.eqb]; lia|]). lia.
Qed.

Lemma at_product_poly d m l : incl l values ->
  Z.of_N (product (map (fun v => falling (left (decks d) v) (multiplicity v m)) l)) = value_at (Z.of_N d) (product_poly m l).
Proof.
  induction l as [|v l IH]; intros inside; [cbn -[Z.add Z.mul]; ring|].
  apply incl_cons_inv in inside as [first rest].
  cbn [map product_poly fold_right]. unfold product in *. cbn [fold_right].
  rewrite N2Z.inj_mul, at_times, IH, at_falling_poly, falling_falling_z, left_decks, Z.sub_0_r by assumption. reflexivity.
Qed.

Lemma at_term_poly d m : Z.of_N (term (decks d) m) = value_at (Z.of_N d) (term_poly m).
Proof. apply at_product_poly, incl_refl. Qed.

Definition count_poly (o : outcome) : list Z :=
  fold_right (fun '(m, three) p => plus (scale (Z.of_N (part o three)) (term_poly m)) p) [] coefficients.

Lemma at_count_poly d o : Z.of_N (count standard o (decks d)) = value_at (Z.of_N d) (count_poly o).
Proof.
  rewrite (proj2 polynomial_holds) by reflexivity. unfold count_poly.
  induction coefficients as [|[m three] rows IH]; [reflexivity|].
  cbn [map sum fold_right]. unfold sum in *. cbn [fold_right].
  rewrite N2Z.inj_add, N2Z.inj_mul, at_plus, at_scale, at_term_poly, IH. reflexivity.
Qed.

(** ** The computations *)

Lemma printed o : equal (count_poly o) (part o counts_in_decks) = true.
Proof. destruct o; vm_cast_no_check (eq_refl true). Qed.

Lemma counts_at d o : Z.of_N (count standard o (decks d)) = value_at (Z.of_N d) (part o counts_in_decks).
Proof. rewrite at_count_poly. apply at_equal, printed. Qed.

Lemma deals_at d : Z.of_N (falling (sum (decks d)) 6) = value_at (Z.of_N d) (falling_poly 52 0 6).
Proof.
  rewrite falling_falling_z, at_falling_poly. f_equal. unfold decks, sum. cbn [repeat fold_right]. lia.
Qed.

Definition expectation_holds
  '((pays, unit, numerator, constant, factors) : (Z * Z * Z) * Z * list Z * Z * list (Z * Z)) : bool :=
  let paid o := scale (part o pays) (part o counts_in_decks) in
  let denominator := fold_right (fun '(a, b) p => times [- b; a] p) [constant] factors in
  equal (times (plus (plus (paid Punto) (paid Banco)) (paid Tie)) denominator)
    (times (scale unit (falling_poly 52 0 6)) numerator).

Lemma expectations_printed : forallb expectation_holds expectations = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma at_denominator d constant factors :
  fold_right (fun '(a, b) rest => (a * d - b) * rest) constant factors
  = value_at d (fold_right (fun '(a, b) p => times [- b; a] p) [constant] factors).
Proof.
  induction factors as [|[a b] factors IH]; cbn [fold_right].
  - cbn [value_at]. ring.
  - rewrite at_times, IH. cbn [value_at]. ring.
Qed.

Theorem closed_forms_holds : closed_forms.
Proof.
  split; [exact counts_at|].
  apply Forall_forall. intros [[[[pays unit] numerator] constant] factors] inside d.
  pose proof (proj1 (forallb_forall _ _) expectations_printed _ inside) as same.
  apply (at_equal (Z.of_N d)) in same. cbv beta iota zeta.
  rewrite !at_times, !at_plus, !at_scale in same.
  rewrite !counts_at, deals_at, at_denominator. exact same.
Qed.
