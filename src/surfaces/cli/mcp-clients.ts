/** Clients whose form of configuration is known. */
export const CLIENT_NAMES = ['claude-code', 'claude-desktop', 'cursor', 'vscode', 'codex', 'json'] as const
export type ClientName = (typeof CLIENT_NAMES)[number]

interface ConfiguredServer {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** What is to be put into a client, and where; ready to be copied. */
interface Configuration {
  readonly where: string
  readonly text: string
}

/** How a client is told of a server that it starts itself. */
export function toConfiguration(client: ClientName, server: ConfiguredServer): Configuration {
  const { name, command, args, environment } = server
  const entry = { command, args: [...args], env: { ...environment } }
  switch (client) {
    case 'claude-code': {
      const variables = Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`])
      const words = ['claude', 'mcp', 'add', name, ...variables, '--', command, ...args]
      return { where: 'Run in the folder of your project', text: words.map(toShellWord).join(' ') }
    }
    case 'codex':
      return { where: 'Put into ~/.codex/config.toml', text: toToml(server) }
    case 'vscode':
      return {
        where: 'Put into .vscode/mcp.json',
        text: toText({ servers: { [name]: { type: 'stdio', ...entry } } }),
      }
    case 'cursor':
      return { where: 'Put into ~/.cursor/mcp.json', text: toText({ mcpServers: { [name]: entry } }) }
    case 'claude-desktop':
      return {
        where: 'Put into claude_desktop_config.json',
        text: toText({ mcpServers: { [name]: entry } }),
      }
    case 'json':
      return { where: 'For a client that reads mcpServers', text: toText({ mcpServers: { [name]: entry } }) }
  }
}

function toText(value: object): string {
  return JSON.stringify(value, null, 2)
}

function toToml({ name, command, args, environment }: ConfiguredServer): string {
  const list = args.map(word => JSON.stringify(word)).join(', ')
  const variables = Object.entries(environment).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
  return [
    `[mcp_servers.${JSON.stringify(name)}]`,
    `command = ${JSON.stringify(command)}`,
    `args = [${list}]`,
    `env = { ${variables.join(', ')} }`,
  ].join('\n')
}

function toShellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
