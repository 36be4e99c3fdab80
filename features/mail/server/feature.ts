/** Declares what the feature mail adds to the server. */
import type { DeclaredEntity } from '#server/entities.ts'
import { type Feature, feature } from '#server/feature.ts'
import { mailRights } from '../domain/rights.ts'
import { mailRetentions } from './forget-mails.ts'
import { downloadAttachment, mailsOfRecordQuery } from './queries.ts'
import { MOST_TRIES } from '../domain/mail.ts'
import { retryMailCommand } from './retry-mail.ts'
import { unsureMails } from './after-restore.ts'
import { giveUpMail, sendMail } from './send-mail.ts'
import { undeliveredMails } from './undelivered-mails.ts'
import { SEND_JOB } from './write-mail.ts'
import { owns } from './tables.ts'

/** The manifest of mails, which may be about records of these kinds. */
export const mail = (entities: readonly DeclaredEntity[]): Feature =>
  feature({
    name: 'mail',
    owns,
    rights: mailRights,
    commands: [retryMailCommand(entities)],
    queries: [mailsOfRecordQuery(entities)],
    downloads: [downloadAttachment(entities)],
    references: [{ to: null, name: 'mails', table: 'mails', column: 'entity_id', kindColumn: 'entity' }],
    facts: [undeliveredMails(entities)],
    retentions: mailRetentions(entities),
    restoring: [unsureMails],
    jobs: ({ runner, outside }) => ({
      [SEND_JOB]: {
        run: sendMail(runner, () => outside().mail),
        onAbandoned: giveUpMail(runner),
        atOnce: 4,
        tries: MOST_TRIES,
      },
    }),
  })
