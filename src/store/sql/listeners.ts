/** Tells every listener; one that throws keeps nothing from the others, and nothing from the store. */
export function tellAll(
  listeners: Iterable<(topics: readonly string[]) => void>,
  topics: readonly string[],
): void {
  for (const listener of listeners) {
    try {
      listener(topics)
    } catch (error) {
      process.emitWarning(`A listener of the store threw: ${String(error)}`)
    }
  }
}
