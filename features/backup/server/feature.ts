/** Declares what the feature backup adds to the server. */
import { type Feature, feature } from '#server/feature.ts'
import { type DataTable, tableRegistry } from '#server/data-api/table.ts'
import type { Restoring, SilentRestore } from '#server/restoring/restoring.ts'
import { BACKUPS_TOPIC } from '../domain/contract.ts'
import { backupRights } from '../domain/rights.ts'
import { lookups } from './lookups.ts'
import { fetchBackupDownload, queries } from './queries.ts'
import { addPartUpload, beginUploadLookup } from './receive.ts'
import { storeLookups } from './store/store-lookups.ts'
import { BACKUP_JOB, backupNightly, backupWork } from './work/run-backup.ts'
import { RESTORE_JOB, restoreWork } from './work/run-restore.ts'
import { owns } from './tables.ts'

type Declared = {
  /** Returns the tables of the data API, from which the named files are written. */
  readonly tables: () => readonly DataTable[]
  /** Returns what the other features do when a restore replaces their records. */
  readonly restoring: () => readonly Restoring[]
  /** Returns what the other features do so that nothing restored is announced. */
  readonly silent: () => readonly SilentRestore[]
}

export const backup = ({ tables, restoring, silent }: Declared): Feature =>
  feature({
    name: 'backup',
    owns,
    rights: backupRights,
    entities: [{ name: BACKUPS_TOPIC, read: backupRights.manage, tables: owns }],
    queries,
    lookups: [...lookups, ...storeLookups, beginUploadLookup],
    uploads: [addPartUpload],
    downloads: [fetchBackupDownload],
    schedules: [backupNightly],
    jobs: (parts) => {
      const whole = { ...parts, tables: tableRegistry(tables()), restoring: restoring(), silent: silent() }
      return { [BACKUP_JOB]: backupWork(whole), [RESTORE_JOB]: restoreWork(whole) }
    },
  })
