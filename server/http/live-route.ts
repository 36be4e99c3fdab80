/** `GET /app/live`: server-sent events that name the records which changed. The stream ends with its session. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readStanding } from '#features/users/server/session-standing.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Database } from '#server/db/database.ts'
import type { Live } from '#server/live.ts'
import type { Caller, Credentials } from './credentials.ts'

export const LIVE_ADDRESS = '/app/live'

const BEAT_MILLISECONDS = 25_000
/**
 * Streams of one account in one process; a browser needs one. It bounds the memory of a process, so each process counts
 * its own.
 */
export const MOST_STREAMS = 30
/** With more unsent bytes than this a stream is cut, so that a page that reads nothing fills no memory; it connects again. */
const MOST_UNSENT_BYTES = 256 * 1024
/** Timers hold at most 24 days. */
const LONGEST_WAIT_MILLISECONDS = 24 * 3_600_000

type LiveParts = { readonly db: Database; readonly live: Live; readonly credentials: Credentials }

export function liveRoute(app: FastifyInstance, { db, live, credentials }: LiveParts): void {
  const streams = new Map<string, number>()

  app.get(LIVE_ADDRESS, async (request, reply) => {
    const caller = await credentials.callerOf(request, false)
    if (caller.actor.role === null) refuse('forbidden', 'forbidden')
    const account = caller.actor.userId === null ? `key ${caller.actor.name}` : `user ${caller.actor.userId}`
    if (reply.raw.destroyed) {
      // the page was closed while its session was looked up; a stream without a reader would never end
      reply.hijack()
      return
    }
    const open = streams.get(account) ?? 0
    if (open >= MOST_STREAMS) refuse('tooMany', 'too-many-streams', { retryAfterSeconds: 60, most: MOST_STREAMS })
    streams.set(account, open + 1)

    reply.hijack()
    const line = reply.raw
    line.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'keep-alive',
      'x-accel-buffering': 'no',
    })
    const send = (text: string): void => {
      if (line.writableEnded) return
      line.write(text)
      if (line.writableLength > MOST_UNSENT_BYTES) line.destroy()
    }
    // the page learns for whom the stream is: another tab may have signed somebody else in meanwhile
    send(`retry: 2000\n\nevent: hello\ndata: ${JSON.stringify({ userId: caller.actor.userId })}\n\n`)
    const stop = live.subscribe({
      actor: caller.actor,
      hear: (topics) => send(`data: ${JSON.stringify({ topics })}\n\n`),
    })
    const watch = watchSession(caller, () => leftOf(db, credentials, caller, request), {
      live,
      end: () => {
        send('event: ended\ndata: {}\n\n')
        line.end()
      },
      cut: () => line.end(),
    })
    const beat = setInterval(() => send(': beat\n\n'), BEAT_MILLISECONDS)
    line.on('close', () => {
      clearInterval(beat)
      stop()
      watch.stop()
      const left = (streams.get(account) ?? 1) - 1
      if (left > 0) streams.set(account, left)
      else streams.delete(account)
    })
  })
}

/** Milliseconds for which the caller is still who he was when the stream was opened; null when he is not. */
async function leftOf(
  db: Database,
  credentials: Credentials,
  { session, actor }: Caller,
  request: FastifyRequest,
): Promise<number | null> {
  if (session) {
    const now = await readStanding(db, session.id)
    // with another role the stream would tell what the page may no longer read; the page opens another one
    return now && now.role === actor.role && now.section === actor.section ? now.millisecondsLeft : null
  }
  const now = await credentials.callerOf(request, false).catch(() => null)
  return now?.actor.role === actor.role ? Number.POSITIVE_INFINITY : null
}

type Watching = { readonly live: Live; readonly end: () => void; readonly cut: () => void }

/** Ends the stream when its session does: at its time, or when it is told that it has ended. */
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
      // the session could not be read, so the stream ends; the page connects again by itself
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
  // it may have ended after the caller was looked up and before this listened
  void look()
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
      forget()
    },
  }
}
