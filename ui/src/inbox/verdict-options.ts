import type { Gate, GateOption } from 'soulgate/contracts/gate'
import { letsCallsRun } from 'soulgate/contracts/gate-review'
import { confirmProof } from './confirm-proof.ts'
import { editOption, optionWith } from './decision-draft.ts'

/** The ways to answer, in their order; editing comes right behind approving, where there are arguments to edit. */
export function optionsOf(gate: Gate): readonly GateOption[] {
  const options = gate.options.filter(option => !needsDocument(option))
  const edit = editOption(gate)
  if (!edit || options.some(option => option.id === 'edit')) return options
  const at = options.findIndex(option => option.decision === 'approve') + 1
  return [...options.slice(0, at), { ...edit, id: 'edit' }, ...options.slice(at)]
}

/** Whether it takes a whole document, such as the brief of a plan: the room of the document sends it, no field of a card. */
function needsDocument({ input_schema: schema }: GateOption): boolean {
  const properties = Object.values(Object(schema?.properties) as Readonly<Record<string, unknown>>)
  return properties.some(property => Object(property).type === 'object' && !Object(property).properties)
}

/** Whether a choice needs more than the click. */
export function needsPanel(gate: Gate, option: GateOption, slowed = false): boolean {
  if (option.id === 'edit' || option.decision === 'steer' || option.decision === 'reject') return true
  return (
    option.input_schema !== undefined ||
    (option.decision === 'approve' && confirmProof(gate, slowed) !== undefined)
  )
}

/** The option of the key A: the approval, or going on past an advisory gate. */
export function approvalOf(gate: Gate): GateOption | undefined {
  return optionWith(gate, 'approve') ?? gate.options.find(option => letsCallsRun(option))
}

const WORDS: Readonly<Record<string, string>> = { approve: 'Approve', reject: 'Reject', steer: 'Steer' }

/** What an option does in the words of every card, and behind it what the gate calls it where that says more. */
export function labelOf(option: GateOption): { readonly word: string; readonly more?: string } {
  const { id, decision } = option
  const label = option.label.split(':')[0] ?? option.label
  const word = id === 'edit' ? 'Edit' : letsCallsRun(option) ? 'Approve' : WORDS[decision]
  if (word === undefined) return { word: label }
  if (id === 'edit' || label === word) return { word }
  return label.startsWith(`${word} `) ? { word: label } : { word, more: label }
}
