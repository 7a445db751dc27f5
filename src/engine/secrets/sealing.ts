import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isSoulgateError, SoulgateError } from '../../base/errors.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import { MASKED_SECRET } from '../../contracts/secret-mark.ts'
import type { StoreSealing } from '../../store/store.ts'
import { UNREADABLE } from '../tools/tools.ts'
import { type CipherKey, seal, unseal } from './cipher.ts'
import { createMarks } from './marks.ts'
import { OWN_KIND, type OwnSecrets } from './own.ts'
import type { SecretPlace } from './records.ts'
import { MARK, replaceSecrets, type TextKind } from './sealed-text.ts'

/** What looks like a secret, kept sealed by the store and opened for the engine alone. */
export interface Sealing extends StoreSealing {
  /**
   * Takes up the keys of this installation, or makes the first. Where there are keys and none of them opens, texts
   * with a secret are refused and those that were sealed are unreadable, until `renew` begins a new key.
   */
  begin(options?: { readonly renew: boolean }): Promise<void>
  /** Names of arguments that a tool says are secrets. */
  learn(names: readonly string[]): void
  /** The text with each secret as its mark, for whoever has not asked to see it; JSON stays JSON. */
  mark(text: string): string
  /**
   * The value with the secrets of `from` where their marks stand. Undefined where a mark is none of them, or is that of
   * two.
   */
  unmark(value: JsonValue, from: string): JsonValue | undefined
}

export interface SealingParts extends Pick<SecretPlace, 'store'> {
  /** The keys of sealing are secrets of the program: sealed under the key file, rotated with it, in every backup. */
  readonly own: OwnSecrets
  readonly newBytes: (count: number) => Uint8Array
}

interface PieceKey extends CipherKey {
  /** From it comes the nonce of a piece: the same piece is sealed the same. */
  readonly nonceKey: Uint8Array
}

const NAME = 'piece'
const SEALED = new RegExp(
  `${MARK}([jpw]):([a-z0-9_]+):([A-Za-z0-9+/=]+):([A-Za-z0-9+/=]+):([A-Za-z0-9+/=]*)>>`,
  'g',
)
const Kept = z.object({ key: z.base64(), nonce_key: z.base64() })

/** Sealing whose keys come later: a store is opened before anything can be read from it. */
export interface AttachableSealing extends Sealing {
  attach(parts: SealingParts): void
}

/** Writes and reads everything as it is until it was attached to its keys and begun. */
export function createSealing(): AttachableSealing {
  const keys: PieceKey[] = []
  const names = new Set<string>()
  let parts: SealingParts | undefined
  let isBegun = false
  return {
    attach: given => {
      parts = given
    },
    begin: async ({ renew } = { renew: false }) => {
      if (parts === undefined) throw new TypeError('sealing was begun before its store was there')
      const taken = await takeUpKeys(parts, renew).catch(noneWhereUnreadable)
      keys.splice(0, keys.length, ...taken)
      isBegun = true
    },
    learn: more => {
      for (const name of more) names.add(name)
    },
    seal: text => (isBegun && !isOwn(text) ? sealText(text, names, keys[0]) : text),
    open: kept => (kept.includes(MARK) ? openText(kept, keys) : kept),
    mask: text => replaceSecrets(text, names, () => MASKED_SECRET),
    ...createMarks(names, () => keys[0]?.nonceKey),
  }
}

/** What is sealed under the key file already is kept as it is, the keys of sealing among it. */
function isOwn(text: string): boolean {
  return text.startsWith('{"key_id":"')
}

/** Beyond these the whole text is sealed at once: nobody may keep the program busy with many small pieces. */
const MAX_PIECES = 100

function sealText(text: string, names: ReadonlySet<string>, key: PieceKey | undefined): string {
  let count = 0
  replaceSecrets(text, names, piece => {
    count += 1
    return piece
  })
  if (count > MAX_PIECES) return `"${sealPiece(key, text, 'whole')}"`
  return count === 0 ? text : replaceSecrets(text, names, (piece, kind) => sealPiece(key, piece, kind))
}

function sealPiece(key: PieceKey | undefined, piece: string, kind: TextKind | 'whole'): string {
  if (key === undefined) {
    const detail =
      'Nothing was written: a value looks like a secret, and the key it would be sealed under does not open. Put back the key file, or begin a new key with `soulgate secret rotate`.'
    throw new SoulgateError('secret_key_missing', detail, { retry: 'after_human' })
  }
  // As it stands in JSON, so that half of a character pair comes back too.
  const value = JSON.stringify(piece).slice(1, -1)
  const nonce = createHmac('sha256', key.nonceKey).update(value).digest()
  const sealed = seal(key, { name: NAME, value }, count => nonce.subarray(0, count))
  return `${MARK}${kind[0]}:${sealed.key_id}:${sealed.nonce}:${sealed.tag}:${sealed.ciphertext}>>`
}

function openText(kept: string, keys: readonly PieceKey[]): string {
  const open = (match: RegExpMatchArray): string => {
    const [, , key_id = '', nonce = '', tag = '', ciphertext = ''] = match
    const key = keys.find(candidate => candidate.key_id === key_id)
    return (key && unseal(key, NAME, { key_id, nonce, tag, ciphertext })) ?? UNREADABLE
  }
  const whole = kept.startsWith(`"${MARK}w:`) ? [...kept.matchAll(SEALED)][0] : undefined
  if (whole !== undefined) return asText(open(whole))
  return kept.replace(SEALED, (...match) => {
    const piece = open(match as unknown as RegExpMatchArray)
    return match[1] === 'j' ? piece : asText(piece)
  })
}

/** What was written as it stands in JSON. */
function asText(escaped: string): string {
  return String(JSON.parse(`"${escaped}"`))
}

/** The program starts all the same: whatever holds no secret can be read and written. */
function noneWhereUnreadable(error: unknown): readonly PieceKey[] {
  if (isSoulgateError(error, 'secret_keys_unreadable')) return []
  throw error
}

/** Those that open, the newest first. One process makes the first key; whoever comes later finds it. */
async function takeUpKeys(parts: SealingParts, renew: boolean): Promise<readonly PieceKey[]> {
  const { count, keys } = await readKeys(parts)
  if (keys.length > 0 || (count > 0 && !renew)) return keys
  const fresh = {
    key: Buffer.from(parts.newBytes(32)).toString('base64'),
    nonce_key: Buffer.from(parts.newBytes(32)).toString('base64'),
  }
  await parts.own.putNew(idOf(count + 1), JSON.stringify(fresh), renew)
  return (await readKeys(parts)).keys
}

async function readKeys({ store, own }: SealingParts) {
  const keys: PieceKey[] = []
  for (let count = 0; ; count += 1) {
    const id = idOf(count + 1)
    if ((await store.getDocument(OWN_KIND, id)) === undefined) return { count, keys }
    const text = await own.get(id)
    if (text === undefined) continue
    const { key, nonce_key } = Kept.parse(JSON.parse(text))
    const [bytes, nonceKey] = [key, nonce_key].map(part => Buffer.from(part, 'base64')) as [Buffer, Buffer]
    keys.unshift({ key_id: id, key: bytes, nonceKey })
  }
}

function idOf(count: number): string {
  return `sealing_${count}`
}
