/** Scans parcels at the vehicle. Each scan is answered in words, with a sound. */
import { useTranslation } from 'react-i18next'
import { type Parcel, parcelOf } from '#kernel/parcel-code.ts'
import { Refused } from '#kernel/refusal.ts'
import { newKey, Offline, runCommand } from '#web/api.ts'
import { problemText, refusalText } from '#web/ui/problems.ts'
import { type ScanMessage, useScanMessage } from '#web/ui/scan/ScanNotice.tsx'
import { useHandScanner } from '#web/ui/scan/use-hand-scanner.ts'
import { loadParcel, type LoadingStop } from '../../domain/loading-contract.ts'
import { whyNotLoaded } from '../../domain/loading.ts'
import type { useLoading } from './use-loading.ts'

type ScanOptions = {
  shipmentId: number
  driver: string
  loading: Pick<ReturnType<typeof useLoading>, 'now' | 'missing' | 'tick'>
}

const wrong = (text: string): ScanMessage => ({ text, sound: 'wrong' })

/** Takes scans while the page is open. */
export function useParcelScan({ shipmentId, driver, loading }: ScanOptions) {
  const { t } = useTranslation('shipping')
  const { word, show, clear } = useScanMessage()

  /** Returns why an order that is not on this page cannot be loaded. Only the server knows where it goes. */
  const whyForeign = async (parcel: Parcel): Promise<ScanMessage> => {
    const problem = await runCommand(loadParcel, { shipmentId, ...parcel }, { idempotencyKey: newKey() }).then(
      () => null,
      (error: unknown) => error,
    )
    // the order has come into the shipment since the page was read, which now reads it again
    if (problem === null) return { text: t('loading.parcel', { ...parcel, of: parcel.parcel }), sound: 'fits' }
    return wrong(problem instanceof Offline ? t('loading.not-here', parcel) : problemText(problem))
  }

  const load = async (stop: LoadingStop, parcel: number): Promise<ScanMessage> => {
    const { orderId, name, parcels } = stop
    const known = stop.loaded.find((one) => one.parcel === parcel) ?? null
    const facts = { orderId, parcel, shipmentId, parcels, status: 'ON SHIPPING', loaded: known }
    const no = whyNotLoaded({ ...facts, goesWith: { id: shipmentId, driver } })
    if (no) return wrong(refusalText(no))
    const result = await loading.tick(stop, parcel, true)
    if (result instanceof Refused) return wrong(problemText(result))
    const isLast = loading.missing.length === 1 && loading.missing[0]?.missing.length === 1
    const text = t('loading.scanned', { name, orderId, parcel, of: parcels })
    return isLast ? { text: `${text} ${t('loading.all')}`, sound: 'full' } : { text, sound: 'fits' }
  }

  const receive = async (codes: readonly string[]): Promise<void> => {
    const parcel = codes.map(parcelOf).find((one) => one !== null) ?? null
    if (parcel === null) return show(wrong(t('loading.unknown', { code: codes[0] ?? '' })))
    const stop = loading.now?.stops.find(({ orderId }) => orderId === parcel.orderId)
    show(
      await (stop ? load(stop, parcel.parcel) : whyForeign(parcel)).catch((error: unknown) =>
        wrong(problemText(error)),
      ),
    )
  }
  useHandScanner((codes) => void receive(codes), loading.now !== undefined)

  /** Ticks a parcel off by a press on its number, or takes the tick back. */
  const press = async (stop: LoadingStop, parcel: number): Promise<void> => {
    if (!stop.loaded.some((one) => one.parcel === parcel)) return show(await load(stop, parcel))
    const result = await loading.tick(stop, parcel, false)
    if (result instanceof Refused) return show(wrong(problemText(result)))
    show({ text: t('loading.taken-back', { ...stop, parcel }), sound: 'fits' })
  }
  return { word, clear, receive: (code: string) => void receive([code]), press }
}
