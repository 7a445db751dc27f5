const MAX_NAMES = 3
const MIN_LIKENESS = 0.4

/** Names that look most like what was written, nearest first; at most three. */
export function nearNames(written: string, names: readonly string[]): readonly string[] {
  return names
    .map(name => ({ name, likeness: likeness(written.toLowerCase(), name.toLowerCase()) }))
    .filter(({ likeness }) => likeness >= MIN_LIKENESS)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, MAX_NAMES)
    .map(({ name }) => name)
}

/** The share of pairs of neighbouring characters that two names have in common (Sørensen–Dice). */
function likeness(left: string, right: string): number {
  const pairs = pairsOf(right)
  const total = left.length + right.length - 2
  const common = pairsOf(left).filter(pair => {
    const at = pairs.indexOf(pair)
    if (at >= 0) pairs.splice(at, 1)
    return at >= 0
  })
  return total <= 0 ? 0 : (2 * common.length) / total
}

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2))
}
