import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { JsonObject } from '../../src/contracts/json-value.ts'
import type { PasskeyAssertion, PasskeyRegistration } from '../../src/contracts/passkey.ts'

/** What differs from an honest answer. */
export interface Lie {
  readonly origin?: string
  readonly rpId?: string
  readonly isUserVerified?: boolean
  readonly challenge?: string
}

/** An authenticator in software (ES256, no attestation), as a browser would speak for it. */
export function createAuthenticator(site: { readonly id: string; readonly origin: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest()
  const common = {
    ...{ id: id.toString('base64url'), rawId: id.toString('base64url') },
    ...{ type: 'public-key' as const, clientExtensionResults: {} },
  }
  let counter = 0
  const authData = (lie: Lie, attested: Buffer): Buffer => {
    counter += 1
    const flags = 0x01 | (lie.isUserVerified === false ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(lie.rpId ?? site.id), Buffer.from([flags]), count, attested])
  }
  const clientData = (type: string, options: JsonObject, lie: Lie): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lie.challenge ?? options.challenge,
        origin: lie.origin ?? site.origin,
        crossOrigin: false,
      }),
    )
  return {
    create: (options: JsonObject, lie: Lie = {}): PasskeyRegistration => {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = cborMap([
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
        [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.from([0, id.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key])
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData(lie, attested))],
      ])
      return {
        ...common,
        response: {
          clientDataJSON: clientData('webauthn.create', options, lie).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
        },
      }
    },
    get: (options: JsonObject, lie: Lie = {}): PasskeyAssertion => {
      const data = authData(lie, Buffer.alloc(0))
      const client = clientData('webauthn.get', options, lie)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...common,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
    /** As a copy of it would be: one that has signed less often. */
    turnBack: () => {
      counter = 0
    },
  }
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
function cborInt(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
}
function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes])
}
function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)])
}
function cborMap(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
}
