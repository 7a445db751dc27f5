/** The one-time code in a link (`…/signin?code=…`, also behind a hash), or a bare code; undefined in anything else. */
export function codeFrom(text: string): string | undefined {
  const trimmed = text.trim()
  const inLink = /[?&]code=([^&#\s]+)/.exec(trimmed)?.[1]
  if (inLink) return decodeURIComponent(inLink)
  return /^[A-Za-z0-9_-]{8,200}$/.test(trimmed) ? trimmed : undefined
}

/** What an OpenID Connect provider put into the address when it sent the browser back; undefined elsewhere. */
export function returnedFrom(search: string): Readonly<Record<string, string>> | undefined {
  const parameters = new URLSearchParams(search)
  const isReturn = parameters.has('state') && (parameters.has('code') || parameters.has('error'))
  return isReturn ? Object.fromEntries(parameters) : undefined
}

/** Where somebody goes after signing in: back to what they opened, unless that was only the way to sign in. Never to elsewhere. */
export function placeAfter({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  return /^\/sign-?in\/?$/.test(pathname) ? '/' : `/${pathname.replace(/^\/+/, '')}${search}`
}
