(** The bets of the catalogue with what is published of them; written by scripts/generate.py proof. *)

From Coq Require Import NArith ZArith List.
Require Import Bets.
Import ListNotations Language.
Open Scope Z_scope.
Open Scope language_scope.

(** The bets that point values decide. *)
Definition bets_on_values : list bet := [
(* punto-natural *)
{| conditions := [
  Name punto_natural];
  counts_6 := [166513433708160; 712355773187520]%N;
  counts_8 := [946869886480896; 4051528389022464]%N;
  pay_tables := [
  {| unit := 1; pays := [4; -1]; edge_6 := (213, 4043); edge_8 := (57, 1079) |}] |};
(* banco-natural *)
{| conditions := [
  Name banco_natural];
  counts_6 := [166513433708160; 712355773187520]%N;
  counts_8 := [946869886480896; 4051528389022464]%N;
  pay_tables := [
  {| unit := 1; pays := [4; -1]; edge_6 := (213, 4043); edge_8 := (57, 1079) |}] |};
(* bad-beat-three-card-9-over-8 *)
{| conditions := [
  punto_cards == 3 and banco_cards == 3 and (punto_total + banco_total == 17) and (margin == 1)];
  counts_6 := [3642531353856; 875226675541824]%N;
  counts_8 := [20727962554368; 4977670312948992]%N;
  pay_tables := [
  {| unit := 1; pays := [200; -1]; edge_6 := (254722924949, 1525814595305); edge_8 := (361144879373, 2169443695965) |}] |};
(* bad-beat-natural-9-over-8 *)
{| conditions := [
  punto_cards == 2 and banco_cards == 2 and (punto_total + banco_total == 17) and (margin == 1)];
  counts_6 := [15781998532608; 863087208363072]%N;
  counts_8 := [89717848178688; 4908680427324672]%N;
  pay_tables := [
  {| unit := 1; pays := [50; -1]; edge_6 := (5433823, 64546495); edge_8 := (4334721, 51247105) |}] |};
(* bad-beat-8-over-7 *)
{| conditions := [
  punto_total + banco_total == 15 and margin == 1];
  counts_6 := [27606527313408; 851262679582272]%N;
  counts_8 := [156966594535424; 4841431680967936]%N;
  pay_tables := [
  {| unit := 1; pays := [25; -1]; edge_6 := (21514355869, 117370353485); edge_8 := (2011832401, 10962938385) |}] |};
(* bad-beat *)
{| conditions := [
  punto_cards == 3 and banco_cards == 3 and (punto_total + banco_total == 17) and (margin == 1);
  punto_cards == 2 and banco_cards == 2 and (punto_total + banco_total == 17) and (margin == 1);
  punto_total + banco_total == 15 and margin == 1;
  punto_total + banco_total == 13 and margin == 1;
  margin == 1];
  counts_6 := [3642531353856; 15781998532608; 27606527313408; 34436837728512; 65042127415296; 732359184552000]%N;
  counts_8 := [20727962554368; 89717848178688; 156966594535424; 195793881763840; 369982973018112; 4165209015452928]%N;
  pay_tables := [
  {| unit := 1; pays := [40; 10; 6; 4; 1; -1]; edge_6 := (104877261913, 1525814595305); edge_8 := (1343570172677, 19524993263685) |}] |};
(* banco-even *)
{| conditions := [
  banco_total mod 2 == 0];
  counts_6 := [439476499344384; 439392707551296]%N;
  counts_8 := [2501034641977856; 2497363633525504]%N;
  pay_tables := [
  {| unit := 50; pays := [43; -50]; edge_6 := (86025590999, 1230495641375); edge_8 := (11278445358872, 162708277197375) |}; 
  {| unit := 50; pays := [47; -50]; edge_6 := (1140833253801, 38145364882625); edge_8 := (14296002936164, 488124831592125) |}] |};
(* banco-double-on-1-push-on-4 *)
{| conditions := [
  banco_wins and banco_total == 1;
  banco_wins and banco_total == 4;
  Name banco_wins;
  Name tie];
  counts_6 := [4264128824832; 28706863470336; 370124758939392; 83552962932288; 392220492728832]%N;
  counts_8 := [24291119898624; 163359790133248; 2104601656406016; 475627426473216; 2230518282592256]%N;
  pay_tables := [
  {| unit := 1; pays := [2; 0; 1; 0; -1]; edge_6 := (1811895852, 117370353485); edge_8 := (302087446832, 19524993263685) |}] |};
(* banco-half-on-1 *)
{| conditions := [
  banco_wins and banco_total == 1;
  Name banco_wins;
  Name tie];
  counts_6 := [4264128824832; 398831622409728; 83552962932288; 392220492728832]%N;
  counts_8 := [24291119898624; 2267961446539264; 475627426473216; 2230518282592256]%N;
  pay_tables := [
  {| unit := 2; pays := [1; 2; 0; -2]; edge_6 := (-2168450916, 217973513615); edge_8 := (-5534455792, 557856950391) |}] |};
(* banco-half-on-2 *)
{| conditions := [
  banco_wins and banco_total == 2;
  Name banco_wins;
  Name tie];
  counts_6 := [7843189948416; 395252561286144; 83552962932288; 392220492728832]%N;
  counts_8 := [44681581871104; 2247570984566784; 475627426473216; 2230518282592256]%N;
  pay_tables := [
  {| unit := 2; pays := [1; 2; 0; -2]; edge_6 := (-2414466504, 305162919061); edge_8 := (-10258722112, 1301666217579) |}] |};
(* banco-half-on-3 *)
{| conditions := [
  banco_wins and banco_total == 3;
  Name banco_wins;
  Name tie];
  counts_6 := [12820164239232; 390275586995328; 83552962932288; 392220492728832]%N;
  counts_8 := [72927778568192; 2219324787869696; 475627426473216; 2230518282592256]%N;
  pay_tables := [
  {| unit := 2; pays := [1; 2; 0; -2]; edge_6 := (-596310949, 117370353485); edge_8 := (-98712478756, 19524993263685) |}] |};
(* banco-half-on-4 *)
{| conditions := [
  banco_wins and banco_total == 4;
  Name banco_wins;
  Name tie];
  counts_6 := [28706863470336; 374388887764224; 83552962932288; 392220492728832]%N;
  counts_8 := [163359790133248; 2128892776304640; 475627426473216; 2230518282592256]%N;
  pay_tables := [
  {| unit := 2; pays := [1; 2; 0; -2]; edge_6 := (13271418, 3353438671); edge_8 := (25970847944, 6508331087895) |}] |};
(* banco-half-on-5 *)
{| conditions := [
  banco_wins and banco_total == 5;
  Name banco_wins;
  Name tie];
  counts_6 := [38128872750336; 364966878484224; 83552962932288; 392220492728832]%N;
  counts_8 := [216715928915968; 2075536637521920; 475627426473216; 2230518282592256]%N;
  pay_tables := [
  {| unit := 2; pays := [1; 2; 0; -2]; edge_6 := (2843464538, 305162919061); edge_8 := (20235972488, 2169443695965) |}] |};
(* banco-half-on-6 *)
{| conditions := [
  banco_wins and banco_total == 6;
  Name banco_wins;
  Name tie];
  counts_6 := [47322230031360; 355773521203200; 83552962932288; 392220492728832]%N;
  counts_8 := [269232304455680; 2023020261982208; 475627426473216; 2230518282592256]%N;
  pay_tables := [
  {| unit := 2; pays := [1; 2; 0; -2]; edge_6 := (716053792, 49219825655); edge_8 := (284694798368, 19524993263685) |}] |};
(* banco-half-on-7 *)
{| conditions := [
  banco_wins and banco_total == 7;
  Name banco_wins;
  Name tie];
  counts_6 := [67608812078208; 335486939156352; 83552962932288; 392220492728832]%N;
  counts_8 := [384279324919808; 1907973241518080; 475627426473216; 2230518282592256]%N;
  pay_tables := [
  {| unit := 2; pays := [1; 2; 0; -2]; edge_6 := (5686792543, 217973513615); edge_8 := (509396010212, 19524993263685) |}] |};
(* banco-half-on-8 *)
{| conditions := [
  banco_wins and banco_total == 8;
  Name banco_wins;
  Name tie];
  counts_6 := [93145507893504; 309950243341056; 83552962932288; 392220492728832]%N;
  counts_8 := [529914458673152; 1762338107764736; 475627426473216; 2230518282592256]%N;
  pay_tables := [
  {| unit := 2; pays := [1; 2; 0; -2]; edge_6 := (61974818474, 1525814595305); edge_8 := (793839630824, 19524993263685) |}] |};
(* banco-half-on-9 *)
{| conditions := [
  banco_wins and banco_total == 9;
  Name banco_wins;
  Name tie];
  counts_6 := [103255981998336; 299839769236224; 83552962932288; 392220492728832]%N;
  counts_8 := [586850279002112; 1705402287435776; 475627426473216; 2230518282592256]%N;
  pay_tables := [
  {| unit := 2; pays := [1; 2; 0; -2]; edge_6 := (1286386758, 27742083551); edge_8 := (905042404904, 19524993263685) |}] |};
(* banco-odd *)
{| conditions := [
  banco_total mod 2 == 1];
  counts_6 := [439392707551296; 439476499344384]%N;
  counts_8 := [2497363633525504; 2501034641977856]%N;
  pay_tables := [
  {| unit := 50; pays := [43; -50]; edge_6 := (172487597587, 2460991282750); edge_8 := (23001426897521, 325416554394750) |}; 
  {| unit := 50; pays := [47; -50]; edge_6 := (2295777278313, 76290729765250); edge_8 := (29982973918727, 976249663184250) |}] |};
(* banco *)
{| conditions := [
  Name banco_wins;
  Name tie];
  counts_6 := [403095751234560; 83552962932288; 392220492728832]%N;
  counts_8 := [2292252566437888; 475627426473216; 2230518282592256]%N;
  pay_tables := [
  {| unit := 20; pays := [19; 0; -20]; edge_6 := (460294100, 43594702723); edge_8 := (114753351728, 10847218479825) |}] |};
(* banco-4 *)
{| conditions := [
  Name banco_wins;
  Name tie];
  counts_6 := [403095751234560; 83552962932288; 392220492728832]%N;
  counts_8 := [2292252566437888; 475627426473216; 2230518282592256]%N;
  pay_tables := [
  {| unit := 25; pays := [24; 0; -25]; edge_6 := (3504655144, 586851767425); edge_8 := (2925372930848, 488124831592125) |}] |};
(* big *)
{| conditions := [
  cards >= 5];
  counts_6 := [545843646621504; 333025560274176]%N;
  counts_8 := [3104662664044800; 1893735611458560]%N;
  pay_tables := [
  {| unit := 50; pays := [27; -50]; edge_6 := (451873, 10377250); edge_8 := (22999, 529230) |}; 
  {| unit := 2; pays := [1; -2]; edge_6 := (28387, 415090); edge_8 := (16869, 246974) |}] |};
(* blazing-7s *)
{| conditions := [
  punto_total == 7 and banco_total == 7 and (cards == 6);
  punto_total == 7 and banco_total == 7 and (cards == 4)];
  counts_6 := [2031305938560; 7886424268800; 868951476688320]%N;
  counts_8 := [11556012525568; 44838810157056; 4942003452820736]%N;
  pay_tables := [
  {| unit := 1; pays := [200; 50; -1]; edge_6 := (1826097103, 23474070697); edge_8 := (506328697727, 6508331087895) |}; 
  {| unit := 1; pays := [150; 40; -1]; edge_6 := (86388408039, 305162919061); edge_8 := (5527535811341, 19524993263685) |}] |};
(* both-8-or-9 *)
{| conditions := [
  punto_total >= 8 and banco_total >= 8];
  counts_6 := [38750706983232; 840118499912448]%N;
  counts_8 := [220471281468160; 4777926994035200]%N;
  pay_tables := [
  {| unit := 1; pays := [20; -1]; edge_6 := (16146914744, 217973513615); edge_8 := (596049050, 8084883339) |}] |};
(* small-bull *)
{| conditions := [
  punto_wins and punto_total == 6 and (punto_cards == 2)];
  counts_6 := [35743183369344; 843126023526336]%N;
  counts_8 := [203349487650816; 4795048787852544]%N;
  pay_tables := [
  {| unit := 1; pays := [20; -1]; edge_6 := (9419929, 64546495); edge_8 := (25346743, 174014895) |}] |};
(* tiger-bull *)
{| conditions := [
  punto_wins and punto_total == 6 or (banco_wins and banco_total == 6)];
  counts_6 := [102275323508736; 776593883386944]%N;
  counts_8 := [581891199647744; 4416507075855616]%N;
  pay_tables := [
  {| unit := 1; pays := [4; -1]; edge_6 := (18228799075, 43594702723); edge_8 := (233140879159, 557856950391) |}] |};
(* cards-4 *)
{| conditions := [
  cards == 4];
  counts_6 := [333025560274176; 545843646621504]%N;
  counts_8 := [1893735611458560; 3104662664044800]%N;
  pay_tables := [
  {| unit := 2; pays := [3; -2]; edge_6 := (2187, 41509); edge_8 := (19571, 370461) |}] |};
(* cards-5 *)
{| conditions := [
  cards == 5];
  counts_6 := [266771777612544; 612097429283136]%N;
  counts_8 := [1516734808780800; 3481663466722560]%N;
  pay_tables := [
  {| unit := 1; pays := [2; -1]; edge_6 := (444228839, 4970080115); edge_8 := (40569047, 452438727) |}] |};
(* cards-6 *)
{| conditions := [
  cards == 6];
  counts_6 := [279071869008960; 599797337886720]%N;
  counts_8 := [1587927855264000; 3410470420239360]%N;
  pay_tables := [
  {| unit := 1; pays := [2; -1]; edge_6 := (47110930, 994016023); edge_8 := (148655914, 3167071089) |}] |};
(* char-siu-punto *)
{| conditions := [
  punto_wins and margin == 1 and (punto_total >= 7) and (cards == 6);
  punto_wins and margin == 1 and (punto_total >= 7) and (cards == 5);
  punto_wins and margin == 1 and (punto_total >= 7)];
  counts_6 := [6024195525888; 10402363793664; 23671690656768; 838770956919360]%N;
  counts_8 := [34288165392384; 59125646364672; 134572610764800; 4770411852981504]%N;
  pay_tables := [
  {| unit := 1; pays := [50; 15; 10; -1]; edge_6 := (50280839289, 305162919061); edge_8 := (1072126015943, 6508331087895) |}] |};
(* char-siu-banco *)
{| conditions := [
  banco_wins and margin == 1 and (banco_total >= 7) and (cards == 6);
  banco_wins and margin == 1 and (banco_total >= 7) and (cards == 5);
  banco_wins and margin == 1 and (banco_total >= 7)];
  counts_6 := [5751720529920; 11946233765376; 23671690656768; 837499561943616]%N;
  counts_8 := [32728150720512; 67919103025152; 134572610764800; 4763178410992896]%N;
  pay_tables := [
  {| unit := 1; pays := [50; 15; 10; -1]; edge_6 := (232644309721, 1525814595305); edge_8 := (992523726487, 6508331087895) |}] |};
(* cover-all *)
{| conditions := [
  banco_wins and banco_total == 7 and (banco_cards == 3) or (punto_wins and punto_total == 8 and (punto_cards == 3)) or (punto_total == 9 and punto_cards == 3) or (banco_total == 9 and banco_cards == 3) or (punto_total == 7 and banco_total == 7 and (cards == 4 or cards == 6))];
  counts_6 := [121841831479680; 757027375416000]%N;
  counts_8 := [692874900215808; 4305523375287552]%N;
  pay_tables := [
  {| unit := 1; pays := [6; -1]; edge_6 := (99116249, 3353438671); edge_8 := (27580724329, 929761583985) |}; 
  {| unit := 1; pays := [5; -1]; edge_6 := (3948136165, 23474070697); edge_8 := (365081976653, 2169443695965) |}] |};
(* dragon-7 *)
{| conditions := [
  banco_wins and banco_total == 7 and (banco_cards == 3)];
  counts_6 := [19805383926144; 859063822969536]%N;
  counts_8 := [112633011329024; 4885765264174336]%N;
  pay_tables := [
  {| unit := 1; pays := [40; -1]; edge_6 := (116056364451, 1525814595305); edge_8 := (64613588827, 848912750595) |}] |};
(* dragon-bonus-punto *)
{| conditions := [
  punto_wins and punto_natural;
  tie and punto_natural and banco_natural;
  punto_wins and margin == 9;
  punto_wins and margin == 8;
  punto_wins and margin == 7;
  punto_wins and margin == 6;
  punto_wins and margin == 5;
  punto_wins and margin == 4];
  counts_6 := [142932180948480; 15690253493376; 3232842506496; 5993103315456; 15746466977280; 24831097255296; 29217871411200; 32847008812416; 608378382175680]%N;
  counts_8 := [812685054124032; 89325908267520; 18409431764992; 34097645543424; 89590261473280; 141238897317888; 166169165987840; 186780352174080; 3460101558850304]%N;
  pay_tables := [
  {| unit := 1; pays := [1; 0; 30; 10; 6; 4; 2; 1; -1]; edge_6 := (1162894363, 43594702723); edge_8 := (103547854751, 3904998652737) |}; 
  {| unit := 1; pays := [1; 0; 30; 10; 4; 4; 2; 2; -1]; edge_6 := (5478639757, 217973513615); edge_8 := (32536829389, 1301666217579) |}] |};
(* dragon-bonus-banco *)
{| conditions := [
  banco_wins and banco_natural;
  tie and punto_natural and banco_natural;
  banco_wins and margin == 9;
  banco_wins and margin == 8;
  banco_wins and margin == 7;
  banco_wins and margin == 6;
  banco_wins and margin == 5;
  banco_wins and margin == 4];
  counts_6 := [142932180948480; 15690253493376; 2701790560512; 4974010949376; 13974401341440; 20954886625152; 27658399597056; 35379054043776; 614604229336512]%N;
  counts_8 := [812685054124032; 89325908267520; 15390342909952; 28305092784128; 79517099278336; 119200072366080; 157275882332160; 201147167287296; 3495551656153856]%N;
  pay_tables := [
  {| unit := 1; pays := [1; 0; 30; 10; 6; 4; 2; 1; -1]; edge_6 := (143257663701, 1525814595305); edge_8 := (9683026823, 103306842665) |}; 
  {| unit := 1; pays := [1; 0; 30; 10; 4; 4; 2; 2; -1]; edge_6 := (26071584351, 305162919061); edge_8 := (1665588285443, 19524993263685) |}] |};
(* egalite-group-0 *)
{| conditions := [
  tie and (0 <= punto_total and punto_total <= 0)];
  counts_6 := [5068928240640; 873800278655040]%N;
  counts_8 := [28979901420544; 4969418374082816]%N;
  pay_tables := [
  {| unit := 1; pays := [160; -1]; edge_6 := (283061689, 3963154793); edge_8 := (8070510161, 121273250085) |}] |};
(* egalite-group-1-3 *)
{| conditions := [
  tie and (1 <= punto_total and punto_total <= 3)];
  counts_6 := [11029388670720; 867839818224960]%N;
  counts_8 := [62756333902336; 4935641941601024]%N;
  pay_tables := [
  {| unit := 1; pays := [70; -1]; edge_6 := (4751121591, 43594702723); edge_8 := (2119916282959, 19524993263685) |}] |};
(* egalite-group-4-5 *)
{| conditions := [
  tie and (4 <= punto_total and punto_total <= 5)];
  counts_6 := [13355229758400; 865513977137280]%N;
  counts_8 := [75978180206848; 4922420095296512]%N;
  pay_tables := [
  {| unit := 1; pays := [60; -1]; edge_6 := (22291733206, 305162919061); edge_8 := (1420817511272, 19524993263685) |}] |};
(* egalite-group-6-7 *)
{| conditions := [
  tie and (6 <= punto_total and punto_total <= 7)];
  counts_6 := [34773239165760; 844095967729920]%N;
  counts_8 := [197887540208384; 4800510735294976]%N;
  pay_tables := [
  {| unit := 1; pays := [22; -1]; edge_6 := (27459967390, 305162919061); edge_8 := (5839580512, 65300980815) |}] |};
(* egalite-group-8-9 *)
{| conditions := [
  tie and (8 <= punto_total and punto_total <= 9)];
  counts_6 := [19326177096768; 859543029798912]%N;
  counts_8 := [110025470735104; 4888372804768256]%N;
  pay_tables := [
  {| unit := 1; pays := [40; -1]; edge_6 := (150166572792, 1525814595305); edge_8 := (1903726466266, 19524993263685) |}] |};
(* egalite-0 *)
{| conditions := [
  tie and punto_total == 0];
  counts_6 := [5068928240640; 873800278655040]%N;
  counts_8 := [28979901420544; 4969418374082816]%N;
  pay_tables := [
  {| unit := 1; pays := [150; -1]; edge_6 := (3581472303, 27742083551); edge_8 := (2431379535161, 19524993263685) |}] |};
(* egalite-1 *)
{| conditions := [
  tie and punto_total == 1];
  counts_6 := [3604674288960; 875264532606720]%N;
  counts_8 := [20499217668352; 4977899057835008]%N;
  pay_tables := [
  {| unit := 1; pays := [215; -1]; edge_6 := (34812347389, 305162919061); edge_8 := (82547346519, 723147898655) |}] |};
(* egalite-2 *)
{| conditions := [
  tie and punto_total == 2];
  counts_6 := [3511429301376; 875357777594304]%N;
  counts_8 := [20006606104576; 4978391669398784]%N;
  pay_tables := [
  {| unit := 1; pays := [225; -1]; edge_6 := (148066293029, 1525814595305); edge_8 := (20471552879, 214560365535) |}] |};
(* egalite-3 *)
{| conditions := [
  tie and punto_total == 3];
  counts_6 := [3913285080384; 874955921815296]%N;
  counts_8 := [22250510129408; 4976147765373952]%N;
  pay_tables := [
  {| unit := 1; pays := [200; -1]; edge_6 := (160241155796, 1525814595305); edge_8 := (684955389964, 6508331087895) |}] |};
(* egalite-4 *)
{| conditions := [
  tie and punto_total == 4];
  counts_6 := [6373370044800; 872495836850880]%N;
  counts_8 := [36294133463040; 4962104142040320]%N;
  pay_tables := [
  {| unit := 1; pays := [120; -1]; edge_6 := (3399350741, 27742083551); edge_8 := (158022949603, 1301666217579) |}] |};
(* egalite-5 *)
{| conditions := [
  tie and punto_total == 5];
  counts_6 := [6981859713600; 871887347182080]%N;
  counts_8 := [39684046743808; 4958714228759552]%N;
  pay_tables := [
  {| unit := 1; pays := [110; -1]; edge_6 := (36070409266, 305162919061); edge_8 := (772746206954, 6508331087895) |}] |};
(* egalite-6 *)
{| conditions := [
  tie and punto_total == 6];
  counts_6 := [16880962938048; 861988243957632]%N;
  counts_8 := [96170001308416; 4902228274194944]%N;
  pay_tables := [
  {| unit := 1; pays := [45; -1]; edge_6 := (16152921677, 138710417755); edge_8 := (13940659339, 121273250085) |}] |};
(* egalite-7 *)
{| conditions := [
  tie and punto_total == 7];
  counts_6 := [17892276227712; 860976930667968]%N;
  counts_8 := [101717538899968; 4896680736603392]%N;
  pay_tables := [
  {| unit := 1; pays := [45; -1]; edge_6 := (96917535453, 1525814595305); edge_8 := (54244477939, 848912750595) |}] |};
(* egalite-8 *)
{| conditions := [
  tie and punto_total == 8];
  counts_6 := [9628376803776; 869240830091904]%N;
  counts_8 := [54879416675072; 4943518858828288]%N;
  pay_tables := [
  {| unit := 1; pays := [80; -1]; edge_6 := (171824107274, 1525814595305); edge_8 := (80029734494, 723147898655) |}] |};
(* egalite-9 *)
{| conditions := [
  tie and punto_total == 9];
  counts_6 := [9697800292992; 869171406602688]%N;
  counts_8 := [55146054060032; 4943252221443328]%N;
  pay_tables := [
  {| unit := 1; pays := [80; -1]; edge_6 := (23151632729, 217973513615); edge_8 := (5915775203, 55626761435) |}] |};
(* ez-banco *)
{| conditions := [
  banco_wins and banco_total == 7 and (banco_cards == 3);
  Name banco_wins;
  Name tie];
  counts_6 := [19805383926144; 383290367308416; 83552962932288; 392220492728832]%N;
  counts_8 := [112633011329024; 2179619555108864; 475627426473216; 2230518282592256]%N;
  pay_tables := [
  {| unit := 1; pays := [0; 1; 0; -1]; edge_6 := (15503689966, 1525814595305); edge_8 := (66274384744, 6508331087895) |}] |};
(* punto-total-0 *)
{| conditions := [
  punto_total == 0];
  counts_6 := [82476017190144; 796393189705536]%N;
  counts_8 := [469796508410880; 4528601767092480]%N;
  pay_tables := [
  {| unit := 1; pays := [8; -1]; edge_6 := (772400087, 4970080115); edge_8 := (23239561, 150812909) |}] |};
(* punto-total-1 *)
{| conditions := [
  punto_total == 1];
  counts_6 := [65543064969024; 813326141926656]%N;
  counts_8 := [372517055559936; 4625881219943424]%N;
  pay_tables := [
  {| unit := 2; pays := [21; -2]; edge_6 := (1415173269, 9940160230); edge_8 := (28117339, 196712490) |}] |};
(* punto-total-2 *)
{| conditions := [
  punto_total == 2];
  counts_6 := [65295805204224; 813573401691456]%N;
  counts_8 := [371465655324672; 4626932620178688]%N;
  pay_tables := [
  {| unit := 2; pays := [21; -2]; edge_6 := (103380971, 710011445); edge_8 := (300228449, 2065481145) |}] |};
(* punto-total-3 *)
{| conditions := [
  punto_total == 3];
  counts_6 := [65543115189312; 813326091706368]%N;
  counts_8 := [372517215488256; 4625881060015104]%N;
  pay_tables := [
  {| unit := 2; pays := [21; -2]; edge_6 := (1415166737, 9940160230); edge_8 := (590462599, 4130962290) |}] |};
(* punto-total-4 *)
{| conditions := [
  punto_total == 4];
  counts_6 := [65286577756800; 813582629138880]%N;
  counts_8 := [371426030979072; 4626972244524288]%N;
  pay_tables := [
  {| unit := 2; pays := [19; -2]; edge_6 := (31241944, 142002289); edge_8 := (497129239, 2262193635) |}] |};
(* punto-total-5 *)
{| conditions := [
  punto_total == 5];
  counts_6 := [65523915478080; 813345291417600]%N;
  counts_8 := [372435601541376; 4625962673961984]%N;
  pay_tables := [
  {| unit := 2; pays := [19; -2]; edge_6 := (61678589, 284004578); edge_8 := (984663259, 4524387270) |}] |};
(* punto-total-6 *)
{| conditions := [
  punto_total == 6];
  counts_6 := [117032850763200; 761836356132480]%N;
  counts_8 := [665920136276736; 4332478139226624]%N;
  pay_tables := [
  {| unit := 2; pays := [11; -2]; edge_6 := (20559397, 152925542); edge_8 := (979548869, 7308625590) |}] |};
(* punto-total-7 *)
{| conditions := [
  punto_total == 7];
  counts_6 := [117548250792192; 761320956103488]%N;
  counts_8 := [668117541187584; 4330280734315776]%N;
  pay_tables := [
  {| unit := 2; pays := [11; -2]; edge_6 := (4540107, 34755805); edge_8 := (159777361, 1218104265) |}] |};
(* punto-total-8 *)
{| conditions := [
  punto_total == 8];
  counts_6 := [117047398378176; 761821808517504]%N;
  counts_8 := [665982456134400; 4332415819368960]%N;
  pay_tables := [
  {| unit := 2; pays := [11; -2]; edge_6 := (14673531, 109232530); edge_8 := (65263771, 487241706) |}] |};
(* punto-total-9 *)
{| conditions := [
  punto_total == 9];
  counts_6 := [117572211174528; 761296995721152]%N;
  counts_8 := [668220074600448; 4330178200902912]%N;
  pay_tables := [
  {| unit := 2; pays := [11; -2]; edge_6 := (4533948, 34755805); edge_8 := (478844831, 3654312795) |}] |};
(* banco-total-0 *)
{| conditions := [
  banco_total == 0];
  counts_6 := [77895681495552; 800973525400128]%N;
  counts_8 := [443735067603968; 4554663207899392]%N;
  pay_tables := [
  {| unit := 1; pays := [8; -1]; edge_6 := (2997034679, 14813733935); edge_8 := (62300512591, 309920527995) |}] |};
(* banco-total-1 *)
{| conditions := [
  banco_total == 1];
  counts_6 := [60925070693952; 817944136201728]%N;
  counts_8 := [346295882541312; 4652102392962048]%N;
  pay_tables := [
  {| unit := 2; pays := [21; -2]; edge_6 := (618857270539, 3051629190610); edge_8 := (12781748519, 62882425970) |}] |};
(* banco-total-2 *)
{| conditions := [
  banco_total == 2];
  counts_6 := [60657564344832; 818211642550848]%N;
  counts_8 := [345157466980352; 4653240808523008]%N;
  pay_tables := [
  {| unit := 2; pays := [21; -2]; edge_6 := (3459005207, 16767193355); edge_8 := (13444390223, 65300980815) |}] |};
(* banco-total-3 *)
{| conditions := [
  banco_total == 3];
  counts_6 := [64000205778240; 814869001117440]%N;
  counts_8 := [363761246869760; 4634637028633600]%N;
  pay_tables := [
  {| unit := 2; pays := [21; -2]; edge_6 := (3200422053, 19687930262); edge_8 := (55376626121, 339565100238) |}] |};
(* banco-total-4 *)
{| conditions := [
  banco_total == 4];
  counts_6 := [82084241764224; 796784965131456]%N;
  counts_8 := [466997733545984; 4531400541957376]%N;
  pay_tables := [
  {| unit := 2; pays := [15; -2]; edge_6 := (44928857118, 217973513615); edge_8 := (174748223567, 848912750595) |}] |};
(* banco-total-5 *)
{| conditions := [
  banco_total == 5];
  counts_6 := [88570441097280; 790298765798400]%N;
  counts_8 := [503359177443584; 4495039098059776]%N;
  pay_tables := [
  {| unit := 2; pays := [15; -2]; edge_6 := (87514206645, 610325838122); edge_8 := (803398735751, 5578569503910) |}] |};
(* banco-total-6 *)
{| conditions := [
  banco_total == 6];
  counts_6 := [106362816292800; 772506390602880]%N;
  counts_8 := [605184530090752; 4393213745412608]%N;
  pay_tables := [
  {| unit := 2; pays := [11; -2]; edge_6 := (10016607959, 46948141394); edge_8 := (639843046823, 3003845117490) |}] |};
(* banco-total-7 *)
{| conditions := [
  banco_total == 7];
  counts_6 := [112943207690496; 765925999205184]%N;
  counts_8 := [641950993608704; 4356447281894656]%N;
  pay_tables := [
  {| unit := 2; pays := [11; -2]; edge_6 := (19329374587, 117370353485); edge_8 := (248112024353, 1501922558745) |}] |};
(* banco-total-8 *)
{| conditions := [
  banco_total == 8];
  counts_6 := [112476195446976; 766393011448704]%N;
  counts_8 := [639959843756800; 4358438431746560]%N;
  pay_tables := [
  {| unit := 2; pays := [11; -2]; edge_6 := (39469534319, 234740706970); edge_8 := (14400056509, 85824146214) |}] |};
(* banco-total-9 *)
{| conditions := [
  banco_total == 9];
  counts_6 := [112953782291328; 765915424604352]%N;
  counts_8 := [641996333062144; 4356401942441216]%N;
  pay_tables := [
  {| unit := 2; pays := [11; -2]; edge_6 := (1756381386, 10670032135); edge_8 := (248023470733, 1501922558745) |}] |};
(* golden-frog-8-over-6 *)
{| conditions := [
  punto_total + banco_total == 14 and margin == 2];
  counts_6 := [26415007117056; 852454199778624]%N;
  counts_8 := [150358085283840; 4848040190219520]%N;
  pay_tables := [
  {| unit := 1; pays := [25; -1]; edge_6 := (827470283, 3786140435); edge_8 := (3116666833, 14304024369) |}] |};
(* golden-frog-two-card-9-over-7 *)
{| conditions := [
  punto_cards == 2 and banco_cards == 2 and (punto_total + banco_total == 16) and (margin == 2)];
  counts_6 := [15863477059584; 863005729836096]%N;
  counts_8 := [90066027282432; 4908332248220928]%N;
  pay_tables := [
  {| unit := 1; pays := [50; -1]; edge_6 := (5128639, 64546495); edge_8 := (12457987, 153741315) |}] |};
(* golden-frog-three-card-9-over-1 *)
{| conditions := [
  punto_cards == 3 and banco_cards == 3 and (punto_total + banco_total == 10) and (margin == 8)];
  counts_6 := [5017692582144; 873851514313536]%N;
  counts_8 := [28511182835712; 4969887092667648]%N;
  pay_tables := [
  {| unit := 1; pays := [150; -1]; edge_6 := (19128413351, 138710417755); edge_8 := (100290750479, 723147898655) |}] |};
(* golden-frog-three-card-9-over-7 *)
{| conditions := [
  punto_cards == 3 and banco_cards == 3 and (punto_total + banco_total == 16) and (margin == 2)];
  counts_6 := [3854001938688; 875015204956992]%N;
  counts_8 := [21911654125568; 4976486621377792]%N;
  pay_tables := [
  {| unit := 1; pays := [200; -1]; edge_6 := (16448045647, 138710417755); edge_8 := (773640359719, 6508331087895) |}] |};
(* heavenly-9 *)
{| conditions := [
  (punto_total == 9 and punto_cards == 3) and (banco_total == 9 and banco_cards == 3);
  punto_total == 9 and punto_cards == 3 or (banco_total == 9 and banco_cards == 3)];
  counts_6 := [1811376024192; 59955046785792; 817102784085696]%N;
  counts_8 := [10307243902976; 340879059038208; 4647211972562176]%N;
  pay_tables := [
  {| unit := 1; pays := [75; 10; -1]; edge_6 := (141838740301, 1525814595305); edge_8 := (259697594563, 2789284751955) |}; 
  {| unit := 1; pays := [60; 8; -1]; edge_6 := (79437447343, 305162919061); edge_8 := (5084940883117, 19524993263685) |}] |};
(* insurance-punto-0-5 *)
{| conditions := [
  punto_two_card_total != 0 or banco_two_card_total != 5;
  Name punto_wins;
  Name tie];
  counts_6 := [866569870748736; 3936919228416; 508060145664; 7854356772864]%N;
  counts_8 := [4928435083166976; 22384726605824; 2891903500288; 44686562230272]%N;
  pay_tables := [
  {| unit := 1; pays := [0; 2; 0; -1]; edge_6 := (-33822368, 1525814595305); edge_8 := (-2011136, 121273250085) |}] |};
(* insurance-punto-1-5 *)
{| conditions := [
  punto_two_card_total != 1 or banco_two_card_total != 5;
  Name punto_wins;
  Name tie];
  counts_6 := [870937468365888; 2250589722624; 329713127424; 5351435679744]%N;
  counts_8 := [4953365261862144; 12780995477504; 1870280785920; 30381737377792]%N;
  pay_tables := [
  {| unit := 1; pays := [0; 2; 0; -1]; edge_6 := (1476139296, 1525814595305); edge_8 := (6275711488, 6508331087895) |}] |};
(* insurance-punto-2-5 *)
{| conditions := [
  punto_two_card_total != 2 or banco_two_card_total != 5;
  Name punto_wins;
  Name tie];
  counts_6 := [870978861200448; 1959207816960; 795253807872; 5135884070400]%N;
  counts_8 := [4953541432165632; 11140481871872; 4518778515456; 29197582950400]%N;
  pay_tables := [
  {| unit := 1; pays := [0; 2; 0; -1]; edge_6 := (422732096, 305162919061); edge_8 := (1000668288, 723147898655) |}] |};
(* insurance-punto-3-5 *)
{| conditions := [
  punto_two_card_total != 3 or banco_two_card_total != 5;
  Name punto_wins;
  Name tie];
  counts_6 := [870937468365888; 2148258336768; 798672752640; 4984807440384]%N;
  counts_8 := [4953365261862144; 12212161478656; 4533340864512; 28287511298048]%N;
  pay_tables := [
  {| unit := 1; pays := [0; 2; 0; -1]; edge_6 := (1194949248, 1525814595305); edge_8 := (5030193152, 6508331087895) |}] |};
(* insurance-punto-4-5 *)
{| conditions := [
  punto_two_card_total != 4 or banco_two_card_total != 5;
  Name punto_wins;
  Name tie];
  counts_6 := [870978861200448; 2325293945856; 793732165632; 4771319583744]%N;
  counts_8 := [4953541432165632; 13232457203712; 4512358334464; 27112027799552]%N;
  pay_tables := [
  {| unit := 1; pays := [0; 2; 0; -1]; edge_6 := (29943376, 217973513615); edge_8 := (361112384, 2789284751955) |}] |};
(* insurance-punto-0-6 *)
{| conditions := [
  punto_two_card_total != 0 or banco_two_card_total != 6;
  Name punto_wins;
  Name tie];
  counts_6 := [866634901070400; 3044220091776; 358779442176; 8831306291328]%N;
  counts_8 := [4928711476339968; 17334553237504; 2048166117376; 50304079808512]%N;
  pay_tables := [
  {| unit := 1; pays := [0; 3; 0; -1]; edge_6 := (-104636800, 305162919061); edge_8 := (-1327796800, 3904998652737) |}] |};
(* insurance-punto-1-6 *)
{| conditions := [
  punto_two_card_total != 1 or banco_two_card_total != 6;
  Name punto_wins;
  Name tie];
  counts_6 := [870978861200448; 1583351405568; 701142220800; 5605852068864]%N;
  counts_8 := [4953541432165632; 9007158738944; 3984780689408; 31864903909376]%N;
  pay_tables := [
  {| unit := 1; pays := [0; 3; 0; -1]; edge_6 := (297152032, 305162919061); edge_8 := (2702805632, 2789284751955) |}] |};
(* insurance-punto-2-6 *)
{| conditions := [
  punto_two_card_total != 2 or banco_two_card_total != 6;
  Name punto_wins;
  Name tie];
  counts_6 := [871019382606912; 1668096453888; 697489931520; 5484237903360]%N;
  counts_8 := [4953714828133632; 9501094989824; 3969213288448; 31213139091456]%N;
  pay_tables := [
  {| unit := 1; pays := [0; 3; 0; -1]; edge_6 := (64095692, 117370353485); edge_8 := (3528455888, 6508331087895) |}] |};
(* insurance-punto-3-6 *)
{| conditions := [
  punto_two_card_total != 3 or banco_two_card_total != 6;
  Name punto_wins;
  Name tie];
  counts_6 := [870978207629376; 1770123232512; 691721081856; 5429154951936]%N;
  counts_8 := [4953539351414016; 10068955385856; 3944547729408; 30845420974080]%N;
  pay_tables := [
  {| unit := 1; pays := [0; 3; 0; -1]; edge_6 := (1330480, 9843965131); edge_8 := (277150528, 2169443695965) |}] |};
(* insurance-punto-4-6 *)
{| conditions := [
  punto_two_card_total != 4 or banco_two_card_total != 6;
  Name punto_wins;
  Name tie];
  counts_6 := [871020036177984; 1852257689856; 697550791680; 5299362236160]%N;
  counts_8 := [4953716908885248; 10551952510976; 3969407860736; 30160006246400]%N;
  pay_tables := [
  {| unit := 1; pays := [0; 3; 0; -1]; edge_6 := (-446893808, 1525814595305); edge_8 := (-5843169088, 19524993263685) |}] |};
(* insurance-punto-5-6 *)
{| conditions := [
  punto_two_card_total != 5 or banco_two_card_total != 6;
  Name punto_wins;
  Name tie];
  counts_6 := [870978861200448; 1965019991040; 700342861824; 5224982842368]%N;
  counts_8 := [4953541432165632; 11165290938368; 3981448314880; 29710104084480]%N;
  pay_tables := [
  {| unit := 1; pays := [0; 3; 0; -1]; edge_6 := (-1163328352, 1525814595305); edge_8 := (-4929386368, 6508331087895) |}] |};
(* insurance-punto-0-7 *)
{| conditions := [
  punto_two_card_total != 0 or banco_two_card_total != 7;
  Name punto_wins;
  Name tie];
  counts_6 := [866570524319808; 1900194232320; 935299814400; 9463188529152]%N;
  counts_8 := [4928437163918592; 10797767589888; 5335767662592; 53827576332288]%N;
  pay_tables := [
  {| unit := 1; pays := [0; 4; 0; -1]; edge_6 := (10532096, 4970080115); edge_8 := (14441728, 6786580905) |}] |};
(* insurance-punto-1-7 *)
{| conditions := [
  punto_two_card_total != 1 or banco_two_card_total != 7;
  Name punto_wins;
  Name tie];
  counts_6 := [870937468365888; 1213588113408; 611657644032; 6106492772352]%N;
  counts_8 := [4953365261862144; 6899799293952; 3470505148416; 34662709198848]%N;
  pay_tables := [
  {| unit := 1; pays := [0; 4; 0; -1]; edge_6 := (1416192, 994016023); edge_8 := (13426688, 9501213267) |}] |};
(* insurance-punto-2-7 *)
{| conditions := [
  punto_two_card_total != 2 or banco_two_card_total != 7;
  Name punto_wins;
  Name tie];
  counts_6 := [870978861200448; 1207355139072; 608500131840; 6074490424320]%N;
  counts_8 := [4953541432165632; 6873126617088; 3457037500416; 34526679220224]%N;
  pay_tables := [
  {| unit := 1; pays := [0; 4; 0; -1]; edge_6 := (7040976, 4970080115); edge_8 := (1061184, 754064545) |}] |};
(* insurance-punto-3-7 *)
{| conditions := [
  punto_two_card_total != 3 or banco_two_card_total != 7;
  Name punto_wins;
  Name tie];
  counts_6 := [870937468365888; 1223264360448; 611657644032; 6096816525312]%N;
  counts_8 := [4953365261862144; 6940848685056; 3470505148416; 34621659807744]%N;
  pay_tables := [
  {| unit := 1; pays := [0; 4; 0; -1]; edge_6 := (194496, 142002289); edge_8 := (13036544, 9501213267) |}] |};
(* insurance-punto-4-7 *)
{| conditions := [
  punto_two_card_total != 4 or banco_two_card_total != 7;
  Name punto_wins;
  Name tie];
  counts_6 := [870978207629376; 1207272381696; 608500131840; 6075226752768]%N;
  counts_8 := [4953539351414016; 6872862314496; 3457037500416; 34529024274432]%N;
  pay_tables := [
  {| unit := 1; pays := [0; 4; 0; -1]; edge_6 := (1006716, 710011445); edge_8 := (66886928, 47506066335) |}] |};
(* insurance-punto-5-7 *)
{| conditions := [
  punto_two_card_total != 5 or banco_two_card_total != 7;
  Name punto_wins;
  Name tie];
  counts_6 := [870937468365888; 1223213432832; 611657644032; 6096867452928]%N;
  counts_8 := [4953365261862144; 6940687073280; 3470505148416; 34621821419520]%N;
  pay_tables := [
  {| unit := 1; pays := [0; 4; 0; -1]; edge_6 := (1361760, 994016023); edge_8 := (13038080, 9501213267) |}] |};
(* insurance-banco-5-4 *)
{| conditions := [
  punto_two_card_total != 5 or banco_two_card_total != 4;
  Name banco_wins;
  Name tie];
  counts_6 := [870978861200448; 2285344652544; 887896954368; 4717104088320]%N;
  counts_8 := [4953541432165632; 12995699429376; 5046525255680; 26814618652672]%N;
  pay_tables := [
  {| unit := 1; pays := [0; 2; 0; -1]; edge_6 := (254192332, 1525814595305); edge_8 := (643140464, 3904998652737) |}] |};
(* invincible-6 *)
{| conditions := [
  punto_wins and punto_total == 6 or (banco_wins and banco_total == 6) or (tie and punto_total == 6)];
  counts_6 := [119156286446784; 759712920448896]%N;
  counts_8 := [678061200956160; 4320337074547200]%N;
  pay_tables := [
  {| unit := 1; pays := [4; -1]; edge_6 := (98294366202, 305162919061); edge_8 := (59824861262, 185952316797) |}] |};
(* kill-the-ox-tiger *)
{| conditions := [
  punto_total == 6 and punto_cards == 3 and (not punto_wins);
  banco_total == 7 and banco_cards == 3 and (not banco_wins)];
  counts_6 := [14783604262848; 9663726448512; 854421876184320]%N;
  counts_8 := [84102272663808; 54956551870464; 4859339450969088]%N;
  pay_tables := [
  {| unit := 1; pays := [30; 30; -1]; edge_6 := (1355308634, 9843965131); edge_8 := (298426525582, 2169443695965) |}] |};
(* kill-the-ox *)
{| conditions := [
  punto_total == 6 and punto_cards == 3 and (not punto_wins)];
  counts_6 := [14783604262848; 864085602632832]%N;
  counts_8 := [84102272663808; 4914296002839552]%N;
  pay_tables := [
  {| unit := 1; pays := [30; -1]; edge_6 := (23553846032, 49219825655); edge_8 := (444796842062, 929761583985) |}] |};
(* kill-the-tiger *)
{| conditions := [
  banco_total == 7 and banco_cards == 3 and (not banco_wins)];
  counts_6 := [9663726448512; 869205480447168]%N;
  counts_8 := [54956551870464; 4943441723632896]%N;
  pay_tables := [
  {| unit := 1; pays := [30; -1]; edge_6 := (32442522793, 49219825655); edge_8 := (4290032770207, 6508331087895) |}] |};
(* knockout-natural-punto *)
{| conditions := [
  punto_wins and punto_natural;
  Name tie];
  counts_6 := [142932180948480; 83552962932288; 652384063014912]%N;
  counts_8 := [812685054124032; 475627426473216; 3710085794906112]%N;
  pay_tables := [
  {| unit := 1; pays := [4; 0; -1]; edge_6 := (140026630592, 1525814595305); edge_8 := (85443745984, 929761583985) |}] |};
(* knockout-natural-banco *)
{| conditions := [
  banco_wins and banco_natural;
  Name tie];
  counts_6 := [142932180948480; 83552962932288; 652384063014912]%N;
  counts_8 := [812685054124032; 475627426473216; 3710085794906112]%N;
  pay_tables := [
  {| unit := 1; pays := [4; 0; -1]; edge_6 := (140026630592, 1525814595305); edge_8 := (85443745984, 929761583985) |}] |};
(* knockout-1-4 *)
{| conditions := [
  punto_wins and (1 <= punto_total and punto_total <= 4) or (banco_wins and (1 <= banco_total and banco_total <= 4));
  Name tie];
  counts_6 := [91941956476416; 83552962932288; 703374287486976]%N;
  counts_8 := [523340183527424; 475627426473216; 3999430665502720]%N;
  pay_tables := [
  {| unit := 1; pays := [7; 0; -1]; edge_6 := (14826535752, 217973513615); edge_8 := (187527556256, 2789284751955) |}] |};
(* knockout-5-6 *)
{| conditions := [
  punto_wins and (5 <= punto_total and punto_total <= 6) or (banco_wins and (5 <= banco_total and banco_total <= 6));
  Name tie];
  counts_6 := [162003165709824; 83552962932288; 633313078253568]%N;
  counts_8 := [921445405761536; 475627426473216; 3601325443268608]%N;
  pay_tables := [
  {| unit := 2; pays := [7; 0; -2]; edge_6 := (115107635884, 1525814595305); edge_8 := (489930368624, 6508331087895) |}] |};
(* knockout-7 *)
{| conditions := [
  punto_wins and (7 <= punto_total and punto_total <= 7) or (banco_wins and (7 <= banco_total and banco_total <= 7));
  Name tie];
  counts_6 := [139398418566144; 83552962932288; 655917825397248]%N;
  counts_8 := [792323304390656; 475627426473216; 3730447544639488]%N;
  pay_tables := [
  {| unit := 2; pays := [9; 0; -2]; edge_6 := (9939215920, 305162919061); edge_8 := (644502636256, 19524993263685) |}] |};
(* knockout-8 *)
{| conditions := [
  punto_wins and (8 <= punto_total and punto_total <= 8) or (banco_wins and (8 <= banco_total and banco_total <= 8));
  Name tie];
  counts_6 := [190842310331136; 83552962932288; 604473933632256]%N;
  counts_8 := [1085737655808000; 475627426473216; 3437033193222144]%N;
  pay_tables := [
  {| unit := 1; pays := [3; 0; -1]; edge_6 := (5042140568, 138710417755); edge_8 := (234140919008, 6508331087895) |}] |};
(* knockout-9 *)
{| conditions := [
  punto_wins and (9 <= punto_total and punto_total <= 9) or (banco_wins and (9 <= banco_total and banco_total <= 9));
  Name tie];
  counts_6 := [211130392879872; 83552962932288; 584185851083520]%N;
  counts_8 := [1199924299542528; 475627426473216; 3322846549487616]%N;
  pay_tables := [
  {| unit := 2; pays := [5; 0; -2]; edge_6 := (19569398918, 305162919061); edge_8 := (420619532072, 6508331087895) |}] |};
(* lucky-6 *)
{| conditions := [
  banco_wins and banco_total == 6 and (banco_cards == 2);
  banco_wins and banco_total == 6];
  counts_6 := [32726541207168; 14595688824192; 831546976864320]%N;
  counts_8 := [186173936904192; 83058367551488; 4729165971047680]%N;
  pay_tables := [
  {| unit := 1; pays := [12; 23; -1]; edge_6 := (179041040663, 1525814595305); edge_8 := (253791785813, 2169443695965) |}; 
  {| unit := 1; pays := [12; 20; -1]; edge_6 := (255060253289, 1525814595305); edge_8 := (47209656769, 282970916865) |}; 
  {| unit := 1; pays := [12; 18; -1]; edge_6 := (9862571883, 49219825655); edge_8 := (3906359813557, 19524993263685) |}] |};
(* lucky-7 *)
{| conditions := [
  punto_wins and punto_total == 7 and (punto_cards == 2);
  punto_wins and punto_total == 7];
  counts_6 := [47803428152064; 23986178335872; 807079600407744]%N;
  counts_8 := [271646313590784; 136397665880064; 4590354296032512]%N;
  pay_tables := [
  {| unit := 1; pays := [6; 15; -1]; edge_6 := (55717484881, 305162919061); edge_8 := (91597698947, 500640852915) |}] |};
(* lucky-99 *)
{| conditions := [
  punto_natural and banco_natural and (punto_total == 9) and (banco_total == 9);
  banco_natural and banco_total == 9;
  punto_natural and punto_total == 9];
  counts_6 := [7886424268800; 75587673047040; 75587673047040; 719807436532800]%N;
  counts_8 := [44838810157056; 429522620252160; 429522620252160; 4094514224841984]%N;
  pay_tables := [
  {| unit := 1; pays := [24; 4; 1; -1]; edge_6 := (172415, 993023); edge_8 := (1785549, 10249421) |}] |};
(* matching-dragon-A *)
{| conditions := [
  aces == 1;
  aces == 2;
  aces == 3;
  aces == 4;
  aces == 5;
  aces == 6];
  counts_6 := [242776570127616; 39775121406720; 3559157496576; 194915863296; 6365399040; 96909120; 592556979693312]%N;
  counts_8 := [1376864854298624; 227334747041792; 20748232028160; 1174231511040; 40210759680; 652458240; 3372235347405824]%N;
  pay_tables := [
  {| unit := 1; pays := [1; 3; 20; 40; 60; 100; -1]; edge_6 := (109886048, 639218515); edge_8 := (1105409452568, 6508331087895) |}; 
  {| unit := 1; pays := [1; 2; 15; 30; 60; 100; -1]; edge_6 := (365631447136, 1525814595305); edge_8 := (4655362038536, 19524993263685) |}] |};
(* matching-dragon-2 *)
{| conditions := [
  twos == 1;
  twos == 2;
  twos == 3;
  twos == 4;
  twos == 5;
  twos == 6];
  counts_6 := [242074550767104; 40134470863104; 3559826679552; 187656860160; 5753341440; 96909120; 592906851475200]%N;
  counts_8 := [1372886682968064; 229384762118144; 20753336463360; 1130651443200; 36344340480; 652458240; 3374205845711872]%N;
  pay_tables := [
  {| unit := 1; pays := [1; 3; 20; 40; 60; 100; -1]; edge_6 := (262797202644, 1525814595305); edge_8 := (3322758527896, 19524993263685) |}; 
  {| unit := 1; pays := [1; 2; 15; 30; 60; 100; -1]; edge_6 := (366634308308, 1525814595305); edge_8 := (311219828648, 1301666217579) |}] |};
(* matching-dragon-3 *)
{| conditions := [
  threes == 1;
  threes == 2;
  threes == 3;
  threes == 4;
  threes == 5;
  threes == 6];
  counts_6 := [241309729216512; 40814530791552; 3436931925504; 139144154688; 0; 0; 593168870807424]%N;
  counts_8 := [1368547890921472; 233294440835072; 20047474974720; 840162535680; 0; 0; 3375668306236416]%N;
  pay_tables := [
  {| unit := 1; pays := [1; 3; 20; 40; 60; 100; -1]; edge_6 := (269290181456, 1525814595305); edge_8 := (3408910515188, 19524993263685) |}; 
  {| unit := 1; pays := [1; 2; 15; 30; 60; 100; -1]; edge_6 := (372398917508, 1525814595305); edge_8 := (948917603870, 3904998652737) |}] |};
(* matching-dragon-4 *)
{| conditions := [
  fours == 1;
  fours == 2;
  fours == 3;
  fours == 4;
  fours == 5;
  fours == 6];
  counts_6 := [240719783516928; 41564855647872; 3228297228288; 71487307584; 0; 0; 593284783195008]%N;
  counts_8 := [1365203603582976; 237624138319872; 18841460736000; 431482026240; 0; 0; 3376297590838272]%N;
  pay_tables := [
  {| unit := 1; pays := [1; 3; 20; 40; 60; 100; -1]; edge_6 := (278550340044, 1525814595305); edge_8 := (78483774004, 433888739193) |}; 
  {| unit := 1; pays := [1; 2; 15; 30; 60; 100; -1]; edge_6 := (54282294328, 217973513615); edge_8 := (179438561746, 723147898655) |}] |};
(* matching-dragon-5 *)
{| conditions := [
  fives == 1;
  fives == 2;
  fives == 3;
  fives == 4;
  fives == 5;
  fives == 6];
  counts_6 := [243581514038784; 39401766853632; 3538737506304; 199432848384; 6855045120; 96909120; 592140803694336]%N;
  counts_8 := [1381466839506944; 225192490123264; 20626123653120; 1201241210880; 43303895040; 652458240; 3369867624655872]%N;
  pay_tables := [
  {| unit := 1; pays := [1; 3; 20; 40; 60; 100; -1]; edge_6 := (37495270688, 217973513615); edge_8 := (3318702006856, 19524993263685) |}; 
  {| unit := 1; pays := [1; 2; 15; 30; 60; 100; -1]; edge_6 := (365053323408, 1525814595305); edge_8 := (40418588120, 169782550119) |}] |};
(* matching-dragon-6 *)
{| conditions := [
  sixes == 1;
  sixes == 2;
  sixes == 3;
  sixes == 4;
  sixes == 5;
  sixes == 6];
  counts_6 := [246531431439360; 38455791717888; 3242858952960; 179149259520; 6365399040; 96909120; 590453513217792]%N;
  counts_8 := [1398234533609472; 219826491219968; 18905100472320; 1079228067840; 40210759680; 652458240; 3360312058915840]%N;
  pay_tables := [
  {| unit := 1; pays := [1; 3; 20; 40; 60; 100; -1]; edge_6 := (271076288768, 1525814595305); edge_8 := (41361494168, 235240882695) |}; 
  {| unit := 1; pays := [1; 2; 15; 30; 60; 100; -1]; edge_6 := (369099863556, 1525814595305); edge_8 := (1567699612424, 6508331087895) |}] |};
(* matching-dragon-7 *)
{| conditions := [
  sevens == 1;
  sevens == 2;
  sevens == 3;
  sevens == 4;
  sevens == 5;
  sevens == 6];
  counts_6 := [246276680030208; 38867172270336; 3079795732992; 163700925696; 4774049280; 96909120; 590476986978048]%N;
  counts_8 := [1396785482645504; 222199903375360; 17958953410560; 986765414400; 30158069760; 652458240; 3360436360129536]%N;
  pay_tables := [
  {| unit := 1; pays := [1; 3; 20; 40; 60; 100; -1]; edge_6 := (276317195452, 1525814595305); edge_8 := (3502057627192, 19524993263685) |}; 
  {| unit := 1; pays := [1; 2; 15; 30; 60; 100; -1]; edge_6 := (53338756144, 217973513615); edge_8 := (679904618936, 2789284751955) |}] |};
(* matching-dragon-8 *)
{| conditions := [
  eights == 1;
  eights == 2;
  eights == 3;
  eights == 4;
  eights == 5;
  eights == 6];
  counts_6 := [251996022496512; 37097732481408; 2527066333440; 83214331200; 0; 0; 587165171253120]%N;
  counts_8 := [1429319839928320; 212157913151488; 14755316551680; 502955546880; 0; 0; 3341662250324992]%N;
  pay_tables := [
  {| unit := 1; pays := [1; 3; 20; 40; 60; 100; -1]; edge_6 := (295149394784, 1525814595305); edge_8 := (1250838695356, 6508331087895) |}; 
  {| unit := 1; pays := [1; 2; 15; 30; 60; 100; -1]; edge_6 := (382936213292, 1525814595305); edge_8 := (4889094411766, 19524993263685) |}] |};
(* matching-dragon-9 *)
{| conditions := [
  nines == 1;
  nines == 2;
  nines == 3;
  nines == 4;
  nines == 5;
  nines == 6];
  counts_6 := [250218430912512; 38396251840896; 2309155757568; 38117927232; 0; 0; 587907250457472]%N;
  counts_8 := [1419219581763584; 219618524149760; 13491384115200; 230538696960; 0; 0; 3345838246777856]%N;
  pay_tables := [
  {| unit := 1; pays := [1; 3; 20; 40; 60; 100; -1]; edge_6 := (303458735732, 1525814595305); edge_8 := (143043093516, 723147898655) |}; 
  {| unit := 1; pays := [1; 2; 15; 30; 60; 100; -1]; edge_6 := (390825419588, 1525814595305); edge_8 := (4992557398742, 19524993263685) |}] |};
(* punto-natural-win *)
{| conditions := [
  punto_wins and punto_natural;
  tie and punto_natural];
  counts_6 := [142932180948480; 15690253493376; 720246772453824]%N;
  counts_8 := [812685054124032; 89325908267520; 4096387313111808]%N;
  pay_tables := [
  {| unit := 1; pays := [4; 0; -1]; edge_6 := (10907561, 64546495); edge_8 := (15606307, 92244789) |}] |};
(* banco-natural-win *)
{| conditions := [
  banco_wins and banco_natural;
  tie and banco_natural];
  counts_6 := [142932180948480; 15690253493376; 720246772453824]%N;
  counts_8 := [812685054124032; 89325908267520; 4096387313111808]%N;
  pay_tables := [
  {| unit := 1; pays := [4; 0; -1]; edge_6 := (10907561, 64546495); edge_8 := (15606307, 92244789) |}] |};
(* punto-natural-8 *)
{| conditions := [
  punto_natural and punto_two_card_total == 8];
  counts_6 := [83039336392320; 795829870503360]%N;
  counts_8 := [472508456071680; 4525889819431680]%N;
  pay_tables := [
  {| unit := 1; pays := [9; -1]; edge_6 := (223, 4043); edge_8 := (59, 1079) |}; 
  {| unit := 1; pays := [8; -1]; edge_6 := (605, 4043); edge_8 := (161, 1079) |}] |};
(* punto-natural-9 *)
{| conditions := [
  punto_natural and punto_two_card_total == 9];
  counts_6 := [83474097315840; 795395109579840]%N;
  counts_8 := [474361430409216; 4524036845094144]%N;
  pay_tables := [
  {| unit := 1; pays := [9; -1]; edge_6 := (203, 4043); edge_8 := (55, 1079) |}; 
  {| unit := 1; pays := [8; -1]; edge_6 := (587, 4043); edge_8 := (787, 5395) |}] |};
(* banco-natural-8 *)
{| conditions := [
  banco_natural and banco_two_card_total == 8];
  counts_6 := [83039336392320; 795829870503360]%N;
  counts_8 := [472508456071680; 4525889819431680]%N;
  pay_tables := [
  {| unit := 1; pays := [9; -1]; edge_6 := (223, 4043); edge_8 := (59, 1079) |}; 
  {| unit := 1; pays := [8; -1]; edge_6 := (605, 4043); edge_8 := (161, 1079) |}] |};
(* banco-natural-9 *)
{| conditions := [
  banco_natural and banco_two_card_total == 9];
  counts_6 := [83474097315840; 795395109579840]%N;
  counts_8 := [474361430409216; 4524036845094144]%N;
  pay_tables := [
  {| unit := 1; pays := [9; -1]; edge_6 := (203, 4043); edge_8 := (55, 1079) |}; 
  {| unit := 1; pays := [8; -1]; edge_6 := (587, 4043); edge_8 := (787, 5395) |}] |};
(* nine-over-seven *)
{| conditions := [
  punto_cards == 2 and banco_cards == 2 and (punto_total + banco_total == 16) and (margin == 2)];
  counts_6 := [15863477059584; 863005729836096]%N;
  counts_8 := [90066027282432; 4908332248220928]%N;
  pay_tables := [
  {| unit := 1; pays := [50; -1]; edge_6 := (5128639, 64546495); edge_8 := (12457987, 153741315) |}] |};
(* ox-6 *)
{| conditions := [
  punto_wins and punto_total == 6 and (punto_cards == 3)];
  counts_6 := [19209910108032; 859659296787648]%N;
  counts_8 := [109309407541248; 4889088867962112]%N;
  pay_tables := [
  {| unit := 1; pays := [40; -1]; edge_6 := (22634645949, 217973513615); edge_8 := (29252296553, 282970916865) |}; 
  {| unit := 1; pays := [35; -1]; edge_6 := (46456459079, 217973513615); edge_8 := (6688176857, 31441212985) |}] |};
(* panda-8 *)
{| conditions := [
  punto_wins and punto_total == 8 and (punto_cards == 3)];
  counts_6 := [30352294536192; 848516912359488]%N;
  counts_8 := [172660763262976; 4825737512240384]%N;
  pay_tables := [
  {| unit := 1; pays := [25; -1]; edge_6 := (11980441901, 117370353485); edge_8 := (153010345753, 1501922558745) |}] |};
(* punto-even *)
{| conditions := [
  punto_total mod 2 == 0];
  counts_6 := [447138649292544; 431730557603136]%N;
  counts_8 := [2544590787125760; 2453807488377600]%N;
  pay_tables := [
  {| unit := 50; pays := [43; -50]; edge_6 := (19565317, 364375375); edge_8 := (1401663728, 26392259075) |}; 
  {| unit := 10; pays := [9; -10]; edge_6 := (75330291, 2259127325); edge_8 := (172846314, 5278451815) |}] |};
(* punto-double-on-1-half-on-4 *)
{| conditions := [
  punto_wins and punto_total == 1;
  punto_wins and punto_total == 4;
  Name punto_wins;
  Name tie];
  counts_6 := [4324372222464; 15136825377024; 372759295129344; 83552962932288; 403095751234560]%N;
  counts_8 := [24639193538560; 86165771096064; 2119713317957632; 475627426473216; 2292252566437888]%N;
  pay_tables := [
  {| unit := 2; pays := [4; 1; 2; 0; -2]; edge_6 := (24512671826, 1525814595305); edge_8 := (313195218184, 19524993263685) |}] |};
(* punto-odd *)
{| conditions := [
  punto_total mod 2 == 1];
  counts_6 := [431730557603136; 447138649292544]%N;
  counts_8 := [2453807488377600; 2544590787125760]%N;
  pay_tables := [
  {| unit := 10; pays := [9; -10]; edge_6 := (301164883, 4518254650); edge_8 := (141999547, 2111380726) |}; 
  {| unit := 25; pays := [24; -25]; edge_6 := (59997724, 1613662375); edge_8 := (28503058, 754064545) |}] |};
(* punto *)
{| conditions := [
  Name punto_wins;
  Name tie];
  counts_6 := [392220492728832; 83552962932288; 403095751234560]%N;
  counts_8 := [2230518282592256; 475627426473216; 2292252566437888]%N;
  pay_tables := [
  {| unit := 1; pays := [1; 0; -1]; edge_6 := (18880657128, 1525814595305); edge_8 := (241149546272, 19524993263685) |}] |};
(* quik *)
{| conditions := [
  punto_total + banco_total == 0;
  punto_total + banco_total == 18;
  punto_total + banco_total == 1 or punto_total + banco_total == 2 or punto_total + banco_total == 3 or (punto_total + banco_total == 15) or (punto_total + banco_total == 16) or (punto_total + banco_total == 17)];
  counts_6 := [5068928240640; 9697800292992; 147590802793728; 716511675568320]%N;
  counts_8 := [28979901420544; 55146054060032; 839502186734592; 4074770133288192]%N;
  pay_tables := [
  {| unit := 1; pays := [50; 25; 1; -1]; edge_6 := (126787245517, 1525814595305); edge_8 := (318454315645, 3904998652737) |}] |};
(* small *)
{| conditions := [
  cards == 4];
  counts_6 := [333025560274176; 545843646621504]%N;
  counts_8 := [1893735611458560; 3104662664044800]%N;
  pay_tables := [
  {| unit := 2; pays := [3; -2]; edge_6 := (2187, 41509); edge_8 := (19571, 370461) |}] |};
(* super-lucky-7 *)
{| conditions := [
  punto_total == 7 and banco_total == 6 and (cards == 6);
  punto_total == 7 and banco_total == 6 and (cards == 5);
  punto_total == 7 and banco_total == 6];
  counts_6 := [2383895888640; 6419716708608; 7890345695232; 862175248603200]%N;
  counts_8 := [13569671933952; 36483493122048; 44856843337728; 4903488267109632]%N;
  pay_tables := [
  {| unit := 1; pays := [100; 40; 30; -1]; edge_6 := (587511817, 3963154793); edge_8 := (321821201693, 2169443695965) |}] |};
(* three-card-win-punto *)
{| conditions := [
  punto_wins and punto_cards == 3];
  counts_6 := [165741700258944; 713127506636736]%N;
  counts_8 := [942837427226624; 4055560848276736]%N;
  pay_tables := [
  {| unit := 1; pays := [4; -1]; edge_6 := (17416911667, 305162919061); edge_8 := (222039952633, 3904998652737) |}] |};
(* three-card-win-banco *)
{| conditions := [
  banco_wins and banco_cards == 3];
  counts_6 := [134279149557888; 744590057337792]%N;
  counts_8 := [763885033768960; 4234513241734400]%N;
  pay_tables := [
  {| unit := 1; pays := [5; -1]; edge_6 := (127073454077, 1525814595305); edge_8 := (108095852315, 1301666217579) |}] |};
(* three-giving-8 *)
{| conditions := [
  banco_two_card_total == 3 and punto_value_3 == 8];
  counts_6 := [3998282570496; 874870924325184]%N;
  counts_8 := [22708577366016; 4975689698137344]%N;
  pay_tables := [
  {| unit := 1; pays := [200; -1]; edge_6 := (425343887, 4970080115); edge_8 := (1374867653, 15835355445) |}; 
  {| unit := 1; pays := [180; -1]; edge_6 := (877556447, 4970080115); edge_8 := (8441166479, 47506066335) |}] |};
(* tie-max-low-as-worded *)
{| conditions := [
  tie and (0 <= punto_total and punto_total <= 5)];
  counts_6 := [29453546669760; 849415660225920]%N;
  counts_8 := [167714415529728; 4830683859973632]%N;
  pay_tables := [
  {| unit := 1; pays := [55; -1]; edge_6 := (-38220704693, 43594702723); edge_8 := (-817263577783, 929761583985) |}] |};
(* tie-max-high-as-worded *)
{| conditions := [
  tie and (6 <= punto_total and punto_total <= 9)];
  counts_6 := [54099416262528; 824769790633152]%N;
  counts_8 := [307913010943488; 4690485264559872]%N;
  pay_tables := [
  {| unit := 1; pays := [10; -1]; edge_6 := (492173847, 1524290305); edge_8 := (2098118691569, 6508331087895) |}] |};
(* tie-max-low *)
{| conditions := [
  tie and (0 <= highest_value and highest_value <= 5)];
  counts_6 := [13017576947904; 865851629947776]%N;
  counts_8 := [74570116880640; 4923828158622720]%N;
  pay_tables := [
  {| unit := 1; pays := [55; -1]; edge_6 := (37173833783, 217973513615); edge_8 := (30597906629, 185952316797) |}] |};
(* tie-max-high *)
{| conditions := [
  tie and (6 <= highest_value and highest_value <= 9)];
  counts_6 := [70535385984384; 808333820911296]%N;
  counts_8 := [401057309592576; 4597340965910784]%N;
  pay_tables := [
  {| unit := 1; pays := [10; -1]; edge_6 := (16253150421, 138710417755); edge_8 := (121678717, 1036523505) |}] |};
(* tie *)
{| conditions := [
  Name tie];
  counts_6 := [83552962932288; 795316243963392]%N;
  counts_8 := [475627426473216; 4522770849030144]%N;
  pay_tables := [
  {| unit := 1; pays := [8; -1]; edge_6 := (220299549488, 1525814595305); edge_8 := (103841353768, 723147898655) |}] |};
(* tie-9 *)
{| conditions := [
  Name tie];
  counts_6 := [83552962932288; 795316243963392]%N;
  counts_8 := [475627426473216; 4522770849030144]%N;
  pay_tables := [
  {| unit := 1; pays := [9; -1]; edge_6 := (15048464435, 305162919061); edge_8 := (63053127805, 1301666217579) |}] |};
(* small-tiger *)
{| conditions := [
  banco_wins and banco_total == 6 and (banco_cards == 2)];
  counts_6 := [32726541207168; 846142665688512]%N;
  counts_8 := [186173936904192; 4812224338599168]%N;
  pay_tables := [
  {| unit := 1; pays := [22; -1]; edge_6 := (713438513, 4970080115); edge_8 := (296036033, 2065481145) |}] |};
(* big-tiger *)
{| conditions := [
  banco_wins and banco_total == 6 and (banco_cards == 3)];
  counts_6 := [14595688824192; 864273518071488]%N;
  counts_8 := [83058367551488; 4915339907951872]%N;
  pay_tables := [
  {| unit := 1; pays := [50; -1]; edge_6 := (33355425809, 217973513615); edge_8 := (141819481097, 929761583985) |}] |};
(* tiger-tie *)
{| conditions := [
  tie and punto_total == 6];
  counts_6 := [16880962938048; 861988243957632]%N;
  counts_8 := [96170001308416; 4902228274194944]%N;
  pay_tables := [
  {| unit := 1; pays := [35; -1]; edge_6 := (42795855607, 138710417755); edge_8 := (95255346503, 309920527995) |}] |};
(* punto-wins-4 *)
{| conditions := [
  punto_wins and punto_total == 4];
  counts_6 := [15136825377024; 863732381518656]%N;
  counts_8 := [86165771096064; 4912232504407296]%N;
  pay_tables := [
  {| unit := 1; pays := [45; -1]; edge_6 := (24382377077, 117370353485); edge_8 := (58580887969, 282970916865) |}; 
  {| unit := 1; pays := [50; -1]; edge_6 := (14274988337, 117370353485); edge_8 := (262128450349, 2169443695965) |}; 
  {| unit := 1; pays := [35; -1]; edge_6 := (44597154557, 117370353485); edge_8 := (274367840863, 723147898655) |}] |};
(* banco-wins-4 *)
{| conditions := [
  banco_wins and banco_total == 4];
  counts_6 := [28706863470336; 850162343425344]%N;
  counts_8 := [163359790133248; 4835038485370112]%N;
  pay_tables := [
  {| unit := 1; pays := [45; -1]; edge_6 := (-766747417951, 1525814595305); edge_8 := (-427335609821, 848912750595) |}; 
  {| unit := 1; pays := [25; -1]; edge_6 := (17693744213, 117370353485); edge_8 := (225674198329, 1501922558745) |}; 
  {| unit := 1; pays := [20; -1]; edge_6 := (68458599707, 217973513615); edge_8 := (291637403777, 929761583985) |}] |};
(* banco-wins-6 *)
{| conditions := [
  banco_wins and banco_total == 6];
  counts_6 := [47322230031360; 831546976864320]%N;
  counts_8 := [269232304455680; 4729165971047680]%N;
  pay_tables := [
  {| unit := 1; pays := [11; -1]; edge_6 := (107986960597, 305162919061); edge_8 := (460315266155, 1301666217579) |}; 
  {| unit := 1; pays := [12; -1]; edge_6 := (7042740825, 23474070697); edge_8 := (90046773893, 300384511749) |}] |};
(* punto-wins-1 *)
{| conditions := [
  punto_wins and punto_total == 1];
  counts_6 := [4324372222464; 874544834673216]%N;
  counts_8 := [24639193538560; 4973759081964800]%N;
  pay_tables := [
  {| unit := 1; pays := [160; -1]; edge_6 := (1461255753, 7031403665); edge_8 := (5005280065, 24254650017) |}] |};
(* punto-wins-2 *)
{| conditions := [
  punto_wins and punto_total == 2];
  counts_6 := [7783696682496; 871085510213184]%N;
  counts_8 := [44328525111296; 4954069750392064]%N;
  pay_tables := [
  {| unit := 1; pays := [90; -1]; edge_6 := (3253831059, 16767193355); edge_8 := (1800089753, 9328711545) |}] |};
(* punto-wins-3 *)
{| conditions := [
  punto_wins and punto_total == 3];
  counts_6 := [11062715711616; 867806491184064]%N;
  counts_8 := [62946423310336; 4935451852193024]%N;
  pay_tables := [
  {| unit := 1; pays := [60; -1]; edge_6 := (354242271679, 1525814595305); edge_8 := (4526040834269, 19524993263685) |}] |};
(* punto-wins-5 *)
{| conditions := [
  punto_wins and punto_total == 5];
  counts_6 := [21598969450752; 857270237444928]%N;
  counts_8 := [122838277197824; 4875559998305536]%N;
  pay_tables := [
  {| unit := 1; pays := [30; -1]; edge_6 := (11721614803, 49219825655); edge_8 := (4650045634261, 19524993263685) |}] |};
(* punto-wins-6 *)
{| conditions := [
  punto_wins and punto_total == 6];
  counts_6 := [54953093477376; 823916113418304]%N;
  counts_8 := [312658895192064; 4685739380311296]%N;
  pay_tables := [
  {| unit := 1; pays := [11; -1]; edge_6 := (3698626031, 14813733935); edge_8 := (541011950173, 2169443695965) |}] |};
(* punto-wins-7 *)
{| conditions := [
  punto_wins and punto_total == 7];
  counts_6 := [71789606487936; 807079600407744]%N;
  counts_8 := [408043979470848; 4590354296032512]%N;
  pay_tables := [
  {| unit := 1; pays := [9; -1]; edge_6 := (55893452089, 305162919061); edge_8 := (34150241101, 185952316797) |}] |};
(* punto-wins-8 *)
{| conditions := [
  punto_wins and punto_total == 8];
  counts_6 := [97696802437632; 781172404458048]%N;
  counts_8 := [555823197134848; 4442575078368512]%N;
  pay_tables := [
  {| unit := 1; pays := [6; -1]; edge_6 := (48361009383, 217973513615); edge_8 := (618100388147, 2789284751955) |}] |};
(* punto-wins-9 *)
{| conditions := [
  punto_wins and punto_total == 9];
  counts_6 := [107874410881536; 770994796014144]%N;
  counts_8 := [613074020540416; 4385324254962944]%N;
  pay_tables := [
  {| unit := 1; pays := [6; -1]; edge_6 := (76157693, 540877205); edge_8 := (394464359219, 2789284751955) |}] |};
(* banco-wins-1 *)
{| conditions := [
  banco_wins and banco_total == 1];
  counts_6 := [4264128824832; 874605078070848]%N;
  counts_8 := [24291119898624; 4974107155604736]%N;
  pay_tables := [
  {| unit := 1; pays := [160; -1]; edge_6 := (47704480679, 217973513615); edge_8 := (8795354327, 40424416695) |}] |};
(* banco-wins-2 *)
{| conditions := [
  banco_wins and banco_total == 2];
  counts_6 := [7843189948416; 871026016947264]%N;
  counts_8 := [44681581871104; 4953716693632256]%N;
  pay_tables := [
  {| unit := 1; pays := [90; -1]; edge_6 := (3150544139, 16767193355); edge_8 := (40022936351, 214560365535) |}] |};
(* banco-wins-3 *)
{| conditions := [
  banco_wins and banco_total == 3];
  counts_6 := [12820164239232; 866049042656448]%N;
  counts_8 := [72927778568192; 4925470496935168]%N;
  pay_tables := [
  {| unit := 1; pays := [60; -1]; edge_6 := (24017655829, 217973513615); edge_8 := (2147671026733, 19524993263685) |}] |};
(* banco-wins-5 *)
{| conditions := [
  banco_wins and banco_total == 5];
  counts_6 := [38128872750336; 840740334145344]%N;
  counts_8 := [216715928915968; 4781682346587392]%N;
  pay_tables := [
  {| unit := 1; pays := [17; -1]; edge_6 := (334287321857, 1525814595305); edge_8 := (476350501309, 2169443695965) |}] |};
(* banco-wins-7 *)
{| conditions := [
  banco_wins and banco_total == 7];
  counts_6 := [67608812078208; 811260394817472]%N;
  counts_8 := [384279324919808; 4614118950583552]%N;
  pay_tables := [
  {| unit := 1; pays := [9; -1]; edge_6 := (70410099345, 305162919061); edge_8 := (10877306347, 47048176539) |}] |};
(* banco-wins-8 *)
{| conditions := [
  banco_wins and banco_total == 8];
  counts_6 := [93145507893504; 785723699002176]%N;
  counts_8 := [529914458673152; 4468483816830208]%N;
  pay_tables := [
  {| unit := 1; pays := [7; -1]; edge_6 := (21102453243, 138710417755); edge_8 := (423595204307, 2789284751955) |}] |};
(* banco-wins-9 *)
{| conditions := [
  banco_wins and banco_total == 9];
  counts_6 := [103255981998336; 775613224897344]%N;
  counts_8 := [586850279002112; 4411547996501248]%N;
  pay_tables := [
  {| unit := 1; pays := [6; -1]; edge_6 := (38709655979, 217973513615); edge_8 := (496900849603, 2789284751955) |}] |}
].

(** The bets that punto's first two cards decide. *)
Definition bets_on_punto_cards : list bet := [
(* punto-fabulous-pair *)
{| conditions := [
  Name punto_perfect_pair;
  Name punto_pair;
  Name punto_first_two_suited];
  counts_6 := [14129730014400; 50867028051840; 203468112207360; 610404336622080]%N;
  counts_8 := [84310332357888; 289063996655616; 1156255986622464; 3468767959867392]%N;
  pay_tables := [
  {| unit := 1; pays := [7; 4; 1; -1]; edge_6 := (37, 311); edge_8 := (47, 415) |}] |};
(* punto-red *)
{| conditions := [
  punto_colour_1 == red and punto_colour_2 == red];
  counts_6 := [219010815223200; 659858391672480]%N;
  counts_8 := [1246588485577344; 3751809789926016]%N;
  pay_tables := [
  {| unit := 1; pays := [2; -1]; edge_6 := (157, 622); edge_8 := (209, 830) |}] |};
(* punto-black *)
{| conditions := [
  punto_colour_1 == black and punto_colour_2 == black];
  counts_6 := [219010815223200; 659858391672480]%N;
  counts_8 := [1246588485577344; 3751809789926016]%N;
  pay_tables := [
  {| unit := 1; pays := [2; -1]; edge_6 := (157, 622); edge_8 := (209, 830) |}] |};
(* punto-fortune-4-pair *)
{| conditions := [
  punto_perfect_pair and punto_rank_1 == 4 and (punto_suit_1 == diamonds);
  punto_perfect_pair and punto_rank_1 == 4;
  punto_perfect_pair and punto_suit_1 == diamonds;
  Name punto_perfect_pair];
  counts_6 := [271725577200; 815176731600; 3260706926400; 9782120779200; 864739476881280]%N;
  counts_8 := [1621352545344; 4864057636032; 19456230544128; 58368691632384; 4914087943145472]%N;
  pay_tables := [
  {| unit := 1; pays := [30; 15; 12; 9; -1]; edge_6 := (13197, 16172); edge_8 := (3483, 4316) |}] |};
(* punto-pair *)
{| conditions := [
  Name punto_pair];
  counts_6 := [64996758066240; 813872448829440]%N;
  counts_8 := [373374329013504; 4625023946489856]%N;
  pay_tables := [
  {| unit := 1; pays := [11; -1]; edge_6 := (35, 311); edge_8 := (43, 415) |}; 
  {| unit := 1; pays := [12; -1]; edge_6 := (12, 311); edge_8 := (12, 415) |}] |};
(* perfect-9 *)
{| conditions := [
  punto_two_card_total == 9 and punto_value_1 > 0 and (punto_value_2 > 0) and punto_first_two_suited;
  punto_two_card_total == 9 and punto_value_1 > 0 and (punto_value_2 > 0);
  punto_two_card_total == 9];
  counts_6 := [10434262164480; 31302786493440; 41737048657920; 795395109579840]%N;
  counts_8 := [59295178801152; 177885536403456; 237180715204608; 4524036845094144]%N;
  pay_tables := [
  {| unit := 1; pays := [20; 10; 5; -1]; edge_6 := (23, 311); edge_8 := (31, 415) |}] |};
(* punto-perfect-pair *)
{| conditions := [
  Name punto_perfect_pair];
  counts_6 := [14129730014400; 864739476881280]%N;
  counts_8 := [84310332357888; 4914087943145472]%N;
  pay_tables := [
  {| unit := 1; pays := [25; -1]; edge_6 := (181, 311); edge_8 := (233, 415) |}] |};
(* punto-suited-pair *)
{| conditions := [
  Name punto_first_two_suited];
  counts_6 := [217597842221760; 661271364673920]%N;
  counts_8 := [1240566318980352; 3757831956523008]%N;
  pay_tables := [
  {| unit := 50; pays := [143; -50]; edge_6 := (689, 15550); edge_8 := (871, 20750) |}] |};
(* punto-suited-pair-as-worded *)
{| conditions := [
  Name punto_perfect_pair];
  counts_6 := [14129730014400; 864739476881280]%N;
  counts_8 := [84310332357888; 4914087943145472]%N;
  pay_tables := [
  {| unit := 10; pays := [287; -10]; edge_6 := (325, 622); edge_8 := (2071, 4150) |}] |}
].

(** The bets that banco's first two cards decide. *)
Definition bets_on_banco_cards : list bet := [
(* banco-fabulous-pair *)
{| conditions := [
  Name banco_perfect_pair;
  Name banco_pair;
  Name banco_first_two_suited];
  counts_6 := [14129730014400; 50867028051840; 203468112207360; 610404336622080]%N;
  counts_8 := [84310332357888; 289063996655616; 1156255986622464; 3468767959867392]%N;
  pay_tables := [
  {| unit := 1; pays := [7; 4; 1; -1]; edge_6 := (37, 311); edge_8 := (47, 415) |}] |};
(* banco-red *)
{| conditions := [
  banco_colour_1 == red and banco_colour_2 == red];
  counts_6 := [219010815223200; 659858391672480]%N;
  counts_8 := [1246588485577344; 3751809789926016]%N;
  pay_tables := [
  {| unit := 1; pays := [2; -1]; edge_6 := (157, 622); edge_8 := (209, 830) |}] |};
(* banco-black *)
{| conditions := [
  banco_colour_1 == black and banco_colour_2 == black];
  counts_6 := [219010815223200; 659858391672480]%N;
  counts_8 := [1246588485577344; 3751809789926016]%N;
  pay_tables := [
  {| unit := 1; pays := [2; -1]; edge_6 := (157, 622); edge_8 := (209, 830) |}] |};
(* banco-fortune-4-pair *)
{| conditions := [
  banco_perfect_pair and banco_rank_1 == 4 and (banco_suit_1 == diamonds);
  banco_perfect_pair and banco_rank_1 == 4;
  banco_perfect_pair and banco_suit_1 == diamonds;
  Name banco_perfect_pair];
  counts_6 := [271725577200; 815176731600; 3260706926400; 9782120779200; 864739476881280]%N;
  counts_8 := [1621352545344; 4864057636032; 19456230544128; 58368691632384; 4914087943145472]%N;
  pay_tables := [
  {| unit := 1; pays := [30; 15; 12; 9; -1]; edge_6 := (13197, 16172); edge_8 := (3483, 4316) |}] |};
(* banco-pair *)
{| conditions := [
  Name banco_pair];
  counts_6 := [64996758066240; 813872448829440]%N;
  counts_8 := [373374329013504; 4625023946489856]%N;
  pay_tables := [
  {| unit := 1; pays := [11; -1]; edge_6 := (35, 311); edge_8 := (43, 415) |}; 
  {| unit := 1; pays := [12; -1]; edge_6 := (12, 311); edge_8 := (12, 415) |}] |};
(* banco-perfect-pair *)
{| conditions := [
  Name banco_perfect_pair];
  counts_6 := [14129730014400; 864739476881280]%N;
  counts_8 := [84310332357888; 4914087943145472]%N;
  pay_tables := [
  {| unit := 1; pays := [25; -1]; edge_6 := (181, 311); edge_8 := (233, 415) |}] |};
(* banco-suited-pair *)
{| conditions := [
  Name banco_first_two_suited];
  counts_6 := [217597842221760; 661271364673920]%N;
  counts_8 := [1240566318980352; 3757831956523008]%N;
  pay_tables := [
  {| unit := 100; pays := [287; -100]; edge_6 := (1301, 31100); edge_8 := (1639, 41500) |}] |};
(* banco-suited-pair-as-worded *)
{| conditions := [
  Name banco_perfect_pair];
  counts_6 := [14129730014400; 864739476881280]%N;
  counts_8 := [84310332357888; 4914087943145472]%N;
  pay_tables := [
  {| unit := 5; pays := [143; -5]; edge_6 := (163, 311); edge_8 := (1039, 2075) |}] |}
].

(** The bets that the ranks of the first four cards decide. *)
Definition bets_on_first_ranks : list bet := [
(* either-pair *)
{| conditions := [
  punto_pair or banco_pair];
  counts_6 := [125185425228864; 753683781666816]%N;
  counts_8 := [718854004327680; 4279544271175680]%N;
  pay_tables := [
  {| unit := 1; pays := [5; -1]; edge_6 := (721753, 4965115); edge_8 := (108091, 788417) |}] |};
(* first-four-monkeys *)
{| conditions := [
  punto_rank_1 >= 11 and punto_rank_2 >= 11 and (banco_rank_1 >= 11) and (banco_rank_2 >= 11);
  punto_rank_1 < 11 and punto_rank_2 < 11 and (banco_rank_1 < 11) and (banco_rank_2 < 11)];
  counts_6 := [2334678413760; 305931036216960; 570603492264960]%N;
  counts_8 := [13500339137280; 1742473096911360; 3242424839454720]%N;
  pay_tables := [
  {| unit := 1; pays := [50; 1; -1]; edge_6 := (2173000, 12909299); edge_8 := (5074688, 30748263) |}] |};
(* tiger-pair *)
{| conditions := [
  punto_pair and banco_pair and (punto_rank_1 == banco_rank_1);
  punto_pair and banco_pair;
  punto_pair or banco_pair];
  counts_6 := [313482641472; 4494608262144; 120377334325248; 753683781666816]%N;
  counts_8 := [1899823760640; 25994829938688; 690959350628352; 4279544271175680]%N;
  pay_tables := [
  {| unit := 1; pays := [100; 20; 4; -1]; edge_6 := (852692, 4965115); edge_8 := (635532, 3942085) |}] |}
].

(** The bets that the ranks of all cards decide. *)
Definition bets_on_ranks : list bet := [
(* grand-monkey *)
{| conditions := [
  court_cards == 6];
  counts_6 := [112492013760; 878756714881920]%N;
  counts_8 := [667474778880; 4997730800724480]%N;
  pay_tables := [
  {| unit := 1; pays := [5000; -1]; edge_6 := (15689317762, 43594702723); edge_8 := (22954006, 69101567) |}; 
  {| unit := 1; pays := [6000; -1]; edge_6 := (10109356762, 43594702723); edge_8 := (41179018, 207304701) |}; 
  {| unit := 1; pays := [7000; -1]; edge_6 := (4529395762, 43594702723); edge_8 := (13496018, 207304701) |}] |};
(* matching-dragon-10 *)
{| conditions := [
  tens == 1;
  tens == 2;
  tens == 3;
  tens == 4;
  tens == 5;
  tens == 6];
  counts_6 := [242782200654336; 39772907559936; 3558821156352; 194903622144; 6365399040; 96909120; 592553911594752]%N;
  counts_8 := [1376888919302144; 227325253173248; 20746767360000; 1174176276480; 40210759680; 652458240; 3372222296173568]%N;
  pay_tables := [
  {| unit := 1; pays := [1; 3; 20; 40; 60; 100; -1]; edge_6 := (262306953808, 1525814595305); edge_8 := (537926632, 3167071089) |}; 
  {| unit := 1; pays := [1; 2; 15; 30; 60; 100; -1]; edge_6 := (365633428744, 1525814595305); edge_8 := (665054788184, 2789284751955) |}] |};
(* matching-dragon-J *)
{| conditions := [
  jacks == 1;
  jacks == 2;
  jacks == 3;
  jacks == 4;
  jacks == 5;
  jacks == 6];
  counts_6 := [242782200654336; 39772907559936; 3558821156352; 194903622144; 6365399040; 96909120; 592553911594752]%N;
  counts_8 := [1376888919302144; 227325253173248; 20746767360000; 1174176276480; 40210759680; 652458240; 3372222296173568]%N;
  pay_tables := [
  {| unit := 1; pays := [1; 3; 20; 40; 60; 100; -1]; edge_6 := (262306953808, 1525814595305); edge_8 := (537926632, 3167071089) |}; 
  {| unit := 1; pays := [1; 2; 15; 30; 60; 100; -1]; edge_6 := (365633428744, 1525814595305); edge_8 := (665054788184, 2789284751955) |}] |};
(* matching-dragon-Q *)
{| conditions := [
  queens == 1;
  queens == 2;
  queens == 3;
  queens == 4;
  queens == 5;
  queens == 6];
  counts_6 := [242782200654336; 39772907559936; 3558821156352; 194903622144; 6365399040; 96909120; 592553911594752]%N;
  counts_8 := [1376888919302144; 227325253173248; 20746767360000; 1174176276480; 40210759680; 652458240; 3372222296173568]%N;
  pay_tables := [
  {| unit := 1; pays := [1; 3; 20; 40; 60; 100; -1]; edge_6 := (262306953808, 1525814595305); edge_8 := (537926632, 3167071089) |}; 
  {| unit := 1; pays := [1; 2; 15; 30; 60; 100; -1]; edge_6 := (365633428744, 1525814595305); edge_8 := (665054788184, 2789284751955) |}] |};
(* matching-dragon-K *)
{| conditions := [
  kings == 1;
  kings == 2;
  kings == 3;
  kings == 4;
  kings == 5;
  kings == 6];
  counts_6 := [242782200654336; 39772907559936; 3558821156352; 194903622144; 6365399040; 96909120; 592553911594752]%N;
  counts_8 := [1376888919302144; 227325253173248; 20746767360000; 1174176276480; 40210759680; 652458240; 3372222296173568]%N;
  pay_tables := [
  {| unit := 1; pays := [1; 3; 20; 40; 60; 100; -1]; edge_6 := (262306953808, 1525814595305); edge_8 := (537926632, 3167071089) |}; 
  {| unit := 1; pays := [1; 2; 15; 30; 60; 100; -1]; edge_6 := (365633428744, 1525814595305); edge_8 := (665054788184, 2789284751955) |}] |};
(* monkey-tie *)
{| conditions := [
  tie and cards == 6 and (punto_rank_3 < 11) and (banco_rank_3 >= 11)];
  counts_6 := [5099801492736; 873769405402944]%N;
  counts_8 := [29035119366144; 4969363156137216]%N;
  pay_tables := [
  {| unit := 1; pays := [150; -1]; edge_6 := (188887467869, 1525814595305); edge_8 := (266534397229, 2169443695965) |}; 
  {| unit := 1; pays := [130; -1]; edge_6 := (365963908589, 1525814595305); edge_8 := (518575363949, 2169443695965) |}; 
  {| unit := 1; pays := [140; -1]; edge_6 := (277425688229, 1525814595305); edge_8 := (130851626863, 723147898655) |}; 
  {| unit := 1; pays := [160; -1]; edge_6 := (14335606787, 217973513615); edge_8 := (872757229, 13474805565) |}] |};
(* monkey-6 *)
{| conditions := [
  cards == 6 and punto_rank_3 < 11 and (banco_rank_3 >= 11)];
  counts_6 := [51963758046720; 826905448848960]%N;
  counts_8 := [295533789192192; 4702864486311168]%N;
  pay_tables := [
  {| unit := 1; pays := [12; -1]; edge_6 := (5431099153, 23474070697); edge_8 := (115831231571, 500640852915) |}; 
  {| unit := 1; pays := [13; -1]; edge_6 := (577596895, 3353438671); edge_8 := (160142341297, 929761583985) |}; 
  {| unit := 1; pays := [14; -1]; edge_6 := (2655257377, 23474070697); edge_8 := (49079117849, 433888739193) |}; 
  {| unit := 1; pays := [15; -1]; edge_6 := (1267336489, 23474070697); edge_8 := (351377146391, 6508331087895) |}] |}
].

(** The bets that point values, and whether a side's cards are in one suit, decide. *)
Definition bets_on_suits : list bet := [
(* lucky-8-punto *)
{| conditions := [
  punto_total == 8 and banco_total == 8 and (cards == 6) and punto_suited and banco_suited;
  punto_total == 8 and punto_cards == 3 and punto_suited;
  punto_total == 8 and banco_total == 8;
  punto_total == 8 and banco_total == 9;
  punto_total == 8];
  counts_6 := [6689628288; 2050829558784; 9517925913696; 9611363248128; 95860590029280; 761821808517504]%N;
  counts_8 := [38708182784; 11762978186752; 54245247845376; 54643925237760; 545291596681728; 4332415819368960]%N;
  pay_tables := [
  {| unit := 1; pays := [200; 25; 15; 8; 4; -1]; edge_6 := (73688186863, 610325838122); edge_8 := (22701881896, 189563041395) |}] |};
(* lucky-8-banco *)
{| conditions := [
  banco_total == 8 and punto_total == 8 and (cards == 6) and punto_suited and banco_suited;
  banco_total == 8 and banco_cards == 3 and banco_suited;
  banco_total == 8 and punto_total == 8;
  banco_total == 8 and punto_total == 9;
  banco_total == 8];
  counts_6 := [6689628288; 1777483634688; 9517963528800; 9592529776128; 91581528879072; 766393011448704]%N;
  counts_8 := [38708182784; 10189148028416; 54245395596288; 54536438759424; 520950153189888; 4358438431746560]%N;
  pay_tables := [
  {| unit := 1; pays := [200; 25; 15; 8; 4; -1]; edge_6 := (467993709259, 3051629190610); edge_8 := (32717850176, 214560365535) |}] |}
].

(** The bets that point values and the colour, if all cards have one, decide. *)
Definition bets_on_colours : list bet := [
(* all-red *)
{| conditions := [
  one_colour and punto_colour_1 == red];
  counts_6 := [32649618006720; 846219588888960]%N;
  counts_8 := [186891927234688; 4811506348268672]%N;
  pay_tables := [
  {| unit := 1; pays := [25; -1]; edge_6 := (72793169, 2134006427); edge_8 := (41829377224, 1501922558745) |}] |};
(* all-black *)
{| conditions := [
  one_colour and punto_colour_1 == black];
  counts_6 := [32649618006720; 846219588888960]%N;
  counts_8 := [186891927234688; 4811506348268672]%N;
  pay_tables := [
  {| unit := 1; pays := [25; -1]; edge_6 := (72793169, 2134006427); edge_8 := (41829377224, 1501922558745) |}] |};
(* super-tie *)
{| conditions := [
  tie and cards == 6 and (punto_total >= 6) and one_colour;
  tie and cards == 6 and (punto_total >= 6);
  Name tie];
  counts_6 := [229873731840; 7530786956160; 75792302244288; 795316243963392]%N;
  counts_8 := [1326729820672; 42861591369728; 431439105282816; 4522770849030144]%N;
  pay_tables := [
  {| unit := 1; pays := [100; 25; 7; -1]; edge_6 := (13272093543, 217973513615); edge_8 := (129550497283, 2169443695965) |}; 
  {| unit := 1; pays := [100; 20; 7; -1]; edge_6 := (158276069351, 1525814595305); edge_8 := (2003094931987, 19524993263685) |}] |}
].

(** The bets that ranks and patterns of the first four cards decide. *)
Definition bets_on_patterns : list bet := [
(* jackpot-baccarat *)
{| conditions := [
  Name (royal_flush(first_four));
  Name (four_of_a_kind(first_four));
  Name (straight_flush(first_four));
  Name (three_of_a_kind(first_four));
  Name (flush(first_four));
  Name (straight(first_four));
  Name (two_pair(first_four));
  (punto_rank_1 == 1) + (punto_rank_2 == 1) + (banco_rank_1 == 1) + (banco_rank_2 == 1) == 2;
  (punto_rank_1 == 10) + (punto_rank_2 == 10) + (banco_rank_1 == 10) + (banco_rank_2 == 10) == 2 or (punto_rank_1 == 11) + (punto_rank_2 == 11) + (banco_rank_1 == 11) + (banco_rank_2 == 11) == 2 or (punto_rank_1 == 12) + (punto_rank_2 == 12) + (banco_rank_1 == 12) + (banco_rank_2 == 12) == 2 or ((punto_rank_1 == 13) + (punto_rank_2 == 13) + (banco_rank_1 == 13) + (banco_rank_2 == 13) == 2)];
  counts_6 := [11764279296; 313482641472; 117642792960; 17196762046464; 12647090421504; 8152645552128; 13324516837632; 23487383614464; 93949534457856; 709668384251904]%N;
  counts_8 := [66584051712; 1899823760640; 665840517120; 100625148149760; 72863239901184; 46142747836416; 76990410731520; 134308355309568; 537233421238272; 4027602704007168]%N;
  pay_tables := [
  {| unit := 1; pays := [250; 75; 50; 15; 10; 5; 4; 2; 0; -1]; edge_6 := (11154147, 64546495); edge_8 := (3470729, 21963045) |}] |}
].

(** The bets that perfect pairs of both sides decide. *)
Definition bets_on_perfect_pairs : list bet := [
(* perfect-pair-both *)
{| conditions := [
  punto_perfect_pair and banco_perfect_pair;
  punto_perfect_pair or banco_perfect_pair];
  counts_6 := [227456349120; 27804547330560; 850837203216000]%N;
  counts_8 := [1423071546624; 165774521622528; 4831200682334208]%N;
  pay_tables := [
  {| unit := 1; pays := [250; 25; -1]; edge_6 := (111700, 993023); edge_8 := (111902, 1689465) |}] |};
(* perfect-pair-either *)
{| conditions := [
  punto_perfect_pair or banco_perfect_pair];
  counts_6 := [28032003679680; 850837203216000]%N;
  counts_8 := [167197593169152; 4831200682334208]%N;
  pay_tables := [
  {| unit := 1; pays := [25; -1]; edge_6 := (169525, 993023); edge_8 := (220127, 1689465) |}; 
  {| unit := 1; pays := [26; -1]; edge_6 := (137852, 993023); edge_8 := (54538, 563155) |}] |}
].

(** The bets that values and suits of the first four cards decide. *)
Definition bets_on_first_suits : list bet := [
(* lucky-nines *)
{| conditions := [
  (punto_value_1 == 9) + (punto_value_2 == 9) + (banco_value_1 == 9) + (banco_value_2 == 9) == 4;
  (punto_value_1 == 9) + (punto_value_2 == 9) + (banco_value_1 == 9) + (banco_value_2 == 9) == 3 and ((punto_value_1 == 9 and punto_suit_1 == spades) + (punto_value_2 == 9 and punto_suit_2 == spades) + (banco_value_1 == 9 and banco_suit_1 == spades) + (banco_value_2 == 9 and banco_suit_2 == spades) == 3 or (punto_value_1 == 9 and punto_suit_1 == hearts) + (punto_value_2 == 9 and punto_suit_2 == hearts) + (banco_value_1 == 9 and banco_suit_1 == hearts) + (banco_value_2 == 9 and banco_suit_2 == hearts) == 3 or (punto_value_1 == 9 and punto_suit_1 == diamonds) + (punto_value_2 == 9 and punto_suit_2 == diamonds) + (banco_value_1 == 9 and banco_suit_1 == diamonds) + (banco_value_2 == 9 and banco_suit_2 == diamonds) == 3 or ((punto_value_1 == 9 and punto_suit_1 == clubs) + (punto_value_2 == 9 and punto_suit_2 == clubs) + (banco_value_1 == 9 and banco_suit_1 == clubs) + (banco_value_2 == 9 and banco_suit_2 == clubs) == 3));
  (punto_value_1 == 9) + (punto_value_2 == 9) + (banco_value_1 == 9) + (banco_value_2 == 9) == 3;
  (punto_value_1 == 9) + (punto_value_2 == 9) + (banco_value_1 == 9) + (banco_value_2 == 9) == 2 and ((punto_value_1 == 9 and punto_suit_1 == spades) + (punto_value_2 == 9 and punto_suit_2 == spades) + (banco_value_1 == 9 and banco_suit_1 == spades) + (banco_value_2 == 9 and banco_suit_2 == spades) == 2 or (punto_value_1 == 9 and punto_suit_1 == hearts) + (punto_value_2 == 9 and punto_suit_2 == hearts) + (banco_value_1 == 9 and banco_suit_1 == hearts) + (banco_value_2 == 9 and banco_suit_2 == hearts) == 2 or (punto_value_1 == 9 and punto_suit_1 == diamonds) + (punto_value_2 == 9 and punto_suit_2 == diamonds) + (banco_value_1 == 9 and banco_suit_1 == diamonds) + (banco_value_2 == 9 and banco_suit_2 == diamonds) == 2 or ((punto_value_1 == 9 and punto_suit_1 == clubs) + (punto_value_2 == 9 and punto_suit_2 == clubs) + (banco_value_1 == 9 and banco_suit_1 == clubs) + (banco_value_2 == 9 and banco_suit_2 == clubs) == 2));
  (punto_value_1 == 9) + (punto_value_2 == 9) + (banco_value_1 == 9) + (banco_value_2 == 9) == 2;
  (punto_value_1 == 9) + (punto_value_2 == 9) + (banco_value_1 == 9) + (banco_value_2 == 9) == 1 and (punto_value_1 == 9 and punto_suit_1 == diamonds) + (punto_value_2 == 9 and punto_suit_2 == diamonds) + (banco_value_1 == 9 and banco_suit_1 == diamonds) + (banco_value_2 == 9 and banco_suit_2 == diamonds) == 1;
  (punto_value_1 == 9) + (punto_value_2 == 9) + (banco_value_1 == 9) + (banco_value_2 == 9) == 1];
  counts_6 := [24114049344; 52285685760; 1270542163968; 5627246929920; 20258088947712; 53646420731904; 160939262195712; 637051246191360]%N;
  counts_8 := [146140289280; 349566271488; 7390829740032; 33470970494976; 114757613125632; 304426445930496; 913279337791488; 3624577371859968]%N;
  pay_tables := [
  {| unit := 1; pays := [500; 250; 20; 8; 5; 2; 1; -1]; edge_6 := (2526008, 12909299); edge_8 := (1953368, 10249421) |}; 
  {| unit := 1; pays := [1000; 500; 35; 16; 5; 2; 1; -1]; edge_6 := (1215724, 12909299); edge_8 := (12719068, 153741315) |}] |}
].
