/** Keeps the event stream of the server open. After a failure it reconnects with growing pauses. */

const LONGEST_WAIT_MS = 30_000

export type StreamEvents = {
  /** The stream is open. Earlier changes are unknown. */
  readonly opened: () => void
  readonly changed: (topics: readonly string[]) => void
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
        const said: unknown = JSON.parse(data)
        if (typeof said === 'object' && said !== null && 'userId' in said && said.userId !== personId) return end()
        failures = 0
        events.opened()
      }),
    )
    opened.addEventListener(
      'message',
      current((data) => events.changed(topicsIn(data))),
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
  const said: unknown = JSON.parse(data)
  if (typeof said !== 'object' || said === null || !('topics' in said) || !Array.isArray(said.topics)) return []
  return said.topics.map(String)
}
