/** The job that sends a line to a device, at least once. What was read, solved or hidden meanwhile is not sent. */
import { z } from 'zod'
import { sessionUser, readUserRow } from '#accounts/server/user-row.ts'
import { dayOf } from '#kernel/day.ts'
import { LANGUAGES } from '#kernel/languages.ts'
import { sql } from '#server/db/database.ts'
import type { JobParts } from '#server/feature.ts'
import { type JobWork, Later } from '#server/jobs/jobs.ts'
import { readPushKeys } from '#server/push/push-keys.ts'
import { type PushDevice, sendPush } from '#server/push/send-push.ts'
import { type NoticeKinds, readLine } from '../queries.ts'
import { lineMessage } from './line-text.ts'
import { DEVICES, forgetDevice, READABLE } from './readable-devices.ts'

const zPayload = z.strictObject({ deviceId: z.int(), key: z.string() })
const zLanguage = z.enum(LANGUAGES.map(({ code }) => code))

type Due = PushDevice & { readonly userId: number; readonly sessionId: number; readonly language: string }

/** The job is abandoned after two hours of failures. The bell shows the line in any case. */
const MOST_TRIES = 30
/** The most messages that a process sends to one push service at once. */
const AT_ONCE_EACH = 4
/** Nearly all browsers use one of four services. */
const SERVICES_AT_ONCE = 6

export const pushWork =
  (kinds: NoticeKinds) =>
  ({ runner, outside, publicUrl, log }: JobParts): JobWork => ({
    // a slow push service holds only its own places, each for ten seconds at most, so it does not delay the others
    atOnce: SERVICES_AT_ONCE * AT_ONCE_EACH,
    atOnceEach: AT_ONCE_EACH,
    tries: MOST_TRIES,
    run: async (payload) => {
      const { deviceId, key } = zPayload.parse(payload)
      const { db } = runner
      const due = await db.maybe<Due>(sql`
        select d.id, d.endpoint, d.p256dh, d.auth, d.user_id as "userId", d.session_id as "sessionId",
          coalesce((select p.language from preferences p where p.user_id = d.user_id), d.language) as language
        from ${DEVICES} where d.id = ${deviceId} and ${READABLE}`)
      if (!due) return
      const keys = await readPushKeys(db, runner.sealing)
      if (typeof keys === 'string') {
        log?.warn({ cause: keys }, 'a notification was not sent: the server cannot read its keys for push services')
        return
      }
      const user = sessionUser(await readUserRow(db, due.userId))
      const { id: userId, username: name, actingRole: role, section, rightChanges } = user
      const actor = { userId, name, role, section, rightChanges, sessionId: due.sessionId }
      const today = dayOf(runner.clock().toISOString())
      const line = await runner.read(actor, (rows) => readLine(kinds, { rows, actor, today }, key))
      if (!line?.unread) return
      const message = await lineMessage(line, zLanguage.parse(due.language))
      const answer = await sendPush(outside().hooks, { keys, publicUrl }, due, message)
      if (answer.kind === 'gone') await forgetDevice(db, due.id)
      if (answer.kind === 'refused')
        log?.warn(
          { device: due.id, status: answer.status, failure: answer.failure },
          'a push service refused a notification',
        )
      if (answer.kind === 'later') throw new Later('the push service did not take the notification', 0)
    },
  })
