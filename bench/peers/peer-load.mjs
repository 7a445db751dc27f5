/**
 * The same load for every library: runs of “one recorded step → wait for a person → one recorded step”. A peer gives
 * `startWaiting(id)`, which resolves when the run waits, and `decide(id)`, which resolves when it is done. Prints
 * runs/s to waiting, decided runs/s and the idle time from a decision to the end in ms.
 */
export async function measure({ startWaiting, decide }, { count, inFlight, idle }) {
  await rate(inFlight, inFlight, index => startWaiting(`warm-${index}`))
  await rate(inFlight, inFlight, index => decide(`warm-${index}`))
  const started = await rate(count, inFlight, index => startWaiting(`run-${index}`))
  const decided = await rate(count, inFlight, index => decide(`run-${index}`))
  const times = []
  for (let index = 0; index < idle; index += 1) {
    await startWaiting(`idle-${index}`)
    const begun = performance.now()
    await decide(`idle-${index}`)
    times.push(performance.now() - begun)
  }
  times.sort((a, b) => a - b)
  return { started, decided, idle_p50_ms: times[Math.floor(times.length / 2)] }
}

async function rate(count, inFlight, work) {
  let next = 0
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (next < count) {
        const index = next
        next += 1
        await work(index)
      }
    }),
  )
  return count / ((performance.now() - begun) / 1000)
}

/** A promise that another place resolves, by key. */
export function createSignals() {
  const open = new Map()
  const entry = key => {
    const known = open.get(key)
    if (known) return known
    const made = Promise.withResolvers()
    open.set(key, made)
    return made
  }
  return { wait: key => entry(key).promise, tell: key => entry(key).resolve() }
}
