/** How a clause hangs on the one before it. */
export type ClauseLink = 'start' | 'and' | 'then' | 'but' | 'before' | 'after' | 'without'

/** Words whose point does not end a sentence. */
export const abbreviations = new Set(
  'e.g i.e mr mrs ms dr prof st vs etc approx no inc ltd co corp u.s u.k a.m p.m d.c jr sr fig al'.split(' '),
)

/** Words that link one clause to the next. */
export const linkWords: ReadonlyMap<string, ClauseLink> = new Map<string, ClauseLink>([
  ...'and plus also or'.split(' ').map((word): [string, ClauseLink] => [word, 'and']),
  ...'but however yet'.split(' ').map((word): [string, ClauseLink] => [word, 'but']),
  ...'then next afterwards afterward finally lastly subsequently'
    .split(' ')
    .map((word): [string, ClauseLink] => [word, 'then']),
])

/** Words at the head of a clause that say nothing of its act. */
export const fillers = new Set(
  (
    'please kindly also then next finally lastly afterwards afterward first second third firstly secondly ' +
    'thirdly now just simply quickly to and but so or plus only additionally furthermore moreover immediately ' +
    "subsequently again well hey hi hello ok okay thanks however in addition still that done you'll once " +
    'automatically carefully'
  ).split(' '),
)

/** Words of the ways to ask someone for something. */
export const askingWords = new Set(
  "can could would will you i we i'd we'd i'll we'll want wanted need like to let lets let's us me go ahead try help be sure make have had must should shall may might ought if possible able get it's time wish hoping hope trying do does going am are is plan was were wondering whether your job task mind grateful love someone".split(
    ' ',
  ),
)

/** Words that open a question. */
export const questionWords = new Set(
  "what which who whom whose where when why how whats wheres whos hows what's where's who's how's when's".split(
    ' ',
  ),
)
/** Words that open the object of a verb. */
export const determiners = new Set(
  'the a an this that these those it its them him her me us all any each every both my our your his their some one two three everything everyone anything nothing whatever whichever what how which where who another'.split(
    ' ',
  ),
)

/** Verbs that stand as often as nouns: after “and” they need an object to count as verbs. */
export const oftenNouns = new Set(
  (
    'email mail message order record list view text search post play rate score report file book print copy log ' +
    'test plan sort track project model access request place set form store note figure measure result increase ' +
    'decrease change move return exchange study review contrast match purchase trade transfer schedule call ' +
    'start end stop finish press hit push type key input pick group label tag mark flag question answer share lock shut ' +
    'address design draw paint sketch plot chart graph drop cut split limit filter name turn charge bill issue water ' +
    'rent loan hire ship visit watch link mirror back clone output show display fix patch sum total count tally value ' +
    'volume use work run build bring take position help support update show notice check clean close open cover trash bin ' +
    'scrap release load import export upload download summary estimate forecast cost love run weather scan detail cook exit boost travel bond'
  ).split(' '),
)
