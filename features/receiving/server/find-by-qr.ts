/** Finds the note of a scanned QR code. */
import { openTaxOfficeOf } from '#features/invoicing/server/tax-office/account.ts'
import { type Refusal, refusal, refuse, stopOn } from '#kernel/refusal.ts'
import { lookup } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { TaxOffice } from '#server/integrations/tax-office/tax-office.ts'
import * as contract from '../domain/contract.ts'
import { qrUrlOf } from '../domain/received-note.ts'
import { storePage, storeState } from './stored-notes.ts'

const knownBy = (rows: Rows, qrUrl: string): Promise<{ id: number } | null> =>
  rows.maybe<{ id: number }>(sql`select id from received_notes where qr_url = ${qrUrl} order by id desc limit 1`)

const unavailable = (reason: string): Refusal => refusal('unavailable', 'receiving.not-fetched', { reason })

/** Asks the tax office which note has a QR code, and for that note. */
async function askFor(office: TaxOffice, qrUrl: string) {
  const state = await office.stateByQr(qrUrl)
  if (state.kind === 'unavailable') return stopOn(unavailable(state.reason))
  if (state.kind === 'refused') return refuse('refused', 'receiving.qr-refused', { code: state.code })
  if (!/^\d+$/.test(state.mark)) return refuse('refused', 'receiving.qr-not-ours')
  const page = await office.received({ afterMark: String(BigInt(state.mark) - 1n), untilMark: state.mark })
  if (page.kind === 'unavailable') return stopOn(unavailable(page.reason))
  return { page, mark: state.mark, state: state.state }
}

export const findByQrLookup = lookup(
  contract.findByQr,
  async ({ rows, sealing, outside, keep, now }, { qrUrl: code }) => {
    const qrUrl = qrUrlOf(code)
    if (qrUrl === null) return refuse('refused', 'receiving.no-qr-code')
    const known = await knownBy(rows, qrUrl)
    if (known) return known
    const office = await openTaxOfficeOf({ rows, sealing, gate: outside.taxOffice }, false)
    if (office === null) return refuse('refused', 'receiving.no-account')
    const asked = await askFor(office, qrUrl)
    if (!asked) return refuse('refused', 'receiving.qr-not-ours')
    const { page, mark, state } = asked
    return keep(async ({ tx, moved }) => {
      const [added] = await storePage(tx, page, now)
      if (state !== null) await storeState(tx, mark, state, now)
      const note = await tx.maybe<{ id: number }>(sql`select id from received_notes where mark = ${mark}`)
      if (!note) return refuse('refused', 'receiving.qr-not-ours')
      if (added !== undefined) moved({ entity: contract.RECEIVING_TOPIC, id: added })
      return note
    })
  },
)
