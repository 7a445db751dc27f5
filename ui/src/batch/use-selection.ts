import { useCallback, useMemo, useState } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import type { QueueEntry } from '../queue/queue-order.ts'

/** Gates as they were when they were selected; what comes later joins only when it is selected itself. */
export interface Selection {
  readonly gates: readonly Gate[]
  isSelected(gateId: string): boolean
  onSelect(gateIds: readonly string[], isSelected: boolean): void
  /** Selects gates as they were read just now. */
  add(gates: readonly Gate[]): void
  toggle(gateId: string): void
  clear(): void
}

export function useSelection(entries: readonly QueueEntry[]): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Gate>>(new Map())
  const onSelect = useCallback(
    (gateIds: readonly string[], isSelected: boolean) =>
      setChosen(before => {
        const after = new Map(before)
        for (const gateId of gateIds) {
          const entry = entries.find(({ gate }) => gate.gate_id === gateId)
          if (!isSelected) after.delete(gateId)
          else if (entry && !entry.isGone && !after.has(gateId)) after.set(gateId, entry.gate)
        }
        return after
      }),
    [entries],
  )
  return useMemo(
    () => ({
      gates: [...chosen.values()],
      isSelected: gateId => chosen.has(gateId),
      onSelect,
      add: gates =>
        setChosen(before => new Map([...gates.map(gate => [gate.gate_id, gate] as const), ...before])),
      toggle: gateId => onSelect([gateId], !chosen.has(gateId)),
      clear: () => setChosen(new Map()),
    }),
    [chosen, onSelect],
  )
}
