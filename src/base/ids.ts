import type { Clock } from './clock.ts'
import { SoulgateError } from './errors.ts'
import { type Random, systemRandom } from './random.ts'

/** Makes ids. One instance per process keeps its ids in order even when the clock stands still or goes back. */
export interface Ids {
  /**
   * A new id such as `gate_01k9f2m3d4…`: the prefix, `_`, and 26 characters of lower-case Crockford base32: 48 bits
   * of milliseconds, then 80 random bits. Text order is order of creation within one instance. Ids are no secrets.
   * Throws `invalid_id_prefix` unless the prefix is lower-case letters and digits starting with a letter.
   */
  newId(prefix: string): string
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const PAIRS: readonly string[] = Array.from(
  { length: 1024 },
  (_, value) => `${ALPHABET[value >>> 5]}${ALPHABET[value & 31]}`,
)
const TWO_TO_20 = 2 ** 20
const TWO_TO_40 = 2 ** 40
const TWO_TO_48 = 2 ** 48

/** Makes the ids of one process from its clock; `random` is passed in by simulations and tests. */
export function createIds({ clock, random = systemRandom }: { clock: Clock; random?: Random }): Ids {
  const prefixes = new Set<string>()
  let lastMs = -1
  let timeText = ''
  let high = 0
  let low = 0

  const startMillisecond = (ms: number) => {
    lastMs = ms
    timeText = encodeTime(ms)
    high = randomBits40(random)
    low = randomBits40(random)
  }

  // A random step, not 1, so that one id does not tell its neighbours.
  const stepWithinMillisecond = () => {
    low += 1 + random.uint32()
    if (low < TWO_TO_40) return
    low -= TWO_TO_40
    high += 1
    if (high === TWO_TO_40) startMillisecond(lastMs + 1)
  }

  return {
    newId(prefix) {
      if (!prefixes.has(prefix)) prefixes.add(requirePrefix(prefix))
      const ms = Math.floor(clock.now())
      if (ms <= lastMs) stepWithinMillisecond()
      else startMillisecond(requireTime(ms))
      return `${prefix}_${timeText}${encode40(high)}${encode40(low)}`
    },
  }
}

function randomBits40(random: Random): number {
  return (random.uint32() >>> 24) * 2 ** 32 + random.uint32()
}

function encodeTime(ms: number): string {
  return `${pair(Math.floor(ms / TWO_TO_40))}${encode40(ms % TWO_TO_40)}`
}

function encode40(value: number): string {
  const top = Math.floor(value / TWO_TO_20)
  const bottom = value % TWO_TO_20
  return pair(top >>> 10) + pair(top & 1023) + pair(bottom >>> 10) + pair(bottom & 1023)
}

function pair(tenBits: number): string {
  return PAIRS[tenBits] ?? ''
}

function requirePrefix(prefix: string): string {
  if (/^[a-z][a-z0-9]{0,15}$/.test(prefix)) return prefix
  throw new SoulgateError(
    'invalid_id_prefix',
    `"${prefix}" is no id prefix. Use lower-case letters and digits.`,
  )
}

function requireTime(ms: number): number {
  if (ms >= 0 && ms < TWO_TO_48) return ms
  throw new SoulgateError('invalid_time', `The clock says ${ms} ms, which does not fit an id.`, {
    data: { ms },
  })
}
