import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { launchChromium } from '../../test/browser/chromium.ts'
import { type Agreement, measureAgreement } from './agreement.ts'

/**
 * `npm run bench -- validate [--pages N] [--seeds 1,2] [--show] [--dump FILE]`: seeded broken pages, what is wrong with
 * each measured in Chromium and compared with `validateHtml`, per rule.
 */
export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      pages: { type: 'string', default: '240' },
      seeds: { type: 'string', default: '1,2' },
      show: { type: 'boolean', default: false },
      dump: { type: 'string' },
    },
  })
  const browser = await launchChromium()
  try {
    for (const seed of values.seeds.split(',').map(Number)) {
      const agreement = await measureAgreement(browser, { seed, count: Number(values.pages) })
      printAgreement(`seed ${seed}`, agreement, values.show)
      if (values.dump !== undefined) writeFileSync(values.dump, JSON.stringify(agreement.disagreements))
    }
  } finally {
    await browser.close()
  }
}

function printAgreement(
  title: string,
  { pages, rules, disagreements, share }: Agreement,
  isShown: boolean,
): void {
  const percent = (part: number, whole: number) =>
    whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
  console.log(
    `\n${title}: ${pages} pages, agreement ${(share * 100).toFixed(2)} % of pairs of page and rule, bar 95 %`,
  )
  console.log('rule                 broken  whole  missed  invented  undecided  precision  recall')
  for (const { rule, found, passed, invented, missed, undecided } of rules) {
    const numbers = [found + missed, passed + invented, missed, invented, undecided].map(number =>
      String(number).padStart(7),
    )
    console.log(
      `${rule.padEnd(20)}${numbers.join(' ')}   ${percent(found, found + invented).padStart(8)} ${percent(found, found + missed).padStart(8)}`,
    )
  }
  if (!isShown) return
  for (const { page, rule, isBroken, breaks } of disagreements) {
    console.log(
      `page ${page}: ${rule} is ${isBroken ? 'broken, not found' : 'whole, yet reported'} (${breaks.join(', ')})`,
    )
  }
}
