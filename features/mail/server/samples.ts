/** Provides a valid input for each command and query of mail, for tests that call all of them. */
import { sql } from '#server/db/database.ts'
import { type HistorySample, type Samples } from '#server/samples/sample-parts.ts'
import { MAIL_STATUSES } from '../domain/mail.ts'

export const samples: Samples = (company) => {
  const { order } = company
  return {
    'mail.retry': async () => {
      const { mailId } = (await company.run('orders.mail-offer', {
        id: await order('OFFER'),
        version: 1,
        to: 'pelatis@hotel.example',
        subject: 'Προσφορά',
        body: '',
      })) as { mailId: number }
      await company.db.run(sql`update mails set status = 'FAILED' where id = ${mailId}`)
      await company.db.run(sql`update mail_recipients set status = 'FAILED' where mail_id = ${mailId}`)
      return { id: mailId }
    },
    'mail.of-record': async () => ({ entity: 'orders', id: await order('STOCK-OK') }),
  }
}

export const historySample: HistorySample = {
  lists: { orders: { mail: MAIL_STATUSES }, customers: { mail: MAIL_STATUSES } },
  byJobs: MAIL_STATUSES.map((status) => `mail.${status.toLowerCase()}`),
}
