/** The part of a tax document or a delivery note that proves its issue: QR code, MARK, identifier and provider. */
import type { Paper } from '#kernel/paper.ts'
import type { Rows } from '#server/db/database.ts'
import { paperTexts } from '#server/papers/texts.ts'
import { readSettings } from '#server/settings.ts'
import { TAX_FORM } from '../../domain/tax/settings.ts'

const t = paperTexts('invoicing')

type Issued = {
  readonly mark: string | null
  readonly uid: string | null
  readonly authenticationCode: string | null
  readonly qrUrl: string | null
}

/** The longest address that a QR code is drawn of. A longer one, which no service gives, would prevent the paper. */
const LONGEST_ADDRESS = 1_000

/** Returns the block. What a document does not have has no row. */
export async function codeBlock(
  rows: Rows,
  { mark, uid, authenticationCode, qrUrl }: Issued,
): Promise<Paper['blocks'][number]> {
  const { providerName, providerLicence } = await readSettings(rows, TAX_FORM)
  const provider = providerName ? [providerName, providerLicence].filter(Boolean).join(' · ') : ''
  const facts = { mark, uid, authentication: authenticationCode, provider }
  return {
    kind: 'code',
    content: qrUrl !== null && qrUrl.length <= LONGEST_ADDRESS ? qrUrl : '',
    rows: Object.entries(facts).flatMap(([key, value]) => (value ? [{ label: t(`code.${key}`), value }] : [])),
  }
}
