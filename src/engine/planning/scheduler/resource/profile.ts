/** How much of each resource is free over time, as parts of constant level. */
export interface Profile {
  reset(): void
  /** The first start from `from` on at which the demands are free for the duration; `Infinity` when they exceed all. */
  firstFit(from: number, need: Need): number
  /** Until when the demands stay free from `from` on, where they are; `Infinity` when for ever. */
  freeUntil(from: number, need: Need): number
  /** Takes `need` from `start` on; with negative demands it gives back. */
  take(start: number, need: Need): void
}

export interface Need {
  readonly duration: number
  readonly demands: Int32Array
  readonly offset: number
}

/** A profile with everything free from time 0 on. It grows with what is taken, never with the length of time. */
export function createProfile(capacities: Int32Array): Profile {
  const width = capacities.length
  let begins = new Int32Array(64)
  let free = new Int32Array(64 * width)
  let parts = 1

  const reset = (): void => {
    parts = 1
    begins[0] = 0
    for (let resource = 0; resource < width; resource += 1) free[resource] = capacities[resource] ?? 0
  }
  const partAt = (time: number): number => {
    let low = 0
    let high = parts - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((begins[middle] ?? 0) <= time) low = middle
      else high = middle - 1
    }
    return low
  }
  const fits = (part: number, { demands, offset }: Need): boolean => {
    const base = part * width
    for (let resource = 0; resource < width; resource += 1)
      if ((free[base + resource] ?? 0) < (demands[offset + resource] ?? 0)) return false
    return true
  }
  const splitAt = (time: number): number => {
    const part = partAt(time)
    if (begins[part] === time) return part
    if (parts === begins.length) {
      begins = grown(begins)
      free = grown(free)
    }
    begins.copyWithin(part + 2, part + 1, parts)
    free.copyWithin((part + 1) * width, part * width, parts * width)
    begins[part + 1] = time
    parts += 1
    return part + 1
  }
  reset()

  return {
    reset,
    firstFit: (from, need) => {
      if (need.duration === 0) return from
      let part = partAt(from)
      let start = from
      for (;;) {
        if (!fits(part, need)) {
          part += 1
          if (part >= parts) return Number.POSITIVE_INFINITY
          start = begins[part] ?? 0
          continue
        }
        part += 1
        if (part >= parts || (begins[part] ?? 0) >= start + need.duration) return start
      }
    },
    freeUntil: (from, need) => {
      for (let part = partAt(from); part < parts; part += 1)
        if (!fits(part, need)) return Math.max(from, begins[part] ?? 0)
      return Number.POSITIVE_INFINITY
    },
    take: (start, { duration, demands, offset }) => {
      if (duration === 0) return
      const first = splitAt(start)
      const end = splitAt(start + duration)
      for (let part = first; part < end; part += 1)
        for (let resource = 0; resource < width; resource += 1)
          free[part * width + resource] =
            (free[part * width + resource] ?? 0) - (demands[offset + resource] ?? 0)
    },
  }
}

function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2)
  larger.set(array)
  return larger
}
