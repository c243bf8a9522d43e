/** A fraction in lowest terms; its denominator is positive. */
export interface Fraction { n: bigint; d: bigint }

/** Whole decks, or the number of cards of each class: ten point values 0–9, thirteen ranks A–K, or 52 cards, the suits of a rank in
 * the order spades, hearts, diamonds, clubs. */
export type Shoe =
  | { decks: number }
  | { values: readonly number[] }
  | { ranks: readonly number[] }
  | { cards: readonly number[] };

export interface Price {
  /** The number of ordered deals. */
  all: bigint;
  expectation: Fraction;
  /** The house edge per unit staked. */
  edge: Fraction;
  /** The house edge per stake that is not returned; null if every stake is. */
  resolved: Fraction | null;
  /** The probability that the bet wins. */
  hit: Fraction;
  variance: Fraction;
}

export type Outcome = "punto" | "banco" | "tie";
export type Side = "punto" | "banco";

export interface Bet { name: string; title: string; categories: string[]; pays: Record<string, string[]> }

/** A card dealt (with `code`), or a decision (with `draws` and the clause of the document behind it). */
export interface Step { side: Side | null; total: number; code?: string; draws?: boolean; clause?: string; assumed?: boolean }

export interface Coup {
  hands: Record<Side, string[]>;
  steps: Step[];
  /** How many of the cards the coup used. */
  used: number;
  /** Null while the coup is not over. */
  winner: Outcome | null;
  /** Who waits for a card. */
  next: Side | null;
  /** Whether the rank of punto's third card decides here, and is not known. */
  unknown: boolean;
}

export interface RulesOption {
  /** One of `rules`; "standard" if left out. */
  rules?: string;
}

/** All bets of the catalogue. */
export const bets: readonly Bet[];
/** The names of all rulebooks, each under each of its readings. */
export const rules: readonly string[];

/** The outcomes of the next coup, and the bets on them as the rules pay them. Throws RangeError for what cannot be. */
export function odds(shoe: Shoe, options?: RulesOption): Record<Outcome, Price & { probability: Fraction }>;

/** A bet's figures. `pays` is a pay table's name, or a payoff for each category, as a decimal or fraction in a text. */
export function price(bet: string, shoe: Shoe, options?: RulesOption & { pays?: string | readonly string[] }): Price & { counts: Record<string, bigint> };

/** The coup dealt from these cards in order: a rank A 2 … 10 (or T) J Q K, with or without a suit s h d c. */
export function deal(cards: readonly string[], options?: RulesOption): Coup;

/** The category of a bet into which a finished coup falls; throws where the cards' suits or ranks are missing. */
export function category(bet: string, coup: Coup): string;

/** A fraction as its text. */
export function text(value: Fraction): string;

/** A fraction rounded half-even to a number of decimals. */
export function decimal(value: Fraction, digits: number): string;
