export interface NameTest {
  readonly kind: 'starts' | 'ends' | 'contains'
  readonly text: string
}

/** Endings that an everyday word for a kind of file stands for. */
export const fileKinds: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    log: ['log'],
    image: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'tif', 'tiff', 'svg', 'heic'],
    picture: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'tif', 'tiff', 'heic'],
    photo: ['jpg', 'jpeg', 'png', 'heic', 'tif', 'tiff', 'webp'],
    screenshot: ['png', 'jpg', 'jpeg', 'webp'],
    video: ['mp4', 'mov', 'avi', 'mkv', 'webm'],
    movie: ['mp4', 'mov', 'avi', 'mkv', 'webm'],
    song: ['mp3', 'wav', 'flac', 'ogg', 'm4a'],
    audio: ['mp3', 'wav', 'flac', 'ogg', 'm4a'],
    spreadsheet: ['xlsx', 'xls', 'ods', 'csv'],
    presentation: ['pptx', 'ppt', 'odp', 'key'],
    text: ['txt'],
    markdown: ['md', 'markdown'],
    typescript: ['ts', 'tsx'],
    javascript: ['js', 'mjs', 'cjs', 'jsx'],
    python: ['py'],
    archive: ['zip', 'tar', 'gz', 'tgz', '7z', 'rar'],
    temp: ['tmp', 'temp'],
    temporary: ['tmp', 'temp'],
    backup: ['bak', 'backup'],
    pdf: ['pdf'],
    csv: ['csv'],
    json: ['json'],
    yaml: ['yaml', 'yml'],
    xml: ['xml'],
    html: ['html', 'htm'],
    css: ['css'],
    txt: ['txt'],
    md: ['md'],
    png: ['png'],
    jpg: ['jpg', 'jpeg'],
    jpeg: ['jpg', 'jpeg'],
    gif: ['gif'],
    svg: ['svg'],
    zip: ['zip'],
    doc: ['doc', 'docx'],
    docx: ['docx'],
    xlsx: ['xlsx'],
    tmp: ['tmp'],
    bak: ['bak'],
    mp3: ['mp3'],
    mp4: ['mp4'],
    sql: ['sql'],
    ini: ['ini'],
    toml: ['toml'],
    ts: ['ts'],
    js: ['js'],
    py: ['py'],
    sh: ['sh'],
  }),
)

const quotedOrWord = String.raw`(?:"([^"]+)"|“([^”]+)”|'([^']+)'|\x60([^\x60]+)\x60|([\w.\-]+))`
const named = String.raw`(?:(?:whose|with|having|where)\s+(?:the\s+|a\s+)?(?:file\s*)?names?\s+(?:that\s+|is\s+)?)?`

/** Conditions on file names, as they are said. */
export const nameTests: readonly { readonly kind: NameTest['kind']; readonly pattern: RegExp }[] = [
  {
    kind: 'starts',
    pattern: new RegExp(
      String.raw`\b${named}(?:start(?:ing|s)?|begin(?:ning|s)?|prefixed)\s+with\s+(?:the\s+(?:prefix|word|letters?)\s+)?${quotedOrWord}`,
      'i',
    ),
  },
  {
    kind: 'ends',
    pattern: new RegExp(
      String.raw`\b${named}(?:end(?:ing|s)?|suffixed)\s+(?:with|in|on)\s+(?:the\s+(?:suffix|word)\s+)?${quotedOrWord}`,
      'i',
    ),
  },
  {
    kind: 'contains',
    pattern: new RegExp(
      String.raw`\b(?:whose|with|having|where)\s+(?:the\s+|a\s+)?(?:file\s*)?names?\s+(?:that\s+)?(?:contain(?:s|ing)?|includ(?:es?|ing)|match(?:es|ing)?|has|have|like)\s+(?:the\s+word\s+)?${quotedOrWord}`,
      'i',
    ),
  },
  {
    kind: 'contains',
    pattern: new RegExp(
      String.raw`\b(?:with|containing|having|that have)\s+${quotedOrWord}\s+in\s+(?:the|their|its)\s+(?:file\s*)?names?\b`,
      'i',
    ),
  },
]
