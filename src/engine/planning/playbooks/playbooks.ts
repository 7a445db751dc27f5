/** What is known of common undertakings, as data; and of doing things at all, for the others. */
import { actPlaybooks } from './acts.ts'
import { bodyPlaybooks } from './body.ts'
import { eventPlaybooks } from './events.ts'
import { homePlaybooks } from './home.ts'
import { learningPlaybooks } from './learning.ts'
import { moneyPlaybooks } from './money.ts'
import type { Playbook } from './playbook.ts'
import { softwarePlaybooks } from './software.ts'
import { workPlaybooks } from './work.ts'
import { writingPlaybooks } from './writing.ts'

export { matchPlaybooks, type PlaybookMatch } from './match-playbooks.ts'
export { plainPlaybooks } from './plain.ts'
export { type PhaseTemplate, type Playbook, playbook, type StepTemplate } from './playbook.ts'

/** Playbooks of fields, then those of acts: the first are preferred where both fit alike. */
export const playbooks: readonly Playbook[] = [
  ...bodyPlaybooks,
  ...learningPlaybooks,
  ...writingPlaybooks,
  ...eventPlaybooks,
  ...homePlaybooks,
  ...moneyPlaybooks,
  ...softwarePlaybooks,
  ...workPlaybooks,
  ...actPlaybooks,
]
