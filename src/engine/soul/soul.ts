/** Soul: the port through which the engine asks for validation, context and storage of decisions. */

export { createLocalSoul } from './local-soul.ts'
export type { ApprovalToValidate, ConversationContext, Soul } from './soul-port.ts'
