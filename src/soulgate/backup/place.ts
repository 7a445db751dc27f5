import type { SoulgateOptions } from '../program.ts'

/** Which database: the same options that `createSoulgate` takes. */
export type BackupPlace = Pick<SoulgateOptions, 'home' | 'databaseUrl' | 'storePath' | 'clock'>
