import type { Clause } from '../../language/language.ts'
import type { Destination } from './file-destination.ts'
import type { FileFilter } from './file-filter.ts'

/** What is to be done with files, or beside them, by one clause of a goal. */
export type FileTask =
  | PlacingTask
  | RenamingTask
  | FilesTask
  | WritingTask
  | { readonly kind: 'report'; readonly clause: Clause; readonly path?: string; readonly about?: FileSubject }
  | { readonly kind: 'calculate'; readonly clause: Clause; readonly expression: string }
  | { readonly kind: 'time'; readonly clause: Clause }
  | { readonly kind: 'fetch'; readonly clause: Clause; readonly url: string }

/** Moving or copying files somewhere. */
export interface PlacingTask {
  readonly kind: 'move' | 'copy'
  readonly clause: Clause
  readonly files: FileSubject
  readonly to?: Destination
}

export interface RenamingTask {
  readonly kind: 'rename'
  readonly clause: Clause
  readonly files: FileSubject
  readonly change?: NameChange
}

/** Writing given content to a file, or adding it to the end of one. */
export interface WritingTask {
  readonly kind: 'write' | 'append'
  readonly clause: Clause
  readonly path?: string
  readonly content?: string
  /** Further files that are to be made in the same way. */
  readonly alsoPaths?: readonly string[]
}

/** Something done to files that needs nothing but them. */
export interface FilesTask {
  readonly kind: 'delete' | 'read' | 'find' | 'list' | 'summarise' | 'tally'
  readonly clause: Clause
  readonly files: FileSubject
}

/** The files that a task is about: those of the task before, or those that a filter finds. */
export type FileSubject =
  | { readonly same: true; readonly originals?: boolean }
  | { readonly same: false; readonly filter: FileFilter }

/** How a name is changed. */
export type NameChange =
  | { readonly kind: 'to'; readonly path: string }
  | { readonly kind: 'ending'; readonly ending: string }
  | { readonly kind: 'prefix' | 'suffix'; readonly text: string }
  | { readonly kind: 'replace'; readonly from: string; readonly to: string }
  | { readonly kind: 'case'; readonly to: 'lower' | 'upper' }

/** A clause about to be read, and what went before it. */
export interface Reading {
  readonly clause: Clause
  readonly now: Date
  /** Names of the folders there are, as far as known. */
  readonly folders?: ReadonlySet<string>
  /** Whether an earlier clause was about files, so that “them” means those. */
  readonly follows: boolean
}
