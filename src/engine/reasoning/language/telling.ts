import common from './common-stems.json' with { type: 'json' }

const ranks: ReadonlyMap<string, number> = new Map(common.stems.split(' ').map((stem, rank) => [stem, rank]))

/** How much a stem tells, in [0,1]: near 0 for the commonest words of English, 1 for rare and for unknown ones. */
export function tellingOf(stem: string): number {
  const rank = ranks.get(stem)
  return rank === undefined ? 1 : Math.min(1, Math.max(0.05, (Math.log(rank + 1) - 3) / 4.5))
}
