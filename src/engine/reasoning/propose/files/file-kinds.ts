/** Endings that an everyday word for a kind of file stands for; any other ending stands for itself. */
const KINDS: Readonly<Record<string, string>> = {
  image: 'jpg jpeg png gif webp bmp tif tiff svg heic',
  picture: 'jpg jpeg png gif webp bmp tif tiff heic',
  photo: 'jpg jpeg png heic tif tiff webp',
  screenshot: 'png jpg jpeg webp',
  video: 'mp4 mov avi mkv webm',
  movie: 'mp4 mov avi mkv webm',
  song: 'mp3 wav flac ogg m4a',
  audio: 'mp3 wav flac ogg m4a',
  spreadsheet: 'xlsx xls ods csv',
  presentation: 'pptx ppt odp key',
  text: 'txt',
  markdown: 'md markdown',
  typescript: 'ts tsx',
  javascript: 'js mjs cjs jsx',
  python: 'py',
  archive: 'zip tar gz tgz 7z rar',
  temp: 'tmp temp',
  temporary: 'tmp temp',
  backup: 'bak backup',
  yaml: 'yaml yml',
  html: 'html htm',
  jpg: 'jpg jpeg',
  jpeg: 'jpg jpeg',
  doc: 'doc docx',
}
const SELVES =
  /^(?:log|pdf|csv|json|xml|css|txt|md|png|gif|svg|zip|docx|xlsx|tmp|bak|mp3|mp4|sql|ini|toml|ts|js|py|sh)$/

/** The endings of a kind of file by its everyday word, in the singular or the plural; undefined for another word. */
export function endingsOfKind(word: string): readonly string[] | undefined {
  const single = word.replace(/s$/, '')
  const kind = [word, single].find(one => Object.hasOwn(KINDS, one))
  if (kind !== undefined) return KINDS[kind]?.split(' ')
  const self = [word, single].find(one => SELVES.test(one))
  return self === undefined ? undefined : [self]
}
