/** What callers must expect; a part of the program's `Refusal`. */
export interface AccessRefusal {
  readonly refused: true
  readonly code: 'not_found' | 'forbidden' | 'invalid' | 'version_conflict' | 'address_taken'
  readonly detail: string
  readonly errors?: readonly { readonly field: string; readonly message: string }[]
}

/** A right that the asking principal lacks. */
export function forbidden(detail: string): AccessRefusal {
  return { refused: true, code: 'forbidden', detail }
}

/** An id that nothing has. */
export function notFound(detail: string): AccessRefusal {
  return { refused: true, code: 'not_found', detail }
}

/** An e-mail address leads a provider to one person. */
export function addressTaken(
  email: string,
  { person_id, name }: { readonly person_id: string; readonly name: string },
): AccessRefusal {
  const detail = `${name} (${person_id}) has the address ${email} already. Change or remove it there first, with PATCH /api/people/${person_id}.`
  return { refused: true, code: 'address_taken', detail, errors: [{ field: 'email', message: detail }] }
}

/** One field of the body that cannot be accepted. */
export function invalid(field: string, message: string): AccessRefusal {
  return { refused: true, code: 'invalid', detail: `${field}: ${message}`, errors: [{ field, message }] }
}
