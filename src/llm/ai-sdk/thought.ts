/** The parts of an answer's text: what is said, and what was thought aloud before it between `<think>` and `</think>`. */
export interface SplitText {
  readonly text: string
  readonly reasoning: string
}

export interface ThoughtSplitter {
  push(piece: string): SplitText
  end(): SplitText
}

const OPEN = '<think>'
const CLOSE = '</think>'

/**
 * Takes the thoughts out of a text that arrives in pieces. Models on one's own machine write them into the answer;
 * they stand at its very beginning, anything later is text like any other.
 */
export function createThoughtSplitter(): ThoughtSplitter {
  let place: 'start' | 'thought' | 'after' | 'text' = 'start'
  let kept = ''
  const take = (length = kept.length): string => {
    const taken = kept.slice(0, length)
    kept = kept.slice(length)
    return taken
  }
  const say = (): SplitText => {
    if (place === 'after') kept = kept.trimStart()
    if (kept !== '') place = 'text'
    return { text: take(), reasoning: '' }
  }
  const think = (): SplitText => {
    const at = kept.indexOf(CLOSE)
    if (at < 0) return { text: '', reasoning: take(kept.length - heldBack(kept)) }
    const reasoning = take(at)
    take(CLOSE.length)
    place = 'after'
    return { ...say(), reasoning }
  }
  return {
    push: piece => {
      kept += piece
      if (place !== 'start') return place === 'thought' ? think() : say()
      const begun = kept.trimStart()
      if (OPEN.startsWith(begun)) return NOTHING
      if (!begun.startsWith(OPEN)) return say()
      place = 'thought'
      kept = begun.slice(OPEN.length)
      return think()
    },
    end: () => (place === 'thought' ? { text: '', reasoning: take() } : say()),
  }
}

const NOTHING: SplitText = { text: '', reasoning: '' }

/** How many characters at the end may be the beginning of the closing mark. */
function heldBack(text: string): number {
  for (let length = CLOSE.length - 1; length > 0; length -= 1)
    if (text.endsWith(CLOSE.slice(0, length))) return length
  return 0
}
