/** Declares what the feature import adds to the server. */
import { feature } from '#server/feature.ts'
import { IMPORTS_TOPIC } from '../domain/contract.ts'
import { importRights } from '../domain/rights.ts'
import { checkRowsLookup, importRowsCommand, undoImportCommand } from './import-rows.ts'
import {
  goOnMoveInCommand,
  listMoveInsQuery,
  listRefusedRecordsQuery,
  moveInQuery,
  readAddressLookup,
  uploadBackup,
} from './move-in/commands.ts'
import { stoppedMoveIns } from './move-in/after-restore.ts'
import { MOVE_IN_JOB, moveInWork } from './move-in/run-move-in.ts'
import { importFileQuery, listImportsQuery, listLinesQuery } from './queries.ts'
import { oldImports, uploadImportFile } from './stored-file.ts'
import { owns } from './tables.ts'

export const imports = feature({
  name: 'import',
  owns,
  rights: importRights,
  notifiedOf: { [IMPORTS_TOPIC]: importRights.write },
  commands: [importRowsCommand, undoImportCommand, goOnMoveInCommand],
  lookups: [checkRowsLookup, readAddressLookup],
  queries: [importFileQuery, listImportsQuery, listLinesQuery, moveInQuery, listMoveInsQuery, listRefusedRecordsQuery],
  uploads: [uploadImportFile, uploadBackup],
  retentions: [oldImports],
  restoring: [stoppedMoveIns],
  jobs: (parts) => ({ [MOVE_IN_JOB]: moveInWork(parts) }),
})
