/** Whether an address or name is this machine's own: what is sent there leaves it on no network. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

/**
 * Why a token may not be sent to a server, in a sentence; undefined where it may: over https, on this machine, or to
 * the page's own origin (`''`). `optIn` names how somebody says that nobody reads along on that network.
 */
export function clearTextRefusal(url: string, optIn: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'http:' || isLoopback(hostname)) return undefined
  return `${url} is plain http to another machine: whoever reads along on the way gets the token. Use https, or ${optIn} where nobody else can read that network. Nothing was sent.`
}
