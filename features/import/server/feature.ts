/** Declares what the feature import adds to the server. */
import { feature } from '#server/feature.ts'
import { IMPORTS_TOPIC } from '../domain/contract.ts'
import { importRights } from '../domain/rights.ts'
import { checkRowsLookup, importRowsCommand, undoImportCommand } from './import-rows.ts'
import { importFileQuery, listImportsQuery, listLinesQuery } from './queries.ts'
import { oldImports, uploadImportFile } from './stored-file.ts'

export const imports = feature({
  name: 'import',
  rights: importRights,
  notifiedOf: { [IMPORTS_TOPIC]: importRights.write },
  commands: [importRowsCommand, undoImportCommand],
  lookups: [checkRowsLookup],
  queries: [importFileQuery, listImportsQuery, listLinesQuery],
  uploads: [uploadImportFile],
  retentions: [oldImports],
})
