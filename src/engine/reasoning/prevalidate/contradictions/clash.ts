/** Two parts of a goal that cannot both be done, and why. */
export interface Clash {
  readonly because: string
  readonly evidence: readonly [string, string]
}
