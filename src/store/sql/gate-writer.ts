import type { Gate } from '../../contracts/gate.ts'
import type { Grant } from '../../contracts/grant.ts'
import { gateToRow, rowToGate } from './rows.ts'
import { slots } from './slots.ts'
import { type Arguments, prepare, prepareRows, slot } from './statements.ts'
import type { GateRow, Tables } from './tables.ts'
import type { TransactionScope } from './transaction-scope.ts'

const GATE_COLUMNS = [
  'gate_id',
  'type',
  'status',
  'run_id',
  'session_id',
  'requested_by',
  'on_behalf_of',
  'expires_at',
  'search',
  'body',
  'section',
] as const satisfies readonly (keyof GateRow)[]

const insertGate = prepare(db => db.insertInto('gates').values(slots<GateRow>(GATE_COLUMNS)))
const updateGate = prepare(db =>
  db.updateTable('gates').set(slots<GateRow>(GATE_COLUMNS)).where('gate_id', '=', slot('gate_id')),
)
const lockGate = prepare((db, dialect) => {
  const query = db.selectFrom('gates').select('body').where('gate_id', '=', slot('gate_id'))
  return dialect === 'postgres' ? query.forUpdate() : query
})
const GRANT_COLUMNS = ['grant_id', 'call_id', 'gate_id', 'run_id', 'status', 'body'] as const
const insertGrants = prepareRows<Tables['grants']>(GRANT_COLUMNS, (db, rows) =>
  db.insertInto('grants').values([...rows]),
)
const updateGrant = prepare(db =>
  db
    .updateTable('grants')
    .set({ status: slot('status'), body: slot('body') })
    .where('grant_id', '=', slot('grant_id')),
)
const lockGrant = prepare((db, dialect) => {
  const query = db.selectFrom('grants').select('body').where('grant_id', '=', slot('grant_id'))
  return dialect === 'postgres' ? query.forUpdate() : query
})

/** Gates and grants. */
export function createGateWriter({ connection, notify }: TransactionScope) {
  return {
    lockGate: async (gateId: string) => {
      const row = await lockGate.first(connection, { gate_id: gateId })
      return row && rowToGate(row)
    },
    lockGrant: async (grantId: string) => {
      const row = await lockGrant.first(connection, { grant_id: grantId })
      return row && (JSON.parse(row.body) as Grant)
    },
    insertGate: async (gate: Gate) => {
      await insertGate.write(connection, { ...gateToRow(gate, connection.sealing) })
      notify(`gate:${gate.gate_id}`)
    },
    updateGate: async (gate: Gate) => {
      await updateGate.write(connection, { ...gateToRow(gate, connection.sealing) })
      notify(`gate:${gate.gate_id}`)
    },
    insertGrants: async (grants: readonly Grant[]) => {
      await insertGrants.write(connection, grants.map(grantToRow))
    },
    updateGrant: async (grant: Grant) => {
      await updateGrant.write(connection, grantToRow(grant))
    },
  }
}

function grantToRow(grant: Grant): Arguments {
  return {
    grant_id: grant.grant_id,
    call_id: grant.call_id,
    gate_id: grant.gate_id ?? null,
    run_id: grant.run_id ?? null,
    status: grant.status,
    body: JSON.stringify(grant),
  }
}
