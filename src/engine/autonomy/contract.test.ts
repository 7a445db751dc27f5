import { expect, it } from 'vitest'
import { type Contract, type ContractEvidence, type ContractTerms, createContract } from './contract.ts'
import { createOpeningBound } from './opening-bound.ts'

const TERMS: ContractTerms = { target: 0.98, delta: 0.05, thresholds: [0], spot_check_share: 0.05 }

it('stays in shadow until the evidence suffices, and says at each label how many are still needed', () => {
  const contract = createContract(TERMS)
  let evidence = contract.start()
  for (let label = 0; label < 168; label += 1) {
    expect(evidence.status).toBe('shadow')
    expect(contract.read(evidence)).toEqual({ right: label, wrong: 0, stillNeeded: 168 - label })
    evidence = contract.addLabel(evidence, { isRight: true })
  }
  expect(evidence.status).toBe('live')
  expect(contract.read(evidence)).toMatchObject({ openFrom: 0, stillNeeded: 0 })
})

it('opens bands of the score in their order: a lower one that is ready earlier waits for the stricter', () => {
  const contract = createContract({ ...TERMS, thresholds: [0.8, 0.5] })
  const low = addLabels(contract, contract.start(), { count: 400, score: 0.6 })
  expect(low.status).toBe('shadow')
  expect(contract.read(low).openFrom).toBeUndefined()
  expect(low.bands[1]).toMatchObject({ right: 400, isMet: true })
  expect(contract.addSpotCheck(low, { outcome: 'wrong', score: 0.6, share: 0.05 })).toBe(low)
  const both = addLabels(contract, low, { count: 168, score: 0.9 })
  expect(contract.read(both).openFrom).toBe(0.5)
  const high = addLabels(contract, contract.start(), { count: 168, score: 0.9 })
  expect(contract.read(high)).toMatchObject({ openFrom: 0.8, stillNeeded: 168 })
})

it('learns nothing from labels of calls below every threshold, or without a score where one is asked for', () => {
  const contract = createContract({ ...TERMS, thresholds: [0.8] })
  const evidence = addLabels(contract, contract.start(), { count: 500, score: 0.79 })
  expect(addLabels(contract, evidence, { count: 500 })).toEqual(contract.start())
})

it('counts no label of an open band that was not drawn as a spot check', () => {
  const contract = createContract(TERMS)
  const live = addLabels(contract, contract.start(), { count: 168 })
  expect(contract.addLabel(live, { isRight: false })).toBe(live)
})

it('takes itself back by spot checks, begins anew, and then needs more evidence because δ is halved', () => {
  const contract = createContract(TERMS)
  let evidence = addLabels(contract, contract.start(), { count: 168 })
  let wrong = 0
  while (evidence.status === 'live') {
    evidence = contract.addSpotCheck(evidence, { outcome: 'wrong', share: 0.05 })
    wrong += 1
  }
  expect(wrong).toBeLessThanOrEqual(6)
  expect(evidence).toMatchObject({ status: 'suspended', suspended_because: 'spot_checks', suspensions: 1 })
  const needed = createOpeningBound({ target: 0.98, delta: 0.025 }).rightNeeded(0)
  expect(contract.read(evidence)).toEqual({ right: 0, wrong: 0, stillNeeded: needed })
  expect(needed).toBeGreaterThan(168)
  const again = addLabels(contract, evidence, { count: needed })
  expect(again).toMatchObject({ status: 'live', suspensions: 1 })
  expect(again.suspended_because).toBeUndefined()
})

it('takes itself back by reports over the calls that ran, also when they come late', () => {
  const contract = createContract(TERMS)
  const live = addLabels(contract, contract.start(), { count: 168 })
  let reported = live
  let count = 0
  while (reported.status === 'live') {
    reported = contract.addReleased(reported, true)
    count += 1
  }
  expect(reported.suspended_because).toBe('reports')
  const late = new Array<boolean>(count).fill(true)
  expect(contract.readReports(live, late).status).toBe('suspended')
  expect(contract.readReports(live, late.slice(1)).status).toBe('live')
})

it('pauses nothing for spot checks that expire now and then, and is taken back when they go on expiring', () => {
  const contract = createContract(TERMS)
  const start = addLabels(contract, contract.start(), { count: 168 })
  const after = (count: number, expiredEvery: number): ContractEvidence => {
    let evidence = start
    for (let check = 1; check <= count; check += 1) {
      const outcome = check % expiredEvery === 0 ? 'expired' : 'right'
      evidence = contract.addSpotCheck(evidence, { outcome, share: 0.05 })
    }
    return evidence
  }
  expect(after(200, 40).status).toBe('live')
  expect(after(200, 2).status).toBe('suspended')
})

it('is suspended by harm or by a change at once', () => {
  const contract = createContract(TERMS)
  const live = addLabels(contract, contract.start(), { count: 168 })
  expect(contract.suspend(live, 'harm')).toMatchObject({ status: 'suspended', suspended_because: 'harm' })
  expect(contract.suspend(live, 'changed').bands[0]).toMatchObject({ right: 0, isMet: false })
})

it('survives being kept as JSON between any two labels', () => {
  const contract = createContract({ ...TERMS, thresholds: [0.8, 0] })
  let kept = contract.start()
  let plain = contract.start()
  for (let label = 0; label < 300; label += 1) {
    const next = { isRight: label % 90 !== 1, score: label % 3 === 0 ? 0.9 : 0.3 }
    kept = contract.addLabel(JSON.parse(JSON.stringify(kept)) as ContractEvidence, next)
    plain = contract.addLabel(plain, next)
  }
  expect(kept).toEqual(plain)
})

it('refuses thresholds that do not fall, and fewer spot checks than one in twenty', () => {
  expect(() => createContract({ ...TERMS, thresholds: [] })).toThrow('Thresholds')
  expect(() => createContract({ ...TERMS, thresholds: [0.5, 0.5] })).toThrow('Thresholds')
  expect(() => createContract({ ...TERMS, thresholds: [1.5] })).toThrow('Thresholds')
  expect(() => createContract({ ...TERMS, spot_check_share: 0.049 })).toThrow('spot_check_share')
})

function addLabels(
  contract: Contract,
  evidence: ContractEvidence,
  { count, score }: { readonly count: number; readonly score?: number },
): ContractEvidence {
  const label = { isRight: true, ...(score === undefined ? {} : { score }) }
  return new Array(count).fill(label).reduce(contract.addLabel, evidence)
}
