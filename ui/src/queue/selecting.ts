/** Which gates are chosen to be decided together, as the queue shows and changes it. */
export interface Selecting {
  readonly isSelected: (gateId: string) => boolean
  readonly onSelect: (gateIds: readonly string[], isSelected: boolean) => void
}
