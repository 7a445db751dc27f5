import type { WorkItemVersion } from 'soulgate/contracts/work-item'
import { describe, expect, it } from 'vitest'
import { stepStates, versionsOf } from './work-words.ts'

describe('a work item in words', () => {
  it('has steps behind it, one now, and some ahead', () => {
    const states = stepStates({ step: 'planning', status: 'active' }).map(({ state }) => state)
    expect(states.slice(0, 3)).toEqual(['done', 'now', 'ahead'])
    expect(states).toHaveLength(11)
    expect(stepStates({ step: 'build', status: 'aborted' })[5]?.state).toBe('ended')
    expect(stepStates({ step: 'closure', status: 'completed' }).every(({ state }) => state === 'done')).toBe(
      true,
    )
  })

  it('lists the kept forms of a document, newest first', () => {
    const version = (id: string, path: string): WorkItemVersion => ({
      ...{ version_id: id, at: '2026-01-01T00:00:00.000Z', reason: 'rejected', round: 1 },
      files: [{ path, size_bytes: 1, sha256: id, mode: 420 }],
    })
    const versions = [version('a', 'w/design.md'), version('b', 'w/tasks.md'), version('c', 'w/design.md')]
    expect(versionsOf('w/design.md', versions).map(each => each.version_id)).toEqual(['c', 'a'])
  })
})
