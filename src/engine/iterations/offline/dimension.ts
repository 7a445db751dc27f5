import type { Tag } from './read-brief.ts'

/**
 * A side from which a goal can be looked at. Texts may hold `{topic}`, `{place|fallback}`, `{deadline|fallback}`, `{date|fallback}`,
 * `{budget|fallback}`, `{team|fallback}`, and `«tag»`, which stands for something the person said about it: a text
 * whose tag was not spoken of is left out; one that begins with `~tag:` stands only where nobody spoke of it. No text holds a figure, a name or a source of its own.
 */
export interface Dimension {
  readonly id: string
  readonly title: string
  /** Words of a person's guidance that ask for this side. */
  readonly called: RegExp
  readonly frameworks: readonly Framework[]
  /** The first five that can be filled are taken. */
  readonly insights: readonly string[]
  readonly assumptions: readonly Assumed[]
  readonly steps: readonly string[]
}

export interface Framework {
  readonly name: string
  readonly cells: readonly Cell[]
}

export interface Cell {
  readonly heading: string
  /** What of the person's words belongs here. */
  readonly takes: readonly Tag[]
  /** What follows from the method itself, whatever was said. */
  readonly derives?: readonly string[]
  /** Asked when nothing was said. */
  readonly ask: string
}

/** `unless`: not assumed when the person spoke of it. */
export interface Assumed {
  readonly text: string
  readonly check: string
  readonly unless?: Tag
}
