/** A source of random numbers that can be passed in, so that a simulation can repeat itself. */
export interface Random {
  /** An unsigned integer of 32 bits. */
  uint32(): number
  /** A number in [0, 1) with 53 random bits. */
  float(): number
}

const POOL_SIZE = 4096

/** Cryptographically strong randomness, drawn from the system in pools of 16 KiB. */
export const systemRandom: Random = createRandom(createPooledSource())

/**
 * A generator that repeats the same numbers for the same seed (SplitMix32: Weyl sequence and 32-bit finalizer).
 * For simulation and tests; never for secrets.
 */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0
  return createRandom(() => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  })
}

function createRandom(uint32: () => number): Random {
  return {
    uint32,
    float: () => ((uint32() >>> 5) * 0x4000000 + (uint32() >>> 6)) / 0x20000000000000,
  }
}

function createPooledSource(): () => number {
  const pool = new Uint32Array(POOL_SIZE)
  let used = POOL_SIZE
  return () => {
    if (used === POOL_SIZE) {
      crypto.getRandomValues(pool)
      used = 0
    }
    const value = pool[used] ?? 0
    pool[used] = 0
    used += 1
    return value
  }
}
