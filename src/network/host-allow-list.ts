/** What an allow-list says of a URL: which entry lets it pass, and whether that entry names its very port. */
export type Admission = { readonly allowed: true; readonly namesPort: boolean } | { readonly allowed: false }

/**
 * Looks a URL up in an allow-list of `host`, `*.host` (its subdomains), and `host:port`. An entry without a
 * port admits only the scheme's own port. An entry that cannot be read admits nothing.
 */
export function admitUrl(url: URL, allowList: readonly string[]): Admission {
  const host = canonicalHost(url.hostname)
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  let isAllowed = false
  for (const entry of allowList) {
    const { name, entryPort, isWildcard } = readEntry(entry)
    if (name === undefined) continue
    const isHost = isWildcard ? host.endsWith(`.${name}`) : host === name
    if (!isHost) continue
    if (entryPort === undefined) isAllowed ||= url.port === ''
    else if (entryPort === port) return { allowed: true, namesPort: !isWildcard }
  }
  return isAllowed ? { allowed: true, namesPort: false } : { allowed: false }
}

/** A host name in the one form it is compared in: lower case, no root dot, no brackets. */
export function canonicalHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[(.*)\]$/, '$1')
}

function readEntry(entry: string) {
  const isWildcard = entry.startsWith('*.')
  const rest = isWildcard ? entry.slice(2) : entry
  const entryPort = /^(?:[^:]+|\[[^\]]+\]):(\d{1,5})$/.exec(rest)?.[1]
  const named = entryPort === undefined ? rest : rest.slice(0, -entryPort.length - 1)
  const isPlain = /^(?:[^/?#@:*\s]+|\[[0-9a-f:.]+\])$/i.test(named) && URL.canParse(`http://${named}`)
  const name = isPlain ? canonicalHost(new URL(`http://${named}`).hostname) : undefined
  return { name, entryPort, isWildcard }
}
