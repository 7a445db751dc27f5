/** What relative lengths are relative to. */
export interface LengthContext {
  readonly fontSize: number
  readonly rootFontSize: number
  readonly viewportWidth: number
  readonly viewportHeight: number
  /** What 100 % is, in px; absent when the page leaves it open. */
  readonly base?: number | undefined
}

type Evaluate = (context: LengthContext) => number | undefined

const MAX_VALUE_LENGTH = 1_000
const DEEPEST = 12
const TOKEN =
  /\s*(?:([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+(?![a-z]))?)(%|[a-z]*)|([a-z-]+)\(|([()*/,])|([+-])(?=\s))/iy

const read = new Map<string, Evaluate | undefined>()

/** A length as px (or a bare number as itself); `undefined` when it is none, or a percentage of nothing known. */
export function lengthInPx(text: string, context: LengthContext): number | undefined {
  const value = readLength(text)?.(context)
  return value === undefined || !Number.isFinite(value) ? undefined : value
}

/** True when a browser takes this as a length, a percentage or a calculation of them; a bare number only if 0. */
export function isLength(text: string): boolean {
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text)) return Number(text) === 0
  return readLength(text) !== undefined
}

/** Both at once, so that the memory is bounded however many values pages bring. */
function readLength(text: string): Evaluate | undefined {
  if (text.length > MAX_VALUE_LENGTH) return undefined
  const known = read.get(text)
  if (known !== undefined || read.has(text)) return known
  if (read.size > 5_000) read.clear()
  const evaluate = new LengthReader(text).read()
  read.set(text, evaluate)
  return evaluate
}

const ABSOLUTE: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
}

const RELATIVE: Readonly<Record<string, Evaluate>> = {
  em: ({ fontSize }) => fontSize,
  rem: ({ rootFontSize }) => rootFontSize,
  ex: ({ fontSize }) => fontSize * 0.519,
  ch: ({ fontSize }) => fontSize * 0.556,
  cap: ({ fontSize }) => fontSize * 0.716,
  ic: ({ fontSize }) => fontSize,
  lh: ({ fontSize }) => fontSize * 1.15,
  rlh: ({ rootFontSize }) => rootFontSize * 1.15,
  '%': ({ base }) => base,
  ...viewportUnits(),
}

function viewportUnits(): Record<string, Evaluate> {
  const units: Record<string, Evaluate> = {}
  for (const size of ['', 's', 'l', 'd']) {
    for (const unit of ['w', 'i']) units[`${size}v${unit}`] = ({ viewportWidth }) => viewportWidth
    for (const unit of ['h', 'b']) units[`${size}v${unit}`] = ({ viewportHeight }) => viewportHeight
    units[`${size}vmin`] = view => Math.min(view.viewportWidth, view.viewportHeight)
    units[`${size}vmax`] = view => Math.max(view.viewportWidth, view.viewportHeight)
  }
  return units
}

interface LengthToken {
  readonly kind: 'number' | 'function' | 'mark'
  readonly text: string
  readonly evaluate?: Evaluate
}

class LengthReader {
  readonly #tokens: LengthToken[] | undefined
  #at = 0

  constructor(text: string) {
    // A phone without a notch: nothing is unsafe.
    this.#tokens = readTokens(
      text
        .trim()
        .toLowerCase()
        .replace(/env\([^()]*\)/g, '0px'),
    )
  }

  read(): Evaluate | undefined {
    if (this.#tokens === undefined) return undefined
    const value = this.#value(0)
    return this.#at === this.#tokens.length ? value : undefined
  }

  #peek(): LengthToken | undefined {
    return this.#tokens?.[this.#at]
  }

  #takes(mark: string): boolean {
    const token = this.#peek()
    if (token?.kind !== 'mark' || token.text !== mark) return false
    this.#at += 1
    return true
  }

  #value(depth: number): Evaluate | undefined {
    const token = this.#peek()
    if (token === undefined || depth > DEEPEST) return undefined
    this.#at += 1
    if (token.kind === 'number') return token.evaluate
    if (token.kind === 'function') return this.#call(token.text, depth)
    if (token.text !== '(') return undefined
    const inside = this.#sum(depth + 1)
    return this.#takes(')') ? inside : undefined
  }

  #call(name: string, depth: number): Evaluate | undefined {
    const values: Evaluate[] = []
    do {
      const value = this.#sum(depth + 1)
      if (value === undefined) return undefined
      values.push(value)
    } while (this.#takes(','))
    return this.#takes(')') ? combine(name, values) : undefined
  }

  #sum(depth: number): Evaluate | undefined {
    let left = this.#product(depth)
    while (left !== undefined) {
      const sign = this.#takes('+') ? 1 : this.#takes('-') ? -1 : 0
      if (sign === 0) return left
      const before: Evaluate = left
      const right = this.#product(depth)
      left = right && (context => both(before(context), right(context), (a, b) => a + sign * b))
    }
    return undefined
  }

  #product(depth: number): Evaluate | undefined {
    let left = this.#value(depth)
    while (left !== undefined) {
      const isProduct = this.#takes('*')
      if (!isProduct && !this.#takes('/')) return left
      const before: Evaluate = left
      const right = this.#value(depth)
      left =
        right && (context => both(before(context), right(context), (a, b) => (isProduct ? a * b : a / b)))
    }
    return undefined
  }
}

function readTokens(text: string): LengthToken[] | undefined {
  const tokens: LengthToken[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text)
    if (match === null) return undefined
    const [, number, unit = '', called, mark, sign] = match
    if (number !== undefined) {
      const evaluate = evaluateUnit(Number(number), unit)
      if (evaluate === undefined) return undefined
      tokens.push({ kind: 'number', text: number, evaluate })
    } else if (called !== undefined) tokens.push({ kind: 'function', text: called })
    else tokens.push({ kind: 'mark', text: mark ?? sign ?? '' })
  }
  return tokens
}

function evaluateUnit(amount: number, unit: string): Evaluate | undefined {
  const absolute = ABSOLUTE[unit]
  if (absolute !== undefined) return () => amount * absolute
  const relative = RELATIVE[unit]
  if (relative === undefined) return undefined
  const factor = unit === '%' || unit.includes('v') ? 0.01 : 1
  return context => both(relative(context), amount * factor, (a, b) => a * b)
}

function combine(name: string, values: readonly Evaluate[]): Evaluate | undefined {
  const all = (join: (numbers: readonly number[]) => number): Evaluate => {
    return context => {
      const numbers = values.map(value => value(context)).filter(number => number !== undefined)
      return numbers.length === values.length ? join(numbers) : undefined
    }
  }
  if (name === 'calc' || name === '-webkit-calc') return values.length === 1 ? values[0] : undefined
  if (name === 'min') return all(numbers => Math.min(...numbers))
  if (name === 'max') return all(numbers => Math.max(...numbers))
  if (name === 'abs') return all(([number = 0]) => Math.abs(number))
  if (name === 'round') return all(([number = 0, step = 1]) => Math.round(number / step) * step)
  if (name === 'clamp' && values.length === 3) {
    return all(([low = 0, wanted = 0, high = 0]) => Math.max(low, Math.min(wanted, high)))
  }
  return undefined
}

function both(
  left: number | undefined,
  right: number | undefined,
  join: (left: number, right: number) => number,
): number | undefined {
  return left === undefined || right === undefined ? undefined : join(left, right)
}
