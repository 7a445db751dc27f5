import type { PlanSituation } from '../planning-tools.ts'
import { readSubject, type Subject } from './subject.ts'

/** Asked where a goal says nothing; the answer is then the goal. */
export const AIM_QUESTION = 'What should be true when you are done?'

/** What the goal and the answers to questions are about; the wish is that of the goal, unless it says nothing. */
export function readWhole(
  situation: Pick<PlanSituation, 'goal' | 'clarifications' | 'now' | 'timezone' | 'brief'>,
): Subject {
  const read = readSubject(situation.goal, situation)
  const goal = situation.brief === undefined ? read : { ...read, wish: situation.brief.title }
  const answers = situation.clarifications.filter(({ answer }) => answer.trim() !== '')
  if (answers.length === 0) return goal
  const more = answers.map(({ answer }) => readSubject(answer, situation))
  const aim = more[answers.findIndex(({ question }) => question === AIM_QUESTION)]
  const subject = aim !== undefined && saysNothing(goal) ? aim : goal
  return {
    ...subject,
    quantities: [...new Set([...goal.quantities, ...more.flatMap(({ quantities }) => quantities)])],
    phases:
      subject.phases.length > 0
        ? subject.phases
        : (more.find(({ phases }) => phases.length > 0)?.phases ?? []),
    items: [...new Set([...subject.items, ...more.flatMap(({ items }) => items)])],
    exclusions: [...new Set([...subject.exclusions, ...more.flatMap(({ exclusions }) => exclusions)])],
  }
}

const EMPTY =
  /^(?:something|things?|stuff|it|this|that|everything|anything|life|myself|better|goals?|plan|project|a plan|my life|me|success(?:ful)?|happy|happier|best)$/i
const EMPTY_VERBS =
  /^(?:be|do|get|become|improve|change|make|plan|achieve|have|feel|start|organi[sz]e|manage|fix|better)$/i

/** “Get better”, “Improve my life”: nothing by which a plan could tell what is wanted. */
export function saysNothing({ thing, verbs, quantities, items, phases }: Subject): boolean {
  if (quantities.length > 0 || items.length > 0 || phases.length > 0) return false
  return EMPTY.test(thing) && (verbs.length === 0 || verbs.every(verb => EMPTY_VERBS.test(verb)))
}
