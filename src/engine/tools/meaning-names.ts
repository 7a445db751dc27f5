/** What an argument can stand for. */
export const argumentMeanings = ['path', 'host', 'recipient', 'amount', 'secret'] as const
export type Meaning = (typeof argumentMeanings)[number]

/** Names that say what an argument stands for, whole or as the last words of a longer name. */
const namesByMeaning: Readonly<Record<Meaning, readonly string[]>> = {
  path: 'path paths file files filename filenames filepath folder folders directory dir cwd'.split(' '),
  host: 'host hosts hostname url urls uri uris link href endpoint domain server webhook website ip'.split(
    ' ',
  ),
  recipient: [
    ...'to cc bcc recipient recipients email emails mail address addresses iban bic account accounts'.split(
      ' ',
    ),
    ...'payee beneficiary destination phone mobile channel receiver'.split(' '),
    'account number',
    'account id',
    'send to',
  ],
  amount: 'amount amounts price total sum cost fee fees payment balance'.split(' '),
  secret: [
    ...'password passwd passphrase secret secrets token apikey credential credentials authorization'.split(
      ' ',
    ),
    'api key',
    'private key',
    'access key',
    'secret key',
  ],
}

const meaningByName = new Map<string, Meaning>(
  argumentMeanings.flatMap(meaning => namesByMeaning[meaning].map(name => [name, meaning] as const)),
)

/** What the name of an argument suggests; the longest known ending wins. `recipientEmail` → recipient. */
export function meaningOfName(name: string): Meaning | undefined {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')
  for (const first of [words.length - 2, words.length - 1]) {
    const meaning = first < 0 ? undefined : meaningByName.get(words.slice(first).join(' '))
    if (meaning !== undefined) return meaning
  }
  return undefined
}
