/** Declares what the feature stock-proof adds to the server. */
import { stockRights } from '#features/stock/domain/rights.ts'
import { feature } from '#server/feature.ts'
import { CHECKS_TOPIC } from '../domain/contract.ts'
import { differingStock } from './differing.ts'
import { listChecksQuery, proofLineQuery } from './queries.ts'
import { CHECK_JOB, checkNightly, checkWork, oldChecks, startCheckCommand } from './run-check.ts'
import { owns } from './tables.ts'

export const stockProof = feature({
  name: 'stock-proof',
  owns,
  notifiedOf: { [CHECKS_TOPIC]: stockRights.read },
  commands: [startCheckCommand],
  queries: [proofLineQuery, listChecksQuery],
  facts: [differingStock],
  retentions: [oldChecks],
  schedules: [checkNightly],
  jobs: (parts) => ({ [CHECK_JOB]: checkWork(parts) }),
})
