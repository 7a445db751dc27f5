import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** The code block of a document that stands after `<!-- file: NAME -->` or `<!-- run: NAME -->`. */
export function blockOf(document: string, kind: 'file' | 'run', name: string): string {
  const block = textOf(document)
    .split(`<!-- ${kind}: ${name} -->`)[1]
    ?.match(/^\s*```\w+\n([\s\S]*?)```/)?.[1]
  if (block === undefined) throw new Error(`${document} holds no block after <!-- ${kind}: ${name} -->.`)
  return block
}

/** The commands of a block, one a line, without what is said about them. */
export function commandsOf(document: string, name: string): readonly string[] {
  const joined = blockOf(document, 'run', name).replace(/\\\n\s*/g, '')
  return joined
    .split('\n')
    .map(line => line.replace(/\s+#.*$/, '').trim())
    .filter(line => line !== '')
}

function textOf(document: string): string {
  return readFileSync(join(root, document), 'utf8')
}
