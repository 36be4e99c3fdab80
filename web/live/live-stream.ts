/** Keeps the event stream of the server open. After a failure it reconnects with growing pauses. */
import type { PresentPeople } from '#kernel/live/presence.ts'

const LONGEST_WAIT_MS = 30_000

export type StreamEvents = {
  /** The stream is open, under its name at the server. Earlier changes are unknown, and who has a record open follows. */
  readonly opened: (stream: string | null) => void
  readonly changed: (topics: readonly string[]) => void
  readonly present: (people: PresentPeople) => void
  readonly lost: () => void
  /** The server ended the stream with the session, or it belongs to another person. */
  readonly ended: () => void
}

export type Stream = {
  /** Reconnects now if the stream is lost. */
  retry(): void
  close(): void
}

/** Opens the stream of a person and keeps it open until it is closed. */
export function openStream(personId: number, events: StreamEvents): Stream {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let closed = false

  const lose = (): void => {
    source?.close()
    source = null
    failures += 1
    events.lost()
    const wait = Math.min(LONGEST_WAIT_MS, 500 * 2 ** Math.min(failures, 6))
    clearTimeout(timer)
    timer = setTimeout(connect, wait * (0.5 + Math.random() / 2))
  }
  const end = (): void => {
    lose()
    events.ended()
  }
  const connect = (): void => {
    clearTimeout(timer)
    const opened = new EventSource('/app/live')
    source = opened
    const current = (act: (data: string) => void) => (event: Event) => {
      if (source === opened && !closed) act(event instanceof MessageEvent ? String(event.data) : '')
    }
    opened.addEventListener(
      'hello',
      current((data) => {
        const said = partsOf(data)
        if ('userId' in said && said['userId'] !== personId) return end()
        failures = 0
        events.opened(typeof said['stream'] === 'string' ? said['stream'] : null)
      }),
    )
    opened.addEventListener(
      'message',
      current((data) => {
        const { present } = partsOf(data)
        // the server of these pages wrote it
        if (typeof present === 'object' && present !== null) events.present(present as PresentPeople)
        else events.changed(topicsIn(data))
      }),
    )
    opened.addEventListener('ended', current(end))
    opened.addEventListener('error', current(lose))
  }
  connect()
  return {
    retry() {
      if (source === null && !closed) connect()
    },
    close() {
      closed = true
      clearTimeout(timer)
      source?.close()
      source = null
    },
  }
}

/** Returns the topics of a message. Empty for any other message. */
export function topicsIn(data: string): string[] {
  const { topics } = partsOf(data)
  return Array.isArray(topics) ? topics.map(String) : []
}

function partsOf(data: string): Record<string, unknown> {
  const said: unknown = JSON.parse(data)
  return typeof said === 'object' && said !== null ? { ...said } : {}
}
