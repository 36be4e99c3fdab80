/**
 * The version before the baseline. Its many migrations became the few files up to `BASELINE_END`, which make the same database
 * (docs/decisions/0121-baseline-of-migrations.md). Databases and backups of exactly this version continue; older ones start it once.
 */
export const BEFORE_BASELINE = {
  /** As people see it. In git it is the tag `v0.4.0`. */
  version: '0.4.0',
  first: '0001_foundation.sql',
  last: '0800_postings.sql',
  /** The hash over all its migrations (`hashOf`). */
  migrations: '48bb76112741d7430443c2dfcbffe6982aede2fe8e506e9c03bede92bc059478',
} as const

/** The last file of the baseline. */
export const BASELINE_END = '0807_money.sql'
