/** Every room with a sign that its content has come. */
export const ROOMS = [
  { name: 'ask', path: '/ask', sign: 'What should be done?' },
  { name: 'studio', path: '/studio', sign: 'What should we make?' },
  { name: 'inbox', path: '/inbox', sign: 'Inbox' },
  { name: 'plans', path: '/plans', sign: 'Plans' },
  { name: 'agents', path: '/agents', sign: 'Agents' },
  { name: 'tools', path: '/tools', sign: 'Tools' },
  { name: 'runs', path: '/runs', sign: 'Runs' },
  { name: 'work', path: '/work-items', sign: 'Work items' },
  { name: 'guardrails', path: '/guardrails', sign: 'Guardrails' },
  { name: 'rule', path: '/guardrails/new', sign: 'Try it' },
  { name: 'autonomy', path: '/autonomy', sign: 'Earned autonomy' },
  { name: 'insight', path: '/insight', sign: 'Insight' },
  { name: 'audit', path: '/audit', sign: 'Audit' },
  { name: 'settings', path: '/settings', sign: 'Confidence thresholds' },
] as const
