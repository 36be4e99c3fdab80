/** Writes mails to files instead of a mail server. Any mail program can open these files. */
import { createHash } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { syncFolder } from '#server/db/pglite/sync-folder.ts'
import type { Mailer } from './mail.ts'
import { messageOf } from './mail-message.ts'

/**
 * Returns a mailer that writes to a folder. The first mail creates the folder. `delivers` is true if the folder takes the place
 * of the mailboxes, as in the demo company.
 */
export function openMailFolder(folder: string, from: string, delivers = false): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    delivers,
    async send(mail) {
      const message = messageOf(mail, from)
      if (!message) return { kind: 'refused', message: 'address' }
      try {
        const { message: content } = await transport.sendMail(message)
        await mkdir(folder, { recursive: true })
        // a retry of the same mail writes the same file
        const name = `${createHash('sha256').update(mail.messageId).digest('hex').slice(0, 24)}.eml`
        await writeWhole(folder, name, content as Buffer)
        return { kind: 'sent' }
      } catch (error) {
        return { kind: 'later', message: (error as NodeJS.ErrnoException).code ?? 'unknown' }
      }
    },
  }
}

/** Writes a file so that it is complete or absent, even after a power failure. */
async function writeWhole(folder: string, name: string, content: Buffer): Promise<void> {
  const half = join(folder, `${name}.${crypto.randomUUID()}.half`)
  const file = await open(half, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(half, join(folder, name))
  syncFolder(folder, { deep: false })
}
