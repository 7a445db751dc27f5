import type { Stats } from 'node:fs'
import { SoulgateError } from '../base/errors.ts'
import { createFileFlags, fileErrorCode, ifPresent } from './file-system.ts'
import { refusal } from './paths.ts'
import type { Folder, Place, Root } from './root.ts'
import { withUnfinishedName } from './unfinished.ts'
import { outcomeUnknown } from './workspace-tool.ts'

const noHardLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/**
 * Puts bytes at a place, whole or not at all, and durably. With `replaces` the file must still be the one that
 * was read; without, nothing may be there. Either way nothing that was not looked at is ever overwritten.
 */
export async function publish(
  root: Root,
  place: Place,
  content: { readonly bytes: Uint8Array; readonly replaces: Stats | undefined; readonly mode?: number },
): Promise<void> {
  await withUnfinishedName(unfinished => writeAndName(root, { ...place, unfinished }, content))
  await settle(place.folder, place.path)
}

/** Gives an entry a name where nothing is; never overwrites. Leaves nothing under the old name. */
export async function putWhereNothingIs(
  root: Root,
  from: { readonly folder: Folder; readonly name: string },
  to: Place,
): Promise<void> {
  const { fileSystem } = root
  const [source, target] = [from.folder.at(from.name), to.folder.at(to.name)]
  try {
    await fileSystem.link(source, target)
  } catch (cause) {
    if (fileErrorCode(cause) === 'EEXIST') throw appeared(to.path)
    if (!noHardLinks.has(fileErrorCode(cause) ?? '')) throw cause
    if ((await ifPresent(fileSystem.lstat(target))) !== undefined) throw appeared(to.path)
    await fileSystem.rename(source, target)
    return
  }
  await fileSystem.unlink(source).catch(async cause => {
    const isTakenBack = await fileSystem.unlink(target).then(
      () => true,
      () => false,
    )
    throw isTakenBack ? cause : unknownOutcome(to.path, cause)
  })
}

/** Throws `changed_meanwhile` when the entry is no longer the one that was read. */
export async function requireUnchanged(root: Root, place: Place, seen: Stats): Promise<void> {
  const found = await ifPresent(root.fileSystem.lstat(place.folder.at(place.name)))
  const isSame =
    found !== undefined &&
    found.ino === seen.ino &&
    found.dev === seen.dev &&
    found.size === seen.size &&
    found.mtimeMs === seen.mtimeMs
  if (!isSame) {
    throw refusal('changed_meanwhile', `${place.path} changed while the call was running. Nothing was done.`)
  }
}

/** Makes a finished change durable; from here on a failure leaves the outcome unknown. */
export async function settle(folder: Folder, path: string): Promise<void> {
  await folder.sync().catch(cause => {
    throw unknownOutcome(path, cause)
  })
}

export function unknownOutcome(path: string, cause: unknown): SoulgateError {
  return new SoulgateError(
    outcomeUnknown,
    `${path} was being changed when the disk failed; it is not known what stands there. Look at it first.`,
    { retry: 'after_human', cause },
  )
}

async function writeAndName(
  root: Root,
  place: Place & { readonly unfinished: string },
  content: { readonly bytes: Uint8Array; readonly replaces: Stats | undefined; readonly mode?: number },
): Promise<void> {
  const { fileSystem } = root
  const { folder, name, unfinished } = place
  try {
    await writeDurably(root, folder.at(unfinished), content)
    if (content.replaces === undefined) {
      await putWhereNothingIs(root, { folder, name: unfinished }, place)
    } else {
      await requireUnchanged(root, place, content.replaces)
      await fileSystem.rename(folder.at(unfinished), folder.at(name))
    }
  } catch (cause) {
    await removeQuietly(root, folder.at(unfinished))
    throw cause
  }
}

async function writeDurably(
  root: Root,
  path: string,
  content: { readonly bytes: Uint8Array; readonly mode?: number },
): Promise<void> {
  const handle = await root.fileSystem.open(path, createFileFlags, content.mode ?? 0o666)
  try {
    await handle.writeFile(content.bytes)
    if (content.mode !== undefined) await handle.chmod(content.mode)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function removeQuietly(root: Root, path: string): Promise<void> {
  await root.fileSystem.unlink(path).catch(() => undefined)
}

function appeared(path: string): SoulgateError {
  return refusal('already_there', `${path} is already there. Nothing was done.`)
}
