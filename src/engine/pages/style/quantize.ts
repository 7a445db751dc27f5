import { differenceOf, fromRgb, type Oklab } from './oklab.ts'
import type { Pixels } from './pixels.ts'

export interface PaletteColor {
  readonly lab: Oklab
  /** Of all pixels, 0 to 1. */
  readonly share: number
}

interface Weighted {
  readonly lab: Oklab
  readonly weight: number
}

/** Colours closer than this are one. */
const SAME = 0.045
/** Colours of less than this share of the picture are noise or edges. */
const MIN_SHARE = 0.004
const ROUNDS = 12

/**
 * The colours a picture is made of, most frequent first: pixels gathered in small cells, cells cut by median into
 * more groups than wanted, groups settled by k-means in OKLab, near ones joined, each led by its densest place.
 */
export function quantize(pixels: Pixels, most: number): readonly PaletteColor[] {
  const cells = gather(pixels)
  if (cells.length === 0) return []
  const centers = settle(cells, cut(cells, most * 4))
  const groups = join(assign(cells, centers), most)
  const total = cells.reduce((sum, { weight }) => sum + weight, 0)
  return groups
    .map(group => ({ lab: densest(group), share: weightOf(group) / total }))
    .filter(({ share }, index) => index === 0 || share >= MIN_SHARE)
    .slice(0, most)
}

/** Pixels by cells of eight steps a channel; each cell is its mean colour. */
function gather({ rgb, count }: Pixels): readonly Weighted[] {
  const sums = new Map<number, { red: number; green: number; blue: number; weight: number }>()
  for (let index = 0; index < count * 3; index += 3) {
    const [red = 0, green = 0, blue = 0] = [rgb[index], rgb[index + 1], rgb[index + 2]]
    const key = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3)
    const sum = sums.get(key)
    if (sum === undefined) sums.set(key, { red, green, blue, weight: 1 })
    else {
      sum.red += red
      sum.green += green
      sum.blue += blue
      sum.weight += 1
    }
  }
  return [...sums.values()].map(({ red, green, blue, weight }) => ({
    lab: fromRgb(red / weight, green / weight, blue / weight),
    weight,
  }))
}

/** Cuts the group that varies most at its median, until there are enough; gives each group's mean. */
function cut(cells: readonly Weighted[], count: number): readonly Oklab[] {
  const groups: (readonly Weighted[])[] = [cells]
  while (groups.length < count) {
    const spreads = groups.map(group => spreadOf(group))
    const widest = spreads.reduce(
      (best, { spread }, index) => (spread > (spreads[best]?.spread ?? 0) ? index : best),
      0,
    )
    const group = groups[widest]
    const axis = spreads[widest]?.axis
    if (group === undefined || axis === undefined || group.length < 2) break
    const sorted = [...group].sort((one, other) => one.lab[axis] - other.lab[axis])
    const half = weightOf(sorted) / 2
    let sum = 0
    const place = sorted.findIndex(({ weight }) => {
      sum += weight
      return sum >= half
    })
    const at = Math.max(1, Math.min(sorted.length - 1, place + 1))
    groups.splice(widest, 1, sorted.slice(0, at), sorted.slice(at))
  }
  return groups.map(meanOf)
}

function spreadOf(group: readonly Weighted[]): { readonly axis: 'l' | 'a' | 'b'; readonly spread: number } {
  const mean = meanOf(group)
  const axes = (['l', 'a', 'b'] as const).map(axis => ({
    axis,
    spread: group.reduce((sum, { lab, weight }) => sum + weight * (lab[axis] - mean[axis]) ** 2, 0),
  }))
  return axes.reduce((widest, axis) => (axis.spread > widest.spread ? axis : widest))
}

function settle(cells: readonly Weighted[], start: readonly Oklab[]): readonly Oklab[] {
  let centers = start
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = assign(cells, centers).map(meanOf)
    const isSettled =
      next.length === centers.length &&
      next.every((center, index) => differenceOf(center, centers[index] ?? center) < 0.001)
    centers = next
    if (isSettled) break
  }
  return centers
}

function assign(cells: readonly Weighted[], centers: readonly Oklab[]): readonly (readonly Weighted[])[] {
  const groups: Weighted[][] = centers.map(() => [])
  for (const cell of cells) {
    let nearest = 0
    let least = Number.POSITIVE_INFINITY
    for (const [index, center] of centers.entries()) {
      const away = differenceOf(cell.lab, center)
      if (away < least) {
        least = away
        nearest = index
      }
    }
    groups[nearest]?.push(cell)
  }
  return groups.filter(group => group.length > 0)
}

/** Joins groups that look the same, then drops the rarest beyond those wanted. */
function join(groups: readonly (readonly Weighted[])[], most: number): readonly (readonly Weighted[])[] {
  const joined = [...groups].sort((one, other) => weightOf(other) - weightOf(one))
  for (let first = 0; first < joined.length; first += 1) {
    for (let second = joined.length - 1; second > first; second -= 1) {
      const [one, other] = [joined[first], joined[second]]
      if (one === undefined || other === undefined) continue
      if (differenceOf(densest(one), densest(other)) > SAME) continue
      joined[first] = [...one, ...other]
      joined.splice(second, 1)
    }
  }
  return joined.sort((one, other) => weightOf(other) - weightOf(one)).slice(0, most * 2)
}

/** The mean around the group's most frequent cell: edges and noise at its rim do not pull it away. */
function densest(group: readonly Weighted[]): Oklab {
  const peak = group.reduce((most, cell) => (cell.weight > most.weight ? cell : most))
  return meanOf(group.filter(({ lab }) => differenceOf(lab, peak.lab) < SAME))
}

function meanOf(group: readonly Weighted[]): Oklab {
  const total = weightOf(group)
  const mean = (axis: 'l' | 'a' | 'b') =>
    group.reduce((sum, { lab, weight }) => sum + lab[axis] * weight, 0) / total
  return { l: mean('l'), a: mean('a'), b: mean('b') }
}

function weightOf(group: readonly Weighted[]): number {
  return group.reduce((sum, { weight }) => sum + weight, 0)
}
