export { type Definition, type ServerNames, toDefinition, toToolName } from './definition.ts'
export {
  type Ask,
  type Asks,
  createUpstream,
  isAnswered,
  type Upstream,
  type UpstreamPlace,
} from './upstream.ts'
export { toVisible, toVisibleSchema } from './visible-text.ts'
