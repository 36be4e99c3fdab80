import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { beforeEach, expect, test } from 'vitest'
import type { OutgoingMail } from './mail.ts'
import { openMailFolder } from './mail-folder.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

const MAIL: OutgoingMail = {
  messageId: '../../offer-12@kerino.example',
  to: 'info@akti.example',
  subject: 'Προσφορά 12',
  text: 'Καλημέρα σας',
  attachments: [{ name: 'Προσφορά.pdf', mediaType: 'application/pdf', content: Buffer.from('%PDF-1.7 αβγ') }],
}

let folder: string
beforeEach(() => {
  folder = temporaryFolder('mail')
  return () => rmSync(folder, { recursive: true })
})

test('a mail becomes one file that mail programs can open, and sending it again gives the same file', async () => {
  const out = join(folder, 'data', 'mail')
  const mailer = openMailFolder(out, 'Κερίνο <office@kerino.example>')
  expect(await mailer.send(MAIL)).toEqual({ kind: 'sent' })
  expect(await mailer.send(MAIL)).toEqual({ kind: 'sent' })
  expect(await mailer.send({ ...MAIL, messageId: 'offer-13@kerino.example', subject: 'Προσφορά 13' })).toEqual({
    kind: 'sent',
  })
  const names = readdirSync(folder, { recursive: true }) as string[]
  expect(names.filter((name) => !/^data([/\\]mail)?$/.test(name))).toEqual([
    expect.stringMatching(/^data[/\\]mail[/\\]\w{24}\.eml$/),
    expect.stringMatching(/^data[/\\]mail[/\\]\w{24}\.eml$/),
  ])
  const mails = await Promise.all(readdirSync(out).map((name) => PostalMime.parse(readFileSync(join(out, name)))))
  expect(mails.map(({ subject }) => subject ?? '').toSorted()).toEqual(['Προσφορά 12', 'Προσφορά 13'])
  expect(mails[0]).toMatchObject({ from: { name: 'Κερίνο' }, attachments: [{ filename: 'Προσφορά.pdf' }] })
  expect(Buffer.from(mails[0]?.attachments[0]?.content as ArrayBuffer).toString()).toBe('%PDF-1.7 αβγ')
})

test('an invalid address is refused, and a folder that cannot be written to is retried later', async () => {
  expect(await openMailFolder(folder, 'a@b.example').send({ ...MAIL, to: 'nobody' })).toMatchObject({ kind: 'refused' })
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(await openMailFolder(join(file, 'mail'), 'a@b.example').send(MAIL)).toMatchObject({ kind: 'later' })
})
