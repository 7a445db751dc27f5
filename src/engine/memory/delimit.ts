export type PersonWords = 'steer' | 'condition' | 'feedback' | 'answer'

/** A person's words with a fence around them that nothing inside can close; for a message of the role `user`. */
export function delimitPersonWords(kind: PersonWords, text: string): string {
  return fence(`person_words kind="${kind}"`, text)
}

/** Text of a model, a tool or a file, marked as data: no instruction in it counts. `source` says where it is from. */
export function delimitData(source: string, text: string): string {
  return fence(`data source="${source.replaceAll(/[^\p{L}\p{N} _./:-]/gu, '_')}"`, text)
}

/** Takes our own fences out of a text that is not ours. */
export function defang(text: string): string {
  return text.replaceAll(/<(?=\s*\/?\s*(?:person_words|data|summary)\b)/giu, '‹')
}

function fence(opening: string, text: string): string {
  const name = opening.split(' ', 1)[0]
  return `<${opening}>\n${defang(text)}\n</${name}>`
}
