(** Published figures other than the coefficients; written by scripts/generate.py proof. *)

From Coq Require Import NArith ZArith List String.
Import ListNotations.
Open Scope string_scope.
Open Scope N_scope.

(** The drawing tables of the documents' readings: the letters of punto and of banco, and the counts of punto, banco and the
    tie in six decks and in eight. *)
Definition readings : list (string * list string * (N * N * N) * (N * N * N)) := [
(* standard, classic-it, classic-it:eight-for-one, castle-vaduz, come-si-gioca, classic-sl, otto-mazzi *)
(("DDDDDDSS", ["DDDDDDDDDDD"; "DDDDDDDDDDD"; "DDDDDDDDDDD"; "DDDDDDDDSDD"; "SSDDDDDDSSD"; "SSSSDDDDSSD"; "SSSSSSDDSSS"; "SSSSSSSSSSS"]), (392220492728832, 403095751234560, 83552962932288), (2230518282592256, 2292252566437888, 475627426473216));
(* castle-vaduz:literal *)
(("DDDDDDSS", ["DDDDDDDDDDD"; "DDDDDDDDDDD"; "DDDDDDDDDDD"; "DDDDDDDDSDD"; "SSDDDDDDSSS"; "SSSSDDDDSSS"; "SSSSSSDDSSS"; "SSSSSSSSSSS"]), (400716482365440, 397033759296000, 81118965234240), (2278819655352320, 2257779336945664, 461799283205376));
(* castle-vaduz:has-eight *)
(("DDDDDDSS", ["DDDDDDDDDDD"; "DDDDDDDDDDD"; "DDDDDDDDDDD"; "DDDDDDDDDDD"; "SSDDDDDDSSD"; "SSSSDDDDSSD"; "SSSSSSDDSSS"; "SSSSSSSSSSS"]), (392305081418496, 403173382270464, 83390743206720), (2231003394142208, 2292687197757440, 474707683603712));
(* castle-vaduz:literal-has-eight *)
(("DDDDDDSS", ["DDDDDDDDDDD"; "DDDDDDDDDDD"; "DDDDDDDDDDD"; "DDDDDDDDDDD"; "SSDDDDDDSSS"; "SSSSDDDDSSS"; "SSSSSSDDSSS"; "SSSSSSSSSSS"]), (400801071055104, 397111390331904, 80956745508672), (2279304766902272, 2258213968265216, 460879540335872));
(* come-si-gioca:literal *)
(("DDDDDDSS", ["DDDDDDDDDDD"; "DDDDDDDDDDD"; "DDDDDDDDDDD"; "DDDDDDDDSDS"; "SSDDDDDDSSS"; "SSSSDDDDSSS"; "SSSSSSDDSSS"; "SSSSSSSSSSS"]), (404966179014912, 393994773349632, 79908254531136), (2302977469485056, 2240508750057472, 454912055960832));
(* otto-mazzi:draws-on-6 *)
(("DDDDDDDS", ["DDDDDDDDDDD"; "DDDDDDDDDDD"; "DDDDDDDDDDD"; "DDDDDDDDSDD"; "SSDDDDDDSSD"; "SSSSDDDDSSD"; "SSSSSSDDSSS"; "SSSSSSSSSSS"]), (389681984728512, 409260304767168, 79926917400000), (2216102655983872, 2327391409975552, 454904209543936));
(* otto-mazzi:draws-on-7 *)
(("DDDDDDSD", ["DDDDDDDDDDD"; "DDDDDDDDDDD"; "DDDDDDDDDDD"; "DDDDDDDDSDD"; "SSDDDDDDSSD"; "SSSSDDDDSSD"; "SSSSSSDDSSS"; "SSSSSSSSSSS"]), (380771559673344, 418689842395392, 79407804826944), (2165462197575680, 2380908439834624, 452027638093056));
(* otto-mazzi:draws-on-6-and-7 *)
(("DDDDDDDD", ["DDDDDDDDDDD"; "DDDDDDDDDDD"; "DDDDDDDDDDD"; "DDDDDDDDSDD"; "SSDDDDDDSSD"; "SSSSDDDDSSD"; "SSSSSSDDSSS"; "SSSSSSSSSSS"]), (378233051673024, 424854395928000, 75781759294656), (2151046570967296, 2416047283372288, 431304421163776))
].

(** The counts of punto, banco and the tie in d full decks: the coefficients of 1, d, d² … *)
Definition counts_in_decks : list Z * list Z * list Z := (
[0; 0; 233600; -12709632; 268635648; -2528073728; 8820588544],
[0; 0; 234752; -12871680; 273677824; -2587207680; 9063399424],
[0; -6240; 272544; -6055488; 79173888; -587779072; 1886621696]
)%Z.

(** tables/closed-forms.csv: the expectations of the bets on punto, banco and the tie.  What punto, banco and the tie pay and
    the stake, in the same unit; the coefficients of 1, d, d² … in the numerator; the constant of the denominator, and (a, b)
    for each of its factors a·d − b. *)
Definition expectations : list ((Z * Z * Z) * Z * list Z * Z * list (Z * Z)) := [
((1, -1, 0), 1, [0; -36; 5064; -157568; 1847936; -7587840], 13, [(52, 1); (26, 1); (52, 3); (13, 1); (52, 5)]);
((-20, 19, 0), 20, [0; -1654; 75240; -1350268; 10972880; -32868608], 65, [(52, 1); (26, 1); (52, 3); (13, 1); (52, 5)]);
((-1, -1, 8), 1, [-1560; 53500; -714456; 2846176; 12907776; -87219200], 13, [(52, 1); (26, 1); (52, 3); (13, 1); (52, 5)])
]%Z.
