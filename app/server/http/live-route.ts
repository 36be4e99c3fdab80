/**
 * `GET /app/live`: server-sent events with the names of changed records and with who has a record open. The stream ends with its
 * session. `POST /app/live/present`: a page opens or closes a record.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readSessionState } from '#accounts/server/session-state.ts'
import { isSame } from '#kernel/changes.ts'
import { PRESENCE_ADDRESS, type PresentPeople, zPresence } from '#kernel/live/presence.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Database } from '#server/db/database.ts'
import { mayTakePart } from '#app/server/live/live-reach.ts'
import type { Live } from '#app/server/live/live.ts'
import type { Actor } from '#server/work.ts'
import type { Caller, Credentials } from './credentials.ts'

export const LIVE_ADDRESS = '/app/live'

const BEAT_MILLISECONDS = 25_000
/**
 * The most streams of one account in one process; a browser needs one. The limit protects the memory of a process, so
 * each process counts its own.
 */
const MOST_STREAMS = 30
/**
 * A stream with more unsent bytes is cut, so that a page that reads nothing does not fill the memory. The page
 * reconnects.
 */
const MOST_UNSENT_BYTES = 256 * 1024
/** A key whose end has come by the clock of this process is read again after this time. */
const LEAST_WAIT_MILLISECONDS = 1_000
/** Timers accept at most 24 days. */
const LONGEST_WAIT_MILLISECONDS = 24 * 3_600_000

type LiveParts = { readonly db: Database; readonly live: Live; readonly credentials: Credentials }

export function liveRoute(app: FastifyInstance, { db, live, credentials }: LiveParts): void {
  presenceRoute(app, { db, live, credentials })
  const streams = new Map<string, number>()

  app.get(LIVE_ADDRESS, async (request, reply) => {
    const caller = await credentials.callerOf(request, false)
    if (caller.actor.role === null) refuse('forbidden', 'forbidden')
    // an administrator who sees the pages of a driver acts as the driver, and is still signed in as themselves
    const userId = caller.session?.user.id ?? null
    const account = userId === null ? `key ${caller.actor.name}` : `user ${userId}`
    if (reply.raw.destroyed) {
      // the page closed while its session was looked up; a stream without a reader would never end
      reply.hijack()
      return
    }
    const open = streams.get(account) ?? 0
    if (open >= MOST_STREAMS) refuse('tooMany', 'too-many-streams', { retryAfterSeconds: 60, most: MOST_STREAMS })
    streams.set(account, open + 1)

    reply.hijack()
    const stream = reply.raw
    stream.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'keep-alive',
      'x-accel-buffering': 'no',
    })
    const send = (text: string): void => {
      if (stream.writableEnded) return
      stream.write(text)
      if (stream.writableLength > MOST_UNSENT_BYTES) stream.destroy()
    }
    const id = randomUUID()
    // the stream names its account, because another person may have signed in in another tab
    send(`retry: 2000\n\nevent: hello\ndata: ${JSON.stringify({ userId, stream: id })}\n\n`)
    const sendPeople = (present: PresentPeople): void => send(`data: ${JSON.stringify({ present })}\n\n`)
    const session = caller.session?.id ?? null
    const people = live.peopleFor(caller.actor, session)
    if (Object.keys(people).length > 0) sendPeople(people)
    const stop = live.subscribe({
      actor: caller.actor,
      session,
      receive: (topics) => send(`data: ${JSON.stringify({ topics })}\n\n`),
      receivePeople: sendPeople,
    })
    const watch = watchSession(caller, () => leftOf(db, credentials, caller, request), {
      live,
      end: () => {
        send('event: ended\ndata: {}\n\n')
        stream.end()
      },
      cut: () => stream.end(),
    })
    const beat = setInterval(() => send(': beat\n\n'), BEAT_MILLISECONDS)
    stream.on('close', () => {
      clearInterval(beat)
      stop()
      watch.stop()
      void live.present({ streamEnded: id })
      const left = (streams.get(account) ?? 1) - 1
      if (left > 0) streams.set(account, left)
      else streams.delete(account)
    })
  })
}

/** Takes from a page that it opened or closed a record. Both are shown to the people who have the same right. */
function presenceRoute(app: FastifyInstance, { live, credentials }: LiveParts): void {
  app.post(PRESENCE_ADDRESS, async (request, reply) => {
    const { actor, session } = await credentials.callerOf(request, true)
    const said = zPresence.safeParse(request.body)
    if (!said.success) refuse('invalid', 'malformed')
    const { open, ...tab } = said.data
    if (session === null || !mayTakePart(actor, tab.record)) refuse('forbidden', 'forbidden')
    const name = session.user.firstName || session.user.username
    const here = { ...tab, session: session.id }
    await live.present(open ? { opened: { ...here, name } } : { closed: here })
    return reply.code(204).send()
  })
}

/**
 * Returns for how many milliseconds the rights of the caller stay as they were when the stream was opened; null if
 * they have changed.
 */
async function leftOf(
  db: Database,
  credentials: Credentials,
  { session, actor }: Caller,
  request: FastifyRequest,
): Promise<number | null> {
  if (session) {
    const now = await readSessionState(db, session.id)
    // with other rights the stream would name records that the page may no longer read; the page opens another one
    return now && sameRights(now, actor) ? now.millisecondsLeft : null
  }
  const now = await credentials.callerOf(request, false).catch(() => null)
  if (!now || !sameRights(now.actor, actor)) return null
  // the key is read again at its end, by the clock of the database
  return now.endsAt ? Math.max(Date.parse(now.endsAt) - Date.now(), LEAST_WAIT_MILLISECONDS) : Number.POSITIVE_INFINITY
}

type Reader = Pick<Actor, 'role' | 'rightChanges' | 'section'>

const sameRights = (one: Reader, other: Reader): boolean =>
  one.role === other.role && one.section === other.section && isSame(one.rightChanges ?? {}, other.rightChanges ?? {})

type Watching = { readonly live: Live; readonly end: () => void; readonly cut: () => void }

/** Ends the stream when its session ends: when it expires, or on a notification that it has ended. */
function watchSession(
  { session }: Caller,
  left: () => Promise<number | null>,
  { live, end, cut }: Watching,
): { stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const look = async (): Promise<void> => {
    clearTimeout(timer)
    let milliseconds: number | null
    try {
      milliseconds = await left()
    } catch {
      // the session could not be read, so the stream ends and the page reconnects by itself
      return cut()
    }
    if (stopped) return
    if (milliseconds === null) return end()
    clearTimeout(timer)
    if (Number.isFinite(milliseconds))
      timer = setTimeout(() => void look(), Math.min(milliseconds + 1, LONGEST_WAIT_MILLISECONDS)).unref()
  }
  const subjects = session ? ['*', `session:${session.id}`, `user:${session.user.id}`] : ['*', 'keys']
  const forget = live.onAccessChange((subject) => {
    if (subjects.includes(subject)) void look()
  })
  // the session may have ended between its lookup and this subscription
  void look()
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
      forget()
    },
  }
}
