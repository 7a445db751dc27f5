import {
  actionVerbBase,
  type Clause,
  findSpots,
  isFunctionWord,
  readWords,
  tellingOf,
} from '../../language/language.ts'
import type { IndexedTool } from '../tool-index.ts'
import { nearnessToTool } from './overlap-signs.ts'

/** Whether the things that a clause speaks of are things that a tool, or any of the tools, has to do with. */
export interface ThingSigns {
  /** In [0,1]: 1 where each of them is near to the tool; the strangest counts. */
  readonly things_met: number
  /** The same with the nearest tool for each. */
  readonly things_met_by_any: number
}

/** The things said first are what a request is about; what follows is said of them. */
const MOST_THINGS = 4

/** The signs of a tool that was chosen among `all` for a clause. */
export function readThingSigns(clause: Clause, tool: IndexedTool, all: readonly IndexedTool[]): ThingSigns {
  let strangest = 0
  let strangestToAll = 0
  for (const stem of thingsOf(clause)) {
    const telling = tellingOf(stem)
    const nearest = all.reduce((most, other) => Math.max(most, nearnessToTool(stem, other)), 0)
    strangest = Math.max(strangest, telling * (1 - nearnessToTool(stem, tool)))
    strangestToAll = Math.max(strangestToAll, telling * (1 - nearest))
  }
  return { things_met: 1 - strangest, things_met_by_any: 1 - strangestToAll }
}

/** Stems of the first words behind the verb that are neither verbs, names nor values. */
function thingsOf({ text, start, verb }: Clause): readonly string[] {
  const behind = verb === undefined ? text : text.slice(verb.end - start)
  const spots = findSpots(behind)
  return readWords(behind)
    .filter(
      word =>
        /^\p{Ll}{3,}$/u.test(word.text) &&
        !isFunctionWord(word.lower) &&
        actionVerbBase(word.lower) === undefined &&
        !spots.some(spot => word.start >= spot.start && word.end <= spot.end),
    )
    .slice(0, MOST_THINGS)
    .map(word => word.stem)
}
