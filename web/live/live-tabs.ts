/**
 * Shares one event stream among all tabs of a person in one browser, because a browser allows six connections. The tab
 * with the lock has the stream and forwards its messages. When it closes, the next tab takes over.
 */
import type { PresentPeople } from '#kernel/live/presence.ts'
import { withPeople } from '#web/live/presence.ts'
import { openStream, type Stream } from '#web/live/live-stream.ts'

export type TabEvents = {
  /**
   * The stream is open, under its name at the server. `missed` is true if earlier changes may not have been announced.
   * `people` replaces what was known about who has a record open.
   */
  readonly connected: (missed: boolean, stream: string | null, people: PresentPeople) => void
  readonly changed: (topics: readonly string[]) => void
  /** Other people than before have these records open. */
  readonly present: (people: PresentPeople) => void
  readonly lost: () => void
  /** The session may have ended, or another person has signed in. */
  readonly ended: () => void
}

export type Tabs = {
  /** Reconnects now if the stream is lost. */
  retry(): void
  leave(): void
}

/** The messages between the tabs of one person. */
type Word =
  | { readonly say: 'lost' | 'ended' | 'who' | 'retry' }
  | { readonly say: 'opened'; readonly stream: string | null }
  | { readonly say: 'connected'; readonly stream: string | null; readonly people: PresentPeople }
  | { readonly say: 'present'; readonly people: PresentPeople }
  | { readonly say: 'changed'; readonly topics: readonly string[] }

/** A tab with the stream that does not answer within this time is suspended or closed, and another takes over. */
const SILENCE_MS = 3_000
/** Timers of hidden tabs are slow, so a visible tab reminds the one with the stream to reconnect. */
const REMIND_MS = 5_000

/** Joins the other tabs of a person. */
export function joinTabs(personId: number, events: TabEvents): Tabs {
  // Pages on plain http have no locks.
  return 'locks' in navigator && typeof BroadcastChannel !== 'undefined'
    ? joinWithLock(personId, events)
    : whileInSight(personId, events)
}

/**
 * Joins the other tabs by a lock: the tab that holds it keeps the connection for all. In one piece, because the
 * messages, the lock and the timers share one state.
 */
function joinWithLock(personId: number, events: TabEvents): Tabs {
  const name = `kerino-live-${personId}`
  const channel = new BroadcastChannel(name)
  let stream: Stream | null = null
  /** What the stream of this tab last said, for tabs that ask. */
  let streamName: string | null = null
  let everybody: PresentPeople = {}
  let isConnected = false
  let left = false
  let queued = new AbortController()
  let silence: ReturnType<typeof setTimeout> | undefined
  let reminder: ReturnType<typeof setTimeout> | undefined
  const post = (word: Word): void => {
    if (!left) channel.postMessage(word)
  }

  const open = (): Stream =>
    openStream(personId, {
      opened: (name) => {
        isConnected = true
        streamName = name
        everybody = {}
        post({ say: 'opened', stream: name })
        events.connected(true, name, {})
      },
      present: (people) => {
        everybody = withPeople(everybody, people)
        post({ say: 'present', people })
        events.present(people)
      },
      changed: (topics) => {
        post({ say: 'changed', topics })
        events.changed(topics)
      },
      lost: () => {
        isConnected = false
        post({ say: 'lost' })
        events.lost()
      },
      ended: () => {
        post({ say: 'ended' })
        events.ended()
      },
    })

  /** Waits for the lock, or takes it from a suspended tab, and holds the stream until this tab leaves. */
  const lead = (steal: boolean): void => {
    queued.abort()
    const turn = new AbortController()
    queued = turn
    let own: Stream | null = null
    navigator.locks
      .request(name, steal ? { steal } : { signal: turn.signal }, async () => {
        if (turn.signal.aborted) return
        clearTimeout(silence)
        own = open()
        stream = own
        await new Promise((resolve) => turn.signal.addEventListener('abort', resolve))
      })
      .catch(() => undefined)
      .finally(() => {
        own?.close()
        if (stream === own) stream = null
        isConnected = false
        // Another tab took the lock while this one was suspended, so it waits for the lock again.
        if (!turn.signal.aborted) lead(false)
      })
  }

  /** Asks whether the tab with the stream still answers. Takes over if it does not answer. */
  const ask = (): void => {
    if (stream !== null || document.hidden) return
    post({ say: 'who' })
    clearTimeout(silence)
    silence = setTimeout(() => {
      if (stream === null && !left && !document.hidden) lead(true)
    }, SILENCE_MS)
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (left) return
    if (data.say === 'who') {
      if (stream) post(isConnected ? { say: 'connected', stream: streamName, people: everybody } : { say: 'lost' })
      return
    }
    if (data.say === 'retry') return stream?.retry()
    clearTimeout(silence)
    clearTimeout(reminder)
    if (data.say === 'changed') events.changed(data.topics)
    else if (data.say === 'present') events.present(data.people)
    else if (data.say === 'opened') events.connected(true, data.stream, {})
    else if (data.say === 'connected') events.connected(false, data.stream, data.people)
    else if (data.say === 'ended') events.ended()
    else {
      events.lost()
      if (!document.hidden) reminder = setTimeout(remind, REMIND_MS)
    }
  })
  const remind = (): void => {
    post({ say: 'retry' })
    ask()
  }
  document.addEventListener('visibilitychange', ask)
  lead(false)
  ask()

  return {
    retry: () => (stream ? stream.retry() : post({ say: 'retry' })),
    leave() {
      left = true
      clearTimeout(silence)
      clearTimeout(reminder)
      document.removeEventListener('visibilitychange', ask)
      queued.abort()
      stream?.close()
      channel.close()
    },
  }
}

/** Without locks each visible tab has its own stream. In one window that is a single tab. */
function whileInSight(personId: number, events: TabEvents): Tabs {
  let stream: Stream | null = null
  const look = (): void => {
    if (document.hidden) {
      stream?.close()
      stream = null
    } else stream ??= openStream(personId, { ...events, opened: (name) => events.connected(true, name, {}) })
  }
  document.addEventListener('visibilitychange', look)
  look()
  return {
    retry: () => stream?.retry(),
    leave() {
      document.removeEventListener('visibilitychange', look)
      stream?.close()
    },
  }
}
