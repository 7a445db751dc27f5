import type { Artifact, Gate } from 'soulgate/contracts/gate'
import { type DiffFile, diffFilesOf, reviewParts } from 'soulgate/contracts/review-parts'
import { type Line, linesOfPatch, linesOfText } from '../differences/lines.ts'

/** One thing to look at in a review: an attached file, or one file of an attached diff. */
export interface ReviewFile {
  /** As the server knows it: `artifact/0`, `artifact/0/3`. */
  readonly key: string
  readonly path: string
  readonly artifact: Artifact
  /** Its text by lines; undefined where nothing of it is attached, so that it is read from where it is kept. */
  readonly lines: readonly Line[] | undefined
  /** True where the agent attached only a part of it. */
  readonly isCut: boolean
}

export function reviewFiles(gate: Pick<Gate, 'artifacts'>): readonly ReviewFile[] {
  const files = gate.artifacts.flatMap((artifact): Omit<ReviewFile, 'key'>[] => {
    const { preview, path } = artifact
    const isCut = preview !== undefined && new TextEncoder().encode(preview).length < artifact.size_bytes
    const parts = diffFilesOf(artifact)
    if (parts === undefined)
      return [{ artifact, path, isCut, lines: preview === undefined ? undefined : linesOfText(preview) }]
    return parts.map(part => ({
      ...{ artifact, isCut, lines: linesOfPatch(withoutHeader(part)) },
      path: parts.length === 1 ? path : part.path,
    }))
  })
  return reviewParts(gate).map((key, index) => {
    const file = files[index]
    if (file === undefined) throw new RangeError(`no file stands for ${key}`)
    return { key, ...file }
  })
}

/** The lines of a patch without those at its top that say nothing but the name that stands above them. */
function withoutHeader({ path, lines }: DiffFile): readonly string[] {
  const plain = [
    `diff --git a/${path} b/${path}`,
    `--- a/${path}`,
    `+++ b/${path}`,
    '--- /dev/null',
    '+++ /dev/null',
  ]
  const start = lines.findIndex(line => line.startsWith('@@'))
  return lines.filter(
    (line, at) =>
      at >= start || !(plain.includes(line) || /^index [0-9a-f]+\.\.[0-9a-f]+( \d+)?$/.test(line)),
  )
}

/** Files by their folders, in their order, each folder named once. */
export function foldersOf(
  files: readonly ReviewFile[],
): readonly { readonly folder: string; readonly files: readonly ReviewFile[] }[] {
  return [...Map.groupBy(files, ({ path }) => path.split('/').slice(0, -1).join('/'))].map(
    ([folder, members]) => ({ folder, files: members }),
  )
}
