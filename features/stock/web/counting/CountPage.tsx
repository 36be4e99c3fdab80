import { Badge, Button } from '@mantine/core'
import { Printer } from '#web/ui/icon/icons.ts'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { placeOf } from '#features/products/domain/product.ts'
import { dayOf } from '#kernel/day.ts'
import { readAction } from '#kernel/offline/offline-view.ts'
import { refusal } from '#kernel/refusal.ts'
import { showDay, showMoment, showQuantity } from '#web/format.ts'
import { useSearchState } from '#web/navigation.tsx'
import type { QueuedAction } from '#web/offline/action-queue.ts'
import { QueueBar } from '#web/offline/QueueBar.tsx'
import type { Person } from '#web/offline/stored-person.ts'
import { NoRecordPage } from '#web/pages/NotFoundPage.tsx'
import { useAddressId } from '#web/router/address-id.ts'
import { usePerson } from '#web/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { type CountSheet, enterLine, type KeptProduct } from '../../domain/counting/contract.ts'
import { placeOfCount } from '../../domain/counting/count.ts'
import { CompareView } from './CompareView.tsx'
import styles from './count.module.css'
import { CountingView } from './CountingView.tsx'
import { type Counting, useCount } from './use-count.ts'

const search = z.object({ view: z.enum(['compare']).optional().catch(undefined) })

/** The page of one count: counting while it is open, and then what was booked. */
export default function CountPage() {
  const { id, given } = useAddressId()
  const person = usePerson()
  if (id === null) return <NoRecordPage missing={refusal('missing', 'stock.no-count', { countId: given })} />
  return person === null ? null : <OneCount key={`${person.id} ${id}`} id={id} person={person} />
}

function OneCount({ id, person }: { id: number; person: Person }) {
  const { t } = useTranslation('stock')
  const counting = useCount(id, person)
  const { sheet, queue } = counting
  const what = (action: QueuedAction): string => {
    const line = readAction(enterLine, action)
    return line ? t('count.waiting-line', { counted: showQuantity(line.quantity ?? 0) }) : t('count.other')
  }
  return (
    <div className={styles.page}>
      {sheet.data ? (
        <>
          <Header sheet={sheet.data} />
          <QueueBar queue={queue} cachedAt={sheet.cachedAt} what={what} grave={() => true} />
          <OneView id={id} sheet={sheet.data} counting={counting} />
          <PrintedSheet sheet={sheet.data} products={counting.products} />
        </>
      ) : sheet.error ? (
        <ErrorState error={sheet.error} retry={() => void sheet.refetch()} />
      ) : (
        <Loading rows={6} height={56} />
      )}
    </div>
  )
}

function Header({ sheet: { count } }: { sheet: CountSheet }) {
  const { t } = useTranslation('stock')
  const facts = [
    t(`count.of.${count.kind}`, { place: placeOfCount(count) }),
    t('count.opened', { person: count.openedBy, at: showMoment(count.openedAt) }),
    count.closedAt === null ? '' : t('count.closed', { person: count.closedBy, at: showMoment(count.closedAt) }),
    count.reason ?? '',
  ]
  return (
    <PageHeader
      title={t('count.title', { id: count.id })}
      mark={
        <Badge variant="default" tt="none" fw={500}>
          {t(`count.status.${count.status}`)}
        </Badge>
      }
      subtitle={facts.filter(Boolean).join(' · ')}
      back={{ to: '/count', label: t('title.counts') }}
      secondary={
        <Button variant="default" leftSection={<Printer size={16} aria-hidden />} onClick={() => window.print()}>
          {t('count.print')}
        </Button>
      }
    />
  )
}

type ViewProps = { id: number; sheet: CountSheet; counting: Counting }

function OneView({ id, sheet, counting }: ViewProps) {
  const { t } = useTranslation('stock')
  const [{ view }, setSearch] = useSearchState(search)
  const { kind, place, openedAt, status } = sheet.count
  const reason = t('count.usual-reason', { of: t(`count.of.${kind}`, { place }), day: showDay(dayOf(openedAt)) })
  if (status !== 'OPEN') return <CompareView id={id} reason={reason} counting={null} />
  if (view === 'compare')
    return <CompareView id={id} reason={reason} counting={counting} back={() => setSearch({ view: undefined })} />
  return <CountingView sheet={sheet} counting={counting} compare={() => setSearch({ view: 'compare' })} />
}

/** The room for a figure on paper. */
const NOTHING_YET = '\u00a0'

type PrintedSheetProps = { sheet: CountSheet; products: Counting['products'] }

/** The sheet on paper: what should lie there, with room for the figures. Only the printer shows it. */
function PrintedSheet({ sheet: { listed, count }, products }: PrintedSheetProps) {
  const rows = useMemo(() => listed.flatMap(({ productId }) => products.get(productId) ?? []), [listed, products])
  return count.status !== 'OPEN' || rows.length === 0 ? null : <PaperTable rows={rows} />
}

/** The rows of the sheet on paper. A scan changes none of them, so they are not drawn again. */
const PaperTable = memo(function PaperTable({ rows }: { rows: readonly KeptProduct[] }) {
  const { t } = useTranslation('stock')
  return (
    <table className={styles.paper}>
      <thead>
        <tr>
          {(['shelf', 'product', 'unit', 'counted'] as const).map((column) => (
            <th key={column}>{t(`count.column.${column}`)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={one.id}>
            <td>{placeOf(one).join(' · ')}</td>
            <td>{[one.name, one.sku].filter(Boolean).join(' · ')}</td>
            <td>{t(`unit.${one.unit}`)}</td>
            <td>{NOTHING_YET}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
})
