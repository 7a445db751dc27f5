import { SoulgateError } from '../base/errors.ts'

/** Where an MCP server is: an address, or a command that is started beside the program. */
export type McpPlace =
  | { readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | {
      readonly command: string
      readonly args: readonly string[]
      readonly environment: Readonly<Record<string, string>>
    }

/** The tools of one MCP server, as `NAME/TOOL`; made by `mcp`. */
export interface McpSource {
  /** The first part of the name of each of its tools. */
  readonly name: string
  readonly place: McpPlace
}

/** An MCP server that is started here as a child process and spoken to over standard input and output. */
export interface McpCommand {
  readonly command: string
  readonly args?: readonly string[]
  /** All of its environment beside what every program needs to start; nothing of this process is handed on. */
  readonly environment?: Readonly<Record<string, string>>
}

/** How an MCP server's tools are named, and what is sent to reach it. */
export interface McpOptions {
  /** Letters, digits, `_` and `-`, beginning with a letter. Default: from the host, or from the command. */
  readonly name?: string
  /** Sent with every request, such as `authorization`; for addresses only. */
  readonly headers?: Readonly<Record<string, string>>
}

const NAME = /^[a-z][a-z0-9_-]{0,39}$/i

/**
 * The tools of an MCP server, for `tools` of a configuration or of an agent. Each is a claim, and its calls are held, until a
 * person has confirmed it, and again when the server changes it. An address is spoken to over https, or on this machine.
 * Throws `invalid_tool` for a place or a name that does not fit.
 */
export function mcp(server: string | McpCommand, { name, headers = {} }: McpOptions = {}): McpSource {
  const place = toPlace(server, headers)
  const named = name ?? defaultName(place)
  if (NAME.test(named)) return { name: named, place }
  throw invalid(
    `The name ${JSON.stringify(named)} of an MCP server does not fit. Give it one: mcp(…, { name: 'shop' }).`,
  )
}

function toPlace(server: string | McpCommand, headers: Readonly<Record<string, string>>): McpPlace {
  if (typeof server !== 'string') {
    const { command, args = [], environment = {} } = server
    if (typeof command === 'string' && command !== '') return { command, args, environment }
    throw invalid('An MCP server is an address, such as https://example.com/mcp, or { command, args }.')
  }
  if (URL.canParse(server) && /^https?:$/.test(new URL(server).protocol)) return { url: server, headers }
  throw invalid(
    `${JSON.stringify(server)} is no address of an MCP server. Write https://…, or { command: '…', args: […] }.`,
  )
}

function defaultName(place: McpPlace): string {
  const text = 'url' in place ? new URL(place.url).hostname.replace(/^(mcp|www|api)\./, '') : place.command
  const part = 'url' in place ? text.split('.')[0] : text.split(/[/\\]/).at(-1)
  return (part ?? '').replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 40)
}

/** Among what an agent may call. */
export function isMcpSource(item: unknown): item is McpSource {
  return typeof item === 'object' && item !== null && 'place' in item && !('executable' in item)
}

/** Whether a tool is one of the server's. */
export function isOfSource({ name }: McpSource, tool: string): boolean {
  return tool.startsWith(`${name}/`)
}

function invalid(message: string): SoulgateError {
  return new SoulgateError('invalid_tool', message)
}
