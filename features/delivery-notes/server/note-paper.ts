/** Writes a delivery note in Greek, for the PDF and the print. A note without a MARK says why. */
import { shownCode } from '#features/products/domain/codes/cn-code.ts'
import { TEST_ONLY } from '#features/invoicing/domain/ways.ts'
import { plainVat } from '#kernel/vat-number.ts'
import type { Paper, PaperTable } from '#kernel/paper.ts'
import { refuse } from '#kernel/refusal.ts'
import type { NotePlace } from '#kernel/tax/delivery-note.ts'
import { codeBlock } from '#features/invoicing/server/paper/code-block.ts'
import { paper } from '#server/command.ts'
import { framePaper } from '#server/papers/frame.ts'
import { onPaper, paperColumns, paperNames, paperTexts } from '#server/papers/texts.ts'
import { notePaper } from '../domain/contract.ts'
import { shipmentOfNote } from './prepare-notes.ts'
import { numberText, readNote, type StoredNote } from './stored-note.ts'

const t = paperTexts('movement')
const shared = paperTexts('orders')
const unitName = paperNames('paper.unit', 'orders')
const purposeName = paperNames('purpose', 'movement')
const column = paperColumns(shared)

const placeText = ({ street, streetNumber, postcode, city }: NotePlace): string =>
  [[street, streetNumber].filter(Boolean).join(' '), [postcode, city].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')

/** Returns the warning at the top of a note that the tax office does not know. */
function markOf({ mark, test, errorCode, failure, status }: StoredNote): string[] {
  if (status === 'WITHDRAWN') return [t('mark.withdrawn')]
  if (mark !== null) return []
  if (test || errorCode === TEST_ONLY) return [t('mark.test')]
  return [t(failure ? 'mark.failure' : 'mark.none')]
}

function goods({ lines, purpose }: StoredNote['request']): PaperTable {
  const several = lines.some((line) => line.purpose !== purpose)
  const coded = lines.some(({ taricNo }) => taricNo !== undefined)
  return {
    kind: 'table',
    heading: '',
    columns: [
      column('place', 8, 'right'),
      column('sku', 26),
      ...(coded ? [{ heading: t('taric'), width: 26, align: 'left' as const }] : []),
      column('name', null),
      column('quantity', 20, 'right'),
      column('unit', 14),
    ],
    rows: lines.map((line, at) => [
      String(at + 1),
      line.code,
      ...(coded ? [line.taricNo === undefined ? '' : shownCode(line.taricNo)] : []),
      several ? `${line.name} (${purposeName(String(line.purpose))})` : line.name,
      onPaper.quantity(line.quantity),
      unitName(line.unit),
    ]),
    sums: [],
  }
}

export const notePaperMaker = paper(notePaper, async (view, { id }): Promise<Paper> => {
  const note = await readNote(view.rows, id)
  if (!note) return refuse('missing', 'movement.no-note')
  await shipmentOfNote(view.rows, view.actor, note)
  const { request } = note
  const { customer, issuer } = request
  const back = note.direction === 'back'
  return framePaper(view.rows, view.today, {
    title: t('title'),
    number: numberText(note),
    name: customer.name,
    facts: [
      { label: t('fact.leaves'), value: `${onPaper.day(request.day)} ${request.time}` },
      { label: t('fact.vehicle'), value: request.vehicle },
      { label: t('fact.driver'), value: request.driver },
      { label: t('fact.purpose'), value: purposeName(String(request.purpose)) },
      ...(request.reversePurpose === undefined
        ? []
        : [{ label: t('fact.reverse'), value: t('reverse', { code: String(request.reversePurpose) }) }]),
      { label: t('fact.orders'), value: note.orderIds.join(', ') },
    ],
    marks: markOf(note),
    parties: [
      {
        heading: shared('party.customer'),
        name: customer.name,
        lines: [placeText(customer), shared('party.vat', { value: plainVat(customer.vat) })].filter(Boolean),
      },
      { heading: t('party.start'), name: placeText(request.start), lines: back ? [] : [issuer.name] },
      { heading: t('party.destination'), name: placeText(request.destination), lines: back ? [issuer.name] : [] },
    ],
    blocks: [
      goods(request),
      await codeBlock(view.rows, note),
      { kind: 'signatures', labels: [t('sign.loaded'), t('sign.received')] },
    ],
  })
})
