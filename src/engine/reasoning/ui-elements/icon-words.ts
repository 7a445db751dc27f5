import { likenessOfStems, stemWord } from '../language/language.ts'

/** What people call a sign, and what programmers call it: each line is one meaning. */
const meanings: readonly string[] = [
  'heart favourite favorite favorites fav like love wishlist',
  'star favourite favorite rate rating bookmark',
  'gear cog settings setting preferences configure config options',
  'magnifier magnifying glass search find lookup lens',
  'hamburger menu navigation nav drawer toggle sidebar lines',
  'dots more overflow options menu kebab ellipsis',
  'cross close cancel dismiss exit clear x',
  'plus add new create fab compose',
  'minus remove decrease subtract less',
  'bell notification notifications alert alerts alarm reminder',
  'person profile account user avatar people contact',
  'pencil pen edit write compose modify',
  'trash bin delete remove dustbin discard',
  'house home main',
  'cart basket bag shopping trolley',
  'camera photo capture picture',
  'picture image photo gallery thumbnail img pic',
  'play start resume',
  'pause stop hold',
  'next forward skip right arrow chevron',
  'previous back left arrow prev backward return up',
  'share send forward',
  'phone call dial telephone',
  'envelope mail email message inbox letter',
  'chat message comment conversation bubble talk',
  'thumb thumbs like upvote',
  'globe world language web earth internet',
  'eye view show visibility visible password',
  'lock secure password security padlock',
  'download save',
  'upload',
  'refresh reload sync update rotate',
  'repeat loop shuffle',
  'microphone mic voice record speech audio',
  'speaker sound volume audio mute',
  'calendar date schedule day',
  'clock time timer watch history recent',
  'pin location map place marker gps address',
  'info information about help i',
  'question help faq support',
  'tick check done ok confirm accept mark checkmark',
  'filter funnel refine',
  'sort order',
  'flag report',
  'folder directory',
  'file document doc',
  'link url chain',
  'attachment clip paperclip attach',
  'logo brand icon',
  'login signin enter',
  'register signup join',
  'emoji smiley emotion face sticker smile',
  'list items',
  'grid tiles',
  'dropdown spinner arrow expand caret down',
  'flash torch light',
  'crown premium vip upgrade pro',
  'gift present reward offer',
  'video movie film clip',
  'music song track audio note',
  'facebook fb',
  'twitter tweet',
  'google gplus',
  'whatsapp wa',
  'submit send go ok',
  'zip postal postcode zipcode',
  'surname lastname family',
  'telephone mobile phone cell',
  'remove delete erase',
  'continue next proceed',
  'quantity amount number qty',
  'comment message note remark',
  'terms conditions agreement',
]

const relatedByStem = new Map<string, Set<string>>()
for (const line of meanings) {
  const stems = line.split(' ').map(stemWord)
  for (const stem of stems) {
    const related = relatedByStem.get(stem) ?? new Set<string>()
    for (const other of stems) if (other !== stem) related.add(other)
    relatedByStem.set(stem, related)
  }
}

/** Stems that commonly mean the same sign or control. */
export function relatedSigns(stem: string): ReadonlySet<string> {
  return relatedByStem.get(stem) ?? new Set()
}

/** How near two stems are in what a page and a person call one thing, in [0,1]: “check-in” and “checkin”, “bin” and “delete”. */
export function likenessOnPage(left: string, right: string): number {
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  if (left !== right && short.length >= 4 && long.startsWith(short)) return 0.85
  return left !== right && relatedSigns(left).has(right) ? 0.75 : likenessOfStems(left, right)
}

/** From here two words may stand for each other on a page. */
const ALIKE = 0.6

/** Whether two stems may stand for each other: “surname” and “last name”, “voucher” and “discount”. */
export function wordsAlike(left: string, right: string): boolean {
  return likenessOnPage(left, right) >= ALIKE
}
