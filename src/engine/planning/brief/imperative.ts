import { isActionVerb, isFunctionWord } from '../../reasoning/reasoning.ts'

const PARTICLE = '(?:(?:out|up|in|on|over|down|away|off|for|with|at|to|from|into)\\s+)?'
const OBJECT = '(?:the|an?|my|our|your|his|her|their|some|all|every|each|this|these)'
const VERB_AND_OBJECT = new RegExp(`^(\\p{L}+)\\s+${PARTICLE}${OBJECT}\\s+\\p{L}`, 'iu')
const LINK = /^(?:(?:and|then|also|but|so|finally|next|please|first|afterwards)\b,?\s*)+/i

/** “Paint the fence”, “order clay”: an order as it is said to somebody, by its verb or by the object after it. */
export function isImperative(piece: { readonly text: string } | undefined): boolean {
  const text = piece?.text.replace(LINK, '') ?? ''
  const [first = '', second = ''] = text.split(/\s+/)
  if (second === '' || /^(?:is|are|was|were|will|must|should|has|have|of|and)\b/i.test(second)) return false
  if (isActionVerb(first)) return true
  const verb = VERB_AND_OBJECT.exec(text)?.[1]
  return verb !== undefined && !isFunctionWord(verb.toLowerCase()) && !/(?:ing|s)$/i.test(verb)
}

const TASK =
  /^(?:(?:and|then|also|so)\s+)*(?:(?:i|we)\s+(?:also\s+|still\s+)?(?:have to|need to|must|want to|should|would like to)\s+(?!be\b)\p{L}|.*\b(?:has|have|needs?|must|should)(?:\s+to)?\s+be\s+\p{L})/iu

/** A phrase that says what somebody has to do. */
export function isTask(text: string): boolean {
  return TASK.test(text)
}

/** “Each episode takes …”: said of things that come again and again. */
export function isOfEach({ text }: { readonly text: string }): boolean {
  return /^(?:and\s+)?(?:each|every)\s+(?!day|week|month|morning|evening|night|\p{L}+day)/iu.test(text)
}
