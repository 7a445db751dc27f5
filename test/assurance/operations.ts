import type { Claim } from './claims.ts'

/** What an operator relies on, and the tests that would fail if it were not so. */
export const OPERATIONS: readonly Claim[] = [
  {
    id: 'Any worker may be lost',
    claim:
      'Processes that are killed, stopped past their lease, cut off from the database, or deprived of it lose nothing and do nothing twice.',
    proofs: ['kills-sqlite', 'kills-postgres'],
    tests: {
      'test/crash/rig.proof.test.ts': [
        'run nothing ungated or twice, lose no decision and leave no run stuck, on SQLite',
        'nor on PostgreSQL, where workers are also stopped past their lease, cut off from the database, and lose it',
      ],
      'test/scale-out/scale-out.proof.test.ts': [
        'when a worker is killed while it is at work, every approved run goes on elsewhere or asks a person',
      ],
    },
  },
  {
    id: 'Any node serves',
    claim: 'A run is started, followed, decided and cancelled at any node of one PostgreSQL.',
    tests: {
      'test/scale-out/scale-out.proof.test.ts': [
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
      'test/scale-out/scale-out.proof.test.ts': [
        'nodes are replaced one after the other while people decide, and nothing is lost or done twice',
      ],
    },
  },
  {
    id: 'Backup and restore',
    claim:
      'A backup is one moment, verified, and goes into either database; what is restored starts stopped.',
    tests: {
      'src/soulgate/backup/backup.proof.test.ts': [
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
      'src/soulgate/audit/erasure.program.test.ts': [
        'an erased session leaves nothing of what was said, shown, called or answered, and a whole chain',
        'idle sessions are erased after the days that the setting names, once, and never while something waits',
      ],
    },
  },
  {
    id: 'The HTTP API',
    claim:
      'Bent requests never break it; each route has one right, each role is refused what it may not, and an agent what is not its own.',
    proofs: ['fuzz'],
    tests: {
      'test/fuzz/openapi-fuzz.proof.test.ts': [
        'answers every operation without a failure of its own, and every refusal as a problem',
        'keeps working afterwards',
      ],
      'src/surfaces/api/routes.program.test.ts': [
        'each route names a right of the table; only these are open to everybody',
        'no GET lets anything happen, and each write takes a body or deletes',
      ],
      'src/surfaces/api/api.program.test.ts': [
        '%s',
        'a code becomes a session that signs, once; no answer sets a cookie, and none is read',
        'every answer carries the security headers and its request id',
        'a request for another host name is not answered',
        'ten megabytes are a 413, said or streamed',
      ],
      'test/fuzz/foreign-ids.proof.test.ts': [
        'is unknown to an agent at %s',
        'is what its owner reads at the same addresses',
      ],
      'src/surfaces/api/parts.test.ts': [
        'reading stops at the limit, also when the length was not said',
        'lets a burst through, then as many as refill, per key',
      ],
    },
  },
  {
    id: 'Paths and patterns',
    claim:
      'No path leads out of the workspace or into the home folder; a pattern of a person runs in linear time.',
    tests: {
      'src/workspace/escape.program.test.ts': [
        'to a folder outside is refused by every tool, for what lies in it too',
        'reaches nothing outside when it happens before %s number %i',
        'inside the workspace is refused by every tool, in any case',
      ],
      'src/engine/guardrails/glob.test.ts': ['answers a hostile pattern on a long path at once'],
      'src/engine/guardrails/expression.test.ts': ['answers a hostile regular expression at once'],
      'src/engine/tools/argument-validation.test.ts': [
        'runs a pattern that would backtrack for ever in linear time',
      ],
    },
  },
  {
    id: 'Requests to elsewhere',
    claim: 'Addresses are checked after they were resolved, at each redirect, against the allow-list.',
    tests: {
      'src/workspace/http-get.program.test.ts': [
        'connects to the address that was checked, whatever the name means later',
        'refuses a redirect to an allowed name on a private address',
      ],
    },
  },
  {
    id: 'Telling the world outside',
    claim:
      'A webhook is told once, signed, in the least words, never at a private address nobody named; it survives the death of its process.',
    tests: {
      'src/engine/webhooks/webhooks.program.test.ts': [
        'signs as Standard Webhooks says, with a secret that is shown once and lies sealed',
        'that a process died in is made by another one, a minute later',
        'two processes tell each thing once between them',
        'only admins manage webhooks, and what does not fit is refused by name',
      ],
      'src/surfaces/api/webhooks.program.test.ts': [
        'an address inside the network is refused when it is not named, and nobody but an admin makes one',
      ],
      'src/network/network.program.test.ts': ['does not count %s as public', 'of %s by the entry %s: %s'],
    },
  },
  {
    id: 'Signing in',
    claim: 'Links, passkeys and an OpenID provider each let in whom they should, once, and nobody else.',
    tests: {
      'src/engine/access/access.program.test.ts': [
        'a code signs in once, also when it is presented twice at the same moment',
        'a secret is shown once, and nothing kept holds it',
      ],
      'src/engine/access/passkeys.program.test.ts': [
        'signs its person in, as a link does, and the trail says how',
        'is one’s own: others neither see nor remove it, and removed it signs nobody in',
        'of somebody who was disabled signs nobody in',
      ],
      'src/surfaces/api/request-signature.program.test.ts': [
        'what was signed counts for that request alone',
        'the body is covered: another one, or one beside the signature, is refused',
        'a captured write counts once, whatever is done to its signature',
        'signing out ends the session, whoever still holds its key',
      ],
      'src/surfaces/api/oidc.program.test.ts': [
        'somebody with a verified address that stands here is signed in, and known by the provider’s id from then on',
        'a sign-in ends once, in the browser that began it, with what the provider said for it',
        'what others at the same address get wrong keeps nobody from ending a sign-in that was begun',
      ],
      'src/surfaces/api/sign-in-limits.program.test.ts': [
        'is told to wait, and the link of a person at the same address still works',
        'keeps no passkey of a person at the same address from signing in, however many questions it begins',
      ],
      'src/engine/access/bootstrap.program.test.ts': [
        'ends when the first person signs in, and with it nothing that it made',
        'ends after a day',
      ],
      'src/surfaces/cli/bootstrap.program.test.ts': [
        'is the only one: a later start writes nothing and leaves the file as it is',
      ],
    },
  },
  {
    id: 'Stored secrets',
    claim: 'A value reaches the one tool it is for, at the moment it runs; everything else holds its name.',
    tests: {
      'test/secrets/secrets.program.test.ts': [
        'the tool gets the value; card, journal, events, answers and every file of the home get the name',
        'only an admin reaches secrets, and no answer holds a value',
        'a backup holds what is sealed and not the key: with the key file it opens, without it nothing does',
      ],
    },
  },
  {
    id: 'What looks like a secret',
    claim:
      'It lies sealed in the database, its log and every backup, and in no event; where its key is lost nothing runs.',
    tests: {
      'test/secrets/sealed.program.test.ts': [
        'what looks like a secret in a goal runs as it is and lies sealed: no file, event, export or log line holds it',
        'an outside executor runs what it proposed: its digest holds, and nothing kept holds the value',
        'where the key is lost the call does not run and says so; with the key it runs as it was approved',
        'a tool that is only claimed to have secrets hides nothing',
      ],
    },
  },
  {
    id: 'MCP',
    claim: 'Server and gateway speak both revisions as the official suite asks.',
    proofs: ['conformance'],
    tests: {
      'src/surfaces/mcp/http.program.test.ts': ['speaks that revision and offers nothing that decides'],
      'test/examples/mcp-gateway.program.test.ts': [
        'a call waits at its card, outlives both sides, and runs once when a person approved it',
      ],
    },
  },
  {
    id: 'Traces and logs',
    claim: 'They name runs, tools, models and waits, and hold nothing that a person or an agent wrote.',
    tests: {
      'src/soulgate/health/traces.program.test.ts': [
        'a run, its tool, its model and the wait of a person arrive at a collector under their standard names',
        'nothing that a person or an agent wrote is in them',
      ],
    },
  },
  {
    id: 'Losing the database',
    claim:
      'Without its database Soulgate lets nothing through, says so, and goes on by itself when it is back.',
    proofs: ['kills-postgres'],
    tests: {
      'test/guardrails/store-down.proof.test.ts': [
        'an agent’s key is known for five minutes more, and nobody else’s',
      ],
      'src/store/postgres/postgres-faults.proof.test.ts': [
        'writes nothing when its connection is lost, and the store goes on',
        'refuses a schema that a newer version made',
      ],
    },
  },
]
