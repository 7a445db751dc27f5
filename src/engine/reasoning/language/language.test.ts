import { describe, expect, it } from 'vitest'
import {
  actionVerbBase,
  contentStems,
  findDates,
  findNames,
  findSpots,
  readNumber,
  remember,
  splitClauses,
  splitIdentifier,
  splitSentences,
  stemWord,
} from './language.ts'

const now = new Date('2026-03-04T09:00:00Z')
const clauseTexts = (text: string): readonly string[] => splitClauses(text).map(clause => clause.text)
const spots = (text: string): readonly string[] => findSpots(text).map(spot => `${spot.kind}=${spot.value}`)

describe('words', () => {
  it('brings forms of one word to one stem', () => {
    expect(
      new Set(['calculate', 'calculates', 'calculating', 'calculation', 'calculator'].map(stemWord)).size,
    ).toBe(1)
    expect(stemWord('sent')).toBe(stemWord('send'))
  })
  it('splits identifiers at case, digits and signs', () => {
    expect(splitIdentifier('getHTTPStatus_v2')).toEqual(['get', 'http', 'status', 'v', '2'])
  })
  it('leaves grammar out of the content of a text', () => {
    expect(contentStems('Please show me the invoices of March')).toEqual([
      stemWord('invoices'),
      stemWord('March'),
    ])
  })
  it('finds the base form of an inflected action verb', () => {
    expect(actionVerbBase('moving')).toBe('move')
    expect(actionVerbBase('copied')).toBe('copy')
    expect(actionVerbBase('table')).toBeUndefined()
  })
  it('reads numbers with separators, scales and as words', () => {
    expect(['1,250.5', '2k', '1.2 million', 'seven'].map(readNumber)).toEqual([1250.5, 2000, 1_200_000, 7])
    expect(readNumber('many')).toBeNaN()
  })
})

describe('sentences and clauses', () => {
  it('does not end a sentence inside quotes, paths, numbers or abbreviations', () => {
    expect(splitSentences('Ask Dr. Grey about v1.2.txt. Then say "No. Really." twice.')).toHaveLength(2)
  })
  it('cuts where another thing is asked', () => {
    expect(clauseTexts('Read a.md, copy it to old/ and then delete the draft')).toHaveLength(3)
  })
  it('keeps what only belongs to one thing together', () => {
    expect(clauseTexts('Write "stop, and delete this" to out.txt')).toHaveLength(1)
  })
  it('knows what is forbidden', () => {
    const negated = (text: string): readonly boolean[] => splitClauses(text).map(clause => clause.negated)
    expect(negated('Lend the drill, but do not charge anyone')).toEqual([false, true])
    expect(negated('Clean up without deleting anything')).toEqual([false, true])
    expect(negated('Never open the vault')).toEqual([true])
    expect(negated("Don't forget to water the ferns")).toEqual([false])
  })
  it('finds the verb behind courtesies', () => {
    const verb = (text: string): string | undefined => splitClauses(text)[0]?.verb?.base
    expect(verb('Could you please move the crates')).toBe('move')
    expect(verb('What is the price of the crate?')).toBeUndefined()
  })
})

describe('values', () => {
  it('tells paths, patterns, endings and hosts apart', () => {
    expect(spots('Copy *.csv and in/a.txt from https://x.org/y to out/ for www.site.com .log')).toEqual([
      'glob=*.csv',
      'path=in/a.txt',
      'url=https://x.org/y',
      'path=out/',
      'host=www.site.com',
      'extension=.log',
    ])
  })
  it('does not take units and word pairs for paths', () => {
    expect(findSpots('drive at 20 m/s and/or stop').filter(spot => spot.kind === 'path')).toEqual([])
  })
  it('reads ids, accounts, money, shares and quantities', () => {
    expect(spots('K-77 pays CH9300762011623852957 $1,200.50 or 5% of 3 kg by a@b.org')).toEqual([
      'identifier=K-77',
      'iban=CH9300762011623852957',
      'money=1200.5',
      'percent=5',
      'quantity=3',
      'email=a@b.org',
    ])
  })
  it('reads dates from the given moment and not from ids', () => {
    expect(findDates('tomorrow at 5pm', now)[0]).toMatchObject({ date: '2026-03-05', time: '17:00' })
    expect(findDates('until 2026-04-15', now)[0]?.date).toBe('2026-04-15')
    expect(findDates('K-12 and 3/4-inch a/b.txt', now).filter(date => date.hasDay)).toEqual([])
  })
  it('finds names but not the capital of a sentence', () => {
    expect(findNames('Ask Maria de la Cruz in Old Town about it').map(name => name.text)).toEqual([
      'Maria de la Cruz',
      'Old Town',
    ])
  })
})

describe('what a text is read for is remembered', () => {
  const countReads = (text: string, others: readonly string[]) => {
    const read: string[] = []
    const length = remember(one => {
      read.push(one)
      return one.length
    })
    for (const one of [text, ...others, text]) length(one)
    return read.filter(one => one === text).length
  }

  it('a short text is read once among many others, a long one among few', () => {
    const short = Array.from({ length: 90 }, (_, at) => `list the parcels of day ${at}`)
    expect(countReads('move it to the attic', short)).toBe(1)
    const long = ['a', 'b', 'c'].map(letter => `${letter} `.repeat(3_000))
    expect(countReads('move it to the attic '.repeat(900), long)).toBe(1)
  })

  it('what was not asked for in a long time is read again: nothing is kept for ever', () => {
    const short = Array.from({ length: 250 }, (_, at) => `list the parcels of day ${at}`)
    expect(countReads('move it to the attic', short)).toBe(2)
    const long = Array.from({ length: 12 }, (_, at) => `${at} `.repeat(3_000))
    expect(countReads('move it to the attic '.repeat(900), long)).toBe(2)
  })
})
