/** Adjectives of a judgement that no tool can make; what can be looked up (“overdue”, “empty”) is none. */
const judgement =
  '(?:un(?:important|needed|necessary|interesting|useful|wanted|suitable|popular|helpful|reliable|pleasant)|important|bad|good|weak|strong|poor|useless|useful|irrelevant|relevant|worthless|worst|best|nice|ugly|boring|interesting|suspicious|strange|odd|weird|problematic|problem|difficult|annoying|appropriate|suitable|wrong|proper|silly|stupid|superfluous|dubious|shady|promising|worthwhile|lazy|rude|risky|harmless|favou?rite|decent|sensible|needy|loyal|tricky|messy|loud|pointless|crazy|hopeless|pretty|reliable|deserving)'
const degrees = `(?:${judgement}|(?:sensitive|expensive|cheap|slow|fast|big|small|large|long|short|old|popular|special|right))`
const determined = String.raw`\b(?:the|all|any|those|these|some|our|my)\s+(?:really\s+|very\s+|most\s+|more\s+|less\s+)?`
const many = String.raw`\b(?:[\w-]+\s+)?(?:ones?|people|staff|folks|children|(?!this|is|was|has|its|us)[a-z]+s)\b`
const negligent = `(?:(?:do|does) not|don['’]?t|doesn['’]?t|never|hardly(?: ever)?|no longer|rarely|barely|really|actually|ever)`

const objects: readonly RegExp[] = [
  new RegExp(`${determined}${judgement}\\s+${many}`, 'i'),
  new RegExp(`${determined}${degrees}\\s+ones\\b`, 'i'),
  new RegExp(
    `${many}\\s+(?:that|which|who)\\s+(?:are|is|look|looks|seem|seems|feel|sound|aren['’]t|are not)\\s+(?:too|so|very|really|quite|rather|a bit|not)?\\s*${degrees}\\b`,
    'i',
  ),
  /\b(?:that|which)\s+(?:take|cost|last|need|make|cause)s?\s+too\s+(?:long|much|many|little)\b/i,
  new RegExp(
    `${many}\\s+(?:that\\s+|which\\s+)?(?:nobody|no one|no-one|hardly anyone|we|people|they|i)\\s+(?:${negligent}\\s+)*(?:needs?|wants?|uses?|likes?|reads?|watch(?:es)?|cares?|miss(?:es)?|loves?|buys?|sees?)(?:\\s+(?:to\\s+\\w+|any ?more|about|much|really|in|for))*\\s*[.!?]*$`,
    'i',
  ),
]

/** “the weak students”, “the tables nobody needs”, “the ones that take too long”: which they are is a matter of judgement. */
export function judgesObjects(goal: string): boolean {
  return objects.some(pattern => pattern.test(goal))
}
