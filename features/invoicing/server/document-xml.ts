/** Returns a document as a file, for a person who sends it by another way than the connected service. */
import { refuse } from '#kernel/refusal.ts'
import { download } from '#server/bytes.ts'
import { sql } from '#server/db/database.ts'
import type { AccountingDocument } from '#server/integrations/accounting/accounting.ts'
import { mydataXml } from '#server/integrations/accounting/mydata-xml.ts'
import { documentXml } from '../domain/contract.ts'

export const documentXmlDownload = download(documentXml, async ({ rows }, { id }) => {
  const document = await rows.maybe<{ request: AccountingDocument }>(
    sql`select request from accounting_documents where id = ${id}`,
  )
  // documents of earlier versions do not contain what the file needs
  if (!document || document.request.type === undefined) return refuse('missing', 'invoicing.no-xml')
  const { request } = document
  const content = Buffer.from(mydataXml(request), 'utf8')
  return { name: `${request.series}-${request.number}.xml`, mediaType: 'application/xml', content }
})
