import { expect, it } from 'vitest'
import type { Store } from './store.ts'
import { sampleDesign, samplePage, samplePageVersion, sampleSnapshot } from './store-page-samples.ts'

type Current = () => Store

/** The part of the contract about pages; run by `describeStoreConformance`. */
export function describePageConformance(store: Current): void {
  describePages(store)
  describeVersions(store)
  describeShared(store)
}

function describePages(store: Current): void {
  it('finds a page by id and by slug within its session, and lists them in their order', async () => {
    const [menu, cart] = [samplePage('ses_p', 'menu', 2), samplePage('ses_p', 'cart', 1)]
    await store().transact(async tx => {
      await tx.putPage(menu)
      await tx.putPage(cart)
      await tx.putPage(samplePage('ses_q', 'menu', 0))
    })
    expect(await store().getPage(menu.page_id)).toStrictEqual(menu)
    expect(await store().findPage('ses_p', 'cart')).toStrictEqual(cart)
    expect(await store().findPage('ses_p', 'nowhere')).toBeUndefined()
    expect((await store().listPages('ses_p')).map(page => page.slug)).toEqual(['cart', 'menu'])
  })

  it('replaces a page under its id, and refuses a second one under its slug', async () => {
    const page = samplePage('ses_s', 'index', 0)
    await store().transact(tx => tx.putPage(page))
    await store().transact(tx => tx.putPage({ ...page, title: 'Anew', slug: 'start' }))
    expect(await store().findPage('ses_s', 'index')).toBeUndefined()
    expect(await store().findPage('ses_s', 'start')).toMatchObject({ title: 'Anew' })
    const other = { ...samplePage('ses_s', 'start', 1), page_id: 'page_other' }
    await expect(store().transact(tx => tx.putPage(other))).rejects.toThrow()
    expect(await store().listPages('ses_s')).toHaveLength(1)
  })
}

function describeVersions(store: Current): void {
  it('gives back the HTML of a version as it was put, by number, by id and by change', async () => {
    const html = 'a \u0000 b \ud800 ż 🦔 "quoted" \n'
    const version = samplePageVersion('page_v', 1, { html })
    await store().transact(tx => tx.insertPageVersion(version))
    expect(await store().getPageVersion('page_v', 1)).toStrictEqual(version)
    expect(await store().findPageVersion({ version_id: version.version_id })).toStrictEqual(version)
    const { session_id, change_id } = version
    expect(await store().findPageVersion({ session_id, change_id })).toStrictEqual(version)
    expect(await store().findPageVersion({ session_id: 'ses_no', change_id })).toBeUndefined()
    expect(await store().getPageVersion('page_v', 2)).toBeUndefined()
  })

  it('writes one version for one change and one number', async () => {
    await store().transact(tx => tx.insertPageVersion(samplePageVersion('page_o', 1)))
    const again = samplePageVersion('page_o', 2, { change_id: 'change_page_o_1' })
    await expect(store().transact(tx => tx.insertPageVersion(again))).rejects.toThrow()
    const same = samplePageVersion('page_o', 1, { change_id: 'x', version_id: 'y' })
    await expect(store().transact(tx => tx.insertPageVersion(same))).rejects.toThrow()
    expect(await store().listPageVersions('page_o')).toHaveLength(1)
  })

  it('lists versions newest first without their HTML, and keeps what is marked and released', async () => {
    const versions = [1, 2, 3].map(number => samplePageVersion('page_l', number))
    await store().transact(async tx => {
      for (const version of versions) await tx.insertPageVersion(version)
    })
    const [newest, middle, oldest] = await store().listPageVersions('page_l')
    expect([newest?.version, middle?.version, oldest?.version]).toEqual([3, 2, 1])
    expect(newest).not.toHaveProperty('html')
    if (!middle || !oldest) throw new Error('no versions')
    await store().transact(async tx => {
      await tx.markPageVersion({ ...middle, is_pinned: true })
      await tx.releasePageVersion({ ...oldest, is_released: true, released_at: 'now' })
    })
    expect(await store().getPageVersion('page_l', 2)).toMatchObject({
      is_pinned: true,
      html: versions[1]?.html,
    })
    expect(await store().getPageVersion('page_l', 1)).toMatchObject({ is_released: true, html: null })
  })

  it('forgets a page with all its versions', async () => {
    await store().transact(async tx => {
      await tx.putPage(samplePage('ses_d', 'gone', 0))
      await tx.insertPageVersion(samplePageVersion('page_ses_d_gone', 1))
      await tx.deletePage('page_ses_d_gone')
    })
    expect(await store().listPages('ses_d')).toEqual([])
    expect(await store().listPageVersions('page_ses_d_gone')).toEqual([])
  })
}

function describeShared(store: Current): void {
  it('answers the design system in use, an earlier one, and the one of a change', async () => {
    const [first, second] = [sampleDesign('ses_y', 1), sampleDesign('ses_y', 2)]
    await store().transact(async tx => {
      await tx.insertDesignSystem(first)
      await tx.insertDesignSystem(second)
    })
    expect(await store().getDesignSystem('ses_y')).toStrictEqual(second)
    expect(await store().getDesignSystem('ses_y', 1)).toStrictEqual(first)
    expect(await store().findDesignSystem('ses_y', first.change_id)).toStrictEqual(first)
    expect(await store().getDesignSystem('ses_n')).toBeUndefined()
    const taken = { ...sampleDesign('ses_y', 2), change_id: 'another' }
    await expect(store().transact(tx => tx.insertDesignSystem(taken))).rejects.toThrow()
  })

  it('keeps snapshots with their content, until they are released', async () => {
    const [first, second] = [sampleSnapshot('ses_z', 1), sampleSnapshot('ses_z', 2)]
    await store().transact(async tx => {
      await tx.insertPageSnapshot(first)
      await tx.insertPageSnapshot(second)
    })
    expect(await store().getPageSnapshot(first.snapshot_id)).toStrictEqual(first)
    expect(await store().findPageSnapshot('ses_z', second.change_id)).toStrictEqual(second)
    const listed = await store().listPageSnapshots('ses_z')
    expect(listed.map(snapshot => snapshot.number)).toEqual([2, 1])
    const { content, ...kept } = first
    expect(listed[1]).toStrictEqual(kept)
    await store().transact(tx => tx.markPageSnapshot({ ...kept, is_pinned: true }))
    expect(await store().getPageSnapshot(first.snapshot_id)).toStrictEqual({ ...first, is_pinned: true })
    await store().transact(tx => tx.markPageSnapshot({ ...kept, is_released: true }))
    expect(await store().getPageSnapshot(first.snapshot_id)).toMatchObject({ content: null })
    expect(content).not.toBeNull()
  })

  it('forgets everything of one session and nothing of another', async () => {
    await store().transact(async tx => {
      for (const session of ['ses_away', 'ses_here']) {
        await tx.putPage(samplePage(session, 'index', 0))
        await tx.insertPageVersion(samplePageVersion(`page_${session}_index`, 1, { session_id: session }))
        await tx.insertPageSnapshot(sampleSnapshot(session, 1))
        await tx.insertDesignSystem(sampleDesign(session, 1))
      }
    })
    expect(await store().transact(tx => tx.deletePages('ses_away'))).toBe(4)
    expect(await store().listPages('ses_away')).toEqual([])
    expect(await store().listPageSnapshots('ses_away')).toEqual([])
    expect(await store().listPages('ses_here')).toHaveLength(1)
    expect(await store().getDesignSystem('ses_here')).toBeDefined()
  })
}
