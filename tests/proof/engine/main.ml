(* The proved engine on the line protocol of exact verify: reads and writes JSON, and leaves all counting to proved.ml. *)

exception Refused of string

let refuse text = raise (Refused text)

(* Numbers: the digits of a text become Coq's digits, and back; Coq makes its binary numbers of them. *)

let rec digits text at : Proved.uint =
  if at = String.length text then Nil
  else
    let rest = digits text (at + 1) in
    match text.[at] with
    | '0' -> D0 rest | '1' -> D1 rest | '2' -> D2 rest | '3' -> D3 rest | '4' -> D4 rest
    | '5' -> D5 rest | '6' -> D6 rest | '7' -> D7 rest | '8' -> D8 rest | '9' -> D9 rest
    | _ -> refuse ("shoe: " ^ text ^ " must be a whole number of at least 0")

let rec text_of : Proved.uint -> string = function
  | Nil -> ""
  | D0 d -> "0" ^ text_of d | D1 d -> "1" ^ text_of d | D2 d -> "2" ^ text_of d | D3 d -> "3" ^ text_of d
  | D4 d -> "4" ^ text_of d | D5 d -> "5" ^ text_of d | D6 d -> "6" ^ text_of d | D7 d -> "7" ^ text_of d
  | D8 d -> "8" ^ text_of d | D9 d -> "9" ^ text_of d

let number text =
  if String.length text > 40 then refuse ("shoe: a number of cards has " ^ string_of_int (String.length text) ^ " digits, at most 40");
  if text.[0] = '0' && text <> "0" then refuse ("shoe: " ^ text ^ " must be written without leading zeros");
  Proved.N.of_uint (digits text 0)

let decimal n = text_of (Proved.N.to_uint n)

(* JSON: texts keep their escapes, numbers and other words stay as written. *)

type json = Text of string | Word of string | List of json list | Object of (string * json) list

let parse line =
  let at = ref 0 in
  let bad () = refuse (Printf.sprintf "request: not JSON of this protocol at character %d" (!at + 1)) in
  let next () = if !at < String.length line then line.[!at] else bad () in
  let rec blank () = if !at < String.length line && String.contains " \t\r\n" line.[!at] then (incr at; blank ()) in
  let take character = blank (); if next () = character then incr at else bad () in
  let escape () =
    incr at;
    match next () with
    | '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' -> ()
    | 'u' ->
      for _ = 1 to 4 do
        incr at;
        match next () with '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' -> () | _ -> bad ()
      done
    | _ -> bad () in
  let text () =
    take '"';
    let start = !at in
    while next () <> '"' do
      if next () < ' ' then bad ();
      if next () = '\\' then escape ();
      incr at
    done;
    incr at;
    String.sub line start (!at - 1 - start) in
  let word () =
    let start = !at in
    while match next () with 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '+' | '-' | '.' -> true | _ -> false do incr at done;
    if !at = start then bad () else Word (String.sub line start (!at - start)) in
  let items opening closing item =
    take opening;
    blank ();
    if next () = closing then (incr at; [])
    else
      let rec more found =
        let found = item () :: found in
        blank ();
        if next () = ',' then (incr at; more found) else (take closing; List.rev found) in
      more [] in
  let rec value depth =
    blank ();
    match next () with
    | _ when depth > 3 -> refuse "request: nested too deeply"
    | '"' -> Text (text ())
    | '[' -> List (items '[' ']' (fun () -> value (depth + 1)))
    | '{' -> Object (items '{' '}' (fun () -> let name = text () in take ':'; (name, value (depth + 1))))
    | _ -> word () in
  let found = value 0 in
  blank ();
  if !at < String.length line then bad () else found

(* The protocol *)

let greeting =
  {|{"protocol": "exact-baccarat", "version": 1, "engine": "proved in Coq", "capabilities": |}
  ^ {|{"arithmetic": "exact", "kinds": ["outcomes"], "granularity": "cards", "rules": "all"}}|}

let given shoe : Proved.cards =
  let counts = List.map (function Word count -> number count | _ -> refuse "shoe: a count must be a number") in
  match shoe with
  | Object [("values", List list)] -> Values (counts list)
  | Object [("ranks", List list)] -> Ranks (counts list)
  | Object [("cards", List list)] -> Types (counts list)
  | _ -> refuse "shoe: must be an object with one list: values, ranks or cards"

let outcomes rules shoe =
  match List.find_opt (fun ((names, _), _) -> List.mem rules names) Proved.tables with
  | None -> refuse ("rules: " ^ rules ^ " is not the name of a reading")
  | Some ((_, apart), table) ->
    match Proved.answer apart table (given shoe) with
    | Some ((punto, banco), tie) ->
      Printf.sprintf {|"counts": {"punto": "%s", "banco": "%s", "tie": "%s"}|} (decimal punto) (decimal banco) (decimal tie)
    | None ->
      refuse ("shoe: must be 10 values, 13 ranks or 52 cards, and six cards at least"
              ^ if apart = N0 then "" else "; these rules need ranks or cards")

let reply line =
  let id = ref "null" in
  let answer () =
    if String.length line > 65536 then refuse "request: must have 65536 bytes or fewer";
    match parse line with
    | Object [("protocol", Text "exact-baccarat"); ("version", Word "1")] -> None
    | Object members ->
      (match List.assoc_opt "id" members with
       | Some (Text text) -> id := "\"" ^ text ^ "\""
       | _ -> refuse "id: must be a text");
      (match List.sort compare members with
       | [("id", _); ("kind", Text "outcomes"); ("rules", Text rules); ("shoe", shoe)] -> Some (outcomes rules shoe)
       | _ -> refuse "request: must have id, kind, rules and shoe alone, and kind must be outcomes")
    | _ -> refuse "request: must be an object" in
  match answer () with
  | None -> greeting
  | Some counts -> Printf.sprintf {|{"id": %s, %s}|} !id counts
  | exception Refused why -> Printf.sprintf {|{"id": %s, "error": "%s"}|} !id why

let () =
  try
    while true do
      print_endline (reply (input_line stdin))
    done
  with End_of_file -> ()
