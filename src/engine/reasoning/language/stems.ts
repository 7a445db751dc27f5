import { stemmer } from 'stemmer'
import { remember } from './remember.ts'

const irregular: ReadonlyMap<string, string> = new Map(
  `
  sent:send bought:buy sold:sell paid:pay found:find made:make wrote:write written:write gave:give given:give
  took:take taken:take went:go gone:go ran:run saw:see seen:see got:get kept:keep told:tell held:hold
  lent:lend spent:spend built:build chose:choose chosen:choose drew:draw drawn:draw people:person
  children:child men:man women:woman feet:foot mice:mouse indices:index matrices:matrix vertices:vertex
  analyses:analysis criteria:criterion libraries:library archive:archive archives:archive archived:archive
  news:news better:good best:good cheapest:cheap cheaper:cheap nearest:near closest:close latest:late
  newest:new oldest:old largest:large biggest:big smallest:small highest:high lowest:low fastest:fast
  shortest:short longest:long`
    .trim()
    .split(/\s+/)
    .map(pair => pair.split(':') as [string, string]),
)

/** Reduces an English word to its stem (M. F. Porter's method of 1980, plus irregular forms). */
export const stemWord: (word: string) => string = remember(word => {
  const lower = word.toLowerCase()
  const plain = irregular.get(lower) ?? lower
  return plain.length < 4 || !/^[a-z]+$/.test(plain) || /(?:us|is)$/.test(plain) ? plain : stemmer(plain)
}, 20_000)

/** How near two stems are, in [0,1]: 1 for the same, less for forms of one word. */
export function likenessOfStems(left: string, right: string): number {
  return left === right ? 1 : isFormOf(left, right) ? 0.8 : 0
}

/** Whether two stems look like forms of one word: a shared head of most of the longer one. */
export function isFormOf(left: string, right: string): boolean {
  const shorter = Math.min(left.length, right.length)
  const longer = Math.max(left.length, right.length)
  let head = 0
  while (head < shorter && left[head] === right[head]) head += 1
  return head >= 5 ? head >= longer * 0.7 || head === shorter : head >= 4 && longer - head <= 1
}
