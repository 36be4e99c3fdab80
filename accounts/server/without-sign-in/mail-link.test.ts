/** Tests the job that mails a link which an administrator sends: what the mail is called, and what the history says of it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { jobWorks } from '#app/server/features.ts'
import type { Mailer, MailFate, OutgoingMail } from '#server/integrations/mail/mail.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { MAIL_LINK_JOB } from './mail-link.ts'

let company: TestCompany
let mails: OutgoingMail[] = []
let fate: MailFate = { kind: 'sent' }
const mail: Mailer = {
  delivers: true,
  send: async (one) => {
    if (fate.kind === 'sent') mails.push(one)
    return fate
  },
}
beforeAll(async () => {
  company = await openTestCompany({ mail })
})
afterAll(() => company?.close())
beforeEach(async () => {
  mails = []
  fate = { kind: 'sent' }
  await company.db.run(sql`delete from jobs`)
})

const { does } = peopleOf(() => company)
const work = () => {
  const outside = () => ({ ...NOTHING_OUTSIDE, mail })
  return jobWorks({ runner: company.runner, outside, publicUrl: 'http://localhost' })[MAIL_LINK_JOB]
}
/** Presses "Send by e-mail" for an account, and returns the payload of the job. */
async function press(id: number): Promise<unknown> {
  await does('admin', 'users.mail-link', { id, language: 'eng' })
  const { payload } = await company.db.one<{ payload: unknown }>(sql`select payload from jobs`)
  return payload
}

test('the history says that a mail has failed if every attempt to send it failed', async () => {
  const id = company.userIds.operations
  const payload = await press(id)
  fate = { kind: 'later', message: '450 busy' }
  await expect(work()?.run(payload)).rejects.toThrow('did not take the mail')
  await work()?.onAbandoned?.(payload)
  const { rows } = await does<{ rows: { changes: object }[] }>('admin', 'users.history', { id })
  expect(rows[0]?.changes).toEqual({ linkMail: [null, 'FAILED'] })
})

test('the mail of a company that has not entered its name begins with the name of the product', async () => {
  await company.db.run(sql`update settings set value = value - 'name' where name = 'company'`)
  await work()?.run(await press(company.userIds.user))
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Kerino: /)])
})
