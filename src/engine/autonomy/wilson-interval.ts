/** The 97.5 % point of the standard normal distribution. */
const Z = 1.959964

/**
 * The 95 % score interval of a share out of `cases` independent ones (E. B. Wilson, "Probable inference, the law of
 * succession, and statistical inference", JASA 22, 1927, equation 5). Shares are 0–1; of no case it is [0, 1].
 */
export function wilsonInterval(share: number, cases: number): readonly [low: number, high: number] {
  if (cases === 0) return [0, 1]
  const middle = share + Z ** 2 / (2 * cases)
  const spread = Z * Math.sqrt((share * (1 - share)) / cases + Z ** 2 / (4 * cases ** 2))
  const scale = 1 + Z ** 2 / cases
  return [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)]
}
