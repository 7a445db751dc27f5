/** Who builds what, told by where it lies. */
const DOMAINS: readonly (readonly [domain: string, pattern: RegExp])[] = [
  [
    'devops',
    /(?:^|\/)(?:docker|helm|k8s|kubernetes|terraform|infra(?:structure)?|deploy(?:ment)?s?|\.github|ci)(?:\/|$)|(?:^|\/)(?:Dockerfile|docker-compose[^/]*|[^/]+\.tf)$/i,
  ],
  [
    'frontend',
    /(?:^|\/)(?:ui|web|frontend|client|pages|components|views|styles)(?:\/|$)|\.(?:tsx|jsx|css|scss|html|vue|svelte)$/i,
  ],
  ['documentation', /(?:^|\/)docs?(?:\/|$)|\.mdx?$/i],
  [
    'backend',
    /(?:^|\/)(?:src|server|api|backend|core|worker|workers|services?|lib|store|db|migrations|contracts)(?:\/|$)|\.(?:ts|js|py|go|rs|java|rb|sql)$/i,
  ],
]

/** The part of a system that a path belongs to; undefined when its name does not say. */
export function domainOf(path: string): string | undefined {
  return DOMAINS.find(([, pattern]) => pattern.test(path))?.[0]
}

const MAX_FILES = 10

/** Why an operation over these files is a complex one: how far it reaches; empty when it is not. */
export function whyComplex(files: readonly string[]): readonly string[] {
  const domains = new Set(files.map(domainOf))
  const code = domains.has('backend') || domains.has('frontend')
  return [
    ...(files.length > MAX_FILES
      ? [`It touches ${files.length} files; more than ${MAX_FILES} is much.`]
      : []),
    ...(domains.has('backend') && domains.has('frontend') ? ['It crosses backend and frontend.'] : []),
    ...(domains.has('devops') && code ? ['It mixes infrastructure and code.'] : []),
  ]
}
