import type { ResourceInstance } from '../resource/resource-instance.ts'
import { readPatterson } from './patterson.ts'
import { readProgenMax } from './progen-max.ts'
import { readPsplib } from './psplib.ts'
import { Unreadable } from './tokens.ts'

/** A file as it was understood, or the line (from 1) at which it could not be, and why. */
export type ProjectFile =
  | { readonly kind: 'resource'; readonly instance: ResourceInstance }
  | { readonly kind: 'unreadable'; readonly line: number; readonly reason: string }

/**
 * Reads a project of one of the public formats: PSPLIB `.sm`, Patterson `.rcp`, ProGen/max `.sch`, by the end of the
 * name, or by what the text looks like when the name says nothing.
 */
export function readProjectFile(name: string, text: string): ProjectFile {
  const read = readerOf(name, text)
  try {
    return { kind: 'resource', instance: read(text) }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { kind: 'unreadable', line: error.line, reason: error.message }
  }
}

function readerOf(name: string, text: string): (text: string) => ResourceInstance {
  if (/\.rcp$/i.test(name)) return readPatterson
  if (/\.sch$/i.test(name)) return readProgenMax
  if (/\.(sm|mm)$/i.test(name) || /PRECEDENCE\s+RELATIONS/i.test(text)) return readPsplib
  return /\[[+-]?\d+\]/.test(text) ? readProgenMax : readPatterson
}
