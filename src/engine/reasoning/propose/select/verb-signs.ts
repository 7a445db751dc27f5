import {
  type Acts,
  actionVerbBase,
  type Clause,
  contentStems,
  isFunctionWord,
  readActs,
  readActsFrom,
  readWords,
  remember,
  splitIdentifier,
  stemWord,
} from '../../language/language.ts'
import type { IndexedTool, ToolIndex } from '../tool-index.ts'

/** How far the verb of a clause, and the thing it is done to, are those that a tool is named for. */
export interface VerbSigns {
  /** The act that the clause opens with is the one that the tool is named for, more where few tools of the set do it. */
  readonly verb: number
  /** The clause's act is that of another tool of the set, and not of this one. */
  readonly rival: number
  /** 1 when both bring about or both take away, −1 when one undoes what the other does, 0 when it cannot be said. */
  readonly direction: number
  /** The word that the clause opens with stands in the tool's name, or opens its description; more where few tools have it. */
  readonly opens: number
  /** Share of the things in the tool's name that the clause says, each by how few tools of the set are named for it. */
  readonly noun: number
}

interface Named {
  readonly acts: Acts
  /** Stems of its name, and of the word that its description opens with. */
  readonly words: readonly string[]
  readonly nouns: readonly string[]
}

interface NamedSet {
  readonly byTool: ReadonlyMap<IndexedTool, Named>
  /** How many tools of the set do an act, or are named for a thing. */
  readonly actSpread: ReadonlyMap<string, number>
  readonly nounSpread: ReadonlyMap<string, number>
  /** How plainly any tool of the set is named for an act. */
  readonly bestByAct: ReadonlyMap<string, number>
}

/** The signs of one tool of a set for a clause. */
export function readVerbSigns(clause: Clause, tool: IndexedTool, index: ToolIndex): VerbSigns {
  const set = namesOf(index)
  const own = set.byTool.get(tool)
  if (own === undefined) return { verb: 0, rival: 0, direction: 0, opens: 0, noun: 0 }
  const said = saidActs(clause)
  const verb = agreement(said, own.acts)
  const best = bestAgreement(said, set)
  return {
    verb: verb * rarity(said, own.acts, { set, size: index.tools.length }),
    rival: verb < SAME_ACT && best >= SAME_ACT ? 1 : 0,
    direction: wantedDirection(clause, said) * directionOfActs(own.acts),
    opens: opensWith(clause.text, own, set),
    noun: shareSaid(own.nouns, clause.text, set),
  }
}

const SAME_ACT = 0.5
const NOTHING: Acts = new Map()

/** The acts that the verb of a clause, with what goes with it, may mean. */
function saidActs(clause: Clause): Acts {
  const at = clause.verb === undefined ? 0 : Math.max(0, clause.verb.start - clause.start)
  return readActsFrom(clause.text.slice(at).replace(courtesies, ''))
}

const courtesies =
  /^(?:\W*(?:and|then|so|also|but|please|pls|now|just|you can|can you|could you|i'd like to|i want to|we need to)\b)+\W*/i

/** Acts that bring about, and acts that take away what others brought about. */
const bringing = new Set(
  'create add register upload enable open unlock start resume reopen unblock approve grant invite book schedule publish post subscribe hire restore deploy increase checkin deposit play branch'.split(
    ' ',
  ),
)
const taking = new Set(
  'delete remove cancel end stop pause close lock block disable mute reject revoke unpublish unsubscribe decrease checkout withdraw archive'.split(
    ' ',
  ),
)

/** What the verb says; where it says nothing of that, the whole clause. */
function wantedDirection(clause: Clause, said: Acts): number {
  if (clause.question) return 0
  const own = directionOfActs(said)
  return own === 0 ? directionOfActs(readActs(clause.text)) : own
}

function directionOfActs(acts: Acts): number {
  let up = 0
  let down = 0
  for (const [act, weight] of acts) {
    if (bringing.has(act)) up = Math.max(up, weight)
    if (taking.has(act)) down = Math.max(down, weight)
  }
  return Math.sign(up - down)
}

function agreement(said: Acts, own: Acts): number {
  let best = 0
  for (const [act, weight] of said) best = Math.max(best, weight * (own.get(act) ?? 0))
  return best
}

function bestAgreement(said: Acts, { bestByAct }: NamedSet): number {
  let best = 0
  for (const [act, weight] of said) best = Math.max(best, weight * (bestByAct.get(act) ?? 0))
  return best
}

/** In [0,1]: 1 where no other tool of the set does the act. */
function rarity(said: Acts, own: Acts, { set, size }: { set: NamedSet; size: number }): number {
  let fewest = size
  for (const [act] of said)
    if ((own.get(act) ?? 0) >= SAME_ACT) fewest = Math.min(fewest, set.actSpread.get(act) ?? 1)
  return Math.log(1 + size / Math.max(1, fewest)) / Math.log(1 + size)
}

/** “Dispense RX-21”, “ship it”, “back up the archive”: said in the very word of a tool, or in one that it begins with. */
function opensWith(text: string, { words }: Named, { byTool }: NamedSet): number {
  const openings = openingStems(text)
  const said = likenessOfWords(openings, words)
  if (said === 0) return 0
  const rivals = [...byTool.values()].filter(other => likenessOfWords(openings, other.words) > 0).length
  return (said * Math.log(1 + byTool.size / rivals)) / Math.log(1 + byTool.size)
}

function likenessOfWords(openings: readonly string[], words: readonly string[]): number {
  if (openings.some(opening => words.includes(opening))) return 1
  const begins = openings.some(
    opening => opening.length >= LEAST_HEAD && words.some(word => word.startsWith(opening)),
  )
  return begins ? BEGUN : 0
}

/** “ship” begins “shipment”. */
const LEAST_HEAD = 4
const BEGUN = 0.6

/** The stem of the first word behind courtesies, and of it with a particle behind it: “back up” says “backup”. */
const openingStems: (text: string) => readonly string[] = remember(text => {
  const words = readWords(text.replace(courtesies, ''))
  const [first, second] = words
  if (first === undefined || !/^\p{L}{3,}$/u.test(first.text)) return []
  const isPhrasal = second !== undefined && /^(?:up|in|out|off|down|on|over|back)$/.test(second.lower)
  return isPhrasal ? [first.stem, stemWord(`${first.lower}${second.lower}`)] : [first.stem]
})

function shareSaid(nouns: readonly string[], text: string, { nounSpread }: NamedSet): number {
  if (nouns.length === 0) return 0
  const stems = new Set(contentStems(text))
  let said = 0
  let all = DAMPING
  for (const noun of nouns) {
    const weight = 1 / (nounSpread.get(noun) ?? 1)
    all += weight
    if (stems.has(noun)) said += weight
  }
  return said / all
}

const DAMPING = 0.2

const sets = new WeakMap<ToolIndex, NamedSet>()

function namesOf(index: ToolIndex): NamedSet {
  const known = sets.get(index)
  if (known !== undefined) return known
  const byTool = new Map(index.tools.map(tool => [tool, readNamed(tool)]))
  const actSpread = new Map<string, number>()
  const nounSpread = new Map<string, number>()
  const bestByAct = new Map<string, number>()
  for (const { acts, nouns } of byTool.values()) {
    for (const [act, weight] of acts) {
      bestByAct.set(act, Math.max(bestByAct.get(act) ?? 0, weight))
      if (weight >= SAME_ACT) actSpread.set(act, (actSpread.get(act) ?? 0) + 1)
    }
    for (const noun of nouns) nounSpread.set(noun, (nounSpread.get(noun) ?? 0) + 1)
  }
  const made = { byTool, actSpread, nounSpread, bestByAct }
  sets.set(index, made)
  return made
}

/** A name such as `send_dunning` has a verb and a thing; a description opens with the same act in other words. */
function readNamed({ tool }: IndexedTool): Named {
  const parts = splitIdentifier(tool.name)
  const at = parts.findIndex(part => actionVerbBase(part) !== undefined)
  const fromName = at < 0 ? NOTHING : readActsFrom(parts.slice(at).join(' '))
  const acts = new Map(fromName)
  for (const [act, weight] of readActsFrom(tool.description))
    acts.set(act, Math.max(acts.get(act) ?? 0, weight))
  const things = [...parts.filter((_, place) => place !== at), ...thingOf(tool.description)]
  const [head] = readWords(tool.description)
  const words = [...parts.map(stemWord), ...(head === undefined ? [] : [head.stem])]
  return { acts, words, nouns: [...new Set(things.map(stemWord))] }
}

/** The first thing that a description speaks of: “Send a payment reminder for …” says payment, reminder. */
function thingOf(description: string): readonly string[] {
  const opening =
    description.split(/[.;:,(]|\b(?:by|for|of|to|from|in|on|with|at|as|and|or|into)\b/i)[0] ?? ''
  return readWords(opening)
    .slice(1)
    .map(word => word.lower)
    .filter(word => !isFunctionWord(word) && actionVerbBase(word) === undefined)
}
