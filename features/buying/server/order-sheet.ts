/** Builds the order sheet for a provider in Greek, for the print view, the PDF and the mail. It holds no sale prices. */
import { UNITS } from '#features/products/domain/product.ts'
import { readCompany } from '#server/company.ts'
import type { Quantity } from '#kernel/money.ts'
import type { Paper } from '#kernel/paper.ts'
import { refuse } from '#kernel/refusal.ts'
import { paper, query, type View } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { framePaper } from '#server/papers/frame.ts'
import { onPaper, paperTexts } from '#server/papers/texts.ts'
import { orderSheet, orderSheetDraft } from '../domain/contract.ts'
import type { RequestState } from '../domain/request.ts'

const t = paperTexts('purchases')

/** Returns a unit as papers write it. An unknown one stays as it is stored. */
const unitOnPaper = (unit: string): string => (UNITS.some((one) => one === unit) ? t(`unit.${unit}`) : unit)

type Stored = {
  readonly number: string
  readonly state: RequestState
  readonly isOrdered: boolean
  readonly day: string
  readonly dueOn: string | null
  readonly note: string
  readonly name: string
  readonly address: string
  readonly vat: string
  readonly phone: string
  readonly email: string
  readonly lines: readonly {
    readonly sku: string
    readonly code: string
    readonly name: string
    readonly codeName: string
    readonly unit: string
    readonly quantity: Quantity
  }[]
}

/** Reads the sheet of an order. Refuses a request that was not ordered. */
export async function readOrderSheet({ rows, today }: Pick<View, 'rows' | 'today'>, id: number): Promise<Paper> {
  const order = await rows.maybe<Stored>(sql`
    select i.number, i.state, i.ordered_at is not null as "isOrdered", i.import_date::text as day, i.due_on::text as "dueOn", i.note,
      coalesce(v.name, i.provider_name) as name, concat_ws(', ', nullif(v.address, ''), nullif(concat_ws(' ', nullif(v.postcode, ''),
      nullif(v.city, '')), '')) as address, coalesce(v.vat, i.provider_vat) as vat, coalesce(v.phone, '') as phone,
      coalesce(v.email, '') as email, (
        select json_agg(json_build_object('sku', l.sku, 'code', l.provider_sku, 'name', l.name, 'codeName', coalesce(c.name, ''),
          'unit', l.unit, 'quantity', l.quantity_e4) order by l.line_no)
        from inbound_invoice_lines l
        left join provider_products c on c.provider_id = i.provider_id and c.product_id = l.product_id
        where l.invoice_id = i.id) as lines
    from inbound_invoices i left join providers v on v.id = i.provider_id
    where i.id = ${id} and i.type = 'REQUEST-PM'`)
  if (!order) return refuse('missing', 'purchases.no-order-sheet', { requestId: id })
  if (!order.isOrdered) refuse('refused', 'purchases.not-ordered')
  const company = await readCompany(rows)
  return framePaper(rows, today, {
    title: t('sheet.title'),
    number: order.number,
    name: order.name,
    facts: [
      { label: t('sheet.day'), value: onPaper.day(order.day) },
      { label: t('sheet.due'), value: order.dueOn === null ? t('sheet.soon') : onPaper.day(order.dueOn) },
    ],
    marks: order.state === 'CANCELED' ? [t('sheet.canceled')] : [],
    parties: [
      {
        heading: t('sheet.provider'),
        name: order.name,
        lines: [
          order.address,
          order.vat === '' ? '' : t('sheet.vat', { value: order.vat }),
          [order.phone, order.email].filter(Boolean).join(' · '),
        ].filter(Boolean),
      },
      {
        heading: t('sheet.deliver-to'),
        name: company.name,
        lines: [company.address, company.phone].filter(Boolean),
      },
    ],
    blocks: [
      {
        kind: 'table',
        heading: '',
        columns: [
          { heading: t('sheet.no'), width: 10, align: 'right' },
          { heading: t('sheet.code'), width: 32, align: 'left' },
          { heading: t('sheet.our-code'), width: 32, align: 'left' },
          { heading: t('sheet.name'), width: null, align: 'left' },
          { heading: t('sheet.quantity'), width: 28, align: 'right' },
        ],
        rows: order.lines.map(({ sku, code, name, codeName, unit, quantity }, index) => [
          String(index + 1),
          code,
          sku,
          codeName === '' || codeName === name ? name : `${codeName} (${name})`,
          `${onPaper.quantity(quantity)} ${unitOnPaper(unit)}`,
        ]),
        sums: [],
      },
      ...(order.note === ''
        ? []
        : [{ kind: 'notes' as const, heading: t('sheet.note'), lines: order.note.split('\n') }]),
    ],
    signatures: [],
  })
}

export const orderSheetMaker = paper(orderSheet, (view, { id }) => readOrderSheet(view, id))

export const orderSheetDraftQuery = query(orderSheetDraft, async ({ rows, today }, { providerId }) => {
  const provider = await rows.maybe<{ email: string }>(
    sql`select email from providers where id = kept_provider(${providerId}::bigint) and not system`,
  )
  if (!provider) return refuse('missing', 'purchases.no-provider', { providerId })
  const company = await readCompany(rows)
  return {
    to: provider.email,
    subject: t('sheet.subject', { day: onPaper.day(today), company: company.name }),
    body: t('sheet.body', { company: [company.name, company.phone].filter(Boolean).join('\n') }),
  }
})
