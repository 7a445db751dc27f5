import { literalOf, programOf, type ShellCommand } from '../shell/shell.ts'

/** What guidelines call the acts that people decide on, whatever tool they come by. */
export type CommandEvent = 'destructive_op' | 'devops_invocation' | 'commit'

/** How the verbs of one family of programs are understood; a verb of neither list is `otherwise`. */
interface Family {
  readonly programs: string
  readonly reads?: string
  readonly destroys?: string
  readonly otherwise?: CommandEvent
}

/** Programs whose first known verb says what they do. What only reads is listed, so that a new verb is asked about. */
const FAMILIES: readonly Family[] = [
  {
    programs: 'kubectl oc kubecolor k9s',
    reads:
      'get describe logs explain version api-resources api-versions top diff auth cluster-info wait events options completion config',
    destroys: 'delete drain',
    otherwise: 'devops_invocation',
  },
  {
    programs: 'helm helmfile',
    reads:
      'list ls status get show inspect search history template lint version verify pull repo dependency env completion help',
    destroys: 'uninstall delete del un destroy',
    otherwise: 'devops_invocation',
  },
  {
    programs: 'terraform tofu terragrunt pulumi cdk cdktf sst',
    reads:
      'plan preview validate fmt show output init version providers graph console diff synth ls list help',
    destroys: 'destroy',
    otherwise: 'devops_invocation',
  },
  {
    programs: 'kind minikube k3d eksctl kops vagrant',
    reads: 'get describe list status version logs ip help',
    destroys: 'delete destroy',
    otherwise: 'devops_invocation',
  },
  {
    programs:
      'aws gcloud az doctl flyctl fly heroku vercel netlify wrangler firebase oci ibmcloud scw hcloud argocd flux',
    reads: 'list ls get describe show version help status logs login whoami info configure',
    destroys: 'delete destroy remove rm rb terminate purge uninstall',
    otherwise: 'devops_invocation',
  },
  {
    programs: 'ansible ansible-playbook salt knife puppet nomad',
    reads: 'status',
    otherwise: 'devops_invocation',
  },
  { programs: 'docker podman nerdctl', destroys: 'prune rm rmi remove' },
  { programs: 'gh glab', destroys: 'delete' },
]

/** Verbs that say the same of a program wherever they stand first. */
const VERBS: readonly {
  readonly programs: string
  readonly verbs: string
  readonly event: CommandEvent
  /** With one of these verbs beside it only something is read. */
  readonly reads?: string
}[] = [
  { programs: 'docker podman nerdctl', verbs: 'push stack service swarm', event: 'devops_invocation' },
  {
    programs: 'gh glab',
    verbs: 'workflow release deploy ci',
    event: 'devops_invocation',
    reads: 'list view status download watch',
  },
  {
    programs: 'npm pnpm yarn bun cargo twine gem poetry uv',
    verbs: 'publish upload',
    event: 'devops_invocation',
  },
  {
    programs: 'git hg svn jj sl',
    verbs: 'commit ci merge cherry-pick revert am commit-tree',
    event: 'commit',
  },
]

const DESTROYERS: ReadonlySet<string> = new Set(
  'shred wipefs mkfs fdisk parted sgdisk blkdiscard srm'.split(' '),
)
const SCRIPT_RUNNERS: ReadonlySet<string> = new Set(
  'make just task npm pnpm yarn bun rake gradle mvn'.split(' '),
)

/** The acts that one command is. A word that only the run would tell may be any word. */
export function eventsOfCommand(command: ShellCommand): ReadonlySet<CommandEvent> {
  const program = programOf(command)
  const events = new Set<CommandEvent>()
  if (program === undefined) return events
  const shape = shapeOf(command, program)
  if (destroys(program, shape)) events.add('destructive_op')
  const family = FAMILIES.find(({ programs }) => listed(programs, program))
  if (family !== undefined) for (const event of eventsOfFamily(family, shape)) events.add(event)
  for (const { programs, verbs, event, reads = '' } of VERBS) {
    if (!listed(programs, program) || shape.verbs.some(verb => listed(reads, verb))) continue
    const isOpen = shape.isOpen && shape.verbs.length === 0
    // `docker image push`, but not `git log commit`.
    const depth = event === 'commit' ? 1 : 2
    if (isOpen || shape.verbs.slice(0, depth).some(verb => listed(verbs, verb))) events.add(event)
  }
  const script = SCRIPT_RUNNERS.has(program) ? shape.verbs.filter(verb => verb !== 'run')[0] : program
  if (script !== undefined && /^deploy/.test(script)) events.add('devops_invocation')
  return events
}

interface Shape {
  /** Words that are no options, in lower case. */
  readonly verbs: readonly string[]
  readonly options: readonly string[]
  /** Some word is known only when it runs. */
  readonly isOpen: boolean
}

/** Options of git and its like that take the next word. */
const VALUE_OPTIONS: ReadonlySet<string> = new Set(
  '-C -c --git-dir --work-tree --namespace -n --context'.split(' '),
)

function shapeOf({ words }: ShellCommand, program: string): Shape {
  const verbs: string[] = []
  const options: string[] = []
  let isOpen = false
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index]
    const text = literalOf(word)
    if (text === undefined) isOpen = true
    else if (!text.startsWith('-') || text === '-') verbs.push(text.toLowerCase())
    else {
      options.push(text)
      const takesNext = VALUE_OPTIONS.has(text) && isKnownProgram(program)
      if (takesNext) index += 1
    }
  }
  return { verbs, options, isOpen }
}

function eventsOfFamily(family: Family, { verbs, options, isOpen }: Shape): readonly CommandEvent[] {
  const { reads = '', destroys: destroying = '', otherwise } = family
  const further = otherwise === undefined ? [] : [otherwise]
  const isKnown = (verb: string) =>
    listed(reads, verb) || listed(destroying, verb) || verbStarts(destroying, verb)
  const verb = verbs.find(isKnown)
  if (verb !== undefined && !listed(reads, verb)) return ['destructive_op', ...further]
  if (isOpen && verbs.length === 0) return destroying === '' ? further : ['destructive_op', ...further]
  const isHelp = options.some(option => /^(?:--help|-h|--version|--dry-run(?:=.*)?|--check)$/.test(option))
  const isRead = verb !== undefined || verbs.length === 0 || verbs.some(each => verbStarts(reads, each))
  return isHelp || isRead ? [] : further
}

/** `delete-bucket` begins with the verb `delete`. */
function verbStarts(list: string, verb: string): boolean {
  const [start] = verb.split('-')
  return verb.includes('-') && start !== undefined && listed(list, start)
}

function destroys(program: string, { verbs, options, isOpen }: Shape): boolean {
  const has = (pattern: RegExp) => options.some(option => pattern.test(option))
  if (DESTROYERS.has(program) || program.startsWith('mkfs.')) return true
  switch (program) {
    case 'rm':
      return isRecursive(options) || (isOpen && options.length === 0 && verbs.length === 0)
    case 'rd':
    case 'rmdir':
    case 'del':
      return verbs.includes('/s')
    case 'find':
    case 'fd':
      return has(/^-delete$/)
    case 'dd':
      return verbs.some(verb => verb.startsWith('of='))
    case 'rsync':
      return has(/^--(?:del|delete)/)
    case 'git':
      return (verbs[0] === 'reset' && has(/^--hard$/)) || (verbs[0] === 'clean' && has(/^-[a-z]*f|^--force/))
    case 'docker':
    case 'podman':
    case 'docker-compose':
      return verbs.includes('down') && has(/^(?:-v|--volumes|--rmi)/)
    default:
      return false
  }
}

function isRecursive(options: readonly string[]): boolean {
  return options.some(option => /^-[a-z]*r/i.test(option) || /^--r/.test(option))
}

function listed(list: string, word: string): boolean {
  return ` ${list} `.includes(` ${word} `)
}

const READERS: ReadonlySet<string> = new Set([
  ...'cat bat ls ll dir head tail less more grep egrep fgrep rg ag ack wc diff cmp stat file readlink realpath'.split(
    ' ',
  ),
  ...'echo printf pwd cd pushd popd true false test [ [[ cut uniq tr jq yq column nl od xxd strings basename'.split(
    ' ',
  ),
  ...'dirname tree du df which type whereis md5sum sha1sum sha256sum shasum cksum date printenv id sleep'.split(
    ' ',
  ),
  // What these run is a command of its own.
  ...'sudo doas env nohup timeout nice ionice time setsid stdbuf xargs exec command builtin watch'.split(' '),
])
const GIT_READS =
  'status log diff show blame grep ls-files ls-tree rev-parse describe shortlog cat-file branch remote'

/** Whether a command surely changes none of the files that its words name. Its redirections are another matter. */
export function isReader(command: ShellCommand, program: string): boolean {
  if (READERS.has(program)) return true
  const shape = shapeOf(command, program)
  if (program === 'git') return listed(GIT_READS, shape.verbs[0] ?? '')
  if (program === 'find' || program === 'fd')
    return !shape.options.some(option => /^-(?:exec|ok|delete|fprint|fls)/.test(option))
  if (program === 'sort') return !shape.options.some(option => /^-[a-z]*o|^--output/.test(option))
  return (
    program === 'sed' && !shape.options.some(option => /^-[a-z]*i|^--in-place/i.test(option)) && !shape.isOpen
  )
}

/** Whether a program is one whose first words say what it does. */
export function isKnownProgram(program: string): boolean {
  return [...FAMILIES, ...VERBS].some(({ programs }) => listed(programs, program))
}
