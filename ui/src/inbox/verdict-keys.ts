import type { Gate, GateOption } from 'soulgate/contracts/gate'
import { optionsOf } from './verdict-options.ts'

/** Sends what is filled in: the form that has the focus, or the only one of the verdict. */
export function sendForm(section: HTMLElement | null): boolean {
  const form = document.activeElement?.closest('form') ?? section?.querySelector('form')
  form?.requestSubmit()
  return form !== null && form !== undefined
}

/** Chooses an answer, or where nothing is asked a way to decide, by its number. */
export function pickByNumber(
  gate: Gate,
  section: HTMLElement | null,
  { place, choose }: { readonly place: number; readonly choose: (option: GateOption) => void },
): boolean {
  if ('questions' in gate.subject) return pickAnswer(section, place)
  const option = optionsOf(gate)[place - 1]
  if (option) choose(option)
  return option !== undefined
}

/** Chooses an answer of the question that has the focus, or of the first that is shown, by its number. */
function pickAnswer(section: HTMLElement | null, place: number): boolean {
  const question = document.activeElement?.closest('fieldset') ?? section?.querySelector('form fieldset')
  const answers = question?.querySelectorAll<HTMLInputElement>('input[type="radio"], input[type="checkbox"]')
  const answer = answers?.[place - 1]
  answer?.focus()
  answer?.click()
  return answer !== undefined
}

/** After a form is closed its card is the place to go on from. */
export function focusCard(section: HTMLElement | null): void {
  section?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
}
