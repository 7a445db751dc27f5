export { type ExportedSession, exportPages } from './export.ts'
export type { PageAuthor } from './page-parts.ts'
export { createPages, type Pages, type PagesOverview } from './page-store.ts'
export { type PagePreview, previewDoor, previewPage } from './preview.ts'
