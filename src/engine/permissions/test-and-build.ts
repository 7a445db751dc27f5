/** Names of scripts that reach further than the project. */
const REACHES_OUT = /publish|deploy|release|push|migrat|seed|prod|upload|sync/i

/** How commands that test or build begin, after their program. Installing, publishing and deploying are not among them. */
const RUNNERS: Readonly<Record<string, RegExp>> = {
  ...each('npm pnpm yarn', /^(?:test|t|run (?:[\w:.-]+)|lint|build|typecheck|check)(?= |$)/),
  bun: /^(?:test|run [\w:.-]+|build)(?= |$)/,
  ...each('npx bunx', /^(?:vitest(?: run)?|jest|mocha|tsc|eslint|biome|prettier|playwright test)(?= |$)/),
  node: /^--test(?= |$)/,
  cargo: /^(?:test|build|check|clippy|fmt|bench)(?= |$)/,
  go: /^(?:test|build|vet|fmt)(?= |$)/,
  ...each('python python3', /^-m (?:pytest|unittest|mypy|ruff|black)(?= |$)/),
  ...each('pytest ruff mypy black tsc eslint vitest jest biome prettier', /^/),
  ...each('make just', /^(?:test|build|check|lint|all)(?= |$)/),
  ...each('mvn gradle ./gradlew', /^(?:test|build|check|verify|compile)(?= |$)/),
  dotnet: /^(?:test|build|format)(?= |$)/,
}

function each(programs: string, start: RegExp): Record<string, RegExp> {
  return Object.fromEntries(programs.split(' ').map(program => [program, start]))
}

/** How a command that tests or builds begins, such as `npm run lint`; undefined for every other command. */
export function testOrBuildStart([program = '', ...rest]: readonly string[]): string | undefined {
  const rule = Object.hasOwn(RUNNERS, program) ? RUNNERS[program] : undefined
  const found = rule?.exec(rest.join(' '))?.[0]
  if (found === undefined || REACHES_OUT.test(found)) return undefined
  return found === '' ? program : `${program} ${found}`
}
