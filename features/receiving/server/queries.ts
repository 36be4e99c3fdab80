/** Lists the delivery notes of others, and returns one of them. */
import type { OutputOf } from '#kernel/contract.ts'
import type { Day } from '#kernel/day.ts'
import { refuse } from '#kernel/refusal.ts'
import { plainVat } from '#kernel/vat-number.ts'
import { unitOfMydata, unitWritten } from '#features/supplier-files/domain/units.ts'
import { keptQuery, query } from '#server/command.ts'
import { join, raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import { countRows, pageOf } from '#server/paging.ts'
import { matchesWords } from '#server/search-text.ts'
import * as contract from '../domain/contract.ts'
import { daysToAnswer, whyNoAnswer, whyNotWithdraw } from '../domain/received-note.ts'
import { IS_ANSWER, type StoredLine } from './stored-notes.ts'

/** The notes `n` with what was answered, and our record with the VAT number of the sender. */
const FROM: Sql = sql`
  from received_notes n
  left join received_answers a on a.note_mark = n.mark and a.${IS_ANSWER}
  left join lateral (
    select 'providers' as kind, p.id, p.name from providers p
    where n.issuer_vat <> '' and plain_vat(p.vat) = n.issuer_vat and not p.system and p.merged_into is null
    order by p.id limit 1) p on true
  left join lateral (
    select 'customers' as kind, c.id, c.name from customers c
    where p.id is null and n.issuer_vat <> '' and plain_vat(c.vat) = n.issuer_vat and not c.system and c.merged_into is null
    order by c.id limit 1) c on true`

/** The series and the number of a note `n`, as they are printed. */
const NUMBER_TEXT = `case when n.series in ('', '0') then n.number else n.series || ' ' || n.number end`
export const NUMBER: Sql = raw(NUMBER_TEXT)
const SENDER = `coalesce(p.name, c.name, n.issuer_name)`

/** The day from which the days for an answer count. */
const COUNTS_FROM: Sql = raw('coalesce(n.leaves_on, n.day)')

const SORTS = { day: raw('n.day'), daysLeft: COUNTS_FROM } as const

const COLUMNS: Sql = sql`
  n.id, n.mark, ${NUMBER} as number, n.day::text as day, ${raw(SENDER)} as "senderName", n.issuer_vat as "senderVat",
  coalesce(p.kind, c.kind) as "senderKind", coalesce(p.id, c.id) as "senderId", coalesce(nullif(n.lines -> 0 ->> 'name', ''), n.lines -> 0 ->> 'code', '') as goods,
  jsonb_array_length(n.lines) as "lineCount", n.state, a.kind as "answerKind", a.status as "answerStatus",
  n.closed as "isClosed", ${COUNTS_FROM}::text as "countsFrom"`

/** The most senders of one name whose notes a search finds. */
const MOST_SENDERS = 200

/** Returns the VAT numbers of the senders whose record has all words, so that the database knows how few notes are theirs. */
async function sendersWith(rows: Rows, search: string): Promise<string[]> {
  const found = (table: 'providers' | 'customers'): Sql => sql`
    (select plain_vat(vat) as vat from ${raw(table)} where ${matchesWords(sql`search`, search)} and vat <> '' limit ${MOST_SENDERS})`
  const senders = await rows.many<{ vat: string }>(sql`${found('providers')} union ${found('customers')}`)
  return [...new Set([plainVat(search), ...senders.map(({ vat }) => vat)])].filter((vat) => vat !== '')
}

/** The notes `n` of a list. Each word is in the note, or the sender is one whose record has all words. */
async function conditions(rows: Rows, { search, filters }: contract.NoteListInput): Promise<Sql> {
  const all: Sql[] = [sql`true`]
  if (filters.show === 'open') all.push(sql`not n.closed`)
  if (filters.show === 'closed') all.push(sql`n.closed`)
  if (search.trim() !== '') {
    const vats = await sendersWith(rows, search)
    all.push(sql`(${matchesWords(sql`n.search`, search)} or n.issuer_vat = any(${vats}::text[]))`)
  }
  return join(all, ' and ')
}

type Row = OutputOf<typeof contract.listNotes>['rows'][number]
type Stored = Omit<Row, 'sender' | 'daysLeft'> & {
  readonly senderKind: 'providers' | 'customers' | null
  readonly senderId: number | null
  readonly isClosed: boolean
  readonly countsFrom: Day
}

function shown({ senderKind, senderId, isClosed, countsFrom, ...row }: Stored, today: Day): Row {
  return {
    ...row,
    sender: senderKind === null || senderId === null ? null : { kind: senderKind, id: senderId },
    daysLeft: isClosed ? null : daysToAnswer(countsFrom, today),
  }
}

export const listNotesQuery = keptQuery(contract.listNotes, async ({ rows, today }, input) => {
  const {
    sort = 'day',
    descending = true,
    page,
  } = input.sort === undefined && input.filters.show === 'open'
    ? ({ ...input, sort: 'daysLeft', descending: false } as const)
    : input
  const direction = raw(descending ? 'desc' : 'asc')
  const found = await rows.many<Stored>(sql`
    select ${COLUMNS} ${FROM} where ${await conditions(rows, input)}
    order by ${SORTS[sort]} ${direction}, n.id desc ${pageOf(page, contract.NOTES_PAGE)}`)
  return {
    rows: found.slice(0, contract.NOTES_PAGE).map((row) => shown(row, today)),
    more: found.length > contract.NOTES_PAGE,
  }
})

export const countNotesQuery = keptQuery(contract.countNotes, async ({ rows }, input) =>
  countRows(rows, sql`from received_notes n where ${await conditions(rows, input)}`),
)

export const countShownQuery = keptQuery(contract.countShown, async ({ rows }) => {
  const { open, every } = await rows.one<{ open: number; every: number }>(sql`
    select (select count(*) from received_notes where not closed)::int as open, (select count(*) from received_notes)::int as every`)
  return { open, closed: every - open, every }
})

type Whole = Stored & {
  readonly type: string
  readonly vehicle: string
  readonly leavesOn: Day | null
  readonly lines: readonly StoredLine[]
  readonly reason: string | null
  readonly by: string | null
  readonly at: string | null
  readonly answerMark: string | null
  readonly errorCode: string | null
}

export const receivedNoteQuery = query(contract.receivedNote, async ({ rows, today }, { id }) => {
  const found = await rows.maybe<Whole>(sql`
    select ${COLUMNS}, n.type, n.vehicle, n.leaves_on::text as "leavesOn", n.lines, a.reason, a.user_name as by, a.pressed_at as at,
      a.mark as "answerMark", a.error_code as "errorCode"
    ${FROM} where n.id = ${id}`)
  if (!found) return refuse('missing', 'receiving.no-note')
  const { type, vehicle, leavesOn, lines, reason, by, at, answerMark, errorCode, ...stored } = found
  const row = shown(stored, today)
  const { state, answerKind, answerStatus } = row
  const answer = answerKind === null || answerStatus === null ? null : { kind: answerKind, status: answerStatus }
  return {
    ...row,
    type,
    vehicle,
    leavesOn,
    lines: lines.map(({ code, name, quantity, unit }) => ({
      code,
      name,
      quantity,
      unit: unitWritten(unitOfMydata(unit)),
    })),
    answer: by === null || at === null ? null : { reason: reason ?? '', by, at, mark: answerMark, errorCode },
    closed: {
      confirm: whyNoAnswer('confirm', { state, answer }),
      reject: whyNoAnswer('reject', { state, answer }),
      withdraw: whyNotWithdraw(answer),
    },
  }
})
