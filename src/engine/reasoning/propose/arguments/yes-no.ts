import {
  contentStems,
  isFunctionWord,
  readWords,
  splitIdentifier,
  stemWord,
} from '../../language/language.ts'
import type { Parameter } from '../tool-index.ts'

/** What the words of a text say about a yes-or-no parameter. */
export interface YesNo {
  readonly value: boolean
  readonly because: string
  /** The words that say it. */
  readonly said: readonly string[]
}

/** Words that mean the opposite of a state, beside those made with un-, dis- and de-. */
const opposites: Readonly<Record<string, string>> = {
  on: 'off out',
  off: 'on',
  open: 'close closed shut',
  closed: 'open reopen',
  enabled: 'disable disabled off',
  enable: 'disable off',
  disabled: 'enable enabled on',
  active: 'inactive deactivate pause',
  public: 'private',
  private: 'public',
  visible: 'hide hidden',
  hidden: 'show visible',
  available: 'unavailable',
  read: 'unread',
  done: 'undone open pending',
  paid: 'unpaid open',
  urgent: 'normal',
  recursive: 'flat',
}

const denials = new Set(['no', 'not', 'without', "don't", 'exclude', 'excluding', 'never', 'except'])
const quiet = new Set(['include', 'show', 'only', 'is', 'with', 'get'].map(stemWord))

/** Reads a yes-or-no parameter: its name said means yes, its opposite or a denial before it means no. */
export function readYesNo(parameter: Parameter, text: string): YesNo | undefined {
  const parts = splitIdentifier(parameter.name)
  const words = readWords(text).map(word => word.lower)
  const name = parts.at(-1) ?? ''
  const contrary = words.find(word => isOpposite(name, word))
  if (contrary !== undefined) return { value: false, because: `“${contrary}” in the goal`, said: [contrary] }
  const own = parts.filter(
    part => !quiet.has(stemWord(part)) && (parts.length === 1 || !isFunctionWord(part)),
  )
  const isSaid =
    own.length > 0 &&
    own.every(part =>
      isFunctionWord(part) ? words.includes(part) : contentStems(text).includes(stemWord(part)),
    )
  if (!isSaid) return readDeed(name, words)
  const at = words.findIndex(word => own.some(part => stemWord(part) === stemWord(word)))
  const isDenied = words.slice(Math.max(0, at - 3), at).some(word => denials.has(word))
  return {
    value: !isDenied,
    because: `the goal ${isDenied ? 'excludes' : 'says'} “${own.join(' ')}”`,
    said: own,
  }
}

/** What a switch is to be: “tick the box” sets what is checked, “turn it off” clears what is on. */
function readDeed(name: string, words: readonly string[]): YesNo | undefined {
  if (!/^(?:checked|on|enabled|ticked|selected|active|state|value)$/.test(name)) return undefined
  const isEnding = words.some(word => /^(?:un(?:tick|check|select)|off|clear|deselect|disable)/.test(word))
  const done = words.find(word => /^(?:tick|check|on|enable|accept|activate|select)$/.test(word))
  if (!isEnding && done === undefined) return undefined
  const because = isEnding ? 'it is to be cleared' : `“${done}” in the goal`
  return { value: !isEnding, because, said: done === undefined ? [] : [done] }
}

function isOpposite(name: string, word: string): boolean {
  if (opposites[name]?.split(' ').includes(word) === true) return true
  const stem = stemWord(name)
  return ['un', 'dis', 'de', 'in'].some(
    prefix =>
      word.startsWith(prefix) &&
      word.length > prefix.length + 2 &&
      stemWord(word.slice(prefix.length)) === stem,
  )
}
