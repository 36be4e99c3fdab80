/** Reads the table of document codes. */
import { keptQuery } from '#server/command.ts'
import type { Rows } from '#server/db/database.ts'
import { readSettings } from '#server/settings.ts'
import { CODES_SETTINGS, type DocumentCode, listDocumentCodes } from '../domain/document-codes.ts'

export const CODES_FORM = 'codes'

/** Returns the codes of documents in the order of the settings. */
export async function readCodes(rows: Rows): Promise<readonly DocumentCode[]> {
  const { codes } = await readSettings(rows, { name: CODES_FORM, settings: CODES_SETTINGS })
  return codes
}

export const listDocumentCodesQuery = keptQuery(listDocumentCodes, async ({ rows }) => ({
  codes: [...(await readCodes(rows))],
}))
