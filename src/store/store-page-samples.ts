import type { Page } from '../contracts/page.ts'
import type { StoredDesignSystem, StoredPageSnapshot, StoredPageVersion } from './store.ts'
import { AT } from './store-samples.ts'

export function samplePage(session_id: string, slug: string, order_index: number): Page {
  return {
    page_id: `page_${session_id}_${slug}`,
    session_id,
    slug,
    title: slug,
    description: 'What it is for.',
    role: 'page',
    order_index,
    current_version: 1,
    current_version_id: `ver_${slug}`,
    created_at: AT,
    updated_at: AT,
  }
}

export function samplePageVersion(
  page_id: string,
  version: number,
  changes: Partial<StoredPageVersion> = {},
): StoredPageVersion {
  return {
    version_id: `ver_${page_id}_${version}`,
    page_id,
    session_id: `ses_of_${page_id}`,
    version,
    html: `the page as version ${version} had it`,
    html_digest: 'digest',
    size_bytes: 30,
    description: 'written',
    source: 'auto',
    is_pinned: false,
    is_released: false,
    fallback_used: false,
    created_by: 'agent:chat',
    created_at: AT,
    change_id: `change_${page_id}_${version}`,
    ...changes,
  }
}

export function sampleDesign(session_id: string, version: number): StoredDesignSystem {
  return {
    session_id,
    version,
    style: 'clean-modern',
    mode: 'light',
    tokens: {
      colors: { primary: '#2563eb' },
      font_family: 'system-ui',
      heading_font_family: 'system-ui',
      scale: 'normal',
      radius: 'medium',
      spacing: 'normal',
      shadow: 'subtle',
    },
    css: ':root{--primary:#2563eb}',
    created_at: AT,
    change_id: `change_${version}`,
  }
}

export function sampleSnapshot(session_id: string, number: number): StoredPageSnapshot {
  return {
    snapshot_id: `snap_${session_id}_${number}`,
    session_id,
    number,
    label: 'a moment',
    source: 'manual',
    is_pinned: false,
    is_released: false,
    pages: [{ page_id: 'page_1', slug: 'index', title: 'Start', version: 1, html_digest: 'digest' }],
    created_by: 'person:grace',
    created_at: AT,
    change_id: `change_${number}`,
    content: { pages: { index: 'a \u0000 b' } },
  }
}
