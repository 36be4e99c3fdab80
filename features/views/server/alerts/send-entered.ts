/** Writes the mail and the message about what entered a view. */
import { writeMail } from '#features/mail/server/write-mail.ts'
import type { ListAlert } from '#server/lists/declared-list.ts'
import { tell } from '#server/notices/notices.ts'
import type { Work } from '#server/work.ts'
import { viewsEntity } from '../../domain/entity.ts'
import type { Alert } from './alert.ts'
import { enteredText } from './entered-text.ts'
import { ENTERED } from './messages.ts'

/** The most rows that a mail names. */
const MOST_NAMED = 20
/** The most rows that a message names. */
const MOST_IN_MESSAGE = 3

type Entered = {
  readonly alert: Alert
  /** The ids of the rows that entered, newest first. */
  readonly entered: readonly number[]
  readonly email: string
  readonly list: ListAlert
  readonly publicUrl: string
}

export async function sendEntered(work: Work, { alert, entered, email, list, publicUrl }: Entered): Promise<void> {
  const { viewId, name, language, userId } = alert
  const named = await list.things(work.tx, entered.slice(0, MOST_NAMED))
  const { subject, body } = enteredText({ language, name, viewId, named, count: entered.length, publicUrl })
  // the mails of a press are sent before them
  const mail = { entity: viewsEntity, entityId: viewId, to: email, subject, body, attachment: null, bulk: true }
  await writeMail(work, mail)
  const titles = named.slice(0, MOST_IN_MESSAGE).map(({ title }) => title)
  const others = entered.length - titles.length
  await tell(work, {
    kind: ENTERED.name,
    userIds: [userId],
    entity: viewsEntity.name,
    entityId: viewId,
    sourceId: viewId,
    text: `${name}: ${[...titles, ...(others > 0 ? [`+${others}`] : [])].join(', ')}`,
  })
}
