/** What the feature mail brings to the server. */
import { feature } from '#server/feature.ts'
import { downloadAttachment, mailsOfRecordQuery } from './queries.ts'
import { MOST_TRIES } from '../domain/mail.ts'
import { retryMailCommand } from './retry-mail.ts'
import { giveUpMail, sendMail } from './send-mail.ts'
import { SEND_JOB } from './write-mail.ts'

export const mail = feature({
  name: 'mail',
  commands: [retryMailCommand],
  queries: [mailsOfRecordQuery],
  downloads: [downloadAttachment],
  jobs: ({ runner, outside }) => ({
    [SEND_JOB]: {
      run: sendMail(runner, () => outside().mail),
      onAbandoned: giveUpMail(runner),
      atOnce: 4,
      tries: MOST_TRIES,
    },
  }),
})
