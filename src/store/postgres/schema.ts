/** Everything of Soulgate lies in a schema of its own, so that a database can be shared with other programs. */
export const SCHEMA = 'soulgate'

/** Any number, the same in every version: whoever holds it migrates. */
export const MIGRATION_LOCK = 7_319_552_036
