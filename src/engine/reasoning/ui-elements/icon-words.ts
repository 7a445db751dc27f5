import { distance } from 'fastest-levenshtein'
import { likenessOfStems, stemWord } from '../language/language.ts'

/** What people call a sign, and what programmers call it: each piece is one meaning. */
const MEANINGS = `heart favourite favorite favorites fav like love wishlist | star favourite favorite rate rating bookmark |
  gear cog settings setting preferences configure config options | magnifier magnifying glass search find lookup lens |
  hamburger menu navigation nav drawer toggle sidebar lines | dots more overflow options menu kebab ellipsis |
  cross close cancel dismiss exit clear x | plus add new create fab compose | minus remove decrease subtract less |
  bell notification notifications alert alerts alarm reminder | person profile account user avatar people contact |
  pencil pen edit write compose modify | trash bin delete remove dustbin discard erase | house home main |
  cart basket bag shopping trolley | camera photo capture picture | picture image photo gallery thumbnail img pic |
  play start resume | pause stop hold | next forward skip right arrow chevron continue proceed |
  previous back left arrow prev backward return up | share send forward | phone call dial telephone mobile cell |
  envelope mail email message inbox letter | chat message comment conversation bubble talk note remark |
  thumb thumbs like upvote | globe world language web earth internet | eye view show visibility visible password |
  lock secure password security padlock | download save | refresh reload sync update rotate | repeat loop shuffle |
  microphone mic voice record speech audio | speaker sound volume audio mute | calendar date schedule day |
  clock time timer watch history recent | pin location map place marker gps address | info information about help i |
  question help faq support | tick check done ok confirm accept mark checkmark | filter funnel refine | sort order |
  flag report | folder directory | file document doc | link url chain | attachment clip paperclip attach |
  logo brand icon | login signin enter | register signup join | emoji smiley emotion face sticker smile | list items |
  grid tiles | dropdown spinner arrow expand caret down | flash torch light | gift present reward offer |
  video movie film clip | music song track audio note | submit send go ok | zip postal postcode zipcode |
  surname lastname family | quantity amount number qty | terms conditions agreement`

const relatedByStem = new Map<string, Set<string>>()
for (const meaning of MEANINGS.split('|')) {
  const stems = meaning.trim().split(/\s+/).map(stemWord)
  for (const stem of stems) {
    const related = relatedByStem.get(stem) ?? new Set<string>()
    relatedByStem.set(stem, new Set([...related, ...stems.filter(other => other !== stem)]))
  }
}

/**
 * How near two stems are in what a page and a person call one thing, in [0,1]: “check-in” and “checkin”, “bin” and
 * “delete”, a slip of the keyboard.
 */
export function likenessOnPage(left: string, right: string): number {
  if (left === right) return 1
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  if (short.length >= 4 && long.startsWith(short)) return 0.85
  if (relatedByStem.get(left)?.has(right) === true) return 0.8
  if (short.length >= 5 && long.length - short.length <= 1 && distance(short, long) === 1) return 0.75
  return likenessOfStems(left, right)
}

/** Whether two stems may stand for each other on a page: “surname” and “last name”. */
export function wordsAlike(left: string, right: string): boolean {
  return likenessOnPage(left, right) >= 0.6
}
