/** Gates in front of the tools of a coding agent on this machine, through the hooks of its host. */
export { answerHook, type HookOptions } from './answer-hook.ts'
export { type FaultResult, injectFaults } from './fault-injection.ts'
export {
  guardCommand,
  HOOK_SECONDS,
  type HookProgram,
} from './guard-command.ts'
export { type HookConnection, readHookConnection, writeHookConnection } from './hook-memory.ts'
export { failClosed, type HostAnswer } from './host-event.ts'
export {
  findHooks,
  type HostSettings,
  type InstalledHook,
  readHostSettings,
  withHooks,
  withoutHooks,
  writeHostSettings,
} from './host-settings.ts'
export { HOST_TOOLS } from './host-tools.ts'
export { type HookEnd, type HostVerdict, hostVerdict } from './host-verdict.ts'
export { examineHooks, type HookFinding } from './installed-hook.ts'
