/** Returns what a file means: its provider, the products of its lines, and what must be asked. */
import { plainVat } from '#kernel/vat-number.ts'
import { query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { type FileDraft, fileDraft } from '../../domain/from-file/contract.ts'
import { type FileDocument, netOfLines } from '#features/supplier-files/domain/document.ts'
import { linesOfMatch, matchLines } from '#features/supplier-files/domain/matching.ts'
import { readLastCode, readTaken } from '../form-queries.ts'
import { readKnown, readPacks } from './known-goods.ts'
import { documentOf, getFile } from './stored-file.ts'

type Provider = NonNullable<FileDraft['provider']>

/** A company has few records with one VAT number; more are not offered. */
const MOST_PROVIDERS = 10

/** Returns the providers with the VAT number of a file. */
async function providersWith(rows: Rows, vat: string): Promise<Provider[]> {
  if (vat === '') return []
  return rows.many<Provider>(sql`
    select id, name, vat from providers where plain_vat(vat) = ${plainVat(vat)} and not system and merged_into is null
    order by id limit ${MOST_PROVIDERS}`)
}

/** Returns the provider of a document: the only one with its VAT number, else the chosen one. */
async function providerOf(
  rows: Rows,
  { provider: { vat } }: FileDocument,
  chosen: number | null,
): Promise<{ provider: Provider | null; providers: Provider[] }> {
  const providers = await providersWith(rows, vat)
  const [only] = providers
  if (only && providers.length === 1) return { provider: only, providers: [] }
  if (chosen === null) return { provider: null, providers }
  const provider = await rows.maybe<Provider>(
    sql`select id, name, vat from providers where id = kept_provider(${chosen}::bigint) and not system`,
  )
  return { provider, providers: provider ? [] : providers }
}

/** Returns the invoice of the provider with this number that was not cancelled, and the code of its last invoice. */
async function earlierOf(
  rows: Rows,
  provider: Provider | null,
  number: string | null,
): Promise<Pick<FileDraft, 'sameNumber' | 'refcode'>> {
  if (!provider) return { sameNumber: null, refcode: '' }
  const taken = number === null ? null : await readTaken(rows, provider.id, number)
  return {
    sameNumber: taken && { id: taken.id, number: taken.number },
    refcode: await readLastCode(rows, provider.id),
  }
}

export const fileDraftQuery = query(fileDraft, async ({ rows }, { id, providerId }) => {
  const file = await getFile(rows, id)
  const document = await documentOf(rows, file)
  const { provider, providers } = await providerOf(rows, document, providerId)
  const matches = matchLines(document.lines, await readKnown(rows, document.lines, provider?.id ?? null))
  const inOtherUnit = matches.flatMap((match) =>
    match.state === 'asked' && match.why === 'unit' ? [match.product.id] : [],
  )
  const packs = await readPacks(rows, inOtherUnit, provider?.id ?? null)
  const lines = document.lines.flatMap((line, index) => {
    const match = matches[index]
    if (!match) return []
    const { code, barcode, name, quantity, unit, vat, net } = line
    const shown =
      match.state === 'asked'
        ? match.why === 'unit'
          ? { ...match, proposed: packs.get(match.product.id) ?? null }
          : { ...match, candidates: [...match.candidates] }
        : match
    return {
      line: line.line,
      code,
      barcode,
      name,
      quantity,
      unit,
      vat,
      net,
      match: shown,
      becomes: linesOfMatch(line, match),
    }
  })
  const { totals } = document
  // the number of a delivery note is not that of its invoice
  const isNote = document.form === 'note'
  return {
    draft: {
      id,
      name: file.name,
      form: file.form,
      uploaded: file.uploaded,
      userName: file.userName,
      written: {
        providerVat: document.provider.vat,
        providerName: document.provider.name,
        number: document.number,
        date: document.date,
        net: isNote ? null : (totals.net ?? netOfLines(document.lines)),
        vat: totals.vat,
        gross: totals.gross,
      },
      provider,
      providers,
      ...(await earlierOf(rows, provider, isNote ? null : document.number)),
      lines,
      canceled: file.invoice && { id: file.invoice.id, number: file.invoice.number },
    },
  }
})
