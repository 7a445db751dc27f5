import { isSoulgateError, SoulgateError } from '../../base/errors.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import type { ResolveSecrets } from './secret-references.ts'

/** Stored secrets for one piece of work, opened by name while it runs, and taken out of whatever comes back of it. */
export interface SecretAccess {
  /** The value in the clear. Throws `secret_missing`, saying what to do, when it cannot be had. */
  open(name: string): Promise<string>
  redact(value: JsonValue): JsonValue
  /** The same error without the values that were opened. */
  redactError(error: unknown): unknown
}

/** `owner` is what a secret may be kept for: the name of a tool, or `agent:NAME` for the steps of an agent. */
export function createSecretAccess(resolve: ResolveSecrets | undefined, owner: string): SecretAccess {
  const redactions: ((value: JsonValue) => JsonValue)[] = []
  const redact = (value: JsonValue) => redactions.reduce((left, one) => one(left), value)
  return {
    redact,
    open: async name => {
      const opened = await resolve?.({ tool: owner, arguments: { value: { $secret: name } } })
      if (opened === undefined) throw missing(`${owner} cannot be given stored secrets here.`)
      if (!opened.ok) throw missing(opened.message)
      redactions.push(opened.redact)
      return String(opened.arguments.value)
    },
    redactError: error => {
      if (redactions.length === 0 || !(error instanceof Error)) return error
      const message = String(redact(error.message))
      if (message === error.message) return error
      return isSoulgateError(error) ? new SoulgateError(error.code, message) : new Error(message)
    },
  }
}

function missing(message: string): SoulgateError {
  return new SoulgateError('secret_missing', message)
}
