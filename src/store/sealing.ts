/**
 * How a store keeps what looks like a secret: sealed piece by piece at the moment of writing, opened at the moment of
 * reading, so that neither the file nor a copy of it holds one. Whoever uses the store sees no difference.
 */
export interface StoreSealing {
  /** The text as it may be kept; the same text gives the same. */
  seal(text: string): string
  /** The text that was given to `seal`. */
  open(kept: string): string
  /** The text without its secrets, for what many read and nobody needs them in; JSON stays JSON. */
  mask(text: string): string
}
