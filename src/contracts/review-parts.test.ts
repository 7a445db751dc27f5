import { describe, expect, it } from 'vitest'
import { reviewParts, splitDiff } from './review-parts.ts'

const GIT = `diff --git a/src/one.ts b/src/one.ts
index 1..2 100644
--- a/src/one.ts
+++ b/src/one.ts
@@ -1,2 +1,2 @@
 kept
--- a comment of SQL
+++ more
diff --git a/old.txt b/old.txt
deleted file mode 100644
--- a/old.txt
+++ /dev/null
@@ -1 +0,0 @@
-gone
`
const BARE = `--- a/one.txt
+++ b/one.txt
@@ -1 +1 @@
-1
+2
--- a/two.txt
+++ /dev/null
@@ -1 +0,0 @@
-2
`
const artifact = (preview: string) => ({ path: 'a.diff', type: 'diff' as const, size_bytes: 9, preview })

describe('a unified diff', () => {
  it('is split by its files, in the form of git and without it', () => {
    expect(splitDiff(GIT).map(file => file.path)).toEqual(['src/one.ts', 'old.txt'])
    expect(splitDiff(BARE).map(file => file.path)).toEqual(['one.txt', 'two.txt'])
  })

  it('loses no line, whatever it holds', () => {
    for (const text of [GIT, BARE, `words\nbefore\n${GIT}`, 'no diff at all', '', `${BARE}junk\n@@ odd`])
      expect(
        splitDiff(text)
          .flatMap(file => file.lines)
          .join('\n'),
      ).toBe(text)
  })

  it('takes removed lines that begin like a header for what they are', () => {
    const text = '--- a/x\n+++ b/x\n@@ -1,2 +1,1 @@\n--- a/y\n+++ b/y\n c\n'
    expect(splitDiff(text).map(file => file.path)).toEqual(['x'])
  })
})

describe('the parts of a review', () => {
  it('are its files, and of a diff over several each of them', () => {
    expect(reviewParts({ artifacts: [artifact(GIT), { path: 'n', type: 'log', size_bytes: 1 }] })).toEqual([
      'artifact/0/0',
      'artifact/0/1',
      'artifact/1',
    ])
    expect(reviewParts({ artifacts: [artifact('no diff')] })).toEqual(['artifact/0'])
  })
})
