import type { Principal } from '../../contracts/principal.ts'

/** The program itself: it declares what its configuration carries, and starts what its own code starts. It decides nothing. */
export const SYSTEM_PRINCIPAL: Principal = {
  kind: 'system',
  id: 'system:program',
  name: 'program',
  role: 'admin',
}
