import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import i18n from 'i18next'
import { Printer } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { shipmentLoading } from '#features/shipping/domain/loading-contract.ts'
import { refusal } from '#kernel/refusal.ts'
import { NoRecordPage } from '#web/pages/NotFoundPage.tsx'
import { useTabName } from '#web/page-title.ts'
import { useAsk } from '#web/query.ts'
import { useAddressId } from '#web/router/address-id.ts'
import { useGreekPaper } from '#web/ui/paper/greek-paper.ts'
import printed from '#web/ui/paper/print-page.module.css'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { usePrintWindow } from '#web/ui/paper/print-window.ts'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { useNotes } from '../use-notes.ts'
import styles from './labels.module.css'
import { labelsOf, type NoteLabel } from './note-labels.ts'

/** Prints the labels of the parcels of a shipment, 70 x 50 mm and always in Greek, with the QR code of the delivery note. */
export default function NoteLabelsPage() {
  const { id, given } = useAddressId()
  if (id === null) return <NoRecordPage missing={refusal('missing', 'shipping.missing', { shipmentId: given })} />
  return <Labels shipmentId={id} />
}

function Labels({ shipmentId }: { shipmentId: number }) {
  const { t } = useTranslation('movement')
  const notes = useNotes(shipmentId)
  const loading = useAsk(shipmentLoading, { id: shipmentId })
  const greek = useGreekPaper()
  const labels = notes.data && loading.data ? labelsOf(loading.data.stops, notes.data.stops) : undefined
  const addresses = [...new Set(labels?.map(({ qrUrl }) => qrUrl))]
  const codes = useQuery({
    queryKey: ['note-codes', addresses],
    queryFn: async () => {
      const { qrPicture } = await import('#web/ui/paper/qr.ts')
      return new Map(addresses.map((address) => [address, qrPicture(address)]))
    },
    enabled: labels !== undefined,
    staleTime: Infinity,
  })
  const ready = labels !== undefined && codes.data !== undefined && greek.data !== undefined
  usePrintWindow(ready && labels.length > 0)
  useTabName(`${t('labels.title')} ${shipmentId}`)
  const problem = notes.error ?? loading.error ?? codes.error ?? greek.error
  if (problem) return <ErrorState error={problem} retry={() => void loading.refetch()} />
  if (!ready) return <Loading />
  return (
    <div className={printed.page}>
      <div className="no-print">
        <PageHeader title={`${t('labels.title')} ${shipmentId}`} />
        {labels.length === 0 ? (
          <EmptyState title={t('labels.none')} hint={t('labels.none-hint')} />
        ) : (
          <Button leftSection={<Printer size={20} aria-hidden />} mih={48} onClick={() => window.print()}>
            {t('action.print')}
          </Button>
        )}
      </div>
      {labels.map((label) => (
        <Label key={`${label.orderId} ${label.parcel}`} label={label} code={codes.data.get(label.qrUrl) ?? ''} />
      ))}
    </div>
  )
}

function Label({ label, code }: { label: NoteLabel; code: string }) {
  const t = i18n.getFixedT('el', 'movement')
  return (
    <article className={styles.label} lang="el">
      <img src={code} alt={t('links.qr-of', { mark: label.mark })} />
      <div>
        <p className={styles.name}>{label.name}</p>
        <p className={styles.order}>{t('word.order-number', { id: label.orderId })}</p>
        {label.parcels === 1 ? null : <p>{t('labels.parcel', { parcel: label.parcel, of: label.parcels })}</p>}
        <p>
          {t('title')} <span className={styles.number}>{label.number}</span>
        </p>
        <p>
          {t('code.mark')} <span className={styles.number}>{label.mark}</span>
        </p>
      </div>
    </article>
  )
}
