import { expect, test } from 'vitest'
import { markdownToDocument } from './markdown-document.ts'

const toBody = (markdown: string) =>
  /<body>\n([\s\S]*)\n<\/body>/.exec(markdownToDocument({ title: 'T', markdown }))?.[1]

test('headings, lists, tables, quotes and emphasis become markup', () => {
  expect(toBody('# One\n\ntext **bold** and *soft*\nsecond line')).toBe(
    '<h1>One</h1>\n<p>text <strong>bold</strong> and <em>soft</em><br>second line</p>',
  )
  expect(toBody('- a\n- b\n\n1. c\n2. d')).toBe(
    '<ul><li>a</li><li>b</li></ul>\n<ol><li>c</li><li>d</li></ol>',
  )
  expect(toBody('| A | B |\n|---|---|\n| x \\| y | `z` |')).toBe(
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>x | y</td><td><code>z</code></td></tr></tbody></table>',
  )
  expect(toBody('> said\n> twice')).toBe('<blockquote><p>said<br>twice</p></blockquote>')
})

test('nothing in the text becomes markup, a script or a link', () => {
  const page = markdownToDocument({
    title: '</title><script>alert(1)</script>',
    markdown:
      '# <img src=x onerror=alert(1)>\n\n- [a](javascript:alert(1)) <script>x</script>\n\n| <b> |\n\n> "quoted" & more\n\n`<i>`',
  })
  expect(page).not.toMatch(/<(?:script|img|a|b|i)\b/)
  expect(page).toContain('&lt;script&gt;')
  expect(page).toContain("default-src 'none'")
  expect(page).not.toMatch(/https?:|src=(?!x onerror)/)
})
