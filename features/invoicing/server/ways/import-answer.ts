import { refuse } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { readMydataAnswer } from '#server/integrations/accounting/mydata-answer.ts'
import { importAnswer, waitsForPerson } from '../../domain/ways.ts'
import { finishOrder, lockDocument, openDocumentOf, refuseFound, writeState } from '../settle-document.ts'

/** Stores the answer to a document that waits for a person. Refuses an answer to another document, or with the MARK of one. */
export const importAnswerCommand = command(importAnswer, async (work, { id, answer }) => {
  const order = await work.tx.maybe(sql`select id from orders where id = ${id}`)
  if (!order) refuse('missing', 'orders.missing', { orderId: id })
  const open = await openDocumentOf(work, id)
  if (!open) return refuse('refused', 'invoicing.nothing-open')
  const document = await lockDocument(work, open.id, id)
  if (!waitsForPerson(document.errorCode)) refuse('refused', 'invoicing.no-answer-awaited')
  const read = readMydataAnswer(answer, document.request)
  if (read === null)
    return refuse('invalid', 'invoicing.answer-unreadable', { fields: { answer: 'invoicing.answer-unreadable' } })
  if (read.kind === 'refused') {
    const { code, message } = read
    await writeState(work, document, 'refused', { status: 'FAILED', code, message, clear: true })
    return { id, issued: false }
  }
  const { mark, uid, authenticationCode, qrUrl } = read
  await refuseFound(work, document, mark)
  await work.tx.run(sql`
    update accounting_documents set status = 'ACKNOWLEDGED', mark = ${mark}, uid = ${uid},
      authentication_code = ${authenticationCode}, qr_url = ${qrUrl}, settled_by = ${work.actor.name},
      settled_reason = 'XML', error_code = null, error_message = null, unclear_since = null, updated_at = now()
    where id = ${document.id}`)
  work.record({
    entity: 'orders',
    id,
    changes: { document: [document.status, 'acknowledged'], mark: [null, mark] },
  })
  await finishOrder(work, document)
  return { id, issued: true }
})
