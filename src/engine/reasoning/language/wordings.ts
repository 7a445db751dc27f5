import { phrasesOf } from './phrases.ts'
import { remember } from './remember.ts'
import wordings from './wordings.json' with { type: 'json' }

/** What phrases ask for, packed: for each phrase how many traits, then for each its place in two bytes and its weight in one. */
interface PackedWordings {
  /** Log-odds of one step of a weight. */
  readonly unit: number
  /** Names, parted by spaces. */
  readonly traits: string
  /** Parted by “|”. */
  readonly phrases: string
  /** Base64. */
  readonly packed: string
}

/** How far the wording of a text asks for what has some traits, in log-odds; 0 where it says nothing. */
type AsksFor = (text: string, traits: ReadonlyMap<string, number>) => number

/** What one phrase says of each trait that it says something of. */
interface Said {
  readonly traits: readonly number[]
  readonly weights: readonly number[]
}

interface Table {
  readonly traits: readonly string[]
  readonly said: ReadonlyMap<string, Said>
}

/** Opens a table of wordings; it is unpacked at its first use. */
function openWordings(wordings: PackedWordings): AsksFor {
  let table: Table | undefined
  const readWordings: (text: string) => ReadonlyMap<string, number> = remember(text => {
    table ??= unpack(wordings)
    const sums = new Float64Array(table.traits.length)
    const phrases = phrasesOf(text)
    for (const phrase of phrases) {
      const said = table.said.get(phrase)
      if (said === undefined) continue
      for (const [at, trait] of said.traits.entries())
        sums[trait] = (sums[trait] ?? 0) + (said.weights[at] ?? 0)
    }
    const scale = wordings.unit / Math.sqrt(Math.max(1, phrases.length))
    return new Map(
      table.traits.flatMap((trait, at) => (sums[at] ? [[trait, sums[at] * scale] as const] : [])),
    )
  })
  return (text, traits) => {
    const asked = readWordings(text)
    let sum = 0
    for (const [trait, weight] of traits) sum += weight * (asked.get(trait) ?? 0)
    return sum
  }
}

function unpack(wordings: PackedWordings): Table {
  const packed = Buffer.from(wordings.packed, 'base64')
  const said = new Map<string, Said>()
  let at = 0
  for (const phrase of wordings.phrases.split('|')) {
    const count = packed[at] ?? 0
    const places = Array.from({ length: count }, (_, one) => at + 1 + 3 * one)
    const traits = places.map(place => packed.readUInt16LE(place))
    said.set(phrase, { traits, weights: places.map(place => packed.readInt8(place + 2)) })
    at += 1 + 3 * count
  }
  return { traits: wordings.traits.split(' '), said }
}

/**
 * How far the wording of a text asks for what a tool has for traits, in log-odds beside the other tools of a set; 0 where
 * it says nothing. Learned from requests for many tool sets: “won't be coming” cancels, “make it … instead of …” updates.
 */
export const wordingAsksFor: AsksFor = openWordings(wordings)
