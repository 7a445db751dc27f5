import { z } from 'zod'

/** An MCP server of the configuration, as the process that answers sees it at this moment. */
export const McpServerState = z.object({
  /** The first part of the name of each of its tools. */
  name: z.string(),
  /** Its address without path and query, or the command that is started; headers, arguments and environment are not told. */
  place: z.string(),
  /** `unreachable`: it is asked again from time to time, and whenever one of its tools is called. */
  status: z.enum(['connecting', 'connected', 'unreachable']),
  /** Why it is unreachable. */
  detail: z.string().optional(),
  /** When its answer, or its failure, was last seen. */
  checked_at: z.string().optional(),
  /** The tools that can be called here now. */
  tools: z.array(z.string()),
})
export type McpServerState = z.infer<typeof McpServerState>
