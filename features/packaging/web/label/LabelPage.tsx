import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import i18n from 'i18next'
import { Printer } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { NoSuchOrder } from '#features/orders/web/NoSuchOrder.tsx'
import { useAddressId } from '#web/router/address-id.ts'
import { NOTHING, showQuantity, showWallClock } from '#web/format.ts'
import { useSearchState } from '#web/navigation.tsx'
import { useGreekPaper } from '#web/ui/paper/greek-paper.ts'
import { useTabName } from '#web/page-title.ts'
import { usePrintWindow } from '#web/ui/paper/print-window.ts'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { oneLineAddress } from '#kernel/address.ts'
import { MOST_PARCELS } from '#kernel/parcel-code.ts'
import type { Box, Sender } from '../../domain/contract.ts'
import { personHere } from '#web/tablet/people.ts'
import { useBoxOrder } from '../box-orders.ts'
import { usePackedPart } from './packed-part.ts'
import printed from '#web/ui/paper/print-page.module.css'
import styles from './label.module.css'

/** The number of parcels that the packer has entered so far. */
const search = z.object({ parcels: z.coerce.number().int().min(1).max(MOST_PARCELS).optional().catch(undefined) })

/** The labels of an order, one for each parcel: A5, always in Greek, with the order id and the parcel as a barcode. */
export default function LabelPage() {
  const { id, given } = useAddressId()
  return id === null ? <NoSuchOrder given={given} /> : <LoadedLabel orderId={id} />
}

function LoadedLabel({ orderId }: { orderId: number }) {
  const { t } = useTranslation('packaging')
  const order = useBoxOrder(orderId)
  const box = usePackedPart(order.data, useSearchState(search)[0].parcels)
  const parcels = box?.parcels ?? 1
  const barcodes = useQuery({
    queryKey: ['barcodes', orderId, parcels],
    queryFn: async () => (await import('./barcode.ts')).parcelBarcodes(orderId, parcels),
    enabled: box !== undefined,
    staleTime: Infinity,
  })
  const greek = useGreekPaper()
  const ready = box !== undefined && barcodes.data !== undefined && greek.data !== undefined
  usePrintWindow(ready)
  useTabName(box === undefined ? null : `${t('title.label')} ${orderId} · ${box.name}`)

  const problem = order.error ?? barcodes.error ?? greek.error
  if (problem) return <ErrorState error={problem} retry={() => void order.refetch()} />
  if (!ready) return <Loading />
  return (
    <div className={printed.page}>
      <div className="no-print">
        <Button leftSection={<Printer size={20} aria-hidden />} onClick={() => window.print()}>
          {t('action.print')}
        </Button>
      </div>
      {barcodes.data.map((barcode, place) => (
        <Label key={place} order={box} sender={order.data?.sender} parcel={place + 1} barcode={barcode} />
      ))}
    </div>
  )
}

type LabelProps = { order: Box; sender: Sender; parcel: number; barcode: string }

function Label({ order, sender, parcel, barcode }: LabelProps) {
  const t = i18n.getFixedT('el', 'packaging')
  const unitOf = (unit: string) => t(`unit.${unit}`, { ns: 'frame', defaultValue: unit })
  return (
    <article className={styles.label} lang="el">
      <header>
        <div>
          <p className={styles.small}>{t('label.order')}</p>
          <h1>{order.id}</h1>
        </div>
        <div>
          <p className={styles.small}>{t('label.parcel')}</p>
          <p className={styles.parcel}>{`${parcel}/${order.parcels}`}</p>
        </div>
        {/* The SVG is drawn by this page from a number and contains no text that a person typed. */}
        <div className={styles.barcode} dangerouslySetInnerHTML={{ __html: barcode }} aria-hidden />
      </header>
      {sender && sender.name !== '' ? (
        <section className={styles.sender}>
          <p className={styles.small}>{t('label.sender')}</p>
          <p>{[sender.name, sender.address].filter(Boolean).join(', ')}</p>
          {sender.phone === '' ? null : <p>{t('label.phone', { phone: sender.phone })}</p>}
        </section>
      ) : null}
      <section>
        <p className={styles.small}>{t('label.customer')}</p>
        <p className={styles.name}>{order.name}</p>
        {order.label === '' || order.label === order.name ? null : <p>{order.label}</p>}
        <p className={styles.address}>
          {oneLineAddress({ address: order.address, postcode: order.postcode ?? '', city: order.city })}
        </p>
        {order.phone ? <p>{t('label.phone', { phone: order.phone })}</p> : null}
      </section>
      <section className={styles.pair}>
        <div>
          <p className={styles.small}>{t('label.delivery')}</p>
          <p>{order.expectedDelivery ? showWallClock(order.expectedDelivery) : NOTHING}</p>
        </div>
        <div>
          <p className={styles.small}>{t('label.packed-by')}</p>
          <p>{order.packagedBy || personHere() || NOTHING}</p>
        </div>
      </section>
      {order.driverNote ? <p className={styles.note}>{order.driverNote}</p> : null}
      <table>
        <thead>
          <tr>
            <th scope="col">{t('label.contents')}</th>
            <th scope="col">{t('box.quantity')}</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line, place) => (
            <tr key={place}>
              <td>{line.name}</td>
              <td>{`${showQuantity(line.quantity)} ${unitOf(line.unit)}`}</td>
            </tr>
          ))}
          {order.loans.map((loan, place) => (
            <tr key={`loan-${place}`}>
              <td>{t('label.lent', { name: loan.name })}</td>
              <td>{`${showQuantity(loan.quantity)} ${unitOf(loan.unit)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}
