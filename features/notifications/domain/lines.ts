/** Decides which lines a person sees of what waits, which of them are new, and in which order. */
import { messageKey } from '#kernel/message-key.ts'

/** The facts of one kind that wait now. */
export type FactsOfKind = { readonly kind: string; readonly count: number; readonly since: string }

/** The unread messages of one kind to the person about one record. `snoozedUntil` is the earliest day of them. */
export type MessagesOfRecord = {
  readonly kind: string
  readonly entity: string
  readonly entityId: number
  readonly count: number
  readonly since: string
  readonly snoozedUntil: string | null
}

/** What the person has done with a kind of fact. */
export type Mark = {
  readonly kind: string
  readonly readAt: string | null
  readonly snoozedUntil: string | null
  readonly hidden: boolean
}

export type WaitingLine = {
  readonly key: string
  readonly kind: string
  readonly count: number
  readonly since: string
  readonly unread: boolean
  readonly snoozed: boolean
}

type Waiting = {
  readonly facts: readonly FactsOfKind[]
  readonly messages: readonly MessagesOfRecord[]
  readonly marks: readonly Mark[]
  /** The kinds whose records the person may read. */
  readonly allowed: ReadonlySet<string>
  readonly today: string
}

const waits = (until: string | null, today: string): boolean => until !== null && until > today

/**
 * Returns a line for each kind of fact and for each record with messages. A fact that began after the person last read the
 * kind makes the line new again. New lines come first, then the newest, and last what waits for tomorrow.
 */
export function linesOf({ facts, messages, marks, allowed, today }: Waiting): WaitingLine[] {
  const markOf = new Map(marks.map((mark) => [mark.kind, mark]))
  const shown = (kind: string): boolean => allowed.has(kind) && markOf.get(kind)?.hidden !== true
  const ofFacts = facts
    .filter(({ kind, count }) => shown(kind) && count > 0)
    .map(({ kind, count, since }): WaitingLine => {
      const mark = markOf.get(kind)
      const snoozed = waits(mark?.snoozedUntil ?? null, today)
      return { key: kind, kind, count, since, snoozed, unread: !snoozed && since > (mark?.readAt ?? '') }
    })
  const ofMessages = messages
    .filter(({ kind }) => shown(kind))
    .map(({ snoozedUntil, ...one }): WaitingLine => {
      const snoozed = waits(snoozedUntil, today)
      return { key: messageKey(one), kind: one.kind, count: one.count, since: one.since, snoozed, unread: !snoozed }
    })
  const place = ({ unread, snoozed }: WaitingLine): number => (snoozed ? 2 : unread ? 0 : 1)
  return [...ofFacts, ...ofMessages].toSorted(
    (a, b) => place(a) - place(b) || b.since.localeCompare(a.since) || a.key.localeCompare(b.key),
  )
}

/** Returns the number on the bell. */
export const unreadCount = (lines: readonly WaitingLine[]): number => lines.filter(({ unread }) => unread).length
