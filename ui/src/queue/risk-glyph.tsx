import type { Gate } from 'soulgate/contracts/gate'
import { sectionOf } from 'soulgate/contracts/queue-section'
import { HelpIcon, WarningIcon } from '../icons/icons.tsx'
import { toolCallsOf } from '../inbox/decision-draft.ts'
import classes from './queue.module.css'

const NAMES = {
  irreversible: 'Irreversible',
  unverified: 'Hard to undo or unverified',
  question: 'Question',
  routine: '',
} as const

/** How much harm the worst of a gate's calls can do, as a shape with its name, never by colour alone. */
export function RiskGlyph({ gate }: { readonly gate: Gate }) {
  const risk = riskOf(gate)
  const name = NAMES[risk]
  return (
    <span className={classes.glyph} data-risk={risk} title={name || undefined}>
      {risk === 'question' && <HelpIcon size={15} />}
      {(risk === 'irreversible' || risk === 'unverified') && <WarningIcon size={15} />}
      {name && <span className="visually-hidden">{name}: </span>}
    </span>
  )
}

function riskOf(gate: Gate): keyof typeof NAMES {
  const section = sectionOf(gate)
  if (section === 'questions') return 'question'
  if (section === 'high_risk') return 'irreversible'
  const isUnsure = toolCallsOf(gate).some(
    call => call.claimed || call.reversibility === 'externally_reversible',
  )
  return isUnsure ? 'unverified' : 'routine'
}
