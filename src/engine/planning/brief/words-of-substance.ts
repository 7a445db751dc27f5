const LITTLE = new Set(
  'a an the my our your his her their its it this that these those of in on at to for from with by and or as be is am are was will i we me us he she they them all any some one no not never nothing only also can could may do does have has had work time please there each then so but plus also'.split(
    ' ',
  ),
)

/** The words of a phrase that carry its meaning, in lower case. */
export function contentWords(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(word => !LITTLE.has(word))
}

/** Whether two words are forms of one: “recording” and “record”. */
export function isSameWord(left: string, right: string): boolean {
  if (left === right || isInflected(left, right) || isInflected(right, left)) return true
  let same = 0
  while (same < Math.min(left.length, right.length) && left[same] === right[same]) same += 1
  return same >= 4 && same >= 0.55 * Math.max(left.length, right.length)
}

function isInflected(word: string, form: string): boolean {
  return word.length >= 3 && form.startsWith(word) && /^(?:e?s|e?d|ing|er)$/.test(form.slice(word.length))
}
