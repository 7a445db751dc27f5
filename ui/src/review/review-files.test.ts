import { describe, expect, it } from 'vitest'
import { foldersOf, reviewFiles } from './review-files.ts'

const patch = (path: string, header: readonly string[]) =>
  [`diff --git a/${path} b/${path}`, ...header, '@@ -1 +1 @@', '-a', '+b'].join('\n')
const diff = (preview: string) => ({ path: 'x.diff', type: 'diff' as const, size_bytes: 1, preview })

describe('the files of a review', () => {
  it('stand under the keys that the server knows, with their own lines', () => {
    const files = reviewFiles({
      artifacts: [
        diff([patch('src/a.ts', []), patch('src/b.ts', [])].join('\n')),
        { path: 'log', type: 'log', size_bytes: 3 },
      ],
    })
    expect(files.map(({ key, path }) => [key, path])).toEqual([
      ['artifact/0/0', 'src/a.ts'],
      ['artifact/0/1', 'src/b.ts'],
      ['artifact/1', 'log'],
    ])
    expect(files.map(file => file.lines?.map(line => line.text))).toEqual([
      ['@@ -1 +1 @@', 'a', 'b'],
      ['@@ -1 +1 @@', 'a', 'b'],
      undefined,
    ])
    expect(foldersOf(files).map(({ folder }) => folder)).toEqual(['src', ''])
  })

  it('leave out no header that says more than the name: a mode, another name', () => {
    const header = ['old mode 100644', 'new mode 100755', '--- a/other.ts', '+++ b/src/a.ts']
    const [file] = reviewFiles({ artifacts: [diff([patch('src/a.ts', header), patch('b', [])].join('\n'))] })
    expect(file?.lines?.map(line => line.text)).toEqual([
      ...['old mode 100644', 'new mode 100755', '--- a/other.ts', '@@ -1 +1 @@', 'a', 'b'],
    ])
  })
})
