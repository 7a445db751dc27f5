import type { Gate, GateOption } from 'soulgate/contracts/gate'
import { editOption } from './decision-draft.ts'

/** The ways to answer, in their order; editing comes right behind approving, where there are arguments to edit. */
export function optionsOf(gate: Gate): readonly GateOption[] {
  const edit = editOption(gate)
  if (!edit || gate.options.some(option => option.id === 'edit')) return gate.options
  const at = gate.options.findIndex(option => option.decision === 'approve') + 1
  return [...gate.options.slice(0, at), { ...edit, id: 'edit' }, ...gate.options.slice(at)]
}

/** Whether a choice needs more than the click. */
export function needsPanel(gate: Gate, option: GateOption): boolean {
  if (option.id === 'edit' || option.decision === 'steer' || option.decision === 'reject') return true
  return (
    option.input_schema !== undefined || (option.decision === 'approve' && gate.confirm_word !== undefined)
  )
}

export function shortLabel({ id, label }: GateOption): string {
  return id === 'edit' ? 'Edit' : (label.split(':')[0] ?? label)
}
