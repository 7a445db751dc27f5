/**
 * Why a name that a tool may have by its characters still cannot be declared: a part of it means something else to
 * programs (`__proto__`), or to whoever reads it as a path (`a/../b`). Undefined when nothing speaks against it.
 */
export function findNameProblem(name: string): string | undefined {
  const parts = [name, ...name.split(/[/:.]/)]
  const reserved = parts.find(part => part === 'prototype' || part in Object.prototype)
  if (reserved !== undefined) return `${reserved} is a name of the language; give the tool another one.`
  const isPathLike = name.split('/').some(part => part === '' || part === '.' || part === '..')
  return isPathLike ? 'A part between slashes is empty, "." or ".."; name every part.' : undefined
}

/** The form in which two names that people cannot tell apart are one: compatibility forms and letter case folded. */
export function foldToolName(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}
