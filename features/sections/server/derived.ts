/** A changed account of a section changes whom its tablet acts for. */
import { sql } from '#server/db/database.ts'
import { tellsAccess } from '#server/derived/tells.ts'

export const derived = [
  tellsAccess('sections', '*', { added: sql`new.account_name is not null`, changed: ['account_name', 'aliases'] }),
]
