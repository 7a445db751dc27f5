/** Soul: the port through which the engine asks for validation, context and storage of decisions. */

export { createLocalSoul } from './local-soul.ts'
export { createRemoteSoul, type RemoteSoulOptions, type SendRequest } from './remote-soul.ts'
export type {
  ApprovalToValidate,
  ConversationContext,
  DecisionToStore,
  Soul,
  SoulHealth,
} from './soul-port.ts'
