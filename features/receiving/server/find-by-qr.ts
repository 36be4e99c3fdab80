/** Finds the note of a scanned QR code. */
import { openTaxOfficeOf } from '#features/invoicing/server/tax-office/account.ts'
import { refuse } from '#kernel/refusal.ts'
import { lookup, type Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { TaxOffice } from '#server/integrations/tax-office/tax-office.ts'
import * as contract from '../domain/contract.ts'
import { qrUrlOf } from '../domain/received-note.ts'
import { IS_FINAL, isMark, storePage, storeState } from './stored-notes.ts'

type Known = { readonly id: number; readonly mark: string; readonly isFinal: boolean }
const knownBy = (rows: Rows, qrUrl: string): Promise<Known | null> =>
  rows.maybe<Known>(sql`
    select n.id, n.mark, ${IS_FINAL} as "isFinal" from received_notes n where n.qr_url = ${qrUrl} order by n.id desc limit 1`)

const unavailable = (reason: string): never => refuse('unavailable', 'receiving.not-fetched', { reason })

/** Asks the tax office which note has a QR code, and for that note. */
async function askFor(office: TaxOffice, qrUrl: string) {
  const state = await office.stateByQr(qrUrl)
  if (state.kind === 'unavailable') return unavailable(state.reason)
  if (state.kind === 'refused') return refuse('refused', 'receiving.qr-refused', { code: state.code })
  if (!isMark(state.mark)) return refuse('refused', 'receiving.qr-not-ours')
  const page = await office.received({ afterMark: String(BigInt(state.mark) - 1n), untilMark: state.mark })
  if (page.kind === 'unavailable') return unavailable(page.reason)
  return { page, mark: state.mark, state: state.state }
}

/** Stores the present state of a note that waits. The note opens also if the tax office does not answer. */
async function refresh(
  { office, keep, now }: { office: TaxOffice; keep: <R>(act: (work: Work) => Promise<R>) => Promise<R>; now: string },
  { id, mark }: Known,
  qrUrl: string,
): Promise<void> {
  const asked = await office.stateByQr(qrUrl)
  if (asked.kind !== 'known' || asked.state === null) return
  const { state } = asked
  await keep(async ({ tx, moved }) => {
    if ((await storeState(tx, mark, state, now)) > 0) moved({ entity: contract.RECEIVING_TOPIC, id })
  })
}

export const findByQrLookup = lookup(
  contract.findByQr,
  async ({ rows, sealing, outside, keep, now }, { qrUrl: code }) => {
    const qrUrl = qrUrlOf(code)
    if (qrUrl === null) return refuse('refused', 'receiving.no-qr-code')
    const known = await knownBy(rows, qrUrl)
    if (known?.isFinal) return { id: known.id }
    const office = await openTaxOfficeOf({ rows, sealing, gate: outside.taxOffice }, false)
    if (known) {
      if (office) await refresh({ office, keep, now }, known, qrUrl)
      return { id: known.id }
    }
    if (office === null) return refuse('refused', 'receiving.no-account')
    const { page, mark, state } = await askFor(office, qrUrl)
    return keep(async ({ tx, moved }) => {
      const [added] = await storePage(tx, page, now)
      if (state !== null) await storeState(tx, mark, state, now)
      const note = await tx.maybe<{ id: number }>(sql`select id from received_notes where mark = ${mark}`)
      if (!note) return page.unread > 0 ? unavailable('unreadable') : refuse('refused', 'receiving.qr-not-ours')
      if (added !== undefined) moved({ entity: contract.RECEIVING_TOPIC, id: added })
      return note
    })
  },
)
