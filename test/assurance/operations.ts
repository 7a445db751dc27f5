import type { Claim } from './claims.ts'

/** What an operator relies on, and the tests that would fail if it were not so. */
export const OPERATIONS: readonly Claim[] = [
  {
    id: 'Any worker may be lost',
    claim:
      'Processes that are killed, stopped past their lease, cut off from the database, or deprived of it lose nothing and do nothing twice.',
    proofs: ['kills-sqlite', 'kills-postgres'],
    tests: {
      'test/crash/rig.test.ts': [
        'run nothing ungated or twice, lose no decision and leave no run stuck, on SQLite',
        'nor on PostgreSQL, where workers are also stopped past their lease, cut off from the database, and lose it',
      ],
      'test/scale-out/scale-out.test.ts': [
        'when a worker is killed while it is at work, every approved run goes on elsewhere or asks a person',
      ],
    },
  },
  {
    id: 'Any node serves',
    claim: 'A run is started, followed, decided and cancelled at any node of one PostgreSQL.',
    tests: {
      'test/scale-out/scale-out.test.ts': [
        'a run is started at one node, decided at the other, and followed to its end at both',
        'a decision at one node is the standing one at the other',
        'a run that waits at one node is cancelled at the other',
      ],
    },
  },
  {
    id: 'Rolling upgrades',
    claim: 'Processes are replaced one by one while people decide, also by another version.',
    proofs: ['rolling'],
    tests: {
      'test/scale-out/scale-out.test.ts': [
        'nodes are replaced one after the other while people decide, and nothing is lost or done twice',
      ],
    },
  },
  {
    id: 'Backup and restore',
    claim:
      'A backup is one moment, verified, and goes into either database; what is restored starts stopped.',
    tests: {
      'src/soulgate/backup/backup.test.ts': [
        'is taken while the program works, and a restored database goes on, stopped until an admin lifts it',
        'moves a program from the embedded database to PostgreSQL and back',
        'never overwrites a database that holds something',
      ],
    },
  },
  {
    id: 'Erasure and retention',
    claim: 'What was said and shown can be erased for good, and the chain stays whole.',
    tests: {
      'src/soulgate/erasure.test.ts': [
        'an erased session leaves nothing of what was said, shown, called or answered, and a whole chain',
        'idle sessions are erased after the days that the setting names, once, and never while something waits',
      ],
    },
  },
  {
    id: 'The HTTP API',
    claim: 'Bent requests never break it; each route has one right, each role is refused what it may not.',
    proofs: ['fuzz'],
    tests: {
      'test/fuzz/openapi-fuzz.test.ts': [
        'answers every operation without a failure of its own, and every refusal as a problem',
        'keeps working afterwards',
      ],
      'src/surfaces/api/routes.test.ts': [
        'each route names a right of the table; only these are open to everybody',
        'no GET lets anything happen, and each write takes a body or deletes',
      ],
      'src/surfaces/api/api.test.ts': ['a code becomes a cookie; writes with it need the csrf token'],
      'src/surfaces/api/parts.test.ts': ['reading stops at the limit, also when the length was not said'],
    },
  },
  {
    id: 'Requests to elsewhere',
    claim: 'Addresses are checked after they were resolved, at each redirect, against the allow-list.',
    tests: {
      'src/workspace/http-get.test.ts': [
        'connects to the address that was checked, whatever the name means later',
        'refuses a redirect to an allowed name on a private address',
      ],
    },
  },
]
