import type { Reading } from '../../contracts/reading.ts'
import type { Graded, Reasoned } from '../../engine/reasoning/reasoning.ts'

/** Who read a goal and what was not taken in, as cards and answers tell it; nothing for journals of before. */
export function readingOf(
  { read_by }: Pick<Reasoned, 'read_by'>,
  graded: Pick<Graded, 'verification'> | undefined,
): { readonly reading?: Reading } {
  if (read_by === undefined) return {}
  return { reading: { ...read_by, leftover: [...(graded?.verification?.leftover ?? [])] } }
}
